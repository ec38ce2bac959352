"""Good pictures of dice made bad on purpose, one fault at a time, as cameras and lamps would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from calibration.fault import Kind
from engine.dice import Colour
from vision.face import linear, srgb
from vision.reading import Array, Box, DieReading

Shot = tuple[list[Array], list[DieReading]]  # frames, and what is read in the last one


def lit(bgr: Array, red: float, green: float, blue: float) -> Array:
    """The same table under another light; a sensor cuts off what is too bright."""
    light = linear(np.arange(256))
    return cv2.LUT(bgr, srgb(np.stack([light * blue, light * green, light * red], axis=-1))[None])


def dark(bgr: Array, dice: list[DieReading]) -> Shot:
    noise = np.random.default_rng(0).normal(0, 4, bgr.shape)
    return [np.clip(lit(bgr, 0.03, 0.03, 0.03) + noise, 0, 255).astype(np.uint8)], dice


def blown_out(bgr: Array, dice: list[DieReading]) -> Shot:
    gain = 1.3 / float(np.median(linear(bgr)))
    return [lit(bgr, gain, gain, gain)], dice


def grey(bgr: Array, dice: list[DieReading]) -> Shot:
    return [cv2.cvtColor(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)], dice


def cast(bgr: Array, dice: list[DieReading]) -> Shot:
    return [lit(bgr, 1.2, 0.55, 0.12)], dice


def blurred(bgr: Array, dice: list[DieReading]) -> Shot:
    return [cv2.GaussianBlur(bgr, (0, 0), 0.09 * _side(dice))], dice


def far(bgr: Array, dice: list[DieReading]) -> Shot:
    factor = 15 / _side(dice)
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return [small], [_scaled(die, factor, factor) for die in dice]


def flat(bgr: Array, dice: list[DieReading]) -> Shot:
    low = cv2.resize(bgr, None, fx=1, fy=0.4, interpolation=cv2.INTER_AREA)
    return [low], [_scaled(die, 1, 0.4) for die in dice]


def glare(bgr: Array, dice: list[DieReading], size: float = 0.12) -> Shot:
    """On a coloured die, if there is one on which it hides something: a one with a white middle is a one.

    `size` is that of the shine, as a part of a die's side.
    """
    coloured = [die for die in dice if die.colour not in (Colour.WHITE, None)]
    die = next((die for die in coloured if die.pips != 1), coloured[0])
    x, y = np.meshgrid(np.arange(bgr.shape[1]), np.arange(bgr.shape[0]))
    cx, cy = die.face.mean(axis=0)
    shine = 2 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * (size * _side(dice)) ** 2))
    return [srgb(linear(bgr) + shine[..., None])], dice


def cluttered(bgr: Array, dice: list[DieReading]) -> Shot:
    """The same dice a second time, beside the table."""
    aside = np.array([bgr.shape[1], 0], np.float32)
    others = [replace(die, box=replace(die.box, x=die.box.x + aside[0]), face=die.face + aside) for die in dice]
    return [np.hstack([bgr, bgr])], [*dice, *others]


def flickering(bgr: Array, dice: list[DieReading]) -> Shot:
    gains = [1, 0.82, 1.04, 0.8, 1, 0.84]
    return [lit(bgr, gain, gain, gain) for gain in gains], dice


def shaken(bgr: Array, dice: list[DieReading]) -> Shot:
    rng = np.random.default_rng(0)
    moves = [(0.0, 0.0), *rng.normal(0, 0.006 * bgr.shape[1], (4, 2)).tolist()]
    size = bgr.shape[1], bgr.shape[0]
    frames = [
        cv2.warpAffine(bgr, np.array([[1, 0, x], [0, 1, y]]), size, borderMode=cv2.BORDER_REFLECT) for x, y in moves
    ]
    return [*frames[1:], frames[0]], dice


def exposure_drifts(bgr: Array, dice: list[DieReading]) -> Shot:
    return [lit(bgr, gain, gain, gain) for gain in np.linspace(0.55, 1, 5)], dice


def white_balance_drifts(bgr: Array, dice: list[DieReading]) -> Shot:
    return [lit(bgr, warm, 1, 2 - warm) for warm in np.linspace(1.4, 1, 5)], dice


FAULTY: dict[Kind, Callable[[Array, list[DieReading]], Shot]] = {
    Kind.DARK: dark,
    Kind.BLOWN_OUT: blown_out,
    Kind.GREY: grey,
    Kind.CAST: cast,
    Kind.BLURRED: blurred,
    Kind.FAR: far,
    Kind.FLAT: flat,
    Kind.GLARE: glare,
    Kind.CLUTTER: cluttered,
    Kind.FLICKER: flickering,
    Kind.SHAKING: shaken,
    Kind.EXPOSURE: exposure_drifts,
    Kind.WHITE_BALANCE: white_balance_drifts,
}


def _side(dice: list[DieReading]) -> float:
    return float(np.median([max(die.box.width, die.box.height) for die in dice]))


def _scaled(die: DieReading, x: float, y: float) -> DieReading:
    box = Box(die.box.x * x, die.box.y * y, die.box.width * x, die.box.height * y)
    return replace(die, box=box, face=(die.face * (x, y)).astype(np.float32))
