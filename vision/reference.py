"""The white dice as a reference: what they look like says what the light is, and under which light to tell colours.

A lamp that is switched on changes all dice alike. So every pair of dice is tried as the white one, and that light
is taken under which the whole table looks most like the dice that were measured once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np

from engine.dice import COLOURS, Colour
from vision.expected import CANDIDATE, Assigned, assign, likeliest
from vision.face import face_light, lab, linear, srgb
from vision.lens import Straightener
from vision.profile import Table, placed
from vision.reader import Reader
from vision.reading import Array, DieReading

SPREAD = 30.0  # distance (Lab) from a die as measured once to the same seen again: cameras bend colours
LIGHTNESS = 0.35  # weight of lightness in it: dice lie in shade and shine, hue stays
FARTHEST = 4.0  # spreads: a die farther from every known one is none of them
SAME_WHITE = 0.5  # two dice whose light differs (log) more than this are not both white
DRIFT = 1.5  # log of the change of light between two rolls that costs as much as one spread
WHITE_AS = 0.55  # linear light that white dice get: bright, with room for glare
DARKEST = 1e-4
LEAST = 1e-3  # chance of a colour that the network rules out: it may be wrong


class TableReader:
    """Reads the pictures of one table; remembers the light of the last roll. Its lens bends nothing any more."""

    def __init__(self, reader: Reader, table: Table) -> None:
        self._reader, self._table = reader, table
        self._known = lab(np.array([die.light for die in table.dice]))  # (K, 3)
        self._straightener: Straightener | None = None  # for pictures of the last size
        self.white = np.array(table.white)  # (3,) linear RGB: what a white die looks like now

    def dice(self, bgr: Array, expected: Mapping[Colour, int] | None = None) -> Assigned:
        """The dice expected (else all the table's) in its tray; those that lie beside it are `outside`."""
        place = placed(self.read(bgr), self._table.outline(bgr.shape[1], bgr.shape[0]))
        given = assign(place.inside, self._table.expected() if expected is None else expected)
        return replace(given, outside=place.outside)

    def read(self, bgr: Array) -> list[DieReading]:
        """The dice of a picture and what may be one, with the colours they have under its light."""
        lens = self._lens(bgr.shape[1], bgr.shape[0])
        return self._coloured(bgr) if lens is None else lens.as_taken(self._coloured(lens.picture(bgr)))

    def _lens(self, width: int, height: int) -> Straightener | None:
        known, held = self._table.at(width, height).lens, self._straightener
        if known is None:
            return None
        if held is None or held.size != (width, height):
            self._straightener = Straightener(known, width, height)
        return self._straightener

    def _coloured(self, bgr: Array) -> list[DieReading]:
        readings = self._reader.read(bgr, CANDIDATE)
        if not readings:
            return []
        self.white = self._white_in(np.maximum(face_light(bgr, readings), DARKEST), readings)
        evened = balanced(bgr, self.white)
        again = np.maximum(self._reader.colours(evened, [reading.box for reading in readings]), LEAST)
        said = np.sqrt(np.array([_said(reading) for reading in readings]) * again)
        chances = self._named(self.white, face_light(bgr, readings), said)
        return [_recoloured(reading, chance) for reading, chance in zip(readings, chances, strict=True)]

    def _white_in(self, light: Array, readings: Sequence[DieReading]) -> Array:
        """The light under which the table fits best: the last one, or that of some pair of dice as the white ones."""
        log = np.log(light)
        pairs = [(i, j) for i, j in combinations(range(len(log)), 2) if np.abs(log[i] - log[j]).max() < SAME_WHITE]
        whites = [self.white, *(np.exp((log[i] + log[j]) / 2) for i, j in pairs)]
        said = np.array([_said(reading) for reading in readings])
        return max(whites, key=lambda white: self._fit(white, light, said))

    def _fit(self, white: Array, light: Array, said: Array) -> float:
        """How well the table fits its known dice under this light; the log of a likelihood."""
        expected = self._table.expected()
        chances = np.log(self._measured(white, light) * self._heard(said))
        columns = [COLOURS.index(colour) for colour in expected]
        fit, _ = likeliest((chances[:, columns] - chances[:, -1:]).tolist(), tuple(expected.values()))
        drift = float(np.abs(np.log(white / self.white)).mean()) / DRIFT
        return fit - 0.5 * drift**2

    def _measured(self, white: Array, light: Array) -> Array:
        """How like each die is to the known ones of each colour: (N, 7), 0 to 1, the last for any other."""
        apart = (lab(light / white)[:, None] - self._known[None]) * (LIGHTNESS, 1.0, 1.0)
        alike = np.exp(-0.5 * np.minimum(np.linalg.norm(apart, axis=2) / SPREAD, 2 * FARTHEST) ** 2)  # (N, K)
        chances = np.full((len(light), len(COLOURS) + 1), np.exp(-0.5 * FARTHEST**2))
        for k, die in enumerate(self._table.dice):
            column = COLOURS.index(die.plays)
            chances[:, column] = np.maximum(chances[:, column], alike[:, k])
        return chances

    def _named(self, white: Array, light: Array, said: Array) -> Array:
        """Chances of each colour: the network's, and for dice of colours it does not know the measured ones."""
        named: Array = self._measured(white, light) * self._heard(said) if self._foreign() else said
        return named

    def _heard(self, said: Array) -> Array:
        """What the network says, without what it says of purple dice that play as blue ones."""
        heard = said.copy()
        if self._foreign():
            heard[:, [*self._foreign(), -1]] = 1.0
        return heard

    def _foreign(self) -> list[int]:
        return [COLOURS.index(die.plays) for die in self._table.dice if die.name != die.plays.value]


def balanced(bgr: Array, white: Array) -> Array:
    """The picture as if its light were such that these dice (3,) look white."""
    table = linear(np.arange(256))
    curves = [srgb(table * (WHITE_AS / share)) for share in reversed(white.tolist())]
    evened: Array = cv2.LUT(bgr, np.stack(curves, axis=-1)[None])
    return evened


def _said(reading: DieReading) -> Array:
    if reading.colour_probs is None:
        return np.ones(len(COLOURS) + 1)
    said: Array = np.maximum(reading.colour_probs.astype(float), LEAST)
    return said


def _recoloured(reading: DieReading, chances: Array) -> DieReading:
    probs = (chances / chances.sum()).astype(np.float32)
    best = int(np.argmax(probs))
    colour = COLOURS[best] if best < len(COLOURS) else None
    return replace(reading, colour=colour, colour_confidence=float(probs[best]), colour_probs=probs)
