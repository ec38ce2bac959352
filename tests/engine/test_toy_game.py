"""The smallest game there is, added in the four steps that engine/README.md names.

High roll: everyone throws two dice in turn and may throw again once; the highest throw wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from engine.dice import Colour, Die, InvalidText, Roll
from engine.game import IllegalMove, Option, Outcome, best, check_seats, settled
from engine.games import GAMES
from engine.match import Match
from engine.moves import Rolled, parse_player

# 1. Moves: a throw is `Rolled`, and there are two answers to it.


@dataclass(frozen=True, slots=True)
class Answer:
    """The player keeps the throw, or throws once more."""

    player: int
    word: str

    def __str__(self) -> str:
        return f"p{self.player + 1} {self.word}"


# 2. State: everything the rules look at.


@dataclass(frozen=True, slots=True)
class State:
    """`thrown` is what lies on the table, None while dice are due; `kept` grows by one a player."""

    players: int
    kept: tuple[int, ...] = ()
    thrown: int | None = None
    is_second: bool = False


# 3. Rules.


@dataclass(frozen=True, slots=True)
class HighRoll:
    """Everyone throws two dice, perhaps twice."""

    name: str = "high-roll"
    title: str = "High roll"
    note: str = "A toy."
    options: Mapping[str, Option] = field(default_factory=dict)
    seats: range = range(1, 5)

    def start(self, players, options):
        check_seats(self, players)
        settled(options, self.options)
        return State(players)

    def legal_moves(self, state):
        if state.thrown is None:
            return []
        return [Answer(len(state.kept), word) for word in (("keep",) if state.is_second else ("keep", "again"))]

    def chance(self, state, random):
        if state.thrown is not None or len(state.kept) == state.players:
            return None
        return Rolled(Roll(tuple(Die(Colour.WHITE, random.randint(1, 6)) for _ in range(2))))

    def apply(self, state, move):
        if isinstance(move, Rolled) and self.chance(state, Random(0)) is not None:
            if len(move.roll.dice) != 2:
                raise IllegalMove(f"expected 2 dice in the roll, got {len(move.roll.dice)}")
            return replace(state, thrown=sum(die.pips for die in move.roll.dice))
        if move not in self.legal_moves(state):
            raise IllegalMove(f"{move} is not allowed now")
        if move.word == "again":
            return replace(state, thrown=None, is_second=True)
        return State(state.players, (*state.kept, state.thrown))

    def scores(self, state):
        return (*state.kept, *(0,) * (state.players - len(state.kept)))

    def outcome(self, state):
        done = len(state.kept) == state.players
        return Outcome(state.kept, best(state.kept)) if done else None

    def parse_move(self, text):
        match text.split():
            case ["roll", *dice]:
                return Rolled(Roll.parse(" ".join(dice)))
            case [who, ("keep" | "again") as word]:
                return Answer(parse_player(who, text), word)
        raise InvalidText(f"not a move: {text!r} (expected 'roll W3 W5', 'p1 keep' or 'p1 again')")

    def explain(self, state, move):
        return "one throw may be repeated"


# 4. Table and proof.


@pytest.fixture(autouse=True)
def _in_the_table(monkeypatch):
    monkeypatch.setitem(GAMES, "high-roll", HighRoll())


def test_a_whole_game():
    log = "rollcall log 1\ngame high-roll\nplayer Anna\nplayer Bo\nroll W1 W2\np1 again\nroll W3 W5\np1 keep\n"
    match = Match.parse(log)
    assert match.game.scores(match.state) == (8, 0)
    with pytest.raises(IllegalMove, match="p2 keep is not allowed now"):
        match.enter("p2 keep")
    match.enter("roll W4 W4")
    match.enter("p2 keep")
    assert match.game.outcome(match.state) == Outcome((8, 8), (0, 1))


def test_it_passes_what_every_game_must_pass():
    import test_games as proof

    match = proof.random_match("high-roll", 3, seed=1)
    for check in (
        proof.test_random_play_ends_with_an_outcome,
        proof.test_text_round_trip_replays_the_match,
        proof.test_every_move_reads_back_from_its_text,
        proof.test_undo_is_exact,
        proof.test_every_legal_move_is_explained_and_applies,
        proof.test_after_the_end_every_move_is_refused,
        proof.test_nonsense_is_not_a_move,
    ):
        check(match)
