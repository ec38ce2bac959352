"""What is known of one table: which dice lie there and their colours, measured once. Made by `calibration`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.dice import Colour
from vision.diceset import COLOUR_NAMES
from vision.expected import SURELY_A_DIE
from vision.lens import KnownLens, Straightener
from vision.reading import Array, DieReading

SIDE_POINTS = 16  # of each side of the tray, where a lens bends it
SAME_SHAPE = 0.03  # part by which pictures of one shape may differ in it, as some codecs round sizes to 16 px
LEAST_TRAY = 0.005  # part of the picture
LEAST_ROUND = 0.5  # part of what a band round the corners holds: less is left where they are not in order


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
    lens: KnownLens | None = None
    picture: tuple[int, int] | None = None  # width and height of those it was measured in; none if nobody knows

    def at(self, width: int, height: int) -> Table:
        """What of it holds in pictures of that size.

        A camera that gives another shape shows another part of the table, or has been turned: then nobody knows
        where in them the tray lies. How the lens bends them is known in the shape of the pictures of the board.
        """
        has_tray = self.picture is None or is_shape(self.picture, width, height)
        has_lens = self.lens is not None and is_shape((self.lens.width, self.lens.height), width, height)
        return replace(self, tray=self.tray if has_tray else (), lens=self.lens if has_lens else None)

    def expected(self) -> dict[Colour, int]:
        """How many dice there are of each colour of the game."""
        counts: Counter[Colour] = Counter()
        for die in self.dice:
            counts[die.plays] += die.count
        return dict(counts)

    def names(self) -> dict[Colour, str]:
        """What their owner calls the dice of each colour of the game."""
        own = {plays: " or ".join(die.name for die in self.dice if die.plays is plays) for plays in self.expected()}
        return {**COLOUR_NAMES, **own}

    def outline(self, width: int, height: int) -> Array:
        """The tray in a picture of that size, (N, 2) px in order round it, its sides bent as by the lens."""
        known = self.at(width, height)
        corners = np.reshape(known.tray, (-1, 2)) * (width, height)
        if known.lens is None or not len(corners):
            return corners
        lens = Straightener(known.lens, width, height)
        straight = lens.straight(corners)
        shares = np.arange(SIDE_POINTS)[:, None] / SIDE_POINTS
        sides = [one + (other - one) * shares for one, other in zip(straight, np.roll(straight, -1, 0), strict=True)]
        return lens.bent(np.concatenate(sides))


@dataclass(frozen=True, slots=True)
class Place:
    """Which dice lie in the tray and which beside it."""

    inside: tuple[DieReading, ...]
    outside: tuple[DieReading, ...]


def is_tray(corners: Sequence[tuple[float, float]]) -> bool:
    """Whether these corners, shares of the picture, lie in order round a part of it.

    >>> is_tray([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)]), is_tray([(0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)])
    (True, False)
    """
    if len(corners) < 3:
        return False
    points = np.array(corners, np.float32)
    return cv2.contourArea(points) >= max(LEAST_TRAY, LEAST_ROUND * cv2.contourArea(cv2.convexHull(points)))


def placed(readings: Sequence[DieReading], outline: Array) -> Place:
    """Part the dice by whether their middle lies within the outline of the tray, (N, 2) px; none holds all.

    Beside it only what is surely a die of the game's colours counts.
    """
    edge = np.asarray(outline, np.float32)
    lies = [len(edge) < 3 or cv2.pointPolygonTest(edge, reading.box.centre, False) >= 0 for reading in readings]
    pairs = list(zip(readings, lies, strict=True))
    return Place(
        tuple(r for r, inside in pairs if inside), tuple(r for r, inside in pairs if not inside and _is_surely_one(r))
    )


def is_shape(size: tuple[int, int], width: int, height: int) -> bool:
    """Whether a picture of that width and height has the shape of one of this size; else it shows another part.

    >>> is_shape((1280, 720), 640, 368), is_shape((1280, 720), 720, 1280), is_shape((1280, 720), 1024, 768)
    (True, False, False)
    """
    return abs(width * size[1] / (height * size[0]) - 1) <= SAME_SHAPE


def _is_surely_one(reading: DieReading) -> bool:
    return reading.colour is not None and reading.die_confidence >= SURELY_A_DIE
