"""Find the dice of a picture: a small network marks the middle of each die on a reduced copy of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.crop import crops
from vision.model import session, shipped
from vision.reading import Array, Box, FoundDie

LONGEST_PX = 448  # longest side of the reduced picture; smaller dice come apart above, speed suffers
STRIDE = 4  # px of the reduced picture a cell of the network's answer stands for
GRID = 32  # the network takes sides that are multiples of this
LIKELY = 0.15  # centres below this are not looked at; the pip reader, which sees more, drops most false ones
CLOSE_PX, CLOSE_MARGIN = 96, 1.7  # side of a closer look at one place, also as a multiple of the die's longer side
SMALL_PX, LARGE_PX = 22, 36  # where most dice are no longer than the one, they are looked at again as long as the other
PART_PX = 544  # longest side of what is looked at again
WORTH_IT = 1.3  # it is not if that makes the dice longer by less
FOUND_WELL = 0.3  # places below this say nothing of where dice lie and how small they are
ROUND_ABOUT = 1.5  # and as many lengths of a die round those places are looked at as well
_MIDDLE = slice(CLOSE_PX // STRIDE // 3, CLOSE_PX // STRIDE * 2 // 3)  # where the die's middle is to be in it
SAME_DIE = 0.55  # two boxes that overlap more than this are one die,
NESTED = 0.8  # and so are two of which this much of the smaller lies within the other: it holds but one side of the die
CONTRACT = {"network": "finder", "longest_px": str(LONGEST_PX), "stride": str(STRIDE)}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a picture."""

    edges: tuple[int, int, int, int]  # left, top, right, bottom in px of the picture
    longest_px: int  # what its longest side is to have when it is looked at

    def holds(self, box: Box) -> bool:
        (x, y), (left, top, right, bottom) = box.centre, self.edges
        return left <= x <= right and top <= y <= bottom


class DiceFinder:
    """Finds dice of any colour; what is printed on the table or lies beside them is not to be found."""

    def __init__(self, path: Path | None = None, threads: int = 1) -> None:
        self._session = session(path or shipped("finder.onnx"), CONTRACT, threads)

    def find(self, bgr: Array, likely: float = LIKELY) -> list[FoundDie]:
        """The dice of a picture (H, W, 3) uint8, surest first; none less sure than `likely`.

        Where most of them are small, the part of the picture that holds them is looked at again, larger.
        """
        found = self._seen(bgr, likely, LONGEST_PX)
        part = _part_of_small_dice(found, bgr.shape[1], bgr.shape[0])
        if part is None:
            return found
        left, top, right, bottom = part.edges
        nearer = self._seen(bgr[top:bottom, left:right], likely, part.longest_px)
        beside = [die for die in found if not part.holds(die.box)]
        return _surest([*beside, *(replace(die, box=die.box.moved(left, top)) for die in nearer)])

    def _seen(self, bgr: Array, likely: float, longest_px: int) -> list[FoundDie]:
        small, scale = reduced(bgr, longest_px)
        (out,) = self._session.run(None, {"bgr": small[None]})
        return _picked(out[0], likely, scale, bgr.shape[1], bgr.shape[0])

    def closer(self, bgr: Array, boxes: Sequence[Box]) -> Array:
        """How likely dice are in the middle of these places, seen larger than in the whole picture: (N,), 0 to 1."""
        if not boxes:
            return np.empty(0, np.float32)
        (out,) = self._session.run(None, {"bgr": crops(bgr, boxes, CLOSE_PX, CLOSE_MARGIN)})
        likely: Array = out[:, 0, _MIDDLE, _MIDDLE].max(axis=(1, 2))
        return likely


def reduced(bgr: Array, longest_px: int = LONGEST_PX) -> tuple[Array, tuple[float, float]]:
    """The picture with its longest side at `longest_px`, filled up to the network's grid, and its scale in x and y.

    Halving first and interpolating the rest costs a tenth of one exact area average.
    """
    height, width = bgr.shape[:2]
    factor = longest_px / max(height, width)
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
    boxes = np.stack([left, top, right - left, bottom - top], axis=1).tolist()
    return _surest([FoundDie(Box(*box), float(score)) for box, score in zip(boxes, cells[0], strict=True)])


def _surest(found: Sequence[FoundDie]) -> list[FoundDie]:
    """Each die once, surest first."""
    ranked = sorted(found, key=lambda die: -die.score)
    return [ranked[i] for i in single([die.box for die in ranked])]


def _part_of_small_dice(found: Sequence[FoundDie], width: int, height: int) -> _Part | None:
    """The part of the picture that is worth a second look; None if none is."""
    sure = np.array([_corners(die.box) for die in found if die.score >= FOUND_WELL]).reshape(-1, 4)
    if len(sure) == 0:
        return None
    side = float(np.median((sure[:, 2:] - sure[:, :2]).max(axis=1)))
    start = np.maximum(sure[:, :2].min(axis=0) - ROUND_ABOUT * side, 0)
    end = np.minimum(sure[:, 2:].max(axis=0) + ROUND_ABOUT * side, (width, height))
    longest = float((end - start).max())
    usual, larger = LONGEST_PX / max(width, height), min(PART_PX / longest, LARGE_PX / side)
    if side * usual > SMALL_PX or larger < WORTH_IT * usual:
        return None
    edges = (*start.astype(int).tolist(), *end.astype(int).tolist())
    return _Part(edges, round(longest * larger))


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.x + box.width, box.y + box.height


def single(boxes: Sequence[Box]) -> list[int]:
    """Which of these boxes, the surest first, stay when each die is to have one; empty boxes do not."""
    kept: list[int] = []
    for i, box in enumerate(boxes):
        if box.width > 1 and box.height > 1 and not any(_is_same(box, boxes[k]) for k in kept):
            kept.append(i)
    return kept


def _is_same(box: Box, other: Box) -> bool:
    return box.overlap(other) >= SAME_DIE or box.nesting(other) >= NESTED
