"""The bundled pictures and what they show: truth by construction, as this project rendered them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.dice import Colour, Die, Roll
from vision.reading import Box


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """A die as it lies in a picture; `pips` is None where it leans or is covered, so that it cannot be read."""

    colour: Colour
    pips: int | None
    box: Box


@dataclass(frozen=True, slots=True)
class Sample:
    """A bundled picture; `note` says what is special about it."""

    path: Path
    note: str
    dice: tuple[LabelledDie, ...]

    @property
    def roll(self) -> Roll:
        """The dice that can be read."""
        return Roll(tuple(Die(die.colour, die.pips) for die in self.dice if die.pips is not None))


def samples() -> list[Sample]:
    """Every bundled picture, in the order of its list."""
    folder = files("sample_images")
    table = tomllib.loads((folder / "labels.toml").read_text(encoding="utf-8"))
    return [_sample(Path(str(folder)), entry) for entry in table["picture"]]


def _sample(folder: Path, entry: dict[str, Any]) -> Sample:
    dice = tuple(LabelledDie(Colour(die["colour"]), die.get("value"), Box(*die["box"])) for die in entry["dice"])
    return Sample(folder / entry["file"], entry["note"], dice)
