"""From a picture to readings: find the dice, cut them out at full resolution, read them in one batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.confidence import Confidence, evidence
from vision.crop import crops
from vision.pips import COLOURS, PipClassifier
from vision.reading import UNREADABLE, Array, DieReading, FoundDie
from vision.segment import DiceFinder

IS_DIE = 0.5  # places less likely to hold a die are dropped
SURE = 0.8  # below this a reading is doubtful
SMALL_PX = 18  # dice below this in the picture seldom show their pips


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of N places: probabilities, and the evidence for how right they are."""

    pips: Array  # (N, 7) float32
    die: Array  # (N,) float32
    colour: Array  # (N, 7) float32
    evidence: Array  # (N, len(EVIDENCE)) float64


class Reader:
    """Reads pictures; holds the networks, made once."""

    def __init__(self, finder: DiceFinder, classifier: PipClassifier, confidence: Confidence) -> None:
        self._finder, self._classifier, self._confidence = finder, classifier, confidence

    @classmethod
    def load(cls, threads: int = 1) -> Reader:
        """The reader with the networks that come with the program; raises ModelError."""
        return cls(DiceFinder(threads=threads), PipClassifier(threads=threads), Confidence.load())

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
        answers = self.answers(bgr, found)
        is_die = self._confidence.die.of(answers.evidence)
        right = self._confidence.right.of(answers.evidence)
        readings = [
            _reading(die, answers.pips[i], answers.colour[i], float(right[i]))
            for i, die in enumerate(found)
            if is_die[i] >= IS_DIE
        ]
        return sorted(readings, key=lambda reading: reading.box.centre)

    def answers(self, bgr: Array, found: Sequence[FoundDie]) -> Findings:
        """What the pip reader says of these places (at least one) and of their mirror images."""
        cut = crops(bgr, [die.box for die in found])
        both = self._classifier.read(np.concatenate([cut, cut[:, :, ::-1]]))
        n = len(found)
        pips, die, colour = ((part[:n] + part[n:]) / 2 for part in (both.pips, both.die, both.colour))
        sides_px = np.array([max(one.box.width, one.box.height) for one in found])
        scores = np.array([one.score for one in found])
        return Findings(pips, die, colour, evidence(both.pips[:n], both.pips[n:], die, scores, sides_px, cut))


def _reading(found: FoundDie, pips: Array, colour: Array, confidence: float) -> DieReading:
    hue = int(np.argmax(colour))
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
