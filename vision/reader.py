"""From a picture to readings: find the dice, cut them out at full resolution, read them in one batch.

The finder sees a reduced picture, so its boxes are rough; the pip reader says where in its crop the die ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.confidence import Confidence, evidence
from vision.crop import crops, greys, uncropped
from vision.pattern import fits
from vision.picture import Picture
from vision.pips import COLOURS, Answers, PipClassifier
from vision.reading import UNREADABLE, Array, Box, DieReading, FoundDie
from vision.segment import FOUND_WELL, DiceFinder, single

PLAUSIBLE = 0.1  # places that the pip reader thinks less likely to be dice are dropped at once
CLEAR = 0.7  # a die, its number and its colour all at least this likely at first sight,
FOUND_SURELY = 0.5  # in a place that the finder finds at least this likely, are not looked at again;
PERHAPS_A_DIE = 0.5  # nor are places that the pip reader thinks less likely to be dice
IS_DIE = 0.65  # places less likely to hold a die are dropped: a missing die is noticed, an invented one may not be
SURE = 0.9  # below this a reading is doubtful: better a question too many than a wrong number
MAY_LEAN = 0.25  # so likely unreadable, a die is in doubt however sure its number is: flat and leaning look much alike
DOUBTS = TOO_SMALL, UNCLEAR, PERHAPS_NONE = (
    "too small in the picture",
    "leaning, covered or blurred",
    "perhaps no die",
)
ROOM = 1.05  # sides of a box against the die's: those people draw are 1.00 (one set) to 1.17 times as long (another)
FOUND_IN_PX = 640  # longest side of a picture in which dice are found as well as in a larger one
FINE_PX = 30.0  # larger dice are read as well as if there were more pixels of them: their crops are half as large again
SMALL_PX = 18  # dice below this in the picture seldom show their pips


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of N places that can be dice: probabilities, and the evidence for how right they are."""

    found: tuple[FoundDie, ...]  # with the boxes the pip reader gives them
    pips: Array  # (N, 7) float32
    colour: Array  # (N, 7) float32
    face: Array  # (N, 4, 2) float32, px of the picture
    evidence: Array  # (N, len(EVIDENCE)) float64


class Reader:
    """Reads pictures; holds the networks, made once."""

    def __init__(self, finder: DiceFinder, classifier: PipClassifier, confidence: Confidence) -> None:
        self._finder, self._classifier, self._confidence = finder, classifier, confidence

    @classmethod
    def load(cls, threads: int = 1) -> Reader:
        """The reader with the networks that come with the program; raises ModelError."""
        return cls(DiceFinder(threads=threads), PipClassifier(threads=threads), Confidence.load())

    def read(self, bgr: Array, least: float = IS_DIE) -> list[DieReading]:
        """The dice of a picture (H, W, 3) uint8, from left to right; none less likely a die than `least`."""
        return self.read_found(bgr, self.find(bgr), least)

    def read_picture(self, picture: Picture, least: float = IS_DIE) -> list[DieReading]:
        """Like `read`, in pixels of the whole picture, which is decoded finer where its dice are too small as it is."""
        found = self.find(picture.bgr)
        fine = picture.at(_fine_enough(found, picture.times))
        places = [replace(die, box=die.box.scaled(picture.times / fine.times)) for die in found]
        return [_enlarged(die, fine.times) for die in self.read_found(fine.bgr, places, least)]

    def find(self, bgr: Array) -> list[FoundDie]:
        """Where dice seem to be, surest first."""
        return self._finder.find(bgr)

    def read_found(self, bgr: Array, found: Sequence[FoundDie], least: float = IS_DIE) -> list[DieReading]:
        """Read the dice at these places, dropping what proves to be none."""
        findings = self.findings(bgr, found)
        is_die = self._confidence.die.of(findings.evidence)
        right = self._confidence.right.of(findings.evidence)
        readings = [
            _reading(die, findings, i, float(is_die[i]), float(right[i]))
            for i, die in enumerate(findings.found)
            if is_die[i] >= least
        ]
        return sorted(readings, key=lambda reading: reading.box.centre)

    def findings(self, bgr: Array, found: Sequence[FoundDie]) -> Findings:
        """What the pip reader says of these places; where that is not clear, the mirror image is read too."""
        rough = [die.box for die in found]
        cut = crops(bgr, rough)
        plain = self._classifier.read(cut)
        boxes = _boxes([uncropped(ends, box) for ends, box in zip(plain.box, rough, strict=True)], bgr)
        plausible = np.flatnonzero(plain.die >= PLAUSIBLE)
        kept = plausible[single([boxes[i] for i in plausible])]
        plain, cut = plain.of(kept), cut[kept]
        places = tuple(replace(found[i], box=boxes[i]) for i in kept)
        sides_px = np.array([max(one.box.width, one.box.height) for one in places])
        scores = np.array([one.score for one in places])
        vague = np.flatnonzero(_is_vague(plain, scores))
        mirror = self._mirrored(bgr, plain, places, vague)
        closer = self._nearer(bgr, scores, places, vague)
        both = plain.mean_with(mirror)
        grey = greys(cut)
        fit = fits(grey, plain.face)
        judged = evidence(plain.pips, mirror.pips, both.die, scores, closer, sides_px, both.colour, grey, fit)
        face = np.array([uncropped(plain.face[k], rough[i]) for k, i in enumerate(kept)])
        return Findings(places, both.pips, both.colour, face, judged)

    def colours(self, bgr: Array, boxes: Sequence[Box]) -> Array:
        """The probabilities (N, 7) of the colours of the dice in these boxes."""
        cut = crops(bgr, boxes)
        return self._classifier.read(cut).mean_with(self._classifier.read(cut[:, :, ::-1])).colour

    def _mirrored(self, bgr: Array, plain: Answers, places: Sequence[FoundDie], vague: Array) -> Answers:
        """What the mirror images of the vague places, cut out anew, say; of the others, what has been said already."""
        cut = crops(bgr, [places[i].box for i in vague.tolist()])
        return plain.replaced(vague, self._classifier.read(cut[:, :, ::-1]))

    def _nearer(self, bgr: Array, scores: Array, places: Sequence[FoundDie], vague: Array) -> Array:
        """What the finder says of the vague places when it sees them larger, (N,); of the others, what it has said."""
        nearer = scores.copy()
        nearer[vague] = self._finder.closer(bgr, [places[i].box for i in vague.tolist()])
        return nearer


