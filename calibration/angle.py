"""From what angle dice are seen, told by their tops and sizes.

That is not the angle at which the camera stands: dice at the far side of the table are seen from lower down than
those in the middle of the picture, by 20 degrees and more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading import Array, DieReading

TOP, GROWTH, LEVEL = 0.81, -0.119, 0.188  # see `sine`
MOST_GROWTH = 2.4  # 99 in 100 of the renders they were fitted to have less: beyond, a straight line says too much
SPREAD = 0.02  # of dice over the picture, squared: how little it takes to hear what their sizes say


def angle(dice: Sequence[DieReading], width_px: int) -> float:
    """Degrees above the table, 90 from straight above, at which most of these dice of a picture are seen."""
    return degrees(sine(dice, width_px))


def sine(dice: Sequence[DieReading], width_px: int) -> float:
    """The sine of that angle, as two things tell it; it may be a little beyond 0 to 1.

    From low down tops look pressed flat, and the dice in front much larger than those behind. The weights were
    fitted to the labelled tops of 850 renders, by corners as they are read and, with half the weight, as they are:
    they make up for corners that a network draws towards a square, but not for one network's alone.
    """
    tops = float(np.median([squareness(die.face) for die in dice]))
    return TOP * tops + GROWTH * min(_growth(dice, width_px), MOST_GROWTH) + LEVEL


def degrees(sine: float) -> float:
    """The angle of a sine that may be a little beyond 0 to 1.

    >>> round(degrees(0.5)), degrees(1.01)
    (30, 90.0)
    """
    return float(np.degrees(np.arcsin(np.clip(sine, 0, 1))))


def squareness(face: Array) -> float:
    """How little a square looks pressed flat: 1 from straight above; the two directions of an affine map.

    >>> squareness(np.array([(0, 0), (4, 0), (4, 2), (0, 2)]))
    0.5
    """
    sides = np.stack([face[1] + face[2] - face[0] - face[3], face[2] + face[3] - face[0] - face[1]]) / 2
    long, short = np.linalg.svd(sides, compute_uv=False)
    return float(short / max(long, 1e-6))


def _growth(dice: Sequence[DieReading], width_px: int) -> float:
    """How much larger (log) dice look in the direction in which they grow, over the width of the picture."""
    places = np.array([die.box.centre for die in dice]) / width_px
    sizes = np.log([max(die.box.width, die.box.height) for die in dice])
    apart = places - places.mean(axis=0)
    slope = np.linalg.solve(apart.T @ apart + SPREAD * np.eye(2), apart.T @ (sizes - sizes.mean()))
    return float(np.hypot(*slope))
