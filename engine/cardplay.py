"""Which cards may be played together in the card game, and which of their numbers crossed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.cards import Card, Play
from engine.dice import Colour, Sentence
from engine.forced import mark
from engine.marks import Marks
from engine.refusal import obstacle_text
from engine.sheet import BASIC, ROW_COLOURS

MOST_CARDS = 3
MOST_LEFT_OUT = 1  # cells between the first and the last cross of one play


def plays(player: int, hand: tuple[Card, ...], marks: Marks) -> list[Play]:
    """Every play: one to three cards of one colour, and any numbers of them that may be crossed."""
    found = [
        Play(player, colour, cards, crosses)
        for colour in ROW_COLOURS
        for size in range(1, MOST_CARDS + 1)
        for cards in combinations([card for card in hand if card.colour in (colour, None)], size)
        for crosses in _crossable(marks, colour, cards)
    ]
    return list(dict.fromkeys(found))


def play_refusal(hand: tuple[Card, ...], marks: Marks, play: Play) -> Sentence | None:
    """Why the rules forbid that play, or None."""
    if not 1 <= len(play.cards) <= MOST_CARDS:
        return Sentence("one to {most} cards are played, not {count}", most=MOST_CARDS, count=len(play.cards))
    missing = Counter(play.cards) - Counter(hand)
    if missing:
        return Sentence("{cards} is not in the hand", cards=tuple(missing))
    if any(card.colour not in (play.colour, None) for card in play.cards):
        return Sentence("cards played together have one colour")
    extra = Counter(play.crosses) - Counter({card.number for card in play.cards})
    if extra:
        numbers = tuple(extra)
        return Sentence("{numbers} cannot be crossed: each number played is crossed once at most", numbers=numbers)
    return crossing_refusal(marks, play.colour, play.crosses)


def crossing_refusal(marks: Marks, colour: Colour, numbers: tuple[int, ...]) -> Sentence | None:
    """Why those numbers, in the order of the row, cannot be crossed together, or None."""
    r = ROW_COLOURS.index(colour)
    row = BASIC.rows[r]
    for number in numbers:
        closed = obstacle_text(BASIC, marks, 0, r, row.at[number])
        if closed is not None:
            cell = f"{colour} {number}"
            return Sentence("{cell} is closed: {because}", cell=cell, because=closed)
        marks = mark(BASIC, marks, 0, r, row.at[number])
    if numbers and row.at[numbers[-1]] - row.at[numbers[0]] + 1 - len(numbers) > MOST_LEFT_OUT:
        return Sentence("crosses of one play leave out at most {count} cell between them", count=MOST_LEFT_OUT)
    return None


def with_crosses(marks: Marks, play: Play) -> Marks:
    """The sheet after the play's crosses."""
    r = ROW_COLOURS.index(play.colour)
    for number in play.crosses:
        marks = mark(BASIC, marks, 0, r, BASIC.rows[r].at[number])
    return marks


def _crossable(marks: Marks, colour: Colour, cards: tuple[Card, ...]) -> Iterator[tuple[int, ...]]:
    numbers = sorted({card.number for card in cards}, key=BASIC.rows[ROW_COLOURS.index(colour)].numbers.index)
    for size in range(len(numbers) + 1):
        for chosen in combinations(numbers, size):
            if crossing_refusal(marks, colour, chosen) is None:
                yield chosen
