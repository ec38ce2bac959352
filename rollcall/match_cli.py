"""The commands about matches: games, play, replay, score and explain."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

matches = typer.Typer()


class DiceFrom(StrEnum):
    """Where rolls come from."""

    TYPED = "typed"
    PICTURES = "pictures"


@matches.command()
def games(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One game, with its options.")] = None,
) -> None:
    """List the games, with what of their rules is not certain."""
    from rollcall.games import list_games, show_game

    if name is None:
        return list_games()
    try:
        return show_game(name)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="NAME") from None


@matches.command()
def play(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME] [PATH...]", help="A game of rollcall games; pictures or folders of them."),
    ] = None,
    players: Annotated[str | None, typer.Option(metavar="A,B,...", help="Who plays, in the order of turns.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeatable.")
    ] = None,
    dice_from: Annotated[DiceFrom, typer.Option(help="Where rolls come from.")] = DiceFrom.TYPED,
    match: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the match is saved; one that is there is resumed.")
    ] = None,
    secret: Annotated[bool, typer.Option("--secret", help="Show answers to a number when all are given.")] = False,
) -> None:
    """Play a match in the terminal, with dice typed or read from pictures; every move is saved."""
    from rollcall.start import is_game, opened, play_saved

    named = words or []
    resumes = match is not None and match.exists()
    game = named[0] if named and (is_game(named[0]) or not resumes) else None
    paths = [Path(word) for word in named[0 if game is None else 1 :]]
    if bool(paths) != (dice_from is DiceFrom.PICTURES):
        raise typer.BadParameter("pictures go with --dice-from pictures, and it with them", param_hint="PATH")
    people = [] if players is None else [name.strip() for name in players.split(",")]
    try:
        saved = opened(match, game, people, _options(option or []), reads_dice=bool(paths))
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise typer.BadParameter(str(error), param_hint="GAME, --players, --option, --match") from None
    if not play_saved(saved, paths or None, secret):
        raise typer.Exit(1)


@matches.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A saved match.")],
) -> None:
    """Tell a saved match turn by turn, with everybody's points, and show the sheets at its end."""
    from rollcall.replay import tell_match

    tell_match(log)


@matches.command()
def score(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A saved match.")],
) -> None:
    """Show the sheets of a saved match and their points."""
    from rollcall.replay import show_score

    show_score(log)


@matches.command()
def explain(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help='A saved match, or as text: "qwixx Ann,Bo; W3 W5 R2 Y6 G1 B4".')
    ],
    move: Annotated[str, typer.Argument(metavar="MOVE", help='What somebody wants to do: "Bo red 8".')],
) -> None:
    """Say in one sentence why a move is allowed or not."""
    from rollcall.explain import explain_move

    print(explain_move(position, move))


def _options(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise typer.BadParameter(f"expected NAME=VALUE, got {pair!r}", param_hint="--option")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}
