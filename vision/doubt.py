"""Why dice that lie still are no roll yet, and the one misread colour that can be put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.dice import Colour
from vision.event import Expected, Reason, SeenDie

SURE = 0.9  # as the reader says; a number less sure than this is asked about, not called
COLOUR_SURE = 0.9  # a colour surer than this is not put right by counting
LOOK_S = 1.0  # a hand may still be there: so long a doubtful die is looked at before anyone is asked
THROW_S = 2.0  # a missing die may still be rolling out of sight, or be taken from the box


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that is wrong with the dice on the table."""

    reason: Reason
    colour: Colour | None
    wait_s: float  # how long the dice must lie so before it is worth a question
    pips: tuple[int, ...] = ()

    @property
    def subject(self) -> tuple[Reason, Colour | None]:
        """What it is about, whatever the numbers."""
        return self.reason, self.colour


def doubts(dice: Sequence[SeenDie], outside: Sequence[SeenDie], expected: Expected | None) -> list[Doubt]:
    """All that keeps these dice from being a roll; `outside` lie beside the tray."""
    found = [doubt for die in dice if (doubt := _unread(die, expected)) is not None]
    return found if expected is None else [*found, *_miscounted(dice, outside, expected)]


def recoloured(dice: Sequence[SeenDie], expected: Expected | None) -> tuple[SeenDie, ...]:
    """Put one colour right: if one is missing and another has one too many, its least sure die is the missing one.

    Warm light turns yellow and red into each other whatever the thresholds; the count does not.
    """
    if expected is None or None in expected:
        return tuple(dice)
    missing, extra = _differences(dice, expected)
    if missing.total() != 1 or extra.total() != 1:
        return tuple(dice)
    (wanted,), (unwanted,) = missing, extra
    suspect = min((die for die in dice if die.colour is unwanted), key=lambda die: die.colour_confidence)
    if suspect.colour_confidence >= COLOUR_SURE:
        return tuple(dice)
    return tuple(replace(die, colour=wanted) if die is suspect else die for die in dice)


def _unread(die: SeenDie, expected: Expected | None) -> Doubt | None:
    if die.colour is None and (expected is None or None not in expected):
        return None  # not one of the game's dice: it need not be readable
    if die.pips is None:
        return Doubt(Reason.LEANING, die.colour, LOOK_S)
    if die.confidence >= SURE:
        return None
    if die.second_pips is None:
        return Doubt(Reason.LEANING, die.colour, LOOK_S)
    return Doubt(Reason.UNSURE, die.colour, LOOK_S, (die.pips, die.second_pips))


def _miscounted(dice: Sequence[SeenDie], outside: Sequence[SeenDie], expected: Expected) -> Iterator[Doubt]:
    missing, extra = _differences(dice, expected)
    beside = Counter(None if None in expected else die.colour for die in outside)
    for colour in missing.elements():
        if beside[colour] > 0:
            beside[colour] -= 1
            yield Doubt(Reason.OUTSIDE, colour, LOOK_S)
        else:
            yield Doubt(Reason.MISSING, colour, THROW_S)
    if extra.total() >= missing.total():  # else its colour is misread: a die too many is no trouble then
        for colour in extra.elements():
            yield Doubt(Reason.EXTRA, colour, LOOK_S)


def _differences(dice: Sequence[SeenDie], expected: Expected) -> tuple[Counter[Colour | None], Counter[Colour | None]]:
    """What is missing and what is too many, by colour."""
    wanted = Counter(dict(expected))
    seen = Counter(None if None in expected else die.colour for die in dice)
    return wanted - seen, seen - wanted
