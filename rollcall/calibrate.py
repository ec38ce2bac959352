"""`rollcall calibrate` and `rollcall check --camera`: measure a table once, and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.change import changes
from calibration.lens import GOOD_PX, Board, lens
from calibration.measure import Measured, measured
from calibration.profile import Profile, ProfileError, save
from calibration.setup import setup_faults, shown, verdict
from calibration.tray import Corners, find_tray
from engine.dice import Colour, InvalidText
from rollcall.looked import are_pictures, frames_of, pictures_of
from rollcall.profiles import found, path_of
from vision.draw import annotate
from vision.expected import CANDIDATE
from vision.picture import save_picture
from vision.reader import Reader


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
    frames, granted = (pictures_of(words), "") if are_pictures(words) else frames_of(words[0])
    reader = Reader.load()
    read = [(bgr, reader.read(bgr, CANDIDATE)) for bgr in frames]
    is_film = not are_pictures(words)
    told = setup_faults(frames if is_film else frames[-1:], read[-1][1], wanted.expected, granted)
    print(*told, verdict(told), sep="\n")
    tray = find_tray(*read[-1]) if wanted.tray is None else wanted.tray
    new = measured(wanted.name, read, wanted.expected, wanted.names, tray)
    if wanted.board is not None:
        known = lens(pictures_of(wanted.boards), wanted.board)
        new = Measured(Profile(**{**dict(new.profile), "lens": known}), new.dice, new.warnings)
        print(
            f"lens: {known.error_px:.2f} px off on average{'' if known.error_px < GOOD_PX else ', more than is good'}"
        )
    _tell(new)
    if wanted.annotate_to is not None:
        save_picture(wanted.annotate_to, shown(annotate(frames[-1], new.dice), told))
        print(f"what was found: {wanted.annotate_to}")


def check_camera(word: str, expected: Mapping[Colour, int], annotate_to: Path | None) -> bool:
    """Print what is wrong with this camera's view, and the verdict; say whether all is well."""
    frames, granted = (pictures_of([word]), "") if are_pictures([word]) else frames_of(word)
    told = setup_faults(frames, Reader.load().read(frames[-1], CANDIDATE), expected, granted)
    print(*told, verdict(told), sep="\n")
    if annotate_to is not None:
        save_picture(annotate_to, shown(frames[-1], told))
        print(f"what was found: {annotate_to}")
    return not told


def called(words: Sequence[str]) -> dict[Colour, str]:
    """What people call their dice: `purple=blue` for purple dice that play as the blue one; raises InvalidText.

    >>> called(["purple=blue"])
    {<Colour.BLUE: 'blue'>: 'purple'}
    """
    names = {}
    for word in words:
        name, _, plays = (part.strip() for part in word.partition("="))
        if not name or plays not in list(Colour):
            raise InvalidText(f"expected words like purple=blue, with a colour of the game behind, not {word!r}")
        names[Colour(plays)] = name
    return names


def board(text: str, charuco: bool) -> Board:
    """A board of so many squares, as `8x6`; raises InvalidText."""
    columns, _, rows = text.partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 3 <= int(columns) <= 30 and 3 <= int(rows) <= 30):
        raise InvalidText(f"expected a board's squares like 8x6, not {text!r}")
    return Board(int(columns), int(rows), charuco)


def faces(count: int) -> None:
    """Refuse dice that are not six-sided; raises ProfileError."""
    if count != 6:
        raise ProfileError(f"dice with {count} faces cannot be read: the reader counts pips on six-sided dice")


def _tell(new: Measured) -> None:
    """Print what was measured and what has changed, and write it."""
    profile = new.profile
    before = found(profile.name)
    dice = ", ".join(f"{die.count} {die.name}" for die in profile.dice)
    print(f"dice: {dice}, {profile.die_share:.1%} of the picture wide")
    print(f"tray: {'found' if profile.tray else 'none found, so the whole picture counts'}")
    for warning in new.warnings:
        print(warning)
    if before is not None:
        print(f"against the last profile: {'; '.join(changes(before, profile)) or 'nothing has changed'}")
    save(path_of(profile.name), profile)
    print(f"profile {profile.name}: {path_of(profile.name)}")
