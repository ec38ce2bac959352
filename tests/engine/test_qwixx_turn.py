"""A turn of Qwixx step by step: who may do what when, locks, penalties and the end."""

from itertools import permutations

import pytest
from tables import QWIXX, may, numbers, play, table

from engine.game import IllegalMove, Outcome

FIVE = [2, 4, 6, 8, 10]
TWELVE = "roll W6 W6 R1 Y1 G1 B1"


def test_everyone_answers_white_once_then_only_the_roller_adds_a_colour():
    state = play(table({}, {}), "roll W3 W5 R2 Y6 G1 B4", "p1 red 8")
    assert may(state, 1) == []
    with pytest.raises(IllegalMove, match="p1 has answered already"):
        play(state, "p1 yellow 8")
    state = play(state, "p2 yellow 8")
    assert may(state, 2) == []
    with pytest.raises(IllegalMove, match="only p1, who rolled, adds a coloured die"):
        play(state, "p2 yellow 9")


def test_answers_may_come_in_any_order():
    answers = ["p1 red 8", "p2 pass", "p3 green 8"]
    start = play(table({}, {}, {}), "roll W3 W5 R2 Y6 G1 B4")
    ends = [play(start, *order) for order in permutations(answers)]
    assert all(end == ends[0] for end in ends)


def test_no_new_roll_before_all_have_answered():
    state = play(table({}, {}), "roll W3 W5 R2 Y6 G1 B4", "p1 red 8")
    with pytest.raises(IllegalMove, match="no roll now: p2 must answer this one first"):
        play(state, "roll W3 W5 R2 Y6 G1 B4")


@pytest.mark.parametrize(
    ("answers", "penalties"),
    [
        (["p1 pass", "p2 pass", "p1 pass"], [1, 0]),  # although crosses were possible
        (["p1 red 8", "p2 pass", "p1 pass"], [0, 0]),
        (["p1 pass", "p2 pass", "p1 red 5"], [0, 0]),
        (["p1 pass", "p2 red 8", "p1 pass"], [1, 0]),
    ],
)
def test_the_roller_pays_for_a_turn_without_a_cross(answers, penalties):
    state = play(table({}, {}), "roll W3 W5 R2 Y6 G1 B4", *answers)
    assert [marks.penalties for marks in state.marks] == penalties
    assert state.active == 1


def test_the_fourth_penalty_ends_the_game():
    state = table({}, {"red": [2]}, penalties=[3, 0])
    state = play(state, "roll W3 W5 R2 Y6 G1 B4", "p1 pass", "p2 pass", "p1 pass")
    assert QWIXX.outcome(state) == Outcome(scores=(-20, 1), winners=(1,))
    with pytest.raises(IllegalMove, match="the game is over"):
        play(state, "p2 pass")


def test_several_players_close_one_row_together():
    state = table({"red": FIVE}, {"red": FIVE}, {"red": FIVE[:4]})
    state = play(state, TWELVE)
    assert "red 12" not in may(state, 3)
    with pytest.raises(IllegalMove, match="needs 5 crosses before its closing cell, and has 4"):
        play(state, "p3 red 12")
    state = play(state, "p2 red 12", "p1 red 12", "p3 pass")
    assert QWIXX.scores(state) == (28, 28, 10)
    assert state.closed == 1  # one row, however many closed it
    assert not any(move.startswith("red") for move in may(state, 1))  # its die is gone at once


def test_a_row_closed_by_another_takes_its_die_before_the_coloured_step():
    state = play(table({}, {"red": FIVE}), TWELVE, "p1 pass", "p2 red 12")
    with pytest.raises(IllegalMove, match="red 7 is closed to p1: the row has been closed"):
        play(state, "p1 red 7")


def test_who_does_not_join_keeps_the_crosses_and_gets_no_lock():
    state = play(table({"red": FIVE}, {"red": FIVE}), TWELVE, "p1 red 12", "p2 pass", "p1 pass")
    assert QWIXX.scores(state) == (28, 15)
    assert "red 12" not in may(play(state, "roll W6 W6 Y1 G1 B1"), 2)


def test_nobody_joins_a_lock_of_the_coloured_step():
    state = play(table({"red": FIVE}, {"red": FIVE}), "roll W6 W1 R6 Y1 G1 B1", "p1 pass", "p2 pass")
    state = play(state, "p1 red 12")
    assert QWIXX.scores(state) == (28, 15)


