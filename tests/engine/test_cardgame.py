"""Qwixx: The Card Game: what may be played and crossed, what a player may know, and how it ends."""

from dataclasses import fields, replace
from itertools import chain
from random import Random

import pytest
from tables import crossed, may, play

from engine.cardplay import crossing_refusal, plays
from engine.cards import COLOURED, WILD, Card, parse_move
from engine.cardtable import Phase, view
from engine.dice import Colour
from engine.game import IllegalMove, Outcome
from engine.games import find_game
from engine.sheet import BASIC

GAME = "qwixx-card"
CARDS = find_game(GAME)


def dealt(players=2, seed=1, **options):
    state = CARDS.start(players, options)
    return CARDS.apply(state, CARDS.chance(state, Random(seed)))


def at_play(*hand, sheets=({}, {}), fined=0, crossed_before=False, **changes):
    """p1 is to play from that hand."""
    marks = [crossed(BASIC, sheet) for sheet in sheets]
    marks[0] = replace(marks[0], penalties=fined)
    cards = tuple(parse_move(f"shuffle {' '.join(hand)}").pile)
    state = replace(dealt(len(sheets)), phase=Phase.PLAY, marks=tuple(marks), crossed=crossed_before)
    return replace(state, hands=(cards, *state.hands[1:]), **changes)


def in_row(state, colour):
    """The numbers p1 has crossed in that row."""
    r = ["red", "yellow", "green", "blue"].index(colour)
    return [number for pos, number in enumerate(BASIC.rows[r].numbers) if state.marks[0].rows[r] >> pos & 1]


def crossable(colour, *numbers, row=()):
    """Every set of those numbers that may be crossed, by one play of all the cards."""
    marks = crossed(BASIC, {colour: row})
    cards = tuple(Card(Colour(colour), number) for number in numbers)
    return {frozenset(play.crosses) for play in plays(0, cards, marks) if len(play.cards) == len(numbers)}


def sets(*groups):
    return {frozenset(), *map(frozenset, groups)}


@pytest.mark.parametrize(
    ("colour", "played", "expected"),
    [
        ("green", (11, 9, 3), sets({11}, {9}, {3}, {11, 9})),
        ("green", (10, 8, 7), sets({10}, {8}, {7}, {10, 8}, {8, 7}, {10, 8, 7})),
        ("green", (11, 8, 7), sets({11}, {8}, {7}, {8, 7})),
        ("red", (2, 6, 11), sets({2}, {6}, {11})),
        ("yellow", (3, 9), sets({3}, {9})),
        ("green", (10, 9, 4), sets({10}, {9}, {4}, {10, 9})),
        ("blue", (8, 7), sets({8}, {7}, {8, 7})),
        ("red", (2, 4, 6), sets({2}, {4}, {6}, {2, 4}, {4, 6})),
        ("blue", (12, 11, 9), sets({12}, {11}, {9}, {12, 11}, {11, 9}, {12, 11, 9})),
        ("red", (2, 3, 5), sets({2}, {3}, {5}, {2, 3}, {3, 5}, {2, 3, 5})),
        ("red", (2, 3, 6), sets({2}, {3}, {6}, {2, 3})),
    ],
)
def test_crosses_of_one_play_leave_out_one_cell_at_most(colour, played, expected):
    assert crossable(colour, *played) == expected


def test_the_fifth_cross_may_come_in_the_play_that_closes():
    marks = crossed(BASIC, {"red": [2, 3, 4, 5]})
    assert crossing_refusal(marks, Colour.RED, (10, 11, 12)) is None
    assert "needs 5 crosses" in crossing_refusal(marks, Colour.RED, (12,))


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("p1 play red 2 9", "R9 is not in the hand"),
        ("p1 play red 2 cross 3", "3 cannot be crossed"),
        ("p1 play green 11 9 cross 11 9 9", "9 cannot be crossed"),
        ("p1 play green 11 8 cross 11 8", "leave out at most 1 cell"),
        ("p1 play red 2 cross 2", "red 2 is closed: a cell further right"),
        ("p2 play red 2", "it is p1's turn, not p2's"),
        ("p1 red 2", "the table waits for play"),
        ("p1 pass", "the table waits for play"),
        ("p1 play green", "one to 3 cards are played, not 0"),
        ("p3 play red 2", "there is no p3"),
    ],
)
def test_a_refused_play(move, sentence):
    state = at_play("R2", "G11", "G9", "G8", sheets=({"red": [3]}, {}))
    with pytest.raises(IllegalMove, match=sentence):
        play(state, move, game=GAME)


def test_played_cards_are_discarded_crossed_or_not():
    state = play(at_play("R2", "R6", "R11", "G8"), "p1 play red 2 6 11 cross 6", game=GAME)
    assert [str(card) for card in state.discards] == ["R2", "R6", "R11"]
    assert [str(card) for card in state.hands[0]] == ["G8"]
    assert (in_row(state, "red"), state.active) == ([6], 1)


def test_a_wild_card_takes_the_colour_of_the_play():
    state = at_play("G11", "*10", "*9", "R2")
    assert in_row(play(state, "p1 play green 11 *10 cross 11 10", game=GAME), "green") == [11, 10]
    assert in_row(play(state, "p1 play blue *10 *9 cross 10 9", game=GAME), "blue") == [10, 9]
    with pytest.raises(IllegalMove, match="G10 is not in the hand"):
        play(state, "p1 play green 10", game=GAME)


