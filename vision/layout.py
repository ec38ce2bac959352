"""Do dice lie as before? A throw never ends with all its dice in the old pattern; a moved camera does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product

import numpy as np

from vision.event import SeenDie
from vision.reading import Array

FIT = 0.4  # sides a die may lie from where the moved pattern has it: perspective bends patterns
ZOOM = (0.5, 2.0)  # a camera moved by more than this gives a picture that says nothing about the old one
SHIFT_ONLY = 0.1  # two dice always fit some turn and zoom, so for them only a shift counts
MOST_ORDERS = 150  # ways to pair equal dice that are tried: five equal dice have 120


def values(dice: Sequence[SeenDie]) -> list[tuple[str, int]]:
    """Colours and numbers, sorted: equal for the same roll."""
    return sorted((die.colour or "", die.pips or 0) for die in dice)


def same_pattern(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> bool:
    """Say whether these are the same dice with the same numbers, all shifted, turned and zoomed as one."""
    if len(before) < 2 or values(before) != values(now):
        return False
    target = _centres(sorted(now, key=_value))
    side = max(max(die.box.width, die.box.height) for die in now)
    return any(_fits(_centres(order), target, side) for order in _orders(before))


def _fits(before: Array, now: Array, side: float) -> bool:
    """Fit now = turn * before + shift over complex numbers (N,); a turn's length is the zoom."""
    columns = np.stack([before, np.ones_like(before)], axis=1)
    (turn, shift), *_ = np.linalg.lstsq(columns, now, rcond=None)
    if len(before) == 2 and abs(turn - 1) > SHIFT_ONLY:
        return False
    misses = np.abs(turn * before + shift - now)
    return bool(ZOOM[0] < abs(turn) < ZOOM[1] and misses.max() <= FIT * side)


def _orders(dice: Sequence[SeenDie]) -> Iterator[list[SeenDie]]:
    """Yield the dice sorted by value, equal ones in every order (within reason)."""
    groups = [list(group) for _, group in groupby(sorted(dice, key=_value), key=_value)]
    for n, order in enumerate(product(*(permutations(group) for group in groups))):
        if n == MOST_ORDERS:
            return
        yield [die for group in order for die in group]


def _value(die: SeenDie) -> tuple[str, int]:
    return die.colour or "", die.pips or 0


def _centres(dice: Sequence[SeenDie]) -> Array:
    return np.array([complex(*die.box.centre) for die in dice])
