"""`rollcall calibrate` and `rollcall check --camera`: measure a table once, and say what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from calibration.change import changes
from calibration.clip import Glimpse, fullest, glimpse, view_faults
from calibration.lens import GOOD_PX, Board
from calibration.lens import lens as lens_of
from calibration.measure import Measured, measured, renamed
from calibration.profile import Lens, Profile, ProfileError, save
from calibration.setup import shown, verdict
from calibration.tray import Corners, find_tray
from engine.dice import Colour, InvalidText
from rollcall.eyes import Eyes
from rollcall.looked import Looked, looked_at, pictures_of
from rollcall.profiles import found, path_of
from rollcall.seen import beside, other_shape
from vision.camera import Held
from vision.diceset import COLOUR_NAMES
from vision.draw import annotate
from vision.expected import CANDIDATE, assign
from vision.lens import Straightener
from vision.picture import PictureError, save_picture
from vision.profile import is_shape, placed
from vision.reader import Reader
from vision.reading import Array, DieReading

Read: TypeAlias = Callable[[Array], Sequence[DieReading]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is measured, and under which name it is kept."""

    name: str
    expected: Mapping[Colour, int]
    names: Mapping[Colour, str]
    tray: Corners | None  # None to look for it
    board: Board | None
    boards: tuple[str, ...]  # pictures of the board
    annotate_to: Path | None


def calibrate_table(words: Sequence[str], wanted: Wanted) -> None:
    """Measure the dice in these pictures, this clip or this camera, and write the profile."""
    _refuse_drawing_over(words, wanted.annotate_to)
    at = looked_at(words)
    before = found(wanted.name)
    newest = at.views[-1].frames[-1]
    lens = _lens(wanted, newest) or _kept_lens(before, newest)
    straightener = _straightener(lens, newest)
    reader = Reader.load()

    def read(bgr: Array) -> list[DieReading]:
        return renamed(reader.read(bgr, CANDIDATE), wanted.names)

    glimpses = _glimpses(at, lens, read, wanted.expected)
    best = fullest(glimpses)
    typed = None if wanted.tray is None else _straight(wanted.tray, straightener)
    tray = find_tray(best.frames[-1], assign(best.readings, wanted.expected).dice) if typed is None else typed
    _tell_view(wanted, glimpses, tray, at.held)
    shown = best.frames if at.is_film else [one.frames[-1] for one in glimpses]
    pictures = [(bgr, reader.read(bgr, CANDIDATE)) for bgr in shown]
    new = measured(wanted.name, pictures, wanted.expected, wanted.names, tray)
    held = {} if at.held is None else asdict(at.held)
    seen = {"lens": lens, "tray": _bent(tray, straightener), **held}
    _tell(replace(new, profile=new.profile.model_copy(update=seen)), before)


def check_camera(
    word: str, expected: Mapping[Colour, int] | None, annotate_to: Path | None, profile: Profile | None
) -> bool:
    """Print what is wrong with this camera's view, and the verdict; say whether all is well.

    Of a table with a profile, straight pictures are checked, and the dice in its tray: those expected, else all it has.
    """
    _refuse_drawing_over([word], annotate_to)
    at = looked_at([word], None if profile is None else profile.wish())
    newest = at.views[-1].frames[-1]
    told_shape = [] if profile is None else other_shape(profile.table(), newest)
    profile = None if profile is None else _fitting(profile, newest)
    lens = None if profile is None else profile.lens
    known = _straight_profile(profile, _straightener(lens, newest))
    eyes = Eyes(Reader.load(), known)
    due = expected if expected is not None or profile is None else profile.table().expected()
    glimpses = _glimpses(at, lens, lambda bgr: eyes.lying(bgr).inside, due or {})
    best = fullest(glimpses)
    told = view_faults(glimpses, best.readings, due or {}, at.held, eyes.names)
    print(*told_shape, *beside(eyes.lying(best.frames[-1]).outside, eyes.names), *told, verdict(told), sep="\n")
    if annotate_to is not None:
        save_picture(annotate_to, shown(best.frames[-1], told, () if known is None else known.tray))
        print(f"what was found: {annotate_to}")
    return not told


def called(words: Sequence[str]) -> dict[Colour, str]:
    """What people call their dice: `purple=blue` for purple dice that play as the blue one; raises InvalidText.

    >>> called(["purple=Blue"])
    {<Colour.BLUE: 'blue'>: 'purple'}
    """
    names = dict[Colour, str]()
    for word in words:
        name, _, plays = (part.strip() for part in word.partition("="))
        plays = plays.lower()
        if not name.isprintable() or not name or plays not in list(Colour):
            raise InvalidText(f"expected words like purple=blue, with a colour of the game behind, not {word!r}")
        if names.setdefault(Colour(plays), name) != name:
            raise InvalidText(f"expected one name for {plays} dice, not {names[Colour(plays)]} and {name}")
    return names


def board(text: str, charuco: bool) -> Board:
    """A board of so many squares, as `8x6`; raises InvalidText."""
    columns, _, rows = text.lower().replace("×", "x").partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 3 <= int(columns) <= 30 and 3 <= int(rows) <= 30):
        raise InvalidText(f"expected a board's squares like 8x6, 3 to 30 a side, not {text!r}")
    return Board(int(columns), int(rows), charuco)


