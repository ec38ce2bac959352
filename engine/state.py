"""Where a game of the Qwixx family stands: the sheets, whose turn it is, and what the table waits for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.dice import Colour, Roll, Sentence
from engine.game import IllegalMove, check_faces
from engine.marks import Marks
from engine.sheet import Kind, Sheet


class Phase(StrEnum):
    """What the table waits for."""

    ROLL = "roll"  # the active player throws
    WHITE = "white"  # everyone answers the white sum, in any order
    COLOUR = "colour"  # the active player answers white plus colour
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """What was agreed before the start."""

    sheets: tuple[Sheet, ...]  # one per player; most games give everyone the same
    finish_turn: bool = False  # play the turn to its end after the end was triggered
    tie_wins: bool = True  # tied players share the win; otherwise nobody wins
    locks_to_end: int = 2
    max_penalties: int = 4
    penalty_points: int = 5
    bonus_same_turn: bool = True  # a bonus cell opens within the turn that crossed its neighbour
    black_too: bool = False  # black in addition to a colour, not instead
    black_saves: bool = True  # a black cross saves from the penalty


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. `pending` are the players who still answer in this step."""

    rules: Rules
    marks: tuple[Marks, ...]  # one per player
    active: int = 0
    phase: Phase = Phase.ROLL
    roll: Roll | None = None
    closed: int = 0  # the rows closed before this step, one bit each
    pending: frozenset[int] = frozenset()
    crossed: bool = False  # the active player has crossed something this turn
    before: tuple[Marks, ...] = ()  # the sheets when the dice were rolled
    kinds: frozenset[Kind] = frozenset()  # the kinds of rows crossed in this coloured step


def closed_colours(state: State) -> list[Colour]:
    """The colours of the closed rows, whose dice have left the game."""
    rows = state.rules.sheets[0].rows
    return [row.lock for r, row in enumerate(rows) if row.lock is not None and state.closed >> r & 1]


def dice_in_play(state: State) -> dict[Colour, int]:
    """How many dice of each colour the next throw has."""
    rows = state.rules.sheets[0].rows
    dice = {Colour.WHITE: 2}
    dice |= {row.lock: 1 for r, row in enumerate(rows) if row.lock is not None and not state.closed >> r & 1}
    if any(row.kind is Kind.BLACK for row in rows):
        dice[Colour.BLACK] = 1
    return dice


def check_roll(state: State, roll: Roll) -> None:
    """Raise IllegalMove, in one clear sentence, unless exactly the dice in play are there."""
    expected, seen = dice_in_play(state), roll.colours()
    check_faces(roll, state.rules.sheets[0].faces)
    for colour in seen:
        if colour not in expected and colour in closed_colours(state):
            raise IllegalMove(Sentence("the {row} die left the game when {row} was closed", row=colour))
        if colour not in expected:
            raise IllegalMove(Sentence("this game has no {row} die", row=colour))
    for colour, count in expected.items():
        if seen[colour] != count:
            raise IllegalMove(_wrong_number(colour, count, seen[colour]))


def _wrong_number(colour: Colour, count: int, seen: int) -> Sentence:
    return Sentence.numbered(
        "expected {count} {row} die in the roll, got {seen}",
        "expected {count} {row} dice in the roll, got {seen}",
        count,
        row=colour,
        seen=seen or Sentence("none"),
    )
