"""A match: a game, its options, who plays, and every move so far; its text is the log that replays it.

>>> match = Match("qwixx", ["Anna", "Bo"])
>>> match.enter("roll W3 W5 R2 Y6 G1 B4")
>>> match.enter("p1 red 8")
>>> print(match, end="")
rollcall log 1
game qwixx
player Anna
player Bo
roll W3 W5 R2 Y6 G1 B4
p1 red 8
>>> Match.parse(str(match)).state == match.state
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.dice import InvalidText, Sentence
from engine.game import IllegalMove
from engine.games import find_game

HEADER = "rollcall log 1"


class Match:
    """Remembers the moves. A refused move leaves everything as before."""

    def __init__(self, game: str, players: Sequence[str], options: Mapping[str, str] | None = None) -> None:
        """Start a match; raises ValueError for an unknown game, a bad option or wrong number of players."""
        for name in players:
            if name != name.strip() or not name.isprintable() or not name:
                raise ValueError(f"a player's name is one printable line, not {name!r}")
        for name, value in (options or {}).items():
            if not value.isprintable():
                raise ValueError(f"option {name} is one printable line, not {value!r}")
        self.game = find_game(game)
        self.players = tuple(players)
        self.options = dict(options or {})
        self._states: list[Any] = [self.game.start(len(players), self.options)]
        self._moves: list[Any] = []

    @property
    def state(self) -> Any:
        """Where the match stands."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Any, ...]:
        """Every move so far, rolls included."""
        return tuple(self._moves)

    def play(self, move: Any) -> None:
        """Make a move; raises IllegalMove."""
        state = self.game.apply(self.state, move)
        self._states.append(state)
        self._moves.append(move)

    def enter(self, text: str) -> None:
        """Make the move written so; raises InvalidText or IllegalMove."""
        self.play(self.game.parse_move(text))

    def undo(self) -> Any:
        """Take the last move back and return it; raises IllegalMove at the start."""
        if not self._moves:
            raise IllegalMove(Sentence("nothing to take back: no move has been made"))
        self._states.pop()
        return self._moves.pop()

    def __str__(self) -> str:
        options = [f"option {name} {value}" for name, value in self.options.items()]
        players = [f"player {name}" for name in self.players]
        lines = [HEADER, f"game {self.game.name}", *options, *players, *map(str, self._moves)]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Match:
        """Replay a log; raises InvalidText with the number of the line that is wrong.

        Empty lines and lines that start with # are skipped.
        """
        lines = text.splitlines()
        if not lines or lines[0] != HEADER:
            raise InvalidText(f"line 1: expected {HEADER!r}, got {lines[0] if lines else 'nothing'!r}")
        if not text.endswith("\n"):
            raise InvalidText(f"line {len(lines)}: cut off before its end: {lines[-1]!r}")
        numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and line[0] != "#"][1:]
        head = [(n, line) for n, line in numbered if line.split()[0] in ("game", "option", "player")]
        match = _started(head, len(lines))
        for number, line in numbered:
            if (number, line) not in head:
                _replay(match, number, line)
            elif match.moves:
                raise InvalidText(f"line {number}: expected a move, got {line!r}")
        return match


def _started(head: list[tuple[int, str]], end: int) -> Match:
    game, players, options = "", [], {}
    for number, line in head:
        match line.split(" ", 2), line.partition(" ")[2]:
            case ["game", *_], name:
                game = name
            case ["player", *_], name:
                players.append(name)
            case ["option", name, value], _:
                options[name] = value
            case _:
                raise InvalidText(f"line {number}: expected 'option name value', got {line!r}")
    last = head[-1][0] if head else end
    try:
        return Match(game, players, options)
    except ValueError as refused:
        raise InvalidText(f"line {last}: {refused}") from None


def _replay(match: Match, number: int, line: str) -> None:
    try:
        match.enter(line)
    except ValueError as refused:
        raise InvalidText(f"line {number}: {refused}") from None
