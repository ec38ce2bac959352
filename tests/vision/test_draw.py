"""What is drawn on a picture: where, in which colour, and that one can tell sure from doubtful."""

from __future__ import annotations

import numpy as np
import pytest

from engine.dice import Colour
from tests.builders import reading
from vision.draw import annotate, label
from vision.reading import Box

GREY = 120
LIKE_RED = np.array([40, 40, 230])


def table(height: int = 360, width: int = 640) -> np.ndarray:
    return np.full((height, width, 3), GREY, np.uint8)


def red_px(drawn: np.ndarray) -> int:
    return int((np.abs(drawn.astype(int) - LIKE_RED).max(axis=2) < 10).sum())


@pytest.mark.parametrize(
    ("die", "said"),
    [
        ({}, "R4"),
        ({"colour": Colour.BLACK}, "K4"),
        ({"colour": None}, "4"),
        ({"doubt": "glare"}, "R4?"),
        ({"pips": None, "doubt": "hidden"}, "R?"),
        ({"pips": None}, "R?"),
    ],
)
def test_a_die_is_named_by_letter_and_value(die: dict, said: str) -> None:
    assert label(reading(**die)) == said


def test_the_die_itself_stays_to_be_seen_and_the_picture_as_it_was() -> None:
    picture = table()
    drawn = annotate(picture, [reading(box=Box(300, 200, 40, 40))])
    assert (picture == GREY).all()
    assert drawn.shape == picture.shape
    assert (drawn[202:238, 302:338] == GREY).all()
    assert red_px(drawn) > 4 * 40


def test_a_doubtful_die_has_gaps_in_its_outline() -> None:
    sure, doubtful = (annotate(table(), [reading(box=Box(300, 200, 60, 60), doubt=why)]) for why in (None, "glare"))
    below_sure, below_doubtful = (drawn[261:266, 300:360].min(axis=(0, 2)) for drawn in (sure, doubtful))
    assert (below_sure != GREY).all()
    assert (below_doubtful == GREY).any()


@pytest.mark.parametrize("corner", [(0, 0), (600, 0), (0, 320), (600, 320), (-10, -10)])
def test_the_name_of_a_die_in_a_corner_is_inside_the_picture(corner: tuple[int, int]) -> None:
    amid, aside = (red_px(annotate(table(), [reading(box=Box(*at, 40, 40))])) for at in ((300, 200), corner))
    assert aside >= amid


def test_names_do_not_cover_the_dice_beside_them() -> None:
    boxes = [Box(200, 60 + 62 * row, 40, 40) for row in range(4)]
    drawn = annotate(table(), [reading(box=box) for box in boxes])
    for box in boxes:
        assert (drawn[int(box.y) + 2 : int(box.y) + 38, 202:238] == GREY).all()


def test_a_name_stays_off_a_large_die_even_if_it_would_cover_little_of_it() -> None:
    large, small = Box(180, 60, 150, 150), Box(225, 218, 60, 60)
    drawn = annotate(table(), [reading(box=large), reading(box=small)])
    assert (drawn[62:208, 182:328] == GREY).all()


@pytest.mark.parametrize(("height", "width"), [(1, 1), (60, 80), (2160, 3840)])
def test_pictures_of_any_size_can_be_drawn_on(height: int, width: int) -> None:
    drawn = annotate(table(height, width), [reading(box=Box(width * 0.4, height * 0.4, width * 0.1, height * 0.1))])
    assert drawn.shape == (height, width, 3)
    assert not (drawn == GREY).all()


def test_no_dice_leave_the_picture_alone() -> None:
    assert (annotate(table(), []) == GREY).all()
