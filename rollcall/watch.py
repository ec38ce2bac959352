"""`rollcall watch`: print every roll a camera or a video shows, without a game."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.dice import Colour
from rollcall.announce import Announcer
from rollcall.caller import Caller
from rollcall.eyes import Eyes
from rollcall.record import Recorder
from rollcall.term import in_words
from rollcall.ticker import json_line, roll_line
from rollcall.words import ENGLISH
from vision.camera import frames
from vision.event import Event, Expected, RollSeen
from vision.source import Source

QWIXX: Expected = {colour: 2 if colour is Colour.WHITE else 1 for colour in Colour if colour is not Colour.BLACK}


@dataclass(frozen=True, slots=True)
class Watching:
    """How rolls are shown."""

    as_json: bool = False
    show: bool = False
    record_to: Path | None = None
    expected: Expected | None = None  # those the table has, if not said
    language: str = ENGLISH
    speaks: bool = False
    only_sum: bool = False


def watch_table(source: Source, eyes: Eyes, how: Watching) -> int:
    """Print each roll as soon as it has come to rest; return how many there were when the source ends.

    Rolls go to stdout, all else (what a camera grants, questions) to stderr; as JSON every event goes to
    stdout. Raises CameraError and PictureError.
    """
    recorder, rolls, told = None if how.record_to is None else Recorder(how.record_to), 0, 0
    expected = eyes.dice if how.expected is None else how.expected
    if how.show:
        from rollcall.screen import check_screen, show

        check_screen()
    caller = Caller(how.language, how.speaks, how.only_sum, eyes.names)
    announcer = Announcer(how.language, names=eyes.names) if how.as_json else None
    with closing(caller), closing(frames(source, lambda text: _say(in_words(caller.words, text)), eyes.wish)) as taken:
        for look in eyes.looks(taken, lambda: expected, source.is_live):
            told += len(look.events)
            for event in look.events:
                _tell(event, caller, announcer)
                rolls += isinstance(event, RollSeen) and not event.corrects
            if recorder is not None:
                recorder.see(look)
            if how.show and not show(look):
                break
        else:
            if told == 0:
                _say(caller.words.phrase("no roll was seen in {name}", name=source.name))
    return rolls


def expected_dice(text: str) -> Expected:
    """What `qwixx`, or a number of dice of any colour, says about each throw; raises ValueError.

    >>> expected_dice("5")
    {None: 5}
    >>> expected_dice("none")
    Traceback (most recent call last):
    ValueError: expected qwixx or a number of dice from 1 to 20, not 'none'
    """
    if text == "qwixx":
        return QWIXX
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= 20:
        return {None: int(text)}
    raise ValueError(f"expected qwixx or a number of dice from 1 to 20, not {text!r}")


def _tell(event: Event, caller: Caller, announcer: Announcer | None) -> None:
    """Call the event, and print it: as JSON if there is somebody to put it into words for that."""
    called = caller.rolled(event.roll) if isinstance(event, RollSeen) else caller.seen([event])
    if announcer is not None:
        print(json_line(event, announcer), flush=True)
    elif isinstance(event, RollSeen):
        print(roll_line(event), flush=True)
    else:
        for said in called:
            _say(said)


def _say(said: str) -> None:
    print(said, file=sys.stderr, flush=True)
