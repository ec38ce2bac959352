"""Qwixx sheets drawn for the terminal, in colour and with letters: `X` is crossed, `.` passed by, `o` an open lock.

A row ends in its lock (`L` closed by its player, `-` by another) and its points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from engine.dice import Colour
from engine.marks import Marks, has_lock
from engine.score import effects, extra_points, row_points, score
from engine.sheet import Row, Sheet
from rollcall.term import effect
from rollcall.words import Words

GAP = 2  # columns between sheets side by side
_STYLES = {"red": "red", "yellow": "yellow", "green": "green", "blue": "bright_blue"}  # plain blue is too dark on black
_PAIRS = "abcdef"  # cells that belong together
_LETTER = {colour.value: colour.letter for colour in Colour}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's sheet and what the table knows about it."""

    name: str
    sheet: Sheet
    marks: Marks
    closed: int  # the rows closed for all, one bit each
    penalty_points: int
    max_penalties: int
    is_active: bool


def draw_sheets(seats: Sequence[Seat], width: int, words: Words) -> Text:
    """All sheets, as many side by side as fit in so many columns."""
    blocks = [_block(seat, words) for seat in seats]
    widest = max(cell_len(line.plain) for block in blocks for line in block)
    side_by_side = max(1, (width + GAP) // (widest + GAP))
    lines = []
    for first in range(0, len(blocks), side_by_side):
        group = blocks[first : first + side_by_side]
        lines += [_joined([_line(block, i) for block in group], widest) for i in range(max(map(len, group)))]
    pairs = zip(_PAIRS, seats[0].sheet.symbols, strict=False)
    legend = [f"{letter}  {effect(words, brought)}" for letter, (brought, *_) in pairs]
    return Text("\n").join([*lines, *map(Text, legend)])


def _block(seat: Seat, words: Words) -> list[Text]:
    """The lines of one sheet, its name above it."""
    sheet, marks = seat.sheet, seat.marks
    points = row_points(sheet, marks)
    width = max(len(_numbered(sheet, r, pos)) for r, row in enumerate(sheet.rows) for pos in range(len(row.numbers)))
    cells = max(len(row.numbers) for row in sheet.rows)
    figures = 1 + max(2, *(len(str(most)) for row in sheet.rows for most in row.points))
    rows = []
    for r, row in enumerate(sheet.rows):
        line = _row(seat, r, width)
        line.append(" " * ((cells - len(row.numbers)) * (width + 1)))
        line.append_text(_lock(seat, r))
        line.append(f"{'' if row.points == (0,) else points[r]:>{figures}}")
        rows.append(line)
    return [_title(seat, len(rows[0].plain)), *rows, *map(Text, _beside(sheet, marks, words))]


def _title(seat: Seat, width: int) -> Text:
    total = str(score(seat.sheet, seat.marks, seat.penalty_points))
    penalties = f"{'X' * seat.marks.penalties:.<{seat.max_penalties}}"
    name = set_cell_size(f"{'>' if seat.is_active else ' '}{seat.name}", width - len(penalties) - len(total) - 3)
    title = Text(name, style="bold")
    title.append(f" {penalties} ", style="red" if seat.marks.penalties else "dim")
    return title.append(f"={total}", style="bold")


def _row(seat: Seat, r: int, width: int) -> Text:
    sheet, row, marks = seat.sheet, seat.sheet.rows[r], seat.marks
    label = max(len(_initials(other.name)) for other in sheet.rows)
    line = Text(f"{_initials(row.name):<{label}}", style=f"bold {_STYLES.get(row.name, '')}".rstrip())
    for pos, colour in enumerate(row.colours):
        style = _STYLES.get(colour, "")
        line.append(" ")
        if marks.rows[r] >> pos & 1:
            crosses = "XX" if marks.again[r] >> pos & 1 else "X"
            line.append(f"{crosses:>{width}}", style=f"reverse bold {style}")
        elif _is_lost(seat, r, pos):
            line.append(f"{'.':>{width}}", style="dim")
        else:
            line.append(f"{_numbered(sheet, r, pos):>{width}}", style=style)
    return line


def _is_lost(seat: Seat, r: int, pos: int) -> bool:
    """Whether nobody can cross that cell any more."""
    row = seat.sheet.rows[r]
    passed = not row.any_order and seat.marks.rows[r] >> pos != 0
    return passed or bool(seat.closed & seat.sheet.shut_by[r][pos]) or has_lock(row, seat.marks, r)


def _lock(seat: Seat, r: int) -> Text:
    row = seat.sheet.rows[r]
    style = _STYLES.get(row.name, "")
    if row.lock is None:
        return Text("  ")
    if has_lock(row, seat.marks, r):
        return Text.assemble(" ", ("L", f"reverse bold {style}"))
    return Text(" -", style="dim") if seat.closed >> r & 1 else Text(" o", style=style)


def _numbered(sheet: Sheet, r: int, pos: int) -> str:
    """A cell as it is printed: its number, its colour where colours mix, and a sign where a variant has one."""
    row = sheet.rows[r]
    letter = _LETTER[row.colours[pos]] if len(set(row.colours)) > 1 else ""
    return f"{letter}{row.numbers[pos]}{_sign(sheet, r, row, pos)}"


def _sign(sheet: Sheet, r: int, row: Row, pos: int) -> str:
    """What a variant prints in a cell: `"` two crosses, `'` a step, `*` a box, letters for what belongs together."""
    pairs = [*sheet.chains, *((one, two) for _, one, two in sheet.symbols)]
    for pair, letter in zip(pairs, _PAIRS, strict=False):
        if (r, pos) in pair:
            return letter
    if row.double >> pos & 1:
        return '"'
    if sheet.steps and sheet.steps[r] >> pos & 1:
        return "'"
    return "*" if sheet.boxed and sheet.boxed[r] >> pos & 1 else ""


def _beside(sheet: Sheet, marks: Marks, words: Words) -> list[str]:
    """Lines below the rows for what a variant prints beside them."""
    lines = []
    if sheet.bar:
        fields = ("X" if marks.fields >> i & 1 else _initials(sheet.rows[r].name) for i, r in enumerate(sheet.bar))
        lines.append(words.phrase("bar  {fields}", fields=" ".join(fields)))
    if sheet.swaps:
        past = marks.fields.bit_length()
        fields = (
            "X" if marks.fields >> i & 1 else "." if i < past else f"{a}/{b}" for i, (a, b) in enumerate(sheet.swaps)
        )
        lines.append(words.phrase("swap {fields}", fields=" ".join(fields)))
    if sheet.lucky:
        lines.append(words.phrase("lucky {numbers}", numbers=" ".join(map(str, sheet.lucky))))
    if sheet.symbols:
        done = effects(sheet, marks)
        pairs = zip(_PAIRS, sheet.symbols, strict=False)
        letters = ("X" if brought in done else letter for letter, (brought, *_) in pairs)
        lines.append(words.phrase("pairs {letters}", letters=" ".join(letters)))
    if sheet.steps or sheet.symbols:
        beside = words.phrase("beside the rows {points}", points=extra_points(sheet, marks))
        lines[-1:] = [f"{' '.join(lines[-1:])}{'   ' if lines else ''}{beside}"]
    return lines


def _initials(name: str) -> str:
    return "".join(_LETTER[colour] for colour in name.split("+"))


def _line(block: Sequence[Text], i: int) -> Text:
    return block[i] if i < len(block) else Text()


def _joined(pieces: Sequence[Text], width: int) -> Text:
    line = Text()
    for n, piece in enumerate(pieces):
        line.append_text(piece)
        if n < len(pieces) - 1:
            line.append(" " * (width + GAP - cell_len(piece.plain)))
    return line
