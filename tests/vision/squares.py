"""Pictures with squares for dice, and a reader that knows only those: for scenes in which reading is not the matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from engine.dice import Colour
from vision.reading import Box, DieReading, Frame

FPS = 30
SIDE = 30
LEVEL = 35  # grey of a square for each pip
GRAIN = np.random.default_rng(1).integers(0, 12, (360, 640, 3), np.uint8)  # a camera's noise

Square = tuple[int, int, int]  # pips, x, y


def picture(squares: Iterable[Square], noise: int = 0) -> np.ndarray:
    bgr = np.zeros((360, 640, 3), np.uint8)
    for pips, x, y in squares:
        bgr[y : y + SIDE, x : x + SIDE] = pips * LEVEL
    return bgr + np.roll(GRAIN, 7 * noise, axis=0)


class SquareReader:
    """Reads squares, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, bgr: np.ndarray) -> list[DieReading]:
        self.asked += 1
        gray = bgr[..., 0]
        count, _, stats, _ = cv2.connectedComponentsWithStats((gray > LEVEL // 2).astype(np.uint8))
        return [self._die(gray, *stats[i, :4]) for i in range(1, count)]

    def _die(self, gray: np.ndarray, x: int, y: int, width: int, height: int) -> DieReading:
        probs = np.full(7, 0.005, np.float32)
        probs[round(np.median(gray[y : y + height, x : x + width]) / LEVEL) - 1] = 0.97
        return DieReading(Box(x, y, width, height), np.zeros((4, 2), np.float32), Colour.WHITE, 0.9, probs, 0.97, None)


def frames(*scenes: tuple[float, list[Square]], noisy: bool = True) -> Iterator[Frame]:
    index = 0
    for seconds, squares in scenes:
        for _ in range(round(seconds * FPS)):
            yield Frame(picture(squares, index if noisy else 0), index / FPS, index)
            index += 1


def thrown(squares: list[Square], seconds: float = 0.5) -> list[tuple[float, list[Square]]]:
    """Dice that come from the left, a new number in each frame."""
    steps = round(seconds * FPS)
    return [(1 / FPS, [((pips + i) % 6 + 1, int(x * i / steps), y) for pips, x, y in squares]) for i in range(steps)]


FIRST: list[Square] = [(3, 100, 100), (5, 300, 200)]
SECOND: list[Square] = [(3, 420, 80), (1, 200, 250)]
