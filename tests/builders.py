"""Tiny builders for the values tests are about."""

from __future__ import annotations

import numpy as np

from engine.dice import Colour
from vision.reading import Box, DieReading

ANYWHERE = Box(0, 0, 20, 20)


def reading(
    pips: int | None = 4,
    colour: Colour | None = Colour.RED,
    doubt: str | None = None,
    box: Box = ANYWHERE,
    confidence: float = 0.9,
) -> DieReading:
    """A die as the reader would report it."""
    probs = np.zeros(7, np.float32)
    probs[6 if pips is None else pips - 1] = 1
    corners = [(box.x, box.y), (box.x + box.width, box.y)]
    corners += [(x, box.y + box.height) for x, _ in reversed(corners)]
    return DieReading(
        box=box,
        face=np.array(corners, np.float32),
        colour=colour,
        colour_confidence=1.0,
        pip_probs=probs,
        confidence=confidence,
        doubt=doubt,
    )
