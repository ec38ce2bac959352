"""`rollcall label`: put right what was read of recorded rolls, one after the other."""

from __future__ import annotations

from pathlib import Path

from engine.dice import InvalidText, Roll
from rollcall.prompt import Ask, asker
from rollcall.record import Recorded, recorded, set_label

NO_ROLL = "-"
LEAVE = "q"


def label_rolls(folder: Path, again: bool) -> None:
    """Ask about each recorded roll that has no label yet, or about all; raises PictureError."""
    rolls = [roll for roll in recorded(folder) if again or roll.label is None]
    print(f"{len(rolls)} to label. Return: read rightly; {NO_ROLL}: no roll; {LEAVE}: leave; or what lay there.")
    ask = asker()
    for roll in rolls:
        answer = _asked(ask, roll)
        if answer is None:
            return
        set_label(roll, answer)


def _asked(ask: Ask, roll: Recorded) -> Roll | None:
    """What the person says lay there; None to leave."""
    known = roll.read if roll.label is None else roll.label
    while True:
        print(f"{roll.folder}  {known}", flush=True)
        try:
            answer = ask("", (str(known),), False).strip()
        except EOFError:
            return None
        if answer.lower() == LEAVE:
            return None
        if answer == NO_ROLL:
            return Roll(())
        try:
            return Roll.parse(answer) if answer else known
        except InvalidText as error:
            print(error)
