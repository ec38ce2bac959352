"""Readings against labels: small cases counted by hand, and the outside yardstick where it is at hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from rollcall.score import Tally, calibration_error, load_labels, score

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


def want(box: list[float], value: int | None = 3, color: str = "red") -> dict:
    return {"box": box, "value": value, "color": color}


def got(box: list[float], value: int | None = 3, colour: str = "red", confidence: float = 0.8) -> dict:
    return {"box": box, "value": value, "colour": colour, "confidence": confidence}


def judged(labels: list[dict], found: list[dict], **more: object) -> dict[str, float | None]:
    return score({"dice": labels, **more}, {"dice": found, "error": None}).figures()


def test_a_picture_read_as_it_is_labelled_is_exact() -> None:
    figures = judged([want([0, 0, 10, 10])], [got([1, 0, 10, 10])])
    assert figures["recall"] == figures["precision"] == figures["picture_exact"] == 1
    assert figures["value_right_of_found"] == figures["colour_right_of_found"] == 1


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        ([], "recall"),
        ([got([0, 0, 10, 10]), got([50, 50, 10, 10])], "precision"),
        ([got([6, 0, 10, 10])], "recall"),  # overlap 0.25
        ([got([0, 0, 10, 10], value=4)], "value_right_of_found"),
        ([got([0, 0, 10, 10], value=None)], "value_right_of_found"),
    ],
)
def test_any_mistake_makes_a_picture_inexact(found: list[dict], wrong: str) -> None:
    figures = judged([want([0, 0, 10, 10])], found)
    assert figures[wrong] != 1
    assert figures["picture_exact"] == 0


def test_a_wrong_colour_is_counted_by_itself() -> None:
    figures = judged([want([0, 0, 10, 10])], [got([0, 0, 10, 10], colour="blue")])
    assert (figures["colour_right_of_found"], figures["picture_exact"]) == (0, 1)


def test_a_find_is_one_die_only() -> None:
    figures = judged([want([0, 0, 10, 10]), want([1, 0, 10, 10])], [got([0, 0, 10, 10])])
    assert figures["recall"] == 0.5


def test_a_labelled_face_lies_inside_the_die_that_is_found() -> None:
    face = [want([5, 5, 5, 5])]
    assert judged(face, [got([0, 0, 14, 14])], box_kind="top_face")["recall"] == 1  # 7.8 times its area
    assert judged(face, [got([0, 0, 15, 15])], box_kind="top_face")["recall"] == 0  # 9 times
    assert judged(face, [got([0, 0, 15, 15])], box_kind="pip_cluster_or_top_face")["recall"] == 1


def test_dice_not_to_be_judged_are_neither_right_nor_wrong() -> None:
    figures = judged([], [got([0, 0, 10, 10])], ignore=[[0, 0, 12, 12]])
    assert figures["picture_exact"] == 1
    assert judged([want([0, 0, 9, 9], value=None)], [got([0, 0, 9, 9])])["value_right_of_found"] is None


def test_wrong_and_sure_of_it_is_counted_over_all_dice() -> None:
    labels = [want([0, 0, 10, 10]), want([20, 0, 10, 10])]
    assert judged(labels, [got([0, 0, 10, 10], value=5, confidence=0.95)])["sure_and_wrong"] == 0.5
    assert judged(labels, [got([0, 0, 10, 10], value=5, confidence=0.85)])["sure_and_wrong"] == 0


def test_a_picture_that_could_not_be_read_counts_as_nothing_found() -> None:
    label = {"dice": [want([0, 0, 10, 10])]}
    for reading in (None, {"dice": [], "error": "cut off"}):
        assert score(label, reading) == Tally(images=1, images_missing=1, dice=1)


def test_confidence_that_keeps_its_word_has_no_error() -> None:
    assert calibration_error([(0.75, True)] * 3 + [(0.75, False)]) == 0
    assert calibration_error([(0.75, False)] * 4) == 0.75
    assert calibration_error([]) is None


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not beside this clone")
def test_the_outside_yardstick_says_the_same() -> None:
    labels = load_labels(PHOTOS / "labels.jsonl", "dev")
    readings = [{"image": label["image"], "dice": _misread(label, Random(n))} for n, label in enumerate(labels)]
    readings[3]["error"] = "cut off"
    readings.pop(5)
    counts, _, _, said = _yardstick().score(labels, readings)
    by_image = {reading["image"]: reading for reading in readings}
    ours = sum((score(label, by_image.get(label["image"])) for label in labels), Tally())
    assert ours.figures() == _yardstick().figures(counts, said)


def _misread(label: dict, random: Random) -> list[dict]:
    """The labelled dice as a poor reader would report them: some missed, some invented, most a bit off."""
    found = []
    for die in label["dice"]:
        x, y, w, h = die["box"]
        grown = random.choice([1, 1.3, 2.5])
        box = [x + random.gauss(0, w / 8), y + random.gauss(0, h / 8), w * grown, h * grown]
        value = random.choice([die["value"], die["value"], random.randint(1, 6), None])
        colour = random.choice([die["color"], "red"])
        if random.random() < 0.9:
            found.append(got(box, value, colour, random.random()))
    if random.random() < 0.2:
        found.append(got([5, 5, 40, 40]))
    return found


def _yardstick() -> ModuleType:
    spec = importlib.util.spec_from_file_location("yardstick", PHOTOS / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
