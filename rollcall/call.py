"""Calling a roll: from the dice seen to what every player may mark, in words. The rules are the engine's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.dice import Colour, Die, Roll
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Mark, Rolled
from engine.offers import ColourOffer, colour_offers, white_marks, white_sum
from engine.state import State
from vision.diceset import differences
from vision.draw import label
from vision.expected import Assigned, assign
from vision.reading import DieReading


def seen_roll(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> Roll:
    """The roll those dice make; an IllegalMove says in one sentence what is missing, extra or doubtful.

    `expected` is how many dice of each colour are in play.
    """
    assigned = assign(readings, expected)
    wrong = faults_of(assigned, expected)
    if wrong:
        typed = _to_type(assigned.dice, expected)
        raise IllegalMove(f'no clear roll: {"; ".join(wrong)}; type what lies there, as in --dice "{typed}"')
    return Roll(tuple(Die(r.colour, r.pips) for r in assigned.dice if r.colour is not None and r.pips is not None))


def faults(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> list[str]:
    """What is missing, too many or doubtful about the dice seen; nothing if they are a clear roll."""
    return faults_of(assign(readings, expected), expected)


def faults_of(assigned: Assigned, expected: Mapping[Colour, int]) -> list[str]:
    """The same of dice that have been held against those expected."""
    seen = Counter(reading.colour for reading in (*assigned.dice, *assigned.extra))
    return [*differences(seen, expected), *_doubts(assigned.dice)]


def call(match: Match, roll: Roll) -> list[str]:
    """The lines to read out for a throw of the player whose turn it is; raises IllegalMove.

    >>> print(*call(Match("qwixx", ["Ann", "Bo"]), Roll.parse("W1 W1 R6 Y2 G4 B4")), sep="\\n")
    Ann rolled W1 W1 R6 Y2 G4 B4
    white sum 2
      Ann: red 2, yellow 2
      Bo: red 2, yellow 2
    then Ann, a white and a coloured die
      red 7 (1+6), yellow 3 (1+2), green 5 (1+4), blue 5 (1+4)
    """
    state: State = match.game.apply(match.state, Rolled(roll))
    roller = match.players[state.active]
    lines = [f"{roller} rolled {roll}", f"white sum {white_sum(roll)}"]
    for player, name in enumerate(match.players):
        lines.append(f"  {name}: {_listed(map(_cell, white_marks(state, player)))}")
    lines.append(f"then {roller}, a white and a coloured die")
    offers = [f"{_cell(offer.mark)} ({_sum(offer)})" for offer in colour_offers(state)]
    return [*lines, f"  {_listed(offers)}"]


def _doubts(readings: Sequence[DieReading]) -> list[str]:
    doubtful = [r for r in readings if r.colour is not None and (r.doubt is not None or r.pips is None)]
    return [f"a {r.colour} die is not sure ({r.doubt or 'its number cannot be told'})" for r in doubtful]


def _to_type(readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> str:
    """The text of a roll with what is sure filled in, and `?` for the rest."""
    words = []
    for colour, count in expected.items():
        sure = [label(r) for r in readings if r.colour is colour and r.doubt is None and r.pips is not None]
        words += (sure + [f"{colour.letter}?"] * count)[:count]
    return " ".join(words)


def _cell(mark: Mark) -> str:
    return f"{mark.colour} {mark.number}" + (f" by {mark.by}" if mark.by else "")


def _sum(offer: ColourOffer) -> str:
    """How the dice make the number: a black die counts minus the white one."""
    if offer.colour is Colour.BLACK:
        return f"{offer.mark.number + offer.white}-{offer.white}"
    return f"{offer.white}+{offer.mark.number - offer.white}"


def _listed(cells: Sequence[str] | map[str]) -> str:
    return ", ".join(cells) or "nothing"
