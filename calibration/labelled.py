"""Pictures whose dice are known, to measure by: this project's own renders and samples, and labelled photographs."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.angle import degrees, squareness
from engine.dice import Colour
from vision.reading import Box

VISIBLE, LEAN = 0.75, 10.0  # less of a die in view, or one that leans more (degrees), cannot be asked for
GOOD_VISIBLE, GOOD_LEAN, GOOD_ANGLE, GOOD_PX, GOOD_CLUTTER = 0.9, 5.0, 45.0, 36.0, 3  # of a good set-up
MOST_DICE = 12  # more are no table of a game


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """A die as it lies in a picture."""

    colour: Colour
    pips: int | None  # None where it cannot be read
    box: Box


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with all its dice, of the game's colours."""

    path: Path
    dice: tuple[LabelledDie, ...]
    is_good: bool  # there is nothing that a set-up check should find fault with
    angle: float | None = None  # degrees above the table at which most of its dice are seen, if known

    @property
    def expected(self) -> Mapping[Colour, int]:
        """How many dice there are of each colour."""
        return Counter(die.colour for die in self.dice)


def bundled(folder: Path) -> Iterator[Labelled]:
    """The pictures that come with the program; those whose dice can all be read count as good."""
    for entry in tomllib.loads((folder / "labels.toml").read_text(encoding="utf-8"))["picture"]:
        dice = _dice(entry["dice"], "colour")
        if dice:
            yield Labelled(folder / entry["file"], dice, _is_large(dice))


def rendered(folder: Path) -> Iterator[Labelled]:
    """The renders in this folder that show a table of Qwixx, each with its label beside it."""
    for path in sorted(folder.glob("*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        dice, picture = _dice(label["dice"], "colour"), path.with_suffix(".jpg")
        if label["scene"] == "qwixx" and dice and picture.is_file():
            seen_from = _seen_from(label["dice"])
            yield Labelled(picture, dice, _is_large(dice) and seen_from >= GOOD_ANGLE and _is_good(label), seen_from)


def photographed(labels: Path, part: str) -> Iterator[Labelled]:
    """The photographs of that part that show a table's few dice in the game's colours, all of them labelled whole."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        dice = _dice(label["dice"], "color")
        if label["part"] == part and label["box_kind"] == "whole_die" and dice:
            yield Labelled(labels.parent / label["image"], dice, _is_large(dice))


def _dice(entries: list[dict[str, Any]], colour: str) -> tuple[LabelledDie, ...]:
    """The dice of a label; none if some die has none of the game's colours, or there are too many."""
    if len(entries) > MOST_DICE or any(entry.get(colour) not in list(Colour) for entry in entries):
        return ()
    return tuple(
        LabelledDie(Colour(entry[colour]), entry.get("value") if _is_clear(entry) else None, Box(*entry["box"]))
        for entry in entries
    )


def _is_clear(entry: Mapping[str, Any]) -> bool:
    return float(entry.get("visible", 1)) > VISIBLE and float(entry.get("tilt", 0)) < LEAN


def _is_large(dice: tuple[LabelledDie, ...]) -> bool:
    sides = [max(die.box.width, die.box.height) for die in dice]
    return all(die.pips is not None for die in dice) and float(np.median(sides)) >= GOOD_PX


def _is_good(label: Mapping[str, Any]) -> bool:
    """Whether a render is of a table as it should be."""
    lie: bool = all(die["visible"] >= GOOD_VISIBLE and die["tilt"] <= GOOD_LEAN for die in label["dice"])
    return lie and len(label["distractors"]) <= GOOD_CLUTTER


def _seen_from(dice: Sequence[Mapping[str, Any]]) -> float:
    """The angle (degrees) at which dice are seen whose tops have these labelled corners."""
    return degrees(float(np.median([squareness(np.array(die["top"])) for die in dice])))
