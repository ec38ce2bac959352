"""The sheets of the Qwixx family: layouts counted by hand, and what each sheet changes."""

from collections import Counter

import pytest
from tables import may, numbers, play, scores, table

from engine.game import IllegalMove
from engine.games import find_game
from engine.score import row_points

LOW = "R1 Y1 G1 B1"


def sheet(game, player=0, players=2, **options):
    return find_game(game).start(players, options).rules.sheets[player]


@pytest.mark.parametrize("game", ["qwixx", "qwixx-mixx-a", "qwixx-mixx-b", "qwixx-xl", "qwixx-deluxe"])
def test_every_number_has_each_colour_once(game):
    cells = Counter(cell for row in sheet(game).rows for cell in zip(row.numbers, row.colours, strict=True))
    colours = ["red", "yellow", "green", "blue"]
    assert cells == Counter((number, colour) for number in range(2, 13) for colour in colours)


def test_mixx_a_closes_a_row_and_takes_the_die_of_its_last_cell():
    game = "qwixx-mixx-a"
    state = table({"red": [2, 3, 4, 5, 6]}, {}, game=game)
    state = play(state, "roll W6 W6 R2 Y1 G1 B1", "p1 red 12", "p2 pass", "p1 pass", game=game)
    state = play(state, "roll W4 W4 Y1 G1 B1", game=game)
    assert "red 8" in may(state, 1, game)  # it stands in the blue row
    assert "yellow 4" not in may(play(state, "p1 pass", "p2 pass", game=game), 2, game)  # in the closed row


def test_mixx_a_takes_a_coloured_sum_where_that_colour_stands():
    game = "qwixx-mixx-a"
    state = play(table({}, game=game), "roll W1 W1 R6 Y1 G1 B1", "p1 pass", game=game)
    state = play(state, "p1 red 7", game=game)
    assert numbers(state, 1, "blue") == [7]
    assert scores(state, game) == (1,)


def test_mixx_a_may_close_a_colour_as_a_named_option():
    game = "qwixx-mixx-a"
    state = table({"red": [2, 3, 4, 5, 6]}, {}, game=game, mixx_close="colour")
    state = play(state, "roll W6 W6 R2 Y1 G1 B1", "p1 red 12", "p2 pass", "p1 pass", game=game)
    eight = may(play(state, "roll W4 W4 Y1 G1 B1", game=game), 2, game)
    three = may(play(state, "roll W1 W2 Y1 G1 B1", game=game), 2, game)
    assert "red 8" not in eight
    assert "yellow 3" in three


def test_mixx_b_goes_by_place_not_by_number():
    game = "qwixx-mixx-b"
    state = table({"red": [10, 8]}, {}, game=game)
    six = play(state, "roll W3 W3 R1 Y1 G1 B1", game=game)
    assert may(six, 1, game) == ["yellow 6", "green 6", "blue 6", "pass"]
    full = table({"red": [10, 6, 2, 8, 3], "yellow": [9, 12, 4, 6, 7]}, game=game)
    assert "red 11" in may(play(full, f"roll W5 W6 {LOW}", game=game), 1, game)
    assert "yellow 10" in may(play(full, f"roll W5 W5 {LOW}", game=game), 1, game)
    assert [row.numbers[-1] for row in sheet(game).rows] == [11, 10, 3, 4]


def test_double_a_crosses_the_last_number_again():
    game = "qwixx-double-a"
    state = play(table({"red": [2, 3, 4]}, game=game), f"roll W1 W3 {LOW}", "p1 red 4", game=game)
    assert scores(state, game) == (10,)
    state = play(state, "p1 pass", game=game)
    again = play(state, f"roll W1 W3 {LOW}", game=game)
    assert "red 4" not in may(again, 1, game)  # two crosses are all it takes
    further = play(state, f"roll W3 W3 {LOW}", "p1 red 6", "p1 pass", f"roll W1 W3 {LOW}", game=game)
    assert "red 4" not in may(further, 1, game)


