"""Why a move of the Qwixx family is allowed or not, in one sentence that names the rule."""

from __future__ import annotations

from engine.detours import LUCKY, SWAP
from engine.marks import Marks, crosses, obstacle
from engine.moves import Choose, Mark, Move, Pass, Rolled
from engine.offers import colour_sums, die_is_gone, white_sum
from engine.sheet import Kind, Sheet
from engine.state import Phase, State


def refusal(state: State, move: Move) -> str:
    """Why that move, known to be illegal, is not allowed."""
    if state.phase is Phase.OVER:
        return "the game is over"
    if isinstance(move, Rolled):
        waiting = ", ".join(f"p{player + 1}" for player in sorted(state.pending))
        return f"no roll now: {waiting} must answer this one first"
    who = f"p{move.player + 1}"
    if move.player >= len(state.marks):
        return f"there is no {who}: {len(state.marks)} players are at the table"
    if state.phase is Phase.ROLL:
        return f"{who} has nothing to answer before p{state.active + 1} rolls"
    if move.player not in state.pending:
        return f"{who} has answered already; {_turn_rule(state)}"
    if isinstance(move, Pass):
        return f"{who} must choose a row now"
    if isinstance(move, Choose):
        return f"{who} has no row to choose now"
    return _mark_refusal(state, move)


def reason(state: State, move: Move) -> str:
    """Why that move, known to be legal, is allowed."""
    if isinstance(move, Rolled):
        return "these are exactly the dice in play"
    who = f"p{move.player + 1}"
    if isinstance(move, Pass):
        return f"{who} may always leave a sum uncrossed"
    if isinstance(move, Choose):
        return f"{move.colour} is among the rows with the fewest crosses"
    if move.by == SWAP:
        return f"a swap field not passed yet trades the white sum for {move.number}"
    if move.by == LUCKY:
        return f"the white sum is lucky, and {move.colour} {move.number} is next in a row with the fewest crosses"
    if state.phase is Phase.WHITE:
        made = f"the white dice make {move.number}"
    elif move.colour == Kind.BLACK:
        made = f"the black die minus a white one makes {move.number}"
    else:
        made = f"a white and a coloured die make {move.number}"
    return f"{made}, and the {move.colour} {move.number} is open to {who}"


def _turn_rule(state: State) -> str:
    if state.phase is Phase.COLOUR:
        return f"only p{state.active + 1}, who rolled, adds a coloured die"
    return "the white sum is crossed once at most"


def _mark_refusal(state: State, move: Mark) -> str:
    sheet, marks = state.rules.sheets[move.player], state.marks[move.player]
    cell = sheet.cells.get((move.colour, move.number))
    if cell is None:
        return f"there is no {move.colour} {move.number} on the sheet"
    closed_because = obstacle_text(sheet, marks, state.closed, *cell)
    if closed_because is not None:
        return f"{move.colour} {move.number} is closed to p{move.player + 1}: {closed_because}"
    if move.by:
        return f"no {move.by} leads to {move.colour} {move.number} now"
    return f"{move.colour} {move.number} is not on offer: {_on_offer(state, sheet.rows[cell[0]].kind)}"


def obstacle_text(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> str | None:
    """What stands in the way of that cell in words, or None."""
    found = obstacle(sheet, marks, closed, r, pos)
    if found is None:
        return None
    return found.format(threshold=sheet.rows[r].threshold, count=crosses(marks, r))


def _on_offer(state: State, kind: Kind) -> str:
    assert state.roll is not None
    if state.phase is Phase.WHITE:
        return f"the white dice make {white_sum(state.roll)}"
    if kind in state.kinds:
        return f"one {kind} cross a turn"
    if kind is Kind.BONUS:
        return "it takes the white sum, or the die of a crossed cell beside it"
    live = [sum_ for sum_ in colour_sums(state.roll) if not die_is_gone(state, sum_.colour)]
    return f"white plus colour makes {', '.join(f'{sum_.colour} {sum_.number}' for sum_ in live)}"
