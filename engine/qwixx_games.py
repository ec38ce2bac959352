"""The Qwixx family as a table: for every game its sheet, its options and what is certain about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import Option
from engine.qwixx import Qwixx
from engine.qwixx_sheets import (
    BONUS_A,
    BONUS_B,
    DOUBLE_A,
    DOUBLE_B,
    MIXX_B,
    X_CHANGE,
    big_points,
    black_die,
    connected_a,
    connected_b,
    longo,
    mixx_a,
)
from engine.sheet import BASIC, Sheet

SEATS = range(1, 6)  # printed for 2 to 5; alone as practice
NUMBERS = tuple(map(str, range(1, 15)))
YES_NO = ("yes", "no")
Deal = Callable[[int, Mapping[str, str]], tuple[Sheet, ...]]


def _options(threshold: str = "5", **more: Option) -> dict[str, Option]:
    """What every Qwixx game lets a table agree on, and what this one adds."""
    return {
        "end_mode": Option(
            "immediate",
            ("immediate", "finish_turn"),
            "immediate: play stops once the step that brought the end is resolved for all, as printed; "
            "finish_turn: a house rule, the coloured step and the penalty of that turn still follow",
        ),
        "tie": Option("shared", ("shared", "none"), "tied players share the win, or nobody wins"),
        "min_marks_to_close": Option(threshold, NUMBERS, "crosses a row needs before its closing cell"),
        "locks_to_end": Option("2", ("1", "2", "3", "4"), "closed rows that end the game"),
        "max_penalties": Option("4", NUMBERS, "penalties of one player that end the game"),
        "penalty_points": Option("5", ("0", *NUMBERS), "points a penalty costs"),
        **more,
    }


def _same(sheet: Sheet) -> Deal:
    return lambda players, options: (sheet,) * players


def _made(make: Callable[[Mapping[str, str]], Sheet]) -> Deal:
    return lambda players, options: (make(options),) * players


def _lettered(make: Callable[[str], Sheet]) -> Deal:
    def deal(players: int, options: Mapping[str, str]) -> tuple[Sheet, ...]:
        letters = options["sheets"].split()
        if len(letters) < players:
            raise ValueError(f"option sheets names {len(letters)} sheets for {players} players")
        return tuple(make(letter) for letter in letters[:players])

    return deal


def _deal_longo(players: int, options: Mapping[str, str]) -> tuple[Sheet, ...]:
    pairs = options["lucky"].split(",")
    if len(pairs) < players or not all(number.isdecimal() for pair in pairs for number in pair.split()):
        raise ValueError(f"option lucky needs numbers for {players} players, such as '5 12, 6 13'")
    return tuple(longo(tuple(map(int, pair.split()))) for pair in pairs[:players])


_SHEETS = "the sheet of each player in order of seats"
_TABLE: tuple[tuple[str, str, str, Deal, dict[str, Option]], ...] = (
    (
        "qwixx",
        "Qwixx",
        "The basic sheet. The printed rules are for two players or more; alone is practice.",
        _same(BASIC),
        _options(),
    ),
    ("qwixx-deluxe", "Qwixx Deluxe", "Boards that can be wiped; the basic rules.", _same(BASIC), _options()),
    ("qwixx-xl", "Qwixx XL", "Larger dice; the basic rules.", _same(BASIC), _options()),
    (
        "qwixx-mixx-a",
        "Qwixx Mixx A",
        "Colours mixed within rows. A cell is named by its colour: every number has each colour once.",
        _made(mixx_a),
        _options(
            mixx_close=Option(
                "row",
                ("row", "colour"),
                "row: a lock closes its row; colour: uncertain, one description closes the cells of that "
                "colour in all rows",
            )
        ),
    ),
    ("qwixx-mixx-b", "Qwixx Mixx B", "Numbers mixed within rows.", _same(MIXX_B), _options()),
    (
        "qwixx-big-points",
        "Qwixx Big Points",
        "Two bonus rows that count for both their neighbours.",
        _made(big_points),
        _options(
            bonus_die=Option(
                "crossed_neighbour",
                ("crossed_neighbour", "any_neighbour"),
                "the coloured die a bonus cell takes: that of a crossed cell beside it, or of either",
            ),
            bonus_same_turn=Option(
                "yes", YES_NO, "uncertain: whether a cell crossed with white opens its bonus cell at once"
            ),
        ),
    ),
    (
        "qwixx-double-a",
        "Qwixx Double A",
        "The last crossed number of a row may be crossed again. A second cross in the turn of the first is "
        "a likely reading.",
        _same(DOUBLE_A),
        _options("7"),
    ),
    (
        "qwixx-double-b",
        "Qwixx Double B",
        "Some numbers bring two crosses. Which ones is likely for green and blue, not certain.",
        _same(DOUBLE_B),
        _options("7"),
    ),
    (
        "qwixx-connected-a",
        "Qwixx Connected A",
        "Eleven steps that score once more. The rule is certain, which letter has which steps is likely, "
        "and whether a sheet F was printed is not known.",
        _lettered(connected_a),
        _options(sheets=Option("A B C D E", (), f"{_SHEETS}, A to F")),
    ),
    (
        "qwixx-connected-b",
        "Qwixx Connected B",
        "Chained cells. Sheet A is certain, B to E are likely; that a chained cross moves on its row is the "
        "reading chosen here, the printed rule does not say.",
        _lettered(connected_b),
        _options(sheets=Option("A B C D E", (), f"{_SHEETS}, A to E")),
    ),
    ("qwixx-bonus-a", "Qwixx Bonus A", "Boxed numbers cross along a bonus bar.", _same(BONUS_A), _options()),
    (
        "qwixx-bonus-b",
        "Qwixx Bonus B",
        "Pairs of symbols. That closed rows do not count among the shortest is a likely reading.",
        _same(BONUS_B),
        _options(),
    ),
    (
        "qwixx-longo",
        "Qwixx Longo",
        "Eight-sided dice and rows to 16. Every sheet prints its own lucky numbers; the pairs given here by "
        "default are made up, so type in those on your sheets.",
        _deal_longo,
        _options("6", lucky=Option("5 12, 6 13, 7 12, 5 11, 6 11", (), "lucky numbers of each player")),
    ),
    (
        "qwixx-x-change",
        "Qwixx X-Change",
        "A row of swap fields trades the white sum for another number.",
        _same(X_CHANGE),
        _options(),
    ),
    (
        "qwixx-black-die",
        "Qwixx with a black die",
        "A fan variant, not official. Its author left open what the three options settle.",
        _made(black_die),
        _options(
            black_order=Option("left_to_right", ("left_to_right", "any"), "uncertain: the order in the black row"),
            black_step2=Option(
                "instead", ("instead", "additional"), "uncertain: black instead of a colour, or besides"
            ),
            black_saves=Option("yes", YES_NO, "uncertain: whether a black cross alone saves from the penalty"),
        ),
    ),
)

QWIXX_GAMES = tuple(Qwixx(name, title, note, deal, options, SEATS) for name, title, note, deal, options in _TABLE)
