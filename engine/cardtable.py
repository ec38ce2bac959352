"""Where the card game stands, as the dealer knows it and as each player may know it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card
from engine.marks import Marks


class Phase(StrEnum):
    """What the table waits for."""

    SHUFFLE = "shuffle"
    TAKE = "take"
    NUMBER = "number"  # everyone answers the top card's number, in any order
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game as the dealer knows it; players get a `View`."""

    finish_turn: bool
    marks: tuple[Marks, ...]
    hands: tuple[tuple[Card, ...], ...]
    discards: tuple[Card, ...]  # the whole deck before the first shuffle
    row: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()  # top card first
    active: int = 0
    phase: Phase = Phase.SHUFFLE
    pending: frozenset[int] = frozenset()
    crossed: bool = False  # the active player has crossed something this turn


@dataclass(frozen=True, slots=True)
class View:
    """What one player may know: no other hand, no colour in the row, nothing below the top number."""

    player: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    row: tuple[int, ...]  # numbers
    top: int | None  # the number on top of the pile
    pile_size: int
    discards: tuple[Card, ...]
    marks: tuple[Marks, ...]
    active: int
    phase: Phase
    pending: frozenset[int]


def view(state: State, player: int) -> View:
    """What that player may know of the state."""
    return View(
        player=player,
        hand=state.hands[player],
        hand_sizes=tuple(map(len, state.hands)),
        row=tuple(card.number for card in state.row),
        top=state.pile[0].number if state.pile else None,
        pile_size=len(state.pile),
        discards=tuple(sorted(state.discards, key=str)) if state.row else (),
        marks=state.marks,
        active=state.active,
        phase=state.phase,
        pending=state.pending,
    )
