"""The moves of the Qwixx family and their text form, such as `roll W3 W5 R2`, `p1 red 8` or `p2 pass`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Colour, InvalidText, Roll, Sentence


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice have come to rest."""

    roll: Roll

    def __str__(self) -> str:
        return f"roll {self.roll}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A player crosses a cell; `colour` is what is printed there, `red+yellow` where two colours meet.

    `by` names another way to reach the cell than the sum of dice: `swap` or `lucky`.
    """

    player: int
    colour: str
    number: int
    by: str = ""

    def __str__(self) -> str:
        return f"p{self.player + 1} {self.colour} {self.number} {self.by}".rstrip()


@dataclass(frozen=True, slots=True)
class Pass:
    """A player crosses nothing in this step."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} pass"


@dataclass(frozen=True, slots=True)
class Choose:
    """A player names the row that takes a bonus, where rows tie."""

    player: int
    colour: str

    def __str__(self) -> str:
        return f"p{self.player + 1} choose {self.colour}"


Move = Rolled | Mark | Pass | Choose
NUMBERS = {str(number): number for number in range(100)}  # as they are written: no 08, no other digits


def parse_move(text: str) -> Move:
    """Read the text form of a move; raises InvalidText.

    >>> str(parse_move("p1 red 8"))
    'p1 red 8'
    >>> parse_move("p1 purple 8")
    Traceback (most recent call last):
    engine.dice.InvalidText: not a move: 'p1 purple 8' (no colour purple)
    """
    match text.split():
        case ["roll", *dice]:
            return Rolled(Roll.parse(" ".join(dice)))
        case [who, "pass"]:
            return Pass(parse_player(who, text))
        case [who, "choose", colour]:
            return Choose(parse_player(who, text), _colour(colour, text))
        case [who, colour, number, *by] if number in NUMBERS and by in ([], ["swap"], ["lucky"]):
            return Mark(parse_player(who, text), _colour(colour, text), NUMBERS[number], "".join(by))
    raise InvalidText(
        Sentence("not a move: {text!r} (expected such as 'roll W3 W5 R2 Y6 G1 B4', 'p1 red 8' or 'p2 pass')", text=text)
    )


def parse_player(word: str, text: str) -> int:
    """The player `p1`, `p2`, ... counted from 0; `text` is the line it stands in, for the message."""
    if word[:1] != "p" or NUMBERS.get(word[1:], 0) == 0:
        raise InvalidText(
            Sentence("not a move: {text!r} (no player {word}; players are p1, p2, ...)", text=text, word=word)
        )
    return NUMBERS[word[1:]] - 1


def _colour(word: str, text: str) -> str:
    if not all(part in set(Colour) for part in word.split("+")):
        raise InvalidText(Sentence("not a move: {text!r} (no colour {word})", text=text, word=word))
    return word
