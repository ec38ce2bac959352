"""`rollcall read --game`: call the roll on a picture, or one that is typed, for the players of a match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.dice import Roll
from engine.game import IllegalMove
from engine.match import Match
from engine.state import Phase, State, dice_in_play
from rollcall.announce import Announcer
from rollcall.matchfile import read_match
from rollcall.seen import seen_roll
from vision.diceset import COLOUR_NAMES
from vision.profile import Table


def call_roll(
    named: Sequence[Path],
    match: Match,
    typed: Roll | None,
    annotate_to: Path | None,
    table: Table | None = None,
) -> None:
    """Print what the players may mark with the roll that the picture shows, or with the typed one."""
    if not isinstance(match.state, State):
        raise IllegalMove(f"{match.game.title} is not played with the dice of Qwixx: its rolls cannot be called")
    roll = _roll_in_picture(named, match, annotate_to, table) if typed is None else typed
    print(*Announcer().throw(match, roll), sep="\n")


def load_match(path: Path) -> Match:
    """Replay a saved match that waits for a roll; raises MatchFileError, InvalidText or IllegalMove."""
    match = read_match(path)
    if isinstance(match.state, State) and match.state.phase is not Phase.ROLL:
        raise IllegalMove(f"{path} waits for no roll: {_waits_for(match)}")
    return match


def _waits_for(match: Match) -> str:
    if match.state.phase is Phase.OVER:
        return "the game is over"
    return f"{' and '.join(match.players[player] for player in sorted(match.state.pending))} must answer first"


def _roll_in_picture(named: Sequence[Path], match: Match, annotate_to: Path | None, table: Table | None) -> Roll:
    from rollcall.batch import read_pictures, refuse_unread
    from rollcall.pictures import find_pictures
    from vision.picture import PictureError

    paths = find_pictures(named)
    if len(paths) != 1:
        raise PictureError(f"expected one picture of the roll, got {len(paths)}")
    expected = dice_in_play(match.state)
    readings = list(read_pictures(paths, annotate_to, expected, table))
    refuse_unread(readings)
    return seen_roll(readings[0].dice, expected, COLOUR_NAMES if table is None else table.names())
