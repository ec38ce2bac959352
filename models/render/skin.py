"""What dice are made of and how their faces are painted, as texture tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render import Array, glyph
from models.render.die import CELL_FILL, CELLS, VALUES, DieShape, frame, pip_centres, pip_radius
from models.render.noise import fractal, swirl


@dataclass(frozen=True, slots=True)
class Tile:
    """The skin of one solid: `albedo` (H, W, 3) linear, `gloss` (H, W, 3).

    The channels of `gloss` are roughness, metalness and how much light passes, each 0..1.
    """

    albedo: Array
    gloss: Array


@dataclass(frozen=True, slots=True)
class Finish:
    """The stuff of a body: plain or patterned, and how it shines."""

    body: Array  # (3,) linear colour
    second: Array  # (3,) linear colour of the pattern
    pattern: str  # plain, marbled, speckled, pearly or halved
    strength: float  # of the pattern
    roughness: float
    clear: float  # share of light that passes through the surface
    metal: float = 0.0


@dataclass(frozen=True, slots=True)
class Paint:
    """The paint of pips and numerals."""

    colour: Array  # (3,) linear
    one: Array  # (3,) linear, of the single pip and the others of `marked`
    roughness: float
    metal: float
    wear: float  # share that has come off
    ring: float  # pips are painted only outside this share of their radius
    marked: tuple[int, ...] = (1,)  # the values whose pips may have another colour


def plain(colour: Array, roughness: float, size: int = 8, metal: float = 0.0) -> Tile:
    """A tile of one colour."""
    gloss = np.full((size, size, 3), (roughness, metal, 0.0), np.float32)
    return Tile(np.broadcast_to(colour, (size, size, 3)).astype(np.float32), gloss)


def printed(picture: Array, roughness: float, metal: float = 0.0) -> Tile:
    """A tile that shows a linear picture (H, W, 3)."""
    gloss = np.empty((*picture.shape[:2], 3), np.float32)
    gloss[:] = (roughness, metal, 0.0)
    return Tile(picture.astype(np.float32), gloss)


def pip_tile(rng: np.random.Generator, shape: DieShape, finish: Finish, paint: Paint, px: int) -> Tile:
    """The tile of a pip die, faces of `px` pixels."""
    faces = []
    for value in VALUES:
        flat = _face_points(px)
        colour = paint.one if value in paint.marked else paint.colour
        mask = glyph.emblem(rng, px) if value == shape.emblem else _pip_mask(rng, shape, value, flat, paint.ring)
        faces.append(_painted(rng, finish, paint, _body_points(shape, value, flat), mask, colour))
    return _assembled(faces)


def drawn_tile(
    rng: np.random.Generator, finish: Finish, paint: Paint, masks: list[Array], grid: tuple[int, int]
) -> Tile:
    """The tile of a solid whose cells (columns, rows) carry drawings; missing ones stay plain."""
    px = masks[0].shape[0]
    blank = np.zeros((px, px), np.float32)
    flat = _face_points(px)
    cells = masks + [blank] * (grid[0] * grid[1] - len(masks))
    faces = []
    for k, mask in enumerate(cells):
        points = np.concatenate([flat, np.full((px, px, 1), 0.7 * k, np.float32)], -1)
        faces.append(_painted(rng, finish, paint, points, mask, paint.colour))
    return _assembled(faces, grid)


def _face_points(px: int) -> Array:
    """Face coordinates (px, px, 2) in half edges at the pixels of a cell."""
    steps = (2 * (np.arange(px, dtype=np.float32) + 0.5) / px - 1) / CELL_FILL
    return np.stack(np.meshgrid(steps, steps), -1)


def _body_points(shape: DieShape, value: int, flat: Array) -> Array:
    axes = frame(value, shape.chirality)
    points = axes.out + flat[..., :1] * axes.right + flat[..., 1:] * axes.down
    spread: Array = points.astype(np.float32)
    return spread


def _pip_mask(rng: np.random.Generator, shape: DieShape, value: int, flat: Array, ring: float) -> Array:
    """Where a face is painted (0..1); each pip is a little off and not quite round."""
    radius = pip_radius(shape, value)
    px = flat.shape[0]
    soft = 2.4 / px
    mask = np.zeros((px, px), np.float32)
    reach = int(np.ceil(px * CELL_FILL / 2 * radius * 1.15)) + 2
    for centre in pip_centres(shape, value):
        column, row = ((centre * CELL_FILL + 1) * px / 2).astype(int)
        near = (slice(max(row - reach, 0), row + reach), slice(max(column - reach, 0), column + reach))
        offset = flat[near] - (centre + rng.normal(0, 0.007, 2)).astype(np.float32)
        distance = np.hypot(offset[..., 0], offset[..., 1])
        angle = np.arctan2(offset[..., 1], offset[..., 0])
        wobble = 1 + rng.normal(0, 0.012) * np.cos(int(rng.integers(2, 5)) * angle)
        edge = radius * wobble * rng.uniform(0.95, 1.03)
        pip = np.clip((edge - distance) / soft + 0.5, 0, 1)
        if ring > 0:
            pip *= np.clip((distance - edge * ring) / soft + 0.5, 0, 1)
        mask[near] = np.maximum(mask[near], pip)
    return mask


def _painted(
    rng: np.random.Generator,
    finish: Finish,
    paint: Paint,
    points: Array,
    mask: Array,
    colour: Array,
) -> Tile:
    """One cell: the body at `points` (px, px, 3), painted where `mask` says so."""
    if paint.wear > 0:
        size = 1 << int(np.ceil(np.log2(mask.shape[0])))
        flakes = fractal(rng, size, 0.8)[: mask.shape[0], : mask.shape[1]]
        mask = mask * np.clip((flakes + 2.6 - 3.2 * paint.wear) * 2, 0, 1)
    share = mask[..., None]
    albedo = _body(finish, points) * (1 - share) + colour * share
    bare = np.array([finish.roughness, finish.metal, finish.clear], np.float32)
    covered = np.array([paint.roughness, paint.metal, 0.0], np.float32)
    return Tile(albedo.astype(np.float32), bare * (1 - share) + covered * share)


def _body(finish: Finish, points: Array) -> Array:
    """The colour of the body (px, px, 3); patterns run on from face to face."""
    if finish.pattern == "plain":
        return np.broadcast_to(finish.body, points.shape)
    seed = np.random.default_rng(int(finish.strength * 1e9))  # one pattern for all faces
    if finish.pattern == "marbled":
        share = np.clip(0.5 + 0.9 * swirl(seed, points, 2.0), 0, 1)
    elif finish.pattern == "halved":
        share = np.clip(0.5 + 8 * (points @ seed.normal(0, 1, 3).astype(np.float32)), 0, 1)
    elif finish.pattern == "speckled":
        share = (swirl(seed, points, 9.0) * swirl(seed, points, 11.0) > 0.55).astype(np.float32)
    else:
        share = (0.5 + 0.5 * swirl(seed, points, 3.2)) ** 2
    share = share[..., None] * finish.strength
    return finish.body * (1 - share) + finish.second * share


def _assembled(faces: list[Tile], grid: tuple[int, int] = CELLS) -> Tile:
    return Tile(_mosaic([f.albedo for f in faces], grid), _mosaic([f.gloss for f in faces], grid))


def _mosaic(cells: list[Array], grid: tuple[int, int]) -> Array:
    columns = grid[0]
    rows = [np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    return np.vstack(rows)


def numeral_masks(rng: np.random.Generator, count: int, px: int, words: list[str], ornate: bool) -> list[Array]:
    """Drawings for the faces of a numeral die, with leafwork round the numbers if `ornate`."""
    font = int(rng.choice(glyph.FONTS))
    height = rng.uniform(0.26, 0.42) * (0.8 if count > 8 else 1.2)
    weight = rng.uniform(0.7, 1.6)
    masks = []
    border = ornate and bool(rng.random() < 0.5)
    for k in range(count):
        mask = glyph.text(words[k % len(words)], px, height, font, weight)
        if ornate:
            inner = cv2.dilate(mask, np.ones((px // 9, px // 9), np.uint8))
            around = glyph.border(rng, px) if border else glyph.ornament(rng, px)
            mask = np.maximum(mask, around * (1 - inner) * 0.9)
        masks.append(mask)
    return masks
