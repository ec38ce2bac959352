"""One die over time: where it lies, since when, and what all its frames together say it shows.

Distances are in sides of the die, so that they hold for any camera.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from engine.dice import Colour
from vision.event import SeenDie
from vision.reader import MAY_LEAN
from vision.reading import UNREADABLE, Array, Box, DieReading

STILL = 0.2  # sides the middle of a die at rest may wander: found boxes tremble by about half of that
FOLLOW = 1.0  # sides a die can move between two frames and still be taken for the same one
LEAST_PROBABILITY = 1e-3  # one frame can say no stronger than this that a number is impossible
LEAST_FRAMES = 3  # frames that must agree that a die is there and at rest
MEMORY = 0.9  # share of what earlier frames said that the next one leaves: a passing shadow is soon forgotten
FOLLOWED = 0.3  # share of the way to the newest frame, for each FRAME_S: lets a hand-held camera sway, but no die roll
FRAME_S = 1 / 30
CLEAR = 0.5  # a last frame that gives less to the number that all say is at odds with them
ANOTHER = 0.9  # a number this likely, where a die of the last roll lay, belongs to another die
LEAST_WEIGHT = 0.2  # of a frame in which the die cannot be read, against 1 for one in which it can


@dataclass(slots=True, eq=False)
class Place:
    """Where a die of the last roll lies, and when it was last seen there."""

    die: SeenDie
    seen_s: float
    lay: Box  # where, when all of them last lay still


@dataclass(slots=True, eq=False)
class Track:
    """A die followed from frame to frame; belongs to the tracker, which changes it."""

    number: int  # tells tracks apart
    box: Box  # averaged while it is still
    still_since_s: float
    seen_s: float
    place: Place | None = None  # set where it lies as the last roll said
    looks: int = 0  # frames since it is still ...
    frames: int = 0  # ... and in how many of them it was found
    newest: Array = field(default_factory=lambda: np.zeros(7))  # (7,) float64, what the last of them says
    weight: float = 0.0  # of those frames, the older the less
    log_probs: Array = field(default_factory=lambda: np.zeros(7))  # (7,) float64, weighted sum over them
    votes: dict[Colour | None, float] = field(default_factory=dict)  # likewise, the confidence of each colour

    def add(self, reading: DieReading, time_s: float) -> None:
        """Take in the reading of the same die in the next frame."""
        if distance(self.box, reading.box) > STILL:
            self.box, self.still_since_s, self.place = reading.box, time_s, None
            self.looks, self.frames, self.weight, self.log_probs, self.votes = 1, 0, 0.0, np.zeros(7), {}
        self.frames += 1
        followed = 1 - (1 - FOLLOWED) ** ((time_s - self.seen_s) / FRAME_S)
        self.box = _between(self.box, reading.box, max(followed, 1 / self.frames))
        self.seen_s, self.newest = time_s, calibrated(reading)
        weight = max(1 - float(reading.pip_probs[UNREADABLE]), LEAST_WEIGHT)
        self.weight = self.weight * MEMORY + weight
        log_probs = np.log(np.maximum(self.newest, LEAST_PROBABILITY))
        self.log_probs = self.log_probs * MEMORY + weight * log_probs
        self.votes = {colour: vote * MEMORY for colour, vote in self.votes.items()}
        self.votes[reading.colour] = self.votes.get(reading.colour, 0.0) + weight * reading.colour_confidence

    @property
    def is_steady(self) -> bool:
        """Found in at least half of its frames; what flickers more is a reflection, not a die."""
        return 2 * self.frames >= self.looks

    def rests(self, time_s: float, rest_s: float) -> bool:
        """Say whether it has lain still for that long, in frames enough to believe it."""
        return self.frames >= LEAST_FRAMES and time_s - self.still_since_s >= rest_s

    @property
    def is_clear(self) -> bool:
        """Whether the last frame by itself says what is known; not so where a die stops on an edge before it falls."""
        told = None if self.place is None else self.place.die.pips
        best = int(np.argmax(self.log_probs)) if told is None else told - 1
        return float(self.newest[best]) >= CLEAR

    @property
    def pip_probs(self) -> Array:
        """What its frames say together, (7,): 1 to 6, then unreadable.

        The frames of a die at rest err alike, so they are averaged (logs, then made to sum to 1) and not
        multiplied: many doubtful frames make no certainty.
        """
        mean = self.log_probs / self.weight
        probs: Array = np.exp(mean) / np.exp(mean).sum()
        return probs

    @property
    def is_another(self) -> bool:
        """Whether a die that shows another number came to rest where one of the last roll lay."""
        probs = self.pip_probs
        best = int(np.argmax(probs))
        is_sure = min(float(probs[best]), float(self.newest[best])) >= ANOTHER
        return self.place is not None and is_sure and _pips(best) not in (None, self.place.die.pips)

    @property
    def seen(self) -> SeenDie:
        """The die as it is known now; one that lies as the last roll said keeps its number."""
        if self.place is not None:
            return self.place.die
        probs = self.pip_probs
        first, second = (int(i) for i in np.argsort(-probs)[:2])
        colour = max(self.votes, key=lambda colour: self.votes[colour])
        return SeenDie(
            colour,
            self.votes[colour] / self.weight,
            _pips(first),
            _pips(second),
            float(probs[first]),
            self.box,
        )


def calibrated(reading: DieReading) -> Array:
    """The pip probabilities (7,) with the calibrated confidence for the best, the others sharing what is left.

    What may be no die at all, or may lean, has no sure number.
    """
    probs: Array = reading.pip_probs.astype(np.float64)
    best = int(np.argmax(probs))
    others = probs.sum() - probs[best]
    if others <= 0:
        return probs
    sure = reading.confidence * reading.die_confidence
    if best != UNREADABLE and probs[UNREADABLE] >= MAY_LEAN:
        sure = min(sure, 1 - float(probs[UNREADABLE]))
    scaled: Array = probs * (1 - sure) / others
    scaled[best] = sure
    return scaled


def distance(box: Box, other: Box) -> float:
    """How far apart two boxes' middles are, in sides of the larger.

    >>> distance(Box(0, 0, 10, 10), Box(20, 0, 10, 10))
    2.0
    """
    (x0, y0), (x1, y1) = box.centre, other.centre
    return float(np.hypot(x1 - x0, y1 - y0)) / max(box.width, box.height, other.width, other.height)


def paired(tracks: list[Track], readings: list[DieReading]) -> Iterator[tuple[int, int]]:
    """Yield which track goes on with which reading, nearest pairs first, each used once."""
    near = sorted(
        (gap, i, j)
        for i, track in enumerate(tracks)
        for j, reading in enumerate(readings)
        if (gap := distance(track.box, reading.box)) <= FOLLOW
    )
    used: set[int] = set()
    taken: set[int] = set()
    for _, i, j in near:
        if i not in used and j not in taken:
            used.add(i)
            taken.add(j)
            yield i, j


def _between(old: Box, new: Box, share: float) -> Box:
    """The old box, moved that share of the way to the new one.

    >>> _between(Box(0, 0, 10, 10), Box(4, 0, 10, 12), 0.25)
    Box(x=1.0, y=0.0, width=10.0, height=10.5)
    """
    return Box(
        old.x + share * (new.x - old.x),
        old.y + share * (new.y - old.y),
        old.width + share * (new.width - old.width),
        old.height + share * (new.height - old.height),
    )


def _pips(index: int) -> int | None:
    return None if index == UNREADABLE else index + 1
