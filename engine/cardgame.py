"""Qwixx: The Card Game. A turn: refill the hand, everyone answers the top card, play one to three cards.

A lock closes a row for its player alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from engine.cardplay import play_refusal, plays, with_crosses
from engine.cards import COLOURED, WILD, Card, Move, Play, Shuffled, Take, parse_move
from engine.cardtable import Phase, State
from engine.dice import Sentence
from engine.forced import mark
from engine.game import IllegalMove, Option, Outcome, best, check_seats, settled
from engine.marks import Marks, blank, has_lock, obstacle
from engine.moves import Mark, Pass
from engine.refusal import obstacle_text
from engine.score import score
from engine.sheet import BASIC

DEALT, HAND, ROW = 4, 5, 4  # cards dealt to each, in hand after refilling, face down in the row
LOCKS_TO_END, MAX_MISTHROWS, MISTHROW_POINTS = 2, 4, 5
_WAITS = {
    Phase.SHUFFLE: Sentence("the table waits for shuffle"),
    Phase.TAKE: Sentence("the table waits for take"),
    Phase.NUMBER: Sentence("the table waits for number"),
    Phase.PLAY: Sentence("the table waits for play"),
}


@dataclass(frozen=True, slots=True)
class CardGame:
    """The card game; a shuffle is a move, so the log alone replays."""

    name: str
    title: str
    note: str
    options: Mapping[str, Option]
    seats: range

    def start(self, players: int, options: Mapping[str, str]) -> State:
        """Blank sheets; the deck is to be shuffled."""
        check_seats(self, players)
        chosen = settled(options, self.options)
        deck = COLOURED + WILD if chosen["wild"] == "yes" else COLOURED
        return State(chosen["end_mode"] == "finish_turn", (blank(BASIC),) * players, ((),) * players, deck)

    def legal_moves(self, state: State) -> list[Move]:
        """What every pending player may do."""
        player = state.active
        if state.phase is Phase.TAKE:
            count = HAND - len(state.hands[player])
            return [Take(player, places) for places in combinations(range(1, ROW + 1), count)]
        if state.phase is Phase.PLAY:
            return list(plays(player, state.hands[player], state.marks[player]))
        return [move for who in sorted(state.pending) for move in _answers(state, who)]

    def chance(self, state: State, random: Random) -> Move | None:
        """A fair shuffle, if one is due."""
        if state.phase is not Phase.SHUFFLE:
            return None
        return Shuffled(tuple(random.sample(state.discards, len(state.discards))))

    def apply(self, state: State, move: Move) -> State:
        """The state after a shuffle or a player's move; raises IllegalMove."""
        refused = _refusal(state, move)
        if refused is not None:
            raise IllegalMove(refused)
        match move:
            case Shuffled():
                return _shuffled(state, move.pile)
            case Take():
                return _taken(state, move)
            case Play():
                return _played(state, move)
            case Mark() | Pass():
                return _answered(state, move)

    def scores(self, state: State) -> tuple[int, ...]:
        """Points per player as the sheets stand."""
        return tuple(score(BASIC, marks, MISTHROW_POINTS) for marks in state.marks)

    def outcome(self, state: State) -> Outcome | None:
        """Scores and winners once the game is over."""
        scores = self.scores(state)
        return Outcome(scores, best(scores)) if state.phase is Phase.OVER else None

    def parse_move(self, text: str) -> Move:
        """Read one line of a log; raises InvalidText."""
        return parse_move(text)

    def explain(self, state: State, move: Move) -> str:
        """One sentence: why the move is allowed now, or which rule forbids it."""
        return _refusal(state, move) or f"it is what p{state.active + 1}'s turn allows in its step {state.phase}"


def _answers(state: State, player: int) -> list[Move]:
    number, marks = state.pile[0].number, state.marks[player]
    cells = BASIC.white[number]
    found = [BASIC.rows[r].name for r, pos in cells if obstacle(BASIC, marks, 0, r, pos) is None]
    return [*(Mark(player, name, number) for name in found), Pass(player)]


def _refusal(state: State, move: Move) -> Sentence | None:
    """Why the move is not allowed now, or None."""
    if state.phase is Phase.OVER:
        return Sentence("the game is over")
    if isinstance(move, Shuffled):
        return _shuffle_refusal(state, move)
    who = f"p{move.player + 1}"
    if move.player >= len(state.marks):
        return Sentence("there is no {who}: {count} players are at the table", who=who, count=len(state.marks))
    due = {Take: Phase.TAKE, Play: Phase.PLAY, Mark: Phase.NUMBER, Pass: Phase.NUMBER}[type(move)]
    if state.phase is not due:
        return Sentence("{who} cannot do that now: {waits}", who=who, waits=_WAITS[state.phase])
    if isinstance(move, Mark | Pass):
        return _answer_refusal(state, move)
    if move.player != state.active:
        active = f"p{state.active + 1}"
        return Sentence("it is {active}'s turn, not {who}'s", active=active, who=who)
    if isinstance(move, Take):
        return _take_refusal(state, move)
    return play_refusal(state.hands[move.player], state.marks[move.player], move)


