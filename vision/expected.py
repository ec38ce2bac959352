"""The dice that are known to be on the table: colours are told apart over all dice in view together.

Warm light turns yellow into white and red into orange, whatever the thresholds. But there are two white dice and
one of each other colour, so what one die is says much about what the next one can be.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import compress

from engine.dice import COLOURS, Colour
from vision.reader import IS_DIE
from vision.reading import DieReading

CANDIDATE = 0.35  # read places down to this likelihood: where a die is due, one place in three may be it
NUMBERED = 0.2  # but if it would be passed over elsewhere, its number must be told as surely as this
IN_VIEW = 0.97  # how often a die that is due is among the places that were read
STRANGE = 0.02  # how often a die on the table is none of those that are due
SURELY_A_DIE = 0.9  # surer than this, what is left over is a die too many; else it is passed over
LEAST = 1e-3  # least chance of any colour: the network is surer of colours than it is right
REPAINT = 0.02  # a die does not get a colour its picture speaks against more than this, whatever the count;
REPAINT_DOUBTFUL = 0.1  # nor what is not surely a die one that is less likely than this and than another that is due
COLOUR_SURE = 0.8  # a colour less sure than this is doubtful
NEVER = -math.inf

Gains = list[list[float]]  # by die and by colour: how much likelier the table is if that die has that colour


@dataclass(frozen=True, slots=True)
class Assigned:
    """The dice in view held against the dice that are due; every reading is in one of the first three."""

    dice: tuple[DieReading, ...]  # those that are due, each with the colour it has been given
    extra: tuple[DieReading, ...]  # dice too many, such as a second red one
    lookalikes: tuple[DieReading, ...]  # passed over
    missing: tuple[Colour, ...]  # due and not in view
    outside: tuple[DieReading, ...] = ()  # dice beside the tray: ignored, and mentioned


def assign(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> Assigned:
    """Give the dice the colours that make the whole table likeliest, none more often than it is expected.

    A die that might as well have another colour, or be passed over, gets a doubt.
    """
    colours = tuple(colour for colour, count in expected.items() if count > 0)
    counts = tuple(expected[colour] for colour in colours)
    gains = [_gains(reading, colours) for reading in readings]
    likelihood, picks = likeliest(gains, counts)
    dice = []
    for i, pick in enumerate(picks):
        if pick is not None:
            rival, _ = likeliest(_forbidden(gains, i, pick), counts)
            dice.append(_coloured(readings[i], colours[pick], 1 / (1 + math.exp(rival - likelihood))))
    left = list(compress(readings, [pick is None for pick in picks]))
    extra = [reading for reading in left if _is_extra(reading)]
    lookalikes = [reading for reading in left if not _is_extra(reading)]
    given = Counter(die.colour for die in dice)
    missing = [colour for colour in colours for _ in range(expected[colour] - given[colour])]
    return Assigned(tuple(dice), tuple(extra), tuple(lookalikes), tuple(missing))


def likeliest(gains: Gains, counts: tuple[int, ...]) -> tuple[float, tuple[int | None, ...]]:
    """The most that can be gained, and each die's colour (by its place among the counts) that gains it.

    Exact: die by die, over what is left of each colour. Six dice have 48 such states, so it takes a millisecond.
    """

    @cache
    def best(i: int, left: tuple[int, ...]) -> tuple[float, tuple[int | None, ...]]:
        if i == len(gains):
            return 0.0, ()
        gain, picks = best(i + 1, left)
        found: tuple[float, tuple[int | None, ...]] = gain, (None, *picks)
        for k, count in enumerate(left):
            if count > 0 and gains[i][k] > NEVER:
                gain, picks = best(i + 1, (*left[:k], count - 1, *left[k + 1 :]))
                if gain + gains[i][k] > found[0]:
                    found = gain + gains[i][k], (k, *picks)
        return found

    return best(0, counts)


def _gains(reading: DieReading, colours: Sequence[Colour]) -> list[float]:
    """How much likelier (log) it is that this is the die due in each colour than that it is passed over."""
    chances = [_chance(reading, colour) for colour in colours]
    if not _may_be_due(reading):
        return [NEVER] * len(colours)
    least = REPAINT if reading.die_confidence >= SURELY_A_DIE else min(REPAINT_DOUBTFUL, max(chances, default=0))
    is_die = min(max(reading.die_confidence, 0.01), 0.99)
    passed_over = (1 - is_die + is_die * STRANGE) * (1 - IN_VIEW)
    return [
        NEVER
        if chance < max(least, REPAINT) and reading.colour is not colour
        else math.log(is_die * max(chance, LEAST) * IN_VIEW / passed_over)
        for chance, colour in zip(chances, colours, strict=True)
    ]


def _may_be_due(reading: DieReading) -> bool:
    """Printed dots, meeples and the like are less likely dice than real ones, and show no number."""
    if reading.die_confidence >= IS_DIE:
        return True
    return reading.die_confidence >= CANDIDATE and reading.pips is not None and reading.confidence >= NUMBERED


def _chance(reading: DieReading, colour: Colour) -> float:
    if reading.colour_probs is not None:
        return float(reading.colour_probs[COLOURS.index(colour)])
    return reading.colour_confidence if reading.colour is colour else 0.0


def _forbidden(gains: Gains, i: int, k: int) -> Gains:
    """The gains if that die could not have that colour."""
    changed = list(gains)
    changed[i] = [*gains[i][:k], NEVER, *gains[i][k + 1 :]]
    return changed


def _coloured(reading: DieReading, colour: Colour, sure: float) -> DieReading:
    doubt = reading.doubt or ("its colour" if sure < COLOUR_SURE else None)
    return replace(reading, colour=colour, colour_confidence=sure, doubt=doubt)


def _is_extra(reading: DieReading) -> bool:
    """A die of the game's colours, and surely a die; others may lie about."""
    return reading.colour is not None and reading.die_confidence >= SURELY_A_DIE
