"""Every cell a throw names, for every player: open or why not, and what a cross there would bring.

>>> from engine.games import find_game
>>> qwixx = find_game("qwixx")
>>> state = qwixx.start(2, {})
>>> for line in ("roll W3 W5 R2 Y6 G1 B4", "p1 red 8", "p2 pass"):
...     state = qwixx.apply(state, qwixx.parse_move(line))
>>> for choice in choices(state, player=0)[:3]:
...     print(choice.mark, "|", choice.refused or f"+{choice.points}, skips {len(choice.skipped)}")
p1 red 5 | a cell further right in its row is crossed
p1 red 7 | a cell further right in its row is crossed
p1 yellow 9 | +1, skips 7
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.boxes import NAMES, box_refusal, placements
from engine.detours import detours
from engine.forced import mark
from engine.marks import Marks
from engine.moves import Mark
from engine.offers import ColourSum, bonus_fits, colour_sums, die_is_gone, white_sum
from engine.refusal import obstacle_text
from engine.score import score
from engine.sheet import Cell, Kind, Sheet
from engine.state import Phase, State
from engine.yahtzee import State as YahtzeeState


@dataclass(frozen=True, slots=True)
class Choice:
    """One cell on offer to one player, with what a cross brings; nothing if it is refused."""

    mark: Mark
    refused: str | None = None  # why the cell is closed to this player
    crosses: int = 0  # on the whole sheet, lock and forced crosses included
    points: int = 0  # added to the score now
    skipped: tuple[str, ...] = ()  # cells given up for good, such as `red 3`
    closes: bool = False  # a row is closed


@dataclass(frozen=True, slots=True)
class BoxChoice:
    """One box of Yahtzee with what the hand scores there, or why it may not go there."""

    box: str
    points: int = 0
    refused: str | None = None


def choices(state: State, player: int) -> list[Choice]:
    """What the throw offers that player in this step, refused cells included; nothing if none is due."""
    if state.phase is Phase.WHITE and player in state.pending:
        return _white_choices(state, player)
    if state.phase is Phase.COLOUR and player in state.pending:
        return _colour_choices(state, player)
    return []


def box_choices(state: YahtzeeState) -> list[BoxChoice]:
    """Every box of the active player's sheet for the dice as they lie; nothing while dice are thrown."""
    if not state.hand:
        return []
    filled, rules = state.filled[state.active], state.rules
    allowed = placements(filled, state.hand, rules.joker, rules.joker_needs_50)
    return [
        BoxChoice(name, points=allowed[box])
        if box in allowed
        else BoxChoice(name, refused=box_refusal(filled, box, allowed))
        for box, name in enumerate(NAMES)
    ]


@dataclass(frozen=True, slots=True)
class _Tally:
    """What a sheet comes to."""

    points: int
    crosses: int
    locks: int


def _tally(state: State, player: int, marks: Marks) -> _Tally:
    sheet, rows, again = state.rules.sheets[player], marks.rows, marks.again
    crosses = sum(map(int.bit_count, rows)) + sum(map(int.bit_count, again))
    locks = sum([row.closing & crossed != 0 for row, crossed in zip(sheet.rows, rows, strict=True)])
    return _Tally(score(sheet, marks, state.rules.penalty_points), crosses + locks, locks)


def _white_choices(state: State, player: int) -> list[Choice]:
    assert state.roll is not None
    sheet, marks, total = state.rules.sheets[player], state.marks[player], white_sum(state.roll)
    before = _tally(state, player, marks)
    cells = [("", cell) for cell in sheet.white.get(total, ())] + detours(sheet, marks, state.closed, total)
    return [_choice(state, before, player, cell, by) for by, cell in cells]


def _colour_choices(state: State, player: int) -> list[Choice]:
    assert state.roll is not None
    sheet, before = state.rules.sheets[player], _tally(state, player, state.marks[player])
    found: dict[Mark, Choice] = {}
    for sum_ in colour_sums(state.roll):
        for cell in sheet.coloured.get((sum_.colour, sum_.number), ()):
            choice = _colour_choice(state, before, sum_, cell)
            if choice.mark not in found or found[choice.mark].refused is not None:
                found[choice.mark] = choice
    return list(found.values())


def _colour_choice(state: State, before: _Tally, sum_: ColourSum, cell: Cell) -> Choice:
    kind = state.rules.sheets[state.active].rows[cell[0]].kind
    choice = _choice(state, before, state.active, cell)
    if die_is_gone(state, sum_.colour):
        return Choice(choice.mark, f"the {sum_.colour} die has left the game")
    if kind in state.kinds:
        return Choice(choice.mark, f"one {kind} cross a turn")
    if choice.refused is None and kind is Kind.BONUS and not bonus_fits(state, *cell, sum_.colour):
        return Choice(choice.mark, "it takes the die of a crossed cell beside it")
    return choice


def _choice(state: State, before: _Tally, player: int, cell: Cell, by: str = "") -> Choice:
    sheet, marks = state.rules.sheets[player], state.marks[player]
    r, pos = cell
    named = Mark(player, sheet.rows[r].colours[pos], sheet.rows[r].numbers[pos], by)
    refused = obstacle_text(sheet, marks, state.closed, r, pos)
    if refused is not None:
        return Choice(named, refused)
    crossed = mark(sheet, marks, state.closed, r, pos)
    after = _tally(state, player, crossed)
    return Choice(
        mark=named,
        crosses=after.crosses - before.crosses,
        points=after.points - before.points,
        skipped=_skipped(sheet, marks, crossed),
        closes=after.locks > before.locks,
    )


def _skipped(sheet: Sheet, before: Marks, after: Marks) -> tuple[str, ...]:
    """The uncrossed cells that were right of the last cross and are left of it now."""
    skipped: list[str] = []
    for row, old, new in zip(sheet.rows, before.rows, after.rows, strict=True):
        if old != new and not row.any_order:
            behind = range(old.bit_length(), new.bit_length())
            skipped += [f"{row.colours[pos]} {row.numbers[pos]}" for pos in behind if not new >> pos & 1]
    return tuple(skipped)
