"""Dice cut out of renders along their masks and pasted into other pictures: each die meets many more tables.

Cutting and pasting with soft rims follows Dwibedi, Misra and Hebert, "Cut, Paste and Learn" (2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.render.label import FIRST_DISTRACTOR
from models.train.sample import Sample
from vision.reading import UNREADABLE, Array

SHARE = 0.5  # of the crops get something pasted
MOST = 5  # things pasted into one crop
RIM = 0.12  # of a die's side that is kept around it
HIDDEN = 0.08  # the mask may end this share of a side before its box does; else the thing is half hidden
LEAST_PX = 16
TRIES = 12
STEEP = 60.0  # degrees; seen from less high, a die may not be turned on its side


@dataclass(frozen=True, slots=True)
class Sprite:
    """A die, or something that looks like one, with soft edges."""

    bgra: Array  # (h, w, 4) uint8
    box: Array  # (4,) float32 in its own px
    pips: float  # as `finder.pips_of` gives them
    die: bool
    steep: bool


def sprites(bgr: Array, labels: Sample, pips: Array) -> Iterator[Sprite]:
    """What can be cut out of a render; nothing of photographs, which have no masks."""
    if labels.linear is None:
        return
    mask = cv2.imread(str(_mask_path(labels.path)), cv2.IMREAD_UNCHANGED)
    if mask is None:
        return
    steep = labels.elevation > STEEP
    for box, shown in zip(labels.boxes, pips, strict=True):
        yield from _sprite(bgr, mask, box, float(shown), True, steep)
    for box in labels.decoys:
        yield from _sprite(bgr, mask, box, UNREADABLE, False, steep)


def pasted(
    crop: Array, boxes: Array, pips: Array, ignore: Array, bank: list[Sprite], rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    """The crop with a few sprites in free places, and its boxes (N, 4) and pips (N,) with theirs."""
    crop, taken = crop.copy(), [*boxes, *ignore]
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) if len(boxes) else rng.uniform(10, 80, 1)
    usual = float(np.median(sides))
    new_boxes, new_pips = [], []
    for _ in range(int(rng.integers(1, MOST + 1))):
        sprite = bank[int(rng.integers(len(bank)))]
        side = float(np.clip(usual * np.exp(rng.normal(0, 0.2)), 9, 130))
        bgra, box = _resized(sprite, side, rng)
        place = _free_place(crop.shape[0], box, taken, rng)
        if place is None:
            continue
        _blend(crop, bgra, place, rng)
        box = box + np.tile(place, 2).astype(np.float32)
        taken.append(box)
        if sprite.die:
            new_boxes.append(box)
            new_pips.append(sprite.pips)
    if not new_boxes:
        return crop, boxes, pips
    return crop, np.concatenate([boxes, new_boxes]), np.append(pips, np.array(new_pips, np.float32))


def _mask_path(picture: Path) -> Path:
    return picture.with_name(f"{picture.stem}_mask.png")


def _sprite(bgr: Array, mask: Array, box: Array, pips: float, die: bool, steep: bool) -> Iterator[Sprite]:
    rim = RIM * float((box[2:] - box[:2]).max())
    x0, y0 = np.floor(box[:2] - rim).astype(int)
    x1, y1 = np.ceil(box[2:] + rim).astype(int)
    if min(x0, y0) < 0 or x1 > bgr.shape[1] or y1 > bgr.shape[0] or (box[2:] - box[:2]).max() < LEAST_PX:
        return
    part = mask[y0:y1, x0:x1]
    name = int(np.bincount(part[part > 0], minlength=2).argmax())
    shown = (part == name).astype(np.float32)
    within = box - np.array([x0, y0, x0, y0], np.float32)
    if (name < FIRST_DISTRACTOR) == die and _is_whole(shown, within):
        alpha = cv2.GaussianBlur(shown, (0, 0), 0.7)
        yield Sprite(np.dstack([bgr[y0:y1, x0:x1], (alpha * 255).astype(np.uint8)]), within, pips, die, steep)


def _is_whole(shown: Array, box: Array) -> bool:
    x, y, width, height = cv2.boundingRect(shown.astype(np.uint8))
    off = np.abs(np.array([x, y, x + width, y + height]) - box)
    return bool(off.max() <= HIDDEN * (box[2:] - box[:2]).max() + 1)


def _resized(sprite: Sprite, side: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """The sprite and its box, `side` px large, mirrored or turned as dice may be."""
    factor = side / float((sprite.box[2:] - sprite.box[:2]).max())
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    bgra = cv2.resize(sprite.bgra, None, fx=factor, fy=factor, interpolation=way)
    box = sprite.box * factor
    if rng.random() < 0.5:
        bgra = bgra[:, ::-1]
        box = np.array([bgra.shape[1] - box[2], box[1], bgra.shape[1] - box[0], box[3]], np.float32)
    for _ in range(int(rng.integers(4)) if sprite.steep else 0):
        wide = bgra.shape[1]
        bgra = np.rot90(bgra)
        box = np.array([box[1], wide - box[2], box[3], wide - box[0]], np.float32)
    return np.ascontiguousarray(bgra), box


def _free_place(side: int, box: Array, taken: list[Array], rng: np.random.Generator) -> Array | None:
    """Where the sprite's corner goes, so that its box lies in the crop and covers nothing that is known."""
    room = side - box[2:] - 1
    if (room <= -box[:2]).any():
        return None
    for _ in range(TRIES):
        corner = np.floor(rng.uniform(-box[:2], room)).astype(int)
        low, high = box[:2] + corner, box[2:] + corner
        if all((low > other[2:]).any() or (high < other[:2]).any() for other in taken):
            return corner
    return None


def _blend(crop: Array, bgra: Array, corner: Array, rng: np.random.Generator) -> None:
    """Lay the sprite over a soft shadow of its own, a little brighter or darker than it was."""
    side = float(max(bgra.shape[:2]))
    rim = int(side * 0.5)
    x0, y0 = np.maximum(corner - rim, 0)
    x1, y1 = np.minimum(corner + bgra.shape[1::-1] + rim, crop.shape[1::-1])
    size = int(x1 - x0), int(y1 - y0)
    at = np.array([[1.0, 0, corner[0] - x0], [0, 1, corner[1] - y0]])
    layer = cv2.warpAffine(bgra, at, size, flags=cv2.INTER_NEAREST)
    alpha = layer[..., 3].astype(np.float32) / 255
    away = np.array([[1, 0, rng.normal(0, 0.1) * side], [0, 1, rng.normal(0.05, 0.1) * side]])
    shade = cv2.warpAffine(alpha, away, size)
    shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.05, 0.2) * side) * rng.uniform(0.2, 0.7)
    left = (1 - shade) * (1 - alpha)
    mixed = crop[y0:y1, x0:x1] * left[..., None] + layer[..., :3] * (rng.uniform(0.75, 1.25) * alpha)[..., None]
    crop[y0:y1, x0:x1] = np.clip(mixed, 0, 255)
