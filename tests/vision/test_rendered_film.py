"""Rendered films, truth known from the poses of the dice, read with the networks that are shipped.

One is of two throws; the others each tell a story of the table: a hand, a nudge, lights that are switched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from engine.dice import Colour, Roll
from rollcall.bench_film import Outcome, events_of, judged, load_films
from vision.camera import frames
from vision.event import Event, Expected, Question, RollSeen
from vision.model import shipped
from vision.reader import Reader
from vision.reading import Frame
from vision.source import find_source
from vision.table import watch
from vision.tracking import Tracker

FOLDER = Path(__file__).parents[1] / "films"
FILM = json.loads((FOLDER / "timeline.json").read_text(encoding="utf-8"))["felt.mp4"]
QWIXX: Expected = {Colour.WHITE: 2, Colour.RED: 1, Colour.YELLOW: 1, Colour.GREEN: 1, Colour.BLUE: 1}
HELD_S = 2.0

pytestmark = pytest.mark.skipif(not shipped("pips.onnx").is_file(), reason="no networks in this checkout")


@pytest.fixture(scope="module")
def events() -> list[Event]:
    looks = watch(film(), Reader.load().read, Tracker(), lambda: QWIXX)
    return [event for look in looks for event in look.events]


def film() -> Iterator[Frame]:
    """The film up to its last throw, whose dice then lie for HELD_S more."""
    end, fps = FILM["at_rest"][-1]["to"], FILM["fps"]
    for frame in islice(frames(find_source(str(FOLDER / "felt.mp4"))), end):
        yield frame
    for i in range(1, round(HELD_S * fps)):
        yield Frame(frame.bgr, frame.time_s + i / fps, frame.index + i)


def test_no_roll_is_invented(events: list[Event]) -> None:
    truths = [Roll.parse(rest["roll"]) for rest in FILM["at_rest"]]
    assert all(event.roll in truths for event in events if isinstance(event, RollSeen))


def test_each_throw_is_called_or_asked_about_and_nothing_is_said_while_dice_roll(events: list[Event]) -> None:
    said = [event.time_s * FILM["fps"] for event in events if isinstance(event, (RollSeen, Question))]
    first, last = FILM["at_rest"]
    of_first = [frame for frame in said if first["from"] <= frame <= first["to"] + 1]
    of_last = [frame for frame in said if frame >= last["from"]]
    assert of_first
    assert of_last
    assert len(said) == len(of_first) + len(of_last)


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    read = Reader.load().read
    return {film.name: judged(film, events_of(film, read)) for film in load_films(FOLDER)}


def test_no_story_makes_up_a_roll(outcomes: dict[str, Outcome]) -> None:
    assert {name: outcome.invented for name, outcome in outcomes.items() if outcome.invented} == {}


def test_what_is_not_told_in_a_story_is_asked_about(outcomes: dict[str, Outcome]) -> None:
    assert [name for name, outcome in outcomes.items() if outcome.missed and not outcome.asked] == []


def test_most_of_what_happens_in_the_stories_is_told_and_soon(outcomes: dict[str, Outcome]) -> None:
    found, missed = (sum(len(getattr(o, kind)) for o in outcomes.values()) for kind in ("found", "missed"))
    assert missed <= (found + missed) // 10
    assert max(delay_s for outcome in outcomes.values() for delay_s in outcome.delays_s) <= 0.5
