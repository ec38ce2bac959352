"""What is read of a film of squares for dice, and what is not read again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from tests.vision.squares import FIRST, FPS, SECOND, Square, SquareReader, frames, picture, thrown
from vision.event import Event, PictureFrozen, RollSeen
from vision.reading import Frame
from vision.table import rolls, watch
from vision.tracking import Tracker


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
