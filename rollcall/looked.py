"""Pictures of a table for measuring it: some files, about a second of a camera, or seconds from all over a clip."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count, dropwhile, islice, takewhile
from pathlib import Path

from rollcall.pictures import ENDINGS, find_pictures
from vision.camera import Held, Wish, frames
from vision.live import Patience
from vision.picture import load_picture
from vision.reading import Array, Frame
from vision.source import CameraError, find_source

SETTLE_S = 0.5  # of a live source that is passed over: some begin dark or grey; cameras that hold have settled already
STEP_S, COUNT = 0.13, 8  # so many frames so far apart make a view: about a second
MOST_BYTES = 400e6  # that the frames of all views may take: eight of 1920 by 1080
MOST_S = 120.0  # of a clip that is looked at


@dataclass(frozen=True, slots=True)
class View:
    """What a camera sees in about a second, or one picture: frames (H, W, 3), one after the other."""

    frames: list[Array]
    time_s: float = 0.0  # of the first one, since its clip began


@dataclass(frozen=True, slots=True)
class Looked:
    """One view of a table or more, and what its camera holds; None if it is none of this computer's."""

    views: list[View]
    is_film: bool  # taken one after the other by one camera
    held: Held | None = None


def looked_at(words: Sequence[str], wish: Wish | None = None) -> Looked:
    """The pictures in these files, or views of this camera, stream or clip; raises PictureError, CameraError.

    `wish` is what is asked of a camera.
    """
    if _are_pictures(words):
        return Looked([View([bgr]) for bgr in pictures_of(words)], is_film=False)
    if len(words) > 1:
        raise CameraError(f"expected pictures, or one camera, stream or clip, got {' and '.join(words)}")
    return _film(words[0], wish)


def pictures_of(words: Sequence[str]) -> list[Array]:
    """The pictures in these files and folders, as they are; raises PictureError."""
    return [load_picture(path) for path in find_pictures([Path(word) for word in words])]


def _are_pictures(words: Sequence[str]) -> bool:
    """Say whether these words name pictures and not a camera, a stream or a clip."""
    return all(os.path.isdir(word) or Path(word).suffix.lower() in ENDINGS for word in words)


def _film(word: str, wish: Wish | None) -> Looked:
    source, held = find_source(word), list[Held]()
    patience, tell_held = Patience(tries_again=False), held.append if source.is_live else None
    with closing(frames(source, _say, wish, patience, tell_held)) as taken:
        if source.is_live:
            shown = list(islice(_apart(_settled(taken)), COUNT))
            views = [_view(shown)] if shown else []
        else:
            views = _spread(_apart(takewhile(lambda frame: frame.time_s < MOST_S, taken)))
    if not views:
        raise CameraError(f"{source.name} gave no picture")
    for kept in held[-1:]:
        _say(f"{source.name}: {kept}")
    return Looked(views, True, held[-1] if held else None)


def _view(shown: Sequence[Frame]) -> View:
    """The frames as a view; of a phone that is turned only those of its last shape."""
    return View([frame.bgr for frame in shown if frame.bgr.shape == shown[-1].bgr.shape], shown[0].time_s)


def _settled(film: Iterator[Frame]) -> Iterator[Frame]:
    """The frames of a film without its beginning."""
    first = next(film, None)
    if first is not None:
        begins_s = first.time_s + SETTLE_S
        yield from dropwhile(lambda frame: frame.time_s < begins_s, film)


def _apart(film: Iterable[Frame]) -> Iterator[Frame]:
    """The frames of a film that are far enough apart."""
    last_s = float("-inf")
    for frame in film:
        if frame.time_s - last_s >= STEP_S:
            last_s = frame.time_s
            yield frame


def _spread(film: Iterator[Frame]) -> list[View]:
    """Views from all over a film, evenly: where there are too many to hold, every other one is let go."""
    views, every, last = list[View](), 1, View([])
    for number in count():
        shown = list(islice(film, COUNT))
        if not shown or (views and len(shown) < COUNT):  # too little to be judged
            break
        last = _view(shown)
        if number % every == 0:
            views.append(last)
        if len(views) > max(MOST_BYTES / (COUNT * shown[0].bgr.nbytes), 2):
            views, every = views[::2], 2 * every
    return views if not views or views[-1] is last else [*views, last]


def _say(said: str) -> None:
    print(said, file=sys.stderr)
