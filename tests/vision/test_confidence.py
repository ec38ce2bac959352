"""What counts for and against a reading."""

from __future__ import annotations

import numpy as np
import pytest

from vision.confidence import EVIDENCE, evidence
from vision.reading import Array

WHITE, BLUE = np.eye(7)[[0, 4]]


def alike(sides_px: list[float], colours: list[Array], sure: float = 0.9) -> Array:
    """The evidence `alike` of places that differ in nothing but this."""
    count = len(sides_px)
    pips, likely = np.full((count, 7), 1 / 7), np.full(count, sure)
    grey = np.full((count, 8, 8), 128, np.uint8)
    rows = evidence(
        pips, pips, likely, likely, likely, np.array(sides_px), np.array(colours), grey, np.zeros((count, 6))
    )
    assert rows.shape == (count, len(EVIDENCE))
    return rows[:, EVIDENCE.index("alike")]


def test_a_die_by_itself_is_like_no_other():
    assert alike([40], [WHITE]) == pytest.approx([0])


def test_each_die_of_the_same_size_and_colour_counts():
    two, five = alike([40] * 2, [WHITE] * 2), alike([40] * 5, [WHITE] * 5)
    assert five.min() > two.max()
    assert (two > 0.5).all()


@pytest.mark.parametrize(("side_px", "colour", "sure"), [(80, WHITE, 0.9), (40, BLUE, 0.9), (40, WHITE, 0.1)])
def test_other_sizes_other_colours_and_what_is_hardly_a_die_do_not(side_px, colour, sure):
    assert (alike([40, side_px], [WHITE, colour], sure) < 0.1).all()


def test_dice_a_little_nearer_to_the_camera_still_count():
    assert (alike([40, 46], [WHITE, WHITE]) > 0.4).all()


def test_a_cloth_full_of_dots_counts_less_than_a_few_dice():
    assert alike([40] * 150, [WHITE] * 150, sure=0.3).max() < alike([40] * 6, [WHITE] * 6).min()
