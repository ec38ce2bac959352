"""What the reader passes on: frames, cut-out dice and readings. Points are (x, y) in pixels of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.dice import Colour

Array: TypeAlias = NDArray[Any]
COLOUR_WORDS = (*(colour.value for colour in Colour), "another colour")  # in the order of colour probabilities
COLOUR_SURE = 0.7  # held-back dice whose likeliest colour is less likely had it right 5 times in 10
UNREADABLE = 6  # index of "unreadable" among the pip probabilities


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle round a whole die, in pixels; may reach over the picture's edge."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def scaled(self, scale: float) -> Box:
        """The box in a picture that is so many times as large."""
        return Box(self.x * scale, self.y * scale, self.width * scale, self.height * scale)

    def moved(self, x: float, y: float) -> Box:
        """The box so many pixels further to the right and further down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

    def overlap(self, other: Box) -> float:
        """Intersection over union, 0 to 1.

        >>> Box(0, 0, 2, 1).overlap(Box(1, 0, 2, 1))
        0.3333333333333333
        """
        shared = self._shared(other)
        return shared / (self.width * self.height + other.width * other.height - shared)

    def nesting(self, other: Box) -> float:
        """The part of the smaller box that lies within the larger one, 0 to 1.

        >>> Box(0, 0, 4, 4).nesting(Box(3, 1, 2, 2))
        0.5
        """
        return self._shared(other) / min(self.width * self.height, other.width * other.height)

    def _shared(self, other: Box) -> float:
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(width, 0.0) * max(height, 0.0)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table and when it was taken."""

    bgr: Array  # (H, W, 3) uint8
    time_s: float
    index: int


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A place where a die was found, not yet read."""

    box: Box
    score: float  # 0..1, how sure the finder is that this is a die


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die, read. `pips` is None where the number cannot be told; `colour` is None for none of the game's."""

    box: Box
    face: Array  # (4, 2) float32, corners of the top face, in order round it
    colour: Colour | None
    colour_confidence: float  # 0..1
    pip_probs: Array  # (7,) float32: 1 to 6, then unreadable
    confidence: float  # 0..1, calibrated: how often the number of a die read like this one is right
    doubt: str | None  # why it is not sure, in a few words; None when it is
    colour_probs: Array | None = None  # (7,) float32: the game's colours in their order, then another; if known
    die_confidence: float = 1.0  # 0..1, how likely this is a die of the game's kind at all

    @property
    def colour_doubt(self) -> str | None:
        """The two likeliest colours where it is not sure which, such as `white or yellow`; else None."""
        if self.colour_probs is None or self.colour_confidence >= COLOUR_SURE:
            return None
        first, second = (COLOUR_WORDS[i] for i in np.argsort(-self.colour_probs)[:2])
        return f"{first} or {second}"

    @property
    def said_doubt(self) -> str | None:
        """Everything that is not sure, for people; None when all is."""
        return ", ".join(doubt for doubt in (self.doubt, self.colour_doubt) if doubt is not None) or None

    @property
    def pips(self) -> int | None:
        best = int(np.argmax(self.pip_probs))
        return None if best == UNREADABLE else best + 1
