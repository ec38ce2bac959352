"""`rollcall games`: what can be played, what can be agreed, and what of the rules is not certain."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.game import Option
from engine.games import GAMES, find_game


def list_games() -> None:
    """Print every game in a line or two."""
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("game", "players", "what it is"):
        rows.add_column(column, no_wrap=column == "game")
    for game in GAMES.values():
        rows.add_row(game.name, _seats(game.seats), Text(game.title + ": " + game.note))
    console = Console(highlight=False)
    console.print(rows)
    console.print(Text("\nrollcall games NAME tells the options of one; rollcall play NAME --players A,B plays it."))


def show_game(name: str) -> None:
    """Print one game with its options; raises ValueError for one that is not there."""
    game, console = find_game(name), Console(highlight=False)
    console.print(Text(f"{game.title}, {_seats(game.seats)} players", style="bold"))
    console.print(Text(game.note))
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("option", "values", "meaning"):
        rows.add_column(column, no_wrap=column == "option")
    for option_name, option in game.options.items():
        rows.add_row(option_name, Text(_values(option)), Text(option.note))
    console.print(rows)
    console.print(Text("The first value holds unless another is agreed: --option NAME=VALUE."))


def _values(option: Option) -> str:
    """The default first; many numbers as a range.

    >>> _values(Option("5", tuple("123456"), "")), _values(Option("a b", (), ""))
    ('5 (1 to 6)', 'a b (text)')
    """
    if not option.choices:
        return f"{option.default} (text)"
    if len(option.choices) > 3 and all(choice.isdecimal() for choice in option.choices):
        return f"{option.default} ({option.choices[0]} to {option.choices[-1]})"
    return ", ".join([option.default, *(choice for choice in option.choices if choice != option.default)])


def _seats(seats: range) -> str:
    return f"{seats[0]} to {seats[-1]}"