def _is_vague(plain: Answers, scores: Array) -> Array:
    """Which of N places may hold dice but are not clear at first sight: (N,) bool."""
    sure = np.minimum(plain.die, np.minimum(plain.pips.max(axis=1), plain.colour.max(axis=1)))
    vague: Array = (plain.die >= PERHAPS_A_DIE) & ((sure < CLEAR) | (scores < FOUND_SURELY))
    return vague


def _fine_enough(found: Sequence[FoundDie], times: int) -> int:
    """How many times smaller than it is the picture may be decoded, so that its dice are read as well as can be.

    >>> [_fine_enough([FoundDie(Box(0, 0, side, side), 0.9)], 4) for side in (50, 20, 10, 5)]
    [4, 2, 1, 1]
    >>> _fine_enough([FoundDie(Box(0, 0, 50, 50), 0.9), FoundDie(Box(0, 0, 5, 5), 0.2)], 4)  # perhaps nothing
    4
    """
    sides_px = [max(die.box.width, die.box.height) for die in found if die.score >= FOUND_WELL]
    smallest_px = min(sides_px, default=FINE_PX) * times
    while times > 1 and smallest_px < FINE_PX * times:
        times //= 2
    return times


def _enlarged(die: DieReading, times: int) -> DieReading:
    return die if times == 1 else replace(die, box=die.box.scaled(times), face=die.face * times)


def _boxes(ends: Sequence[Array], bgr: Array) -> list[Box]:
    """The boxes between two corners (2, 2) each, a little wider, within the picture; empty if those are swapped."""
    corners = np.reshape(ends, (-1, 2, 2))
    wider = (ROOM - 1) / 2 * (corners - corners[:, ::-1])
    inside = np.clip(corners + wider, 0, bgr.shape[1::-1]).tolist()
    return [Box(left, top, right - left, bottom - top) for (left, top), (right, bottom) in inside]


def _reading(found: FoundDie, findings: Findings, i: int, is_die: float, confidence: float) -> DieReading:
    pips, colour = findings.pips[i], findings.colour[i]
    hue = int(np.argmax(colour))
    return DieReading(
        box=found.box,
        face=findings.face[i],
        colour=COLOURS[hue],
        colour_confidence=float(colour[hue]),
        pip_probs=pips,
        confidence=confidence,
        doubt=_doubt(found, pips, min(is_die, confidence), is_die),
        colour_probs=colour,
        die_confidence=is_die,
    )


def _doubt(found: FoundDie, pips: Array, sure: float, is_die: float) -> str | None:
    first, second = (int(i) for i in np.argsort(-pips)[:2])
    if sure >= SURE and first != UNREADABLE and pips[UNREADABLE] < MAY_LEAN:
        return None
    if max(found.box.width, found.box.height) < SMALL_PX:
        return TOO_SMALL
    if UNREADABLE in (first, second):
        return UNCLEAR
    if is_die < SURE:
        return PERHAPS_NONE
    return f"{first + 1} or {second + 1}"
