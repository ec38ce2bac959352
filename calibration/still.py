"""What one picture says about the set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from calibration.fault import Fault, Kind
from engine.dice import Colour
from vision.diceset import differences
from vision.expected import Assigned, assign
from vision.face import BLOWN, face_light, straightened
from vision.reading import Array, Box, DieReading

DARK = 60  # grey level (of 255) below which almost all of the picture lies if it is too dark
BRIGHT_PART = 95  # per cent of the picture that must be darker than that
BLOWN_PART = 0.15  # of all pixels, in all colours; a lamp's reflection on the table is less
CUT_PART = 0.45  # of all pixels, in one of the three: a coloured table is cut off in its own colour first
FACE_BLOWN = 0.15  # part of a coloured die's top that shines
WHITE_BLOWN = 0.9  # of a white one's: its body may be near the limit, its pips may not
CAST = 2.5  # how many times more of one colour than of another white dice may show
LEAST_PX = 24
FLAT = 0.5  # height to width of a top face: the sine of 30 degrees, from where pips run together
DETAIL = 0.03  # of a die's side: edges of a die in focus are sharper than this
SHARP = 0.12  # least part of the contrast in such detail: blurred renders have 0.04 to 0.11, others 0.12 to 0.43
MANY = 3  # things that look like dice


def still_faults(bgr: Array, readings: Sequence[DieReading], expected: Mapping[Colour, int]) -> list[Fault]:
    """What is wrong with this picture (H, W, 3) of the dice."""
    given = assign(readings, expected)
    faults = list(_light(bgr))
    if not given.dice:
        return [*faults, Fault(Kind.NO_DICE, "none found")]
    too_bright = any(fault.kind is Kind.BLOWN_OUT for fault in faults)
    return [
        *faults,
        *_missing(given, expected),
        *_places(given.dice),
        *_focus(bgr, given.dice),
        *_cast(bgr, given.dice),
        *([] if too_bright else _glare(bgr, given.dice)),
        *_clutter([*given.extra, *given.lookalikes]),
    ]


def _missing(given: Assigned, expected: Mapping[Colour, int]) -> Iterator[Fault]:
    if given.missing:
        yield Fault(Kind.MISSING, "; ".join(differences(Counter(die.colour for die in given.dice), expected)))


def _light(bgr: Array) -> Iterator[Fault]:
    small = bgr[::2, ::2]
    bright = float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), BRIGHT_PART))
    if bright < DARK:
        yield Fault(Kind.DARK, f"bright parts reach {bright / 255:.0%}")
    at_limit = small >= BLOWN
    blown, cut = float(at_limit.all(axis=2).mean()), float(at_limit.any(axis=2).mean())
    if blown > BLOWN_PART or cut > CUT_PART:
        yield Fault(Kind.BLOWN_OUT, f"{cut:.0%} of the picture is as bright as the camera can tell")


def _places(dice: Sequence[DieReading]) -> Iterator[Fault]:
    sides = [max(die.box.width, die.box.height) for die in dice]
    if np.median(sides) < LEAST_PX:
        yield Fault(Kind.FAR, f"dice are {np.median(sides):.0f} px wide", _boxes(dice))
    height = float(np.median([_height(die.face) for die in dice]))
    if height < FLAT:
        yield Fault(Kind.FLAT, f"about {np.degrees(np.arcsin(height)):.0f}° above the table", _boxes(dice))


def _height(face: Array) -> float:
    """How much a square looks pressed flat: 1 from straight above; the two directions of an affine map.

    >>> _height(np.array([(0, 0), (4, 0), (4, 2), (0, 2)]))
    0.5
    """
    sides = np.stack([face[1] + face[2] - face[0] - face[3], face[2] + face[3] - face[0] - face[1]]) / 2
    long, short = np.linalg.svd(sides, compute_uv=False)
    return float(short / max(long, 1e-6))


def _focus(bgr: Array, dice: Sequence[DieReading]) -> Iterator[Fault]:
    large = [die for die in dice if max(die.box.width, die.box.height) >= LEAST_PX]
    sharp = [_detail(bgr, die.box) for die in large]
    if sharp and float(np.median(sharp)) < SHARP:
        yield Fault(Kind.BLURRED, f"{float(np.median(sharp)):.0%} fine detail", _boxes(large))


def _detail(bgr: Array, box: Box) -> float:
    """The part of a die's contrast that is finer than its edges should be."""
    x0, y0 = max(int(box.x), 0), max(int(box.y), 0)
    crop = bgr[y0 : int(box.y + box.height) + 1, x0 : int(box.x + box.width) + 1].astype(np.float32)
    smooth = cv2.GaussianBlur(crop, (0, 0), max(DETAIL * max(box.width, box.height), 1.0))
    return float((crop - smooth).std() / max(crop.std(), 1e-3))


def _cast(bgr: Array, dice: Sequence[DieReading]) -> Iterator[Fault]:
    white = [die for die in dice if die.colour is Colour.WHITE]
    if white:
        light = np.maximum(face_light(bgr, white).mean(axis=0), 1e-3)
        if light.max() / light.min() > CAST:
            tint = ("red", "green", "blue")[int(light.argmax())]
            yield Fault(Kind.CAST, f"white dice show {light.max() / light.min():.1f} times more {tint}", _boxes(white))


def _glare(bgr: Array, dice: Sequence[DieReading]) -> Iterator[Fault]:
    for die in dice:
        shine = float((straightened(bgr, die) >= BLOWN).all(axis=2).mean())
        if shine > (WHITE_BLOWN if die.colour is Colour.WHITE else FACE_BLOWN):
            yield Fault(Kind.GLARE, f"{shine:.0%} of the {die.colour} die's top shines", (die.box,))


def _clutter(others: Sequence[DieReading]) -> Iterator[Fault]:
    if len(others) >= MANY:
        yield Fault(Kind.CLUTTER, f"{len(others)} other things look like dice", _boxes(others))


def _boxes(dice: Sequence[DieReading]) -> tuple[Box, ...]:
    return tuple(die.box for die in dice)
