"""The game of Qwixx and its sheets: one turn, step by step.

A roll, then everyone answers the white sum at once, then the active player may add a coloured die.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from engine.detours import SWAP, swaps
from engine.dice import Die, Roll
from engine.forced import choose, fewest, mark
from engine.game import IllegalMove, Option, Outcome, best, check_seats, settled
from engine.marks import Marks, blank, has_lock
from engine.moves import Choose, Mark, Move, Pass, Rolled, parse_move
from engine.offers import colour_marks, white_marks, white_sum
from engine.refusal import reason, refusal
from engine.score import score
from engine.sheet import Kind, Sheet
from engine.state import Phase, Rules, State, check_roll, dice_in_play


@dataclass(frozen=True, slots=True)
class Qwixx:
    """Qwixx on one kind of sheet. `deal` makes each player's sheet from the settled options."""

    name: str
    title: str
    note: str
    deal: Callable[[int, Mapping[str, str]], tuple[Sheet, ...]]
    options: Mapping[str, Option]
    seats: range

    def start(self, players: int, options: Mapping[str, str]) -> State:
        """Blank sheets; the first player is to roll."""
        check_seats(self, players)
        chosen = settled(options, self.options)
        threshold = int(chosen["min_marks_to_close"])
        rules = Rules(
            sheets=tuple(_with_threshold(sheet, threshold) for sheet in self.deal(players, chosen)),
            finish_turn=chosen["end_mode"] == "finish_turn",
            tie_wins=chosen["tie"] == "shared",
            locks_to_end=int(chosen["locks_to_end"]),
            max_penalties=int(chosen["max_penalties"]),
            penalty_points=int(chosen["penalty_points"]),
            bonus_same_turn=chosen.get("bonus_same_turn") != "no",
            black_too=chosen.get("black_step2") == "additional",
            black_saves=chosen.get("black_saves") != "no",
        )
        return State(rules, tuple(map(blank, rules.sheets)))

    def legal_moves(self, state: State) -> list[Move]:
        """What every pending player may do, passing included."""
        return [move for player in sorted(state.pending) for move in _moves(state, player)]

    def chance(self, state: State, random: Random) -> Move | None:
        """A fair throw of the dice in play, if one is due."""
        if state.phase is not Phase.ROLL:
            return None
        faces = state.rules.sheets[0].faces
        dice = [colour for colour, count in dice_in_play(state).items() for _ in range(count)]
        return Rolled(Roll(tuple(Die(colour, random.randint(1, faces)) for colour in dice)))

    def apply(self, state: State, move: Move) -> State:
        """The state after a roll or a player's answer; raises IllegalMove."""
        if isinstance(move, Rolled) and state.phase is Phase.ROLL:
            check_roll(state, move.roll)
            everyone = frozenset(range(len(state.marks)))
            rolled = replace(state, roll=move.roll, crossed=False, before=state.marks, kinds=frozenset())
            return replace(rolled, phase=Phase.WHITE, pending=everyone)
        if isinstance(move, Rolled) or move.player not in state.pending or move not in _moves(state, move.player):
            raise IllegalMove(refusal(state, move))
        if not isinstance(move, Pass):
            state = _marked(state, move) if isinstance(move, Mark) else _chosen(state, move)
            if _goes_on(state, move.player):
                return state
        state = replace(state, pending=state.pending - {move.player})
        return state if state.pending else _end_step(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Points per player as the sheets stand."""
        cost = state.rules.penalty_points
        return tuple(score(*sheet_and_marks, cost) for sheet_and_marks in _sheets(state))

    def outcome(self, state: State) -> Outcome | None:
        """Scores and winners once the game is over."""
        if state.phase is not Phase.OVER:
            return None
        scores = self.scores(state)
        winners = best(scores)
        return Outcome(scores, winners if state.rules.tie_wins or len(winners) == 1 else ())

    def parse_move(self, text: str) -> Move:
        """Read one line of a log; raises InvalidText."""
        return parse_move(text)

    def explain(self, state: State, move: Move) -> str:
        """One sentence: why the move is allowed now, or which rule forbids it."""
        try:
            self.apply(state, move)
        except IllegalMove as refused:
            return str(refused)
        return reason(state, move)


def _moves(state: State, player: int) -> list[Move]:
    sheet, marks = state.rules.sheets[player], state.marks[player]
    if marks.choosing:
        return [Choose(player, sheet.rows[r].name) for r in fewest(sheet, marks, state.closed)]
    found = white_marks(state, player) if state.phase is Phase.WHITE else colour_marks(state)
    return [*found, Pass(player)]


def _marked(state: State, move: Mark) -> State:
    sheet, marks = state.rules.sheets[move.player], state.marks[move.player]
    cell = sheet.cells[move.colour, move.number]
    if move.by == SWAP and state.roll is not None:
        field = swaps(sheet, marks, white_sum(state.roll))[move.number]
        marks = replace(marks, fields=marks.fields | 1 << field)
    state = _with_marks(state, move.player, mark(sheet, marks, state.closed, *cell))
    kind = sheet.rows[cell[0]].kind
    if state.phase is Phase.COLOUR:
        state = replace(state, kinds=state.kinds | {kind})
    saves = move.player == state.active and (kind is not Kind.BLACK or state.rules.black_saves)
    return replace(state, crossed=state.crossed or saves)


def _chosen(state: State, move: Choose) -> State:
    sheet, marks = state.rules.sheets[move.player], state.marks[move.player]
    r = [row.name for row in sheet.rows].index(move.colour)
    return _with_marks(state, move.player, choose(sheet, marks, state.closed, r))


def _goes_on(state: State, player: int) -> bool:
    """Whether the player has more to answer in this step."""
    return state.marks[player].choosing or (state.rules.black_too and len(state.kinds) == 1)


def _end_step(state: State) -> State:
    """Close the rows locked in this step for all, then go on to what follows."""
    locked = {r for sheet, marks in _sheets(state) for r, row in enumerate(sheet.rows) if has_lock(row, marks, r)}
    state = replace(state, closed=state.closed | sum(1 << r for r in locked))
    enough_locks = state.closed.bit_count() >= state.rules.locks_to_end
    if enough_locks and not state.rules.finish_turn:
        return replace(state, phase=Phase.OVER)
    if state.phase is Phase.WHITE:
        return replace(state, phase=Phase.COLOUR, pending=frozenset({state.active}))
    return _end_turn(state, enough_locks)


def _end_turn(state: State, enough_locks: bool) -> State:
    """Write the penalty if one is due, then pass the dice on or end the game."""
    if not state.crossed:
        marks = state.marks[state.active]
        state = _with_marks(state, state.active, replace(marks, penalties=marks.penalties + 1))
    if enough_locks or state.marks[state.active].penalties >= state.rules.max_penalties:
        return replace(state, phase=Phase.OVER)
    return replace(state, phase=Phase.ROLL, roll=None, active=(state.active + 1) % len(state.marks))


def _with_marks(state: State, player: int, marks: Marks) -> State:
    return replace(state, marks=(*state.marks[:player], marks, *state.marks[player + 1 :]))


def _sheets(state: State) -> list[tuple[Sheet, Marks]]:
    return list(zip(state.rules.sheets, state.marks, strict=True))


def _with_threshold(sheet: Sheet, threshold: int) -> Sheet:
    return replace(sheet, rows=tuple(replace(row, threshold=threshold) for row in sheet.rows))
