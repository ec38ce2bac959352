"""Dice without pips: polyhedra with numbers, and cubes with numerals, symbols or nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from models.render import Array, design, glyph, skin
from models.render.die import CELLS, DieShape, die_mesh, hull_points
from models.render.solid import cells_aside, polyhedron
from models.render.thing import Thing

GOLDEN = (1 + 5**0.5) / 2
BODIES = ("white", "white", "white", "blue", "blue", "black", "red", "green", "yellow", "other")
BEVEL = 0.07
CUBES = {"numeral d6": 0.7, "symbol d6": 0.1, "blank cube": 0.2}


def _d4() -> Array:
    return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / 1.3


def _d8() -> Array:
    return np.concatenate([np.eye(3), -np.eye(3)]) * 1.25


def _d10() -> Array:
    angle = np.arange(10) * np.pi / 5
    high = np.where(np.arange(10) % 2, 1, -1) * (1 - np.cos(np.pi / 5)) / (1 + np.cos(np.pi / 5))
    ring = np.column_stack([np.cos(angle), np.sin(angle), high])
    return np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]]) * [1.1, 1.1, 1.15]


def _d12() -> Array:
    corners = [np.array(list(product((-1, 1), repeat=3)), float)]
    for a, b in product((-1, 1), repeat=2):
        triple = np.array([0, a / GOLDEN, b * GOLDEN])
        corners.append(np.array([np.roll(triple, k) for k in range(3)]))
    return np.concatenate(corners) / 1.45


def _d20() -> Array:
    corners = []
    for a, b in product((-1, 1), repeat=2):
        triple = np.array([0, a, b * GOLDEN])
        corners.append(np.array([np.roll(triple, k) for k in range(3)]))
    return np.concatenate(corners) / 1.5


POLYHEDRA: dict[str, Callable[[], Array]] = {
    "d4": _d4,
    "d8": _d8,
    "d10": _d10,
    "d12": _d12,
    "d20": _d20,
}


def numeral_die(rng: np.random.Generator, kind: str, edge_cm: float, px: int) -> Thing:
    """A d4, d8, d10, d12 or d20 about as large as a six-sided die of `edge_cm`."""
    points = POLYHEDRA[kind]() * edge_cm * 0.62
    mesh, faces = polyhedron(points, BEVEL * rng.uniform(0.6, 1.8))
    aside = cells_aside(faces)
    finish = design.any_finish(rng, str(rng.choice(BODIES)))
    paint = design.any_paint(rng, finish.body, "numeral")
    words = [str(k + 1) for k in rng.permutation(faces)]
    if kind == "d10" and rng.random() < 0.3:
        words = [f"{10 * k:02d}" for k in range(10)]
    masks = skin.numeral_masks(rng, faces, px, words, bool(rng.random() < 0.4))
    tile = skin.drawn_tile(rng, finish, paint, masks, (aside, aside))
    return Thing(kind, mesh, tile, points, lies=False)


def odd_cube(rng: np.random.Generator, kind: str, edge_cm: float, px: int) -> Thing:
    """A six-sided die with numerals or symbols instead of pips, or a blank cube."""
    ball = float(rng.choice([9.0, 1.5, 1.38]))
    edge = rng.uniform(0.05, 0.32)
    shape = DieShape(edge, ball, 0.5, 0.1, 1, 1, 0, 1, 1, (False,) * 3, drilled=False)
    finish = design.any_finish(rng, str(rng.choice(BODIES)))
    paint = design.any_paint(rng, finish.body, "numeral")
    masks = [np.zeros((px, px), np.float32)] * 6
    if kind == "numeral d6":
        words = [str(k) for k in rng.permutation(6) + 1]
        masks = skin.numeral_masks(rng, 6, px, words, bool(rng.random() < 0.35))
    elif kind == "symbol d6":
        masks = [_symbol(rng, px) for _ in range(6)]
    masks = [np.rot90(mask, int(rng.integers(4))) for mask in masks]
    tile = skin.drawn_tile(rng, finish, paint, masks, CELLS)
    half = edge_cm / 2
    return Thing(kind, die_mesh(shape, 28).scaled(half), tile, hull_points(shape) * half, lies=False)


def _symbol(rng: np.random.Generator, px: int) -> Array:
    """An ornament, a letter, or one large round spot with a hole."""
    share = rng.random()
    if share < 0.6:
        small = int(px * rng.uniform(0.45, 0.85))
        mask = np.zeros((px, px), np.float32)
        start = (px - small) // 2
        mask[start : start + small, start : start + small] = glyph.ornament(rng, small)
        return mask
    if share < 0.85:
        return glyph.text(str(rng.choice(list("AKQJX+-?!"))), px, 0.5, 1, 1.2)
    return np.zeros((px, px), np.float32)
