"""Cutting dice out: place, scale and size are what the pip reader was trained on."""

import numpy as np
import pytest

from vision.crop import CROP_PX, MARGIN, crops
from vision.reading import Box


def spot(height, width, x, y):
    """A black picture with a white disc of 5 px radius at (x, y)."""
    rows, columns = np.mgrid[0:height, 0:width]
    return np.where((rows - y) ** 2 + (columns - x) ** 2 < 25, 255, 0).astype(np.uint8)[..., None].repeat(3, 2)


@pytest.mark.parametrize("side", [20, 50, 64, 100, 200, 400])
def test_the_middle_of_the_box_is_the_middle_of_the_crop(side):
    (crop,) = crops(spot(600, 800, 410, 290), [Box(410 - side / 2, 290 - side / 2, side, side)])
    y, x = np.nonzero(crop[..., 0] > 60)
    assert abs(x.mean() - CROP_PX / 2) < 1.0
    assert abs(y.mean() - CROP_PX / 2) < 1.0
    assert np.ptp(x) == pytest.approx(9 * CROP_PX / (side * MARGIN), abs=2.5)


def test_the_longer_side_decides():
    (crop,) = crops(spot(200, 200, 100, 100), [Box(90, 60, 20, 80)])
    assert np.ptp(np.nonzero(crop[..., 0] > 60)[1]) == pytest.approx(9 * CROP_PX / (80 * MARGIN), abs=2)


def test_a_die_at_the_rim_and_a_picture_of_one_pixel_are_cut_all_the_same():
    white = np.full((1, 1, 3), 255, np.uint8)
    assert crops(white, [Box(0, 0, 1, 1), Box(-50, -50, 900, 900)]).min() == 255


def test_no_boxes_are_no_crops():
    assert crops(np.zeros((9, 9, 3), np.uint8), []).shape == (0, CROP_PX, CROP_PX, 3)
