"""From a picture to readings: find the dice, cut them out at full resolution, read them in one batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.crop import crops
from vision.pips import COLOURS, PipClassifier
from vision.reading import UNREADABLE, Array, DieReading, FoundDie
from vision.segment import DiceFinder

IS_DIE = 0.5  # finder and pip reader together must be this sure that there is a die
SURE = 0.8  # below this a reading is doubtful
SMALL_PX = 18  # dice below this in the picture seldom show their pips


class Reader:
    """Reads pictures; holds the two networks, made once."""

    def __init__(self, finder: DiceFinder, classifier: PipClassifier) -> None:
        self._finder, self._classifier = finder, classifier

    @classmethod
    def load(cls, threads: int = 1) -> Reader:
        """The reader with the networks that come with the program; raises ModelError."""
        return cls(DiceFinder(threads=threads), PipClassifier(threads=threads))

    def read(self, bgr: Array) -> list[DieReading]:
        """The dice of a picture (H, W, 3) uint8, from left to right."""
        return self.read_found(bgr, self.find(bgr))

    def find(self, bgr: Array) -> list[FoundDie]:
        """Where dice seem to be, surest first."""
        return self._finder.find(bgr)

    def read_found(self, bgr: Array, found: Sequence[FoundDie]) -> list[DieReading]:
        """Read the dice at these places, dropping what proves to be none."""
        if not found:
            return []
        answers = self._classifier.read(crops(bgr, [die.box for die in found]))
        rows = zip(found, answers.pips, answers.die, answers.colour, strict=True)
        readings = [_reading(die, pips, colour) for die, pips, is_die, colour in rows if _is_die(die, is_die)]
        return sorted(readings, key=lambda reading: reading.box.centre)


def _is_die(found: FoundDie, is_die: float) -> bool:
    return bool((found.score * is_die) ** 0.5 >= IS_DIE)


def _reading(found: FoundDie, pips: Array, colour: Array) -> DieReading:
    best, hue = int(np.argmax(pips)), int(np.argmax(colour))
    confidence = float(pips[best])
    return DieReading(
        box=found.box,
        face=found.face,
        colour=COLOURS[hue],
        colour_confidence=float(colour[hue]),
        pip_probs=pips,
        confidence=confidence,
        doubt=_doubt(found, pips, confidence),
    )


def _doubt(found: FoundDie, pips: Array, confidence: float) -> str | None:
    first, second = (int(i) for i in np.argsort(-pips)[:2])
    if confidence >= SURE and first != UNREADABLE:
        return None
    if max(found.box.width, found.box.height) < SMALL_PX:
        return "too small in the picture"
    if UNREADABLE in (first, second):
        return "leaning, covered or blurred"
    return f"{first + 1} or {second + 1}"
