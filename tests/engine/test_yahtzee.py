"""Yahtzee: boxes, throws and kept dice, and the Joker rule of two editions."""

from dataclasses import replace

import pytest
from tables import play

from engine.boxes import BOXES, EMPTY, JOKERS, NAMES, earns_extra, placements, total
from engine.game import IllegalMove, Outcome
from engine.games import find_game


@pytest.mark.parametrize(
    ("hand", "box", "points"),
    [
        ((1, 3, 4, 4, 4), "fours", 12),
        ((1, 3, 4, 4, 4), "threes", 3),
        ((2, 4, 5, 5, 5), "three of a kind", 21),
        ((2, 4, 5, 5, 5), "fives", 15),
        ((1, 2, 3, 4, 4), "small straight", 30),
        ((1, 2, 3, 5, 6), "small straight", 0),
        ((3, 3, 3, 6, 6), "three of a kind", 21),
        ((3, 3, 3, 6, 6), "full house", 25),
        ((3, 3, 3, 3, 6), "full house", 0),
        ((3, 3, 3, 3, 6), "four of a kind", 18),
        ((3, 3, 3, 6, 6), "four of a kind", 0),
        ((2, 3, 4, 5, 6), "small straight", 30),  # a large straight is a small one too
        ((2, 3, 4, 5, 6), "large straight", 40),
        ((1, 2, 3, 4, 6), "large straight", 0),
        ((6, 6, 6, 6, 6), "full house", 0),  # without the Joker rule
        ((6, 6, 6, 6, 6), "yahtzee", 50),
        ((1, 3, 4, 5, 6), "chance", 19),
    ],
)
def test_box(hand, box, points):
    assert BOXES[box](hand) == points


def sheet(yahtzee, *open_boxes):
    """A sheet with these boxes open; the yahtzee box holds 50, 0 or None."""
    rest = {name: None if name in open_boxes else 5 for name in NAMES}
    return tuple(yahtzee if name == "yahtzee" else points for name, points in rest.items())


@pytest.mark.parametrize(
    ("yahtzee", "face", "open_boxes", "rule", "expected", "extra"),
    [
        (50, 6, ["sixes", "large straight", "chance"], "forced", {"sixes": 30}, True),
        (50, 6, ["large straight"], "forced", {"large straight": 40}, True),
        (0, 6, ["large straight"], "forced", {"large straight": 40}, False),
        (0, 6, ["sixes", "large straight"], "forced", {"sixes": 30}, False),
        (50, 6, ["ones", "twos"], "forced", {"ones": 0, "twos": 0}, True),
        (0, 6, ["ones", "twos"], "forced", {"ones": 0, "twos": 0}, False),
        (
            *(50, 4, ["full house", "three of a kind", "four of a kind", "chance", "ones"], "forced"),
            {"full house": 25, "three of a kind": 20, "four of a kind": 20, "chance": 20},
            True,
        ),
        (0, 4, ["large straight"], "forced", {"large straight": 40}, False),
        (50, 6, ["three of a kind", "large straight"], "c2406", {"three of a kind": 30}, True),
        (50, 6, ["large straight", "chance", "ones"], "c2406", {"large straight": 40, "chance": 30}, True),
        (50, 6, ["ones"], "c2406", {"ones": 0}, True),
        (50, 6, ["sixes", "full house"], "free", {"sixes": 30, "full house": 0}, True),
        (50, 6, ["ones", "full house"], "free", {"ones": 0, "full house": 25}, True),
        (50, 6, ["ones", "full house"], "none", {"ones": 0, "full house": 0}, True),
    ],
)
def test_joker(yahtzee, face, open_boxes, rule, expected, extra):
    filled, hand = sheet(yahtzee, *open_boxes), (face,) * 5
    assert {NAMES[box]: points for box, points in placements(filled, hand, JOKERS[rule]).items()} == expected
    assert earns_extra(filled, hand) == extra


def test_a_joker_may_need_fifty():
    filled = sheet(0, "sixes", "full house")
    found = placements(filled, (6,) * 5, JOKERS["forced"], joker_needs_50=True)
    assert found == {NAMES.index("sixes"): 30, NAMES.index("full house"): 0}


def test_while_the_yahtzee_box_is_empty_five_of_a_kind_goes_anywhere():
    found = placements(EMPTY, (6,) * 5, JOKERS["forced"])
    assert list(found.values()) == [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30]


@pytest.mark.parametrize(("upper", "bonus"), [((2, 6, 9, 12, 15, 18), 0), ((3, 6, 9, 12, 15, 18), 35)])
def test_upper_bonus_from_63(upper, bonus):
    assert total((*upper, *(None,) * 7), 0) == sum(upper) + bonus


def test_extra_yahtzees_have_no_limit():
    assert total(EMPTY, 5) == 500


