"""Which files a person means who names files, folders and patterns such as `table/*.jpg`."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from vision.picture import PictureError

ENDINGS = (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")


def find_pictures(named: Iterable[Path]) -> list[Path]:
    """Return the picture files meant, each once, folders searched to any depth.

    A file named itself is taken whatever its name ends with, and also if it is not there: reading it
    will say so. Raises PictureError for a folder or a pattern without pictures.
    """
    return list(dict.fromkeys(path for name in named for path in _meant(name)))


def _meant(name: Path) -> list[Path]:
    if os.path.isdir(name):
        found = sorted(_inside(name))
        if not found:
            raise PictureError(f"no pictures in {name} (looked for {' '.join(ENDINGS)})")
        return found
    if os.path.exists(name) or not glob.has_magic(str(name)):
        return [name]
    matches = [Path(match) for match in sorted(glob.glob(str(name), recursive=True))]
    if not matches:
        raise PictureError(f"no file matches {name}")
    return [path for match in matches for path in _meant(match)]


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the pictures below the folder; names that start with a dot are not for people."""
    for path in folder.rglob("*"):
        if path.suffix.lower() in ENDINGS and not path.name.startswith(".") and path.is_file():
            yield path
