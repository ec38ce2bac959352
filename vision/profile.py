"""What is known of one table: which dice lie there and their colours, measured once. Made by `calibration`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.dice import Colour
from vision.reading import Array, DieReading


@dataclass(frozen=True, slots=True)
class KnownDie:
    """The dice of one colour: what their owner calls it, and what it is in the game."""

    name: str
    plays: Colour
    count: int
    light: tuple[float, float, float]  # linear RGB, where the white dice are 1, 1, 1
    light_pips: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its dice, as a camera sees it. Points are shares of the picture's width and height."""

    dice: tuple[KnownDie, ...]
    die_share: float  # longer side of a die, as a share of the picture's width
    white: tuple[float, float, float]  # linear RGB of the white dice when they were measured
    tray: tuple[tuple[float, float], ...] = ()  # corners, in order round it; none where the whole picture counts

    def expected(self) -> dict[Colour, int]:
        """How many dice there are of each colour of the game."""
        counts: Counter[Colour] = Counter()
        for die in self.dice:
            counts[die.plays] += die.count
        return dict(counts)


@dataclass(frozen=True, slots=True)
class Place:
    """Which dice lie in the tray and which beside it."""

    inside: tuple[DieReading, ...]
    outside: tuple[DieReading, ...]


def placed(readings: Sequence[DieReading], tray: Sequence[tuple[float, float]], width: int, height: int) -> Place:
    """Part the dice by whether their middle lies in the tray, a polygon in shares of the picture; none holds all."""
    corners = np.reshape(tray, (-1, 2)) * (width, height)
    lies = [len(corners) < 3 or _holds(corners, reading.box.centre) for reading in readings]
    pairs = list(zip(readings, lies, strict=True))
    return Place(tuple(r for r, inside in pairs if inside), tuple(r for r, inside in pairs if not inside))


def _holds(corners: Array, point: tuple[float, float]) -> bool:
    """Count the polygon's sides to the right of the point: odd is inside.

    >>> _holds(np.array([(0, 0), (4, 0), (4, 4), (0, 4)]), (1, 1)), _holds(np.array([(0, 0), (4, 0), (0, 4)]), (3, 3))
    (True, False)
    """
    x, y = point
    crossed = 0
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed += 1
    return crossed % 2 == 1
