"""A roll that was read or typed wrong is put right, and what has been answered to it is played again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine.dice import COLOURS, Colour, Die, InvalidText, Roll, Sentence
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Pass, Rolled

_DIE = re.compile(r"([a-z]*) ?([0-9])(?: ?(?:=|to) ?([0-9]))?[ ,]*")
_COLOURS = {name: colour for colour in COLOURS for name in (colour.value, colour.letter.lower())}
_EXPECTED = Sentence("expected such as fix red 4, fix r4 y2 or, where there are several, fix w3=5")


@dataclass(frozen=True, slots=True)
class Replayed:
    """The match with another last roll: what is kept behind it, and what is no longer possible."""

    kept: tuple[Any, ...]  # the roll first
    taken_back: tuple[Any, ...]


def last_roll(match: Match) -> Roll:
    """The roll that was made last; raises IllegalMove if there is none."""
    return _last_rolled(match).roll


def fixed_roll(roll: Roll, text: str) -> Roll:
    """The roll with the dice that the text names; raises InvalidText.

    All dice of a colour are named, or one by what it was taken for.

    >>> roll = Roll.parse("W3 W5 R2 Y6 G1 B4")
    >>> str(fixed_roll(roll, "red 4 y2")), str(fixed_roll(roll, "w3=4")), str(fixed_roll(roll, "w4 w6"))
    ('W3 W5 R4 Y2 G1 B4', 'W4 W5 R2 Y6 G1 B4', 'W4 W6 R2 Y6 G1 B4')
    >>> fixed_roll(roll, "w4")
    Traceback (most recent call last):
    engine.dice.InvalidText: there are 2 white dice: name all, or say which, such as fix w3=4
    """
    dice = list(roll.dice)
    for colour, group in groupby(sorted(_named(text), key=lambda named: _order(named[0])), key=lambda named: named[0]):
        values = [(old, new) for _, old, new in group]
        if all(old is None for old, _ in values):
            dice = _all_of(dice, colour, [new for _, new in values])
        else:
            dice = _one_by_one(dice, colour, values)
    return Roll(tuple(dice))


def replayed(match: Match, roll: Roll) -> Replayed:
    """Play what came after the last roll again after this one; the match stays as it is.

    What is no longer allowed is taken back, and so are passes of players who could cross more now, and answers
    of a step that is not reached any more. Raises IllegalMove for a roll that is not possible.
    """
    at = _place(match)
    before = Match(match.game.name, match.players, match.options)
    for move in match.moves[:at]:
        before.play(move)
    after = Match.parse(str(before))
    before.play(match.moves[at])
    after.play(Rolled(roll))
    kept: list[Any] = [Rolled(roll)]
    taken_back = []
    for move in match.moves[at + 1 :]:
        if _still_fits(match, before.state, after.state, move):
            after.play(move)
            kept.append(move)
        else:
            taken_back.append(move)
        before.play(move)
    return Replayed(tuple(kept), tuple(taken_back))


def _still_fits(match: Match, before: Any, after: Any, move: Any) -> bool:
    legal = match.game.legal_moves(after)
    if move not in legal or getattr(before, "phase", None) is not getattr(after, "phase", None):
        return False
    offered = set(match.game.legal_moves(before))
    return not isinstance(move, Pass) or all(other in offered for other in legal if other.player == move.player)


def _place(match: Match) -> int:
    rolls = [place for place, move in enumerate(match.moves) if isinstance(move, Rolled)]
    if not rolls:
        raise IllegalMove(Sentence("there is no roll to fix"))
    return rolls[-1]


def _last_rolled(match: Match) -> Rolled:
    rolled = match.moves[_place(match)]
    assert isinstance(rolled, Rolled)
    return rolled


def _named(text: str) -> list[tuple[Colour | None, int | None, int]]:
    """Each die named: its colour, what it was taken for, and what it shows."""
    dice = []
    for die in _found(text):
        if die[1] and die[1] not in _COLOURS:
            raise InvalidText(Sentence("no colour {word!r} ({expected})", word=die[1], expected=_EXPECTED))
        shown = int(die[3] or die[2])
        if shown not in range(1, 9):
            raise InvalidText(Sentence("a die shows 1 to 8 pips, not {pips}", pips=shown))
        dice.append((_COLOURS.get(die[1]), int(die[2]) if die[3] else None, shown))
    return dice


def _found(text: str) -> Iterator[re.Match[str]]:
    """Each die named, one after the other up to the end; a line may be long, so nothing is looked for twice."""
    words, at = " ".join(text.lower().split()), 0
    while at < len(words) or at == 0:
        die = _DIE.match(words, at)
        if die is None:
            raise InvalidText(Sentence("not dice: {text!r} ({expected})", text=text, expected=_EXPECTED))
        yield die
        at = die.end()


def _order(colour: Colour | None) -> int:
    return -1 if colour is None else COLOURS.index(colour)


def _all_of(dice: list[Die], colour: Colour | None, values: list[int]) -> list[Die]:
    there = _of(dice, colour)
    if not there:
        raise InvalidText(Sentence("there is no {row} die in this roll", row=colour))
    if len(there) != len(values):
        raise InvalidText(_not_all(there, colour, values))
    left = [die for die in dice if die not in there]
    return left + [Die(die.colour, value) for die, value in zip(there, values, strict=True)]


def _not_all(there: list[Die], colour: Colour | None, values: list[int]) -> Sentence:
    which = f"{there[0]}={values[0]}".lower()
    if len(there) == 1 and colour is None:
        return Sentence("there is 1 die, not {count}", count=len(values))
    if len(there) == 1:
        return Sentence("there is 1 {row} die, not {count}", row=colour, count=len(values))
    if colour is None:
        said = Sentence("there are {count} dice", count=len(there))
    else:
        said = Sentence("there are {count} {row} dice", count=len(there), row=colour)
    return Sentence("{there}: name all, or say which, such as fix {which}", there=said, which=which)


def _one_by_one(dice: list[Die], colour: Colour | None, values: list[tuple[int | None, int]]) -> list[Die]:
    left, changed = list(dice), []
    for old, new in values:
        if old is None:
            said = Sentence("either all or none say what the die was taken for ({expected})", expected=_EXPECTED)
            raise InvalidText(said)
        taken = next((die for die in _of(left, colour) if die.pips == old), None)
        if taken is None:
            raise InvalidText(_not_there(colour, old, Roll(tuple(dice))))
        left.remove(taken)
        changed.append(Die(taken.colour, new))
    return left + changed


def _not_there(colour: Colour | None, pips: int | None, roll: Roll) -> Sentence:
    if colour is None:
        return Sentence("there is no die with {pips} in this roll: {roll}", pips=pips, roll=roll)
    cell = f"{colour} {pips}"
    return Sentence("there is no {cell} in this roll: {roll}", cell=cell, roll=roll)


def _of(dice: list[Die], colour: Colour | None) -> list[Die]:
    return [die for die in dice if colour is None or die.colour is colour]
