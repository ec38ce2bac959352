"""Find the dice of a picture: a small network marks the middle of each die on a reduced copy of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.model import session, shipped
from vision.reading import Array, Box, FoundDie

LONGEST_PX = 416  # longest side of the reduced picture; smaller dice come apart above, speed suffers
STRIDE = 4  # px of the reduced picture a cell of the network's answer stands for
GRID = 32  # the network takes sides that are multiples of this
LIKELY = 0.15  # centres below this are not looked at; the pip reader, which sees more, drops most false ones
SAME_DIE = 0.55  # two boxes that overlap more than this are one die,
NESTED = 0.8  # and so are two of which this much of the smaller lies within the other: it holds but one side of the die
CONTRACT = {"network": "finder", "longest_px": str(LONGEST_PX), "stride": str(STRIDE)}


class DiceFinder:
    """Finds dice of any colour; what is printed on the table or lies beside them is not to be found."""

    def __init__(self, path: Path | None = None, threads: int = 1) -> None:
        self._session = session(path or shipped("finder.onnx"), CONTRACT, threads)

    def find(self, bgr: Array, likely: float = LIKELY) -> list[FoundDie]:
        """The dice of a picture (H, W, 3) uint8, surest first; none less sure than `likely`."""
        small, scale = reduced(bgr)
        (out,) = self._session.run(None, {"bgr": small[None]})
        return _picked(out[0], likely, scale, bgr.shape[1], bgr.shape[0])


def reduced(bgr: Array) -> tuple[Array, tuple[float, float]]:
    """The picture with its longest side at LONGEST_PX, filled up to the network's grid, and its scale in x and y.

    Halving first and interpolating the rest costs a tenth of one exact area average.
    """
    height, width = bgr.shape[:2]
    factor = LONGEST_PX / max(height, width)
    size = max(round(width * factor), 1), max(round(height * factor), 1)
    while bgr.shape[1] >= 2 * size[0] and bgr.shape[0] >= 2 * size[1] and min(bgr.shape[:2]) > 1:
        bgr = cv2.resize(bgr, (bgr.shape[1] // 2, bgr.shape[0] // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_LINEAR)
    filled = np.zeros((-(-size[1] // GRID) * GRID, -(-size[0] // GRID) * GRID, 3), np.uint8)
    filled[: size[1], : size[0]] = small
    return filled, (size[0] / width, size[1] / height)


def _picked(out: Array, likely: float, scale: tuple[float, float], width: int, height: int) -> list[FoundDie]:
    """Peaks of the network's answer (5, h, w) as dice in px of the whole picture, doubles dropped."""
    rows, columns = np.nonzero(out[0] > likely)
    cells = out[:, rows, columns]  # (5, N)
    x, y = (columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE
    left, top = np.maximum((x - cells[1]) / scale[0], 0), np.maximum((y - cells[2]) / scale[1], 0)
    right, bottom = (
        np.minimum((x + cells[3]) / scale[0], width),
        np.minimum((y + cells[4]) / scale[1], height),
    )
    boxes = [
        Box(float(left[i]), float(top[i]), float(right[i] - left[i]), float(bottom[i] - top[i]))
        for i in np.argsort(-cells[0])
    ]
    scores = np.sort(cells[0])[::-1]
    return [FoundDie(boxes[i], float(scores[i])) for i in single(boxes)]


def single(boxes: Sequence[Box]) -> list[int]:
    """Which of these boxes, the surest first, stay when each die is to have one; empty boxes do not."""
    kept: list[int] = []
    for i, box in enumerate(boxes):
        if box.width > 1 and box.height > 1 and not any(_is_same(box, boxes[k]) for k in kept):
            kept.append(i)
    return kept


def _is_same(box: Box, other: Box) -> bool:
    return box.overlap(other) >= SAME_DIE or box.nesting(other) >= NESTED
