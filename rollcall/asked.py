"""What a game waits for: dice or whose answer, and what could be typed."""

from __future__ import annotations

from typing import Any

from engine import cardtable, state, yahtzee
from engine.dice import Colour
from engine.match import Match
from engine.state import Phase, dice_in_play

_QWIXX = state.State
_CARDS = cardtable.State
_YAHTZEE = yahtzee.State


def waits_for_roll(table: Any) -> bool:
    """Whether the next thing to happen is a throw of dice."""
    match table:
        case _QWIXX():
            return table.phase is Phase.ROLL
        case _YAHTZEE():
            return not table.hand and not table.is_over
    return False


def waits_for_shuffle(table: Any) -> bool:
    """Whether the program, who deals, must shuffle."""
    return isinstance(table, _CARDS) and table.phase is cardtable.Phase.SHUFFLE


def is_between_turns(table: Any) -> bool:
    """Whether a new turn begins now."""
    if isinstance(table, _CARDS):
        return table.phase is cardtable.Phase.TAKE
    return waits_for_roll(table) and not getattr(table, "throws", 0)


def answering(table: Any) -> list[int]:
    """The players who may answer now, the active one first."""
    match table:
        case _QWIXX() | _CARDS(phase=cardtable.Phase.NUMBER):
            seats = len(table.marks)
            return sorted(table.pending, key=lambda player: (player - table.active) % seats)
        case _CARDS(phase=cardtable.Phase.TAKE | cardtable.Phase.PLAY):
            return [table.active]
        case _YAHTZEE() if table.hand:
            return [table.active]
    return []


def is_simultaneous(table: Any) -> bool:
    """Whether everyone answers the same number now, so that answers may be hidden until all are given."""
    return getattr(table, "phase", None) in (Phase.WHITE, cardtable.Phase.NUMBER)


def due_dice(table: Any, count: int | None = None) -> list[Colour]:
    """The colours of the next throw, in the order in which digits are typed.

    Yahtzee takes the thrown dice alone or all five: `count` says how many were typed.
    """
    if isinstance(table, _YAHTZEE):
        due = yahtzee.DICE - len(table.kept)
        return [Colour.WHITE] * (count if count in (due, yahtzee.DICE) else due)
    return [colour for colour, number in dice_in_play(table).items() for _ in range(number)]


def only_pass(match: Match, player: int) -> bool:
    """Whether that player can do nothing but pass."""
    return typed_answers(match, player) == ["pass"]


def suggestions(match: Match, player: int | None) -> list[str]:
    """What could be typed now: the answers of that player, then those of others with their names before them.

    Cards in the hand are never among them, as others see the screen.
    """
    table = match.state
    if isinstance(table, _CARDS) and table.phase is cardtable.Phase.PLAY:
        return ["play"]
    mine = [] if player is None else typed_answers(match, player)
    others = [other for other in answering(table) if other != player]
    return mine + [f"{match.players[other]} {text}" for other in others for text in typed_answers(match, other)]


def typed_answers(match: Match, player: int) -> list[str]:
    """A player's legal moves as they are typed."""
    legal = match.game.legal_moves(match.state)
    return [str(move).partition(" ")[2] for move in legal if move.player == player]
