"""What a cross brings with it: chained cells, the bonus bar and pairs of symbols."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from engine.marks import Marks, cross, crosses, has_lock, obstacle
from engine.score import effects
from engine.sheet import Effect, Kind, Sheet

FEWEST = -1  # stands in the queue for "the row with the fewest crosses, twice"


def mark(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> Marks:
    """The sheet with that cell crossed, and with everything it forces.

    A forced cross takes the cell right of the last one; where that is not allowed it is lost.
    """
    marks, forced = _crossed(sheet, marks, closed, r, pos)
    return _forced(sheet, marks, closed, forced) if forced else marks


def choose(sheet: Sheet, marks: Marks, closed: int, r: int) -> Marks:
    """The sheet after its player has named the row, among those with the fewest crosses, for two crosses."""
    return _forced(sheet, replace(marks, choosing=False), closed, [r, r])


def fewest(sheet: Sheet, marks: Marks, closed: int) -> list[int]:
    """The rows with the fewest crosses among those that can still be crossed; several if they tie."""
    open_rows = [
        r
        for r, row in enumerate(sheet.rows)
        if row.kind is Kind.COLOUR and not closed >> r & 1 and not has_lock(row, marks, r)
    ]
    least = min((crosses(marks, r) for r in open_rows), default=0)
    return [r for r in open_rows if crosses(marks, r) == least]


def next_cell(marks: Marks, r: int) -> int:
    """The position right of the last cross in that row; past the end if the row is full."""
    return marks.rows[r].bit_length()


def _forced(sheet: Sheet, marks: Marks, closed: int, rows: list[int]) -> Marks:
    """Work off forced crosses in the order they came up; a tie for the fewest leaves a choice open."""
    queue = deque(rows)
    while queue:
        r = queue.popleft()
        if r == FEWEST:
            tied = fewest(sheet, marks, closed)
            marks = replace(marks, choosing=len(tied) > 1)
            queue.extendleft(tied * 2 if len(tied) == 1 else ())
            continue
        pos = next_cell(marks, r)
        if pos < len(sheet.rows[r].numbers) and obstacle(sheet, marks, closed, r, pos) is None:
            marks, more = _crossed(sheet, marks, closed, r, pos)
            queue.extend(more)
    return marks


def _crossed(sheet: Sheet, marks: Marks, closed: int, r: int, pos: int) -> tuple[Marks, list[int]]:
    """The sheet with the cell and its chained partner crossed, and the rows in which crosses follow."""
    had = set(effects(sheet, marks))
    marks = cross(sheet, marks, r, pos)
    for one, two in sheet.chains:
        partner = two if (r, pos) == one else one if (r, pos) == two else None
        if partner is not None and not marks.rows[partner[0]] >> partner[1] & 1:
            marks = cross(sheet, marks, *partner)
    rows: list[int] = []
    if sheet.boxed and sheet.boxed[r] >> pos & 1:
        marks, rows = _bar_field(sheet, marks, closed)
    for effect in set(effects(sheet, marks)) - had if sheet.symbols else ():
        rows += {Effect.FEWEST_TWICE: [FEWEST], Effect.EVERY_ROW: list(range(4))}.get(effect, [])
    return marks, rows


def _bar_field(sheet: Sheet, marks: Marks, closed: int) -> tuple[Marks, list[int]]:
    """Use the next field of the bar; fields of closed rows are struck."""
    for i, r in enumerate(sheet.bar):
        if not marks.fields >> i & 1 and not closed >> r & 1:
            return replace(marks, fields=marks.fields | 1 << i), [r]
    return marks, []
