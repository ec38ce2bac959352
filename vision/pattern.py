"""A second opinion on the pips, without a network: how well the straightened top face fits drawn patterns of pips."""

from __future__ import annotations

from functools import cache
from itertools import product

import cv2
import numpy as np
from threadpoolctl import ThreadpoolController

from vision.reading import Array

FACE_PX = 20
SLACK_PX = 1  # the face's middle may be off by so much, as corners are a little wrong
REACHES = (0.36, 0.44, 0.52, 0.60)  # of the outer pips from the middle, in half edges of the face
RADII = (0.13, 0.19)  # of a pip, in half edges
ONE = (1.0, 1.5, 2.0, 2.5)  # sizes of a single pip against the others, in place of the reaches
BESIDE = 0.75  # how far apart the two's pips are that lie side by side, against the sides of the five
NARROW = 0.7  # how far apart the rows of a narrow six are, against their length
_MIDDLE, _PAIR = ((0.0, 0.0),), ((-1.0, -1.0), (1.0, 1.0))
_FOUR = (*_PAIR, (-1.0, 1.0), (1.0, -1.0))
_SIX = (*_FOUR, (-1.0, 0.0), (1.0, 0.0))
LAYOUTS: tuple[tuple[int, tuple[tuple[float, float], ...]], ...] = (  # numbers and where their pips lie
    (1, _MIDDLE),
    (2, _PAIR),
    (2, ((-BESIDE, 0.0), (BESIDE, 0.0))),
    (3, (*_PAIR, *_MIDDLE)),
    (4, _FOUR),
    (5, (*_FOUR, *_MIDDLE)),
    (6, _SIX),
    (6, tuple((x * NARROW, y) for x, y in _SIX)),
)
TURNS = (-14.0, 0.0, 14.0, 76.0, 90.0, 104.0)  # degrees; two, three and six pips look different after a quarter turn
SMOOTH = 0.45  # shades wider than this, in half edges, are light and no pips
_WIDE_PX = FACE_PX + 2 * SLACK_PX
_SQUARE = np.array([(0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)], np.float32) + SLACK_PX
_PLACES = list(product(range(2 * SLACK_PX + 1), repeat=2))


def fits(grey: Array, faces: Array) -> Array:
    """How well each number's pips fit the faces of N dice, 0 to 1: (N, 6) float32.

    `grey` (N, P, P) uint8 are the cut-out dice, `faces` (N, 4, 2) the corners of their top faces as shares of P.
    A fit is the correlation with the best of the patterns of that number, dark on light or light on dark.
    """
    if len(grey) == 0:
        return np.empty((0, 6), np.float32)
    wide = [_straightened(crop, face) for crop, face in zip(grey, faces, strict=True)]
    seen = np.array([face[y : y + FACE_PX, x : x + FACE_PX] for face in wide for y, x in _PLACES], np.float32)
    rows = _unit(seen.reshape(len(grey) * len(_PLACES), -1))
    with _threads().limit(limits=1, user_api="blas"):
        alike = np.abs(rows @ _patterns().T)
    layouts = alike.reshape(len(grey), len(_PLACES), len(LAYOUTS), -1).max(axis=(1, 3))
    numbers = np.array([number for number, _ in LAYOUTS])
    best: Array = np.stack([layouts[:, numbers == number].max(axis=1) for number in range(1, 7)], axis=1)
    return best


@cache
def _threads() -> ThreadpoolController:
    """Two threads gain nothing on so small a product, and beside other programs wait long for each other."""
    return ThreadpoolController()


def _straightened(crop: Array, face: Array) -> Array:
    matrix = cv2.getPerspectiveTransform((face * crop.shape[0]).astype(np.float32), _SQUARE)
    seen = cv2.warpPerspective(crop, matrix, (_WIDE_PX, _WIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    return _without_shades(seen.astype(np.float32))


def _without_shades(face: Array) -> Array:
    fine: Array = face - cv2.GaussianBlur(face, (0, 0), SMOOTH * FACE_PX / 2, borderType=cv2.BORDER_REFLECT)
    return fine


def _unit(rows: Array) -> Array:
    centred = rows - rows.mean(axis=1, keepdims=True)
    unit: Array = centred / (np.linalg.norm(centred, axis=1, keepdims=True) + 1e-3)
    return unit


@cache
def _patterns() -> Array:
    """Unit patterns (len(LAYOUTS) * K, FACE_PX ** 2) float32, those of one layout after those of the one before."""
    steps = (np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1
    across = np.stack(np.meshgrid(steps, steps), axis=-1)[:, :, None]
    drawn = [
        _without_shades(_spots(across, reach * _turned(pips, turn), radius * (one if number == 1 else 1)))
        for number, pips in LAYOUTS
        for (reach, one), turn, radius in product(zip(REACHES, ONE, strict=True), TURNS, RADII)
    ]
    return _unit(np.stack(drawn).reshape(len(drawn), -1))


def _turned(pips: tuple[tuple[float, float], ...], degrees: float) -> Array:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turned: Array = np.array(pips) @ np.array([[c, s], [-s, c]])
    return turned


def _spots(across: Array, pips: Array, radius: float) -> Array:
    far = np.linalg.norm(across - pips, axis=-1).min(axis=2)
    spots: Array = np.exp(-((far / radius) ** 2)).astype(np.float32)
    return spots
