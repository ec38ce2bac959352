"""What colour the top faces of dice have in a picture. Light is linear RGB, 1 where the camera is at its limit."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import Array, DieReading

FACE_PX = 24  # side of the straightened face in which its colour is taken
INSIDE = 0.8  # part of the face's side that is looked at: edges mix with the table
BLOWN = 250  # a byte from here on says nothing about colour
ENOUGH = 0.2  # part of the face that must be left when glare is left out

_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)  # from linear sRGB, IEC 61966-2-1
_WHITE = _TO_XYZ.sum(axis=1)
_SQUARE = np.array([(0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)], np.float32)


def face_light(bgr: Array, readings: Sequence[DieReading]) -> Array:
    """The body colour of each die's top face, without pips and glare, as (N, 3) float64 linear RGB."""
    return np.array([_body(straightened(bgr, reading)) for reading in readings]).reshape(-1, 3)


def pips_are_light(bgr: Array, reading: DieReading) -> bool:
    """Say whether the pips are lighter than the die they are on."""
    gray = cv2.cvtColor(straightened(bgr, reading), cv2.COLOR_BGR2GRAY).astype(float)
    low, middle, high = np.percentile(gray, [4, 50, 96])
    return bool(high - middle > middle - low)


def linear(srgb: Array) -> Array:
    """Bytes of sRGB as linear light, 0 to 1.

    >>> linear(np.array([0, 188, 255])).round(2).tolist()
    [0.0, 0.5, 1.0]
    """
    share = np.asarray(srgb, np.float64) / 255
    light: Array = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return light


def srgb(light: Array) -> Array:
    """The inverse of `linear`, as bytes; what is too bright is cut off."""
    held = np.clip(light, 0, 1)
    share = np.where(held <= 0.0031308, held * 12.92, 1.055 * held ** (1 / 2.4) - 0.055)
    return (share * 255).round().astype(np.uint8)


def lab(light: Array) -> Array:
    """Linear RGB (..., 3) as CIE Lab; light above 1 counts too, so that glaring dice keep their hue."""
    xyz = np.asarray(light, np.float64) @ _TO_XYZ.T / _WHITE
    root = np.where(xyz > 216 / 24389, np.cbrt(np.maximum(xyz, 0)), (xyz * 24389 / 27 + 16) / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def straightened(bgr: Array, reading: DieReading) -> Array:
    """The top face as it is seen from straight above, without its rim: (FACE_PX, FACE_PX, 3) uint8."""
    centre = reading.face.mean(axis=0)
    corners = (centre + (reading.face - centre) * INSIDE).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, _SQUARE)
    return cv2.warpPerspective(bgr, matrix, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE)


def _body(face: Array) -> Array:
    pixels = face.reshape(-1, 3)
    fair = pixels[(pixels < BLOWN).any(axis=1)]
    if len(fair) < ENOUGH * len(pixels):
        fair = pixels
    body: Array = linear(np.median(fair[:, ::-1], axis=0))
    return body
