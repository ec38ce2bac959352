"""The engine against a second, slow reading of the rules: no legal move refused, no illegal one accepted."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Table

from engine.game import IllegalMove
from engine.games import GAMES, find_game

SHEETS = [name for name in GAMES if name.startswith("qwixx") and name not in ("qwixx-card", "qwixx-xl", "qwixx-deluxe")]
END_MODES = ("immediate", "finish_turn")
COLOURS = ("red", "yellow", "green", "blue", "black", "red+yellow", "green+blue")
EVERY_MARK = [
    f"{colour} {number}{by}" for colour in COLOURS for number in range(1, 17) for by in ("", " swap", " lucky")
]


@pytest.mark.parametrize("name", SHEETS)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 3), end_mode=st.sampled_from(END_MODES))
def test_a_game_goes_as_in_the_slow_reading(name, seed, players, end_mode):
    random, game = Random(seed), find_game(name)
    state = game.start(players, {"end_mode": end_mode})
    slow = Table(name, players, finish_turn=end_mode == "finish_turn")
    while slow.step != "over":
        if slow.step == "roll":
            move = game.chance(state, random)
            slow.roll({die.letter: move.roll.pips(die) for die in move.roll.colours()})
            state = game.apply(state, move)
        allowed = slow.allowed()
        assert {str(move) for move in game.legal_moves(state)} == allowed
        if random.random() < 0.02:
            refuses_all_but(game, state, allowed)
        text = pick(slow, sorted(allowed), random)
        slow.do(text)
        state = game.apply(state, game.parse_move(text))
        assert game.scores(state) == slow.scores()
    best = max(slow.scores())
    assert game.outcome(state).winners == tuple(p for p in slow.players if slow.scores()[p] == best)


def pick(slow, allowed, random):
    """Mostly the cross that skips least, so that rows are closed now and then."""
    if random.random() < 0.25:
        return random.choice(allowed)
    return min(allowed, key=lambda text: skips(slow, text))


def skips(slow, text):
    who, *words = text.split()
    if words[0] in ("pass", "choose") or "+" in words[0]:
        return 2.5
    cells = {slow.cell_text(r, c): (r, c) for r, c in slow.each_cell()}
    r, c = cells[" ".join(words[:2])]
    return c - slow.rightmost(int(who[1:]) - 1, r) - 3 * (c in slow.closers(r))


def refuses_all_but(game, state, allowed):
    for player in range(len(state.marks)):
        for text in [f"p{player + 1} {mark}" for mark in (*EVERY_MARK, "pass", "choose red")]:
            if text not in allowed:
                with pytest.raises(IllegalMove):
                    game.apply(state, game.parse_move(text))
