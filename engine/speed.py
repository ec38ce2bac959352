"""How fast the rules are, for the benchmark of the whole program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter, process_time

from engine.choices import choices
from engine.game import AnyGame
from engine.games import GAMES, find_game
from engine.match import Match

ROUNDS = 5  # the best of them counts: the rest is other work on the machine


def engine_timings() -> dict[str, float]:
    """Microseconds of what the rules do most; takes well under a second."""
    qwixx, match = find_game("qwixx"), Match("qwixx", "ABCDE")
    match.enter("roll W3 W5 R2 Y6 G1 B4")
    five, log = match.state, str(random_match("qwixx", 2, seed=1))
    yahtzee = find_game("yahtzee")
    hand = yahtzee.apply(yahtzee.start(1, {}), yahtzee.parse_move("roll W1 W2 W4 W4 W6"))
    return {
        "legal moves of five players": _best_us(lambda: qwixx.legal_moves(five), 200),
        "choices of five players, explained": _best_us(lambda: [choices(five, p) for p in range(5)], 50),
        "one answer": _best_us(lambda: qwixx.apply(five, qwixx.parse_move("p3 red 8")), 200),
        "legal moves of a Yahtzee hand": _best_us(lambda: yahtzee.legal_moves(hand), 50),
        "replay of a two-player log": _best_us(lambda: Match.parse(log), 3),
        "random two-player game": _best_us(lambda: random_match("qwixx", 2, seed=2), 3),
    }


def games_per_second(spent_s: float = 0.2) -> dict[str, float]:
    """How many whole random games of two players are played in a second on one core, by the name of the game.

    Every game is played, from other seeds, until so many seconds of the core are spent on it.
    """
    return {name: _per_second(name, spent_s) for name in GAMES}


def random_match(name: str, players: int, seed: int, options: Mapping[str, str] | None = None) -> Match:
    """A whole match of fair throws and random answers."""
    random, match = Random(seed), Match(name, [f"Player {n + 1}" for n in range(players)], options)
    game: AnyGame = match.game
    while game.outcome(match.state) is None:
        moves = game.legal_moves(match.state)
        match.play(random.choice(moves) if moves else game.chance(match.state, random))
    return match


def _per_second(name: str, spent_s: float) -> float:
    began, played = process_time(), 0
    while played == 0 or process_time() - began < spent_s:
        random_match(name, 2, seed=played)
        played += 1
    return played / (process_time() - began)


def _best_us(run: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in range(times):
            run()
        best = min(best, perf_counter() - began)
    return best / times * 1e6
