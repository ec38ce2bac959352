"""Readings over time become rolls. The tracker is the only thing in `vision` that remembers.

A roll is told once: when every die has come to rest, and no die is missing. A die that lies where the last roll
left it has not been thrown, however long a hand or the dark hid it, since no throw ends in the same places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.dice import Roll
from vision.doubt import LOOK_S, Doubt, doubts, recoloured
from vision.event import CameraMoved, Event, Expected, Question, RollSeen, SeenDie, TableCleared, as_roll
from vision.layout import same_pattern, values
from vision.reading import Array, DieReading
from vision.track import LEAST_FRAMES, Place, Track, distance, paired
from vision.twin import seen_beside, without_twins

REST_S = 0.2  # a die that has not moved for so long lies; dice turning over an edge stop for less
GAP_S = 0.3  # a die unseen for so long is covered or gone; in single frames dice are missed
SAME_PLACE = 0.35  # sides; where a die is found again after a hand or the dark hid it
NUDGE_S, NUDGE = 1.0, 2.0  # a die back within so many seconds and sides, its number the same, was only pushed
LATE_S = 0.6  # a die that falls over so soon after the roll was told belongs to it: no hand is that fast
PATTERN = 4  # dice; a pattern of fewer, of which some stayed, may be a throw of the others
LAST_S = 0.5  # a doubt that passes sooner is not worth a question
FEWER_S = 1.5  # wait for more dice if there are fewer than last time and nobody said how many to expect
CLEAR_S = 1.0  # a table without dice for so long has been cleared


class Tracker:
    """Turns the readings of one frame after the other into events."""

    def __init__(self, tray: Array | None = None) -> None:
        """`tray` is the outline, (N, 2) px, inside which dice count; without it they count everywhere."""
        self._tray = None if tray is None else np.asarray(tray, np.float32)
        self._tracks: list[Track] = []
        self._next = 0  # number of the next track
        self._places: list[Place] = []  # the dice of the last roll
        self._roll: RollSeen | None = None
        self._asked: set[tuple[object, ...]] = set()
        self._doubted: dict[tuple[object, ...], float] = {}  # since when there is each doubt
        self._start_s = self._last_s = float("inf")  # the first and the last frame
        self._left_s = float("-inf")  # when a die that lay there was last covered or taken away
        self._there_s = float("-inf")  # when there was last a die at all
        self._cleared = True

    def update(self, readings: Sequence[DieReading], time_s: float, expected: Expected | None = None) -> list[Event]:
        """Take in the dice of the next frame; return what has happened, mostly nothing.

        `expected` is how many dice of each colour the next roll has, None if nobody knows.
        """
        self._start_s = min(self._start_s, time_s)
        self._follow(list(readings), time_s)
        self._last_s = time_s
        return self._events(time_s, expected)

    def unchanged(self, time_s: float, expected: Expected | None = None) -> list[Event]:
        """The same for a frame that shows what the last one did: no new evidence, but time passes."""
        for track in self._tracks:
            if track.seen_s == self._last_s:
                _see(track, time_s)
        self._last_s = time_s
        return self._events(time_s, expected)

    def resize(self, scale: float, tray: Array | None) -> None:
        """Go on in pictures that are so many times as large, with this outline of the tray in them."""
        self._tray = None if tray is None else np.asarray(tray, np.float32)
        for track in self._tracks:
            track.box = track.box.scaled(scale)
        places = {id(place): place for place in (*self._places, *(track.place for track in self._tracks)) if place}
        for place in places.values():
            place.die, place.lay = replace(place.die, box=place.die.box.scaled(scale)), place.lay.scaled(scale)

    def is_settled(self, time_s: float) -> bool:
        """Say whether all dice in sight lie still, so that an unchanged picture need not be read again.

        One that the last picture did not show must be missed in others before it is known to be gone.
        """
        return all(track.seen_s == self._last_s and track.rests(time_s, REST_S) for track in self._tracks)

    def _follow(self, readings: list[DieReading], time_s: float) -> None:
        for track in self._tracks:
            track.looks += 1
        pairs = dict(paired(self._tracks, readings))
        for i, j in pairs.items():
            self._tracks[i].add(readings[j], time_s)
            _see(self._tracks[i], time_s)
        for j in set(range(len(readings))) - set(pairs.values()):
            track = Track(self._next, readings[j].box, time_s, time_s, looks=1)
            track.add(readings[j], time_s)
            self._tracks.append(track)
            self._next += 1
        here = [track for track in self._tracks if _is_here(track, time_s)]
        if any(track.frames >= LEAST_FRAMES and track not in here for track in self._tracks):
            self._left_s = time_s
        self._tracks = here

    def _events(self, time_s: float, expected: Expected | None) -> list[Event]:
        steady = [track for track in self._tracks if track.is_steady]
        self._there_s = time_s if steady else self._there_s
        for track in steady:
            if track.place is None and track.rests(time_s, REST_S):
                track.place = self._recognised(track)
        if not all(track.seen_s == time_s and track.rests(time_s, REST_S) for track in steady):
            return []
        dice = without_twins(steady)
        inside = [track for track in dice if self._is_inside(track)]
        if not inside:
            return self._empty(time_s)
        if all(track.place is not None for track in inside):
            for place in self._places:
                place.lay = place.die.box
            return []
        for track in inside:
            if track.is_another:  # the others show that dice were thrown, or the camera moved
                track.place = None
        if self._is_same_pattern(inside):
            self._remember(inside, [track.seen for track in inside])
            return [CameraMoved(time_s)]
        return self._judge(inside, [track.seen for track in dice if track not in inside], time_s, expected)

    def _empty(self, time_s: float) -> list[Event]:
        if self._cleared or time_s - self._there_s < CLEAR_S:
            return []
        self._cleared = True
        return [TableCleared(time_s)]

    def _is_inside(self, track: Track) -> bool:
        return self._tray is None or cv2.pointPolygonTest(self._tray, track.box.centre, False) >= 0

    def _recognised(self, track: Track) -> Place | None:
        """The place of the last roll where this die lies as before, or from where it was only pushed."""
        seen, taken = track.seen, {id(other.place) for other in self._tracks}
        for place in self._places:
            if id(place) in taken or (place.die.colour, place.die.pips) != (seen.colour, seen.pips):
                continue
            gap = distance(track.box, place.die.box)
            pushed = gap <= NUDGE and track.still_since_s - place.seen_s <= NUDGE_S
            if gap <= SAME_PLACE or pushed:
                place.die, place.seen_s = replace(place.die, box=track.box), track.seen_s
                return place
        return None

    def _is_same_pattern(self, tracks: list[Track]) -> bool:
        """Say whether the dice of the last roll all lie elsewhere, but some perhaps: those at the turning point.

        Those near it move so little that they look as if they were pushed; where they lay before counts.
        """
        lay = [(track.box, track.place.lay) for track in tracks if track.place is not None]
        stayed = sum(distance(now, before) <= SAME_PLACE for now, before in lay)
        if len(tracks) < PATTERN and stayed > len(tracks) // 3:
            return False
        before = [replace(place.die, box=place.lay) for place in self._places]
        return same_pattern(before, [track.seen for track in tracks])

    def _judge(
        self, tracks: list[Track], outside: list[SeenDie], time_s: float, expected: Expected | None
    ) -> list[Event]:
        """Some dice lie there that no roll has told of: is it a roll, a question, or too early to say?"""
        dice = recoloured([seen_beside(track, self._tracks) for track in tracks], expected)
        waited_s = time_s - max(self._left_s, *(track.still_since_s for track in tracks))
        wrong = doubts(dice, outside, expected)
        if wrong:
            asked = [doubt for doubt in self._lasting(wrong, waited_s, time_s) if self._is_new(doubt, tracks)]
            return [Question(doubt.reason, doubt.colour, doubt.pips, dice, time_s) for doubt in asked]
        roll = as_roll(dice, expected)
        if waited_s < LOOK_S and not all(track.is_clear for track in tracks):
            return []
        if not roll.dice or (expected is None and self._may_be_part(dice, waited_s)):
            return []
        return [self._told(tracks, dice, roll, time_s)]

    def _lasting(self, wrong: Sequence[Doubt], waited_s: float, time_s: float) -> list[Doubt]:
        """The doubts that have lasted: of dice that have lain there long, one may come with a shadow, and go."""
        self._doubted = {doubt.subject: self._doubted.get(doubt.subject, time_s) for doubt in wrong}
        old = [doubt for doubt in wrong if time_s - self._doubted[doubt.subject] >= LAST_S]
        return [doubt for doubt in old if waited_s >= doubt.wait_s]

    def _is_new(self, doubt: Doubt, tracks: list[Track]) -> bool:
        question = (doubt, *sorted(track.number for track in tracks))
        if question in self._asked:
            return False
        self._asked.add(question)
        return True

    def _may_be_part(self, dice: Sequence[SeenDie], waited_s: float) -> bool:
        """Fewer dice than last time: others may follow, or these are only some of them put aside."""
        if self._roll is None or len(dice) >= len(self._roll.dice):
            return False
        before = values(self._roll.dice)
        return waited_s < FEWER_S or all(before.count(value) >= values(dice).count(value) for value in values(dice))

    def _told(self, tracks: list[Track], dice: tuple[SeenDie, ...], roll: Roll, time_s: float) -> RollSeen:
        moved = [track for track in tracks if track.place is None]
        rested_s = max(track.still_since_s for track in moved)
        stayed = len(tracks) - len(moved)
        grown = stayed > 0 and stayed == len(self._places)
        late = self._roll is not None and stayed > 0 and rested_s - self._roll.time_s <= LATE_S
        corrects = grown or late
        number = (0 if self._roll is None else self._roll.number) + (not corrects)
        lay_there = self._roll is None and rested_s - self._start_s <= GAP_S
        self._roll = RollSeen(roll, dice, number, time_s, rested_s, corrects, lay_there)
        self._remember(tracks, dice)
        return self._roll

    def _remember(self, tracks: list[Track], dice: Sequence[SeenDie]) -> None:
        for track, die in zip(tracks, dice, strict=True):
            track.place = Place(die, track.seen_s, die.box)
        self._places = [track.place for track in tracks if track.place is not None]
        self._asked.clear()
        self._cleared = False


def _see(track: Track, time_s: float) -> None:
    track.seen_s = time_s
    if track.place is not None:
        track.place.seen_s, track.place.die = time_s, replace(track.place.die, box=track.box)


def _is_here(track: Track, time_s: float) -> bool:
    """A die that has been still may be missed for some frames, one just come or moving not."""
    return track.seen_s == time_s or (track.frames > 1 and time_s - track.seen_s <= GAP_S)