def test_double_a_takes_both_crosses_in_one_turn():
    game = "qwixx-double-a"
    state = play(table({}, game=game), "roll W1 W3 R3 Y1 G1 B1", "p1 red 4", "p1 red 4", game=game)
    assert scores(state, game) == (3,)


@pytest.mark.parametrize(("doubles", "closes"), [([10, 11], True), ([11], False)])
def test_double_needs_seven_crosses_to_close(doubles, closes):
    game = "qwixx-double-a"
    state = table({"red": [2, 3, 4, 5]}, game=game)
    for number in doubles:
        roll = f"roll W5 W{number - 5} {LOW}"
        state = play(state, roll, f"p1 red {number}", "p1 pass", roll, f"p1 red {number}", "p1 pass", game=game)
    assert ("red 12" in may(play(state, f"roll W6 W6 {LOW}", game=game), 1, game)) == closes


def test_double_caps_a_row_at_sixteen_crosses():
    game = "qwixx-double-a"
    state = table({}, game=game)
    for number in range(2, 12):
        roll = f"roll W{max(1, number - 6)} W{min(6, number - 1)} {LOW}"
        state = play(state, roll, f"p1 red {number}", "p1 pass", roll, f"p1 red {number}", "p1 pass", game=game)
    state = play(state, f"roll W6 W6 {LOW}", "p1 red 12", game=game)
    assert scores(state, game) == (136,)  # 22 crosses


def test_double_b_brings_two_crosses_at_once():
    game = "qwixx-double-b"
    state = play(table({}, game=game), f"roll W1 W2 {LOW}", "p1 red 3", game=game)
    assert scores(state, game) == (3,)
    state = play(table({}, game=game), f"roll W5 W5 {LOW}", "p1 green 10", game=game)
    assert scores(state, game) == (3,)
    state = play(table({}, game=game), f"roll W5 W5 {LOW}", "p1 red 10", game=game)
    assert scores(state, game) == (1,)


def test_big_points_bonus_cell_needs_a_crossed_neighbour_and_its_die():
    game = "qwixx-big-points"
    state = play(table({"yellow": [3]}, game=game), "roll W1 W2 R2 Y2 G6 B6", game=game)
    assert may(state, 1, game) == ["red 3", "red+yellow 3", "green 3", "blue 3", "pass"]
    state = play(table({"yellow": [3]}, game=game), "roll W1 W1 R2 Y1 G6 B6", "p1 pass", game=game)
    assert may(state, 1, game) == ["red 3", "green 7", "blue 7", "pass"]  # red 2 and white 1 make red 3 only
    with pytest.raises(IllegalMove, match="takes the white sum, or the die of a crossed cell beside it"):
        play(state, "p1 red+yellow 3", game=game)
    state = play(table({"yellow": [3]}, game=game), "roll W1 W1 R6 Y2 G6 B6", "p1 pass", game=game)
    assert "red+yellow 3" in may(state, 1, game)
    state = table({"yellow": [3]}, game=game, bonus_die="any_neighbour")
    state = play(state, "roll W1 W1 R2 Y1 G6 B6", "p1 pass", game=game)
    assert "red+yellow 3" in may(state, 1, game)


@pytest.mark.parametrize(("option", "open_at_once"), [("yes", True), ("no", False)])
def test_big_points_same_turn(option, open_at_once):
    game = "qwixx-big-points"
    state = table({}, game=game, bonus_same_turn=option)
    state = play(state, "roll W1 W2 R2 Y6 G6 B6", "p1 red 3", game=game)
    assert ("red+yellow 3" in may(state, 1, game)) == open_at_once


def test_big_points_bonus_rows_run_left_to_right():
    game = "qwixx-big-points"
    state = table({"yellow": [3, 4, 5], "red+yellow": [5]}, game=game)
    for number in (3, 4):
        assert "red+yellow" not in " ".join(may(play(state, f"roll W1 W{number - 1} {LOW}", game=game), 1, game))


