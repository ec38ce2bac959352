"""Pictures with squares for dice, read by a reader that knows only those: what is read, and when not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.dice import Colour
from vision.event import Event, PictureFrozen, RollSeen
from vision.reading import Box, DieReading, Frame
from vision.table import rolls, watch
from vision.tracking import Tracker

FPS = 30
SIDE = 30
LEVEL = 35  # grey of a square for each pip
GRAIN = np.random.default_rng(1).integers(0, 12, (360, 640, 3), np.uint8)  # a camera's noise

Square = tuple[int, int, int]  # pips, x, y


def picture(squares: Iterable[Square], noise: int = 0) -> np.ndarray:
    bgr = np.zeros((360, 640, 3), np.uint8)
    for pips, x, y in squares:
        bgr[y : y + SIDE, x : x + SIDE] = pips * LEVEL
    return bgr + np.roll(GRAIN, 7 * noise, axis=0)


class SquareReader:
    """Reads squares, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, bgr: np.ndarray) -> list[DieReading]:
        self.asked += 1
        gray = bgr[..., 0]
        count, _, stats, _ = cv2.connectedComponentsWithStats((gray > LEVEL // 2).astype(np.uint8))
        return [self._die(gray, *stats[i, :4]) for i in range(1, count)]

    def _die(self, gray: np.ndarray, x: int, y: int, width: int, height: int) -> DieReading:
        probs = np.full(7, 0.005, np.float32)
        probs[round(np.median(gray[y : y + height, x : x + width]) / LEVEL) - 1] = 0.97
        return DieReading(Box(x, y, width, height), np.zeros((4, 2), np.float32), Colour.WHITE, 0.9, probs, 0.97, None)


def frames(*scenes: tuple[float, list[Square]], noisy: bool = True) -> Iterator[Frame]:
    index = 0
    for seconds, squares in scenes:
        for _ in range(round(seconds * FPS)):
            yield Frame(picture(squares, index if noisy else 0), index / FPS, index)
            index += 1


def thrown(squares: list[Square], seconds: float = 0.5) -> list[tuple[float, list[Square]]]:
    """Dice that come from the left, a new number in each frame."""
    steps = round(seconds * FPS)
    return [(1 / FPS, [((pips + i) % 6 + 1, int(x * i / steps), y) for pips, x, y in squares]) for i in range(steps)]


FIRST, SECOND = [(3, 100, 100), (5, 300, 200)], [(3, 420, 80), (1, 200, 250)]


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
