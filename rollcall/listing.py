"""Readings as text: a table for people, JSON lines and CSV for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from engine.dice import COLOURS
from rollcall.batch import PictureReading
from vision.draw import label
from vision.reading import DieReading

if TYPE_CHECKING:
    from rich.table import Table

CSV_HEADER = "image,width,height,colour,value,confidence,doubt,x,y,box_width,box_height,error"


def json_line(picture: PictureReading) -> str:
    """One JSON object, without a line break.

    >>> from pathlib import Path
    >>> print(json_line(PictureReading(Path("a.jpg"), error="a.jpg is empty: expected a picture")))
    {"image": "a.jpg", "width": 0, "height": 0, "dice": [], "error": "a.jpg is empty: expected a picture"}
    """
    return json.dumps(
        {
            "image": str(picture.image),
            "width": picture.width,
            "height": picture.height,
            "dice": [_die(reading) for reading in picture.dice],
            "error": picture.error,
        }
    )


def csv_lines(picture: PictureReading) -> Iterator[str]:
    """One line a die; a picture without dice has a line too. The columns are those of `CSV_HEADER`.

    >>> from pathlib import Path
    >>> print(*csv_lines(PictureReading(Path("a.jpg"), 640, 480)))
    a.jpg,640,480,,,,,,,,,
    """
    head = (str(picture.image), picture.width, picture.height)
    for reading in picture.dice:
        die = _die(reading)
        yield _csv((*head, die["colour"], die["value"], die["confidence"], die["doubt"], *die["box"], None))
    if not picture.dice:
        yield _csv((*head, *[None] * 8, picture.error))


def table(pictures: Iterable[PictureReading]) -> Table:
    """One row a picture: its dice as in a roll, a question mark at those that are not sure, and why."""
    from rich.table import Table
    from rich.text import Text

    rows = Table("picture", "dice", "not sure")
    for picture in pictures:
        if picture.error is not None:
            rows.add_row(Text(str(picture.image)), "-", Text(picture.error))
            continue
        dice = sorted(picture.dice, key=_as_in_a_roll)
        doubts = ", ".join(f"{label(reading)} {reading.said_doubt}" for reading in dice if reading.said_doubt)
        rows.add_row(Text(str(picture.image)), Text(" ".join(map(label, dice)) or "none"), Text(doubts))
    return rows


def _die(reading: DieReading) -> dict[str, Any]:
    box = reading.box
    return {
        "colour": "other" if reading.colour is None else reading.colour.value,
        "value": reading.pips,
        "confidence": round(float(reading.confidence), 4),
        "doubt": reading.said_doubt,
        "box": [round(float(edge), 1) for edge in (box.x, box.y, box.width, box.height)],
    }


def _csv(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def _as_in_a_roll(reading: DieReading) -> tuple[int, int]:
    order = len(COLOURS) if reading.colour is None else COLOURS.index(reading.colour)
    return order, reading.pips or 0
