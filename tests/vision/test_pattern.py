"""The drawn patterns of pips tell numbers by themselves, from any side and in either polarity."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.crop import CROP_PX
from vision.pattern import fits

SEEN_FROM_THE_SIDE = np.array([(0.2, 0.45), (0.55, 0.2), (0.85, 0.4), (0.5, 0.7)], np.float32)
PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (0, 1)],
}


BESIDE = [(-0.8, 0), (0.8, 0)]
NARROW = [(0.55 * x, y) for x, y in [*PIPS[4], (-1, 0), (1, 0)]]


def crop_of(
    number: int, body: int, pip: int, radius: int = 9, pips: list[tuple[float, float]] | None = None
) -> np.ndarray:
    """A die's top face in perspective on a grey table, light falling off to one side."""
    face = np.full((120, 120), body, np.uint8)
    for x, y in pips or PIPS[number]:
        cv2.circle(face, (round(60 + 27 * x), round(60 + 27 * y)), radius, pip, -1, cv2.LINE_AA)
    square = np.array([(0, 0), (120, 0), (120, 120), (0, 120)], np.float32)
    matrix = cv2.getPerspectiveTransform(square, SEEN_FROM_THE_SIDE * CROP_PX)
    table = np.full((CROP_PX, CROP_PX), 90, np.uint8)
    cv2.warpPerspective(face, matrix, (CROP_PX, CROP_PX), table, borderMode=cv2.BORDER_TRANSPARENT)
    light = np.linspace(0.6, 1.0, CROP_PX)
    return (table * light).astype(np.uint8)


@pytest.mark.parametrize("number", PIPS)
@pytest.mark.parametrize(("body", "pip"), [(220, 20), (60, 230)])
def test_the_pips_that_are_there_fit_best(number: int, body: int, pip: int) -> None:
    crop = crop_of(number, body, pip)
    (fit,) = fits(crop[None], SEEN_FROM_THE_SIDE[None])
    assert fit.argmax() + 1 == number
    assert fit.max() > 0.5


@pytest.mark.parametrize("radius", [9, 16, 24])
def test_a_big_single_pip_is_one(radius: int) -> None:
    crop = crop_of(1, 220, 20, radius)
    (fit,) = fits(crop[None], SEEN_FROM_THE_SIDE[None])
    assert fit.argmax() + 1 == 1
    assert fit.max() > 0.6


@pytest.mark.parametrize(("number", "pips"), [(2, BESIDE), (6, NARROW)])
def test_pips_may_lie_side_by_side_or_in_narrow_rows(number: int, pips: list[tuple[float, float]]) -> None:
    crop = crop_of(number, 220, 20, pips=pips)
    (fit,) = fits(crop[None], SEEN_FROM_THE_SIDE[None])
    assert fit.argmax() + 1 == number
    assert fit.max() > 0.6


def test_corners_may_be_a_little_off() -> None:
    off = SEEN_FROM_THE_SIDE + np.array([0.02, -0.015], np.float32)
    for number in PIPS:
        assert fits(crop_of(number, 220, 20)[None], off[None]).argmax() + 1 == number


def test_a_blank_face_fits_nothing() -> None:
    blank = np.full((1, CROP_PX, CROP_PX), 128, np.uint8)
    assert fits(blank, SEEN_FROM_THE_SIDE[None]).max() < 0.05


def test_no_dice_have_no_fits() -> None:
    assert fits(np.empty((0, CROP_PX, CROP_PX), np.uint8), np.empty((0, 4, 2), np.float32)).shape == (0, 6)
