"""The looks of dice: moulds, finishes and paints drawn at random, alone or as a matching set."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.render import Array, palette
from models.render.die import NO_BALL, DieShape, flat_reach, pip_centres
from models.render.noise import to_srgb
from models.render.skin import Finish, Paint

PLAYED = ("white", "white", "red", "yellow", "green", "blue")  # the six dice of the game
DARK = np.array([0.012, 0.012, 0.012], np.float32)
LIGHT = np.array([0.8, 0.8, 0.78], np.float32)
GOLD = np.array([0.75, 0.48, 0.14], np.float32)
CONTRAST = 0.35  # least difference of coloured pips from the body, in one sRGB channel of 0..1
BIGGEST = 0.46  # largest radius of a single pip, half edges
SILVER = np.array([0.7, 0.7, 0.7], np.float32)


@dataclass(frozen=True, slots=True)
class DieLook:
    """All that a die is, but for its size and place."""

    colour: str
    shape: DieShape
    finish: Finish
    paint: Paint


def any_shape(rng: np.random.Generator) -> DieShape:
    """A mould: from sharp cubes to almost round dice, with pips of many kinds."""
    ball = float(rng.choice([NO_BALL, rng.uniform(1.25, 1.36), rng.uniform(1.36, 1.55)]))
    pip = rng.uniform(0.10, 0.24)
    bowl, depth = [
        (1.0, 0.0),
        (1.0, rng.uniform(0.03, 0.1)),
        (2.0, rng.uniform(0.03, 0.12)),
        (1.3, pip * rng.uniform(0.5, 0.9)),  # deep half balls
        (4.0, rng.uniform(0.05, 0.15)),  # flat-bottomed holes
    ][int(rng.integers(5))]
    turned = tuple(bool(t) for t in rng.integers(0, 2, 3))
    chirality = int(rng.choice([1, -1]))
    edge = float(rng.choice([rng.uniform(0.06, 0.15), rng.uniform(0.15, 0.35)]))
    shape = DieShape(edge, ball, 0.5, pip, 1.0, 1.0, depth, bowl, chirality, (turned[0], turned[1], turned[2]))
    reach = (flat_reach(shape) + 0.12 - 0.8 * pip) / np.sqrt(2)
    offset = min(rng.uniform(0.34, 0.55), max(reach, 0.34))
    return _as_makers_do(rng, replace(shape, offset=offset, pip=min(pip, offset * 0.46)))


def _as_makers_do(rng: np.random.Generator, shape: DieShape) -> DieShape:
    """Many makers drill fewer pips larger, a big single one above all, and bring the rows of the six together.

    On many dice from East Asia the two's pips lie side by side, near the middle.
    """
    one = float(rng.choice([1.0, rng.uniform(1.2, 1.6), rng.uniform(1.6, 2.6)], p=[0.45, 0.25, 0.3]))
    two = float(rng.choice([1.0, rng.uniform(1.1, 1.5)], p=[0.7, 0.3]))
    narrow = float(rng.choice([1.0, rng.uniform(0.5, 0.95)], p=[0.35, 0.65]))
    two = min(two, 0.58 * shape.offset / shape.pip)
    beside = float(rng.choice([0.0, rng.uniform(0.5, 1.0) * shape.offset], p=[0.6, 0.4]))
    return replace(
        shape,
        one=min(one, BIGGEST / shape.pip),
        two=two,
        beside=max(beside, 1.2 * two * shape.pip) if beside else 0.0,
        narrow=max(narrow, 1.2 * shape.pip / shape.offset),
    )


def any_finish(rng: np.random.Generator, colour: str) -> Finish:
    """A material whose colour people would call `colour`."""
    body = palette.pick(rng, colour)
    roughness = float(rng.choice([rng.uniform(0.06, 0.2), rng.uniform(0.2, 0.45), 0.6]))
    pattern = str(rng.choice(["plain", "marbled", "speckled", "pearly", "halved"], p=[0.7, 0.14, 0.05, 0.08, 0.03]))
    strength = rng.uniform(0.15, 0.55)
    second = np.clip(body * rng.uniform(0.4, 1.9) + rng.uniform(0, 0.08), 0, palette.BRIGHTEST)
    if pattern == "pearly":
        second = body + 0.45 * (palette.BRIGHTEST - body)
    if pattern in ("marbled", "halved") and (colour == "other" or rng.random() < 0.2):
        second = palette.anything(rng)
        strength = rng.uniform(0.6, 1.0) if colour == "other" else 0.3
    return Finish(body, second.astype(np.float32), pattern, strength, roughness, _clearness(rng, colour))


def _clearness(rng: np.random.Generator, colour: str) -> float:
    """Most dice are opaque; some are waxy, some clear. Clear white ones have no colour left."""
    share = rng.random()
    if share < 0.72 or colour == "black":
        return 0.0
    if share < 0.86 or colour == "white":
        return rng.uniform(0.1, 0.25 if colour == "white" else 0.4)
    return rng.uniform(0.6, 0.95)


def any_paint(rng: np.random.Generator, body: Array, use: str = "pip") -> Paint:
    """Paint that can be seen on `body`: mostly black or white, sometimes metal or a colour."""
    bright = float(body @ [0.3, 0.55, 0.15])
    light = LIGHT * rng.uniform(0.75, 1.05)
    dark = DARK * rng.uniform(0.6, 3.0)
    yellowish = body[0] > 0.5 and body[1] > 0.3 and body[2] < 0.25
    pale = bool(rng.random() < 0.4) if yellowish else bright < rng.choice([0.3, 0.4, 0.5])
    colour, metal = (light if pale else dark), 0.0
    share = rng.random()
    if share < 0.05 and bright < 0.45:
        colour, metal = GOLD * rng.uniform(0.8, 1.2), 0.8
    elif share < 0.1 and bright < 0.3:
        colour, metal = SILVER * rng.uniform(0.7, 1.1), 0.8
    elif share < 0.17:
        names = ("red", "blue", "green") if bright > 0.35 else ("yellow", "red", "white")
        ink = palette.pick(rng, str(rng.choice(names)))
        colour = ink if _stands_out(ink, body) else colour
    red = palette.pick(rng, "red")
    one = red if bright > 0.35 and rng.random() < 0.14 and _stands_out(red, body) else colour
    marked = (1, 4) if rng.random() < 0.5 else (1,)
    ring = float(rng.choice([0.0, rng.uniform(0.3, 0.6)], p=[0.93, 0.07]))
    wear = float(rng.choice([0.0, rng.uniform(0.1, 0.5)], p=[0.88, 0.12]))
    rough = rng.uniform(0.2, 0.7)
    return Paint(colour, one, rough, metal, wear, ring if use == "pip" else 0.0, marked)


def _stands_out(ink: Array, body: Array) -> bool:
    return bool(np.abs(to_srgb(ink) - to_srgb(body)).max() > CONTRAST)


def any_look(rng: np.random.Generator, colour: str) -> DieLook:
    finish = any_finish(rng, colour)
    return DieLook(colour, any_shape(rng), finish, any_paint(rng, finish.body))


def matching(rng: np.random.Generator, colours: tuple[str, ...]) -> list[DieLook]:
    """Dice of one make: the same mould and finish, in the given colours."""
    model = any_look(rng, "red")
    finish, paint = model.finish, model.paint
    plain = finish.pattern == "plain"
    pale_on_yellow = rng.random() < 0.4
    looks = []
    for colour in colours:
        body = palette.pick(rng, colour)
        second = np.clip(body * 1.5 + 0.03, 0, palette.BRIGHTEST)
        clear = min(finish.clear, 0.25) if colour == "white" else finish.clear
        pale = colour not in ("white", "yellow") or (colour == "yellow" and pale_on_yellow)
        ink = (LIGHT if pale else DARK) * rng.uniform(0.9, 1.05)
        stuff = replace(finish, body=body, second=body if plain else second, clear=clear)
        coat = replace(paint, colour=ink, one=ink, metal=0.0)
        looks.append(DieLook(colour, model.shape, stuff, coat))
    return looks


def pip_grid(count: int) -> Array:
    """Pips (count, 2) of a domino half, in -1..1; none for 0."""
    if count == 0:
        return np.zeros((0, 2))
    shape = DieShape(0.1, NO_BALL, 1.0, 0.1, 1, 1, 0, 1, 1, (False, False, False))
    return pip_centres(shape, count)
