"""The table of games by name."""

from __future__ import annotations

from engine.game import AnyGame
from engine.qwixx import OPTIONS, SEATS, Qwixx
from engine.sheet import BASIC

GAMES: dict[str, AnyGame] = {
    game.name: game
    for game in (
        Qwixx(
            name="qwixx",
            title="Qwixx",
            note="The basic sheet. The printed rules are for two players or more; alone is practice.",
            deal=lambda players, options: (BASIC,) * players,
            options=OPTIONS,
            seats=SEATS,
        ),
    )
}


def find_game(name: str) -> AnyGame:
    """The game of that name; a ValueError lists what there is.

    >>> find_game("qwixx").title
    'Qwixx'
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]
