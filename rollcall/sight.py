"""What the camera has shown of the next roll, and what of it becomes a roll of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import yahtzee
from engine.dice import Colour, Die, Roll
from engine.match import Match
from engine.moves import Rolled
from rollcall.asked import due_dice, waits_for_roll
from rollcall.entered import missing_dice
from rollcall.lookout import Sighting
from vision.doubt import SURE
from vision.event import Question, RollSeen, SeenDie, TableCleared

SAME_PLACE = 0.5  # intersection over union of a die that has not been thrown


@dataclass(frozen=True, slots=True)
class Offer:
    """A roll that may be none, and which one of the camera's it is; 0 if it is none of them."""

    roll: Roll
    number: int = 0


class Sight:
    """Remembers dice that were seen, and what of them is a roll of the match already."""

    def __init__(self) -> None:
        self.sure: tuple[Die, ...] = ()  # dice that need not be typed, where others were not clear
        self.offer: Offer | None = None  # Enter takes it
        self.late: Offer | None = None  # takes the place of the last roll: a die came late, or fell over
        self._number = 0  # of the camera's roll that is the last one of the match
        self._is_fixed = False  # by somebody, so that the camera does not change it
        self._lying: RollSeen | None = None  # the camera's last roll, until the table is cleared
        self._questions: list[Question] = []  # not put yet, as no roll is due

    def rolled(self) -> None:
        """Somebody made a roll without the camera."""
        self.sure, self.offer, self.late, self._questions = (), None, None, []
        self._number, self._is_fixed = 0, False

    def played(self, number: int) -> None:
        """The last roll of the match is that one of the camera's."""
        self.rolled()
        self._number = number

    def fixed(self) -> None:
        """Somebody put the last roll right."""
        self._is_fixed, self.late = True, None

    def taken_back(self, roll: Roll) -> None:
        """That last roll was taken back; if its dice still lie there it is offered again."""
        lies = self._lying is not None and (self._lying.number == self._number or self._lying.roll == roll)
        if lies and self._lying is not None and self.offer is None:
            self.offer = self.late or Offer(roll, self._lying.number)
        self.sure, self.late, self._number, self._is_fixed = (), None, 0, False

    def judge(self, sighting: Sighting, match: Match) -> Offer | None:
        """A roll to play, or nothing but perhaps one to put in place of the last one, an offer or a question.

        A roll that lay there before, was taken back, or came while answers were due may be none: it is only offered.
        """
        seen = sighting.event
        if isinstance(seen, TableCleared):
            self._lying, self._questions = None, []
            if not sighting.was_due:  # it has not been put, and nobody can see any more what it was
                self.offer = None
        if isinstance(seen, Question) and (sighting.was_due or not self._is_of_last_roll(seen)):
            self._questions = [*(other for other in self._questions if other.time_s == seen.time_s), seen]
        if not isinstance(seen, RollSeen):
            return None
        self._lying, self._questions = seen, []
        last = next((move.roll for move in reversed(match.moves) if isinstance(move, Rolled)), None)
        if seen.corrects and seen.number == self._number:
            self.late = None if seen.roll == last or self._is_fixed else Offer(seen.roll, seen.number)
            return None
        is_offered = self.offer is not None and seen.number == self.offer.number
        if sighting.was_due and not seen.lay_there and not is_offered and waits_for_roll(match.state):
            return Offer(seen.roll, seen.number)
        self.offer = self.offer if seen.roll == last else Offer(seen.roll, seen.number)
        return None

    def questions(self, match: Match) -> list[Question]:
        """What must be settled about the next roll, told once and not before the roll is due."""
        if not waits_for_roll(match.state):
            return []
        put, self._questions = self._questions, []
        for question in put:
            self._ask(question, match.state)
        return put

    def _ask(self, question: Question, table: Any) -> None:
        kept = table.kept if isinstance(table, yahtzee.State) else None
        self.sure, self.offer = sure_dice(question.dice, due_dice(table), kept), None
        if not missing_dice(table, self.sure):  # what is wrong is a die that does not belong to the roll
            self.sure, self.offer = (), Offer(Roll(self.sure))

    def _is_of_last_roll(self, question: Question) -> bool:
        """Whether most of its dice lie where the last roll lay: one was pushed over, nothing was thrown."""
        before = [] if self._lying is None else [die.box for die in self._lying.dice]
        stayed = sum(any(die.box.overlap(box) > SAME_PLACE for box in before) for die in question.dice)
        return 2 * stayed > len(question.dice)


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
