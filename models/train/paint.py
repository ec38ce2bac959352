"""Other things painted where renders show a single pip: a larger pip, or a maker's mark that nobody can count."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.render import glyph
from models.train.sample import Sample
from vision.reading import Array

SHARE = 0.5  # of the single pips that are painted over, and
MARKS = 0.6  # of those with a maker's mark
SMALLEST_PX = 12  # smaller faces are left as they are
LEGIBLE_PX = 24  # on a smaller face a mark cannot be told from a pip
PIP = (0.26, 0.5)  # radii of the larger pips, in half edges of the face
CLEARED = 0.56  # radius of what is painted over, in half edges
CONTRAST = 30  # sRGB steps; a pip that differs less from its face gives no ink to paint with


def repainted(bgr: Array, labels: Sample, rng: np.random.Generator) -> tuple[Array, Sample]:
    """The picture and its labels with some of the single pips painted over."""
    readable = labels.readable.copy()
    picture = bgr
    for i in np.flatnonzero(labels.readable & (labels.values == 1) & np.isfinite(labels.faces).all(axis=(1, 2))):
        face = labels.faces[i]
        side = float(np.linalg.norm(face[1] - face[0]))
        if side < SMALLEST_PX or rng.random() >= SHARE:
            continue
        mark = side >= LEGIBLE_PX and bool(rng.random() < MARKS)
        painted = _painted(picture, face, int(np.clip(2 * side, 32, 192)), mark, rng)
        if painted is not None:
            picture, readable[i] = painted, not mark
    return picture, replace(labels, readable=readable)


def _painted(bgr: Array, face: Array, px: int, mark: bool, rng: np.random.Generator) -> Array | None:
    """The picture with the face, straightened to `px`, cleared and painted anew in its pip's colour, if that shows."""
    square = np.array([(0, 0), (px, 0), (px, px), (0, px)], np.float32)
    matrix = cv2.getPerspectiveTransform(face.astype(np.float32), square)
    flat = cv2.warpPerspective(bgr, matrix, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ink = np.median(flat[px * 9 // 20 : px * 11 // 20 + 1, px * 9 // 20 : px * 11 // 20 + 1].reshape(-1, 3), axis=0)
    if np.abs(ink - np.median(flat[: px // 6].reshape(-1, 3), axis=0)).max() < CONTRAST:
        return None
    mask = np.rot90(glyph.emblem(rng, px), int(rng.integers(4))) if mark else _pip(px, rng)
    mask = cv2.GaussianBlur(np.ascontiguousarray(mask), (0, 0), px / 64)[..., None] * rng.uniform(0.75, 1.0)
    drawn = (_cleared(flat) * (1 - mask) + ink * mask).astype(np.float32)
    if not mark:
        drawn = drawn * _rim(px, rng)[..., None] + _glint(px, rng)[..., None]
    size = bgr.shape[1::-1]
    back = cv2.warpPerspective(np.clip(drawn, 0, 255), matrix, size, flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP)
    inside = cv2.warpPerspective(_disc(px, 0.9, 0.06), matrix, size, flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP)
    share = inside[..., None]
    whole: Array = np.clip(bgr * (1 - share) + back * share + 0.5, 0, 255).astype(np.uint8)
    return whole


def _cleared(flat: Array) -> Array:
    """The face without what is in its middle, which takes the tones around it."""
    small = cv2.resize(flat, (32, 32), interpolation=cv2.INTER_AREA)
    hole = (_disc(32, CLEARED, 0.02) > 0.5).astype(np.uint8)
    filled = cv2.resize(cv2.inpaint(small, hole, 3, cv2.INPAINT_TELEA), flat.shape[1::-1])
    share = _disc(flat.shape[0], CLEARED, 0.04)[..., None]
    cleared: Array = flat * (1 - share) + filled * share
    return cleared


def _pip(px: int, rng: np.random.Generator) -> Array:
    return _disc(px, float(rng.uniform(*PIP)), 0.02, rng.normal(0, 0.03, 2))


def _glint(px: int, rng: np.random.Generator) -> Array:
    """What a lamp leaves in half of the bowls: a small bright or pale spot off their middle."""
    spot = _disc(px, float(rng.uniform(0.03, 0.12)), 0.06, rng.normal(0, 0.12, 2))
    return spot * max(float(rng.uniform(-160, 160)), 0)


def _rim(px: int, rng: np.random.Generator) -> Array:
    """The shade of a circle round the pip, where on some dice a flat of that shape ends: for most hardly any."""
    reach = float(rng.uniform(0.55, 0.85))
    ring = _disc(px, reach, 0.04) - _disc(px, reach - float(rng.uniform(0.02, 0.08)), 0.04)
    return 1 + ring * min(max(float(rng.uniform(-0.5, 0.3)), -0.35), 0.2)


def _disc(px: int, radius: float, soft: float, middle: Array | None = None) -> Array:
    """A soft-edged disc (px, px) float32, 0..1; lengths in half sides."""
    steps = (np.arange(px, dtype=np.float32) + 0.5) / px * 2 - 1
    x, y = (0.0, 0.0) if middle is None else middle
    far = np.hypot(steps - x, steps[:, None] - y)
    disc: Array = np.clip((radius - far) / soft + 0.5, 0, 1).astype(np.float32)
    return disc
