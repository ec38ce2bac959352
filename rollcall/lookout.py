"""The camera beside a match: a thread watches the table, and what it has seen waits until the match takes it.

A camera that is lost, or a film that has ended, is told once; the match goes on with typed dice.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import yahtzee
from engine.dice import Sentence
from rollcall.asked import due_dice, waits_for_roll
from vision.event import Event, Expected, Question, RollSeen, TableCleared
from vision.picture import PictureError
from vision.source import CameraError, Source

if TYPE_CHECKING:
    from rollcall.eyes import Eyes
    from rollcall.record import Recorder
    from vision.reading import Frame
    from vision.table import Look

POLL_S = 0.2  # Ctrl-C is noticed so soon while the camera is waited for
CLOSE_S = 2.0


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something on the table; `was_due` says whether a roll was waited for when it was seen."""

    event: Event
    was_due: bool


class Lookout:
    """Remembers what was seen and not yet taken. Of a file no more is watched while nobody waits for a roll."""

    def __init__(
        self,
        source: Source,
        eyes: Eyes,
        enter_waits: bool,
        recorder: Recorder | None = None,
        show: Callable[[Look], bool] | None = None,
    ) -> None:
        """`enter_waits`: lines come through a pipe, where an empty one means to wait for the camera.

        `show` is called by whoever asks for news, as a window belongs to one thread; it says whether to go on.
        """
        self.name, self.enter_waits = source.name, enter_waits
        self._source, self._eyes, self._recorder, self._show = source, eyes, recorder, show
        self._newest: Look | None = None
        self._change = threading.Condition()
        self._news: list[Sighting | str] = []
        self._due: Expected | None = None  # until somebody expects something
        self._is_due = self._is_listening = self._is_over = self._is_closed = False
        self._kept = _Kept(None)
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be seen."""
        return self._is_over

    def expect(self, table: Any) -> None:
        """Look out for the next throw of this state; it may come while answers are still due."""
        with self._change:
            self._is_due = waits_for_roll(table)
            self._due = dict(Counter(due_dice(table)))
            if isinstance(table, yahtzee.State):
                self._due = {None: yahtzee.DICE}
                if table is not self._kept.table:
                    self._kept = _Kept(table)
            self._change.notify_all()

    def has_news(self) -> bool:
        """Whether something was seen that nobody has taken; asking lets a film go on."""
        if self._show is not None and self._newest is not None and not self._show(self._newest):
            self._show = None
        with self._change:
            self._is_listening = True
            self._change.notify_all()
            return self._is_told()

    def news(self) -> list[Sighting | str]:
        """Take what was seen, and what there is to say about the camera; mostly nothing."""
        with self._change:
            self._is_listening = False
            taken, self._news = self._news, []
            return taken

    def wait(self) -> list[Sighting | str]:
        """The same, as soon as there is something; nothing at the end."""
        while not self.has_news() and not self._is_over:
            with self._change:
                self._change.wait(POLL_S)
        return self.news()

    def close(self) -> None:
        """Let go of the camera."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            for look in self._eyes.looks(self._frames(), self._expected, self._source.is_live):
                self._see(look)
            self._tell(Sentence("{name} has ended; type the dice", name=self.name))
        except (CameraError, PictureError) as error:
            self._tell(Sentence("{trouble}; type the dice", trouble=error.args[0]))
        finally:
            with self._change:
                self._is_over = True
                self._change.notify_all()

    def _frames(self) -> Iterator[Frame]:
        from vision.camera import frames

        with closing(frames(self._source, self._tell, self._eyes.wish)) as taken:
            for frame in taken:
                with self._change:
                    self._change.wait_for(self._may_look)
                if self._is_closed:
                    return
                yield frame

    def _may_look(self) -> bool:
        waited_for = self._is_listening and self._is_due and not self._is_told()
        return self._is_closed or self._source.is_live or waited_for

    def _is_told(self) -> bool:
        """Whether there is news for people; that the dice were taken away they know themselves."""
        return any(isinstance(news, str) or not isinstance(news.event, TableCleared) for news in self._news)

    def _see(self, look: Look) -> None:
        self._record(look)
        with self._change:
            self._newest = look
            self._kept.see(len(look.readings), look.frame.time_s)
            self._news += [Sighting(event, self._is_due) for event in look.events]
            self._change.notify_all()

    def _record(self, look: Look) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.see(look)
        except PictureError as error:  # as on a full disk; the match goes on
            self._recorder = None
            self._tell(Sentence("{trouble}; nothing more is recorded", trouble=error.args[0]))

    def _tell(self, said: str) -> None:
        with self._change:
            if not self._is_closed:
                self._news.append(said)
            self._change.notify_all()

    def _expected(self) -> Expected | None:
        """Of Yahtzee's five dice, kept ones may have been put where the camera does not see them."""
        if self._kept.are_away:
            return {None: yahtzee.DICE - self._kept.count}
        return self._due


def is_answer(news: Sighting | str) -> bool:
    """Whether somebody who waits for a roll is told something by it."""
    return isinstance(news, Sighting) and isinstance(news.event, RollSeen | Question)


class _Kept:
    """Tells where Yahtzee's kept dice lie by what is seen while the others are shaken: just them, or nothing."""

    def __init__(self, table: yahtzee.State | None) -> None:
        self.table, self.count = table, 0 if table is None else len(table.kept)
        self._last_s: float | None = None
        self._alone_s = self._empty_s = 0.0

    def see(self, dice: int, time_s: float) -> None:
        """Take in how many dice are in view."""
        passed_s = 0.0 if self._last_s is None else time_s - self._last_s
        self._last_s = time_s
        if dice == 0:
            self._empty_s += passed_s
        elif dice == self.count:
            self._alone_s += passed_s

    @property
    def are_away(self) -> bool:
        """Whether the next throw is seen without them."""
        return self.count > 0 and self._empty_s > self._alone_s