def _shuffle_refusal(state: State, move: Shuffled) -> Sentence | None:
    if state.phase is not Phase.SHUFFLE:
        return Sentence("no shuffle now: {waits}", waits=_WAITS[state.phase])
    if Counter(move.pile) != Counter(state.discards):
        count = len(state.discards)
        return Sentence("the shuffle must hold exactly the {count} cards that lie aside", count=count)
    return None


def _take_refusal(state: State, move: Take) -> Sentence | None:
    count = HAND - len(state.hands[move.player])
    if len(move.places) == len(set(move.places)) == count and set(move.places) <= set(range(1, ROW + 1)):
        return None
    who = f"p{move.player + 1}"
    return Sentence(
        "{who} takes {count} of places 1 to {places}, to hold {cards} cards",
        who=who,
        count=count,
        places=ROW,
        cards=HAND,
    )


def _answer_refusal(state: State, move: Mark | Pass) -> Sentence | None:
    who = f"p{move.player + 1}"
    if move.player not in state.pending:
        rule = Sentence("the number is crossed once at most")
        return Sentence("{who} has answered already; {rule}", who=who, rule=rule)
    if isinstance(move, Pass) or move in _answers(state, move.player):
        return None
    cell, number = f"{move.colour} {move.number}", state.pile[0].number
    if move.number != number or (move.colour, move.number) not in BASIC.cells:
        shown = Sentence("the top card shows {number}", number=number)
        return Sentence("{cell} is not on offer: {because}", cell=cell, because=shown)
    closed = obstacle_text(BASIC, state.marks[move.player], 0, *BASIC.cells[move.colour, move.number])
    return Sentence("{cell} is closed to {who}: {because}", cell=cell, who=who, because=closed)


def _shuffled(state: State, pile: tuple[Card, ...]) -> State:
    state = replace(state, pile=pile, discards=())
    if state.row:
        return _row_refilled(state)
    players = len(state.hands)
    hands = tuple(pile[player * DEALT : (player + 1) * DEALT] for player in range(players))
    dealt = players * DEALT
    return replace(state, hands=hands, row=pile[dealt : dealt + ROW], pile=pile[dealt + ROW :], phase=Phase.TAKE)


def _taken(state: State, move: Take) -> State:
    taken = tuple(state.row[place - 1] for place in move.places)
    left = tuple(card for place, card in enumerate(state.row, 1) if place not in move.places)
    hand = state.hands[move.player] + taken
    return _row_refilled(replace(_with_hand(state, move.player, hand), row=left, crossed=False))


def _row_refilled(state: State) -> State:
    """Refill the row, then call the number on top; with too few cards in the pile, ask for a shuffle."""
    missing = ROW - len(state.row)
    state = replace(state, row=state.row + state.pile[:missing], pile=state.pile[missing:])
    if not state.pile:
        return replace(state, phase=Phase.SHUFFLE)
    return replace(state, phase=Phase.NUMBER, pending=frozenset(range(len(state.marks))))


def _answered(state: State, move: Mark | Pass) -> State:
    if isinstance(move, Mark):
        cell = BASIC.cells[move.colour, move.number]
        state = _with_marks(state, move.player, mark(BASIC, state.marks[move.player], 0, *cell))
        state = replace(state, crossed=state.crossed or move.player == state.active)
    state = replace(state, pending=state.pending - {move.player})
    if state.pending:
        return state
    return replace(state, phase=Phase.OVER if _locks_end(state) and not state.finish_turn else Phase.PLAY)


def _played(state: State, move: Play) -> State:
    marks = with_crosses(state.marks[move.player], move)
    if not move.crosses and not state.crossed:
        marks = replace(marks, penalties=marks.penalties + 1)
    left = tuple(card for card in state.hands[move.player] if card not in move.cards)
    state = _with_marks(_with_hand(state, move.player, left), move.player, marks)
    state = replace(state, discards=state.discards + move.cards)
    if marks.penalties >= MAX_MISTHROWS or _locks_end(state):
        return replace(state, phase=Phase.OVER)
    return replace(state, phase=Phase.TAKE, active=(state.active + 1) % len(state.marks))


def _locks_end(state: State) -> bool:
    locks = (sum(has_lock(row, marks, r) for r, row in enumerate(BASIC.rows)) for marks in state.marks)
    return any(count >= LOCKS_TO_END for count in locks)


def _with_marks(state: State, player: int, marks: Marks) -> State:
    return replace(state, marks=(*state.marks[:player], marks, *state.marks[player + 1 :]))


def _with_hand(state: State, player: int, hand: tuple[Card, ...]) -> State:
    return replace(state, hands=(*state.hands[:player], hand, *state.hands[player + 1 :]))


CARD_GAME = CardGame(
    name="qwixx-card",
    title="Qwixx: The Card Game",
    note="Cards instead of dice; a lock is local. When exactly the game ends is a likely reading.",
    options={
        "wild": Option("no", ("no", "yes"), "yes: eleven wild cards join the deck"),
        "end_mode": Option(
            "immediate",
            ("immediate", "finish_turn"),
            "immediate: play stops once the action that brought the end is resolved for all; finish_turn: the "
            "turn is played out; the printed rules name no moment",
        ),
    },
    seats=range(2, 6),
)
