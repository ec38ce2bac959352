"""The thirteen boxes of Yahtzee: what a hand scores where, and where the Joker rule lets it go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.dice import Sentence

Pips = tuple[int, ...]  # five dice, lowest first
Filled = tuple[int | None, ...]  # points per box in the order of BOXES, None while it is empty

UPPER_BONUS, UPPER_BONUS_FROM = 35, 63
EXTRA_YAHTZEE = 100
FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, FIFTY = 25, 30, 40, 50


def _face(face: int) -> Callable[[Pips], int]:
    return lambda pips: face * pips.count(face)


def _alike(count: int) -> Callable[[Pips], int]:
    return lambda pips: sum(pips) if max(Counter(pips).values()) >= count else 0


def _straight(length: int, points: int) -> Callable[[Pips], int]:
    runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
    return lambda pips: points if any(run <= set(pips) for run in runs) else 0


BOXES: dict[str, Callable[[Pips], int]] = {
    "ones": _face(1),
    "twos": _face(2),
    "threes": _face(3),
    "fours": _face(4),
    "fives": _face(5),
    "sixes": _face(6),
    "three of a kind": _alike(3),
    "four of a kind": _alike(4),
    "full house": lambda pips: FULL_HOUSE if sorted(Counter(pips).values()) == [2, 3] else 0,
    "small straight": _straight(4, SMALL_STRAIGHT),
    "large straight": _straight(5, LARGE_STRAIGHT),
    "yahtzee": lambda pips: FIFTY if len(set(pips)) == 1 else 0,
    "chance": sum,
}
NAMES = tuple(BOXES)
EMPTY: Filled = (None,) * len(NAMES)
YAHTZEE = NAMES.index("yahtzee")
_UPPER, _KINDS = range(6), (6, 7)
_LOWER = tuple(box for box in range(6, 13) if box != YAHTZEE)
_JOKER_POINTS = {8: FULL_HOUSE, 9: SMALL_STRAIGHT, 10: LARGE_STRAIGHT}


@dataclass(frozen=True, slots=True)
class JokerRule:
    """Where five of a kind goes once the yahtzee box is filled: tiers of boxes, the first with room counts."""

    tiers: tuple[tuple[int, ...], ...]  # after the box of the face itself; empty: any box
    own_box_first: bool  # the upper box of the face comes before the tiers
    scores: bool = True  # a Joker scores as full house and straights


JOKERS = {
    "forced": JokerRule((_LOWER, tuple(_UPPER)), own_box_first=True),
    "c2406": JokerRule((_KINDS, tuple(b for b in _LOWER if b not in _KINDS), tuple(_UPPER)), own_box_first=True),
    "free": JokerRule((), own_box_first=False),
    "none": JokerRule((), own_box_first=False, scores=False),
}


def placements(filled: Filled, pips: Pips, joker: JokerRule, joker_needs_50: bool = False) -> dict[int, int]:
    """The boxes the hand may fill now, each with its points (extra yahtzees not included).

    >>> open_boxes = placements(EMPTY, (2, 2, 2, 5, 5), JOKERS["forced"])
    >>> open_boxes[NAMES.index("full house")], open_boxes[NAMES.index("twos")]
    (25, 6)
    """
    empty = [box for box, points in enumerate(filled) if points is None]
    if not is_joker(filled, pips, joker_needs_50):
        return {box: BOXES[NAMES[box]](pips) for box in empty}
    own = pips[0] - 1
    if joker.own_box_first and filled[own] is None:
        return {own: BOXES[NAMES[own]](pips)}
    room = ([box for box in tier if box in empty] for tier in joker.tiers)
    allowed = next((boxes for boxes in room if boxes), empty)
    scores = joker.scores and filled[own] is not None
    return {box: _points(box, pips, scores) for box in allowed}


def box_refusal(filled: Filled, box: int, allowed: Mapping[int, int]) -> Sentence:
    """Why a box not among those allowed may not be filled."""
    if filled[box] is not None:
        return Sentence("{box} is filled already", box=NAMES[box])
    where = tuple(NAMES[other] for other in allowed)
    return Sentence("{box} must wait: by the Joker rule five of a kind goes to {boxes}", box=NAMES[box], boxes=where)


def is_joker(filled: Filled, pips: Pips, joker_needs_50: bool = False) -> bool:
    """Whether the hand is five of a kind after the yahtzee box was filled."""
    held = filled[YAHTZEE]
    return len(set(pips)) == 1 and held is not None and (held == FIFTY or not joker_needs_50)


def earns_extra(filled: Filled, pips: Pips) -> bool:
    """Whether the hand is one more yahtzee after one that scored."""
    return len(set(pips)) == 1 and filled[YAHTZEE] == FIFTY


def total(filled: Filled, extra_yahtzees: int, extra_points: int = EXTRA_YAHTZEE) -> int:
    """The points of a sheet, bonuses included.

    >>> total((3, 6, 9, 12, 15, 24, 19, 18, 25, 30, 40, 50, 19), 0)
    305
    """
    upper = sum(filled[box] or 0 for box in _UPPER)
    bonus = UPPER_BONUS if upper >= UPPER_BONUS_FROM else 0
    return sum(points or 0 for points in filled) + bonus + extra_points * extra_yahtzees


def _points(box: int, pips: Pips, scores: bool) -> int:
    return _JOKER_POINTS[box] if scores and box in _JOKER_POINTS else BOXES[NAMES[box]](pips)
