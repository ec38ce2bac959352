"""Reading many pictures: each gives what was seen or why it could not be read, and none stops the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from engine.dice import Colour
from rollcall.seen import beside, other_shape
from vision.diceset import COLOUR_NAMES, differences
from vision.draw import annotate
from vision.expected import CANDIDATE, Assigned, assign
from vision.picture import Picture, PictureError, open_picture, save_picture
from vision.profile import Table
from vision.reader import FOUND_IN_PX, Reader
from vision.reading import DieReading
from vision.reference import TableReader

Seen: TypeAlias = tuple[tuple[DieReading, ...], tuple[str, ...]]  # dice, and what is to be said of them
Look: TypeAlias = Callable[[Picture], Seen]

_WRITTEN = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")  # other kinds become PNG


@dataclass(frozen=True, slots=True)
class PictureReading:
    """One picture, read; sizes are 0 and there are no dice where `error` says why not."""

    image: Path
    width: int = 0
    height: int = 0
    dice: tuple[DieReading, ...] = ()
    error: str | None = None
    notes: tuple[str, ...] = ()  # dice missing, too many or beside the tray, where it is known which are due


def read_pictures(
    paths: Sequence[Path],
    annotate_to: Path | None = None,
    expected: Mapping[Colour, int] | None = None,
    table: Table | None = None,
) -> Iterator[PictureReading]:
    """Yield each picture's reading as soon as it is there, drawn into that folder if there is one.

    Where it is known which dice are on the table, look-alikes are passed over.
    Raises PictureError if the folder cannot be written to, and ModelError.
    """
    drawn: dict[Path, Path] = {}
    if annotate_to is not None:
        _make_folder(annotate_to)
        drawn = drawn_names(paths, annotate_to)
    look = _looking(expected, table)
    for path in paths:
        try:
            yield _read(path, look, drawn.get(path))
        except PictureError as error:
            yield PictureReading(path, error=str(error))


def refuse_unread(readings: Sequence[PictureReading]) -> None:
    """Raise PictureError if some picture could not be read."""
    errors = [reading.error for reading in readings if reading.error is not None]
    if len(errors) == 1:
        raise PictureError(errors[0])
    if errors:
        raise PictureError(f"{len(errors)} of {len(readings)} pictures could not be read; first: {errors[0]}")


def drawn_names(paths: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Where in the folder each picture is drawn: under its own name, with a number where that is taken.

    >>> names = drawn_names([Path("a/1.jpg"), Path("b/1.jpg"), Path("b/2.gif")], Path("out"))
    >>> [target.as_posix() for target in names.values()]
    ['out/1.jpg', 'out/1-2.jpg', 'out/2.png']
    """
    taken = {_same_file(path) for path in paths}  # drawing never overwrites a picture that is read
    names = {}
    for path in paths:
        ending = path.suffix if path.suffix.lower() in _WRITTEN else ".png"
        target, number = folder / f"{path.stem}{ending}", 1
        while _same_file(target) in taken:
            number += 1
            target = folder / f"{path.stem}-{number}{ending}"
        taken.add(_same_file(target))
        names[path] = target
    return names


def _looking(expected: Mapping[Colour, int] | None, table: Table | None) -> Look:
    """How a picture is read: as it is, or with what is known of the dice and the table."""
    reader = Reader.load()
    if table is not None:
        of_table, due = TableReader(reader, table), expected or table.expected()
        return lambda picture: _of_table(of_table, table, picture.at(1), due)
    if expected is not None:
        return lambda picture: _known(assign(reader.read_picture(picture, CANDIDATE), expected), expected, COLOUR_NAMES)
    return lambda picture: (tuple(reader.read_picture(picture)), ())


def _of_table(reader: TableReader, table: Table, whole: Picture, due: Mapping[Colour, int]) -> Seen:
    return _known(reader.dice(whole.bgr, due), due, table.names(), other_shape(table, whole.bgr))


def _known(
    found: Assigned, expected: Mapping[Colour, int], names: Mapping[Colour, str], notes: Sequence[str] = ()
) -> Seen:
    dice = (*found.dice, *found.extra)
    wrong = differences(Counter(die.colour for die in dice), expected, names)
    return dice, (*notes, *wrong, *beside(found.outside, names))


def _read(path: Path, look: Look, drawn: Path | None) -> PictureReading:
    picture = open_picture(path, FOUND_IN_PX)
    dice, notes = look(picture)
    if drawn is not None:
        save_picture(drawn, annotate(picture.at(1).bgr, dice))
    return PictureReading(path, *picture.size, dice, notes=notes)


def _make_folder(folder: Path) -> None:
    """Make sure that the folder is there and can be written to, before any work is done for it."""
    trial = folder / ".rollcall-trial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise PictureError(f"cannot write to {folder}: {error.strerror}") from None


def _same_file(path: Path) -> str:
    """Equal for two paths that may be the same file, also where case does not count."""
    return str(path.absolute()).casefold()
