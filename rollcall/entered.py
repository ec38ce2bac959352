"""From a line that somebody typed to the move it means in that state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import cardtable
from engine.dice import Colour, Die, InvalidText, Roll, Sentence
from engine.match import Match
from engine.moves import Rolled, parse_player
from rollcall.asked import answering, due_dice, waits_for_roll
from rollcall.typed import RESERVED, typed_move, typed_roll


def entered(match: Match, table: Any, line: str, seen: Sequence[Die] = ()) -> Any:
    """The move, legal or not; raises InvalidText. `seen` are dice already known, which need not be typed.

    >>> match = Match("qwixx", ["Ann", "Bo"])
    >>> print(entered(match, match.state, "352614"), "|", entered(match, match.state, "Bo r8"))
    roll W3 W5 R2 Y6 G1 B4 | p2 red 8
    """
    player, words = spoken_for(match, line)
    has_dice = not isinstance(table, cardtable.State)
    if player is None and has_dice and (waits_for_roll(table) or line.lower().startswith("roll")):
        return Rolled(_entered_roll(table, re.sub("^roll ?", "", line, flags=re.IGNORECASE), seen))
    if player is None:
        player = next(iter(answering(table)), table.active)
    return match.game.parse_move(f"p{player + 1} {typed_move(table, words)}")


def spoken_for(match: Match, line: str) -> tuple[int | None, str]:
    """The player named at the start of a line, if one is, and the rest of the line."""
    for name in sorted(match.players, key=len, reverse=True):
        if line.lower().startswith(f"{name.lower()} ") and name.lower() not in RESERVED:
            return match.players.index(name), line[len(name) :]
    first, _, rest = line.partition(" ")
    if re.fullmatch("p[0-9]+", first) and rest:
        return parse_player(first, line), rest
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


def _entered_roll(table: Any, text: str, seen: Sequence[Die]) -> Roll:
    digits, missing = len(re.sub("[^0-9]", "", text)), missing_dice(table, seen)
    if seen and digits == len(missing):
        return Roll((*seen, *typed_roll(text, missing).dice))
    return typed_roll(text, due_dice(table, digits))