def faces(count: int) -> None:
    """Refuse dice that are not six-sided; raises ProfileError."""
    if count != 6:
        raise ProfileError(f"dice with {count} faces cannot be read: the reader counts pips on six-sided dice")


def _refuse_drawing_over(words: Sequence[str], drawn: Path | None) -> None:
    """Raise PictureError if what was found would be drawn over a picture that is looked at."""
    if drawn is not None and drawn.is_file():
        places = {drawn.resolve(), *drawn.resolve().parents}
        if any(Path(word).resolve() in places for word in words if os.path.exists(word)):
            raise PictureError(f"{drawn} is a picture that is looked at: name another file for what is found")


def _lens(wanted: Wanted, bgr: Array) -> Lens | None:
    """The lens, if it is to be measured by a board; raises ProfileError if it is none of pictures like this one."""
    if wanted.board is None:
        return None
    known = lens_of(pictures_of(wanted.boards), wanted.board)
    height, width = bgr.shape[:2]
    if not is_shape((known.width, known.height), width, height):
        raise ProfileError(
            f"the board is in pictures of {known.width} × {known.height} and the table in some of {width} × {height}: "
            "take both with the same camera, set alike"
        )
    print(f"lens: {known.error_px:.2f} px off on average{'' if known.error_px < GOOD_PX else ', more than is good'}")
    return known


def _kept_lens(before: Profile | None, bgr: Array) -> Lens | None:
    """The lens of the last profile of that name, if it can be the one of pictures like this one."""
    lens = None if before is None else _fitting(before, bgr).lens
    if lens is not None:
        print("lens: as in the last profile of that name")
    return lens


def _straightener(lens: Lens | None, bgr: Array) -> Straightener | None:
    """What takes the lens's bending out of pictures of this one's size."""
    return None if lens is None else Straightener(lens.known(), bgr.shape[1], bgr.shape[0])


def _glimpses(at: Looked, lens: Lens | None, read: Read, expected: Mapping[Colour, int]) -> list[Glimpse]:
    """What each view shows, straightened."""
    glimpses, straightener = [], None
    for view in at.views:
        if straightener is None or straightener.size != view.frames[0].shape[1::-1]:
            straightener = _straightener(lens, view.frames[0])
        frames = view.frames if straightener is None else [straightener.picture(bgr) for bgr in view.frames]
        glimpses.append(glimpse(frames, view.time_s, read, expected))
    return glimpses


def _fitting(profile: Profile, bgr: Array) -> Profile:
    """What of the profile holds in pictures of that shape."""
    known = profile.table().at(bgr.shape[1], bgr.shape[0])
    return profile.model_copy(update={"tray": known.tray, "lens": None if known.lens is None else profile.lens})


def _straight_profile(profile: Profile | None, lens: Straightener | None) -> Profile | None:
    """What is known of the table in pictures that are straight already."""
    if profile is None or lens is None:
        return profile
    return profile.model_copy(update={"lens": None, "tray": _straight(profile.tray, lens)})


def _bent(tray: Corners, lens: Straightener | None) -> Corners:
    """The corners of the tray where they are in the picture as it is taken."""
    return tray if lens is None else _moved(tray, lens.bent, lens.size)


def _straight(tray: Corners, lens: Straightener | None) -> Corners:
    return tray if lens is None else _moved(tray, lens.straight, lens.size)


def _moved(tray: Corners, move: Callable[[Array], Array], size: tuple[int, int]) -> Corners:
    if not tray:
        return ()
    moved = np.clip(move(np.array(tray) * size) / size, 0, 1)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in moved)


def _tell_view(wanted: Wanted, glimpses: Sequence[Glimpse], tray: Corners, held: Held | None) -> None:
    """Print what is wrong with the view of the tray, and show what was found in it, also where it is not measured."""
    best = fullest(glimpses)
    height, width = best.frames[-1].shape[:2]
    place = placed(best.readings, np.reshape(tray, (-1, 2)) * (width, height))
    names = {**COLOUR_NAMES, **wanted.names}
    told = view_faults(glimpses, place.inside, wanted.expected, held, names)
    print(*beside(place.outside, names), *told, verdict(told), sep="\n")
    if wanted.annotate_to is not None:
        dice = assign(place.inside, wanted.expected).dice
        save_picture(wanted.annotate_to, shown(annotate(best.frames[-1], dice), told, tray))
        print(f"what was found: {wanted.annotate_to}")


def _tell(new: Measured, before: Profile | None) -> None:
    """Print what was measured and what has changed, and write it."""
    profile = new.profile
    dice = ", ".join(f"{die.count} {die.name}" for die in profile.dice)
    print(f"dice: {dice}, {profile.die_share:.1%} of the picture wide")
    print(f"tray: {'found' if profile.tray else 'none found, so the whole picture counts'}")
    for warning in new.warnings:
        print(warning)
    if before is not None:
        print(f"against the last profile: {'; '.join(changes(before, profile)) or 'nothing has changed'}")
    save(path_of(profile.name), profile)
    print(f"profile {profile.name}: {path_of(profile.name)}")
