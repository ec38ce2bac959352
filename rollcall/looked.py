"""Pictures of a table for measuring it: some files, or a few frames of a camera or a clip."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from rollcall.pictures import ENDINGS, find_pictures
from vision.camera import frames
from vision.picture import load_picture
from vision.reading import Array
from vision.source import CameraError, find_source

SETTLE = 15  # frames a camera needs until its exposure has settled
STEP, COUNT = 4, 8  # every so many frames, so many of them: a second at 30 frames a second


def pictures_of(words: Sequence[str]) -> list[Array]:
    """The pictures in these files and folders, as they are; raises PictureError."""
    return [load_picture(path) for path in find_pictures([Path(word) for word in words])]


def are_pictures(words: Sequence[str]) -> bool:
    """Say whether these words name pictures and not a camera, a stream or a clip."""
    return all(Path(word).is_dir() or Path(word).suffix.lower() in ENDINGS for word in words)


def frames_of(word: str) -> tuple[list[Array], str]:
    """A few frames of a camera, a stream or a clip, and what the camera granted; raises CameraError."""
    source, said = find_source(word), list[str]()
    with closing(frames(source, said.append)) as taken:
        start = SETTLE if source.is_live else 0
        found = [frame.bgr for frame in islice(taken, start, start + STEP * COUNT, STEP)]
    if not found:
        raise CameraError(f"{source.name} gave no picture")
    for line in said:
        print(line, file=sys.stderr)
    return found, "; ".join(said)
