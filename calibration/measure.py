"""Measure a table: its dice lie there once, and size, light and every die's colour are taken from the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from calibration.distance import too_close
from calibration.profile import DiceOfOneColour, Profile, ProfileError
from engine.dice import COLOURS, Colour
from vision.diceset import COLOUR_NAMES, differences
from vision.expected import assign
from vision.face import face_light, pips_are_light
from vision.profile import Place, placed
from vision.reading import Array, DieReading

DARKEST, BRIGHTEST = 1e-3, 8.0  # linear light relative to the white dice that a profile holds


@dataclass(frozen=True, slots=True)
class Measured:
    """A profile, the dice it was made from in the last picture, and what is to be said about it."""

    profile: Profile
    dice: tuple[DieReading, ...]
    warnings: tuple[str, ...]


def measured(
    name: str,
    pictures: Sequence[tuple[Array, Sequence[DieReading]]],
    expected: Mapping[Colour, int],
    names: Mapping[Colour, str],
    tray: Sequence[tuple[float, float]] = (),
) -> Measured:
    """Measure the dice in pictures (bgr and readings) of the same table; raises ProfileError if none shows them all.

    `names` are what people call the dice where it is not the game's word: {BLUE: "purple"}.
    """
    if not expected.get(Colour.WHITE):
        raise ProfileError("expected a white die among those to measure: the light is told by it")
    called = Counter(names.get(colour, colour.value) for colour in expected)
    if called.total() > len(called):
        raise ProfileError(f"expected a name for each colour, not two colours called {called.most_common(1)[0][0]}")
    whole, problem = [], "no picture"
    for bgr, readings in pictures:
        place = _within(bgr, readings, tray)
        given = assign(renamed(place.inside, names), expected)
        if given.missing or given.extra:
            seen = Counter(die.colour for die in given.dice + given.extra)
            problem = "; ".join(differences(seen, expected, {**COLOUR_NAMES, **names}))
        else:
            whole.append((bgr, given.dice))
    if not whole:
        raise ProfileError(f"expected all the dice side by side, each once in view: {problem}")
    lights = [_lights(bgr, dice) for bgr, dice in whole]
    bgr, dice = whole[-1]
    white = np.exp(np.mean([np.log(light[Colour.WHITE]) for light in lights], axis=0))
    kinds = tuple(
        DiceOfOneColour(
            name=names.get(colour, colour.value),
            plays=colour,
            count=expected[colour],
            light=_rounded(np.mean([light[colour] / light[Colour.WHITE] for light in lights], axis=0)),
            light_pips=pips_are_light(bgr, next(die for die in dice if die.colour is colour)),
        )
        for colour in lights[0]
    )
    share = float(np.median([max(die.box.width, die.box.height) / b.shape[1] for b, found in whole for die in found]))
    profile = Profile(
        name=name,
        measured=date.today().isoformat(),
        die_share=round(share, 4),
        white=_rounded(white),
        tray=tuple(tray),
        picture=(bgr.shape[1], bgr.shape[0]),
        dice=kinds,
    )
    return Measured(profile, dice, tuple(too_close(profile.table().dice)))


def renamed(readings: Sequence[DieReading], names: Mapping[Colour, str]) -> list[DieReading]:
    """Dice of another colour count as the ones that have been named: purple for blue, or black for red."""
    return [_renamed(reading, names) for reading in readings] if names else list(readings)


def _within(bgr: Array, readings: Sequence[DieReading], tray: Sequence[tuple[float, float]]) -> Place:
    return placed(readings, np.reshape(tray, (-1, 2)) * (bgr.shape[1], bgr.shape[0]))


def _renamed(reading: DieReading, names: Mapping[Colour, str]) -> DieReading:
    if reading.colour_probs is None:
        return reading
    taken = [(COLOURS.index(colour), _column(name)) for colour, name in names.items()]
    probs = reading.colour_probs.copy()
    probs[[column for _, column in taken]] = 0
    for plays, column in taken:
        probs[plays] += reading.colour_probs[column] / [other for _, other in taken].count(column)
    best = int(np.argmax(probs))
    colour = COLOURS[best] if best < len(COLOURS) else None
    return replace(reading, colour=colour, colour_confidence=float(probs[best]), colour_probs=probs)


def _column(name: str) -> int:
    """Where among colour probabilities dice of that name are: black ones have a place of their own, purple ones not."""
    return COLOURS.index(Colour(name)) if name in COLOURS else -1


def _lights(bgr: Array, dice: Sequence[DieReading]) -> dict[Colour, Array]:
    """The mean light of the dice of each colour, (3,) linear RGB."""
    light = np.maximum(face_light(bgr, dice), 1e-4)
    colours = [die.colour for die in dice]
    return {colour: light[[c is colour for c in colours]].mean(axis=0) for colour in Colour if colour in colours}


def _rounded(light: Array) -> tuple[float, float, float]:
    r, g, b = (round(float(v), 4) for v in np.clip(light, DARKEST, BRIGHTEST))
    return r, g, b
