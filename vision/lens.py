"""How a lens bends pictures, and pictures and points without it. Points are (x, y) in pixels of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.reading import Array, Box, DieReading

ROUNDS = 30  # until a point that is straightened stands; OpenCV stops after five, pixels away at the rim of wide lenses


@dataclass(frozen=True, slots=True)
class KnownLens:
    """A lens as OpenCV describes it, for pictures of that size; pictures of another size are taken to be scaled."""

    matrix: tuple[tuple[float, float, float], ...]  # (3, 3)
    distortion: tuple[float, ...]
    width: int
    height: int


class Straightener:
    """Takes the bending of one lens out of pictures of one size; holds their maps, which are costly.

    The whole picture is straightened, not only what was found in it: where a lens bends much, dice are lost
    that the finder sees again in the straight picture (26 of 402 on renders bent by a wide lens). It costs about
    a third of reading the picture.
    """

    def __init__(self, lens: KnownLens, width: int, height: int) -> None:
        scale = np.array([[width / lens.width], [height / lens.height], [1.0]])
        self._matrix, self._bend = np.array(lens.matrix) * scale, np.array(lens.distortion)
        self.size = width, height

    def picture(self, bgr: Array) -> Array:
        """The picture (H, W, 3) as a lens that bends nothing would have taken it."""
        straight: Array = cv2.remap(bgr, self._maps[0], self._maps[1], cv2.INTER_LINEAR)
        return straight

    def bent(self, points: Array) -> Array:
        """Where points (N, 2) of the straight picture lie in the one that was taken."""
        rays = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(self._matrix).T
        there, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self._matrix, self._bend)
        return np.asarray(there).reshape(-1, 2)

    def straight(self, points: Array) -> Array:
        """The inverse of `bent`."""
        there = np.asarray(points, np.float64)
        for _ in range(ROUNDS):
            there = there + points - self.bent(there)
        return there

    def as_taken(self, readings: Sequence[DieReading]) -> list[DieReading]:
        """The dice of the straight picture at their places in the one that was taken."""
        return [
            replace(die, box=self._bent_box(die.box), face=self.bent(die.face).astype(np.float32)) for die in readings
        ]

    @cached_property
    def _maps(self) -> tuple[Array, Array]:
        """Where each pixel of the straight picture comes from, as `cv2.remap` takes it."""
        matrix = self._matrix
        return cv2.initUndistortRectifyMap(matrix, self._bend, np.eye(3), matrix, self.size, cv2.CV_16SC2)

    def _bent_box(self, box: Box) -> Box:
        """The upright rectangle through the middles of the bent sides."""
        (x, y), w, h = box.centre, box.width / 2, box.height / 2
        left, right, top, bottom = self.bent(np.array([(x - w, y), (x + w, y), (x, y - h), (x, y + h)]))
        return Box(float(left[0]), float(top[1]), float(right[0] - left[0]), float(bottom[1] - top[1]))
