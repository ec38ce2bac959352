"""What holds in every game, whatever is rolled and answered."""

import contextlib
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boxes import BOXES, JOKERS, NAMES, placements
from engine.cardplay import plays
from engine.cards import COLOURED, WILD
from engine.cardtable import Phase
from engine.dice import InvalidText
from engine.game import IllegalMove
from engine.games import GAMES, find_game
from engine.marks import Marks
from engine.match import Match
from engine.speed import random_match

TABLE = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
seeds = st.integers(0, 10**6)


def states(match):
    game, state = match.game, match.game.start(len(match.players), match.options)
    yield state
    for move in match.moves:
        state = game.apply(state, move)
        yield state


@settings(max_examples=25, deadline=None)
@given(seed=seeds, players=st.integers(1, 5))
def test_basic_sheets_fill_left_to_right_and_score_by_the_table(seed, players):
    match = random_match("qwixx", players, seed)
    before = [(0, 0, 0, 0)] * players
    for state in states(match):
        for player, marks in enumerate(state.marks):
            for old, new in zip(before[player], marks.rows, strict=True):
                assert new == old or (new.bit_count() == old.bit_count() + 1 and new > old and new & old == old)
                assert not new >> 10 or new.bit_count() >= 6  # a lock has five crosses before it
            counts = [bits.bit_count() + (bits >> 10) for bits in marks.rows]
            assert match.game.scores(state)[player] == sum(TABLE[n] for n in counts) - 5 * marks.penalties
        before = [marks.rows for marks in state.marks]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_replay_equals_play_and_undo_is_exact(name, seed):
    match = random_match(name, GAMES[name].seats[1], seed)
    passed = list(states(match))
    assert passed[-1] == match.state == Match.parse(str(match)).state
    for state in reversed(passed[:-1]):
        match.undo()
        assert match.state == state


@settings(max_examples=25, deadline=None)
@given(seed=seeds, text=st.text(max_size=30))
def test_a_damaged_log_never_gets_past_the_parser(seed, text):
    """Whatever is put into a log, it is refused in words or is a legal game."""
    log = str(random_match("qwixx", 2, seed))
    spot = seed % len(log)
    damaged = log[:spot] + text + log[spot:]
    with contextlib.suppress(InvalidText):  # any other error is a fault of ours
        match = Match.parse(damaged)
        assert Match.parse(str(match)).state == match.state


HANDS = list(combinations_with_replacement(range(1, 7), 5))
filled_boxes = st.lists(st.booleans(), min_size=12, max_size=12)


@settings(max_examples=60, deadline=None)
@given(hand=st.sampled_from(HANDS + [(face,) * 5 for face in range(1, 7)] * 20), full=filled_boxes)
@pytest.mark.parametrize("held", [None, 0, 50])
def test_forced_joker_as_a_slow_reading_has_it(hand, full, held):
    boxes = [name for name in NAMES if name != "yahtzee"]
    state = {**{name: 7 if is_full else None for name, is_full in zip(boxes, full, strict=True)}, "yahtzee": held}
    empty = [name for name in NAMES if state[name] is None]
    found = placements(tuple(state[name] for name in NAMES), hand, JOKERS["forced"])
    assert {NAMES[box]: points for box, points in found.items()} == slow_joker(hand, held, empty)


def slow_joker(hand, held, empty):
    same = Counter(hand)
    own = NAMES[hand[0] - 1]
    plain = {name: BOXES[name](hand) for name in empty}
    if len(same) > 1 or held is None:
        return plain
    if own in empty:
        return {own: sum(hand)}
    lower = [name for name in empty if name in NAMES[6:]]
    fixed = {"full house": 25, "small straight": 30, "large straight": 40}
    return {name: fixed.get(name, sum(hand)) for name in lower} or dict.fromkeys(empty, 0)


ROWS = {"R": list(range(2, 13)), "Y": list(range(2, 13)), "G": list(range(12, 1, -1)), "B": list(range(12, 1, -1))}


@settings(max_examples=60, deadline=None)
@given(
    hand=st.lists(st.sampled_from([*COLOURED, *WILD]), min_size=1, max_size=5, unique=True),
    crossed=st.lists(st.sets(st.integers(0, 9)), min_size=4, max_size=4),
)
def test_plays_as_a_slow_reading_has_them(hand, crossed):
    marks = Marks(tuple(sum(1 << pos for pos in row) for row in crossed), (0, 0, 0, 0))
    found = {str(play) for play in plays(0, tuple(hand), marks)}
    assert found == set(slow_plays([str(card) for card in hand], crossed))


def slow_plays(hand, crossed):
    for r, (letter, name) in enumerate(zip("RYGB", ("red", "yellow", "green", "blue"), strict=True)):
        row, right, had = ROWS[letter], max(crossed[r], default=-1), len(crossed[r])
        for size in (1, 2, 3):
            for cards in combinations([card for card in hand if card[0] in (letter, "*")], size):
                ordered = sorted(cards, key=lambda card: (row.index(int(card[1:])), card[0] == "*"))
                played = " ".join(card if card[0] == "*" else card[1:] for card in ordered)
                for places in every_subset(sorted({row.index(int(card[1:])) for card in cards})):
                    left_out = places[-1] - places[0] + 1 - len(places) if places else 0
                    locks_too_soon = 10 in places and had + len(places) - 1 < 5
                    if left_out <= 1 and not locks_too_soon and all(place > right for place in places):
                        numbers = "".join(f" {row[place]}" for place in places)
                        yield f"p1 play {name} {played}" + (" cross" + numbers if places else "")


def every_subset(items):
    return [subset for size in range(len(items) + 1) for subset in combinations(items, size)]


@pytest.mark.parametrize("wild", ["no", "yes"])
@settings(max_examples=6, deadline=None)
@given(seed=seeds)
def test_no_card_is_lost_or_made(wild, seed):
    deck = Counter(COLOURED + (WILD if wild == "yes" else ()))
    for state in states(random_match("qwixx-card", 2 + seed % 4, seed, {"wild": wild})):
        lying = Counter(state.row + state.pile + state.discards)
        assert lying + Counter(card for hand in state.hands for card in hand) == deck
        assert state.phase not in (Phase.NUMBER, Phase.PLAY) or len(state.row) == 4


@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_a_hand_of_yahtzee_keeps_any_of_its_dice(seed):
    game, state = find_game("yahtzee"), find_game("yahtzee").start(1, {})
    hand = HANDS[seed % len(HANDS)]
    state = game.apply(state, game.parse_move("roll " + " ".join(f"W{pips}" for pips in hand)))
    keeps = {str(move) for move in game.legal_moves(state) if "keep" in str(move)}
    assert keeps == {" ".join(["p1 keep", *map(str, sub)]) for sub in every_subset(hand) if len(sub) < 5}
    with pytest.raises(IllegalMove):
        game.apply(state, game.parse_move("p1 keep " + " ".join(map(str, hand))))
