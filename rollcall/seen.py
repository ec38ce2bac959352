"""From dice that were seen to the roll they make, or to what is not right about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce

from engine.dice import Colour, Die, Roll, Sentence
from engine.game import IllegalMove
from vision.diceset import COLOUR_NAMES, differences
from vision.draw import label
from vision.expected import Assigned, assign
from vision.profile import Table
from vision.reading import Array, DieReading


def seen_roll(
    readings: Sequence[DieReading], expected: Mapping[Colour, int], names: Mapping[Colour, str] = COLOUR_NAMES
) -> Roll:
    """The roll those dice make; an IllegalMove says in one sentence what is missing, extra or doubtful.

    `expected` is how many dice of each colour are in play, `names` what they are called.
    """
    assigned = assign(readings, expected)
    wrong = faults_of(assigned, expected, names)
    if wrong:
        typed = _to_type(assigned.dice, expected)
        raise IllegalMove(f'{no_clear_roll(wrong)}; type what lies there, as in --dice "{typed}"')
    return Roll(tuple(Die(r.colour, r.pips) for r in assigned.dice if r.colour is not None and r.pips is not None))


def no_clear_roll(wrong: Sequence[str]) -> Sentence:
    """What is not right about the dice seen, in one sentence."""
    told = reduce(lambda said, more: Sentence("{said}; {more}", said=said, more=more), wrong)
    return Sentence("no clear roll: {told}", told=told)


def faults(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> list[str]:
    """What is missing, too many or doubtful about the dice seen; nothing if they are a clear roll."""
    return faults_of(assign(readings, expected), expected)


def faults_of(
    assigned: Assigned, expected: Mapping[Colour, int], names: Mapping[Colour, str] = COLOUR_NAMES
) -> list[str]:
    """The same of dice that have been held against those expected."""
    seen = Counter(reading.colour for reading in (*assigned.dice, *assigned.extra))
    wrong = [*differences(seen, expected, names), *_doubts(assigned.dice, names)]
    return [*wrong, *beside(assigned.outside, names)] if wrong else []


def beside(outside: Sequence[DieReading], names: Mapping[Colour, str] = COLOUR_NAMES) -> list[str]:
    """A few words for each die beside the tray; it may be one that is missing."""
    return [
        Sentence("a die beside the tray")
        if die.colour is None
        else Sentence("a {row} die beside the tray", row=names[die.colour])
        for die in outside
    ]


def other_shape(table: Table, bgr: Array) -> list[str]:
    """A few words if not all that is known of the table holds in pictures of that shape."""
    if table.at(bgr.shape[1], bgr.shape[0]) == table:
        return []
    return ["the picture has another shape than when the table was measured: its tray and lens are left out"]


def _doubts(readings: Sequence[DieReading], names: Mapping[Colour, str]) -> list[str]:
    return [
        Sentence("a {row} die is not sure ({doubt})", row=names[r.colour], doubt=r.doubt or "its number cannot be told")
        for r in readings
        if r.colour is not None and (r.doubt is not None or r.pips is None)
    ]


def _to_type(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> str:
    """The text of a roll with what is sure filled in, and `?` for the rest."""
    words = []
    for colour, count in expected.items():
        sure = [label(r) for r in readings if r.colour is colour and r.doubt is None and r.pips is not None]
        words += (sure + [f"{colour.letter}?"] * count)[:count]
    return " ".join(words)