def test_big_points_bonus_crosses_score_twice_but_do_not_help_to_close():
    game = "qwixx-big-points"
    state = table({"red": [2, 3, 4, 5], "red+yellow": [2, 3, 4]}, game=game)
    assert "red 12" not in may(play(state, f"roll W6 W6 {LOW}", game=game), 1, game)
    state = table({"red": [2, 3, 4], "red+yellow": [2, 3, 4]}, game=game)
    assert scores(state, game) == (21 + 6,)
    full = list(range(2, 13))
    assert scores(table({"red": full, "red+yellow": full}, game=game), game) == (120 + 66,)


def test_big_points_bonus_cells_outlive_their_row():
    game = "qwixx-big-points"
    state = table({"red": [2, 3, 4, 5, 8, 12]}, {}, game=game, closed=["red"])
    state = play(state, "roll W4 W4 Y1 G1 B1", game=game)
    assert "red+yellow 8" in may(state, 1, game)
    state = play(state, "p1 red+yellow 8", "p2 pass", "p1 pass", game=game)
    assert scores(state, game) == (36 + 1, 0)
    assert state.marks[0].penalties == 0


@pytest.mark.parametrize(
    ("red", "total", "closes"),
    [
        ([2, 3, 4, 5, 6, 7], 15, True),
        ([2, 3, 4, 5, 6, 7], 16, True),
        ([2, 3, 4, 5, 6], 15, False),
        ([2, 3, 4, 5, 6], 16, False),
    ],
)
def test_longo_closes_with_either_of_its_last_cells(red, total, closes):
    game = "qwixx-longo"
    state = play(table({"red": red}, {}, game=game), f"roll W8 W{total - 8} {LOW}", game=game)
    assert (f"red {total}" in may(state, 1, game)) == closes
    if closes:
        assert play(state, f"p1 red {total}", "p2 pass", game=game).closed == 1


def test_longo_ends_its_table_at_fifteen_crosses():
    game = "qwixx-longo"
    state = table({"red": [*range(2, 15), 15], "blue": [*range(16, 3, -1), 3]}, game=game)
    assert scores(state, game) == (240,)


def test_longo_lucky_number_takes_the_next_cell_of_a_shortest_row():
    game = "qwixx-longo"
    state = table({"red": [2, 3, 4], "yellow": [5], "green": [9], "blue": [16, 15]}, game=game, lucky="7 12")
    state = play(state, f"roll W3 W4 {LOW}", game=game)
    assert may(state, 1, game) == [
        *("red 7", "yellow 7", "green 7", "blue 7", "yellow 6 lucky", "green 8 lucky", "pass")
    ]
    assert numbers(play(state, "p1 yellow 6 lucky", game=game), 1, "yellow") == [5, 6]
    other = play(table({}, game=game, lucky="7 12"), f"roll W3 W5 {LOW}", game=game)
    assert not any("lucky" in move for move in may(other, 1, game))


def test_longo_wants_lucky_numbers_for_everyone():
    with pytest.raises(ValueError, match="option lucky needs numbers for 2 players"):
        find_game("qwixx-longo").start(2, {"lucky": "5 12"})


@pytest.mark.parametrize(
    ("letter", "columns"),
    [
        ("A", "Y G B G Y R Y G B G Y"),
        ("B", "B G Y R Y G B G Y R Y"),
        ("C", "G B G Y R Y G B G Y R"),
        ("D", "Y R Y G B G Y R Y G B"),
        ("E", "R Y G B G Y R Y G B G"),
        ("F", "G Y R Y G B G Y R Y G"),
    ],
)
def test_connected_a_steps(letter, columns):
    steps = sheet("qwixx-connected-a", sheets=letter + " A").steps
    letters = ["RYGB"[[row >> pos & 1 for row in steps].index(1)] for pos in range(11)]
    assert letters == columns.split()


def test_connected_a_scores_its_steps_once_more():
    game = "qwixx-connected-a"
    full = {"yellow": list(range(2, 13))}
    assert scores(table(full, {}, game=game, sheets="A B", penalties=[4, 0]), game) == (68, 0)
    assert scores(table(full, {}, game=game, sheets="A B"), game) == (88, 0)


