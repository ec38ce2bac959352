"""Photographs of print alone, on which there is no die to be found or read."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from models.render import board, camera
from vision.reading import Array

PAGES = 600  # how many of them are learned from
SIZE = (640, 480)  # width, height of the pictures
PAGE_PX = 900
SLANT = 0.25  # how far each corner of what is seen may lie from where it would if seen from above, of the picture


def pages(count: int, seed: int) -> Iterator[Array]:
    """Yield as many pictures (H, W, 3) uint8 BGR of papers, posters, maps and boards; some are seen from very near."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        draw = board.ruled_paper if rng.random() < 0.3 else board.picture
        yield camera.photograph(_seen(draw(rng, PAGE_PX), rng) * _light(rng)[..., None], rng)


def _seen(page: Array, rng: np.random.Generator) -> Array:
    """A part of a page, turned and slanted."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    turn = rng.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    side = PAGE_PX * rng.uniform(0.25, 0.65)
    part = rng.uniform(0.4, 0.6, 2) * PAGE_PX + side * (corners + rng.uniform(-SLANT, SLANT, (4, 2)) / 2) @ axes
    whole = (corners + 0.5) * SIZE
    matrix = cv2.getPerspectiveTransform(part.astype(np.float32), whole.astype(np.float32))
    return cv2.warpPerspective(page, matrix, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)


def _light(rng: np.random.Generator) -> Array:
    """Light that falls off to one side, (H, W)."""
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, SIZE[0]), np.linspace(-0.5, 0.5, SIZE[1]))
    turn = rng.uniform(0, 2 * np.pi)
    light: Array = np.exp(rng.uniform(0, 1.2) * (x * np.cos(turn) + y * np.sin(turn))).astype(np.float32)
    return light
