"""Which dice lie there, if it is known which dice there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.dice import COLOURS, Colour
from tests.builders import reading
from vision.diceset import parse_dice_set
from vision.expected import Assigned, assign
from vision.reading import DieReading

QWIXX = parse_dice_set("2 white, red, yellow, green, blue")
LETTERS = {colour.letter: colour for colour in COLOURS}


def die(chances: str, pips: int | None = 4, is_die: float = 0.95, confidence: float = 0.9) -> DieReading:
    """A die whose colours are as likely as the letters are many: `WWWY` is white three times in four."""
    probs = np.zeros(7, np.float32)
    for letter in chances:
        probs[COLOURS.index(LETTERS[letter]) if letter != "?" else 6] += 1 / len(chances)
    best = int(np.argmax(probs))
    colour = COLOURS[best] if best < 6 else None
    one = reading(pips, colour, confidence=confidence)
    return replace(one, colour_confidence=float(probs[best]), colour_probs=probs, die_confidence=is_die)


def letters(assigned: Assigned) -> str:
    """The colours given, in the order of the dice; one with a doubt in lower case."""
    given = [(one.colour.letter if one.colour else "?", one.doubt) for one in assigned.dice]
    return "".join(letter if doubt is None else letter.lower() for letter, doubt in given)


@pytest.mark.parametrize(
    ("seen", "given", "missing", "extra"),
    [
        (["W", "W", "R", "Y", "G", "B"], "WWRYGB", [], 0),
        (["W", "YYYYW", "R", "Y", "G", "B"], "WWRYGB", [], 0),  # a warm lamp makes white look yellow
        (["WWYY", "WYYY", "WYYYY", "R", "G", "B"], "wwyRGB", [], 0),  # which is the yellow one is not sure
        (["W", "W", "R", "RRRY", "G", "B"], "WWRYGB", [], 0),
        (["W", "W", "R", "R", "G", "B"], "WWrGB", ["yellow"], 1),  # red is red, however much yellow is wanted
        (["W", "W", "R", "Y", "G"], "WWRYG", ["blue"], 0),
        (["W", "R", "Y", "G"], "WRYG", ["white", "blue"], 0),
        (["W", "W", "R", "Y", "G", "B", "K"], "WWRYGB", [], 1),  # a black die has no place in this game
        (["W", "W", "R", "Y", "G", "B", "?"], "WWRYGB", [], 0),  # a purple one lies about
        ([], "", ["white", "white", "red", "yellow", "green", "blue"], 0),
    ],
)
def test_colours_are_given_over_all_dice_together(seen: list[str], given: str, missing: list[str], extra: int) -> None:
    assigned = assign([die(chances) for chances in seen], QWIXX)
    assert (letters(assigned), [*assigned.missing], len(assigned.extra)) == (given, missing, extra)


def test_an_unlikely_die_is_taken_only_where_one_is_due() -> None:
    sure = [die(letter) for letter in "WWRYG"]
    assert letters(assign([*sure, die("B", is_die=0.4)], QWIXX)) == "WWRYGB"
    assigned = assign([*sure, die("B"), die("B", is_die=0.6)], QWIXX)
    assert (letters(assigned), len(assigned.extra), len(assigned.lookalikes)) == ("WWRYGB", 0, 1)


@pytest.mark.parametrize(
    "printed",
    [
        die("B", is_die=0.3),
        die("B", pips=None, is_die=0.6),
        die("B", is_die=0.6, confidence=0.1),
        die("RRRRRRRRRRRRRRRB", is_die=0.7),  # nobody would call it blue
    ],
)
def test_what_is_perhaps_no_die_does_not_stand_in_for_one_that_is_not_there(printed: DieReading) -> None:
    assigned = assign([*(die(letter) for letter in "WWRYG"), printed], QWIXX)
    assert (letters(assigned), [*assigned.missing], assigned.lookalikes) == ("WWRYG", ["blue"], (printed,))


def test_after_a_lock_its_die_is_one_too_many() -> None:
    fewer = {colour: count for colour, count in QWIXX.items() if colour is not Colour.RED}
    assigned = assign([die(letter) for letter in "WWRYGB"], fewer)
    assert [one.colour for one in assigned.extra] == [Colour.RED]


def test_many_dice_are_no_harder() -> None:
    assigned = assign([die("WWY")] * 10 + [die("B")] * 10, parse_dice_set("6 white, 6 blue"))
    assert (len(assigned.dice), len(assigned.extra)) == (12, 8)
