"""Pictures of a table for measuring it: some files, or a few frames of a camera or a clip."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rollcall.pictures import ENDINGS, find_pictures
from vision.camera import SETTLE, Held, Wish, frames
from vision.picture import load_picture
from vision.reading import Array
from vision.source import CameraError, find_source

STEP, COUNT = 4, 8  # every so many frames, so many of them: a second at 30 frames a second


@dataclass(frozen=True, slots=True)
class Looked:
    """Pictures (H, W, 3) of a table, and what its camera holds; None if it is none of this computer's."""

    frames: list[Array]
    is_film: bool  # taken one after the other by one camera
    held: Held | None = None


def looked_at(words: Sequence[str], wish: Wish | None = None) -> Looked:
    """The pictures in these files, or a few frames of this camera, stream or clip; raises PictureError, CameraError.

    `wish` is what is asked of a camera.
    """
    return Looked(pictures_of(words), is_film=False) if _are_pictures(words) else _film(words[0], wish)


def pictures_of(words: Sequence[str]) -> list[Array]:
    """The pictures in these files and folders, as they are; raises PictureError."""
    return [load_picture(path) for path in find_pictures([Path(word) for word in words])]


def _are_pictures(words: Sequence[str]) -> bool:
    """Say whether these words name pictures and not a camera, a stream or a clip."""
    return all(os.path.isdir(word) or Path(word).suffix.lower() in ENDINGS for word in words)


def _film(word: str, wish: Wish | None) -> Looked:
    source, held = find_source(word), list[Held]()
    with closing(frames(source, _say, wish, held=held.append)) as taken:
        start = SETTLE if source.is_live else 0
        found = [frame.bgr for frame in islice(taken, start, start + STEP * COUNT, STEP)]
    if not found:
        raise CameraError(f"{source.name} gave no picture")
    for kept in held[-1:]:
        _say(f"{source.name}: {kept}")
    return Looked(found, True, held[-1] if held else None)


def _say(said: str) -> None:
    print(said, file=sys.stderr)
