"""What a game waits for: whose answer, the question to put, and what could be typed."""

from __future__ import annotations

from typing import Any

from engine import cardtable, state, yahtzee
from engine.cardtable import view
from engine.dice import Colour
from engine.match import Match
from engine.moves import Mark
from engine.offers import colour_offers, white_sum
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


def question(match: Match, player: int | None) -> str:
    """What is asked, of that player if it is an answer, in one line."""
    table = match.state
    if player is None:
        return f"{match.players[table.active]} rolls: {_dice_asked(table)}"
    name = match.players[player]
    match table:
        case _YAHTZEE():
            return f"{name}, throw {table.throws} of {yahtzee.THROWS}: {' '.join(map(str, table.hand))}"
        case _CARDS(phase=cardtable.Phase.TAKE):
            count = 5 - len(table.hands[player])
            row = ", ".join(f"{place}: {number}" for place, number in enumerate(view(table, player).row, 1))
            return f"{name} takes {count} of the row, by place ({row})"
        case _CARDS(phase=cardtable.Phase.PLAY):
            return f"{name} plays one to three cards (hand shows them)"
        case _CARDS():
            return f"{name}, number {table.pile[0].number}: {_cells(match, player)}"
    if table.marks[player].choosing:
        return f"{name} chooses the row for two crosses: {_cells(match, player)}"
    if table.phase is Phase.WHITE:
        return f"{name}, white {white_sum(table.roll)}: {_cells(match, player)}"
    return f"{name}, white and colour: {_coloured(match)}"


def only_pass(match: Match, player: int) -> bool:
    """Whether that player can do nothing but pass."""
    return _texts(match, player) == ["pass"]


def suggestions(match: Match, player: int | None) -> list[str]:
    """What could be typed now: the answers of that player, then those of others with their names before them.

    Cards in the hand are never among them, as others see the screen.
    """
    table = match.state
    if isinstance(table, _CARDS) and table.phase is cardtable.Phase.PLAY:
        return ["play"]
    mine = [] if player is None else _texts(match, player)
    others = [other for other in answering(table) if other != player]
    return mine + [f"{match.players[other]} {text}" for other in others for text in _texts(match, other)]


def _texts(match: Match, player: int) -> list[str]:
    """A player's legal moves as they are typed."""
    legal = match.game.legal_moves(match.state)
    return [str(move).partition(" ")[2] for move in legal if move.player == player]


def _cells(match: Match, player: int) -> str:
    """The open cells of one number by their rows, or that there is none."""
    texts = [text.removeprefix("choose ") for text in _texts(match, player) if text != "pass"]
    return ", ".join(texts) or "nothing fits; Enter passes"


def _coloured(match: Match) -> str:
    seen: dict[Mark, str] = {}
    for offer in colour_offers(match.state):
        seen.setdefault(offer.mark, f"{offer.mark.colour} {offer.mark.number}")
    return ", ".join(seen.values()) or "nothing fits; Enter passes"


def _dice_asked(table: Any) -> str:
    if isinstance(table, _YAHTZEE):
        due = len(due_dice(table))
        beside = f" beside {' '.join(map(str, table.kept))}" if table.kept else ""
        return f"throw {table.throws + 1} of {yahtzee.THROWS}, {due} {'die' if due == 1 else 'dice'}{beside}"
    return " ".join(colour.letter for colour in due_dice(table))
