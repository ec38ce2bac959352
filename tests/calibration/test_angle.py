"""Angles at which dice are seen, on tops that a known camera projects."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.angle import angle, degrees, squareness
from tests.builders import reading
from vision.reading import Array, Box, DieReading

WIDTH, FOCAL_PX, FAR = 640, 550.0, 12.0  # the camera stands 12 sides of a die from where it aims
TOP = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
PLACES = [(-3, 1), (-1, -1), (0, 2), (1, 0), (2, -2), (3, 1)]


def seen(aim_degrees: float, towards_far: float) -> list[DieReading]:
    """Dice that lie so many sides beyond the place that a camera aims at from so many degrees above the table."""
    rise, run = np.sin(np.radians(aim_degrees)), np.cos(np.radians(aim_degrees))
    dice = []
    for x, y in PLACES:
        top = TOP + np.array((x, y + towards_far))
        depth = FAR + top[:, 1] * run
        at = FOCAL_PX * np.column_stack([top[:, 0], -top[:, 1] * rise]) / depth[:, None] + (WIDTH / 2, 240)
        dice.append(die(at))
    return dice


def die(face: Array) -> DieReading:
    (left, top), (right, bottom) = face.min(axis=0).tolist(), face.max(axis=0).tolist()
    seen = reading(box=Box(left, top, right - left, bottom - top))
    return replace(seen, face=face.astype(np.float32))


@pytest.mark.parametrize(("aim", "towards_far"), [(30, 0), (45, 0), (60, 0), (75, 0), (60, 4)])
def test_the_angle_is_that_at_which_dice_are_seen(aim: float, towards_far: float) -> None:
    dice = seen(aim, towards_far)
    truth = degrees(float(np.median([squareness(die.face) for die in dice])))
    assert angle(dice, WIDTH) == pytest.approx(truth, abs=7)


def test_dice_at_the_far_side_are_seen_from_lower_down_than_the_camera_stands() -> None:
    assert angle(seen(55, 4), WIDTH) < angle(seen(55, 0), WIDTH) - 5
