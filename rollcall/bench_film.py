"""`python -m rollcall.bench_film tests/films`: what is told of rendered films in which all that happens is known.

The films are made by `models.render.film`: one frame a shot, and a list of how long each stands and what is to be said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from engine.dice import Roll
from rollcall.watch import QWIXX
from vision.camera import frames
from vision.event import CameraMoved, Event, Expected, PictureFrozen, Question, Reason, RollSeen
from vision.reader import Reader
from vision.reading import Array, DieReading, Frame
from vision.source import find_source
from vision.table import watch
from vision.tracking import Tracker

GRAIN = 3.0  # grey levels by which frames of one shot differ
LATE_S = 0.5  # what is said so long after its shot still counts
_LETTERS = {colour.letter: colour for colour in QWIXX if colour is not None}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that stands for some frames, from the `first` on."""

    bgr: Array  # (H, W, 3) uint8
    first: int
    frames: int
    due: Expected
    says: str  # a roll, a question such as "green leaning", "picture frozen", or nothing
    is_frozen: bool  # a camera that hangs: no grain


@dataclass(frozen=True, slots=True)
class Film:
    """All shots of a story; `tray` is the outline (N, 2) px inside which dice count, if there is one."""

    name: str
    fps: float
    tray: Array | None
    shots: tuple[Shot, ...]


@dataclass(slots=True)
class Outcome:
    """What became of all that was to be said, and what was said besides."""

    found: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # questions that were not to be asked
    invented: list[str] = field(default_factory=list)
    delays_s: list[float] = field(default_factory=list)  # of the rolls found, from rest to call


def main(folder: Annotated[Path, typer.Argument(help="Where the films and stories.json are.")]) -> None:
    """Print what is found, missed, asked and invented in each film."""
    cv2.setNumThreads(1)
    reader = Reader.load()
    outcomes = [(film.name, judged(film, events_of(film, reader.read))) for film in load_films(folder)]
    for name, outcome in outcomes:
        told = {"missed": outcome.missed, "asked": outcome.asked, "invented": outcome.invented}
        print(f"{name:<30} found {len(outcome.found)}", *(f"{kind} {said}" for kind, said in told.items() if said))
    counts = [sum(len(getattr(o, kind)) for _, o in outcomes) for kind in ("found", "missed", "asked", "invented")]
    print("all: {} found, {} missed, {} asked, {} invented".format(*counts))
    delays = sorted(delay for _, outcome in outcomes for delay in outcome.delays_s)
    if delays:
        print(f"from rest to call: {delays[len(delays) // 2]:.2f} s mostly, {delays[-1]:.2f} s at worst")


def load_films(folder: Path) -> list[Film]:
    """The films of a folder in the order of its stories.json."""
    listed = json.loads((folder / "stories.json").read_text(encoding="utf-8"))
    return [_film(folder / name, story) for name, story in listed.items()]


def events_of(film: Film, read: Callable[[Array], list[DieReading]]) -> list[Event]:
    """All that is told while the film is watched as if it came from a camera."""
    shown = list(film.shots)[:1]

    def played() -> Iterator[Frame]:
        grain = np.random.default_rng(1).normal(0, GRAIN, film.shots[0].bgr.shape).round().astype(np.int16)
        for shot in film.shots:
            shown[0] = shot
            for i in range(shot.first, shot.first + shot.frames):
                noise = np.roll(grain, (37 * i, 101 * i), (0, 1))
                bgr = shot.bgr if shot.is_frozen else np.clip(shot.bgr + noise, 0, 255).astype(np.uint8)
                yield Frame(bgr, i / film.fps, i)

    looks = watch(played(), read, Tracker(film.tray), lambda: shown[0].due, is_live=True)
    return [event for look in looks for event in look.events]


def judged(film: Film, told: Sequence[Event]) -> Outcome:
    """Compare what was told with what was to be said; of a corrected roll only the last word counts."""
    last = {event.number: event for event in told if isinstance(event, RollSeen)}
    left = [event for event in told if not isinstance(event, RollSeen) or event is last[event.number]]
    outcome = Outcome()
    for shot in film.shots:
        if shot.says:
            fitting = next((event for event in left if _fits(event, shot, film.fps)), None)
            (outcome.missed if fitting is None else outcome.found).append(shot.says)
            left = [event for event in left if event is not fitting]
            if isinstance(fitting, RollSeen):
                outcome.delays_s.append(fitting.time_s - shot.first / film.fps)
    outcome.asked += [_words(event) for event in left if isinstance(event, Question)]
    outcome.invented += [_words(event) for event in left if isinstance(event, RollSeen | CameraMoved | PictureFrozen)]
    return outcome


def _film(path: Path, story: Mapping[str, Any]) -> Film:
    pictures = [frame.bgr for frame in frames(find_source(str(path)))]
    shots: list[Shot] = []
    first = 0
    for bgr, shot in zip(pictures, story["shots"], strict=True):
        shots.append(Shot(bgr, first, shot["frames"], _expected(shot["due"]), _sorted(shot["says"]), shot["frozen"]))
        first += shot["frames"]
    return Film(path.stem, story["fps"], None if story["tray"] is None else np.array(story["tray"]), tuple(shots))


def _sorted(says: str) -> str:
    """A roll in the order of rolls; all else as it is."""
    return str(Roll.parse(says)) if says[:1].isupper() else says


def _expected(due: str) -> Expected:
    """What `WWRYGB`, or a number of dice of any colour, says about the next throw.

    >>> {str(colour): count for colour, count in _expected("WWB").items()}, _expected("5")
    ({'white': 2, 'blue': 1}, {None: 5})
    """
    if due.isdecimal():
        return {None: int(due)}
    return {colour: due.count(letter) for letter, colour in _LETTERS.items() if letter in due}


def _fits(event: Event, shot: Shot, fps: float) -> bool:
    """Whether that was to be said; of a leaning die it may also be asked which of two numbers it shows."""
    in_time = shot.first <= round(event.time_s * fps) <= shot.first + shot.frames + LATE_S * fps
    return in_time and shot.says in (_words(event), _words(event).replace(Reason.UNSURE, Reason.LEANING))


def _words(event: Event) -> str:
    match event:
        case RollSeen():
            return str(event.roll)
        case Question():
            return f"{event.colour} {event.reason}"
        case CameraMoved():
            return "camera moved"
        case PictureFrozen():
            return "picture frozen"
        case _:
            return "table cleared"


if __name__ == "__main__":
    typer.run(main)
