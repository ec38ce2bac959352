"""Rolls from pictures, one after another; what a picture leaves in doubt is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.dice import Colour, Die, Sentence
from engine.game import IllegalMove
from rollcall.eyes import Eyes
from rollcall.pictures import find_pictures
from rollcall.seen import faults_of
from rollcall.words import Words
from vision.diceset import COLOUR_NAMES
from vision.expected import Assigned, assign
from vision.picture import PictureError, load_picture
from vision.profile import Place
from vision.reader import IS_DIE
from vision.reading import DieReading


@dataclass(frozen=True, slots=True)
class Seen:
    """What a picture shows of a roll; without faults, the sure dice are the whole roll."""

    sure: tuple[Die, ...]
    faults: tuple[str, ...]


class Shots:
    """Pictures in the order of their names; ones that come into the folders later are found too."""

    def __init__(self, named: Sequence[Path], used: int, eyes: Eyes) -> None:
        """`used` is how many pictures have given a roll before."""
        self._named, self._used, self._eyes = named, used, eyes

    def upcoming(self) -> Path | None:
        """The picture that is next, or None as long as there is no other."""
        try:
            return dict(enumerate(find_pictures(self._named))).get(self._used)
        except PictureError:  # an empty folder, in which pictures may yet come
            return None

    def hint(self, words: Words) -> str:
        """What an empty line does."""
        path = self.upcoming()
        if path is None:
            return words.phrase("no further picture: type them")
        return words.phrase("Enter reads {name}", name=path.name)

    def take(self, due: Callable[[int], Sequence[Colour]], any_colour: bool) -> Seen:
        """Read the next picture; raises IllegalMove if there is none, PictureError if it is none.

        `due` says which dice are expected where so many lie; `any_colour` takes all for white ones.
        """
        path = self.upcoming()
        if path is None:
            raise IllegalMove(Sentence("there is no further picture; type the dice, or add one"))
        self._used += 1
        place = self._eyes.lying(load_picture(path))
        if any_colour:
            place = Place(tuple(map(_whitened, filter(_is_die, place.inside))), place.outside)
        expected = Counter(due(len(place.inside)))
        return judged(replace(assign(place.inside, expected), outside=place.outside), expected, self._eyes.names)


def judged(assigned: Assigned, expected: Counter[Colour], names: Mapping[Colour, str] = COLOUR_NAMES) -> Seen:
    """The dice that are sure among those held against those expected, and what is not right about the others."""
    sure = tuple(
        Die(reading.colour, reading.pips)
        for reading in assigned.dice
        if reading.colour is not None and reading.pips is not None and reading.doubt is None
    )
    return Seen(sure, tuple(faults_of(assigned, expected, names)))


def _is_die(reading: DieReading) -> bool:
    return reading.die_confidence >= IS_DIE


def _whitened(reading: DieReading) -> DieReading:
    return replace(reading, colour=Colour.WHITE, colour_probs=None)
