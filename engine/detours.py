"""Ways to a cell other than the number the white dice make: swap fields and lucky numbers."""

from __future__ import annotations

from engine.forced import fewest, next_cell
from engine.marks import Marks, obstacle
from engine.sheet import Cell, Sheet

SWAP = "swap"
LUCKY = "lucky"


def detours(sheet: Sheet, marks: Marks, closed: int, total: int) -> list[tuple[str, Cell]]:
    """The cells a white sum may be spent on instead, and how: `swap` or `lucky`."""
    found = []
    for number in swaps(sheet, marks, total):
        cells = sheet.white.get(number, ())
        found += [(SWAP, cell) for cell in cells if obstacle(sheet, marks, closed, *cell) is None]
    if total in sheet.lucky:
        found += [(LUCKY, cell) for cell in _lucky_cells(sheet, marks, closed, total)]
    return found


def swaps(sheet: Sheet, marks: Marks, total: int) -> dict[int, int]:
    """The numbers a white sum can be swapped for, each with its field; fields are used left to right."""
    start = marks.fields.bit_length()
    return {
        two if one == total else one: field
        for field, (one, two) in enumerate(sheet.swaps)
        if field >= start and total in (one, two)
    }


def _lucky_cells(sheet: Sheet, marks: Marks, closed: int, total: int) -> list[Cell]:
    """The next cell of each shortest row; a cell the sum itself reaches needs no luck."""
    cells = [(r, next_cell(marks, r)) for r in fewest(sheet, marks, closed)]
    return [
        (r, pos)
        for r, pos in cells
        if obstacle(sheet, marks, closed, r, pos) is None and sheet.rows[r].numbers[pos] != total
    ]
