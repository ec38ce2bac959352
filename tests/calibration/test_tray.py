"""Trays that are drawn, and what is none."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.tray import find_tray
from tests.builders import reading
from vision.reading import Array, Box, DieReading

WOOD, FELT = (60, 90, 130), (60, 110, 50)
LYING = ((220, 150), (320, 240), (430, 300))


def table(corners: Sequence[tuple[int, int]] = ()) -> Array:
    """A picture (480, 640, 3) of a table with a tray in these corners."""
    bgr = np.full((480, 640, 3), WOOD, np.uint8)
    return cv2.fillPoly(bgr, [np.array(corners)], FELT) if corners else bgr


def thrown(bgr: Array, places: Sequence[tuple[int, int]] = LYING) -> list[DieReading]:
    """Draw white dice there."""
    for x, y in places:
        cv2.rectangle(bgr, (x, y), (x + 40, y + 40), (230, 230, 230), cv2.FILLED)
    return [reading(box=Box(x, y, 40, 40)) for x, y in places]


def test_the_tray_round_the_dice_is_found() -> None:
    corners = [(100, 80), (560, 60), (600, 430), (70, 410)]
    bgr = table(corners)
    dice = thrown(bgr)
    tray = np.array(find_tray(bgr, dice)) * (640, 480)
    assert len(tray) == 4
    assert max(np.linalg.norm(tray - corner, axis=1).min() for corner in corners) < 8
    assert find_tray(bgr, [*dice, reading(box=Box(5, 5, 20, 20))]) == ()  # one lies beside it
    assert find_tray(bgr, []) == ()


@pytest.mark.parametrize(
    "corners",
    [
        [(100, 80), (560, 60), (660, 520), (20, 520)],  # by the lower rim, two corners seen
        [(90, 60), (500, 90), (720, 560), (40, 430)],  # one beyond two rims: closed by the corner of the picture
        [(100, 60), (560, 80), (679, 400), (70, 430)],  # one just beyond a rim, which cuts off little of it
        [(320, 40), (679, 250), (330, 450), (30, 240)],
        [(90, 60), (500, 90), (659, 499), (40, 430)],
        [(120, 70), (520, 60), (740, 420), (700, 600), (-100, 400)],  # by three rims
        [(-100, 250), (200, 110), (560, 125), (760, 260), (700, 900), (-100, 900)],  # two very blunt corners are seen
        [(320, -30), (610, 200), (330, 520), (30, 220)],  # the corners that are seen are not next to each other
        [(-200, 300), (330, 40), (900, 200), (500, 900)],  # one corner seen
        [(320, -100), (760, 240), (320, 580), (-120, 240)],  # none, but all four sides
    ],
)
def test_a_tray_that_the_picture_cuts_off_is_closed_along_the_rim(corners: list[tuple[int, int]]) -> None:
    bgr, mask, found = table(corners), np.zeros((480, 640), np.uint8), np.zeros((480, 640), np.uint8)
    cv2.fillPoly(mask, [np.array(corners)], 1)
    tray = np.array(find_tray(bgr, thrown(bgr))).reshape(-1, 2) * (640, 480)
    cv2.fillPoly(found, [tray.round().astype(np.int32)], 1)
    assert (found & mask).sum() > 0.96 * (found | mask).sum()


def test_the_sides_that_dice_and_sheets_hide_are_sides() -> None:
    corners = [(100, 80), (560, 60), (600, 430), (70, 410)]
    bgr = table(corners)
    cv2.fillPoly(bgr, [np.array([(300, 30), (420, 10), (440, 200), (320, 220)])], (240, 240, 240))
    dice = thrown(bgr, [(75, 240), (320, 240), (560, 330)])
    tray = np.array(find_tray(bgr, dice)).reshape(-1, 2) * (640, 480)
    assert max(np.linalg.norm(tray - corner, axis=1).min(initial=640) for corner in corners) < 8


def test_a_die_is_no_tray() -> None:
    bgr = table()
    cv2.rectangle(bgr, (240, 150), (400, 310), (230, 230, 230), cv2.FILLED)
    assert find_tray(bgr, [reading(box=Box(240, 150, 160, 160))]) == ()


@pytest.mark.parametrize(
    "corners",
    [
        [(-200, 125), (490, 135), (495, 900), (-100, 900)],  # one corner, and half of the picture
        [(-100, -200), (900, -200), (900, 250), (320, 600)],  # no corner in view
    ],
)
def test_a_sheet_of_which_little_is_seen_is_no_tray(corners: list[tuple[int, int]]) -> None:
    bgr = table(corners)
    assert find_tray(bgr, thrown(bgr)) == ()


def test_a_line_across_the_table_is_no_tray() -> None:
    bgr = table([(0, 300), (150, 330), (400, 338), (639, 330), (639, 0), (0, 0)])
    assert find_tray(bgr, thrown(bgr, [(300, 200)])) == ()


def test_lines_that_cross_are_no_tray() -> None:
    bgr = table()
    for one, other in [((0, 90), (639, 70)), ((0, 400), (639, 420)), ((90, 0), (70, 479)), ((560, 0), (590, 479))]:
        cv2.line(bgr, one, other, (230, 230, 230), 6)
    assert find_tray(bgr, thrown(bgr)) == ()


def test_a_checked_cloth_is_no_tray() -> None:
    squares = np.kron(np.indices((8, 10)).sum(axis=0) % 2, np.ones((64, 64))).astype(np.uint8)
    slanted = cv2.getPerspectiveTransform(
        np.array([(0, 0), (640, 0), (640, 512), (0, 512)], np.float32),
        np.array([(60, -40), (560, 20), (760, 560), (-90, 500)], np.float32),
    )
    bgr = cv2.warpPerspective(np.array([WOOD, FELT], np.uint8)[squares], slanted, (640, 480), borderValue=WOOD)
    assert find_tray(bgr, thrown(bgr)) == ()


def test_a_speckled_cloth_is_no_tray_where_its_edges_end() -> None:
    speckles = cv2.GaussianBlur(np.random.default_rng(0).normal(size=(480, 640)), (0, 0), 4) > 0
    y, x = np.mgrid[:480, :640]
    in_focus = ((x - 320) / 290) ** 2 + ((y - 240) / 200) ** 2 < 1
    bgr = np.dstack([np.where(speckles & in_focus, 90, 150).astype(np.uint8)] * 3)
    dice = [reading(box=Box(x, y, 40, 40)) for x, y in [(280, 200), (320, 240), (360, 260)]]
    assert find_tray(bgr, dice) == ()
