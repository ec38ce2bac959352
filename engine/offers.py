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

from engine.detours import detours
from engine.dice import Colour, Die, Roll
from engine.marks import crossed_neighbours, obstacle
from engine.moves import Mark
from engine.sheet import Kind, Sheet
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
    sheet, marks, total = state.rules.sheets[player], state.marks[player], white_sum(state.roll)
    found = [
        _mark(sheet, player, r, pos)
        for r, pos in sheet.white.get(total, ())
        if obstacle(sheet, marks, state.closed, r, pos) is None
    ]
    if sheet.swaps or sheet.lucky:
        others = detours(sheet, marks, state.closed, total)
        found += [_mark(sheet, player, r, pos, by) for by, (r, pos) in others]
    return found


def white_offers(state: State) -> dict[int, list[Mark]]:
    """The legal white marks of every player who has not answered yet."""
    return {player: white_marks(state, player) for player in sorted(state.pending)}


def colour_sums(roll: Roll) -> list[ColourSum]:
    """Every white die with every coloured die; equal white dice are named once.

    A black die counts minus the white one, and only if that leaves something.

    >>> [sum_.number for sum_ in colour_sums(Roll.parse("W3 W5 R2 B6"))]
    [5, 7, 9, 11]
    >>> [sum_.number for sum_ in colour_sums(Roll.parse("W1 W2 K5"))]
    [4, 3]
    """
    whites = sorted(set(roll.pips(Colour.WHITE)))
    coloured = [die for die in roll.dice if die.colour is not Colour.WHITE]
    sums = [ColourSum(white, die.colour, _number(white, die)) for die in coloured for white in whites]
    return [sum_ for sum_ in sums if sum_.number > 0]


def colour_offers(state: State) -> list[ColourOffer]:
    """The coloured sums the active player may cross as the sheets stand, also while white is answered.

    While it is, an answer to the white sum may still close some of them or open others.
    """
    if state.roll is None or state.phase not in (Phase.WHITE, Phase.COLOUR):
        return []
    player = state.active
    sheet, marks = state.rules.sheets[player], state.marks[player]
    return [
        ColourOffer(sum_.white, sum_.colour, _mark(sheet, player, r, pos))
        for sum_ in colour_sums(state.roll)
        if not die_is_gone(state, sum_.colour)
        for r, pos in sheet.coloured.get((sum_.colour, sum_.number), ())
        if obstacle(sheet, marks, state.closed, r, pos) is None
        and sheet.rows[r].kind not in state.kinds
        and (sheet.rows[r].kind is not Kind.BONUS or bonus_fits(state, r, pos, sum_.colour))
    ]


def colour_marks(state: State) -> list[Mark]:
    """What the active player may cross with white plus colour, each cell once."""
    return list(dict.fromkeys(offer.mark for offer in colour_offers(state)))


def die_is_gone(state: State, colour: Colour) -> bool:
    """Whether that die was rolled but left the game when its row was closed in the white step."""
    rows = state.rules.sheets[0].rows
    return any(row.lock is colour and state.closed >> r & 1 for r, row in enumerate(rows))


def bonus_fits(state: State, r: int, pos: int, die: Colour) -> bool:
    """Whether a bonus cell takes that die: it must be of a neighbour crossed before."""
    sheet = state.rules.sheets[state.active]
    marks = state.marks[state.active] if state.rules.bonus_same_turn else state.before[state.active]
    beside = [sheet.rows[n].lock for n in crossed_neighbours(sheet, marks, r, pos)]
    return die in beside or (bool(beside) and sheet.bonus_by_any_die)


def _mark(sheet: Sheet, player: int, r: int, pos: int, by: str = "") -> Mark:
    return Mark(player, sheet.rows[r].colours[pos], sheet.rows[r].numbers[pos], by)


def _number(white: int, die: Die) -> int:
    return die.pips - white if die.colour is Colour.BLACK else die.pips + white
