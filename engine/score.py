"""What a sheet is worth: rows, what a variant scores beside them, and penalties."""

from __future__ import annotations

from engine.marks import Marks, crosses, has_lock
from engine.sheet import Cell, Effect, Sheet, points_up_to

THIRTEEN = 13
STEP_POINTS = points_up_to(11)


def score(sheet: Sheet, marks: Marks, penalty_points: int) -> int:
    """The total as the sheet stands."""
    free = marks.penalties == 0 or Effect.NO_PENALTIES in effects(sheet, marks)
    penalties = 0 if free else penalty_points * marks.penalties
    return sum(row_points(sheet, marks)) + extra_points(sheet, marks) - penalties


def row_points(sheet: Sheet, marks: Marks) -> list[int]:
    """The score of each row, 0 for rows that only count elsewhere."""
    return [row.points[counted(sheet, marks, r)] for r, row in enumerate(sheet.rows)]


def counted(sheet: Sheet, marks: Marks, r: int) -> int:
    """How many crosses score in that row: its cells, its lock, and bonus rows beside it, up to the end of its table."""
    row, count = sheet.rows[r], crosses(marks, r)
    for bonus in sheet.bonus_rows[r]:
        count += crosses(marks, bonus)
    return min(count + has_lock(row, marks, r), len(row.points) - 1)


def extra_points(sheet: Sheet, marks: Marks) -> int:
    """What a variant scores beside its rows: steps and symbols."""
    if not sheet.steps and not sheet.symbols:
        return 0
    stepped = sum((marks.rows[r] & steps).bit_count() for r, steps in enumerate(sheet.steps))
    total = STEP_POINTS[stepped]
    for effect in effects(sheet, marks):
        if effect is Effect.DOUBLE_FEWEST:
            total += min(row_points(sheet, marks))
        if effect is Effect.THIRTEEN:
            total += THIRTEEN
    return total


def effects(sheet: Sheet, marks: Marks) -> list[Effect]:
    """The pairs of symbols of which both cells are crossed."""
    return [effect for effect, one, two in sheet.symbols if _is_crossed(marks, one) and _is_crossed(marks, two)]


def _is_crossed(marks: Marks, cell: Cell) -> bool:
    return marks.rows[cell[0]] >> cell[1] & 1 == 1
