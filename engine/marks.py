"""What one player has crossed, what stands in the way of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine.sheet import Kind, Row, Sheet


@dataclass(frozen=True, slots=True)
class Marks:
    """One player's crosses: a set of positions per row, as on `Row`. The lock follows from the last cell."""

    rows: tuple[int, ...]
    again: tuple[int, ...]  # cells that count twice
    penalties: int = 0
    fields: int = 0  # used fields of the bar or the swap row
    choosing: bool = False  # must name the row that takes a bonus


class Obstacle(Enum):
    """Why a cell cannot be crossed."""

    CROSSED = auto()
    PASSED = auto()  # a cell further right is
    TOO_FEW = auto()  # crosses for the closing cell
    LOCKED = auto()
    NO_NEIGHBOUR = auto()


def blank(sheet: Sheet) -> Marks:
    """A sheet nobody has written on."""
    none = (0,) * len(sheet.rows)
    return Marks(none, none)


def obstacle(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> Obstacle | None:
    """What stands in the way of that cell, or None if a fitting sum may cross it.

    `closed` is the set of closed rows at the start of the step.
    """
    row, crossed = sheet.rows[r], marks.rows[r]
    if crossed >> pos & 1 and not _takes_another(row, marks, r, pos):
        return Obstacle.CROSSED
    if closed & sheet.shut_by[r][pos]:
        return Obstacle.LOCKED
    if crossed >> pos > 1 and not row.any_order:
        return Obstacle.PASSED
    if row.closing >> pos & 1 and crosses(marks, r) < row.threshold:
        return Obstacle.TOO_FEW
    if row.kind is Kind.BONUS and not crossed_neighbours(sheet, marks, r, pos):
        return Obstacle.NO_NEIGHBOUR
    return None


def crossed_neighbours(sheet: Sheet, marks: Marks, r: int, pos: int) -> list[int]:
    """The rows beside a bonus cell in which the same number is crossed."""
    return [n for n in sheet.rows[r].neighbours if marks.rows[n] >> pos & 1]


def cross(sheet: Sheet, marks: Marks, r: int, pos: int) -> Marks:
    """The sheet with that cell crossed, a second time if it was crossed before."""
    counts_again = (marks.rows[r] | sheet.rows[r].double) >> pos & 1
    rows = _with(marks.rows, r, 1 << pos)
    again = _with(marks.again, r, 1 << pos) if counts_again else marks.again
    return Marks(rows, again, marks.penalties, marks.fields, marks.choosing)  # replace() is much slower


def crosses(marks: Marks, r: int) -> int:
    """How many crosses the row has, without its lock."""
    return marks.rows[r].bit_count() + marks.again[r].bit_count()


def has_lock(row: Row, marks: Marks, r: int) -> bool:
    """Whether this player has closed the row."""
    return marks.rows[r] & row.closing != 0


def _takes_another(row: Row, marks: Marks, r: int, pos: int) -> bool:
    return row.twice >> pos & 1 == 1 and marks.rows[r] >> pos == 1 and not marks.again[r] >> pos & 1


def _with(rows: tuple[int, ...], r: int, bits: int) -> tuple[int, ...]:
    return (*rows[:r], rows[r] | bits, *rows[r + 1 :])
