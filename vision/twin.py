"""Two places found so near each other that they are one die: it and its shadow, or its image in a shiny table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.event import SeenDie
from vision.reading import UNREADABLE
from vision.track import Track, distance

APART = 0.4  # sides; seen from 35 degrees or more above the table, even dice one behind the other are farther apart


def without_twins(tracks: Sequence[Track]) -> list[Track]:
    """One track for each die, in the order they came: the one that was told, else the likeliest."""
    kept: list[Track] = []
    for track in sorted(tracks, key=lambda track: (track.place is None, -_likelihood(track))):
        if not _twins(track, kept):
            kept.append(track)
    return [track for track in tracks if track in kept]


def seen_beside(track: Track, others: Sequence[Track]) -> SeenDie:
    """The die as it is known now, less sure where a twin shows another number.

    Only one of the two is right, which makes them as likely as one being right while the other is wrong.
    """
    die = track.seen
    rivals = [twin for twin in _twins(track, others) if twin.seen.pips not in (None, die.pips)]
    if track.place is not None or die.pips is None or not rivals:
        return die
    rival = max(rivals, key=_likelihood)
    mine, other = _likelihood(track), _likelihood(rival)
    right = mine * (1 - other) / max(mine * (1 - other) + other * (1 - mine), 1e-9)
    if right >= die.confidence:
        return die
    return replace(die, confidence=right, second_pips=rival.seen.pips)


def _twins(track: Track, others: Sequence[Track]) -> list[Track]:
    near = [other for other in others if other is not track and distance(track.box, other.box) < APART]
    return [other for other in near if other.is_steady]


def _likelihood(track: Track) -> float:
    """How likely it is a die that shows the number it seems to show."""
    return float(track.pip_probs[:UNREADABLE].max())
