"""`rollcall explain`: why a move is allowed or not, in a saved match or in a position written in one line.

Such a position is a game and its players, then what happened: `qwixx Ann,Bo; W3 W5 R2 Y6 G1 B4; Ann red 8`. Crosses
can be set without the rolls that made them: `qwixx Ann,Bo; Ann has red 2 3 5 7 8; Bo rolls; W6 W6 R1 Y1 G1 B1`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.dice import InvalidText
from engine.game import IllegalMove
from engine.games import GAMES
from engine.marks import Marks, cross, has_lock
from engine.match import Match
from engine.state import State
from rollcall.asked import waits_for_roll
from rollcall.entered import entered, player_named
from rollcall.matchfile import read_match
from rollcall.told import named


def explain_move(position: str, text: str) -> str:
    """The verdict and its reason in one sentence. Raises InvalidText, IllegalMove and MatchFileError."""
    match, table = _position(position)
    move = entered(match, table, text)
    try:
        match.game.apply(table, move)
        verdict = "allowed"
    except IllegalMove:
        verdict = "not allowed"
    return f"{verdict}: {named(match.game.explain(table, move), match.players)}"


def _position(text: str) -> tuple[Match, Any]:
    """A match and where it stands."""
    head, *parts = (part.strip() for part in text.split(";"))
    game, _, players = head.partition(" ")
    if game not in GAMES:
        match = read_match(Path(text))
        return match, match.state
    try:
        match = Match(game, [name.strip() for name in players.split(",")])
    except ValueError as refused:
        raise InvalidText(f"not a position: {head!r} ({refused})") from None
    table = match.state
    for part in filter(None, parts):
        table = _after(match, table, part)
    return match, table


def _after(match: Match, table: Any, part: str) -> Any:
    """The state after one part of a position."""
    who, _, what = part.rpartition(" has ") if " has " in part else part.rpartition(" ")
    if " has " in part:
        return _with_crosses(table, player_named(match, who), what)
    if what == "rolls" and isinstance(table, State):
        return replace(table, active=player_named(match, who))
    return match.game.apply(table, entered(match, table, part))


def _with_crosses(table: Any, player: int, text: str) -> Any:
    """The state with these crosses, such as `red 2 3 5, blue 12, penalties 1`, on that player's sheet."""
    if not isinstance(table, State) or not waits_for_roll(table):
        raise InvalidText(f"crosses can be set in games with Qwixx dice, before a roll: {text!r}")
    sheet, marks = table.rules.sheets[player], table.marks[player]
    for group in text.split(","):
        colour, *numbers = group.split()
        for number in numbers:
            marks = _crossed(table, player, marks, colour, number)
    closed = sum(1 << r for r, row in enumerate(sheet.rows) if has_lock(row, marks, r))
    every = (*table.marks[:player], marks, *table.marks[player + 1 :])
    return replace(table, marks=every, closed=table.closed | closed)


def _crossed(table: State, player: int, marks: Marks, colour: str, number: str) -> Marks:
    sheet = table.rules.sheets[player]
    if colour in ("penalty", "penalties") and number.isdecimal():
        return replace(marks, penalties=int(number))
    cell = sheet.cells.get((colour, int(number) if re.fullmatch("[0-9]{1,2}", number) else 0))
    if cell is None:
        raise InvalidText(f"there is no {colour} {number} on the sheet")
    return cross(sheet, marks, *cell)
