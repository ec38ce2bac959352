"""What one player has crossed, what stands in the way of a cell, and what it is all worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.sheet import Kind, Row, Sheet


@dataclass(frozen=True, slots=True)
class Marks:
    """One player's crosses: a set of positions per row, as on `Row`. The lock follows from the last cell."""

    rows: tuple[int, ...]
    again: tuple[int, ...]  # cells that count twice
    penalties: int = 0


class Obstacle(StrEnum):
    """Why a cell cannot be crossed; the text completes `red 8 is closed to p1: ...`."""

    CROSSED = "it is crossed already"
    PASSED = "a cell further right in its row is crossed"
    TOO_FEW = "the row needs {threshold} crosses before its closing cell, and has {count}"
    LOCKED = "the row has been closed"


def blank(sheet: Sheet) -> Marks:
    """A sheet nobody has written on."""
    none = (0,) * len(sheet.rows)
    return Marks(none, none)


def obstacle(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> Obstacle | None:
    """What stands in the way of that cell, or None if a fitting sum may cross it.

    `closed` is the set of closed rows at the start of the step.
    """
    row, crossed = sheet.rows[r], marks.rows[r]
    if crossed >> pos & 1:
        return Obstacle.CROSSED
    if closed >> r & 1:
        return Obstacle.LOCKED
    if crossed >> pos:
        return Obstacle.PASSED
    if row.closing >> pos & 1 and crosses(marks, r) < row.threshold:
        return Obstacle.TOO_FEW
    return None


def cross(sheet: Sheet, marks: Marks, r: int, pos: int) -> Marks:
    """The sheet with that cell crossed."""
    return replace(marks, rows=_with(marks.rows, r, 1 << pos))


def crosses(marks: Marks, r: int) -> int:
    """How many crosses the row has, without its lock."""
    return marks.rows[r].bit_count() + marks.again[r].bit_count()


def has_lock(row: Row, marks: Marks, r: int) -> bool:
    """Whether this player has closed the row."""
    return marks.rows[r] & row.closing != 0


def counted(sheet: Sheet, marks: Marks, r: int) -> int:
    """How many crosses score in that row: its cells, its lock, and bonus rows beside it, up to the cap."""
    row = sheet.rows[r]
    bonus = sum(crosses(marks, b) for b, other in enumerate(sheet.rows) if r in other.neighbours)
    return min(crosses(marks, r) + has_lock(row, marks, r) + bonus, row.cap)


def points(count: int) -> int:
    """What that many crosses in one row score.

    >>> [points(count) for count in range(13)]
    [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    """
    return count * (count + 1) // 2


def row_points(sheet: Sheet, marks: Marks) -> list[int]:
    """The score of each row, 0 for rows that only count elsewhere."""
    return [
        points(counted(sheet, marks, r)) if row.kind is Kind.COLOUR else 0 for r, row in enumerate(sheet.rows)
    ]


def score(sheet: Sheet, marks: Marks, penalty_points: int) -> int:
    """The total as the sheet stands."""
    return sum(row_points(sheet, marks)) - penalty_points * marks.penalties


def _with(rows: tuple[int, ...], r: int, bits: int) -> tuple[int, ...]:
    return (*rows[:r], rows[r] | bits, *rows[r + 1 :])
