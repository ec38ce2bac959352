"""What holds for every game: random play ends, replays, is undone and reads back from its text."""

from pathlib import Path
from random import Random

import pytest

from engine.dice import InvalidText
from engine.game import IllegalMove
from engine.games import GAMES, find_game
from engine.match import Match
from engine.speed import random_match

LOGS = sorted((Path(__file__).parents[1] / "games").glob("*.txt"))


@pytest.fixture(scope="module", params=GAMES)
def match(request):
    return random_match(request.param, GAMES[request.param].seats[1], seed=1)


def test_random_play_ends_with_an_outcome(match):
    outcome = match.game.outcome(match.state)
    assert outcome.scores == match.game.scores(match.state)
    assert len(outcome.scores) == len(match.players)
    assert match.game.legal_moves(match.state) == []
    assert match.game.chance(match.state, Random(1)) is None


def test_text_round_trip_replays_the_match(match):
    again = Match.parse(str(match))
    assert (again.state, again.moves, again.players) == (match.state, match.moves, match.players)


def test_every_move_reads_back_from_its_text(match):
    for move in match.moves:
        assert match.game.parse_move(str(move)) == move


def test_undo_is_exact(match):
    game, states = match.game, [match.game.start(len(match.players), match.options)]
    for move in match.moves:
        states.append(game.apply(states[-1], move))
    again = Match.parse(str(match))
    while again.moves:
        assert again.state == states.pop()
        move = again.undo()
    assert again.state == states.pop()
    assert move == match.moves[0]


def test_every_legal_move_is_explained_and_applies(match):
    state = match.game.start(len(match.players), match.options)
    for move in match.moves[:40]:
        for legal in match.game.legal_moves(state):
            assert match.game.explain(state, legal)
            assert match.game.apply(state, legal) != state
        state = match.game.apply(state, move)


def test_after_the_end_every_move_is_refused(match):
    for move in match.moves[-5:]:
        with pytest.raises(IllegalMove):
            match.game.apply(match.state, move)


def test_nonsense_is_not_a_move(match):
    for text in (
        "",
        "p1",
        "roll",
        "p0 pass",
        "p1 maroon 8",
        "roll X9",
        "p² pass",
        "p1 red ８",
        "p1 red 08",
        "p1 red " + "9" * 5000,
    ):
        with pytest.raises((InvalidText, IllegalMove)):
            match.game.apply(match.game.start(len(match.players), match.options), match.game.parse_move(text))


def test_an_unknown_game_names_those_there_are():
    with pytest.raises(ValueError, match="no game 'chess'; there is qwixx"):
        find_game("chess")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_whole_games(path):
    """The log, then what it should come to: `refused` moves, `scores` and `winners`."""
    match, log = None, ""
    for line in path.read_text().splitlines(keepends=True):
        word, _, rest = line.strip().partition(" ")
        if word not in ("refused", "scores", "winners", "running"):
            log += line
            continue
        match = Match.parse(log)
        outcome = match.game.outcome(match.state)
        if word == "refused":
            with pytest.raises(IllegalMove):
                match.enter(rest)
        elif word == "scores":
            assert match.game.scores(match.state) == tuple(map(int, rest.split()))
        elif word == "running":
            assert outcome is None
        else:
            assert [match.players[player] for player in outcome.winners] == rest.split()
    assert match is not None, f"{path.name} expects nothing"