def test_two_more_rows_may_close_in_the_step_that_ends_the_game():
    state = table({"red": FIVE, "green": [12, 11, 10, 9, 8, 2]}, {"yellow": FIVE}, closed=["green"])
    state = play(state, "roll W6 W6 R1 Y1 B1", "p1 red 12", "p2 yellow 12")
    assert state.closed.bit_count() == 3
    assert QWIXX.outcome(state) == Outcome(scores=(28 + 28, 28), winners=(0,))


@pytest.mark.parametrize("answers", [["p1 yellow 12", "p2 pass"], ["p1 pass", "p2 yellow 12"]])
def test_after_the_second_lock_in_the_white_step_nothing_follows(answers):
    state = table({"yellow": FIVE}, {"yellow": FIVE}, closed=["red"])
    state = play(state, "roll W6 W6 Y1 G1 B1", *answers)
    assert QWIXX.outcome(state) is not None
    assert QWIXX.legal_moves(state) == []
    assert [marks.penalties for marks in state.marks] == [0, 0]


def test_the_roller_may_close_two_rows_in_one_turn():
    state = table({"red": FIVE, "yellow": FIVE}, {})
    state = play(state, "roll W6 W6 R1 Y6 G1 B1", "p1 red 12", "p2 pass", "p1 yellow 12")
    assert QWIXX.outcome(state) == Outcome(scores=(56, 0), winners=(0,))


def test_house_rule_finish_turn_plays_the_coloured_step_and_the_penalty():
    state = table({}, {"yellow": FIVE}, closed=["red"], end_mode="finish_turn")
    state = play(state, "roll W6 W6 Y1 G1 B1", "p1 pass", "p2 yellow 12")
    assert may(state, 1) == ["green 7", "blue 7", "pass"]
    declined = play(state, "p1 pass")
    assert QWIXX.outcome(declined) == Outcome(scores=(-5, 28), winners=(1,))


@pytest.mark.parametrize(("tie", "winners"), [("shared", (0, 1)), ("none", ())])
def test_a_tie(tie, winners):
    state = table({"red": FIVE}, {"red": FIVE}, closed=["green"], tie=tie)
    state = play(state, "roll W6 W6 R1 Y1 B1", "p1 red 12", "p2 red 12")
    assert QWIXX.outcome(state) == Outcome(scores=(28, 28), winners=winners)


def test_three_rounds_as_printed():
    state = play(table({}, {}), "roll W1 W2 R3 Y6 G6 B6", "p1 red 3", "p2 yellow 3", "p1 red 5")
    assert numbers(state, 1, "red") == [3, 5]
    state = play(state, "roll W2 W2 R1 Y1 G1 B6")
    assert "red 4" not in may(state, 1)
    state = play(state, "p1 green 4", "p2 pass", "p2 blue 8")
    state = play(state, "roll W3 W3 R2 Y6 G6 B6", "p1 red 6", "p2 yellow 6")
    assert "red 5" not in may(state, 1)
    state = play(state, "p1 pass")
    assert QWIXX.scores(state) == (7, 4)
    assert [marks.penalties for marks in state.marks] == [0, 0]


@pytest.mark.parametrize(
    ("roll", "sentence"),
    [
        ("W1 W2 W3 R1 Y1 G1 B1", "expected 2 white dice in the roll, got 3"),
        ("W1 W2 R1 R1 Y1 G1 B1", "expected 1 red die in the roll, got 2"),
        ("W1 W2 R1 Y1 G1", "expected 1 blue die in the roll, got none"),
        ("W7 W2 R1 Y1 G1 B1", "W7 is not possible: these dice show 1 to 6"),
        ("W1 W2 R1 Y1 G1 B1 K1", "this game has no black die"),
    ],
)
def test_a_roll_the_table_cannot_show_is_refused(roll, sentence):
    with pytest.raises(IllegalMove, match=sentence):
        play(table({}), f"roll {roll}")


def test_a_locked_die_among_the_dice_is_refused():
    with pytest.raises(IllegalMove, match="the red die left the game when red was closed"):
        play(table({}, closed=["red"]), "roll W1 W2 R1 Y1 G1 B1")


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (0, {}, "Qwixx is for 1 to 5 players, not 0"),
        (6, {}, "Qwixx is for 1 to 5 players, not 6"),
        (2, {"end": "now"}, "no option 'end'; there is end_mode"),
        (2, {"tie": "coin"}, "option tie is one of shared, none; not 'coin'"),
    ],
)
def test_a_start_the_rules_do_not_know_is_refused(players, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        QWIXX.start(players, options)
