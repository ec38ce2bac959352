"""The newest picture of something that never waits: taken in a thread of its own, tried again when it fails.

What nobody waits for is taken but not decoded, as decoding costs more than all else done with a picture.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from engine.dice import Sentence
from vision.reading import Array, Frame
from vision.source import CameraError

Shot: TypeAlias = Callable[[], Array | None]  # decodes what was just taken, until the next is; None for half a picture


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a camera, in seconds."""

    answer_s: float = 10.0  # for the first picture; some systems need that long to open a camera
    silent_s: float = 4.0  # for the next one
    first_retry_s: float = 0.5
    last_retry_s: float = 10.0  # the pause doubles up to this
    tries_again: bool = True  # when it fails later; else that is raised too


def live(
    name: str, take: Callable[[], Generator[Shot, None, None]], say: Callable[[str], None], patience: Patience
) -> Generator[Frame, None, None]:
    """Yield the next picture each time, for ever; a picture nobody was ready for is never seen.

    Times count from when the first was asked for, so that people can make something of them.
    `take` opens the device and yields its shots. If the first try fails that is raised, as CameraError.
    Later the trouble is said once, tried again after a pause, and its end is said too; or it is raised.
    """
    numbers, began_s = count(), time.monotonic()
    pause_s, lost, seen = patience.first_retry_s, False, False
    while True:
        grabber = _Grabber(name, take, patience)
        try:
            for bgr in grabber.pictures():
                if lost:
                    say(Sentence("{name} is back", name=name))
                pause_s, lost, seen = patience.first_retry_s, False, True
                yield Frame(bgr, time.monotonic() - began_s, next(numbers))
        except CameraError as error:
            if not seen or not patience.tries_again:
                raise
            if not lost:
                say(Sentence("{trouble}; trying again until it is back", trouble=error.args[0]))
            lost = True
        finally:
            grabber.stop()
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, patience.last_retry_s)


class _Grabber:
    """A thread that takes pictures and decodes one when asked; a thread that hangs in a driver is left behind."""

    def __init__(self, name: str, take: Callable[[], Generator[Shot, None, None]], patience: Patience) -> None:
        self._name, self._take, self._patience = name, take, patience
        self._change = threading.Condition()
        self._newest: Array | None = None
        self._error: BaseException | None = None
        self._is_wanted = self._stopped = False
        self._thread = threading.Thread(target=self._run, name=f"pictures of {name}", daemon=True)
        self._thread.start()

    def pictures(self) -> Iterator[Array]:
        """Yield each time the first picture taken from then on; raises CameraError when none comes any more."""
        wait_s = self._patience.answer_s
        while True:
            with self._change:
                self._is_wanted = True
                self._change.wait_for(lambda: self._newest is not None or self._error is not None, wait_s)
                newest, self._newest = self._newest, None
                error = self._error
            if newest is not None:
                yield newest
            elif error is not None:
                raise error
            else:
                raise CameraError(Sentence("no picture from {name} for {seconds:g} s", name=self._name, seconds=wait_s))
            wait_s = self._patience.silent_s

    def stop(self) -> None:
        """Let go of the device, at the latest with its next picture."""
        self._stopped = True
        self._thread.join(timeout=1.0)

    def _run(self) -> None:
        try:
            with closing(self._take()) as taken:
                for shot in taken:
                    if self._stopped:
                        return
                    if self._is_wanted:
                        self._put(shot(), None)
            self._put(None, CameraError(Sentence("{name} stopped sending pictures", name=self._name)))
        except BaseException as error:  # whatever it is belongs to the thread that waits
            self._put(None, error)

    def _put(self, bgr: Array | None, error: BaseException | None) -> None:
        with self._change:
            if bgr is not None:
                self._newest, self._is_wanted = bgr, False
            self._error = error
            self._change.notify_all()
