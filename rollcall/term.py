"""Cells, moves and boxes in the words of a language.

What is typed is English everywhere, so that elsewhere it stands beside a cell that could be answered with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from engine.dice import Colour, Sentence
from engine.sheet import Effect
from rollcall.words import ENGLISH, Words

_Text = Callable[[str, str], str]
_ROWS = {colour.value for colour in Colour}
_SHORT = {"swap": "s", "lucky": "l"}


def cell(words: Words, typed: str) -> str:
    """A cell, or a row that can be chosen, with what is typed for it.

    >>> cell(Words(), "red+yellow 5"), cell(Words("de"), "red+yellow 5"), cell(Words("sv"), "green 3 swap")
    ('red+yellow 5', 'Rot+Gelb 5 (ry5)', 'grön 3 byte (g3s)')
    """
    if words.language == ENGLISH:
        return typed
    colours, *others = typed.split()
    short = [Colour(colour).letter.lower() for colour in colours.split("+")]
    return f"{move(words, typed)} ({''.join([*short, *(_SHORT.get(other, other) for other in others)])})"


def cells(words: Words, typed: Sequence[str]) -> str:
    """All of them, or that there is none."""
    return ", ".join(cell(words, text) for text in typed) or words.phrase("nothing fits; Enter passes")


def move(words: Words, text: str) -> str:
    """What a player does, without the player.

    >>> move(Words(), "keep 4 4"), move(Words("de"), "red 8"), move(Words("de"), "score full house")
    ('keep 4 4', 'Rot 8', 'trägt ein: Full House')
    """
    if text.startswith("score "):
        return f"{_verbs(words.catalogue.pgettext)['score']} {box(words, text.removeprefix('score '))}"
    verbs = _verbs(words.catalogue.pgettext)
    return " ".join(verbs.get(word) or _row(words, word) for word in text.split())


def box(words: Words, name: str) -> str:
    """A box of the Yahtzee sheet."""
    return _boxes(words.catalogue.pgettext)[name]


def effect(words: Words, brought: Effect) -> str:
    """What a pair of symbols brings."""
    return _effects(words.catalogue.pgettext)[brought]


def doubt(words: Words, why: str) -> str:
    """Why a die is not sure.

    >>> doubt(Words("de"), "perhaps no die"), doubt(Words("de"), "1 or 3")
    ('vielleicht kein Würfel', '1 oder 3')
    """
    either = why.split(" or ")
    if all(map(str.isdecimal, either)):
        return words.one_of(either)
    return _doubts(words.catalogue.pgettext).get(why, why)


def in_words(words: Words, text: str) -> str:
    """What the engine, the eyes or the keyboard say, in this language; what is no Sentence stays as it is.

    >>> in_words(Words("de"), Sentence("{cell} is closed to {who}: {because}", cell="red 8", who="p2", because="?"))
    'Rot 8 ist für p2 zu: ?'
    """
    if not isinstance(text, Sentence) or words.language == ENGLISH:
        return str(text)
    holes = {name: _shown(words, name, hole) for name, hole in text.holes.items()}
    if text.many is None:
        return words.phrase(text.text, **holes)
    count = holes.pop("count")
    assert isinstance(count, int)
    return words.counted(text.text, text.many, count, **holes)


def _shown(words: Words, name: str, hole: object) -> object:
    if isinstance(hole, tuple):
        return words.all_of([str(_shown(words, name, each)) for each in hole])
    if isinstance(hole, Sentence):
        return in_words(words, hole)
    show = {"cell": move, "cells": move, "row": _row, "way": move, "box": box, "boxes": box, "doubt": doubt}.get(name)
    return hole if show is None else show(words, str(hole))


def padded(text: str, width: int) -> str:
    """The text with spaces to that many columns; Chinese signs take two.

    >>> padded("red 5", 7), padded("紅色", 5)
    ('red 5  ', '紅色 ')
    """
    return text + " " * (width - cell_len(text))


def _row(words: Words, word: str) -> str:
    colours = word.split("+")
    return "+".join(map(words.row, colours)) if set(colours) <= _ROWS else word


def _verbs(text: _Text) -> dict[str, str]:
    return {
        "pass": text("Ann ...", "pass"),
        "choose": text("Ann ...", "choose"),
        "keep": text("Ann ...", "keep"),
        "score": text("Ann ...", "score"),
        "take": text("Ann ...", "take"),
        "play": text("Ann ...", "play"),
        "cross": text("Ann ...", "cross"),
        "swap": text("Ann red 5 ...", "swap"),
        "lucky": text("Ann red 5 ...", "lucky"),
    }


def _boxes(text: _Text) -> dict[str, str]:
    return {
        "ones": text("box", "ones"),
        "twos": text("box", "twos"),
        "threes": text("box", "threes"),
        "fours": text("box", "fours"),
        "fives": text("box", "fives"),
        "sixes": text("box", "sixes"),
        "three of a kind": text("box", "three of a kind"),
        "four of a kind": text("box", "four of a kind"),
        "full house": text("box", "full house"),
        "small straight": text("box", "small straight"),
        "large straight": text("box", "large straight"),
        "yahtzee": text("box", "yahtzee"),
        "chance": text("box", "chance"),
    }


def _effects(text: _Text) -> dict[Effect, str]:
    return {
        Effect.FEWEST_TWICE: text("a pair brings", "two crosses in the row with the fewest"),
        Effect.EVERY_ROW: text("a pair brings", "one cross in every row"),
        Effect.DOUBLE_FEWEST: text("a pair brings", "the row with the fewest crosses scores double"),
        Effect.THIRTEEN: text("a pair brings", "13 points"),
        Effect.NO_PENALTIES: text("a pair brings", "penalties cost nothing"),
    }


def _doubts(text: _Text) -> dict[str, str]:
    """What the reader, and whoever tells colours apart, leave in doubt."""
    return {
        "too small in the picture": text("a die is not sure (...)", "too small in the picture"),
        "leaning, covered or blurred": text("a die is not sure (...)", "leaning, covered or blurred"),
        "perhaps no die": text("a die is not sure (...)", "perhaps no die"),
        "its colour": text("a die is not sure (...)", "its colour"),
        "its number cannot be told": text("a die is not sure (...)", "its number cannot be told"),
    }
