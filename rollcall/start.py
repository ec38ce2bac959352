"""Starting or resuming what `rollcall play` plays."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from engine import cardtable, yahtzee
from engine.games import GAMES
from engine.match import Match
from engine.moves import Rolled
from rollcall.manual import commands
from rollcall.matchfile import MatchFile, MatchFileError
from rollcall.prompt import asker, is_terminal
from rollcall.words import ENGLISH, Words
from vision.diceset import COLOUR_NAMES

if TYPE_CHECKING:
    from calibration.profile import Profile
    from rollcall.eyes import Eyes
    from rollcall.lookout import Lookout
    from rollcall.record import Recorder
    from rollcall.shots import Shots
    from vision.source import Source

SHOWN_FACES = 6  # the reader reads no dice with more
_SEAT = re.compile("p[0-9]+")  # names a player by the place at the table


@dataclass(frozen=True, slots=True)
class Playing:
    """How a match is played: where dice are seen, if not typed, and how it is called."""

    pictures: tuple[Path, ...] = ()
    camera: Source | None = None
    profile: Profile | None = None  # of the table that is seen
    recorder: Recorder | None = None  # of what it sees
    shows: bool = False  # likewise, in a window
    is_secret: bool = False
    speaks: bool = False
    language: str = ENGLISH
    only_sum: bool = False


def play_saved(saved: MatchFile, how: Playing) -> bool:
    """Play a match on; say whether every line was understood."""
    from rollcall.caller import Caller
    from rollcall.play import Table

    with saved, ExitStack() as open_things:
        names = COLOUR_NAMES if how.profile is None else how.profile.table().names()
        caller = Caller(how.language, how.speaks, how.only_sum, names)
        open_things.callback(caller.close)
        shots = _shots(saved.match, how) if how.pictures else None
        lookout = None if how.camera is None else _lookout(how.camera, how)
        if lookout is not None:
            open_things.callback(lookout.close)
        where = caller.words.phrase("saved in {path} after every move; help says what can be typed", path=saved.path)
        print(where, flush=True)
        if saved.dropped:
            said = caller.words.phrase("its last line was cut off, and is left out: {text!r}", text=saved.dropped)
            print(said, file=sys.stderr, flush=True)
        ask = asker(None if lookout is None else lookout.has_news, commands(caller.words))
        return Table(saved, ask, lookout or shots, caller, how.is_secret).run() == 0


def _lookout(camera: Source, how: Playing) -> Lookout:
    from rollcall.lookout import Lookout
    from rollcall.screen import show

    return Lookout(camera, _eyes(how), not is_terminal(), how.recorder, show if how.shows else None)


def _shots(match: Match, how: Playing) -> Shots:
    """The pictures, without those that have given the rolls made so far."""
    from rollcall.shots import Shots

    return Shots(how.pictures, sum(isinstance(move, Rolled) for move in match.moves), _eyes(how))


def _eyes(how: Playing) -> Eyes:
    from rollcall.eyes import Eyes
    from vision.reader import Reader

    return Eyes(Reader.load(), how.profile)


def opened(
    path: Path | None, game: str | None, players: Sequence[str], options: dict[str, str], reads_dice: bool
) -> MatchFile:
    """The saved match to go on with, or a new one; raises ValueError for words that do not fit.

    An empty file counts as new. A match that is there already says itself what is played and by whom.
    """
    if path is not None and os.path.exists(path) and (not path.is_file() or path.stat().st_size):
        return _resumed(path, game, players, options, reads_dice)
    if game is None or not players:
        raise ValueError("a new match needs a game and --players, such as: rollcall play qwixx --players Ann,Bo")
    _check_names(players)
    match = Match(game, players, options)
    _check_dice(match, reads_dice)
    return MatchFile.create(_new_path(game) if path is None else path, match)


def is_game(word: str) -> bool:
    """Whether that word is the name of a game."""
    return word in GAMES


def _resumed(
    path: Path, game: str | None, players: Sequence[str], options: dict[str, str], reads_dice: bool
) -> MatchFile:
    saved = MatchFile.open(path)
    match = saved.match
    try:
        asked = (game or match.game.name, tuple(players) or match.players, options or match.options)
        if asked != (match.game.name, match.players, match.options):
            raise ValueError(f"{path} holds a match of {match.game.name} by {','.join(match.players)}; name only that")
        _check_dice(match, reads_dice)
    except ValueError:
        saved.close()
        raise
    return saved


def _check_names(players: Sequence[str]) -> None:
    """Raise ValueError for names that say something else, or somebody else, at the start of a line."""
    if len({name.casefold() for name in players}) < len(players):
        raise ValueError("two players have the same name")
    for seat, name in enumerate(players, 1):
        first = name.lower().partition(" ")[0]
        if first in (*commands(Words()), "roll"):
            raise ValueError(f"nobody can be called {name!r}, as {first} is a command; choose another name")
        if first.isdecimal():
            raise ValueError(f"nobody can be called {name!r}, as dice are typed as digits; choose another name")
        if _SEAT.fullmatch(name.lower()) and name.lower() != f"p{seat}":
            raise ValueError(f"the player at place {seat} cannot be called {name!r}; choose another name")


def _check_dice(match: Match, reads_dice: bool) -> None:
    """Raise ValueError if pictures are to be read of dice that the reader cannot read."""
    table = match.state
    has_cards = isinstance(table, cardtable.State)
    has_faces = not has_cards and not isinstance(table, yahtzee.State) and table.rules.sheets[0].faces > SHOWN_FACES
    if reads_dice and (has_cards or has_faces):
        raise ValueError(f"no dice of {match.game.title} can be read from pictures")


def _new_path(game: str) -> Path:
    folder = user_data_path("rollcall", appauthor=False) / "matches"
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise MatchFileError(f"cannot write to {folder}: {error.strerror}; say with --match where to save") from None
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}.txt"
