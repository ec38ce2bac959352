"""Why a move of the Qwixx family is allowed or not, in one sentence that names the rule."""

from __future__ import annotations

from engine.detours import LUCKY, SWAP
from engine.dice import Sentence
from engine.marks import Marks, Obstacle, crosses, obstacle
from engine.moves import Choose, Mark, Move, Pass, Rolled
from engine.offers import colour_sums, die_is_gone, white_sum
from engine.sheet import Kind, Sheet
from engine.state import Phase, State

_ONE_A_TURN = {
    Kind.COLOUR: Sentence("one colour cross a turn"),
    Kind.BONUS: Sentence("one bonus cross a turn"),
    Kind.BLACK: Sentence("one black cross a turn"),
}


def refusal(state: State, move: Move) -> Sentence:
    """Why that move, known to be illegal, is not allowed."""
    if state.phase is Phase.OVER:
        return Sentence("the game is over")
    if isinstance(move, Rolled):
        waiting = tuple(f"p{player + 1}" for player in sorted(state.pending))
        return Sentence("no roll now: {players} must answer this one first", players=waiting)
    who, active = f"p{move.player + 1}", f"p{state.active + 1}"
    if move.player >= len(state.marks):
        return Sentence("there is no {who}: {count} players are at the table", who=who, count=len(state.marks))
    if state.phase is Phase.ROLL:
        return Sentence("{who} has nothing to answer before {active} rolls", who=who, active=active)
    if move.player not in state.pending:
        return Sentence("{who} has answered already; {rule}", who=who, rule=_turn_rule(state))
    if isinstance(move, Pass):
        return Sentence("{who} must choose a row now", who=who)
    if isinstance(move, Choose):
        return Sentence("{who} has no row to choose now", who=who)
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


def _turn_rule(state: State) -> Sentence:
    if state.phase is Phase.COLOUR:
        active = f"p{state.active + 1}"
        return Sentence("only {active}, who rolled, adds a coloured die", active=active)
    return Sentence("the white sum is crossed once at most")


def _mark_refusal(state: State, move: Mark) -> Sentence:
    sheet, marks, who = state.rules.sheets[move.player], state.marks[move.player], f"p{move.player + 1}"
    place, cell = sheet.cells.get((move.colour, move.number)), f"{move.colour} {move.number}"
    if place is None:
        return Sentence("there is no {cell} on the sheet", cell=cell)
    because = obstacle_text(sheet, marks, state.closed, *place)
    if because is not None:
        return Sentence("{cell} is closed to {who}: {because}", cell=cell, who=who, because=because)
    if move.by:
        return Sentence("no {way} leads to {cell} now", way=move.by, cell=cell)
    because = _on_offer(state, sheet.rows[place[0]].kind)
    return Sentence("{cell} is not on offer: {because}", cell=cell, because=because)


def obstacle_text(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> Sentence | None:
    """What stands in the way of that cell in words, or None."""
    match obstacle(sheet, marks, closed, r, pos):
        case None:
            return None
        case Obstacle.CROSSED:
            return Sentence("it is crossed already")
        case Obstacle.PASSED:
            return Sentence("a cell further right in its row is crossed")
        case Obstacle.TOO_FEW:
            needed, count = sheet.rows[r].threshold, crosses(marks, r)
            return Sentence(
                "the row needs {needed} crosses before its closing cell, and has {count}", needed=needed, count=count
            )
        case Obstacle.LOCKED:
            return Sentence("the row has been closed")
        case Obstacle.NO_NEIGHBOUR:
            return Sentence("no cell beside it is crossed")


def _on_offer(state: State, kind: Kind) -> Sentence:
    assert state.roll is not None
    if state.phase is Phase.WHITE:
        return Sentence("the white dice make {number}", number=white_sum(state.roll))
    if kind in state.kinds:
        return _ONE_A_TURN[kind]
    if kind is Kind.BONUS:
        return Sentence("it takes the white sum, or the die of a crossed cell beside it")
    live = [sum_ for sum_ in colour_sums(state.roll) if not die_is_gone(state, sum_.colour)]
    cells = tuple(f"{sum_.colour} {sum_.number}" for sum_ in live)
    return Sentence("white plus colour makes {cells}", cells=cells)
