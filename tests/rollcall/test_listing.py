"""The forms of a listing are promises to other programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from rich.console import Console

from engine.dice import Colour
from rollcall.batch import PictureReading
from rollcall.listing import CSV_HEADER, csv_lines, json_line, table
from tests.builders import reading
from vision.reading import Box

SURE = reading(4, Colour.RED, box=Box(10.04, 20, 30, 40.66), confidence=0.98765)
HIDDEN = reading(None, None, doubt="covered, or blurred", confidence=0.3)
SEEN = PictureReading(Path("table, left.jpg"), 640, 480, (HIDDEN, SURE))
FAILED = PictureReading(Path("cut.jpg"), error="cut.jpg is cut off")


def test_json_lines_hold_exactly_what_is_promised() -> None:
    assert json.loads(json_line(SEEN)) == {
        "image": "table, left.jpg",
        "width": 640,
        "height": 480,
        "dice": [
            {
                "colour": "other",
                "value": None,
                "confidence": 0.3,
                "doubt": "covered, or blurred",
                "box": [0, 0, 20, 20],
            },
            {"colour": "red", "value": 4, "confidence": 0.9877, "doubt": None, "box": [10.0, 20, 30, 40.7]},
        ],
        "error": None,
    }
    assert json.loads(json_line(FAILED)) == {
        "image": "cut.jpg",
        "width": 0,
        "height": 0,
        "dice": [],
        "error": "cut.jpg is cut off",
    }


def test_csv_has_a_line_a_die_and_one_for_a_picture_without() -> None:
    rows = list(csv.DictReader([CSV_HEADER, *csv_lines(SEEN), *csv_lines(FAILED)]))
    assert [row["image"] for row in rows] == ["table, left.jpg", "table, left.jpg", "cut.jpg"]
    assert [row["value"] for row in rows] == ["", "4", ""]
    assert rows[0]["doubt"] == "covered, or blurred"
    assert [rows[1][column] for column in ("x", "y", "box_width", "box_height")] == ["10.0", "20.0", "30.0", "40.7"]
    assert rows[2]["error"] == "cut.jpg is cut off"


def test_the_table_lists_dice_as_in_a_roll_and_what_is_not_sure() -> None:
    console = Console(width=200, file=io.StringIO())
    console.print(table([SEEN, FAILED]))
    first, second = (line for line in console.file.getvalue().splitlines() if ".jpg" in line)
    assert "R4 ?" in first
    assert "covered, or blurred" in first
    assert "cut off" in second
