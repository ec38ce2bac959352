"""Yahtzee sheets drawn for the terminal: a line a box, a column a player; `-` is empty."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from engine.boxes import NAMES, UPPER_BONUS, UPPER_BONUS_FROM
from engine.yahtzee import State

_LABEL = max(map(len, NAMES))
_NARROW, _WIDE = 5, 12  # columns a player gets at least and at most
_UPPER = 6
_GAP = 3


def draw_boxes(state: State, players: Sequence[str], totals: Sequence[int], width: int) -> Text:
    """The boxes of all players; upper and lower ones side by side if that fits in so many columns."""
    names = [
        f"{'>' if player == state.active and not state.is_over else ''}{name}" for player, name in enumerate(players)
    ]
    column = max(_NARROW, min(_WIDE, 1 + max(map(cell_len, names)), (width - _LABEL) // len(players)))
    if 2 * (_LABEL + len(players) * _NARROW) + _GAP <= width:
        column = min(column, ((width - _GAP) // 2 - _LABEL) // len(players))
    head = Text(_row("", names, column), style="bold")
    foot = Text(_row("total", totals, column), style="bold")
    upper = [head, *_boxes(state, range(_UPPER), column), Text(_row("bonus", _bonuses(state), column))]
    lower = [*_boxes(state, range(_UPPER, len(NAMES)), column), Text(_row("extra", _extras(state), column))]
    if 2 * cell_len(head.plain) + _GAP > width:
        return Text("\n").join([*upper, *lower, foot])
    upper += [Text(" " * cell_len(head.plain))] * (len(lower) + 1 - len(upper))
    beside = zip(upper, [head, *lower], strict=True)
    return Text("\n").join([*(Text(" " * _GAP).join(pair) for pair in beside), foot])


def _boxes(state: State, boxes: range, column: int) -> list[Text]:
    filled = [[points[box] for points in state.filled] for box in boxes]
    return [
        Text(_row(NAMES[box], ["-" if p is None else p for p in points], column), style="" if None in points else "dim")
        for box, points in zip(boxes, filled, strict=True)
    ]


def _bonuses(state: State) -> list[str]:
    """The bonus where it is earned; before that what the upper boxes have of what it takes."""
    sums = [sum(points or 0 for points in filled[:_UPPER]) for filled in state.filled]
    return [str(UPPER_BONUS) if have >= UPPER_BONUS_FROM else f"({have})" for have in sums]


def _extras(state: State) -> list[str]:
    return [str(state.rules.extra_points * extra) if extra else "-" for extra in state.extra]


def _row(label: str, cells: Sequence[object], column: int) -> str:
    return f"{label:<{_LABEL}}" + "".join(_right(str(cell), column) for cell in cells)


def _right(cell: str, column: int) -> str:
    """The cell at the right of its column, cut if it is too long."""
    cut = set_cell_size(cell, min(cell_len(cell), column - 1))
    return " " * (column - cell_len(cut)) + cut
