"""What is read of a film of squares for dice, and what is not read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from tests.vision.squares import FIRST, FPS, SECOND, Square, SquareReader, frames, picture, thrown
from vision.event import Event, PictureFrozen, RollSeen, TableCleared
from vision.reading import Frame
from vision.table import rolls, watch
from vision.tracking import CLEAR_S, GAP_S, REST_S, Tracker


def test_each_throw_is_one_roll() -> None:
    film = frames((0.5, []), *thrown(FIRST), (1, FIRST), (0.5, []), *thrown(SECOND), (1, SECOND))
    assert [str(roll) for roll in rolls(film, SquareReader().read)] == ["W3 W5", "W1 W3"]


def test_still_frames_are_not_read_again() -> None:
    reader = SquareReader()
    looks = list(watch(frames((10, FIRST)), reader.read, Tracker()))
    assert reader.asked < 20  # of 300
    assert sum(look.is_new for look in looks) == reader.asked
    assert all(len(look.readings) == 2 for look in looks)


@pytest.mark.parametrize("change", [(4, 100, 100), (3, 100, 130)])
def test_a_change_is_read_at_once(change: Square) -> None:
    looks = list(watch(frames((2, FIRST), (0.1, [change, FIRST[1]])), SquareReader().read, Tracker()))
    assert looks[60].is_new


def test_while_things_move_every_other_frame_is_read_and_the_first_still_one_at_once() -> None:
    reader = SquareReader()
    moving = [(1 / FPS, [(3, 100, 100), (5, 300 + 9 * (i % 3), 200)]) for i in range(60)]
    looks = list(watch(frames(*moving, (0.5, FIRST)), reader.read, Tracker()))
    assert sum(look.is_new for look in looks[:60]) == 30
    assert all(look.is_new for look in looks[61:64])


@pytest.mark.parametrize("swapped", range(60, 66))
def test_a_die_swapped_in_one_frame_is_seen(swapped: int) -> None:
    other: list[Square] = [(6, 420, 80), FIRST[1]]
    film = frames((swapped / FPS, FIRST), (0.5, [FIRST[1]]), (1, other))
    assert [str(roll) for roll in rolls(film, SquareReader().read)] == ["W3 W5", "W5 W6"]


def test_what_is_gone_from_a_picture_that_is_still_since_delays_nothing() -> None:
    hand: list[Square] = [*FIRST, (4, 500, 300)]  # part of one, read as a die
    film = frames((0.5, []), *thrown(FIRST), (0.5, hand), (1.5, FIRST), (3, []))
    looks = watch(film, SquareReader().read, Tracker(), lambda: {None: 2})
    told = [event for look in looks for event in look.events]
    assert [type(event) for event in told] == [RollSeen, TableCleared]
    assert [event.time_s for event in told] == pytest.approx([1.5 + GAP_S, 3.0 + GAP_S + CLEAR_S], abs=0.3)


def test_a_look_is_calm_only_while_nothing_moves() -> None:
    film = frames((2, FIRST), (0.5, []), *thrown(SECOND), (1, SECOND))
    looks = list(watch(film, SquareReader().read, Tracker()))
    calm = [look.frame.index for look in looks if look.is_calm]
    assert calm[0] >= REST_S * FPS
    assert [index for index in calm if 75 <= index < 90] == []
    assert set(range(calm[0], 60)) <= set(calm)
    assert len(looks) - 1 in calm


def test_a_roll_is_told_while_something_moves_beside_the_dice() -> None:
    looks = watch(waved(frames(*thrown(FIRST), (1.5, FIRST))), SquareReader().read, Tracker())
    told = [event for look in looks for event in look.events if isinstance(event, RollSeen)]
    assert str(told[0].roll) == "W3 W5"
    assert told[0].time_s <= 0.5 + 0.5


def waved(film: Iterable[Frame]) -> Iterator[Frame]:
    """The film with something red, which is no die, that moves in every frame."""
    for frame in film:
        frame.bgr[20 * (frame.index % 3) :, 560:, 2] = 250
        yield frame


def events(film: Iterable[Frame], is_live: bool) -> list[Event]:
    looks = watch(film, SquareReader().read, Tracker(), is_live=is_live)
    return [event for look in looks for event in look.events]


def test_a_frozen_live_picture_is_said_once_and_again_when_it_freezes_again() -> None:
    frozen = list(frames((12, FIRST), noisy=False))
    moving = Frame(picture(FIRST, noise=7), 12.0, 360)
    again = [Frame(frame.bgr, frame.time_s + 12.1, frame.index + 361) for frame in frozen]
    seen = events([*frozen, moving, *again], is_live=True)
    times_s = [event.time_s for event in seen if isinstance(event, PictureFrozen)]
    assert times_s == pytest.approx([5, 17.1], abs=0.05)


def test_a_still_table_before_a_working_camera_or_in_a_video_is_not_frozen() -> None:
    for film, is_live in [(frames((12, FIRST)), True), (frames((12, FIRST), noisy=False), False)]:
        assert [type(event) for event in events(film, is_live)] == [RollSeen]


def test_looks_come_in_order_one_a_frame() -> None:
    looks = list(watch(frames((1, FIRST)), SquareReader().read, Tracker()))
    assert len(looks) == FPS
    assert all(a.frame.index + 1 == b.frame.index for a, b in pairwise(looks))
