"""Dice and rolls: their values, their text form, such as `W3 W5 R2 Y6 G1 B4`, and sentences about what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

_ARTICLE = re.compile(r"\b([Aa]) \{(\w+)\}")


class Sentence(str):
    """An English sentence that knows what it was made of, so that it can be said in other languages.

    A tuple is listed. The names of holes say what is in them: a `cell`, `row`, `way` or `box` is translated too.

    >>> said = Sentence("{cell} is closed to {who}", cell="red 8", who="p2")
    >>> said, said.text
    ('red 8 is closed to p2', '{cell} is closed to {who}')
    """

    __slots__ = ("holes", "many", "text")
    text: str
    many: str | None  # the text where the hole `count` is not 1, if that decides
    holes: dict[str, object]

    def __new__(cls, text: str, /, **holes: object) -> Sentence:
        """Fill the holes of the text."""
        return cls._made(text, None, text, holes)

    @classmethod
    def numbered(cls, one: str, many: str, count: int, **holes: object) -> Sentence:
        """The same where a number of things decides about the words; it fills the hole `count`.

        >>> Sentence.numbered("{count} die", "{count} dice", 2)
        '2 dice'
        """
        return cls._made(one, many, one if count == 1 else many, {"count": count, **holes})

    @classmethod
    def _made(cls, text: str, many: str | None, english: str, holes: dict[str, object]) -> Sentence:
        filled = {name: ", ".join(map(str, hole)) if isinstance(hole, tuple) else hole for name, hole in holes.items()}
        made = super().__new__(cls, with_holes(english, filled))
        made.text, made.many, made.holes = text, many, holes
        return made


def with_holes(text: str, holes: Mapping[str, object]) -> str:
    """The text with its holes filled; in English `a` becomes `an` where a vowel follows then.

    >>> with_holes("a {row} die beside a {row} one", {"row": "orange"})
    'an orange die beside an orange one'
    """

    def article(found: re.Match[str]) -> str:
        is_vowel = str(holes[found[2]])[:1].lower() in tuple("aeiou")
        return f"{found[1]}n {{{found[2]}}}" if is_vowel else found[0]

    return _ARTICLE.sub(article, text).format(**holes)


class InvalidText(ValueError):  # noqa: N818 - named as a player would say it
    """Text that is not what it should be; the message says what was expected and what came."""


class Colour(StrEnum):
    """The colours a game knows, in the order rolls are written."""

    WHITE = "white"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    BLACK = "black"

    @property
    def letter(self) -> str:
        """The letter in the text form of a roll; black is K, as B is blue.

        >>> [colour.letter for colour in Colour]
        ['W', 'R', 'Y', 'G', 'B', 'K']
        """
        return "K" if self is Colour.BLACK else self.value[0].upper()


COLOURS = tuple(Colour)
_BY_LETTER = {colour.letter: colour for colour in Colour}


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies: its colour and the pips on top (1 to 8: one game uses eight-sided dice)."""

    colour: Colour
    pips: int

    def __post_init__(self) -> None:
        if not 1 <= self.pips <= 8:
            raise ValueError(Sentence("a die shows 1 to 8 pips, not {pips}", pips=self.pips))

    def __str__(self) -> str:
        return f"{self.colour.letter}{self.pips}"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of one throw, in a fixed order so that equal throws compare equal.

    >>> Roll.parse("R2 W5 W3") == Roll.parse("W3 W5 R2")
    True
    >>> str(Roll.parse("R2 W5 W3"))
    'W3 W5 R2'
    """

    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        order = sorted(self.dice, key=lambda die: (COLOURS.index(die.colour), die.pips))
        object.__setattr__(self, "dice", tuple(order))

    def __str__(self) -> str:
        return " ".join(map(str, self.dice))

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read the text form, words in any order; raises InvalidText.

        >>> Roll.parse("W3 X9")
        Traceback (most recent call last):
        engine.dice.InvalidText: not a roll: 'W3 X9' (expected words like W3 or R6)
        """
        try:
            return cls(tuple(_parse_die(word) for word in text.split()))
        except (KeyError, ValueError, IndexError):
            said = Sentence("not a roll: {text!r} (expected words like W3 or R6)", text=text)
            raise InvalidText(said) from None

    def pips(self, colour: Colour) -> tuple[int, ...]:
        """The pips of every die of that colour, lowest first.

        >>> Roll.parse("W5 W3 R2").pips(Colour.WHITE)
        (3, 5)
        """
        return tuple(die.pips for die in self.dice if die.colour is colour)

    def colours(self) -> Counter[Colour]:
        """How many dice of each colour there are."""
        return Counter(die.colour for die in self.dice)


def _parse_die(word: str) -> Die:
    if len(word) != 2 or not word[1].isascii():
        raise ValueError(word)
    return Die(_BY_LETTER[word[0].upper()], int(word[1]))