def test_the_decks():
    assert (len(COLOURED), len(set(COLOURED)), len(WILD)) == (44, 44, 11)
    state = CARDS.start(3, {"wild": "yes"})
    assert len(CARDS.chance(state, Random(1)).pile) == 55
    with pytest.raises(IllegalMove, match="exactly the 55 cards"):
        play(state, "shuffle R2 R3", game=GAME)


def test_the_deal_and_the_first_refill():
    state = dealt(players=3)
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert (len(state.row), len(state.pile)) == (4, 28)
    with pytest.raises(IllegalMove, match="p1 takes 1 of places 1 to 4, to hold 5 cards"):
        play(state, "p1 take 1 2", game=GAME)
    with pytest.raises(IllegalMove, match="it is p1's turn, not p2's"):
        play(state, "p2 take 1", game=GAME)
    taken = play(state, "p1 take 2", game=GAME)
    assert taken.hands[0] == (*state.hands[0], state.row[1])
    assert taken.row == (state.row[0], *state.row[2:], state.pile[0])
    assert taken.pile == state.pile[1:]  # the top card after the refill is called and stays


def test_everyone_may_cross_the_number_on_top():
    state = play(dealt(players=4), "p1 take 1", game=GAME)
    state = replace(state, pile=(Card(Colour.RED, 4), *state.pile))
    assert may(state, 4, GAME) == ["red 4", "yellow 4", "green 4", "blue 4", "pass"]
    with pytest.raises(IllegalMove, match="red 5 is not on offer: the top card shows 4"):
        play(state, "p4 red 5", game=GAME)
    state = play(state, "p1 red 4", "p3 yellow 4", "p2 yellow 4", game=GAME)
    with pytest.raises(IllegalMove, match="p3 has answered already"):
        play(state, "p3 pass", game=GAME)
    state = play(state, "p4 pass", game=GAME)
    assert CARDS.scores(state) == (1, 1, 1, 0)


def test_a_lock_is_for_its_player_alone():
    closed = {"green": [12, 11, 10, 9, 8, 2]}
    state = play(replace(dealt(), marks=tuple(crossed(BASIC, s) for s in (closed, {}))), "p1 take 1", game=GAME)
    state = replace(state, pile=(Card(Colour.RED, 7), *state.pile))
    assert "green 7" not in may(state, 1, GAME)
    assert "green 7" in may(state, 2, GAME)


@pytest.mark.parametrize(("before", "move", "fines"), [(False, "", 1), (True, "", 0), (False, " cross 2", 0)])
def test_a_turn_without_a_cross_is_a_misthrow(before, move, fines):
    state = play(at_play("R2", "G3", crossed_before=before), f"p1 play red 2{move}", game=GAME)
    assert state.marks[0].penalties == fines


def test_the_fourth_misthrow_ends_the_game():
    state = play(at_play("R2", "G3", fined=3), "p1 play red 2", game=GAME)
    assert CARDS.outcome(state) == Outcome((-20, 0), (1,))


FIVE = {"red": [2, 3, 4, 5, 6], "yellow": [2, 3, 4, 5, 6, 12]}


def test_two_players_may_reach_two_rows_with_one_number():
    marks = tuple(crossed(BASIC, FIVE) for _ in range(2))
    state = replace(play(replace(dealt(), marks=marks), "p1 take 1", game=GAME))
    state = replace(state, pile=(Card(Colour.BLUE, 12), *state.pile))
    over = play(state, "p2 red 12", "p1 red 12", game=GAME)
    assert CARDS.outcome(over) == Outcome((56, 56), (0, 1))
    late = play(replace(state, finish_turn=True), "p2 red 12", "p1 red 12", game=GAME)
    assert late.phase is Phase.PLAY
    assert CARDS.outcome(play(late, str(CARDS.legal_moves(late)[0]), game=GAME)) is not None


def test_an_empty_pile_is_refilled_from_the_discards():
    state = dealt()
    state = replace(state, pile=state.pile[:1], discards=state.pile[1:])
    state = play(state, "p1 take 1", game=GAME)
    assert state.phase is Phase.SHUFFLE
    state = CARDS.apply(state, CARDS.chance(state, Random(2)))
    assert (len(state.row), state.discards, state.phase) == (4, (), Phase.NUMBER)


@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_view_holds_nothing_hidden(player):
    """Whatever is hidden may be dealt differently, and the view stays the same."""
    state = play(dealt(players=3), "p1 take 1", game=GAME)
    hidden = [*chain.from_iterable(h for p, h in enumerate(state.hands) if p != player), *state.pile[1:]]
    shuffled = iter(Random(3).sample(hidden, len(hidden)))
    hands = tuple(hand if p == player else tuple(next(shuffled) for _ in hand) for p, hand in enumerate(state.hands))
    other_colour = {Colour.RED: Colour.BLUE, Colour.BLUE: Colour.RED}
    top = Card(other_colour.get(state.pile[0].colour, Colour.GREEN), state.pile[0].number)
    row = tuple(Card(other_colour.get(card.colour, card.colour), card.number) for card in state.row)
    other = replace(state, hands=hands, row=row, pile=(top, *shuffled))
    assert other != state
    assert view(other, player) == view(state, player)
    assert {field.name for field in fields(view(state, player))} >= {"hand", "top", "row"}
