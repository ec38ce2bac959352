"""Labelled pictures of three kinds, and the rates that are measured on them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.labelled import Labelled, LabelledDie, bundled, photographed, rendered
from calibration.rates import SAMPLES, judgements, tell_named
from engine.dice import Colour
from vision.reader import Reader
from vision.reading import Box

RED: dict[str, object] = {"colour": "red", "value": 3, "box": [10, 20, 40, 41], "visible": 1.0, "tilt": 0.2}
RED |= {"top": [[10, 20], [50, 20], [50, 60], [10, 60]]}
RENDER = {"scene": "qwixx", "distractors": [], "dice": [RED]}
PHOTO = {"image": "a.jpg", "part": "dev", "box_kind": "whole_die", "dice": [{"color": "red", "box": [0, 0, 9, 9]}]}


@pytest.mark.parametrize(
    ("change", "pips", "is_good"),
    [
        ({}, 3, True),
        ({"dice": [{**RED, "top": [[10, 20], [50, 20], [50, 46], [10, 46]]}]}, 3, False),  # seen from 40 degrees
        ({"dice": [{**RED, "visible": 0.8}]}, 3, False),
        ({"dice": [{**RED, "tilt": 30}]}, None, False),  # it leans, so nobody can say what it shows
        ({"dice": [{**RED, "box": [10, 20, 30, 30]}]}, 3, False),
    ],
)
def test_a_render_is_good_if_its_label_says_so(
    tmp_path: Path, change: dict[str, object], pips: int | None, is_good: bool
) -> None:
    (tmp_path / "1.json").write_text(json.dumps({**RENDER, **change}))
    (tmp_path / "1.jpg").touch()
    (one,) = rendered(tmp_path)
    assert (one.dice[0].pips, one.is_good, one.expected) == (pips, is_good, {Colour.RED: 1})


@pytest.mark.parametrize("change", [{"scene": "crowd"}, {"dice": [{**RED, "colour": "purple"}]}, {"dice": []}])
def test_renders_of_other_tables_are_left_out(tmp_path: Path, change: dict[str, object]) -> None:
    (tmp_path / "1.json").write_text(json.dumps({**RENDER, **change}))
    (tmp_path / "1.jpg").touch()
    assert list(rendered(tmp_path)) == []


def test_photographs_are_those_of_one_part(tmp_path: Path) -> None:
    rows = [PHOTO, {**PHOTO, "part": "train"}, {**PHOTO, "box_kind": "pip_cluster"}]
    (tmp_path / "labels.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (one,) = photographed(tmp_path / "labels.jsonl", "dev")
    assert one == Labelled(tmp_path / "a.jpg", (LabelledDie(Colour.RED, None, Box(0, 0, 9, 9)),), is_good=False)


def test_what_is_judged_in_a_picture() -> None:
    picture = next(one for one in bundled(SAMPLES) if one.path.stem == "tray-and-sheet")
    judged = dict(judgements(Reader.load(), picture))
    assert judged["whole roll right, dice expected"]
    assert judged["good pictures left clean"]
    assert {"glare named", "shaking named", "colour right, white reference, another lamp"} <= set(judged)
    wrong = Labelled(picture.path, picture.dice[1:], is_good=False, angle=20.0)  # as if it were another table
    judged = dict(judgements(Reader.load(), wrong))
    assert not judged["whole roll right, each die by itself"]
    assert not judged["too flat an angle named, below 30°"]


def test_faults_are_counted_by_folder(capsys: pytest.CaptureFixture[str]) -> None:
    picture = next(one for one in bundled(SAMPLES) if one.path.stem == "tray-and-sheet")
    tell_named(Reader.load(), [picture])
    tell_named(Reader.load(), [picture, replace(picture, dice=(*picture.dice, picture.dice[0]))])
    good, short = capsys.readouterr().out.splitlines()
    assert good == "sample_images: 1; no fault"
    assert short == "sample_images: 2; dice missing 1"
