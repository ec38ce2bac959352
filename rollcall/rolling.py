"""Where the rolls of a match come from, beside the keyboard: a camera, pictures, or nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import yahtzee
from engine.dice import InvalidText, Roll, Sentence
from engine.game import IllegalMove
from engine.match import Match
from rollcall.asked import due_dice, waits_for_roll
from rollcall.entered import missing_dice
from rollcall.lookout import Lookout, Sighting, is_answer
from rollcall.seen import no_clear_roll
from rollcall.sight import Sight
from rollcall.words import Words
from vision.source import CameraError

if TYPE_CHECKING:
    from rollcall.shots import Shots


class Rolling:
    """The eyes of one match, and what they have shown of the next roll."""

    def __init__(self, eyes: Shots | Lookout | None) -> None:
        self.lookout = eyes if isinstance(eyes, Lookout) else None
        self.sight = Sight()
        self._shots = None if isinstance(eyes, Lookout) else eyes

    def news(self) -> list[Sighting | str]:
        """What the camera has seen meanwhile."""
        return [] if self.lookout is None else self.lookout.news()

    def expect(self, match: Match) -> None:
        """Look out for the next throw."""
        if self.lookout is not None:
            self.lookout.expect(match.state)

    def hint(self, match: Match, words: Words) -> str:
        """What stands behind the question for the dice: what was seen, and what Enter does."""
        if (self._shots is None and self.lookout is None) or not waits_for_roll(match.state):
            return ""
        enter = self._on_enter(words)
        if not self.sight.sure:
            return f" ({enter})"
        missing = " ".join(colour.letter for colour in missing_dice(match.state, self.sight.sure))
        seen = words.phrase("seen: {dice}; type {missing}, or all", dice=Roll(self.sight.sure), missing=missing)
        return f" ({seen}; {enter})"

    def until_answer(self, lookout: Lookout) -> Iterator[list[Sighting | str]]:
        """Let the camera look on until it has seen something; at a terminal it does so by itself.

        Raises CameraError if it has shown all.
        """
        if lookout.is_over and not lookout.has_news():
            raise CameraError(Sentence("expected the dice: {name} shows no more", name=lookout.name))
        while lookout.enter_waits and (news := lookout.wait()):
            yield news
            if any(map(is_answer, news)):
                return

    def in_picture(self, match: Match) -> Roll:
        """The roll in the next picture; raises IllegalMove if it is not clear, InvalidText if there are no pictures.

        PictureError is raised for a file that is none.
        """
        if self._shots is None:
            raise InvalidText(Sentence("expected the dice, such as W3 W5 or digits; help says how"))
        table = match.state
        seen = self._shots.take(lambda count: due_dice(table, count), isinstance(table, yahtzee.State))
        if seen.faults:
            self.sight.sure = seen.sure
            raise IllegalMove(no_clear_roll(seen.faults))
        return Roll(seen.sure)

    def _on_enter(self, words: Words) -> str:
        if self.sight.offer is not None:
            return words.phrase("{roll} lies there; Enter takes it", roll=self.sight.offer.roll)
        if self.lookout is None:
            return "" if self._shots is None else self._shots.hint(words)
        if self.lookout.is_over:
            return words.phrase("nothing is watched: type them")
        return words.phrase("the camera watches")
