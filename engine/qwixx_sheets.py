"""The printed sheets of the Qwixx family as data, and what is certain about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.dice import Colour
from engine.sheet import BASIC, DOWN, ROW_COLOURS, UP, Cell, Effect, Kind, Row, Sheet, plain_row, points_up_to

RED, YELLOW, GREEN, BLUE = range(4)  # rows of every sheet that has no bonus rows
BLACK_POINTS = (-32, -16, -8, -4, -2, 0)
_COLOUR = {colour.letter: colour for colour in Colour}


def mixed(text: str) -> Sheet:
    """Rows of cells such as `Y2 Y3 R11`, one row a line; the last cell's colour is the lock.

    >>> [row.lock.value for row in mixed("Y2 R11 R12").rows]
    ['red']
    """
    rows = []
    for line in text.strip().splitlines():
        cells = line.split()
        colours = tuple(_COLOUR[cell[0]].value for cell in cells)
        lock = Colour(colours[-1])
        numbers = tuple(int(cell[1:]) for cell in cells)
        rows.append(Row(lock.value, numbers, colours, lock, closing=1 << len(cells) - 1))
    return Sheet(tuple(rows))


MIXX_A = mixed("""
    Y2  Y3  Y4  B5 B6 B7 G8 G9 G10 R11 R12
    R2  R3  G4  G5 G6 G7 B8 B9 Y10 Y11 Y12
    B12 B11 B10 Y9 Y8 Y7 R6 R5 R4  G3  G2
    G12 G11 R10 R9 R8 R7 Y6 Y5 B4  B3  B2
""")
MIXX_B = mixed("""
    R10 R6  R2  R8  R3  R4 R12 R5  R9  R7  R11
    Y9  Y12 Y4  Y6  Y7  Y2 Y5  Y8  Y11 Y3  Y10
    G8  G2  G10 G12 G6  G9 G7  G4  G5  G11 G3
    B5  B7  B11 B9  B12 B3 B8  B10 B2  B6  B4
""")


def mixx_a(options: Mapping[str, str]) -> Sheet:
    """Mixx A, closing rows or, as some describe it, colours."""
    return replace(MIXX_A, closes_colour=options["mixx_close"] == "colour")


DOUBLE_A = replace(
    BASIC,
    rows=tuple(replace(row, points=points_up_to(16), twice=0b011_1111_1111) for row in BASIC.rows),
)
_TWO_CROSSES = ((3, 5, 9, 11), (3, 5, 9, 11), (10, 8, 6, 4), (10, 8, 6, 4))
DOUBLE_B = replace(
    BASIC,
    rows=tuple(
        replace(row, points=points_up_to(16), double=sum(1 << row.at[number] for number in numbers))
        for row, numbers in zip(BASIC.rows, _TWO_CROSSES, strict=True)
    ),
)


def _bonus_row(one: Colour, two: Colour, numbers: tuple[int, ...], neighbours: tuple[int, int]) -> Row:
    label = f"{one}+{two}"
    return Row(label, numbers, (label,) * len(numbers), None, Kind.BONUS, points=(0,), neighbours=neighbours)


def big_points(options: Mapping[str, str]) -> Sheet:
    """The basic rows with a bonus row inside each pair."""
    red, yellow, green, blue = (replace(row, points=points_up_to(15)) for row in BASIC.rows)
    upper = _bonus_row(Colour.RED, Colour.YELLOW, UP, (0, 2))
    lower = _bonus_row(Colour.GREEN, Colour.BLUE, DOWN, (3, 5))
    any_die = options["bonus_die"] == "any_neighbour"
    return Sheet((red, upper, yellow, green, lower, blue), bonus_by_any_die=any_die)


def longo(lucky: tuple[int, ...]) -> Sheet:
    """Fifteen cells a row for eight-sided dice; either of the last two closes."""
    up, down = tuple(range(2, 17)), tuple(range(16, 1, -1))
    rows = (plain_row(c, up if c in ROW_COLOURS[:2] else down) for c in ROW_COLOURS)
    return Sheet(tuple(replace(row, points=points_up_to(15), closing=0b11 << 13) for row in rows), faces=8, lucky=lucky)


_CYCLE = (RED, YELLOW, GREEN, BLUE, GREEN, YELLOW)
_FIRST_STEP = {"A": 1, "B": 3, "C": 2, "D": 5, "E": 0, "F": 4}  # where each sheet enters the zigzag
_CHAINS = {
    "A": "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4",
    "B": "R4-Y4 R9-Y9 Y6-G8 Y11-G3 G11-B11 G6-B6",
    "C": "R3-Y3 R8-Y8 Y6-G8 Y11-G3 G10-B10 G5-B5",
    "D": "R5-Y5 R10-Y10 Y3-G11 Y8-G6 G8-B8 G3-B3",
    "E": "R6-Y6 R9-Y9 Y3-G11 Y11-G3 G9-B9 G6-B6",
}


def connected_a(letter: str) -> Sheet:
    """The sheet with eleven framed steps, one a column."""
    if letter not in _FIRST_STEP:
        raise ValueError(f"sheets are among {' '.join(_FIRST_STEP)}; not {letter!r}")
    steps = [0, 0, 0, 0]
    for pos in range(11):
        steps[_CYCLE[(_FIRST_STEP[letter] + pos) % 6]] |= 1 << pos
    return replace(BASIC, steps=tuple(steps))


def connected_b(letter: str) -> Sheet:
    """The sheet with six pairs of chained cells."""
    if letter not in _CHAINS:
        raise ValueError(f"sheets are among {' '.join(_CHAINS)}; not {letter!r}")
    pairs = [pair.split("-") for pair in _CHAINS[letter].split()]
    return replace(BASIC, chains=tuple((basic_cell(one), basic_cell(two)) for one, two in pairs))


def basic_cell(text: str) -> Cell:
    """Where `G11` stands on the basic sheet.

    >>> basic_cell("G11")
    (2, 1)
    """
    return BASIC.cells[_COLOUR[text[0]].value, int(text[1:])]


def _boxes(*rows: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(1 << row.at[number] for number in numbers) for row, numbers in zip(BASIC.rows, rows, strict=True))


BONUS_A = replace(
    BASIC,
    boxed=_boxes((3, 6, 9), (5, 8, 11), (11, 7, 4), (10, 8, 5)),
    bar=(RED, YELLOW, GREEN, BLUE, GREEN, RED, BLUE, YELLOW, RED, YELLOW, BLUE, GREEN),
)
BONUS_B = replace(
    BASIC,
    symbols=tuple(
        (effect, basic_cell(one), basic_cell(two))
        for effect, one, two in (
            (Effect.FEWEST_TWICE, "Y11", "G9"),
            (Effect.EVERY_ROW, "Y7", "B7"),
            (Effect.DOUBLE_FEWEST, "R8", "B10"),
            (Effect.THIRTEEN, "R6", "B4"),
            (Effect.NO_PENALTIES, "Y3", "G5"),
        )
    ),
)
X_CHANGE = replace(BASIC, swaps=((8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4)))


def black_die(options: Mapping[str, str]) -> Sheet:
    """The basic sheet with a fifth row of five black cells."""
    any_order = options["black_order"] == "any"
    row = Row("black", (5, 4, 3, 2, 1), ("black",) * 5, None, Kind.BLACK, points=BLACK_POINTS, any_order=any_order)
    return Sheet((*BASIC.rows, row))
