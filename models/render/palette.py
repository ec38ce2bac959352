"""The colours of dice: what people call red, yellow, green, blue, white or black."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from models.render import Array
from models.render.noise import to_linear

NAMES = ("white", "red", "yellow", "green", "blue", "black")
BRIGHTEST = 0.86  # linear reflectance of the whitest plastic
DARKEST = 0.008  # and of the blackest; coloured plastic is never purer than this either


@dataclass(frozen=True, slots=True)
class Shade:
    """A range of HSV colours: hue in degrees, saturation and value in 0..1, as sRGB."""

    hue: tuple[float, float]
    saturation: tuple[float, float]
    value: tuple[float, float]


SHADES: dict[str, tuple[Shade, ...]] = {
    "white": (
        Shade((30, 60), (0.0, 0.06), (0.88, 0.97)),
        Shade((38, 54), (0.06, 0.17), (0.87, 0.96)),
        Shade((40, 52), (0.15, 0.36), (0.86, 0.95)),  # ivory and cream
    ),
    "red": (
        Shade((-8, 6), (0.82, 1.0), (0.65, 0.92)),
        Shade((-16, 2), (0.8, 1.0), (0.5, 0.75)),
        Shade((-14, 4), (0.7, 0.95), (0.33, 0.5)),  # maroon
        Shade((4, 12), (0.8, 1.0), (0.72, 0.98)),  # vermilion
    ),
    "yellow": (
        Shade((48, 60), (0.75, 1.0), (0.85, 1.0)),
        Shade((52, 62), (0.6, 0.9), (0.88, 1.0)),
        Shade((42, 50), (0.8, 1.0), (0.85, 1.0)),  # amber
    ),
    "green": (
        Shade((115, 155), (0.65, 1.0), (0.4, 0.75)),
        Shade((80, 120), (0.6, 0.95), (0.55, 0.85)),  # lime
        Shade((125, 165), (0.6, 1.0), (0.22, 0.42)),  # bottle green
    ),
    "blue": (
        Shade((212, 232), (0.75, 1.0), (0.55, 0.9)),
        Shade((197, 214), (0.65, 1.0), (0.6, 0.95)),  # azure
        Shade((218, 242), (0.7, 1.0), (0.22, 0.5)),  # navy
    ),
    "black": (
        Shade((0, 360), (0.0, 0.3), (0.04, 0.16)),
        Shade((200, 260), (0.0, 0.3), (0.12, 0.24)),  # charcoal
    ),
    "other": (
        Shade((18, 32), (0.8, 1.0), (0.75, 1.0)),  # orange
        Shade((320, 345), (0.25, 0.75), (0.75, 1.0)),  # pink
        Shade((262, 305), (0.45, 0.95), (0.25, 0.7)),  # purple
        Shade((14, 34), (0.5, 0.85), (0.22, 0.5)),  # brown
        Shade((0, 360), (0.0, 0.07), (0.35, 0.68)),  # grey
        Shade((170, 190), (0.5, 1.0), (0.5, 0.85)),  # turquoise
    ),
}


def pick(rng: np.random.Generator, name: str) -> Array:
    """A linear RGB colour (3,) that people would call `name`."""
    shades = SHADES[name]
    shade = shades[int(rng.integers(len(shades)))]
    hue = rng.uniform(*shade.hue) % 360 / 360
    srgb = colorsys.hsv_to_rgb(hue, rng.uniform(*shade.saturation), rng.uniform(*shade.value))
    purity = 1.0 if name == "black" else rng.uniform(0.94, 0.99)
    linear = to_linear(np.array(srgb))
    mixed: Array = purity * linear + (1 - purity) * linear.max()
    plastic: Array = np.clip(mixed, DARKEST, BRIGHTEST).astype(np.float32)
    return plastic


def anything(rng: np.random.Generator) -> Array:
    """Any linear RGB colour, dull ones more often than bright ones."""
    srgb = colorsys.hsv_to_rgb(rng.random(), rng.beta(1.1, 2.2), rng.uniform(0.08, 0.95))
    return np.minimum(to_linear(np.array(srgb)), BRIGHTEST).astype(np.float32)
