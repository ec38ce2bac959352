"""Keeping the pictures around each roll with what was read, so that a wrong one can be put right and learned from.

One folder a roll: pictures named by their milliseconds, and `roll.json` with the roll as read and, later, as it was.
"""

from __future__ import annotations

import json
import os
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.dice import InvalidText, Roll, Sentence
from rollcall.ticker import die_fields
from vision.event import RollSeen
from vision.picture import PictureError, save_picture
from vision.reading import Frame
from vision.table import Look

BEFORE_S = 1.5  # so much is kept of the time before a roll is told
APART_S = 0.1  # a picture so often; the one the roll was told at is always kept
ROLL_FILE = "roll.json"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A roll on disk. `label` is what a person says lay there, None as long as nobody has."""

    folder: Path
    read: Roll
    label: Roll | None


class Recorder:
    """Remembers the last pictures, and writes them down when a roll is told."""

    def __init__(self, folder: Path) -> None:
        """Raises PictureError if nothing can be written there."""
        self._folder = folder
        self._frames: deque[Frame] = deque(maxlen=round(BEFORE_S / APART_S))
        _made(folder)

    def see(self, look: Look) -> None:
        """Take note of a frame, and keep the rolls that are told at it. Raises PictureError."""
        for event in look.events:
            if isinstance(event, RollSeen):
                self._keep(event, look.frame)
        self._add(look.frame)

    def _add(self, frame: Frame) -> None:
        if not self._frames or frame.time_s - self._frames[-1].time_s >= APART_S:
            self._frames.append(frame)

    def _keep(self, event: RollSeen, frame: Frame) -> None:
        """Write the pictures up to this one and what was read."""
        folder = _made(_free(self._folder))
        start_s = self._frames[0].time_s if self._frames else frame.time_s
        frames = [*(kept for kept in self._frames if kept.index != frame.index), frame]
        for kept in frames:
            save_picture(folder / _picture_name(kept, start_s), kept.bgr)
        fields = {
            "read": str(event.roll),
            "label": None,
            "told_at": _picture_name(frame, start_s),
            "number": event.number,
            "corrects": event.corrects,
            "dice": [die_fields(die) for die in event.dice],
        }
        _write(folder, fields)
        self._frames.clear()


def recorded(folder: Path) -> list[Recorded]:
    """The rolls recorded there, oldest first; raises PictureError."""
    try:
        folders = sorted(path.parent for path in folder.glob(f"*/{ROLL_FILE}"))
    except OSError as error:
        raise PictureError(Sentence("cannot open {path}: {why}", path=folder, why=error.strerror)) from None
    if not folders:
        raise PictureError(f"no recorded rolls in {folder}: expected folders with {ROLL_FILE}")
    return [_recorded(path) for path in folders]


def set_label(roll: Recorded, label: Roll) -> None:
    """Write down what lay there."""
    _write(roll.folder, _fields(roll.folder) | {"label": str(label)})


def _recorded(folder: Path) -> Recorded:
    fields = _fields(folder)
    try:
        label = fields["label"]
        return Recorded(folder, Roll.parse(fields["read"]), None if label is None else Roll.parse(label))
    except (KeyError, TypeError, AttributeError, InvalidText) as error:
        raise PictureError(f"{folder / ROLL_FILE} is not a recorded roll: {error}") from None


def _fields(folder: Path) -> dict[str, Any]:
    path = folder / ROLL_FILE
    try:
        fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PictureError(f"{path} is not a recorded roll: {error}") from None
    return fields


def _write(folder: Path, fields: dict[str, Any]) -> None:
    """Write all of it or leave what is there: what was read cannot be had again."""
    fresh = folder / f"{ROLL_FILE}.new"
    try:
        fresh.write_text(json.dumps(fields, indent=1) + "\n", encoding="utf-8")
        os.replace(fresh, folder / ROLL_FILE)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise PictureError(Sentence("cannot write to {path}: {why}", path=folder, why=error.strerror)) from None


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(Sentence("cannot write to {path}: {why}", path=folder, why=error.strerror)) from None
    return folder


def _free(folder: Path) -> Path:
    """The next folder `roll-0001`, `roll-0002`, ... that is not there, after all that are."""
    taken = [path.name.rpartition("-")[2] for path in folder.glob("roll-*")]
    return folder / f"roll-{max((int(number) for number in taken if number.isdecimal()), default=0) + 1:04}"


def _picture_name(frame: Frame, start_s: float) -> str:
    return f"{round((frame.time_s - start_s) * 1000):06}.jpg"
