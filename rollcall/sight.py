"""What the camera has shown of the next roll, and what of it becomes a roll of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import yahtzee
from engine.dice import Colour, Die, Roll
from engine.match import Match
from engine.moves import Rolled
from rollcall.asked import due_dice, waits_for_roll
from rollcall.entered import missing_dice
from rollcall.lookout import Sighting
from vision.doubt import SURE
from vision.event import Question, RollSeen, SeenDie


class Sight:
    """Remembers dice that were seen, until a roll is made."""

    def __init__(self) -> None:
        self.sure: tuple[Die, ...] = ()  # dice that need not be typed, where others were not clear
        self.offered: Roll | None = None  # a roll that may be none: Enter takes it
        self._number = 0  # of the camera's roll that is the last one of the match

    def forget(self) -> None:
        """A roll was made, changed or taken back by somebody."""
        self.sure, self.offered, self._number = (), None, 0

    def played(self, seen: RollSeen) -> None:
        """The last roll of the match is that one."""
        self.forget()
        self._number = seen.number

    def judge(self, sighting: Sighting, match: Match) -> Rolled | Roll | None:
        """A roll to play, or a roll to put in place of the last one, or nothing but perhaps an offer.

        A roll that lay there before, or came while answers were due, may be none: it is only offered.
        """
        seen = sighting.event
        if isinstance(seen, Question):
            self._ask(seen, match)
        if not isinstance(seen, RollSeen):
            return None
        last = next((move.roll for move in reversed(match.moves) if isinstance(move, Rolled)), None)
        if seen.corrects and seen.number == self._number:
            return None if seen.roll == last else seen.roll
        if sighting.was_due and not seen.lay_there and waits_for_roll(match.state):
            return Rolled(seen.roll)
        self.offered = self.offered if seen.roll == last else seen.roll
        return None

    def _ask(self, question: Question, match: Match) -> None:
        table = match.state
        if not waits_for_roll(table):
            return
        kept = table.kept if isinstance(table, yahtzee.State) else None
        self.sure, self.offered = sure_dice(question.dice, due_dice(table), kept), None
        if not missing_dice(table, self.sure):  # what is wrong is a die that does not belong to the roll
            self.sure, self.offered = (), Roll(self.sure)


def sure_dice(dice: Sequence[SeenDie], due: Sequence[Colour], kept: Sequence[int] | None) -> tuple[Die, ...]:
    """The dice that need not be typed, although others are doubtful: at most those due.

    Of a colour that lies there too often none is sure. `kept` are the dice that may lie beside the thrown ones, of
    a game that does not look at colours.
    """
    if kept is None:
        there, allowed = Counter(die.colour for die in dice), Counter(due)
        return tuple(
            Die(die.colour, die.pips)
            for die in dice
            if die.colour is not None and die.pips is not None and _is_sure(die)
            if there[die.colour] <= allowed[die.colour]
        )
    values = Counter(die.pips for die in dice if die.pips is not None and _is_sure(die))
    thrown = sorted((values - Counter(kept) if len(dice) > len(due) else values).elements())
    return tuple(Die(Colour.WHITE, pips) for pips in thrown) if len(thrown) <= len(due) else ()


def _is_sure(die: SeenDie) -> bool:
    return die.confidence >= SURE
