"""What happens on the table, as the tracker tells it. Times are seconds of the frames, points are (x, y) in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.dice import Colour, Die, Roll
from vision.reading import Box

# How many dice of each colour a throw has; under None stands how many of any colour (for games that do not
# look at colours: their dice all count as white).
Expected: TypeAlias = Mapping[Colour | None, int]


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die at rest, read over many frames. `pips` is None where the number cannot be told."""

    colour: Colour | None
    colour_confidence: float  # 0..1
    pips: int | None
    second_pips: int | None  # what it is otherwise
    confidence: float  # 0..1, of the number
    box: Box


@dataclass(frozen=True, slots=True)
class RollSeen:
    """A throw whose dice have all come to rest."""

    roll: Roll
    dice: tuple[SeenDie, ...]
    number: int  # 1 for the first throw
    time_s: float
    rested_s: float  # when the last die came to rest
    corrects: bool = False  # replaces the roll of the same number: a die came late, or fell over
    lay_there: bool = False  # no throw was seen: the dice lay there when watching began


class Reason(StrEnum):
    """Why dice at rest are no roll."""

    LEANING = "leaning"  # leaning, covered or unreadable
    UNSURE = "unsure"  # one of two numbers
    OUTSIDE = "outside"  # outside the tray
    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Question:
    """Something the people at the table must settle; asked once while the same dice lie there."""

    reason: Reason
    colour: Colour | None  # of the die in question, if it has one of the game's
    pips: tuple[int, ...]  # what an unsure die may show, most likely first
    dice: tuple[SeenDie, ...]  # all that lie there
    time_s: float


@dataclass(frozen=True, slots=True)
class TableCleared:
    """The dice of the last roll have been taken away."""

    time_s: float


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """The dice of the last roll lie elsewhere in the same pattern: the camera was moved, or the tray."""

    time_s: float


@dataclass(frozen=True, slots=True)
class OtherShape:
    """From now on pictures have another shape than those the table was measured in, so its tray or lens is unknown."""

    time_s: float


@dataclass(frozen=True, slots=True)
class PictureFrozen:
    """A live picture has been the same to the last bit for a while, which no working camera does."""

    time_s: float


Event: TypeAlias = RollSeen | Question | TableCleared | CameraMoved | OtherShape | PictureFrozen


def as_roll(dice: tuple[SeenDie, ...], expected: Expected | None) -> Roll:
    """The roll these dice make; dice of none of the game's colours have no part in it.

    >>> box = Box(0, 0, 9, 9)
    >>> dice = SeenDie(Colour.RED, 1, 4, 5, 0.9, box), SeenDie(None, 1, 2, 3, 0.9, box)
    >>> str(as_roll(dice, None)), str(as_roll(dice, {None: 2}))
    ('R4', 'W2 W4')
    """
    any_colour = expected is not None and None in expected
    return Roll(
        tuple(
            Die(colour, die.pips)
            for die in dice
            if die.pips is not None and (colour := Colour.WHITE if any_colour else die.colour) is not None
        )
    )
