"""The commands about the table: calibrate and profiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from calibration.profile import Profile

QWIXX_DICE = "2 white, red, yellow, green, blue"

table = typer.Typer()
profiles = typer.Typer(help="The profiles of your tables: list, show, export, import, delete.", rich_markup_mode=None)
table.add_typer(profiles, name="profiles")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The profile's name.")]


@table.command()
def calibrate(
    source: Annotated[
        list[str], typer.Argument(metavar="SOURCE...", help="A camera's number or name, a stream, a clip, or pictures.")
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="The profile's name.")] = "table",
    dice_set: Annotated[str, typer.Option(metavar="DICE", help="The dice that lie there.")] = QWIXX_DICE,
    called: Annotated[
        list[str] | None, typer.Option("--called", metavar="NAME=COLOUR", help="Own names: purple=blue; repeatable.")
    ] = None,
    faces: Annotated[int, typer.Option(help="Faces of each die.")] = 6,
    tray: Annotated[
        str | None,
        typer.Option(metavar="CORNERS", help='Corners in per cent: "10,10 90,10 90,95", or "none"; else found.'),
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="8x6", help="Squares of a chessboard, to calibrate the lens.")
    ] = None,
    charuco: Annotated[bool, typer.Option("--charuco", help="The board has ArUco markers (4x4, 50).")] = False,
    boards: Annotated[
        list[str] | None, typer.Option("--boards", metavar="PATH", help="Pictures of the board; repeatable.")
    ] = None,
    annotate: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture of what was found.")] = None,
) -> None:
    """Measure a table: put all its dice down once, side by side; what was found becomes a profile."""
    from calibration.tray import parse_tray
    from rollcall import calibrate as at
    from vision.diceset import parse_dice_set

    at.faces(faces)
    if (board is None) != (not boards):
        raise typer.BadParameter("they go together", param_hint="--board, --boards")
    if charuco and board is None:
        raise typer.BadParameter("it goes with --board", param_hint="--charuco")
    try:
        corners = () if tray == "none" else None if tray is None else parse_tray(tray)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--tray") from None
    known = None if board is None else at.board(board, charuco)
    names = at.called(called or [])
    at.calibrate_table(
        source, at.Wanted(name, parse_dice_set(dice_set), names, corners, known, tuple(boards or []), annotate)
    )


def kept(name: str | None) -> Profile | None:
    """The profile of that name, if one is named; raises ProfileError."""
    if name is None:
        return None
    from rollcall.profiles import profile

    return profile(name)


@profiles.callback(invoke_without_command=True)
def list_all(context: typer.Context) -> None:
    """List the profiles."""
    from rollcall.profiles import list_profiles

    if context.invoked_subcommand is None:
        list_profiles()


@profiles.command("list")
def list_() -> None:
    """List the profiles."""
    from rollcall.profiles import list_profiles

    list_profiles()


@profiles.command()
def show(name: Name) -> None:
    """Print a profile as TOML."""
    from rollcall.profiles import show_profile

    show_profile(name)


@profiles.command()
def export(name: Name, file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")]) -> None:
    """Write a profile into one file, for another computer."""
    from rollcall.profiles import export_profile

    export_profile(name, file)


@profiles.command("import")
def import_(file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported profile.")]) -> None:
    """Keep the profile that is in a file."""
    from rollcall.profiles import import_profile

    import_profile(file)


@profiles.command()
def delete(name: Name) -> None:
    """Delete a profile."""
    from rollcall.profiles import delete_profile

    delete_profile(name)
