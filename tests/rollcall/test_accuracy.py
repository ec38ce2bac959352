"""The page of figures: what is counted, and by which cause mistakes are sorted."""

from __future__ import annotations

import json
import shutil
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from rollcall.accuracy import BEGIN, END, by_set, confusion, faults, main, reliability
from rollcall.far import amid_a_table, far_away
from rollcall.sample import samples

FREE, TOUCHING, BESIDE, SMALL, FAR = (
    [50, 50, 40, 40],
    [200, 50, 40, 40],
    [242, 50, 40, 40],
    [10, 200, 9, 9],
    [300, 300, 40, 40],
)


def label(*dice: tuple[list[float], int | None], distractors: tuple[list[float], ...] = ()) -> dict:
    return {
        "image": "table.jpg",
        "set": "here",
        "width": 640,
        "height": 480,
        "box_kind": "whole_die",
        "dice": [{"box": box, "value": value, "color": "red"} for box, value in dice],
        "distractors": [{"box": box} for box in distractors],
    }


def reading(*dice: tuple[list[float], int | None, float]) -> dict:
    return {"dice": [{"box": box, "value": value, "colour": "red", "confidence": sure} for box, value, sure in dice]}


def test_a_picture_without_mistakes_has_no_faults() -> None:
    pair = (label((FREE, 3)), reading((FREE, 3, 0.95)))
    assert faults([pair]).count("\n") == 1, "a head and nothing below"
    assert "| here | 1 | 1 | 1.0 | 1.0 | 1.0 | 1.0 | 1.0 |" in by_set([pair])
    assert "| 3 | 0 | 0 | 1 | 0 | 0 | 0 | 0 |" in confusion([pair])


@pytest.mark.parametrize(
    ("truth", "seen", "fault"),
    [
        (label((FREE, 3)), reading(), "not found: lies free"),
        (label((TOUCHING, 3), (BESIDE, 2)), reading((BESIDE, 2, 0.9)), "not found: touches another die"),
        (label((SMALL, 3)), reading(), "not found: small"),
        (label((FREE, None)), reading(), "not found: no pips on top"),
        (label(([0, 80, 40, 40], 1)), reading(), "not found: cut by the picture's edge"),
        (label((FREE, 3)), reading((FREE, 4, 0.95)), "number wrong, without doubt: lies free"),
        (label((FREE, 3)), reading((FREE, 4, 0.5)), "number wrong, in doubt: lies free"),
        (label((FREE, 3)), reading((FREE, None, 0.5)), "number wrong, not said: lies free"),
        (label(distractors=(FAR,)), reading((FAR, 4, 0.5)), "no die: a numeral or polyhedral die"),
        (label(), reading((FAR, 4, 0.5)), "no die: something else"),
        (label((FREE, 3)), reading((FREE, 3, 0.9), ([60, 60, 40, 40], 3, 0.5)), "no die: a die a second time"),
    ],
)
def test_mistakes_are_sorted_by_what_is_special_about_the_die(truth: dict, seen: dict, fault: str) -> None:
    assert f"| {fault}" in faults([(truth, seen)])


def test_reliability_says_how_often_numbers_of_each_confidence_are_right() -> None:
    text = reliability([(0.95, True), (0.91, False), (0.3, True)])
    assert "| 0.9 to 1.0 | 2 | 0.930 | 0.500 |" in text
    assert "| 0.3 to 0.4 | 1 | 0.300 | 1.000 |" in text


def labelled(folder: Path) -> dict:
    """A bundled picture in the folder, and its labels."""
    sample = samples()[0]
    shutil.copy(sample.path, folder / sample.path.name)
    dice = [
        {"box": [d.box.x, d.box.y, d.box.width, d.box.height], "value": d.pips, "color": d.colour.value}
        for d in sample.dice
    ]
    return {"image": sample.path.name, "part": "dev", "set": "bundled", "width": 640, "height": 480, "dice": dice}


def test_dice_farther_away_are_judged_where_they_then_are(tmp_path: Path) -> None:
    for times, tally in islice(far_away([labelled(tmp_path)], tmp_path), 4):
        figures = tally.figures()
        assert times in (1, 2, 3, 4)
        assert (figures["recall"], figures["precision"], figures["picture_exact"]) == (1, 1, 1)


def test_a_picture_amid_a_table_fills_its_middle() -> None:
    wide = amid_a_table(np.full((20, 30, 3), 200, np.uint8), 15, 10)
    assert wide.shape == (40, 60, 3)
    assert (wide[10:30, 15:45] == 200).all()
    assert 190 < wide.mean() < 210
    assert wide.std() > 1


def test_only_what_stands_between_the_marks_is_written_anew(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the diagram needs the extra `evaluate`")
    row = labelled(tmp_path)
    (tmp_path / "labels.jsonl").write_text(json.dumps(row))
    page = tmp_path / "page.md"
    page.write_text(f"above\n{BEGIN}\nold\n{END}\nbelow\n")
    main(tmp_path, "dev", page)
    text = page.read_text()
    assert text.startswith(f"above\n{BEGIN}\n")
    assert text.endswith(f"{END}\nbelow\n")
    assert "old" not in text
    assert f"| bundled | 1 | {len(row['dice'])} |" in text
    assert (tmp_path / "page.svg").read_text().startswith("<?xml")
