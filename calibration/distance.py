"""How different two colours look to people: CIEDE2000."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.face import lab
from vision.profile import KnownDie

TOO_CLOSE = 20.0  # colours nearer than this are mistaken for each other once the light changes


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """CIEDE2000 between two colours of linear RGB; 1 is just to be seen, 100 is black and white.

    >>> round(distance((0, 0, 0), (1, 1, 1)))
    100
    """
    from skimage.color import deltaE_ciede2000

    difference: float = deltaE_ciede2000(lab(np.array(one)), lab(np.array(other)))  # type: ignore[no-untyped-call]
    return float(difference)


def too_close(dice: Sequence[KnownDie]) -> list[str]:
    """A sentence for every two colours of dice that will be mistaken for each other."""
    pairs = [(one, other, distance(one.light, other.light)) for one, other in combinations(dice, 2)]
    return [
        f"{one.name} and {other.name} are hard to tell apart here ({far:.0f} of {TOO_CLOSE:.0f} needed): "
        "use whiter light, or dice of another colour"
        for one, other, far in pairs
        if far < TOO_CLOSE
    ]
