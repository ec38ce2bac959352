"""What a throw offers everyone, why not, and what it would bring; and the sentence that explains a move."""

import pytest
from tables import QWIXX, play, table

from engine.choices import BoxChoice, box_choices, choices
from engine.dice import InvalidText
from engine.game import explain
from engine.games import GAMES, find_game
from engine.moves import Mark
from engine.offers import colour_offers, colour_sums, white_offers, white_sum
from engine.speed import engine_timings, games_per_second

FIVE = [2, 4, 6, 8, 10]
FIRST = "roll W3 W5 R2 Y6 G1 B4"


def told(state, player, game="qwixx"):
    """Every cell on offer with why it is closed, or what it brings."""
    return {
        str(choice.mark).partition(" ")[2]: choice.refused or (choice.crosses, choice.points, len(choice.skipped))
        for choice in choices(state, player - 1)
    }


def test_white_choices_tell_what_a_cross_brings_or_why_not():
    state = table({"red": [2, 3, 9], "yellow": FIVE, "green": [8]}, {}, closed=["blue"])
    state = play(state, "roll W3 W5 R1 Y1 G1")
    assert told(state, 1) == {
        "red 8": "a cell further right in its row is crossed",
        "yellow 8": "it is crossed already",
        "green 8": "it is crossed already",
        "blue 8": "the row has been closed",
    }
    assert told(state, 2) == {
        "red 8": (1, 1, 6),
        "yellow 8": (1, 1, 6),
        "green 8": (1, 1, 4),
        "blue 8": "the row has been closed",
    }


def test_a_closing_cell_brings_the_lock_too():
    state = play(table({"red": FIVE, "yellow": FIVE[:4]}, {}), "roll W6 W6 R1 Y1 G1 B1")
    red, yellow, *_ = choices(state, 0)
    assert (red.crosses, red.points, red.skipped, red.closes) == (2, 13, ("red 11",), True)
    assert yellow.refused == "the row needs 5 crosses before its closing cell, and has 4"


def test_coloured_choices_are_for_the_roller_alone():
    state = play(table({}, {"red": FIVE}), "roll W6 W6 R1 Y1 G1 B1", "p1 pass", "p2 red 12")
    assert told(state, 2) == {}
    assert told(state, 1) == {
        "red 7": "the red die has left the game",
        "yellow 7": (1, 1, 5),
        "green 7": (1, 1, 5),
        "blue 7": (1, 1, 5),
    }


def test_who_has_answered_is_offered_nothing():
    state = play(table({}, {}), FIRST, "p2 red 8")
    assert choices(state, 1) == []
    assert len(choices(state, 0)) == 4


def test_choices_count_forced_crosses():
    state = play(table({}, game="qwixx-bonus-a"), "roll W5 W6 R1 Y1 G1 B1", game="qwixx-bonus-a")
    assert told(state, 1)["green 11"] == (2, 2, 1)  # red 2 by the bar


def test_a_cell_two_dice_could_reach_is_named_once_and_open_if_either_does():
    game = "qwixx-big-points"
    state = play(table({"yellow": [3]}, game=game), "roll W1 W1 R2 Y2 G6 B6", "p1 pass", game=game)
    assert told(state, 1, game)["red+yellow 3"] == (1, 3, 1)  # by the yellow die; counts in red and yellow
    state = play(table({"yellow": [3]}, game=game), "roll W1 W1 R2 Y6 G6 B6", "p1 pass", game=game)
    assert told(state, 1, game)["red+yellow 3"] == "it takes the die of a crossed cell beside it"


@pytest.mark.parametrize("game", ["qwixx", "qwixx-big-points", "qwixx-x-change", "qwixx-longo", "qwixx-black-die"])
def test_open_choices_are_the_legal_marks(game):
    rules = find_game(game)
    roll = "roll W3 W4 R2 Y6 G1 B4" + (" K6" if game == "qwixx-black-die" else "")
    white = play(rules.start(2, {}), roll, game=game)
    coloured = play(white, "p1 pass", "p2 pass", game=game)
    for state in (white, coloured):
        found = [choice.mark for player in (0, 1) for choice in choices(state, player) if choice.refused is None]
        assert sorted(map(str, found)) == sorted(str(m) for m in rules.legal_moves(state) if isinstance(m, Mark))


