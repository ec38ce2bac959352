"""Where a cross may go on the basic sheet, and what the sheet is worth."""

import pytest
from tables import QWIXX, may, numbers, play, table

from engine.game import IllegalMove
from engine.sheet import points_up_to


def whites(total):
    """A roll whose white dice make that sum; the coloured dice do not matter."""
    low = max(1, total - 6)
    return f"roll W{low} W{total - low} R1 Y1 G1 B1"


@pytest.mark.parametrize(
    ("sheet", "total", "fits"),
    [
        ({}, 5, ["red", "yellow", "green", "blue"]),
        ({}, 11, ["red", "yellow", "green", "blue"]),
        ({"green": [9]}, 12, ["blue"]),  # red and yellow need five crosses first
        ({"green": [9]}, 10, ["red", "yellow", "blue"]),
        ({"green": [9]}, 9, ["red", "yellow", "blue"]),  # crossed already
        ({"green": [9]}, 8, ["red", "yellow", "green", "blue"]),
        ({"green": [9]}, 2, ["red", "yellow"]),  # one cross is too few to close green
        ({"green": [12, 11, 10, 9, 8]}, 2, ["red", "yellow", "green"]),
        ({"red": [3, 5]}, 2, ["yellow"]),
        ({"red": [3, 5]}, 4, ["yellow", "green", "blue"]),
        ({"red": [3, 5]}, 6, ["red", "yellow", "green", "blue"]),
        ({"green": [10, 7]}, 9, ["red", "yellow", "blue"]),
        ({"green": [10, 7]}, 8, ["red", "yellow", "blue"]),
        ({"yellow": [5]}, 4, ["red", "green", "blue"]),
        ({"red": [2, 4, 6, 8]}, 12, ["green", "blue"]),  # four crosses are not five
        ({"red": [2, 4, 6, 8, 10]}, 12, ["red", "green", "blue"]),
        ({"yellow": [2, 3, 8, 10, 11]}, 12, ["yellow", "green", "blue"]),
    ],
)
def test_white_sum_may_be_crossed_in(sheet, total, fits):
    state = play(table(sheet, {}), whites(total))
    assert may(state, 1) == [f"{colour} {total}" for colour in fits] + ["pass"]


@pytest.mark.parametrize(
    ("white", "coloured", "offered"),
    [
        ("W2 W3", "R1 Y6 G6 B6", "red 3"),
        ("W5 W1", "R4 Y1 G1 B1", "red 9"),
        ("W2 W6", "R1 Y2 G1 B1", "yellow 4"),
        ("W4 W1", "R1 Y1 G1 B6", "blue 10"),
    ],
)
def test_one_white_and_one_coloured_die_make_a_number_of_that_colour(white, coloured, offered):
    state = play(table({}), f"roll {white} {coloured}", "p1 pass")
    assert offered in may(state, 1)


def test_three_dice_and_other_colours_are_never_summed():
    state = play(table({}), "roll W2 W3 R1 Y6 G6 B6", "p1 pass")
    assert may(state, 1) == [
        *("red 3", "red 4"),
        *("yellow 8", "yellow 9", "green 8", "green 9", "blue 8", "blue 9", "pass"),
    ]


def test_gaps_left_behind_are_lost():
    state = table({"red": [5, 7], "yellow": [10], "green": [6], "blue": [10]})
    left = [may(play(state, whites(total)), 1)[:-1] for total in range(2, 13)]
    assert left == [
        *([], ["green 3", "blue 3"], ["green 4", "blue 4"], ["green 5", "blue 5"]),
        *(["blue 6"], ["blue 7"], ["red 8", "blue 8"], ["red 9", "blue 9"]),
        *(["red 10"], ["red 11", "yellow 11"], []),
    ]


def test_points_per_row():
    assert points_up_to(12) == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


UP, DOWN = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]


@pytest.mark.parametrize(
    ("sheet", "penalties", "total"),
    [
        ({}, 0, 0),
        ({"red": UP[:7], "yellow": UP[:3], "green": DOWN[:4], "blue": DOWN[:2]}, 2, 37),
        ({"red": UP[:6], "yellow": UP[:5], "green": DOWN[:6], "blue": DOWN[:5]}, 0, 72),
        ({"red": UP[:4], "yellow": UP[:3], "green": DOWN[:7], "blue": DOWN[:8]}, 2, 70),
        ({"red": [2, 4, 6, 8, 10, 12]}, 0, 28),  # six cells and the lock
        ({"red": UP}, 0, 78),  # eleven cells and the lock: the only way to twelve
        ({"red": UP[:10]}, 0, 55),
        ({"red": UP, "yellow": UP, "green": DOWN[:10], "blue": DOWN[:10]}, 0, 266),  # the most there is
        ({}, 4, -20),
    ],
)
def test_score(sheet, penalties, total):
    assert QWIXX.scores(table(sheet, penalties=[penalties])) == (total,)


def test_closing_a_row_brings_the_lock_too():
    state = table({"red": [2, 4, 6, 8, 10]}, {})
    assert QWIXX.scores(state) == (15, 0)
    state = play(state, whites(12), "p1 red 12", "p2 pass", "p1 pass")
    assert QWIXX.scores(state) == (28, 0)
    with pytest.raises(IllegalMove, match="the red die left the game when red was closed"):
        play(state, whites(7))


def test_nobody_crosses_anything_in_a_closed_row():
    state = table({"yellow": [2]}, {"yellow": [2, 3, 8, 10, 11, 12]}, closed=["yellow"])
    state = play(state, "roll W3 W6 R1 G1 B1")
    assert may(state, 1) == ["red 9", "green 9", "blue 9", "pass"]
    with pytest.raises(IllegalMove, match="yellow 9 is closed to p1: the row has been closed"):
        play(state, "p1 yellow 9")


def test_both_crosses_of_a_turn_may_be_in_one_row_left_to_right():
    state = play(table({}), "roll W1 W2 R3 Y1 G1 B1", "p1 red 3")
    assert numbers(play(state, "p1 red 5"), 1, "red") == [3, 5]
    state = play(table({}), "roll W1 W4 R2 Y1 G1 B1", "p1 red 5")
    assert "red 3" not in may(state, 1)
    with pytest.raises(IllegalMove, match="red 3 is closed to p1: a cell further right"):
        play(state, "p1 red 3")


def test_a_cell_is_crossed_once():
    state = play(table({}), "roll W1 W4 R4 Y1 G1 B1", "p1 red 5")
    with pytest.raises(IllegalMove, match="red 5 is closed to p1: it is crossed already"):
        play(state, "p1 red 5")


def test_the_white_cross_may_be_the_fifth_before_closing():
    state = play(table({"red": [2, 3, 4, 5]}), "roll W5 W6 R6 Y1 G1 B1", "p1 red 11", "p1 red 12")
    assert QWIXX.scores(state) == (28,)
