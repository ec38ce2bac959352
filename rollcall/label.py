"""`rollcall label`: put right what was read of recorded rolls, one after the other."""

from __future__ import annotations

from pathlib import Path

import typer

from engine.dice import InvalidText, Roll
from rollcall.record import Recorded, recorded, set_label

NO_ROLL = "-"
LEAVE = "q"


def label_rolls(folder: Path, again: bool) -> None:
    """Ask about each recorded roll that has no label yet, or about all; raises PictureError."""
    rolls = [roll for roll in recorded(folder) if again or roll.label is None]
    print(f"{len(rolls)} to label. Return: read rightly; {NO_ROLL}: no roll; {LEAVE}: leave; or what lay there.")
    for roll in rolls:
        answer = _asked(roll)
        if answer is None:
            return
        set_label(roll, answer)


def _asked(roll: Recorded) -> Roll | None:
    """What the person says lay there; None to leave."""
    while True:
        known = roll.read if roll.label is None else roll.label
        answer = typer.prompt(f"{roll.folder}  {known}", default="", show_default=False, prompt_suffix=" > ").strip()
        if answer == LEAVE:
            return None
        if answer == NO_ROLL:
            return Roll(())
        try:
            return Roll.parse(answer) if answer else known
        except InvalidText as error:
            print(error)
