"""What a player is asked, in one line."""

from __future__ import annotations

from typing import Any

from engine import cardtable, yahtzee
from engine.cardtable import view
from engine.match import Match
from engine.offers import colour_offers, white_sum
from engine.state import Phase
from rollcall.asked import due_dice, typed_answers
from rollcall.term import cells
from rollcall.words import Words


def question(match: Match, player: int | None, words: Words) -> str:
    """What is asked of that player if it is an answer, or the dice.

    >>> question(Match("qwixx", ["Ann"]), None, Words("de"))
    'Ann würfelt: W W R Y G B'
    """
    if player is None:
        return words.phrase(
            "{player} rolls: {dice}", player=match.players[match.state.active], dice=_dice(match, words)
        )
    if isinstance(match.state, yahtzee.State):
        return _throw(match.state, match.players[player], words)
    if isinstance(match.state, cardtable.State):
        return _card(match, player, words)
    return _mark(match, player, words)


def coloured(match: Match, words: Words) -> str:
    """The cells that a white and a coloured die reach."""
    return cells(words, list(dict.fromkeys(f"{o.mark.colour} {o.mark.number}" for o in colour_offers(match.state))))


def _throw(table: yahtzee.State, name: str, words: Words) -> str:
    return words.phrase(
        "{player}, throw {number} of {all}: {dice}",
        player=name,
        number=table.throws,
        all=yahtzee.THROWS,
        dice=" ".join(map(str, table.hand)),
    )


def _card(match: Match, player: int, words: Words) -> str:
    table, name = match.state, match.players[player]
    if table.phase is cardtable.Phase.TAKE:
        row = ", ".join(f"{place}: {number}" for place, number in enumerate(view(table, player).row, 1))
        count = 5 - len(table.hands[player])
        return words.phrase("{player} takes {count} of the row, by place ({row})", player=name, count=count, row=row)
    if table.phase is cardtable.Phase.PLAY:
        return words.phrase("{player} plays one to three cards (hand shows them)", player=name)
    return words.phrase(
        "{player}, number {number}: {cells}",
        player=name,
        number=table.pile[0].number,
        cells=_open(match, player, words),
    )


def _mark(match: Match, player: int, words: Words) -> str:
    table, name, open_cells = match.state, match.players[player], _open(match, player, words)
    if table.marks[player].choosing:
        return words.phrase("{player} chooses the row for two crosses: {cells}", player=name, cells=open_cells)
    if table.phase is Phase.WHITE:
        total = white_sum(table.roll)
        return words.phrase("{player}, white {number}: {cells}", player=name, number=total, cells=open_cells)
    return words.phrase("{player}, white and colour: {cells}", player=name, cells=coloured(match, words))


def _open(match: Match, player: int, words: Words) -> str:
    """The open cells of one number by their rows, or that there is none."""
    typed = [text.removeprefix("choose ") for text in typed_answers(match, player) if text != "pass"]
    return cells(words, typed)


def _dice(match: Match, words: Words) -> str:
    """The dice of the next throw, in the order in which digits are typed."""
    table: Any = match.state
    if not isinstance(table, yahtzee.State):
        return " ".join(colour.letter for colour in due_dice(table))
    due = len(due_dice(table))
    dice = words.counted("{count} die", "{count} dice", due)
    number, kept = table.throws + 1, " ".join(map(str, table.kept))
    if not kept:
        return words.phrase("throw {number} of {all}, {dice}", number=number, all=yahtzee.THROWS, dice=dice)
    return words.phrase(
        "throw {number} of {all}, {dice} beside {kept}", number=number, all=yahtzee.THROWS, dice=dice, kept=kept
    )
