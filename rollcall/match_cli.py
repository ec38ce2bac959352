"""The commands about matches: games, play, replay, score and explain."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rollcall.table_cli import kept

if TYPE_CHECKING:
    from rollcall.record import Recorder
    from vision.source import Source

matches = typer.Typer()


class DiceFrom(StrEnum):
    """Where rolls come from."""

    TYPED = "typed"
    PICTURES = "pictures"
    CAMERA = "camera"


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
    dice_from: Annotated[
        DiceFrom | None, typer.Option(help="Where rolls come from; typed if not said. They can always be typed.")
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="A camera's number or name, a stream, a video or a folder of pictures."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option(metavar="NAME", help="What is known of the table that is seen; see profiles.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Open a window with what the camera sees.")] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the pictures around each roll there, with its reading.")
    ] = None,
    match: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the match is saved; one that is there is resumed.")
    ] = None,
    secret: Annotated[bool, typer.Option("--secret", help="Show answers to a number when all are given.")] = False,
    voice: Annotated[bool, typer.Option("--voice", help="Speak the calls.")] = False,
    language: Annotated[str, typer.Option(metavar="en|de|sv|zh_Hant", help="Of questions, sheets and calls.")] = "en",
    only_sum: Annotated[
        bool, typer.Option("--only-sum", help="Call the white sum, not what everyone may mark.")
    ] = False,
) -> None:
    """Play a match in the terminal, with dice typed, seen by a camera or read from pictures; every move is saved."""
    from rollcall.start import Playing, is_game, opened, play_saved

    check_language(language)
    named = words or []
    resumes = match is not None and os.path.exists(match)
    game = named[0] if named and (is_game(named[0]) or not resumes) else None
    paths = [Path(word) for word in named[0 if game is None else 1 :]]
    if bool(paths) != (dice_from is DiceFrom.PICTURES):
        raise typer.BadParameter("pictures go with --dice-from pictures, and it with them", param_hint="PATH")
    source = _source(dice_from, camera)
    if source is None and (record is not None or show):
        raise typer.BadParameter("it goes with --camera", param_hint="--record, --show")
    if source is None and not paths and profile is not None:
        raise typer.BadParameter("it goes with --camera or --dice-from pictures", param_hint="--profile")
    known, recorder = kept(profile), _recorder(record, show)
    people = [] if players is None else [name.strip() for name in players.split(",")]
    try:
        saved = opened(match, game, people, _options(option or []), reads_dice=bool(paths) or source is not None)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise typer.BadParameter(str(error), param_hint="GAME, --players, --option, --match") from None
    if not play_saved(saved, Playing(tuple(paths), source, known, recorder, show, secret, voice, language, only_sum)):
        raise typer.Exit(1)


def check_language(language: str) -> None:
    """Refuse a language that is not there."""
    from rollcall.words import check_language

    try:
        check_language(language)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--language") from None


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


def _source(dice_from: DiceFrom | None, camera: str | None) -> Source | None:
    """The camera that looks on, the first one if none is named; raises CameraError for one that cannot be."""
    if camera is not None and dice_from not in (None, DiceFrom.CAMERA):
        raise typer.BadParameter("it goes with --dice-from camera", param_hint="--camera")
    if camera is None and dice_from is not DiceFrom.CAMERA:
        return None
    from vision.source import find_source

    return find_source(camera or "0")


def _recorder(folder: Path | None, shows: bool) -> Recorder | None:
    """What keeps pictures there. Raises PictureError, and CameraError if there is no screen to show them on."""
    if shows:
        from rollcall.screen import check_screen

        check_screen()
    if folder is None:
        return None
    from rollcall.record import Recorder

    return Recorder(folder)


def _options(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise typer.BadParameter(f"expected NAME=VALUE, got {pair!r}", param_hint="--option")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}
