"""Read cut-out dice: the pips on top, whether it is a die at all, and its colour, all in one batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.dice import Colour
from vision.crop import CROP_PX
from vision.model import session, shipped
from vision.reading import Array

COLOURS: tuple[Colour | None, ...] = (
    Colour.WHITE,
    Colour.RED,
    Colour.YELLOW,
    Colour.GREEN,
    Colour.BLUE,
    Colour.BLACK,
    None,
)
CONTRACT = {
    "network": "pips",
    "input_px": str(CROP_PX),
    "labels": "1,2,3,4,5,6,unreadable",
    "colours": "white,red,yellow,green,blue,black,other",
    "box": "left,top,right,bottom",
}


@dataclass(frozen=True, slots=True)
class Answers:
    """What the network says of N crops, as probabilities."""

    pips: Array  # (N, 7) float32: 1 to 6, then unreadable
    die: Array  # (N,) float32
    colour: Array  # (N, 7) float32, in the order of COLOURS
    face: Array  # (N, 4, 2) float32: corners of the top face, clockwise, as shares of the crop's side
    box: Array  # (N, 2, 2) float32: the die's upper left and lower right corner, as shares of the crop's side

    def of(self, rows: Array) -> Answers:
        """The answers on these rows alone."""
        return Answers(self.pips[rows], self.die[rows], self.colour[rows], self.face[rows], self.box[rows])

    def replaced(self, rows: Array, others: Answers) -> Answers:
        """The same answers but for these rows, where others stand; faces and boxes stay."""
        pips, die, colour = self.pips.copy(), self.die.copy(), self.colour.copy()
        pips[rows], die[rows], colour[rows] = others.pips, others.die, others.colour
        return replace(self, pips=pips, die=die, colour=colour)

    def mean_with(self, other: Answers) -> Answers:
        """The mean of two looks at the same dice; faces and boxes are those of the first."""
        pips, die, colour = (self.pips + other.pips) / 2, (self.die + other.die) / 2, (self.colour + other.colour) / 2
        return replace(self, pips=pips, die=die, colour=colour)


class PipClassifier:
    """The network that reads cut-out dice; made once, as opening it costs far more than a reading."""

    def __init__(self, path: Path | None = None, threads: int = 1) -> None:
        self._session = session(path or shipped("pips.onnx"), CONTRACT, threads)

    def read(self, crops: Array) -> Answers:
        """Read a batch (N, CROP_PX, CROP_PX, 3) uint8 at once."""
        if len(crops) == 0:
            none = np.empty((0, 7), np.float32)
            return Answers(none, none[:, 0], none, np.empty((0, 4, 2), np.float32), np.empty((0, 2, 2), np.float32))
        pips, die, colour, face, box = self._session.run(None, {"bgr": crops})
        return Answers(pips, die, colour, face.reshape(-1, 4, 2), box.reshape(-1, 2, 2))
