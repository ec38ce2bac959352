"""Yahtzee sheets drawn for the terminal: a line a box, a column a player; `-` is empty."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from engine.boxes import NAMES, UPPER_BONUS, UPPER_BONUS_FROM
from engine.yahtzee import State
from rollcall.term import box, padded
from rollcall.words import Words

_NARROW, _WIDE = 5, 12  # columns a player gets at least and at most
_UPPER = 6
_GAP = 3


def draw_boxes(state: State, players: Sequence[str], totals: Sequence[int], width: int, words: Words) -> Text:
    """The boxes of all players; upper and lower ones side by side if that fits in so many columns."""
    names = [
        f"{'>' if player == state.active and not state.is_over else ''}{name}" for player, name in enumerate(players)
    ]
    labels = _labels(words)
    label_width = max(map(cell_len, labels.values()))
    column = max(_NARROW, min(_WIDE, 1 + max(map(cell_len, names)), (width - label_width) // len(players)))
    if 2 * (label_width + len(players) * _NARROW) + _GAP <= width:
        column = min(column, ((width - _GAP) // 2 - label_width) // len(players))

    def row(label: str, figures: Sequence[object]) -> str:
        return padded(label, label_width) + "".join(_right(str(figure), column) for figure in figures)

    head = Text(row("", names), style="bold")
    foot = Text(row(labels["total"], totals), style="bold")
    boxes = [
        Text(row(labels[name], ["-" if p is None else p for p in points]), style="" if None in points else "dim")
        for name, points in zip(NAMES, zip(*state.filled, strict=True), strict=True)
    ]
    upper = [head, *boxes[:_UPPER], Text(row(labels["bonus"], _bonuses(state)))]
    lower = [*boxes[_UPPER:], Text(row(labels["extra"], _extras(state)))]
    if 2 * cell_len(head.plain) + _GAP > width:
        return Text("\n").join([*upper, *lower, foot])
    upper += [Text(" " * cell_len(head.plain))] * (len(lower) + 1 - len(upper))
    beside = zip(upper, [head, *lower], strict=True)
    return Text("\n").join([*(Text(" " * _GAP).join(pair) for pair in beside), foot])


def _labels(words: Words) -> dict[str, str]:
    sums = {"bonus": words.phrase("bonus"), "extra": words.phrase("extra"), "total": words.phrase("total")}
    return {name: box(words, name) for name in NAMES} | sums


def _bonuses(state: State) -> list[str]:
    """The bonus where it is earned; before that what the upper boxes have of what it takes."""
    sums = [sum(points or 0 for points in filled[:_UPPER]) for filled in state.filled]
    return [str(UPPER_BONUS) if have >= UPPER_BONUS_FROM else f"({have})" for have in sums]


def _extras(state: State) -> list[str]:
    return [str(state.rules.extra_points * extra) if extra else "-" for extra in state.extra]


def _right(cell: str, column: int) -> str:
    """The cell at the right of its column, cut if it is too long."""
    cut = set_cell_size(cell, min(cell_len(cell), column - 1))
    return " " * (column - cell_len(cut)) + cut
