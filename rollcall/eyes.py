"""How one table is watched live: with the dice that are due, and with what a profile knows of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from calibration.profile import Profile
from engine.dice import Colour
from vision.camera import Wish
from vision.diceset import COLOUR_NAMES
from vision.event import Expected, OtherShape
from vision.expected import CANDIDATE, Assigned, assign
from vision.profile import Place, placed
from vision.reader import IS_DIE, Reader
from vision.reading import Array, DieReading, Frame
from vision.reference import TableReader
from vision.table import PAUSE_S, Look, watch
from vision.tracking import Tracker


class Eyes:
    """Reads the pictures of one table; remembers its light, if there is a profile of it."""

    def __init__(self, reader: Reader, profile: Profile | None = None) -> None:
        self._reader = reader
        self._table = None if profile is None else profile.table()
        self._known = None if self._table is None else TableReader(reader, self._table)
        self.wish = Wish() if profile is None else profile.wish()  # what is asked of the camera

    @property
    def dice(self) -> Expected | None:
        """How many dice of each colour the table has, None if nobody knows."""
        return None if self._table is None else dict(self._table.expected().items())

    @property
    def names(self) -> Mapping[Colour, str]:
        """What the table's owner calls the dice of each colour of the game."""
        return COLOUR_NAMES if self._table is None else self._table.names()

    def looks(self, frames: Iterable[Frame], expected: Callable[[], Expected | None], is_live: bool) -> Iterator[Look]:
        """Yield a look at every frame, live at fewer while nothing moves: most of the work is decoding frames.

        `expected` is asked each time which dice the next roll has.
        """
        tracker, size = Tracker(), None
        taken = self._sized(frames, tracker)
        for look in watch(taken, lambda bgr: self.read(bgr, expected()), tracker, expected, is_live):
            before, size = size, look.frame.bgr.shape[1::-1]
            is_other = size != before and self._table is not None and self._table.at(*size) != self._table
            yield replace(look, events=(OtherShape(look.frame.time_s), *look.events)) if is_other else look
            if is_live and look.is_calm:
                time.sleep(PAUSE_S)

    def read(self, bgr: Array, expected: Expected | None) -> list[DieReading]:
        """The dice of a picture; if it is known which colours are due, these are told over all dice together."""
        if expected is None or None in expected:
            return self._all(bgr)
        seen = self._assigned(bgr, {colour: count for colour, count in expected.items() if colour is not None})
        return [*seen.dice, *seen.extra, *seen.outside]

    def lying(self, bgr: Array) -> Place:
        """What may be a die in the tray, and the dice beside it; all counts as in it if nobody knows where it is."""
        outline = self._tray(*bgr.shape[1::-1])
        readings = self._reader.read(bgr, CANDIDATE) if self._known is None else self._known.read(bgr)
        return placed(readings, np.empty((0, 2)) if outline is None else outline)

    def _all(self, bgr: Array) -> list[DieReading]:
        """The dice in the tray and beside it, whatever their colours."""
        if self._known is None:
            return self._reader.read(bgr)
        return [die for die in self._known.read(bgr) if die.die_confidence >= IS_DIE]

    def _assigned(self, bgr: Array, due: dict[Colour, int]) -> Assigned:
        if self._known is not None:
            return self._known.dice(bgr, due)
        return assign(self._reader.read(bgr, CANDIDATE), due)

    def _sized(self, frames: Iterable[Frame], tracker: Tracker) -> Iterator[Frame]:
        """The frames; the tracker is told beforehand where their size changes, as where a phone is turned."""
        before = None
        for frame in frames:
            width, height = size = frame.bgr.shape[1::-1]
            if size != before:
                scale = 1.0 if before is None else math.sqrt(width * height / math.prod(before))
                tracker.resize(scale, self._tray(width, height))
            before = size
            yield frame

    def _tray(self, width: int, height: int) -> Array | None:
        """The outline of the tray in px of pictures of this size, if it is known where it is."""
        outline = None if self._table is None else self._table.outline(width, height)
        return None if outline is None or not len(outline) else outline
