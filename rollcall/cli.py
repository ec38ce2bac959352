"""The command line: words become values here. Commands import when called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rollcall.form import Form
from rollcall.match_cli import check_language, matches
from rollcall.table_cli import QWIXX_DICE, kept, table

if TYPE_CHECKING:
    from engine.dice import Colour, Roll
    from engine.match import Match
    from vision.profile import Table

app = typer.Typer(
    help="Reads the dice on a table in pictures and calls the game.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(matches)
app.add_typer(table)


@app.command()
def read(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Pictures, folders (searched to any depth) or patterns."),
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="How dice are listed.")] = Form.TABLE,
    annotate: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the pictures there, every die outlined and named."),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="Call the roll in this game, such as qwixx.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Who plays, on fresh sheets; the first one rolled.")
    ] = None,
    match: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Call the roll on the sheets of this saved match.")
    ] = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="DICE", help='The roll, typed, in place of a picture: "W3 W5 R2 Y6 G1 B4".'),
    ] = None,
    dice_set: Annotated[
        str | None, typer.Option(metavar="DICE", help=f'The dice that lie there: "{QWIXX_DICE}".')
    ] = None,
    profile: Annotated[
        str | None, typer.Option(metavar="NAME", help="What is known of the table; see profiles.")
    ] = None,
) -> None:
    """List the dice in pictures, or call the roll that one picture shows (--game, --match)."""
    calls = game is not None or match is not None
    if not calls and (players is not None or dice is not None):
        raise typer.BadParameter("it goes with --game or --match", param_hint="--players" if dice is None else "--dice")
    if calls and form is not Form.TABLE:
        raise typer.BadParameter("it is for listing dice, not for --game or --match", param_hint="--format")
    if calls and dice_set is not None:
        raise typer.BadParameter("the game says which dice there are", param_hint="--dice-set")
    if not paths and dice is None:
        raise typer.BadParameter("expected a picture" + (", or --dice" if calls else ""), param_hint="PATH")
    if not calls:
        from rollcall.read import list_dice

        return list_dice(paths or [], form, annotate, _dice_set(dice_set), _table(profile))
    on, typed = _match(game, players, match), _roll(dice)
    from rollcall.turn import call_roll

    return call_roll(paths or [], on, typed, annotate, _table(profile))


@app.command()
def demo(
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the annotated pictures go; a new folder if not said."),
    ] = None,
    show: Annotated[bool, typer.Option(help="Open the folder of pictures where there is a screen.")] = True,
) -> None:
    """Read the bundled pictures and play a short game of Qwixx from them; no camera, no network."""
    from rollcall.demo import play_demo

    play_demo(folder, show)


@app.command()
def check(
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Check how this camera, stream, clip or picture sees the dice.")
    ] = None,
    dice_set: Annotated[
        str | None, typer.Option(metavar="DICE", help="The dice in its view; Qwixx if not said.")
    ] = None,
    profile: Annotated[str | None, typer.Option(metavar="NAME", help="What is known of the table in its view.")] = None,
    annotate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture that shows what is wrong.")
    ] = None,
) -> None:
    """Say what is installed, whether the models are whole, which cameras there are, and read one picture."""
    alone = {"--profile": profile, "--dice-set": dice_set, "--annotate": annotate}
    if camera is not None:
        from rollcall.calibrate import check_camera

        expected = _dice_set(dice_set or (QWIXX_DICE if profile is None else None))
        is_good = check_camera(camera, expected, annotate, kept(profile))
    elif given := [name for name, value in alone.items() if value is not None]:
        raise typer.BadParameter("it goes with --camera", param_hint=given[0])
    else:
        from rollcall.check import check_all

        is_good = check_all()
    if not is_good:
        raise typer.Exit(1)


@app.command()
def watch(
    source: Annotated[
        str,
        typer.Argument(
            help="A camera's number or name, an http:// or rtsp:// stream, a video or a folder of pictures."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, questions included.")] = False,
    dice: Annotated[
        str | None, typer.Option(metavar="qwixx|N", help="What a roll has: the dice of Qwixx, or N dice of any colour.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Open a window with the dice outlined.")] = False,
    profile: Annotated[
        str | None, typer.Option(metavar="NAME", help="What is known of the table; see profiles.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the pictures around each roll there, with its reading.")
    ] = None,
    language: Annotated[str, typer.Option(metavar="en|de|sv|zh_Hant", help="Of calls and questions.")] = "en",
    voice: Annotated[bool, typer.Option("--voice", help="Speak each roll and question.")] = False,
    only_sum: Annotated[bool, typer.Option("--only-sum", help="Speak only the sum of two white dice.")] = False,
) -> None:
    """Print every roll a camera or a video shows; a camera that does not answer is given up after 10 seconds."""
    from rollcall.eyes import Eyes
    from rollcall.watch import Watching, expected_dice, watch_table
    from vision.reader import Reader
    from vision.source import find_source

    try:
        expected = None if dice is None else expected_dice(dice)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--dice") from None
    check_language(language)
    how = Watching(as_json, show, record, expected, language, voice, only_sum)
    known = kept(profile)
    watch_table(find_source(source), Eyes(Reader.load(), known), how)


@app.command()
def cameras() -> None:
    """List the cameras of this computer; their number or name is what `watch` takes."""
    from vision.source import cameras_in_words, local_cameras

    found = [f"{camera.number}  {camera.name}" for camera in local_cameras()]
    print(*found or [cameras_in_words()], sep="\n")


@app.command()
def label(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where `rollcall watch --record` wrote.")],
    again: Annotated[bool, typer.Option("--all", help="Ask also about rolls that have a label.")] = False,
) -> None:
    """Put right what was read of recorded rolls."""
    from rollcall.label import label_rolls

    label_rolls(folder, again)


def _match(game: str | None, players: str | None, path: Path | None) -> Match:
    """The match that is on: a saved one, or a new one of that game."""
    from engine.match import Match
    from rollcall.turn import load_match

    if path is not None:
        saved = load_match(path)
        if game not in (None, saved.game.name) or players is not None:
            raise typer.BadParameter(f"{path} says itself which game is played, and by whom", param_hint="--match")
        return saved
    if players is None:
        raise typer.BadParameter("it needs --players, such as Ann,Bo, or a saved --match", param_hint="--game")
    try:
        return Match(game or "", [name.strip() for name in players.split(",")])
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--game, --players") from None


def _dice_set(text: str | None) -> dict[Colour, int] | None:
    from vision.diceset import parse_dice_set

    return None if text is None else parse_dice_set(text)


def _table(name: str | None) -> Table | None:
    profile = kept(name)
    return None if profile is None else profile.table()


def _roll(text: str | None) -> Roll | None:
    from engine.dice import InvalidText, Roll

    try:
        return None if text is None else Roll.parse(text)
    except InvalidText as error:
        raise typer.BadParameter(str(error), param_hint="--dice") from None