def start(players=1, game="yahtzee", **options):
    return find_game(game).start(players, options)


def test_kept_dice_join_the_next_throw():
    state = play(start(), "roll W4 W4 W2 W5 W6", "p1 keep 4 4", "roll W4 W1 W3", game="yahtzee")
    assert state.hand == (1, 3, 4, 4, 4)
    all_five = play(start(), "roll W4 W4 W2 W5 W6", "p1 keep 4 4", "roll W4 W4 W4 W1 W3", game="yahtzee")
    assert all_five == state  # the camera may see the kept dice too
    assert find_game("yahtzee").scores(play(state, "p1 score fours", game="yahtzee")) == (12,)


def test_a_die_once_kept_may_be_thrown_again():
    lines = ["roll W4 W4 W2 W5 W6", "p1 keep 4 4", "roll W5 W6 W2", "p1 keep 5 6", "roll W3 W4 W2"]
    assert play(start(), *lines, game="yahtzee").hand == (2, 3, 4, 5, 6)


ROLL = "roll W4 W4 W2 W5 W6"


@pytest.mark.parametrize(
    ("lines", "refused", "sentence"),
    [
        ([], "p1 score chance", "p1 has nothing to answer before the dice are rolled"),
        ([], "roll W1 W2 W3", "expected 5 dice in the roll, got 3"),
        ([], "roll W1 W2 W3 W4 W7", "W7 is not possible"),
        ([ROLL], ROLL, "p1 must keep dice or score 2 4 4 5 6 first"),
        ([ROLL], "p1 keep 4 4 4", "4 4 4 is not among 2 4 4 5 6"),
        ([ROLL], "p1 keep 2 4 4 5 6", "keeping all five leaves nothing to throw"),
        ([ROLL], "p2 score chance", "it is p1's turn, not p2's"),
        ([ROLL, "p1 keep 4 4"], "roll W1 W2", "expected 3 dice in the roll, got 2"),
        ([ROLL, "p1 keep 4 4"], "roll W1 W2 W3 W4 W5", "4 4 was kept, and is not among 1 2 3 4 5"),
        ([ROLL, "p1 keep", ROLL, "p1 keep", ROLL], "p1 keep 4", "all 3 throws are made"),
        (
            [ROLL, "p1 score chance", ROLL, "p2 score chance", ROLL],
            "p1 score chance",
            "chance is filled already",
        ),
    ],
)
def test_refused(lines, refused, sentence):
    state = play(start(2), *lines, game="yahtzee")
    with pytest.raises(IllegalMove, match=sentence):
        play(state, refused, game="yahtzee")


def test_the_joker_order_is_named_in_the_refusal():
    state = replace(start(), filled=(sheet(50, "sixes", "chance"),))
    with pytest.raises(IllegalMove, match="chance must wait: by the Joker rule five of a kind goes to sixes"):
        play(state, "roll W6 W6 W6 W6 W6", "p1 score chance", game="yahtzee")


GAME = [
    ("1 1 1 3 5", "ones", 3),
    ("2 2 2 4 6", "twos", 6),
    ("3 3 3 1 5", "threes", 9),
    ("4 4 4 2 6", "fours", 12),
    ("5 5 5 1 3", "fives", 15),
    ("6 6 6 6 2", "sixes", 24),
    ("4 4 4 2 5", "three of a kind", 19),
    ("3 3 3 3 6", "four of a kind", 18),
    ("2 2 2 5 5", "full house", 25),
    ("1 2 3 4 4", "small straight", 30),
    ("2 3 4 5 6", "large straight", 40),
    ("2 2 2 2 2", "yahtzee", 50),
    ("1 3 4 5 6", "chance", 19),
]


def test_a_whole_game():
    game, state, sum_ = find_game("yahtzee"), start(), 0
    for dice, box, points in GAME:
        roll = " ".join(f"W{pips}" for pips in dice.split())
        state = play(state, f"roll {roll}", f"p1 score {box}", game="yahtzee")
        sum_ += points
        bonus = 35 if box == "sixes" or sum_ > 69 else 0
        assert game.scores(state) == (sum_ + bonus,)
    assert game.outcome(state) == Outcome((305,), (0,))
    with pytest.raises(IllegalMove, match="the game is over"):
        play(state, ROLL, game="yahtzee")


def test_every_extra_yahtzee_brings_a_hundred():
    sixes = "roll W6 W6 W6 W6 W6"
    lines = [sixes, "p1 score yahtzee", sixes, "p1 score sixes", sixes, "p1 score full house"]
    assert find_game("yahtzee").scores(play(start(), *lines, game="yahtzee")) == (50 + 30 + 25 + 200,)
    none = start(extra_yahtzee_points="0")
    assert find_game("yahtzee").scores(play(none, *lines, game="yahtzee")) == (105,)
