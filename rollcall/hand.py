"""One player's cards in words, made from what that player may know and nothing else."""

from __future__ import annotations

from engine.cardplay import crossing_refusal
from engine.cards import Card
from engine.cardtable import State, view
from engine.sheet import ROW_COLOURS
from rollcall.term import cell, in_words
from rollcall.words import Words


def hand_lines(table: State, player: int, words: Words) -> list[str]:
    """The cards in the hand, each with what it could cross on the player's sheet."""
    seen = view(table, player)
    cards = sorted(seen.hand, key=lambda card: ([*ROW_COLOURS, None].index(card.colour), card.number))
    return [f"{card!s:<4} {_crosses(table, player, card, words)}" for card in cards] or [words.phrase("no cards yet")]


def _crosses(table: State, player: int, card: Card, words: Words) -> str:
    marks = view(table, player).marks[player]
    colours = ROW_COLOURS if card.colour is None else (card.colour,)
    refused = {colour: crossing_refusal(marks, colour, (card.number,)) for colour in colours}
    fits = [cell(words, f"{colour} {card.number}") for colour, reason in refused.items() if reason is None]
    if not fits:
        return in_words(words, next(iter(refused.values())) or "")
    return words.phrase("can cross {cells}", cells=words.one_of(fits))
