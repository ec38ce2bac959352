"""How well rolls are seen in a video whose throws are known: found, missed, invented, and how soon."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.event import RollSeen

EARLY_S = 0.1  # ranges read by eye from every few frames begin that late; dice turn on the spot before they rest
LATE_S = 0.5  # a roll told so long after its dice were picked up again still counts


@dataclass(frozen=True, slots=True)
class Rest:
    """Dice at rest in a video: from when to when, and what they show, lowest first."""

    from_s: float
    to_s: float
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClipScore:
    """What became of the throws of a video. A roll with a wrong number is one missed and one invented."""

    found: tuple[Rest, ...]
    missed: tuple[Rest, ...]
    invented: tuple[RollSeen, ...]
    delays_s: tuple[float, ...]  # from rest to call, of the found ones


def load_rests(path: Path, video: str) -> list[Rest]:
    """The throws of one video from a file that lists frame ranges and values by video."""
    clip = json.loads(path.read_text(encoding="utf-8"))[video]
    return [
        Rest(rest["from"] / clip["fps"], rest["to"] / clip["fps"], tuple(sorted(rest["values"])))
        for rest in clip["at_rest"]
    ]


def score_rolls(seen: Iterable[RollSeen], rests: Sequence[Rest]) -> ClipScore:
    """Compare what was told with what lay there; of a corrected roll only the last word counts.

    >>> from engine.dice import Roll
    >>> told = [RollSeen(Roll.parse(text), (), n, 1.0 * n, 0.0) for n, text in enumerate(["W3 W5", "W1 W1"], 1)]
    >>> score = score_rolls(told, [Rest(0.75, 1.25, (3, 5)), Rest(1.75, 2.25, (1, 2))])
    >>> len(score.found), len(score.missed), len(score.invented), score.delays_s
    (1, 1, 1, (0.25,))
    """
    told = list({roll.number: roll for roll in seen}.values())
    pairs: list[tuple[Rest, RollSeen]] = []
    for rest in rests:
        for roll in told:
            if roll not in [taken for _, taken in pairs] and _is_of(roll, rest):
                pairs.append((rest, roll))
                break
    found = tuple(rest for rest, _ in pairs)
    return ClipScore(
        found=found,
        missed=tuple(rest for rest in rests if rest not in found),
        invented=tuple(roll for roll in told if roll not in [taken for _, taken in pairs]),
        delays_s=tuple(roll.time_s - rest.from_s for rest, roll in pairs),
    )


def _is_of(roll: RollSeen, rest: Rest) -> bool:
    pips = tuple(sorted(die.pips for die in roll.roll.dice))
    return pips == rest.pips and rest.from_s - EARLY_S <= roll.time_s <= rest.to_s + LATE_S
