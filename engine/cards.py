"""The cards of Qwixx: The Card Game, its moves and their text forms.

A card is `G11`; a wild card `*7` has a number and takes any colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Colour, InvalidText, Sentence
from engine.moves import NUMBERS, Mark, Pass, parse_player
from engine.sheet import BASIC, ROW_COLOURS, UP

WILD_LETTER = "*"
_BY_LETTER = {colour.letter: colour for colour in ROW_COLOURS}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card; a wild card has no colour."""

    colour: Colour | None
    number: int

    def __str__(self) -> str:
        return f"{WILD_LETTER if self.colour is None else self.colour.letter}{self.number}"


COLOURED = tuple(Card(colour, number) for colour in ROW_COLOURS for number in UP)
WILD = tuple(Card(None, number) for number in UP)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The pile in its new order, top card first; only a dealer's log holds it."""

    pile: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("shuffle", *map(str, self.pile)))


@dataclass(frozen=True, slots=True)
class Take:
    """The active player refills the hand from places of the row, counted from 1 at the left."""

    player: int
    places: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join((f"p{self.player + 1} take", *map(str, self.places)))


@dataclass(frozen=True, slots=True)
class Play:
    """The active player plays cards as one colour and crosses some of their numbers, none if empty.

    Cards and crosses are kept in the order of the row.
    """

    player: int
    colour: Colour
    cards: tuple[Card, ...]
    crosses: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        order = BASIC.rows[ROW_COLOURS.index(self.colour)].numbers.index
        cards = sorted(self.cards, key=lambda card: (order(card.number), card.colour is None))
        object.__setattr__(self, "cards", tuple(cards))
        object.__setattr__(self, "crosses", tuple(sorted(self.crosses, key=order)))

    def __str__(self) -> str:
        cards = " ".join(_short(card) for card in self.cards)
        crossed = ("cross", *map(str, self.crosses)) if self.crosses else ()
        return " ".join((f"p{self.player + 1} play {self.colour} {cards}", *crossed))


Move = Shuffled | Take | Mark | Pass | Play


def parse_move(text: str) -> Move:
    """Read the text form of a move; raises InvalidText.

    >>> str(parse_move("p1 play green 11 *7 3 cross 11"))
    'p1 play green 11 *7 3 cross 11'
    """
    try:
        return _parsed(text.split(), text)
    except (KeyError, ValueError) as refused:
        if isinstance(refused, InvalidText):
            raise
    raise InvalidText(
        Sentence(
            "not a move: {text!r} (expected such as 'p1 take 2', 'p1 red 8' or 'p1 play red 8 9 cross 8')", text=text
        )
    )


def _parsed(words: list[str], text: str) -> Move:
    match words:
        case ["shuffle", *cards]:
            return Shuffled(tuple(_card(word) for word in cards))
        case [who, "take", *places]:
            return Take(parse_player(who, text), tuple(NUMBERS[word] for word in places))
        case [who, "pass"]:
            return Pass(parse_player(who, text))
        case [who, "play", colour, *rest]:
            split = rest.index("cross") if "cross" in rest else len(rest)
            played = tuple(_played(word, Colour(colour)) for word in rest[:split])
            crosses = tuple(NUMBERS[word] for word in rest[split + 1 :])
            return Play(parse_player(who, text), Colour(colour), played, crosses)
        case [who, colour, number]:
            return Mark(parse_player(who, text), Colour(colour).value, NUMBERS[number])
    raise ValueError(text)


def _card(word: str) -> Card:
    return Card(None if word[0] == WILD_LETTER else _BY_LETTER[word[0]], NUMBERS[word[1:]])


def _played(word: str, colour: Colour) -> Card:
    return _card(word) if word[0] == WILD_LETTER else Card(colour, NUMBERS[word])


def _short(card: Card) -> str:
    return str(card) if card.colour is None else str(card.number)
