"""The table as the camera sees it: frame by frame what was read and what happened.

Reading costs far more than looking whether anything changed, so a frame that shows what the last one did is
not read again once its dice have settled, and while things move not every frame is read.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from engine.dice import Roll
from vision.event import Event, Expected, PictureFrozen, RollSeen
from vision.reading import Array, DieReading, Frame
from vision.tracking import Tracker

SMALL_PX = 240  # least width of the grey picture in which changes are looked for: a small die covers 4 by 4
CHANGE = 14  # grey levels (of 255); noise averaged over a pixel of the small picture stays below a third of that
CHANGED_PX = 4  # so many changed pixels are more than noise
MOVING_S = 0.045  # while things move no frame is read so soon after another: of 30 a second every other one is
REREAD_S = 2.0  # read again at least so often: slow changes, as of daylight, hide from the comparison
PAUSE_S = 0.05  # between two looks at a still table: with the wait for a frame, a push is noticed within 0.1 s
FROZEN_S = 5.0  # a live picture the same to the last bit for so long has frozen


@dataclass(frozen=True, slots=True)
class Look:
    """One frame, the dice in it and what has happened. `is_new` is False where an earlier reading still holds.

    `is_calm` says that nothing moves: the next frame may wait for PAUSE_S.
    """

    frame: Frame
    readings: tuple[DieReading, ...]
    events: tuple[Event, ...]
    is_new: bool
    is_calm: bool = False


def watch(
    frames: Iterable[Frame],
    read: Callable[[Array], list[DieReading]],
    tracker: Tracker,
    expected: Callable[[], Expected | None] = lambda: None,
    is_live: bool = False,
) -> Iterator[Look]:
    """Yield a look at every frame. `expected` is asked each time how many dice the next roll has."""
    before: Array | None = None  # the last frame, reduced
    small: Array | None = None  # the frame that was last read, reduced
    shape: tuple[int, ...] = ()  # of that frame, as others of half the size are reduced to the same
    read_s, readings = float("-inf"), tuple[DieReading, ...]()
    print_, same_since_s, last_s = -1, 0.0, 0.0  # of the picture, to the last bit
    for frame in frames:
        now, time_s = reduced_gray(frame.bgr), frame.time_s
        is_changed = frame.bgr.shape != shape or differs(now, small)
        is_wanted = time_s - read_s >= REREAD_S or not tracker.is_settled(time_s) or is_changed
        is_new = is_wanted and (time_s - read_s >= MOVING_S or not differs(now, before))
        before = now
        events: list[Event] = []
        if is_new:
            small, shape, read_s, readings = now, frame.bgr.shape, time_s, tuple(read(frame.bgr))
            events = tracker.update(readings, time_s, expected())
        elif not is_wanted:
            events = tracker.unchanged(time_s, expected())
        if is_live and print_ != (print_ := fingerprint(frame.bgr)):
            same_since_s = time_s
        elif is_live and last_s - same_since_s < FROZEN_S <= time_s - same_since_s:
            events = [*events, PictureFrozen(time_s)]
        last_s = time_s
        yield Look(frame, readings, tuple(events), is_new, is_calm=not is_wanted)


def rolls(
    frames: Iterable[Frame], read: Callable[[Array], list[DieReading]], expected: Expected | None = None
) -> Iterator[Roll]:
    """Yield each throw once, when its last die has come to rest; a corrected one again."""
    for look in watch(frames, read, Tracker(), lambda: expected):
        for event in look.events:
            if isinstance(event, RollSeen):
                yield event.roll


def reduced_gray(bgr: Array) -> Array:
    """The picture as (h, w) uint8, halved until it is less than 2 * SMALL_PX wide.

    Halving three times costs a third of one exact average to the same size.
    """
    while bgr.shape[1] >= 2 * SMALL_PX and bgr.shape[0] > 1:
        bgr = cv2.resize(bgr, (bgr.shape[1] // 2, bgr.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)


def differs(gray: Array, before: Array | None) -> bool:
    """Say whether there is more between two reduced pictures than noise.

    >>> dark = np.zeros((90, 160), np.uint8)
    >>> differs(dark, dark), differs(dark, None), differs(dark + 20, dark)
    (False, True, True)
    """
    if before is None or gray.shape != before.shape:
        return True
    return bool(np.count_nonzero(cv2.absdiff(gray, before) > CHANGE) >= CHANGED_PX)


def fingerprint(bgr: Array) -> int:
    """A number that differs for two pictures a working camera takes: their noise does."""
    return zlib.crc32(bgr[::8, ::8].tobytes())