def test_connected_b_crosses_the_other_end_of_a_chain():
    game = "qwixx-connected-b"
    state = play(table({}, game=game), f"roll W3 W3 {LOW}", "p1 red 6", "p1 pass", game=game)
    assert (numbers(state, 1, "red"), numbers(state, 1, "yellow")) == ([6], [6])
    assert "yellow 3" not in may(play(state, f"roll W1 W2 {LOW}", game=game), 1, game)


def test_connected_b_chains_reach_into_closed_rows_and_behind_the_last_cross():
    game = "qwixx-connected-b"
    state = table({"blue": [3]}, {}, game=game, closed=["blue"])
    state = play(state, "roll W2 W2 R1 Y1 G1", "p1 green 4", game=game)
    assert numbers(state, 1, "blue") == [4, 3]


def test_connected_b_a_chain_crossed_at_both_ends_does_nothing_more():
    game = "qwixx-connected-b"
    state = play(table({"yellow": [6]}, game=game), f"roll W3 W3 {LOW}", "p1 red 6", game=game)
    assert scores(state, game) == (2,)


def test_connected_b_sheet_e():
    game = "qwixx-connected-b"
    state = table({"green": [11]}, game=game, sheets="E")
    for number in (9, 8, 7, 6):
        roll = f"roll W3 W{number - 3} {LOW}"
        state = play(state, roll, f"p1 blue {number}", "p1 pass", game=game)
    assert numbers(state, 1, "green") == [11, 9, 6]


@pytest.mark.parametrize(
    ("letter", "pairs"),
    [
        ("A", "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4"),
        ("B", "R4-Y4 R9-Y9 Y6-G8 Y11-G3 G11-B11 G6-B6"),
        ("C", "R3-Y3 R8-Y8 Y6-G8 Y11-G3 G10-B10 G5-B5"),
        ("D", "R5-Y5 R10-Y10 Y3-G11 Y8-G6 G8-B8 G3-B3"),
        ("E", "R6-Y6 R9-Y9 Y3-G11 Y11-G3 G9-B9 G6-B6"),
    ],
)
def test_connected_b_chains_join_neighbours_in_one_column(letter, pairs):
    chained = sheet("qwixx-connected-b", sheets=letter + " A")
    ends = [end for pair in chained.chains for end in pair]
    assert [f"{'RYGB'[r]}{chained.rows[r].numbers[pos]}" for r, pos in ends] == pairs.replace("-", " ").split()
    assert len(set(ends)) == 12
    assert all(one[1] == two[1] not in (0, 10) and two[0] - one[0] == 1 for one, two in chained.chains)


def test_an_unknown_connected_sheet_is_refused():
    with pytest.raises(ValueError, match="sheets are among A B C D E; not 'F'"):
        find_game("qwixx-connected-b").start(1, {"sheets": "F"})
    with pytest.raises(ValueError, match="names 1 sheets for 2 players"):
        find_game("qwixx-connected-b").start(2, {"sheets": "A"})


BAR = "qwixx-bonus-a"


@pytest.mark.parametrize(
    ("before", "mark", "after"),
    [
        ({}, "green 11", {"red": [2], "green": [11]}),
        ({}, "red 3", {"red": [3, 4]}),
        (
            {"red": [2], "yellow": [4], "green": [12], "blue": [11]},
            "blue 10",  # red 3, yellow 5, green 11 and blue 9 in a chain
            {"red": [2, 3], "yellow": [4, 5], "green": [12, 11], "blue": [11, 10, 9]},
        ),
    ],
)
def test_bonus_a_bar(before, mark, after):
    number = int(mark.split()[1])
    state = play(table(before, game=BAR), f"roll W{max(1, number - 6)} W{min(6, number - 1)} {LOW}", game=BAR)
    state = play(state, f"p1 {mark}", game=BAR)
    assert {row.name: numbers(state, 1, row.name) for row in sheet(BAR).rows} == {
        "red": [],
        "yellow": [],
        "green": [],
        "blue": [],
        **after,
    }


