"""Pictures bent by a known lens: each pixel of the bent picture is looked up in the straight one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.measure import measured
from rollcall.sample import Sample, samples
from vision.expected import CANDIDATE
from vision.lens import KnownLens, Straightener
from vision.picture import load_picture
from vision.profile import Table
from vision.reader import Reader
from vision.reading import Array
from vision.reference import TableReader

WIDE = (-0.33, 0.06, 0.0, 0.0, 0.0)
POINTS = np.array([(12.0, 8.0), (320.0, 240.0), (630.0, 240.0), (500.0, 470.0), (7.0, 470.0)])


def wide(width: int, height: int) -> KnownLens:
    """A lens that sees 80 degrees, as of an action camera."""
    focal = 0.6 * width
    return KnownLens(((focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)), WIDE, width, height)


def taken_through(lens: KnownLens, bgr: Array) -> Array:
    """The picture as this lens bends it; what lies beyond its edge is grey."""
    pixels = np.stack(np.meshgrid(np.arange(lens.width), np.arange(lens.height)), axis=-1).reshape(-1, 1, 2)
    matrix = np.array(lens.matrix)
    looked_up = cv2.undistortPoints(pixels.astype(np.float64), matrix, np.array(lens.distortion), P=matrix)
    maps = looked_up.reshape(lens.height, lens.width, 2).astype(np.float32)
    return cv2.remap(bgr, maps, None, cv2.INTER_LINEAR, borderValue=(90, 90, 90))


@pytest.fixture(scope="module")
def sample() -> Sample:
    return next(sample for sample in samples() if sample.path.stem == "stone")  # misread where it stays bent


def test_points_are_bent_and_straight_again() -> None:
    lens = Straightener(wide(640, 480), 640, 480)
    assert np.abs(lens.straight(lens.bent(POINTS)) - POINTS).max() < 0.01
    assert lens.bent(np.array([(320.0, 240.0)]))[0] == pytest.approx((320, 240))  # the middle stays
    assert np.abs(lens.bent(POINTS) - (320, 240)).max() < 300  # the rim is drawn in


def test_a_smaller_picture_is_bent_alike() -> None:
    large, small = (Straightener(wide(640, 480), *size) for size in ((640, 480), (320, 240)))
    assert small.bent(POINTS / 2) == pytest.approx(large.bent(POINTS) / 2)


def test_dice_that_a_wide_lens_bends_are_read_where_they_lie(sample: Sample) -> None:
    bgr = load_picture(sample.path)
    reader, lens = Reader.load(), wide(bgr.shape[1], bgr.shape[0])
    expected = Counter(die.colour for die in sample.dice)
    profile = measured("here", [(bgr, reader.read(bgr, CANDIDATE))], expected, {}).profile
    known = replace(profile.table(), lens=lens)
    seen = TableReader(reader, known).dice(taken_through(lens, bgr))
    readable = Counter((die.colour, die.pips) for die in sample.dice if die.pips is not None)
    assert Counter((die.colour, die.pips) for die in seen.dice) & readable == readable
    as_taken = Straightener(lens, lens.width, lens.height)
    for label in (die for die in sample.dice if die.pips is not None):
        there = as_taken.bent(np.array([label.box.centre]))[0]
        assert min(np.linalg.norm(there - die.box.centre) for die in seen.dice) < 0.25 * label.box.width


def test_the_sides_of_a_tray_bend_with_the_lens() -> None:
    lens = wide(640, 480)
    straight = Straightener(lens, 640, 480)
    corners = straight.bent(np.array([(40.0, 40.0), (600.0, 40.0), (600.0, 440.0), (40.0, 440.0)]))
    table = Table((), 0.1, (0.5, 0.5, 0.5), tuple((x / 640, y / 480) for x, y in corners), lens)
    within, beyond = straight.bent(np.array([(320.0, 46.0), (320.0, 34.0)]))  # of the upper side, which bends up
    outline = table.outline(640, 480).astype(np.float32)
    assert cv2.pointPolygonTest(outline, within.tolist(), False) > 0
    assert cv2.pointPolygonTest(outline, beyond.tolist(), False) < 0
    assert within[1] < corners[0][1]  # a straight line from corner to corner would leave it out


def test_a_table_without_a_lens_has_straight_sides() -> None:
    table = Table((), 0.1, (0.5, 0.5, 0.5), ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9)))
    assert table.outline(100, 50).tolist() == [[10, 5], [90, 5], [50, 45]]
