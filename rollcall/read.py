"""`rollcall read`: list the dice in pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.dice import Colour
from rollcall.batch import PictureReading, read_pictures, refuse_unread
from rollcall.form import Form
from rollcall.listing import CSV_HEADER, csv_lines, json_line, table
from rollcall.pictures import find_pictures
from vision.profile import Table

_MANY = 5  # pictures from which on a progress bar is worth its place
_NO_TERMINAL_COLUMNS = 1000  # a table in a file or a pipe is not folded


def list_dice(
    named: Sequence[Path],
    form: Form,
    annotate_to: Path | None,
    expected: Mapping[Colour, int] | None = None,
    table_known: Table | None = None,
) -> None:
    """Print the dice of every picture meant, and on stderr what is missing of the dice expected.

    Raises PictureError at the end if some could not be read.
    """
    paths = find_pictures(named)
    if form is Form.CSV:
        print(CSV_HEADER)
    readings = []
    for reading in _with_progress(read_pictures(paths, annotate_to, expected, table_known), len(paths), form):
        readings.append(reading)
        for note in reading.notes:
            print(f"{reading.image}: {note}", file=sys.stderr)
        if form is Form.JSONL:
            print(json_line(reading), flush=True)
        if form is Form.CSV:
            print(*csv_lines(reading), sep="\n", flush=True)
    if form is Form.TABLE:
        _print_table(readings)
    refuse_unread(readings)


def _with_progress(readings: Iterable[PictureReading], count: int, form: Form) -> Iterator[PictureReading]:
    """The readings, with a bar on stderr where people wait for many and lines on stdout do not disturb it."""
    lines_below = form is not Form.TABLE and sys.stdout.isatty()
    if count < _MANY or lines_below or not sys.stderr.isatty():
        yield from readings
        return
    from rich.console import Console
    from rich.progress import Progress

    # By itself the bar would take what is printed to stdout along to stderr.
    with Progress(console=Console(stderr=True), redirect_stdout=False, redirect_stderr=False) as bar:
        yield from bar.track(readings, total=count, description="reading")


def _print_table(readings: Sequence[PictureReading]) -> None:
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else _NO_TERMINAL_COLUMNS).print(table(readings))
