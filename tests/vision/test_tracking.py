"""Scenes over time: so many seconds, and the dice that lie on the table meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.dice import Colour
from vision.event import CameraMoved, Event, Expected, Question, RollSeen, TableCleared
from vision.reading import Box, DieReading
from vision.tracking import REST_S, Tracker

FPS = 30
SIDE = 40.0  # px
QWIXX: Expected = {Colour.WHITE: 2, Colour.RED: 1, Colour.YELLOW: 1, Colour.GREEN: 1, Colour.BLUE: 1}
LETTERS = {colour.letter: colour for colour in Colour}

Die = tuple[str, float, float]  # "W3", or "W?" for one that leans, at x and y in sides
Scene = tuple[float, Sequence[Die]]

A, B, C = ("W3", 2, 2), ("W5", 6, 3), ("R2", 9, 6)
SIX: list[Die] = [A, B, C, ("Y6", 3, 7), ("G1", 12, 3), ("B4", 13, 7)]
AGAIN: list[Die] = [("W3", 5, 5), ("W5", 2, 8), ("R2", 8, 2), ("Y6", 11, 8), ("G1", 3, 4), ("B4", 14, 4)]
OTHER: list[Die] = [("W1", 5, 5), ("W5", 2, 8), ("R3", 8, 2), ("Y2", 11, 8), ("G1", 3, 4), ("B6", 14, 4)]


def reading(die: Die, tremble: Iterable[float] = (0, 0), sure: float = 0.95) -> DieReading:
    name, x, y = die
    dx, dy = tremble
    probs = np.full(7, (1 - sure) / 6, np.float32)
    probs[6 if name[1] == "?" else int(name[1]) - 1] = sure
    box = Box((x + dx) * SIDE, (y + dy) * SIDE, SIDE, SIDE)
    face = np.zeros((4, 2), np.float32)
    return DieReading(box, face, LETTERS[name[0]], 0.95, probs, sure, None)


def film(*scenes: Scene, expected: Expected | None = None, tray: np.ndarray | None = None) -> list[Event]:
    """All events of the scenes at 30 frames per second, found boxes trembling by a twentieth of a die."""
    tracker, random = Tracker(tray), np.random.default_rng(1)
    events: list[Event] = []
    frame = 0
    for seconds, dice in scenes:
        for _ in range(round(seconds * FPS)):
            readings = [reading(die, random.normal(0, 0.05, 2).clip(-0.1, 0.1)) for die in dice]
            events += tracker.update(readings, frame / FPS, expected)
            frame += 1
    return events


def rolls(*scenes: Scene, expected: Expected | None = None) -> list[str]:
    return [str(event.roll) for event in film(*scenes, expected=expected) if isinstance(event, RollSeen)]


def questions(*scenes: Scene, expected: Expected = QWIXX, tray: np.ndarray | None = None) -> list[str]:
    events = film(*scenes, expected=expected, tray=tray)
    return [f"{e.colour} {e.reason}" for e in events if isinstance(e, Question)]


def rolling(start: Sequence[Die], end: Sequence[Die], seconds: float = 0.6) -> list[Scene]:
    """Scenes of dice that roll from one place to the other, a new number in every frame."""
    frames = round(seconds * FPS)
    scenes: list[Scene] = []
    for i in range(frames):
        part = (i / frames) ** 0.5  # dice slow down
        dice = [
            (f"{to[0][0]}{(i + int(to[0][1])) % 6 + 1}", a[1] + (to[1] - a[1]) * part, a[2] + (to[2] - a[2]) * part)
            for a, to in zip(start, end, strict=True)
        ]
        scenes.append((1 / FPS, dice))
    return scenes


def shifted(dice: Sequence[Die], x: float, y: float) -> list[Die]:
    return [(name, dx + x, dy + y) for name, dx, dy in dice]


CUP: list[Die] = [(name, 0.0, 0.0) for name, _, _ in SIX]


@pytest.mark.parametrize(
    ("scenes", "seen"),
    [
        ([(1, [A, B])], ["W3 W5"]),
        ([(0.1, [A, B])], []),  # too short to be sure
        ([(1, [A, B]), (0.1, [A]), (1, [A, B])], ["W3 W5"]),  # a frame or three miss a die
        ([(1, [A, B]), (1.5, [A]), (1, [A, B])], ["W3 W5"]),  # a hand rests over a die
        ([(1, [A, B]), (2, []), (1, [A, B])], ["W3 W5"]),  # over all: no throw ends in the same places
        ([(1, [A, B]), (1, []), (1, [("W3", 8, 8), ("W5", 3, 5)])], ["W3 W5"] * 2),  # thrown again, same numbers
        ([(1, [A, B]), (1.5, [A]), (1, [A, ("W5", 8, 8)])], ["W3 W5"] * 2),  # one die kept, Yahtzee
        ([(1, [A, B]), (1.5, [A]), (1, [A, ("W2", 8, 8)])], ["W3 W5", "W2 W3"]),
        ([(1, [A, B]), (0.3, [A]), (1, [A, ("W5", 6.8, 3.5)])], ["W3 W5"]),  # a finger pushed it
        ([(1, [A, B, C]), (1, [A, B]), (1, [A]), (1, [])], ["W3 W5 R2"]),  # taken away one by one
        ([(1, [A, B, C]), (1, []), (3, [("W1", 8, 3), ("W5", 2, 5)])], ["W3 W5 R2", "W1 W5"]),  # two now
        ([(1, [A, B, C]), (3, [("W3", 2, 9), ("W5", 3, 9)])], ["W3 W5 R2"]),  # kept dice put aside
    ],
)
def test_rolls(scenes: list[Scene], seen: list[str]) -> None:
    assert rolls(*scenes) == seen


def test_a_roll_is_told_once_all_dice_rest_and_not_while_one_rolls() -> None:
    events = film((1, []), *rolling(CUP, SIX), (1, SIX), expected=QWIXX)
    (roll,) = [event for event in events if isinstance(event, RollSeen)]
    assert str(roll.roll) == "W3 W5 R2 Y6 G1 B4"
    assert not roll.lay_there
    assert roll.rested_s == pytest.approx(1.6, abs=0.07)
    assert roll.time_s - roll.rested_s <= REST_S + 1.5 / FPS


def test_one_die_rolls_on_while_the_others_rest() -> None:
    late = [*SIX[:5], ("B1", 13.0, 7.0)]
    on = [(1 / FPS, [*SIX[:5], ("B4", 13 - 0.5 * (30 - i) / 3, 7)]) for i in range(30)]
    assert rolls((1, []), *on, (1, late)) == ["W3 W5 R2 Y6 G1 B1"]


@pytest.mark.parametrize("expected", [None, QWIXX])
def test_a_die_may_come_to_rest_where_another_lay(expected: Expected | None) -> None:
    again: list[Die] = [("W1", 2.1, 2.0), *AGAIN[1:]]
    assert rolls((1, SIX), (0.2, []), (1, again), expected=expected) == ["W3 W5 R2 Y6 G1 B4", "W1 W5 R2 Y6 G1 B4"]


def test_dice_that_lie_there_at_the_start_are_said_to() -> None:
    (roll,) = film((1, SIX), expected=QWIXX)
    assert isinstance(roll, RollSeen)
    assert roll.lay_there


def test_dice_taken_out_of_the_box_one_at_a_time_wait_for_the_last() -> None:
    scenes = [(1.5, SIX[:n]) for n in range(1, 7)]
    assert rolls(*scenes, expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]
    assert questions(*scenes) == []


def test_the_same_numbers_thrown_again_are_a_new_roll() -> None:
    assert rolls((1, SIX), (1, []), *rolling(CUP, AGAIN), (1, AGAIN), expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"] * 2


def test_rolls_are_numbered_and_a_late_die_corrects_its_roll() -> None:
    fallen = [*OTHER[:5], ("B5", 14.9, 4.0)]
    events = film((1, SIX), (1, []), (0.5, OTHER), *rolling(OTHER, fallen, 0.1), (1, fallen), expected=QWIXX)
    told = [(e.number, str(e.roll), e.corrects) for e in events if isinstance(e, RollSeen)]
    assert told == [
        (1, "W3 W5 R2 Y6 G1 B4", False),
        (2, "W1 W5 R3 Y2 G1 B6", False),
        (2, "W1 W5 R3 Y2 G1 B5", True),
    ]


def test_without_a_number_to_expect_a_die_more_corrects_the_roll() -> None:
    events = film((1, SIX[:5]), (1, SIX))
    assert [(str(e.roll), e.corrects) for e in events if isinstance(e, RollSeen)] == [
        ("W3 W5 R2 Y6 G1", False),
        ("W3 W5 R2 Y6 G1 B4", True),
    ]


def test_a_die_that_fell_off_and_is_thrown_again() -> None:
    scenes: list[Scene] = [(3, SIX[:5]), (1, SIX)]
    assert rolls(*scenes, expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]
    assert questions(*scenes) == ["blue missing"]


def test_a_leaning_die_is_asked_about_once_and_again_when_it_leans_again() -> None:
    cocked, straight = [*SIX[:4], ("G?", 12, 3), SIX[5]], [*SIX[:4], ("G2", 10, 8), SIX[5]]
    elsewhere = [*SIX[:4], ("G?", 7, 8), SIX[5]]
    scenes: list[Scene] = [(4, cocked), (1, [*SIX[:4], SIX[5]]), (3, elsewhere), (1, straight)]
    assert questions(*scenes) == ["green leaning", "green leaning"]
    assert rolls(*scenes, expected=QWIXX) == ["W3 W5 R2 Y6 G2 B4"]


def test_a_hand_in_passing_asks_nothing() -> None:
    covered = [*SIX[:4], ("G?", 12, 3), SIX[5]]
    assert questions((0.6, covered), (1, SIX)) == []


def test_a_passing_shadow_in_which_a_die_is_misread_asks_nothing() -> None:
    misread = [("W4", 2.0, 2.0), *SIX[1:5]]
    assert questions((4, SIX[:5]), (0.15, misread), (1, SIX[:5])) == ["blue missing"]


def test_a_die_outside_the_tray_does_not_count() -> None:
    tray = np.array([(0, 0), (11, 0), (11, 10), (0, 10)]) * SIDE
    within = [*SIX[:4], ("G1", 8.0, 4.0), ("B4", 6.0, 8.0)]
    assert questions((3, [*within[:4], ("G1", 14, 3), within[5]]), tray=tray) == ["green outside"]
    locked = {colour: count for colour, count in QWIXX.items() if colour is not Colour.GREEN}
    away = [*within[:4], within[5], ("G1", 14.0, 3.0)]
    events = film((3, away), expected=locked, tray=tray)
    assert [str(event.roll) for event in events if isinstance(event, RollSeen)] == ["W3 W5 R2 Y6 B4"]


def test_after_a_lock_its_die_is_one_too_many() -> None:
    locked = {colour: count for colour, count in QWIXX.items() if colour is not Colour.RED}
    assert questions((3, SIX), expected=locked) == ["red extra"]
    assert rolls((1, [*SIX[:2], *SIX[3:]]), expected=locked) == ["W3 W5 Y6 G1 B4"]


def test_a_moved_camera_is_no_roll() -> None:
    for moved in (shifted(SIX, 3, 1), [(name, 8 - 0.9 * y, 2 + 0.9 * x) for name, x, y in SIX]):
        events = film((1, SIX), (0.5, []), (1, moved), expected=QWIXX)
        assert [type(event) for event in events] == [RollSeen, CameraMoved]


@pytest.mark.parametrize("gap_s", [0, 0.5, 1.5])
@pytest.mark.parametrize("degrees", [6, 15, 20, 45, 90])
@pytest.mark.parametrize("at", [(7, 5), (9, 6), (2, 2)])  # between the dice, or where one of them lies
def test_a_camera_turned_about_any_point_is_no_roll(at: tuple[float, float], degrees: float, gap_s: float) -> None:
    middle, turn = complex(*at), np.exp(1j * np.radians(degrees))
    there = [(name, middle + turn * (complex(x, y) - middle)) for name, x, y in SIX]
    turned = [(name, place.real, place.imag) for name, place in there]
    assert rolls((1, SIX), (gap_s, []), (1.5, turned), expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]


def test_a_camera_that_drifts_is_no_roll() -> None:
    slowly = [(0.2, shifted(SIX, i * 0.1, 0)) for i in range(30)]
    assert rolls((1, SIX), *slowly, (1, shifted(SIX, 3, 0)), expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]


def test_lights_off_and_on_is_no_roll_and_does_not_change_one() -> None:
    dim = [("W4", 2, 2), *SIX[1:]]  # read wrongly in the dusk, at the same place
    scenes: list[Scene] = [(1, SIX), (0.5, dim), (3, []), (0.1, dim), (2, SIX)]
    assert rolls(*scenes, expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]


def test_a_cleared_table_is_said_once() -> None:
    events = film((1, SIX), (5, []), expected=QWIXX)
    assert [type(event) for event in events] == [RollSeen, TableCleared]


def test_dice_swept_out_of_sight_for_a_moment_do_not_clear_the_table() -> None:
    out: list[Scene] = [(1 / FPS, shifted(SIX, 0.5 * i, 0)) for i in range(20)]
    assert [type(event) for event in film((1, SIX), *out, (0.8, []), expected=QWIXX)] == [RollSeen]


def test_a_reflection_that_flickers_is_no_die() -> None:
    ghost = ("R6", 6.0, 6.0)
    flicker = [(1 / FPS, [*SIX, ghost] if i % 3 == 0 else SIX) for i in range(90)]
    assert rolls(*flicker, expected=QWIXX) == ["W3 W5 R2 Y6 G1 B4"]
    assert questions(*flicker) == []


def test_many_doubtful_frames_are_a_question_and_no_number() -> None:
    tracker, events = Tracker(), []
    for i in range(60):
        events += tracker.update([reading(A, sure=0.6)], i / FPS, {Colour.WHITE: 1})
    (question,) = events
    assert isinstance(question, Question)
    assert question.pips[0] == 3


@pytest.mark.parametrize(("unreadable", "told"), [(0.1, 1), (0.3, 0)])
def test_a_die_that_may_lean_is_asked_about_however_sure_its_number_is(unreadable: float, told: int) -> None:
    tracker, events = Tracker(), []
    probs = np.array([0, 0, 1 - unreadable, 0, 0, 0, unreadable], np.float32)
    for i in range(60):
        die = replace(reading(A), pip_probs=probs, confidence=0.97)
        events += tracker.update([die], i / FPS, {Colour.WHITE: 1})
    assert [isinstance(event, RollSeen) for event in events] == [bool(told)]


def test_a_frame_in_which_a_number_is_misread_does_not_matter() -> None:
    tracker, events = Tracker(), []
    for i in range(30):
        die = ("W5", 2, 2) if i % 6 == 5 else A
        events += tracker.update([reading(die)], i / FPS, {Colour.WHITE: 1})
    assert [str(event.roll) for event in events] == ["W3"]


def test_a_die_that_stops_on_an_edge_before_it_falls_is_waited_for() -> None:
    tracker, events = Tracker(), []
    on_edge = [reading(("W4", 2, 2), sure=sure) for sure in (0.97, 0.98, 0.97, 0.98, 0.97, 0.7, 0.3, 0.3)]
    fallen = [reading(("W2", 2.6, 2.4))] * 15
    for i, die in enumerate([*on_edge, *fallen]):
        events += tracker.update([die], i / FPS, {Colour.WHITE: 1})
    assert [str(event.roll) for event in events] == ["W2"]


@pytest.mark.parametrize("fps", [15, 30, 60])
def test_a_hand_that_holds_the_camera_may_sway_at_any_pace_of_frames(fps: int) -> None:
    tracker, events = Tracker(), []
    for i in range(2 * fps):
        swayed = [reading((name, x + 1.6 * i / fps, y)) for name, x, y in SIX]
        events += tracker.update(swayed, i / fps, QWIXX)
    assert [str(event.roll) for event in events] == ["W3 W5 R2 Y6 G1 B4"]
    assert events[0].time_s <= 0.5


def test_one_misread_colour_is_put_right_by_counting() -> None:
    tracker, events = Tracker(), []
    for i in range(30):
        dice = [reading(die) for die in [*SIX[:3], ("R6", 3, 7), *SIX[4:]]]
        dice[3] = DieReading(dice[3].box, dice[3].face, Colour.RED, 0.5, dice[3].pip_probs, 0.95, None)
        unsure = DieReading(dice[3].box, dice[3].face, Colour.YELLOW, 0.45, dice[3].pip_probs, 0.95, None)
        events += tracker.update([*dice[:3], dice[3] if i % 2 else unsure, *dice[4:]], i / FPS, QWIXX)
    assert [str(event.roll) for event in events] == ["W3 W5 R2 Y6 G1 B4"]


def test_an_unchanged_picture_is_as_good_as_read_again() -> None:
    tracker, events = Tracker(), []
    for i in range(120):
        time_s = i / FPS
        if tracker.is_settled(time_s) and i > 0:
            events += tracker.unchanged(time_s, QWIXX)
        else:
            events += tracker.update([reading(die) for die in SIX[:5]], time_s, QWIXX)
    assert [f"{event.colour} {event.reason}" for event in events] == ["blue missing"]


def shadowed(dice: Sequence[Die], shadow: str, sure: float, is_die: float, aside: float = 0.35) -> list[DieReading]:
    """Those dice at rest, and beside the first one something that seems to be another."""
    _, x, y = dice[0]
    beside = replace(reading((shadow, x + aside, y), sure=sure), die_confidence=is_die)
    return [beside, *map(reading, dice)]


def seen_of(readings: Sequence[DieReading], expected: Expected | None, seconds: float = 2.5) -> list[str]:
    tracker, told = Tracker(), list[str]()
    for frame in range(round(seconds * FPS)):
        for event in tracker.update(readings, frame / FPS, expected):
            told += [str(event.roll)] if isinstance(event, RollSeen) else []
            told += [f"{event.colour} {event.reason} {event.pips}"] if isinstance(event, Question) else []
    return told


@pytest.mark.parametrize("expected", [None, QWIXX])
@pytest.mark.parametrize(
    ("shadow", "sure", "is_die"),
    [
        ("W6", 0.9, 0.4),  # it shows another number, but is hardly a die
        ("W3", 0.95, 1.0),  # the die, found twice
        ("W?", 0.95, 1.0),  # no number at all
        ("R3", 0.9, 0.5),
    ],
)
def test_a_shadow_on_a_die_is_no_second_die(shadow: str, sure: float, is_die: float, expected: Expected | None) -> None:
    assert seen_of(shadowed(SIX, shadow, sure, is_die), expected) == ["W3 W5 R2 Y6 G1 B4"]


@pytest.mark.parametrize("expected", [None, QWIXX])
def test_which_of_two_likely_numbers_in_one_place_is_right_is_asked(expected: Expected | None) -> None:
    assert seen_of(shadowed(SIX, "W6", 0.95, 0.98), expected) == ["white unsure (3, 6)"]


def test_dice_one_behind_the_other_seen_from_a_flat_angle_are_two() -> None:
    assert seen_of(shadowed([A, B], "R6", 0.95, 1.0, aside=0.45), None) == ["W3 W5 R6"]


def test_a_shadow_that_comes_and_goes_beside_a_told_die_changes_nothing() -> None:
    tracker, told = Tracker(), list[Event]()
    for frame in range(6 * FPS):
        is_there = frame // FPS % 2 == 1
        readings = shadowed(SIX, "W6", 0.97, 1.0) if is_there else list(map(reading, SIX))
        told += tracker.update(readings, frame / FPS, QWIXX)
    assert [type(event) for event in told] == [RollSeen]
