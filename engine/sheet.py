"""A score sheet as data: rows of cells with a lock, and what a variant prints beside them.

Rows and positions count from 0. A set of cells of a row is an int with one bit per position.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.dice import Colour

ROW_COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


def points_up_to(crosses: int) -> tuple[int, ...]:
    """What no, one, two, ... crosses in one row score.

    >>> points_up_to(12)
    (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    """
    return tuple(count * (count + 1) // 2 for count in range(crosses + 1))


class Kind(StrEnum):
    """What a row is for."""

    COLOUR = "colour"  # an ordinary row with a lock
    BONUS = "bonus"  # counts for both its neighbours, has no lock
    BLACK = "black"  # takes black die minus white die, has no lock


@dataclass(frozen=True, slots=True)
class Row:
    """One row from left to right: the numbers, the colour printed behind each, and its lock."""

    name: str
    numbers: tuple[int, ...]
    colours: tuple[str, ...]  # one per cell, `red+yellow` where two colours meet
    lock: Colour | None  # the die that leaves when the row is closed
    kind: Kind = Kind.COLOUR
    threshold: int = 5  # crosses needed before a closing cell
    closing: int = 0  # the cells that close the row
    points: tuple[int, ...] = points_up_to(12)  # by crosses; more crosses than that count no more
    twice: int = 0  # cells that may be crossed a second time while they are the last
    double: int = 0  # cells worth two crosses
    any_order: bool = False  # not left to right
    neighbours: tuple[int, ...] = ()  # the rows a bonus row counts for
    at: dict[int, int] = field(init=False, repr=False, compare=False)  # number -> position

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", {number: pos for pos, number in enumerate(self.numbers)})


Cell = tuple[int, int]  # (row, position)
Cells = tuple[Cell, ...]


class Effect(StrEnum):
    """What a pair of symbols brings once both its cells are crossed."""

    FEWEST_TWICE = "two crosses in the row with the fewest"
    EVERY_ROW = "one cross in every row"
    DOUBLE_FEWEST = "the row with the fewest crosses scores double"
    THIRTEEN = "13 points"
    NO_PENALTIES = "penalties cost nothing"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player writes on. Everything after `rows` is empty on the basic sheet."""

    rows: tuple[Row, ...]
    faces: int = 6  # of every die
    closes_colour: bool = False  # a lock closes the cells of its colour, not its row
    bonus_by_any_die: bool = False  # a bonus cell takes the die of a neighbour not crossed yet
    chains: tuple[tuple[Cell, Cell], ...] = ()  # crossing one end crosses the other
    steps: tuple[int, ...] = ()  # cells per row that score once more together
    boxed: tuple[int, ...] = ()  # cells per row that cross the next field of the bar
    bar: tuple[int, ...] = ()  # the row in which each field of the bar forces a cross
    symbols: tuple[tuple[Effect, Cell, Cell], ...] = ()
    swaps: tuple[tuple[int, int], ...] = ()  # fields that trade a white sum for the other number
    lucky: tuple[int, ...] = ()  # white sums that may cross the next cell of the shortest row
    cells: dict[tuple[str, int], Cell] = field(init=False, repr=False, compare=False)  # by text
    white: dict[int, Cells] = field(init=False, repr=False, compare=False)  # by white sum
    coloured: dict[tuple[str, int], Cells] = field(init=False, repr=False, compare=False)  # by die and sum
    bonus_rows: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)  # beside each row
    shut_by: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)  # closed rows, per cell

    def __post_init__(self) -> None:
        cells: dict[tuple[str, int], Cell] = {}
        white: dict[int, Cells] = {}
        coloured: dict[tuple[str, int], Cells] = {}
        for r, row in enumerate(self.rows):
            for pos, (number, colour) in enumerate(zip(row.numbers, row.colours, strict=True)):
                cells[colour, number] = (r, pos)
                if row.kind is not Kind.BLACK:
                    white[number] = (*white.get(number, ()), (r, pos))
                for die in colour.split("+"):
                    coloured[die, number] = (*coloured.get((die, number), ()), (r, pos))
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "white", white)
        object.__setattr__(self, "coloured", coloured)
        beside = [tuple(b for b, row in enumerate(self.rows) if r in row.neighbours) for r in range(len(self.rows))]
        object.__setattr__(self, "bonus_rows", tuple(beside))
        object.__setattr__(self, "shut_by", tuple(map(self._shut_by, range(len(self.rows)))))

    def _shut_by(self, r: int) -> tuple[int, ...]:
        row = self.rows[r]
        if not self.closes_colour:
            return (1 << r if row.lock is not None else 0,) * len(row.numbers)
        locks = {other.lock: 1 << i for i, other in enumerate(self.rows)}
        return tuple(locks[Colour(colour)] for colour in row.colours)


def plain_row(colour: Colour, numbers: tuple[int, ...]) -> Row:
    """A row of one colour whose last cell closes it."""
    return Row(colour.value, numbers, (colour.value,) * len(numbers), colour, closing=1 << len(numbers) - 1)


UP = tuple(range(2, 13))
DOWN = tuple(range(12, 1, -1))
BASIC = Sheet(tuple(plain_row(c, UP if c in ROW_COLOURS[:2] else DOWN) for c in ROW_COLOURS))
