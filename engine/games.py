"""The table of games by name."""

from __future__ import annotations

from engine.cardgame import CARD_GAME
from engine.game import AnyGame
from engine.qwixx_games import QWIXX_GAMES
from engine.yahtzee import EDITIONS

_ALL: tuple[AnyGame, ...] = (*QWIXX_GAMES, CARD_GAME, *EDITIONS)
GAMES: dict[str, AnyGame] = {game.name: game for game in _ALL}


def find_game(name: str) -> AnyGame:
    """The game of that name; a ValueError lists what there is.

    >>> find_game("qwixx").title
    'Qwixx'
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]