def test_bonus_a_fields_of_a_closed_colour_are_struck():
    state = table({}, {}, game=BAR, closed=["red"])
    state = play(state, "roll W1 W4 Y1 G1 B1", "p1 yellow 5", game=BAR)
    assert numbers(state, 1, "yellow") == [5, 6]
    assert scores(state, BAR) == (3, 0)


def test_bonus_a_a_whole_red_row():
    state = table({}, game=BAR)
    for number in (2, 3, 5, 6):
        state = play(state, f"roll W1 W{number - 1} {LOW}", f"p1 red {number}", "p1 pass", game=BAR)
    assert numbers(state, 1, "red") == [2, 3, 4, 5, 6]
    assert numbers(state, 1, "yellow") == [2]
    assert play(state, f"roll W6 W6 {LOW}", "p1 red 12", game=BAR).closed == 1


def test_bonus_a_a_forced_cross_closes_only_with_five_crosses():
    state = play(table({"red": [2, 11]}, game=BAR), f"roll W5 W6 {LOW}", "p1 green 11", game=BAR)
    assert numbers(state, 1, "red") == [2, 11]  # the bonus is lost
    state = play(table({"red": [2, 3, 4, 5, 11]}, game=BAR), f"roll W5 W6 {LOW}", "p1 green 11", game=BAR)
    assert state.closed == 1


PAIRS = "qwixx-bonus-b"


def test_bonus_b_diamond_crosses_once_in_every_row():
    state = play(table({"yellow": [7]}, game=PAIRS), f"roll W3 W4 {LOW}", "p1 blue 7", game=PAIRS)
    rows = [numbers(state, 1, row.name) for row in sheet(PAIRS).rows]
    assert rows == [[2], [7, 8], [12], [7, 6]]


def test_bonus_b_circle_crosses_twice_in_the_shortest_row():
    state = table({"red": [2, 3, 11], "yellow": [2, 11], "blue": [12, 11]}, game=PAIRS)
    state = play(state, f"roll W4 W5 {LOW}", "p1 green 9", game=PAIRS)
    assert numbers(state, 1, "green") == [9, 8, 7]


def test_bonus_b_a_tie_for_the_shortest_row_is_the_players_choice():
    state = table({"yellow": [2, 11], "green": [12]}, {}, game=PAIRS)
    state = play(state, f"roll W4 W5 {LOW}", "p1 green 9", game=PAIRS)
    assert may(state, 1, PAIRS) == ["choose red", "choose blue"]
    with pytest.raises(IllegalMove, match="p1 must choose a row now"):
        play(state, "p1 pass", game=PAIRS)
    state = play(state, "p2 pass", "p1 choose blue", game=PAIRS)
    assert numbers(state, 1, "blue") == [12, 11]
    assert may(state, 1, PAIRS)[-1] == "pass"  # the coloured step


def test_bonus_b_closed_rows_are_not_the_shortest():
    state = table({"yellow": [2, 11], "green": [12], "blue": [12, 11]}, {}, game=PAIRS, closed=["red"])
    state = play(state, "roll W4 W5 Y1 G1 B1", "p1 green 9", game=PAIRS)
    assert may(state, 1, PAIRS) == ["choose yellow", "choose green", "choose blue"]


def test_bonus_b_no_forced_cross_closes_without_five_crosses():
    state = table({"red": [2, 3], "yellow": [11], "green": [12], "blue": [12, 11]}, game=PAIRS)
    state = play(state, f"roll W4 W5 {LOW}", "p1 green 9", game=PAIRS)
    assert numbers(state, 1, "yellow") == [11]  # yellow 12 is lost


def test_bonus_b_end_effects():
    rows = {"red": [2, 3, 6, 8], "yellow": [2, 3], "green": [5], "blue": [12, 10, 4]}
    state = table(rows, game=PAIRS, penalties=[2])
    assert row_points(sheet(PAIRS), state.marks[0]) == [10, 3, 1, 6]
    # square doubles green, octagon brings 13, star pays the penalties
    assert scores(state, PAIRS) == (10 + 3 + 2 + 6 + 13,)


