"""`rollcall replay` and `rollcall score`: a saved match told, and what its sheets come to."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from engine.match import Match
from rollcall.matchfile import read_match
from rollcall.told import result, sheets, turns
from rollcall.words import Words


def tell_match(log: Path) -> None:
    """Print every turn with the points after it, then the sheets. Raises MatchFileError and InvalidText."""
    match = read_match(log)
    print(f"{match.game.title}: {', '.join(match.players)}")
    for number, (line, points) in enumerate(turns(match, Words()), 1):
        print(f"{number:>3}  {line}  [{' '.join(map(str, points))}]")
    _show(match)


def show_score(log: Path) -> None:
    """Print the sheets and the points. Raises MatchFileError and InvalidText."""
    _show(read_match(log))


def _show(match: Match) -> None:
    console = Console(highlight=False)
    console.print(sheets(match, console.width, Words()))
    for line in result(match, Words()):
        console.print(Text(line))