def test_what_the_announcer_says_of_a_roll():
    state = play(table({}, {}), FIRST)
    assert white_sum(state.roll) == 8
    assert {player: len(marks) for player, marks in white_offers(state).items()} == {0: 4, 1: 4}
    assert [(offer.white, offer.colour.value, offer.mark.number) for offer in colour_offers(state)] == [
        *((3, "red", 5), (5, "red", 7), (3, "yellow", 9), (5, "yellow", 11)),
        *((3, "green", 4), (5, "green", 6), (3, "blue", 7), (5, "blue", 9)),
    ]
    locked = play(table({}, {}, closed=["red"]), "roll W3 W5 Y6 G1 B4")
    assert "red" not in {sum_.colour.value for sum_ in colour_sums(locked.roll)}
    assert len(white_offers(locked)[0]) == 3


def test_every_box_of_yahtzee():
    yahtzee = find_game("yahtzee")
    state = play(yahtzee.start(1, {}), "roll W6 W6 W6 W6 W6", "p1 score yahtzee", game="yahtzee")
    assert box_choices(state) == []
    found = box_choices(play(state, "roll W6 W6 W6 W6 W6", game="yahtzee"))
    assert found[5] == BoxChoice("sixes", points=30)
    assert found[11].refused == "yahtzee is filled already"
    assert found[12].refused == "chance must wait: by the Joker rule five of a kind goes to sixes"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("p1 red 8", "the white dice make 8, and the red 8 is open to p1"),
        ("p1 red 9", "red 9 is not on offer: the white dice make 8"),
        ("p1 red 13", "there is no red 13 on the sheet"),
        ("p1 white 8", "there is no white 8 on the sheet"),
        ("p2 pass", "p2 may always leave a sum uncrossed"),
        ("p2 choose red", "p2 has no row to choose now"),
        ("p3 red 8", "there is no p3: 2 players are at the table"),
        (FIRST, "no roll now: p1, p2 must answer this one first"),
    ],
)
def test_explain_says_why_or_why_not(move, sentence):
    assert explain(QWIXX, play(table({}, {}), FIRST), move) == sentence


def test_explain_the_coloured_step():
    state = play(table({}, {}), FIRST, "p1 pass", "p2 pass")
    assert explain(QWIXX, state, "p1 red 7") == "a white and a coloured die make 7, and the red 7 is open to p1"
    assert explain(QWIXX, state, "p1 red 8").startswith("red 8 is not on offer: white plus colour makes red 5, red 7")
    assert explain(QWIXX, state, "p2 red 7") == "p2 has answered already; only p1, who rolled, adds a coloured die"
    assert explain(QWIXX, table({}), FIRST) == "these are exactly the dice in play"


@pytest.mark.parametrize(
    ("game", "roll", "move", "sentence"),
    [
        ("qwixx-x-change", "roll W5 W6 R1 Y1 G1 B1", "p1 red 3 swap", "a swap field not passed yet"),
        ("qwixx-longo", "roll W2 W3 R1 Y1 G1 B1", "p1 red 2 lucky", "the white sum is lucky, and red 2 is next"),
    ],
)
def test_explain_detours(game, roll, move, sentence):
    rules = find_game(game)
    assert sentence in explain(rules, play(rules.start(1, {}), roll, game=game), move)


def test_what_cannot_be_read_is_not_explained():
    with pytest.raises(InvalidText, match="no colour maroon"):
        explain(QWIXX, table({}), "p1 maroon 8")


def test_timings_are_measured():
    assert all(us > 0 for us in engine_timings().values())
    played = games_per_second(spent_s=0)
    assert set(played) == set(GAMES)
    assert min(played.values()) > 0
