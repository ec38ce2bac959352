"""What every game is to the rest of the program: a start, legal moves, a pure step, scores and an outcome.

Rolls are moves too, so the moves alone replay a game. Players count from 0 in code and from `p1` in text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from engine.dice import Roll, Sentence

S = TypeVar("S")
M = TypeVar("M")


class IllegalMove(ValueError):  # noqa: N818 - named as a player would say it
    """A move the rules do not allow now; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice a table makes before it starts; its values are text, as in the log.

    `note` says what the choice means and, where the printed rules leave a doubt, that it is one.
    """

    default: str
    choices: tuple[str, ...]  # empty: any text the game can read
    note: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: every player's score, and the players who share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game(Protocol[S, M]):
    """A set of rules. States and moves are values: nothing here remembers anything."""

    @property
    def name(self) -> str:
        """The name in a log and on the command line."""

    @property
    def title(self) -> str:
        """The name a player knows."""

    @property
    def note(self) -> str:
        """What is special, and what of it is not certain; one or two sentences."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be agreed before the start, by name."""

    def start(self, players: int, options: Mapping[str, str]) -> S:
        """The state before the first move; raises ValueError for a wrong number or option."""

    def legal_moves(self, state: S) -> list[M]:
        """Every move a player may make now; empty while dice or cards are awaited, and at the end."""

    def chance(self, state: S, random: Random) -> M | None:
        """The throw (or the shuffle) the state waits for, drawn fairly; None if it waits for players."""

    def apply(self, state: S, move: M) -> S:
        """The state after the move; raises IllegalMove and changes nothing if it is not allowed."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Every player's points as the sheets stand."""

    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game runs."""

    def parse_move(self, text: str) -> M:
        """Read one line of a log; raises InvalidText. `str(move)` is the way back."""

    def explain(self, state: S, move: M) -> str:
        """One sentence: why the move is allowed now, or which rule forbids it."""


AnyGame = Game[Any, Any]


def explain(game: AnyGame, state: object, move_text: str) -> str:
    """One sentence: why the move written so is allowed now, or which rule forbids it; raises InvalidText."""
    return game.explain(state, game.parse_move(move_text))


def settled(chosen: Mapping[str, str], known: Mapping[str, Option]) -> dict[str, str]:
    """Every option with its value, chosen or default; an unknown name or value raises ValueError.

    >>> settled({}, {"tie": Option("shared", ("shared", "none"), "")})
    {'tie': 'shared'}
    >>> settled({"tie": "coin"}, {"tie": Option("shared", ("shared", "none"), "")})
    Traceback (most recent call last):
    ValueError: option tie is one of shared, none; not 'coin'
    """
    for name, value in chosen.items():
        if name not in known:
            raise ValueError(f"no option {name!r}; there is {', '.join(known) or 'none'}")
        if known[name].choices and value not in known[name].choices:
            raise ValueError(f"option {name} is one of {', '.join(known[name].choices)}; not {value!r}")
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def check_faces(roll: Roll, faces: int) -> None:
    """Raise IllegalMove for a die that shows more than these dice have."""
    for die in roll.dice:
        if die.pips > faces:
            raise IllegalMove(Sentence("{die} is not possible: these dice show 1 to {faces}", die=die, faces=faces))


def check_seats(game: AnyGame, players: int) -> None:
    """Raise ValueError unless that many may play."""
    if players not in game.seats:
        raise ValueError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {players}")


def best(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The players with the highest score.

    >>> best((7, 4, 7))
    (0, 2)
    """
    return tuple(player for player, score in enumerate(scores) if score == max(scores))
