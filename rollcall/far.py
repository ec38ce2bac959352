"""How right the reader is where dice are farther away: photographs with an empty table put round them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from rollcall.batch import PictureReading
from rollcall.listing import json_line
from rollcall.score import Json, Tally, score
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import Array

TIMES = (1, 2, 3, 4, 5, 6)  # how many times as wide and high the picture becomes
EVERY = 5  # one photograph in so many is taken
LONGEST_PX = 800  # larger ones are reduced to this first, as six times their size takes long to read
GRAIN = 3.0  # of the empty table, in grey levels


def far_away(labels: Sequence[Json], photos: Path) -> Iterator[tuple[int, Tally]]:
    """Yield for each of `TIMES` what is right of the photographs when they fill so small a part of the picture."""
    reader = Reader.load()
    for times in TIMES:
        yield times, sum((_read(reader, label, photos, times) for label in labels[::EVERY]), Tally())


def _read(reader: Reader, label: Json, photos: Path, times: int) -> Tally:
    bgr = load_picture(photos / label["image"])
    scale = min(LONGEST_PX / max(bgr.shape[:2]), 1.0)
    small = bgr if scale == 1 else cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = ((times - 1) * side // 2 for side in (small.shape[1], small.shape[0]))
    found = PictureReading(Path(label["image"]), dice=tuple(reader.read(amid_a_table(small, left, top))))
    reading = json.loads(json_line(found))
    for die in reading["dice"]:
        x, y, width, height = die["box"]
        die["box"] = [side / scale for side in (x - left, y - top, width, height)]
    return score(label, reading)


def amid_a_table(bgr: Array, left: int, top: int) -> Array:
    """The picture with so much of a grainy table of its own middle colour on each side of it and above and below."""
    if left == top == 0:
        return bgr
    colour = np.median(bgr.reshape(-1, 3), axis=0)
    height, width = bgr.shape[0] + 2 * top, bgr.shape[1] + 2 * left
    grain = np.random.default_rng(0).normal(0, GRAIN, (height, width, 1)).astype(np.float32)
    wide: Array = np.clip(colour.astype(np.float32) + grain, 0, 255).astype(np.uint8)
    wide[top : top + bgr.shape[0], left : left + bgr.shape[1]] = bgr
    return wide
