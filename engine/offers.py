"""What a throw offers each player: the white sum for everyone, white plus colour for the active player.

>>> from engine.games import find_game
>>> qwixx = find_game("qwixx")
>>> state = qwixx.start(2, {})
>>> state = qwixx.apply(state, qwixx.parse_move("roll W3 W5 R2 Y6 G1 B4"))
>>> white_sum(state.roll)
8
>>> [str(mark) for mark in white_marks(state, player=1)]
['p2 red 8', 'p2 yellow 8', 'p2 green 8', 'p2 blue 8']
>>> for sum_ in colour_offers(state)[:3]:
...     print(f"white {sum_.white} and {sum_.colour}: {sum_.mark}")
white 3 and red: p1 red 5
white 5 and red: p1 red 7
white 3 and yellow: p1 yellow 9
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Colour, Roll
from engine.marks import obstacle
from engine.moves import Mark
from engine.sheet import Sheet
from engine.state import Phase, State


@dataclass(frozen=True, slots=True)
class ColourSum:
    """One white die with one coloured die."""

    white: int  # pips of the white die
    colour: Colour
    number: int


@dataclass(frozen=True, slots=True)
class ColourOffer:
    """A coloured sum the active player could cross as the sheets stand."""

    white: int  # pips of the white die
    colour: Colour
    mark: Mark


def white_sum(roll: Roll) -> int:
    """What the two white dice make.

    >>> white_sum(Roll.parse("W3 W5 R2"))
    8
    """
    return sum(roll.pips(Colour.WHITE))


def white_marks(state: State, player: int) -> list[Mark]:
    """What that player may cross with the white sum of this throw, answered already or not."""
    if state.roll is None or state.phase is not Phase.WHITE:
        return []
    sheet, marks = state.rules.sheets[player], state.marks[player]
    return [
        _mark(sheet, player, r, pos)
        for r, pos in sheet.white.get(white_sum(state.roll), ())
        if obstacle(sheet, marks, state.closed, r, pos) is None
    ]


def white_offers(state: State) -> dict[int, list[Mark]]:
    """The legal white marks of every player who has not answered yet."""
    return {player: white_marks(state, player) for player in sorted(state.pending)}


def colour_sums(roll: Roll) -> list[ColourSum]:
    """Every white die with every coloured die; equal white dice are named once.

    >>> [sum_.number for sum_ in colour_sums(Roll.parse("W3 W5 R2 B6"))]
    [5, 7, 9, 11]
    """
    whites = sorted(set(roll.pips(Colour.WHITE)))
    coloured = [die for die in roll.dice if die.colour is not Colour.WHITE]
    return [
        ColourSum(white, die.colour, _number(white, die.colour, die.pips))
        for die in coloured
        for white in whites
    ]


def colour_offers(state: State) -> list[ColourOffer]:
    """The coloured sums the active player may cross as the sheets stand, also while white is answered.

    Right of the white step a cell may close again: the answer to the white sum comes first.
    """
    if state.roll is None or state.phase not in (Phase.WHITE, Phase.COLOUR):
        return []
    player = state.active
    sheet, marks = state.rules.sheets[player], state.marks[player]
    return [
        ColourOffer(sum_.white, sum_.colour, _mark(sheet, player, r, pos))
        for sum_ in colour_sums(state.roll)
        for r, pos in sheet.coloured.get((sum_.colour, sum_.number), ())
        if obstacle(sheet, marks, state.closed, r, pos) is None and not _gone(sheet, state, sum_.colour)
    ]


def colour_marks(state: State) -> list[Mark]:
    """What the active player may cross with white plus colour, each cell once."""
    return list(dict.fromkeys(offer.mark for offer in colour_offers(state)))


def _gone(sheet: Sheet, state: State, colour: Colour) -> bool:
    return any(row.lock is colour and state.closed >> r & 1 for r, row in enumerate(sheet.rows))


def _mark(sheet: Sheet, player: int, r: int, pos: int) -> Mark:
    return Mark(player, sheet.rows[r].colours[pos], sheet.rows[r].numbers[pos])


def _number(white: int, colour: Colour, pips: int) -> int:
    return pips - white if colour is Colour.BLACK else pips + white
