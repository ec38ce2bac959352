"""How well readings agree with labelled pictures: what was found, read right, and said with too much confidence.

Boxes are [x, y, width, height] in pixels. Labels and readings are JSON objects, one a picture.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from vision.reading import Box

WHOLE_DIE_OVERLAP = 0.5  # intersection over union that makes a found die the labelled one
LEAST_AREA = 1 / 3  # of a labelled face or pip cluster, which lies inside the die that is found
MOST_AREA = {"top_face": 8, "pip_cluster_or_top_face": 80}  # a cluster may be a single pip
IGNORED_OVERLAP = 0.2  # a find that meets a die not to be judged this much is no false find
SURE = 0.9  # a wrong value said with this confidence is the worst fault there is
CALIBRATION_BINS = 15
COLOURS_JUDGED = ("white", "red", "yellow", "green", "blue", "black")

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over pictures, which add up; the figures are ratios of them."""

    images: int = 0
    images_missing: int = 0
    dice: int = 0
    found: int = 0
    extra: int = 0  # finds where no die is
    value_judged: int = 0
    value_right: int = 0
    abstained: int = 0
    colour_judged: int = 0
    colour_right: int = 0
    exact: int = 0  # pictures without any mistake
    sure_and_wrong: int = 0
    said: tuple[tuple[float, bool], ...] = ()  # the confidence of every value said, and whether it was right

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def figures(self) -> dict[str, float | None]:
        """What is reported; None where there was nothing to judge."""
        return {
            "images": self.images,
            "dice": self.dice,
            "images_missing": self.images_missing,
            "recall": _ratio(self.found, self.dice),
            "precision": _ratio(self.found, self.found + self.extra),
            "value_right_of_found": _ratio(self.value_right, self.value_judged),
            "colour_right_of_found": _ratio(self.colour_right, self.colour_judged),
            "picture_exact": _ratio(self.exact, self.images),
            "sure_and_wrong": _ratio(self.sure_and_wrong, self.dice, 5),
            "abstained": _ratio(self.abstained, self.value_judged),
            "ece": calibration_error(self.said),
        }


def load_labels(path: Path, part: str) -> list[Json]:
    """The labelled pictures of that part."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, filter(None, lines)) if row.get("part") == part]


def score(label: Json, reading: Json | None) -> Tally:
    """Judge the reading of one picture; None or one with an error counts as nothing found."""
    missing = reading is None or bool(reading.get("error"))
    found = [] if reading is None or missing else reading["dice"]
    pairs = match(label["dice"], found, label.get("box_kind", "whole_die"))
    both = [(label["dice"][i], found[j]) for i, j in pairs.items()]
    colours = [got["colour"] == want["color"] for want, got in both if want["color"] in COLOURS_JUDGED]
    values = [(got, got["value"] == want["value"]) for want, got in both if want["value"] is not None]
    said = tuple((got["confidence"], right) for got, right in values if got["value"] is not None)
    others = [die for j, die in enumerate(found) if j not in pairs.values()]
    extra = sum(not _is_ignored(die, label.get("ignore", [])) for die in others)
    right = sum(right for _, right in values)
    return Tally(
        images=1,
        images_missing=int(missing),
        dice=len(label["dice"]),
        found=len(pairs),
        extra=extra,
        value_judged=len(values),
        value_right=right,
        abstained=len(values) - len(said),
        colour_judged=len(colours),
        colour_right=sum(colours),
        exact=int(len(pairs) == len(label["dice"]) and not extra and right == len(values)),
        sure_and_wrong=sum(confidence >= SURE and not right for confidence, right in said),
        said=said,
    )


def match(labels: Sequence[Json], found: Sequence[Json], kind: str) -> dict[int, int]:
    """Which find is which labelled die, by index: the best overlaps first, each die and find once."""
    pairs = sorted(
        (
            (_affinity(_box(want), _box(got), want.get("box_kind", kind)), i, j)
            for i, want in enumerate(labels)
            for j, got in enumerate(found)
        ),
        reverse=True,
    )
    matched: dict[int, int] = {}
    for affinity, i, j in pairs:
        if affinity > 0 and i not in matched and j not in matched.values():
            matched[i] = j
    return matched


def calibration_error(said: Sequence[tuple[float, bool]]) -> float | None:
    """How far confidence is from the share that is right, on average (ECE); None where nothing was said.

    >>> calibration_error([(0.9, True), (0.9, False)])
    0.4
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(CALIBRATION_BINS)]
    for confidence, right in said:
        bins[min(int(confidence * CALIBRATION_BINS), CALIBRATION_BINS - 1)].append((confidence, right))
    off = sum(abs(sum(confidence - right for confidence, right in group)) for group in bins)
    return round(off / len(said), 4) if said else None


def _affinity(label: Box, found: Box, kind: str) -> float:
    """More than 0 if the find is the labelled die; the larger the better."""
    overlap = label.overlap(found)
    if kind == "whole_die":
        return overlap if overlap >= WHOLE_DIE_OVERLAP else 0.0
    area = found.width * found.height / max(label.width * label.height, 1)
    inside = _holds(found, label.centre) and LEAST_AREA <= area <= MOST_AREA[kind]
    return overlap + 0.01 if inside else 0.0


def _is_ignored(die: Json, ignored: Sequence[Sequence[float]]) -> bool:
    box = _box(die)
    places = [Box(*place) for place in ignored]
    return any(box.overlap(place) > IGNORED_OVERLAP or _holds(place, box.centre) for place in places)


def _holds(box: Box, point: tuple[float, float]) -> bool:
    x, y = point
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def _box(die: Json) -> Box:
    return Box(*die["box"])


def _ratio(part: int, whole: int, digits: int = 4) -> float | None:
    return round(part / whole, digits) if whole else None
