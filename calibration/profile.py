"""Profiles as files: TOML that people can read and change. A misspelt key is an error, not ignored."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine.dice import Colour
from vision.camera import Wish
from vision.lens import KnownLens
from vision.profile import KnownDie, Table, is_tray

Share = Annotated[float, Field(ge=0, le=1)]
Named = Annotated[str, Field(min_length=1, pattern=r"^[^\x00-\x1f\x7f]*$")]  # it is printed within a line
Row: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Row, Row, Row]
Pixels = Annotated[int, Field(gt=0)]
Light = Annotated[float, Field(gt=0, le=8)]
_NAME = re.compile(r"\w([\w .-]{0,38}\w)?")  # also the file's name; Windows drops spaces and dots at its end,
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)  # and writes to these instead
NAMES = "1 to 40 letters, digits, spaces, dots or dashes, the first and the last a letter or digit, and no con or nul"
BENDINGS = (4, 5, 8, 12, 14)  # so many numbers OpenCV takes for how a lens bends


class ProfileError(RuntimeError):
    """A profile that cannot be read or made; the message is one sentence."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False, allow_inf_nan=False)


class DiceOfOneColour(_Part):
    """What their owner calls them, and what they are in the game: `name = "purple"`, `plays = "blue"`."""

    name: Named
    plays: Colour
    count: int = Field(default=1, ge=1, le=20)
    faces: int = 6
    light: tuple[Light, Light, Light]
    light_pips: bool = False

    @field_validator("faces")
    @classmethod
    def _six(cls, faces: int) -> int:
        if faces != 6:
            raise ValueError(f"dice with {faces} faces cannot be read: the reader counts pips on six-sided dice")
        return faces


class Lens(_Part):
    """How the lens bends pictures, as OpenCV writes it."""

    matrix: Matrix
    distortion: tuple[float, ...]
    width: Pixels
    height: Pixels
    error_px: float = Field(ge=0)

    @field_validator("matrix")
    @classmethod
    def _has_focus(cls, matrix: Matrix) -> Matrix:
        if min(matrix[0][0], matrix[1][1]) <= 0 or matrix[2] != (0, 0, 1):
            raise ValueError("expected focal lengths above 0 and a last row of 0, 0, 1")
        return matrix

    @field_validator("distortion")
    @classmethod
    def _is_taken(cls, distortion: tuple[float, ...]) -> tuple[float, ...]:
        if len(distortion) not in BENDINGS:
            raise ValueError(f"expected 4, 5, 8, 12 or 14 numbers, not {len(distortion)}")
        return distortion

    def known(self) -> KnownLens:
        """What the reader uses of it."""
        return KnownLens(self.matrix, self.distortion, self.width, self.height)


class Profile(_Part):
    """One table with its dice, as measured."""

    name: str
    measured: Named  # the day, 2026-11-30
    die_share: float = Field(gt=0, le=1)
    white: tuple[Light, Light, Light]
    tray: tuple[tuple[Share, Share], ...] = ()
    picture: tuple[Pixels, Pixels] | None = None  # width and height of those it was measured in
    exposure: float | None = None  # in the driver's own unit, as is the next; none if it could not be held
    white_balance_k: float | None = None
    dice: tuple[DiceOfOneColour, ...] = Field(min_length=1)
    lens: Lens | None = None

    @field_validator("name")
    @classmethod
    def _is_name(cls, name: str) -> str:
        if not is_name(name):
            raise ValueError(f"a name is {NAMES}")
        return name

    @field_validator("dice")
    @classmethod
    def _have_names(cls, dice: tuple[DiceOfOneColour, ...]) -> tuple[DiceOfOneColour, ...]:
        if len({die.name for die in dice}) < len(dice):
            raise ValueError("expected a name of its own for each colour")
        return dice

    @field_validator("tray")
    @classmethod
    def _has_room(cls, tray: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        if len(tray) in (1, 2):
            raise ValueError(f"expected three corners or more, or none, not {len(tray)}")
        if tray and not is_tray(tray):
            raise ValueError("expected the corners in order round a part of the picture")
        return tray

    def table(self) -> Table:
        """What the reader uses of it."""
        dice = tuple(KnownDie(d.name, d.plays, d.count, d.light, d.light_pips) for d in self.dice)
        lens = None if self.lens is None else self.lens.known()
        return Table(dice, self.die_share, self.white, self.tray, lens, self.picture)

    def wish(self) -> Wish:
        """What is asked of its camera."""
        return Wish(exposure=self.exposure, white_balance_k=self.white_balance_k)


def is_name(text: str) -> bool:
    """Whether a profile, and a file on any system, can have this name.

    >>> [is_name(text) for text in ("kitchen table", "kitchen ", "../kitchen", "con")]
    [True, False, False, False]
    """
    return _NAME.fullmatch(text) is not None and _DEVICE.fullmatch(text) is None


def folder() -> Path:
    """Where the profiles of this computer's user are."""
    return user_config_path("rollcall", appauthor=False) / "profiles"


def parse(text: str, source: str = "the profile") -> Profile:
    """Read TOML; raises ProfileError, naming each wrong key."""
    try:
        return Profile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{source} is not TOML: {error}") from None
    except ValidationError as error:
        raise ProfileError(f"{source}: {'; '.join(map(_said, error.errors()))}") from None


def written(profile: Profile) -> str:
    """The profile as TOML, which `parse` reads back."""
    table = profile.model_dump(mode="json", exclude_none=True)
    dice, lens = table.pop("dice"), table.pop("lens", None)
    lines = [_line(key, value) for key, value in table.items()]
    for die in dice:
        lines += ["", "[[dice]]", *(_line(key, value) for key, value in die.items())]
    if lens is not None:
        lines += ["", "[lens]", *(_line(key, value) for key, value in lens.items())]
    return "\n".join(lines) + "\n"


def load(path: Path) -> Profile:
    """Read a profile; raises ProfileError."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"), str(path))  # with the mark that some editors put in front
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None


def save(path: Path, profile: Profile) -> None:
    """Write a profile, whole or not at all; raises ProfileError."""
    partial = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(written(profile), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise ProfileError(f"cannot write {path}: {error.strerror}") from None


def _line(key: str, value: object) -> str:
    """JSON text of names, numbers, truths and lists is TOML too."""
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _said(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"there is no key {where}"
    return f"{where}: {error['msg'].removeprefix('Value error, ')}"
