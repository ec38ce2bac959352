"""A set of dice in words, such as `2 white, red, yellow, green, blue`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine.dice import COLOURS, Colour, InvalidText, Sentence

MOST_DICE = 20
COLOUR_NAMES: Mapping[Colour, str] = {colour: colour.value for colour in COLOURS}  # unless their owner has others
_PART = re.compile(r"(?:([0-9]{1,2})\s+)?([a-z]+)", re.IGNORECASE)
_NTH = (
    Sentence("a second"),
    Sentence("a third"),
    Sentence("a fourth"),
    Sentence("a fifth"),
    Sentence("a sixth"),
)


def parse_dice_set(text: str) -> dict[Colour, int]:
    """How many dice of each colour the words say; raises InvalidText.

    >>> {str(colour): count for colour, count in parse_dice_set("2 white, red, Blue").items()}
    {'white': 2, 'red': 1, 'blue': 1}
    >>> parse_dice_set("2 white, mauve")
    Traceback (most recent call last):
    engine.dice.InvalidText: no colour of dice: 'mauve' (expected words like "2 white, red, yellow, green, blue")
    """
    counts: Counter[Colour] = Counter()
    for part in text.split(","):
        found = _PART.fullmatch(part.strip())
        if found is None or found[2].lower() not in COLOURS:
            raise InvalidText(
                f'no colour of dice: {part.strip()!r} (expected words like "2 white, red, yellow, green, blue")'
            )
        counts[Colour(found[2].lower())] += int(found[1] or 1)
    if not 1 <= counts.total() <= MOST_DICE:
        raise InvalidText(f"expected 1 to {MOST_DICE} dice, not {counts.total()}: {text!r}")
    return {colour: counts[colour] for colour in COLOURS if counts[colour]}


def differences(
    seen: Counter[Colour | None], expected: Mapping[Colour, int], names: Mapping[Colour, str] = COLOUR_NAMES
) -> list[str]:
    """What is not there that should be, and what is there and should not, in words and by these names.

    >>> differences(Counter([Colour.WHITE, Colour.RED, Colour.RED]), parse_dice_set("2 white, red, blue"))
    ['only 1 of 2 white dice in view', 'a second red die', 'no blue die in view']
    >>> differences(Counter([Colour.RED]), {})
    ['a red die that is not in play']
    """
    said: list[str] = []
    for colour in COLOURS:
        due, there = expected.get(colour, 0), seen[colour]
        if there == 0 and due > 0:
            said.append(Sentence("no {row} die in view", row=names[colour]))
        elif there < due:
            said.append(Sentence("only {there} of {due} {row} dice in view", there=there, due=due, row=names[colour]))
        said += [_too_many(n, names[colour], due) for n in range(due, there)]
    return said


def _too_many(before: int, name: str, due: int) -> str:
    """The die that comes after so many others of its colour."""
    if before == 0:
        return Sentence("a {row} die that is not in play", row=name)
    nth = _NTH[before - 1] if before <= len(_NTH) else Sentence("yet another")
    if due == 0:
        return Sentence("{nth} {row} die that is not in play", nth=nth, row=name)
    return Sentence("{nth} {row} die", nth=nth, row=name)
