"""What players type, in short: `352614`, `r8`, `pass`, `44`, `full`; made into the moves of the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine import cardtable, state, yahtzee
from engine.boxes import NAMES
from engine.cards import WILD_LETTER
from engine.dice import Colour, Die, InvalidText, Roll, Sentence

_DICE = re.compile(r"(?:[wrygbk][0-9])+", re.IGNORECASE)
_CELL = re.compile(r"([a-z+]+) ?([0-9]+)(?: ?(s|swap|l|lucky))?")
_LETTERS = {colour.letter.lower(): colour.value for colour in Colour}
_WAYS = {"s": "swap", "l": "lucky"}
_PASS = ("pass", "p", "-")
_BOXES = {
    "3k": "three of a kind",
    "4k": "four of a kind",
    "fh": "full house",
    "ss": "small straight",
    "ls": "large straight",
    "yz": "yahtzee",
    "ch": "chance",
}


def typed_roll(text: str, colours: Sequence[Colour]) -> Roll:
    """The dice typed with their letters, or as digits in the order of the colours; raises InvalidText.

    >>> set_of_six = [Colour.WHITE, Colour.WHITE, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE]
    >>> str(typed_roll("352614", set_of_six)), str(typed_roll("w3 w5 r2 y6 g1b4", set_of_six))
    ('W3 W5 R2 Y6 G1 B4', 'W3 W5 R2 Y6 G1 B4')
    """
    bare = re.sub(r"[\s,]", "", text.removeprefix("roll "))
    if _DICE.fullmatch(bare):
        return Roll.parse(" ".join(re.findall("..", bare)))
    order = " ".join(colour.letter for colour in colours) if len(set(colours)) > 1 else Sentence("of your choice")
    if not (bare.isascii() and bare.isdecimal()):
        raise InvalidText(
            Sentence(
                "not a roll: {text!r} (expected words like W3, or digits in the order {order})", text=text, order=order
            )
        )
    if len(bare) != len(colours):
        raise InvalidText(
            Sentence.numbered(
                "expected {count} digit, in the order {order}; got {seen}",
                "expected {count} digits, in the order {order}; got {seen}",
                len(colours),
                order=order,
                seen=len(bare),
            )
        )
    try:
        return Roll(tuple(Die(colour, int(pips)) for colour, pips in zip(colours, bare, strict=True)))
    except ValueError as refused:
        raise InvalidText(refused.args[0]) from None


def typed_move(table: Any, text: str) -> str:
    """What a player typed as it stands in a log, without the player; text not understood stays as it is.

    `table` is the state of the game, which says what the text can be.
    """
    words = " ".join(text.lower().split())
    match table:
        case yahtzee.State():
            return _typed_turn(words, bool(table.hand))
        case cardtable.State(phase=cardtable.Phase.TAKE):
            return _typed_take(words)
        case cardtable.State(phase=cardtable.Phase.PLAY):
            return _typed_play(words)
        case state.State() | cardtable.State():
            return _typed_mark(words)
    return words


def _typed_mark(words: str) -> str:
    """A cell, a row that is chosen, or a pass.

    >>> [_typed_mark(words) for words in ("r8", "ry 5", "g3s", "choose b", "k", "-")]
    ['red 8', 'red+yellow 5', 'green 3 swap', 'choose blue', 'choose black', 'pass']
    """
    if words in _PASS:
        return "pass"
    cell = _CELL.fullmatch(words)
    if cell is not None:
        colour, number, way = cell.groups()
        return f"{_colours(colour)} {number} {_WAYS.get(way, way) or ''}".rstrip()
    chosen = _colours(words.removeprefix("choose "))
    return f"choose {chosen}" if chosen in _LETTERS.values() else words


def _typed_turn(words: str, has_hand: bool) -> str:
    """Dice to keep, or a box to fill.

    >>> [_typed_turn(words, True) for words in ("44", "keep 4 4", "keep none", "full", "score 3k")]
    ['keep 4 4', 'keep 4 4', 'keep', 'score full house', 'score three of a kind']
    """
    kept = re.sub(r"^k(eep)?\b|[\s,]", "", words)
    if kept == "none" or re.fullmatch("[1-6]*", kept):
        return " ".join(("keep", *kept)) if kept != "none" else "keep"
    return f"score {_box(words.removeprefix('score '))}"


def _box(words: str) -> str:
    if words in _BOXES:
        return _BOXES[words]
    found = [name for name in NAMES if name.startswith(words)]
    if len(found) > 1:
        raise InvalidText(Sentence("{words!r} could be any of {names}", words=words, names=tuple(found)))
    return found[0] if found else words


def _typed_take(words: str) -> str:
    """Places of the row.

    >>> _typed_take("take 2,3"), _typed_take("23")
    ('take 2 3', 'take 2 3')
    """
    places = re.sub(r"^t(ake)?\b|[\s,]", "", words)
    return " ".join(("take", *places)) if places.isdecimal() else words


def _typed_play(words: str) -> str:
    """Cards and what they cross.

    >>> _typed_play("g11 *7 x 11 7"), _typed_play("play red 8 9 cross 8"), _typed_play("play blue *7")
    ('play green 11 *7 cross 11 7', 'play red 8 9 cross 8', 'play blue *7')
    """
    cards, _, crosses = re.sub(r"\bx\b", "cross", words.removeprefix("play ")).partition("cross")
    numbers = re.findall(rf"\{WILD_LETTER}?[0-9]+", cards)
    if not numbers or not re.fullmatch(r"[a-z0-9* ]+", cards) or not re.fullmatch(r"[0-9 ]*", crosses):
        return words
    colours = {_colours(name) for name in re.findall("[a-z]+", cards)}
    if len(colours) != 1:
        got = tuple(sorted(colours)) or Sentence("none")
        raise InvalidText(Sentence("expected one colour such as 'g11 g10 x 11', got {names}", names=got))
    crossed = ["cross", *crosses.split()] if crosses.split() else []
    return " ".join(("play", *colours, *numbers, *crossed))


def _colours(word: str) -> str:
    """A colour, or two that meet in a cell, from their letters or names.

    >>> [_colours(word) for word in ("r", "gb", "red+y", "blue", "pink")]
    ['red', 'green+blue', 'red+yellow', 'blue', 'pink']
    """
    names = word.split("+") if "+" in word or len(word) != 2 else list(word)
    return "+".join(_LETTERS.get(name, name) for name in names)
