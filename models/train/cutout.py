"""Cut-out dice to train the pip reader on: kept a little wide, so that every epoch can cut them anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.train import augment, page
from models.train.paint import repainted
from models.train.sample import UNKNOWN, Sample, views
from vision.crop import MARGIN
from vision.reading import UNREADABLE, Array
from vision.segment import DiceFinder

KEPT_PX = 112  # side of a kept cut-out
VIEWS = 2  # pictures taken of each render
WIDE = 1.5  # a kept cut-out shows this much more than the reader's crop
BACKGROUNDS = 3  # places without a die kept from a picture
SMALLEST_PX = 9  # smaller dice are not learned from
LEAST_LIKELY, MOST_MISTAKES = 0.08, 12  # of a picture's finds: the pip reader must know better than the finder
LEGIBLE_PX = 15  # nobody can count the pips of a smaller die
RARE = 2.5  # how much more a die counts that leans, is covered or marked: few are, and none must be given a number


@dataclass(frozen=True, slots=True)
class Cutouts:
    """Cut-outs and what they show; UNKNOWN where it is not known."""

    bgr: Array  # (N, KEPT_PX, KEPT_PX, 3) uint8
    pips: Array  # (N,) int64: 0..5 for 1..6, UNREADABLE, or UNKNOWN
    die: Array  # (N,) float32: 1 a die, 0 none
    colour: Array  # (N,) int64
    face: Array  # (N, 4, 2) float32: corners of the top face in px of the cut-out, NaN where not known
    box: Array  # (N, 4) float32: x0, y0, x1, y1 of the die in px of the cut-out, NaN where not known
    upright: Array  # (N,) bool: seen from the side, so that turning it would change which face is on top
    weight: Array  # (N,) float32


def collect(samples: Sequence[Sample], seed: int, finder: DiceFinder | None = None, pages: int = 0) -> Cutouts:
    """Cut every die, every decoy, some empty places and what `finder` takes for dice by mistake out of the samples.

    Of `pages` photographs of print alone, too, what it takes for dice.
    """
    rng = np.random.default_rng(seed)
    rows = [
        row
        for one in samples
        for bgr in views(one, VIEWS, rng)
        for row in _of_picture(*repainted(bgr, one, rng), rng, finder)
    ]
    if finder is not None:
        rows += [row for bgr in page.pages(pages, seed) for row in _of_page(bgr, finder)]
    bgr, pips, die, colour, face, box, upright, weight = zip(*rows, strict=True)
    return Cutouts(
        np.stack(bgr),
        np.array(pips, np.int64),
        np.array(die, np.float32),
        np.array(colour, np.int64),
        np.stack(face).astype(np.float32),
        np.stack(box).astype(np.float32),
        np.array(upright, bool),
        np.array(weight, np.float32),
    )


_Row = tuple[Array, int, float, int, Array, Array, bool, float]
_NO_FACE = np.full((4, 2), np.nan, np.float32)
NO_BOX = np.full(4, np.nan, np.float32)


def _of_picture(bgr: Array, labels: Sample, rng: np.random.Generator, finder: DiceFinder | None) -> Iterator[_Row]:
    upright, weight = labels.elevation < 65, labels.weight
    dice = zip(labels.boxes, labels.values, labels.colours, labels.readable, labels.faces, strict=True)
    for box, value, colour, readable, face in dice:
        side = (box[2:] - box[:2]).max()
        if side >= SMALLEST_PX:
            known = value != UNKNOWN and side >= LEGIBLE_PX
            pips = UNKNOWN if not known else int(value) - 1 if readable else UNREADABLE
            matrix = wide_matrix(box)
            moved = augment.moved_points(face, matrix) if readable else _NO_FACE
            end = augment.moved_boxes(box[None], matrix)[0] if labels.tight else NO_BOX
            counts = weight * RARE if pips == UNREADABLE else weight
            yield wide_crop(bgr, box), pips, 1.0, int(colour), moved, end, upright, counts
    for box in labels.decoys:
        if (box[2:] - box[:2]).max() >= SMALLEST_PX:
            yield wide_crop(bgr, box), UNKNOWN, 0.0, UNKNOWN, _NO_FACE, NO_BOX, upright, 1.0
    for box in _empty_places(labels, rng):
        yield wide_crop(bgr, box), UNKNOWN, 0.0, UNKNOWN, _NO_FACE, NO_BOX, False, 0.3
    for box in _mistakes(bgr, labels, finder) if finder is not None else ():
        yield wide_crop(bgr, box), UNKNOWN, 0.0, UNKNOWN, _NO_FACE, NO_BOX, upright, 1.0


def _of_page(bgr: Array, finder: DiceFinder) -> Iterator[_Row]:
    for box in _finds(bgr, finder):
        yield wide_crop(bgr, box), UNKNOWN, 0.0, UNKNOWN, _NO_FACE, NO_BOX, False, 1.0


def wide_matrix(box: Array) -> Array:
    """The affine change (2, 3) from the picture to the cut-out of a box (x0, y0, x1, y1)."""
    scale = KEPT_PX / (float((box[2:] - box[:2]).max()) * MARGIN * WIDE)
    shift = KEPT_PX / 2 - scale * (box[:2] + box[2:]) / 2
    return np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])


def wide_crop(bgr: Array, box: Array) -> Array:
    """A square round a box (x0, y0, x1, y1), wider than the reader's crop, at KEPT_PX."""
    matrix = wide_matrix(box)
    scale, side = matrix[0, 0], KEPT_PX / matrix[0, 0]
    if scale < 0.5:
        halvings = int(np.log2(1 / scale))
        x0, y0 = np.maximum(((box[:2] + box[2:]) / 2 - side * 0.6).astype(int), 0)
        part = bgr[y0 : y0 + int(side * 1.2), x0 : x0 + int(side * 1.2)]
        small = cv2.resize(part, None, fx=0.5**halvings, fy=0.5**halvings, interpolation=cv2.INTER_AREA)
        return wide_crop(small, (box - np.array([x0, y0, x0, y0])) * 0.5**halvings)
    return cv2.warpAffine(bgr, matrix, (KEPT_PX, KEPT_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _mistakes(bgr: Array, labels: Sample, finder: DiceFinder) -> Iterator[Array]:
    """Boxes that the finder takes for dice although nothing labelled is near."""
    return (place for place in _finds(bgr, finder) if _is_free(place, labels))


def _finds(bgr: Array, finder: DiceFinder) -> Iterator[Array]:
    """Boxes of what the finder takes for dice, the surest, of a size to learn from."""
    for found in finder.find(bgr, LEAST_LIKELY)[:MOST_MISTAKES]:
        box = found.box
        if max(box.width, box.height) >= SMALLEST_PX:
            yield np.array([box.x, box.y, box.x + box.width, box.y + box.height], np.float32)


def _is_free(place: Array, labels: Sample) -> bool:
    taken = np.concatenate([labels.boxes, labels.decoys, labels.ignore])
    low, high = np.maximum(taken[:, :2], place[:2]), np.minimum(taken[:, 2:], place[2:])
    return not bool((high > low).all(axis=1).any())


def _empty_places(labels: Sample, rng: np.random.Generator) -> Iterator[Array]:
    width, height = labels.size
    for _ in range(BACKGROUNDS):
        side = float(np.exp(rng.uniform(np.log(16), np.log(max(width, height) / 5))))
        x, y = rng.uniform(0, max(width - side, 1)), rng.uniform(0, max(height - side, 1))
        place = np.array([x, y, x + side, y + side], np.float32)
        if _is_free(place, labels):
            yield place
