"""Drawn tables: flat squares for dice, whose colours and places are known exactly."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.dice import COLOURS, Colour
from tests.builders import reading
from vision.face import linear, srgb
from vision.reading import Array, Box, DieReading

DIE_PX = 60
PAINT = {  # linear RGB
    Colour.WHITE: (0.55, 0.55, 0.55),
    Colour.RED: (0.4, 0.02, 0.02),
    Colour.YELLOW: (0.5, 0.36, 0.02),
    Colour.GREEN: (0.02, 0.25, 0.06),
    Colour.BLUE: (0.02, 0.06, 0.35),
    Colour.BLACK: (0.01, 0.01, 0.01),
}
QWIXX = (Colour.WHITE, Colour.WHITE, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


def drawn(
    colours: tuple[Colour, ...] = QWIXX, paint: dict[Colour, tuple[float, float, float]] = PAINT
) -> tuple[Array, list[DieReading]]:
    """A picture (480, 640, 3) of dice with one large pip each, and what a good reader says of it."""
    light = np.full((480, 640, 3), 0.1)
    dice = []
    for i, colour in enumerate(colours):
        x, y = 60 + 180 * (i % 3), 100 + 160 * (i // 3)
        light[y : y + DIE_PX, x : x + DIE_PX] = paint[colour]
        dark = sum(paint[colour]) > 0.8
        cv2.circle(light, (x + DIE_PX // 2, y + DIE_PX // 2), 9, (0.01,) * 3 if dark else (0.6,) * 3, cv2.FILLED)
        dice.append(_read(colour, Box(x, y, DIE_PX, DIE_PX)))
    return srgb(light)[..., ::-1].copy(), dice


def lit(bgr: Array, red: float, green: float, blue: float) -> Array:
    """The same picture under another light."""
    return srgb(linear(bgr) * (blue, green, red))


def _read(colour: Colour, box: Box) -> DieReading:
    probs = np.full(7, 0.01, np.float32)
    probs[COLOURS.index(colour)] = 0.94
    return replace(reading(1, colour, box=box), colour_probs=probs, colour_confidence=0.94)
