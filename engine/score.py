"""What a sheet is worth: rows, what a variant scores beside them, and penalties."""

from __future__ import annotations

from engine.marks import Marks, crosses, has_lock
from engine.sheet import Cell, Effect, Kind, Sheet

BLACK_POINTS = (-32, -16, -8, -4, -2, 0)  # by crosses in the black row
THIRTEEN = 13


def score(sheet: Sheet, marks: Marks, penalty_points: int) -> int:
    """The total as the sheet stands."""
    penalties = 0 if Effect.NO_PENALTIES in effects(sheet, marks) else penalty_points * marks.penalties
    return sum(row_points(sheet, marks)) + extra_points(sheet, marks) - penalties


def points(count: int) -> int:
    """What that many crosses in one row score.

    >>> [points(count) for count in range(13)]
    [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    """
    return count * (count + 1) // 2


def row_points(sheet: Sheet, marks: Marks) -> list[int]:
    """The score of each row, 0 for rows that only count elsewhere."""
    return [_row_points(sheet, marks, r) for r in range(len(sheet.rows))]


def counted(sheet: Sheet, marks: Marks, r: int) -> int:
    """How many crosses score in that row: its cells, its lock, and bonus rows beside it, up to the cap."""
    row = sheet.rows[r]
    bonus = sum(crosses(marks, b) for b, other in enumerate(sheet.rows) if r in other.neighbours)
    return min(crosses(marks, r) + has_lock(row, marks, r) + bonus, row.cap)


def extra_points(sheet: Sheet, marks: Marks) -> int:
    """What a variant scores beside its rows: steps and symbols."""
    total = points(sum((marks.rows[r] & steps).bit_count() for r, steps in enumerate(sheet.steps)))
    for effect in effects(sheet, marks):
        if effect is Effect.DOUBLE_FEWEST:
            total += min(row_points(sheet, marks))
        if effect is Effect.THIRTEEN:
            total += THIRTEEN
    return total


def effects(sheet: Sheet, marks: Marks) -> list[Effect]:
    """The pairs of symbols of which both cells are crossed."""
    return [effect for effect, one, two in sheet.symbols if _is_crossed(marks, one) and _is_crossed(marks, two)]


def _row_points(sheet: Sheet, marks: Marks, r: int) -> int:
    kind = sheet.rows[r].kind
    if kind is Kind.BLACK:
        return BLACK_POINTS[crosses(marks, r)]
    return points(counted(sheet, marks, r)) if kind is Kind.COLOUR else 0


def _is_crossed(marks: Marks, cell: Cell) -> bool:
    return marks.rows[cell[0]] >> cell[1] & 1 == 1
