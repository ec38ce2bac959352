"""From a line that somebody typed to the move it means in that state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from engine import cardtable
from engine.dice import Colour, Die, InvalidText, Roll, Sentence
from engine.match import Match
from engine.moves import Rolled, parse_player
from rollcall.asked import answering, due_dice, waits_for_roll
from rollcall.typed import typed_move, typed_roll


def entered(match: Match, table: Any, line: str, seen: Sequence[Die] = ()) -> Any:
    """The move, legal or not; raises InvalidText. `seen` are dice already known, which need not be typed.

    What is an answer as it stands is one, whatever players are called: `b 8` is blue 8, and `B r8` red 8 of B.

    >>> match = Match("qwixx", ["Ann", "B"])
    >>> print(entered(match, match.state, "352614"), "|", entered(match, match.state, "B r8"))
    roll W3 W5 R2 Y6 G1 B4 | p2 red 8
    """
    player, words = spoken_for(match, line)
    if player is not None:
        with suppress(InvalidText):
            return _unnamed(match, table, line, seen)
        return _answer(match, table, player, words)
    return _unnamed(match, table, line, seen)


def spoken_for(match: Match, line: str) -> tuple[int | None, str]:
    """The player named at the start of a line, if one is, and the rest of the line."""
    for name in sorted(match.players, key=len, reverse=True):
        if line.lower().startswith(f"{name.lower()} "):
            return match.players.index(name), line[len(name) :]
    first, _, rest = line.partition(" ")
    if re.fullmatch("p[0-9]+", first.lower()) and rest:
        return parse_player(first.lower(), line), rest
    return None, line


def player_named(match: Match, name: str) -> int:
    """The player of that name, or p1, p2, ...; raises InvalidText."""
    player, _ = spoken_for(match, f"{name} .")
    if player is None or player >= len(match.players):
        raise InvalidText(
            Sentence("no player {name!r}; at the table are {players}", name=name, players=tuple(match.players))
        )
    return player


def missing_dice(table: Any, seen: Sequence[Die]) -> list[Colour]:
    """The dice of the next throw beside those already known, in the order in which digits are typed."""
    left = Counter(die.colour for die in seen)
    missing = []
    for colour in due_dice(table):
        if left[colour]:
            left[colour] -= 1
        else:
            missing.append(colour)
    return missing


def _unnamed(match: Match, table: Any, line: str, seen: Sequence[Die]) -> Any:
    """The roll, or the answer of the player asked."""
    has_dice = not isinstance(table, cardtable.State)
    if has_dice and (waits_for_roll(table) or line.lower().startswith("roll")):
        return Rolled(_entered_roll(table, re.sub("^roll ?", "", line, flags=re.IGNORECASE), seen))
    return _answer(match, table, next(iter(answering(table)), table.active), line)


def _answer(match: Match, table: Any, player: int, words: str) -> Any:
    return match.game.parse_move(f"p{player + 1} {typed_move(table, words)}")


def _entered_roll(table: Any, text: str, seen: Sequence[Die]) -> Roll:
    digits, missing = len(re.sub("[^0-9]", "", text)), missing_dice(table, seen)
    if seen and digits == len(missing):
        return Roll((*seen, *typed_roll(text, missing).dice))
    return typed_roll(text, due_dice(table, digits))