def test_bonus_b_the_fourth_penalty_still_ends_the_game():
    state = table({"yellow": [3], "green": [5]}, game=PAIRS, penalties=[3])
    state = play(state, f"roll W4 W5 {LOW}", "p1 pass", "p1 pass", game=PAIRS)
    assert find_game(PAIRS).outcome(state).scores == (2,)


def test_x_change_trades_the_white_sum():
    game = "qwixx-x-change"
    state = play(table({}, {}, game=game), f"roll W5 W6 {LOW}", game=game)
    assert may(state, 1, game) == [
        *("red 11", "yellow 11", "green 11", "blue 11"),
        *(f"{colour} {number} swap" for number in (3, 9) for colour in ("red", "yellow", "green", "blue")),
        "pass",
    ]
    state = play(state, "p1 red 3 swap", "p2 pass", "p1 pass", game=game)
    assert numbers(state, 1, "red") == [3]
    state = play(state, f"roll W4 W4 {LOW}", game=game)
    assert "yellow 5 swap" not in may(state, 1, game)  # that field was passed
    assert "yellow 6 swap" in may(state, 1, game)
    assert "yellow 5 swap" in may(state, 2, game)


BLACK = "qwixx-black-die"


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ("W1 W2 K5", ["black 4", "black 3"]),
        ("W3 W5 K3", []),
        ("W1 W1 K6", ["black 5"]),
    ],
)
def test_black_takes_the_black_die_minus_a_white_one(dice, offered):
    state = play(table({}, game=BLACK), f"roll {dice} {LOW}", game=BLACK)
    assert not any("black" in move for move in may(state, 1, BLACK))
    state = play(state, "p1 pass", game=BLACK)
    assert [move for move in may(state, 1, BLACK) if "black" in move] == offered


@pytest.mark.parametrize(("order", "offered"), [("left_to_right", ["black 3"]), ("any", ["black 5", "black 3"])])
def test_black_runs_left_to_right_unless_agreed_otherwise(order, offered):
    state = table({"black": [4]}, game=BLACK, black_order=order)
    state = play(state, f"roll W1 W3 K6 {LOW}", "p1 pass", game=BLACK)
    assert [move for move in may(state, 1, BLACK) if "black" in move] == offered


@pytest.mark.parametrize(("black", "points"), [([5, 4, 3, 2, 1], 0), ([5, 3], -8), ([], -32)])
def test_black_row_costs_points(black, points):
    assert scores(table({"black": black}, game=BLACK), BLACK) == (points,)


def test_black_instead_of_a_colour_or_besides():
    roll = f"roll W1 W2 K6 {LOW}"
    state = play(table({}, {}, game=BLACK), roll, "p1 pass", "p2 pass", "p1 black 5", game=BLACK)
    assert state.active == 1
    assert state.marks[0].penalties == 0
    state = table({}, {}, game=BLACK, black_step2="additional")
    state = play(state, roll, "p1 pass", "p2 pass", "p1 black 5", game=BLACK)
    assert may(state, 1, BLACK) == ["red 2", "red 3", "yellow 2", "yellow 3", "green 3", "blue 3", "pass"]
    state = play(state, "p1 red 2", game=BLACK)
    assert state.active == 1


def test_black_alone_may_not_save_from_the_penalty():
    state = table({}, {}, game=BLACK, black_saves="no")
    state = play(state, f"roll W1 W2 K6 {LOW}", "p1 pass", "p2 pass", "p1 black 5", game=BLACK)
    assert state.marks[0].penalties == 1


def test_every_doubtful_reading_says_so():
    for name in ("connected-a", "connected-b", "double-b", "longo", "black-die", "bonus-b"):
        note = find_game(f"qwixx-{name}").note
        assert any(word in note for word in ("likely", "not certain", "made up", "not official")), name
