"""What can be wrong with a set-up, and what to do about it: one sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.reading import Box


class Kind(StrEnum):
    """Faults, in the order to put them right: where one is gone, those below it may go by themselves."""

    GREY = "no colours"
    DARK = "too dark"
    BLOWN_OUT = "too bright"
    FLICKER = "flicker"
    SHAKING = "shaking"
    EXPOSURE = "exposure is not held"
    WHITE_BALANCE = "white balance is not held"
    BLURRED = "out of focus"
    FAR = "too far"
    FLAT = "too flat an angle"
    NO_DICE = "no dice"
    MISSING = "dice missing"
    EXTRA = "dice too many"
    CAST = "colour cast"
    GLARE = "glare"
    CLUTTER = "cluttered tray"


ADVICE = {
    Kind.GREY: "Choose a colour picture in the camera's own program, or more light: in the dark many cameras see grey.",
    Kind.DARK: "Switch on another lamp, or move this one nearer to the table.",
    Kind.BLOWN_OUT: "Turn the lamp away or lower the camera's exposure: white parts have lost all detail.",
    Kind.FLICKER: "Set the camera to the mains frequency (50 or 60 Hz), or use another lamp.",
    Kind.SHAKING: "Fix the camera to something that stands by itself, not to the table people lean on.",
    Kind.EXPOSURE: "Switch automatic exposure off in the camera's own program, or keep the light even.",
    Kind.WHITE_BALANCE: "Switch automatic white balance off in the camera's own program, or make a profile.",
    Kind.BLURRED: "Clean the lens and focus on the dice, or move the camera a little farther away.",
    Kind.FAR: "Move the camera nearer or choose a larger picture: a die should be at least 24 pixels wide.",
    Kind.FLAT: "Raise the camera so that it looks down on the dice: the sides must not look larger than the tops.",
    Kind.NO_DICE: "Put all the dice into the middle of the picture, side by side.",
    Kind.MISSING: "Put every die in view; one that lies there may be hidden by glare or shadow.",
    Kind.EXTRA: "Take away what does not belong to the game, or say with --dice-set which dice do.",
    Kind.CAST: "Use a whiter lamp or the camera's white balance; white dice should look white.",
    Kind.GLARE: "Turn the lamp, or move it to the side, until the shine on that die is gone.",
    Kind.CLUTTER: "Clear away what looks like dice but is not in the game.",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, where, and how much of it was measured."""

    kind: Kind
    measured: str  # `dice are 15 px wide`
    boxes: tuple[Box, ...] = ()  # the dice it is about; none if it is the whole picture

    @property
    def advice(self) -> str:
        return ADVICE[self.kind]

    def __str__(self) -> str:
        return f"{self.kind} ({self.measured}): {self.advice}"
