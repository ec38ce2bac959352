"""What one picture says about the set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from calibration.angle import angle
from calibration.fault import Fault, Kind
from engine.dice import Colour
from vision.diceset import COLOUR_NAMES, differences
from vision.expected import Assigned, assign
from vision.face import BLOWN, face_light, straightened
from vision.reading import Array, Box, DieReading

DARK = 60  # grey level (of 255) below which almost all of the picture lies if it is too dark
BRIGHT_PART = 95  # per cent of the picture that must be darker than that
BLOWN_PART = 0.15  # of all pixels, in all colours; a lamp's reflection on the table is less
GREY = 5  # levels (of 255) by which the channels of a grey picture may differ
GREY_PART = 99.9  # per cent of the picture in which they must: even a small die covers more than the rest
CUT_PART = 0.45  # of all pixels, in one of the three: a coloured table is cut off in its own colour first
SHINE = 0.06  # part of a coloured die's top in one spot that shines; a pip is smaller, but for
SINGLE_PIP = 0.28  # that of a one, drilled as large as makers do,
OFF_MIDDLE = 0.15  # and lying no farther (in sides of the top) from its middle, and
FADES = 0.3  # beside which the top is less than this part of the way from its own grey to white: glare fades out
BESIDE_PX, AWAY_PX = (2, 4), 5  # of the straightened top: where that is looked at, and where its own grey is
SPOT = (0.2, 1.2)  # sides of a die: how large a spot is that may hide one
SPOT_LONG = 2.5  # a spot longer than wide by more than this is an edge or a line of a sheet
MOST_SPOTS = 3  # more of them are the cells of a sheet
WHITE_BLOWN = 0.9  # of a white one's that is not read surely: its body may be near the limit, its pips may not
CAST = 2.5  # how many times more of one colour than of another white dice may show
LEAST_PX = 24
FLAT = 38.0  # degrees: from below, sides look larger than tops, and pips run together
DETAIL = 0.03  # of a die's side: edges of a die in focus are sharper than this
SHARP = 0.12  # least part of the contrast in such detail: blurred renders have 0.04 to 0.11, others 0.12 to 0.43
ALL_SHARP = 0.065  # the same where no dice are seen, in the parts with most contrast: blurred pictures have up to 0.06
PARTS, TELLING, CONTRAST = 14, 8, 8.0  # parts along the longer side, how many of them count, and their least deviation
MANY = 3  # things that look like dice


def still_faults(
    bgr: Array,
    readings: Sequence[DieReading],
    expected: Mapping[Colour, int],
    names: Mapping[Colour, str] = COLOUR_NAMES,
) -> list[Fault]:
    """What is wrong with this picture (H, W, 3) of the dice, which are called by these names."""
    given = assign(readings, expected)
    faults = list(_light(bgr))
    if not given.dice:
        return [*faults, *_focus_of_all(bgr), Fault(Kind.NO_DICE, "nothing looks like one")]
    too_bright = any(fault.kind is Kind.BLOWN_OUT for fault in faults)
    return [
        *faults,
        *_grey(bgr, expected),
        *_missing(given, expected, names),
        *_places(given.dice, bgr.shape[1]),
        *_focus(bgr, given.dice),
        *_cast(bgr, given.dice),
        *([] if too_bright else _glare(bgr, given, names)),
        *_clutter(given, expected, names),
    ]


def _missing(given: Assigned, expected: Mapping[Colour, int], names: Mapping[Colour, str]) -> Iterator[Fault]:
    if given.missing:
        yield Fault(Kind.MISSING, "; ".join(differences(Counter(die.colour for die in given.dice), expected, names)))


def _light(bgr: Array) -> Iterator[Fault]:
    small = bgr[::2, ::2]
    bright = float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), BRIGHT_PART))
    if bright < DARK:
        yield Fault(Kind.DARK, f"bright parts reach {bright / 255:.0%}")
    at_limit = small >= BLOWN
    blown, cut = float(at_limit.all(axis=2).mean()), float(at_limit.any(axis=2).mean())
    if blown > BLOWN_PART or cut > CUT_PART:
        yield Fault(Kind.BLOWN_OUT, f"{cut:.0%} of the picture is as bright as the camera can tell")


def _grey(bgr: Array, expected: Mapping[Colour, int]) -> Iterator[Fault]:
    """Only where a die is due that has a colour."""
    differ = np.ptp(bgr[::2, ::2], axis=2)
    if set(expected) - {Colour.WHITE, Colour.BLACK} and np.percentile(differ, GREY_PART) < GREY:
        yield Fault(Kind.GREY, f"red, green and blue differ by {differ.mean() / 255:.0%}")


def _places(dice: Sequence[DieReading], width_px: int) -> Iterator[Fault]:
    sides = [max(die.box.width, die.box.height) for die in dice]
    if np.median(sides) < LEAST_PX:
        yield Fault(Kind.FAR, f"dice are {np.median(sides):.0f} px wide", _boxes(dice))
    seen_from = angle(dice, width_px)
    if seen_from < FLAT:
        yield Fault(Kind.FLAT, f"about {seen_from:.0f}° above the table", _boxes(dice))


def _focus(bgr: Array, dice: Sequence[DieReading]) -> Iterator[Fault]:
    large = [die for die in dice if max(die.box.width, die.box.height) >= LEAST_PX]
    sharp = [_detail(bgr, die.box) for die in large]
    if sharp and float(np.median(sharp)) < SHARP:
        yield Fault(Kind.BLURRED, f"{float(np.median(sharp)):.0%} fine detail", _boxes(large))


def _focus_of_all(bgr: Array) -> Iterator[Fault]:
    """Of a picture in which no dice are seen: perhaps because they are blurred."""
    side = max(bgr.shape[:2]) / PARTS
    rows, columns = int(bgr.shape[0] / side), int(bgr.shape[1] / side)
    parts = [Box(x * side, y * side, side - 1, side - 1) for y in range(rows) for x in range(columns)]
    contrasts = {part: float(_cut(bgr, part).std()) for part in parts}
    telling = sorted((part for part in parts if contrasts[part] >= CONTRAST), key=lambda part: -contrasts[part])
    sharp = [_detail(bgr, part) for part in telling[:TELLING]]
    if sharp and float(np.median(sharp)) < ALL_SHARP:
        yield Fault(Kind.BLURRED, f"{float(np.median(sharp)):.0%} fine detail")


def _detail(bgr: Array, box: Box) -> float:
    """The part of a die's contrast that is finer than its edges should be."""
    crop = _cut(bgr, box).astype(np.float32)
    smooth = cv2.GaussianBlur(crop, (0, 0), max(DETAIL * max(box.width, box.height), 1.0))
    return float((crop - smooth).std() / max(crop.std(), 1e-3))


def _cut(bgr: Array, box: Box) -> Array:
    x0, y0 = max(int(box.x), 0), max(int(box.y), 0)
    return bgr[y0 : int(box.y + box.height) + 1, x0 : int(box.x + box.width) + 1]


def _cast(bgr: Array, dice: Sequence[DieReading]) -> Iterator[Fault]:
    white = [die for die in dice if die.colour is Colour.WHITE]
    if white:
        light = np.maximum(face_light(bgr, white).mean(axis=0), 1e-3)
        if light.max() / light.min() > CAST:
            most, least = (("red", "green", "blue")[at] for at in (int(light.argmax()), int(light.argmin())))
            times = f"{light.max() / light.min():.1f} times as much {most} as {least}"
            yield Fault(Kind.CAST, f"white dice show {times}", _boxes(white))


def _glare(bgr: Array, given: Assigned, names: Mapping[Colour, str]) -> Iterator[Fault]:
    for die in given.dice:
        top = straightened(bgr, die).min(axis=2)
        if die.colour is not None and _hides_pips(die, top):
            share = float((top >= BLOWN).mean())
            yield Fault(Kind.GLARE, f"{share:.0%} of the {names[die.colour]} die's top shines", (die.box,))
    hidden = [colour for colour in given.missing if colour is not Colour.WHITE]  # what shines may be one of those
    if hidden:
        side = float(np.median([max(die.box.width, die.box.height) for die in given.dice]))
        elsewhere = [spot for spot in _spots(bgr, side) if not any(_holds(die.box, spot) for die in given.dice)]
        which = " or ".join(names[colour] for colour in dict.fromkeys(hidden))
        for spot in elsewhere[: len(hidden)] if len(elsewhere) <= MOST_SPOTS else ():
            yield Fault(Kind.GLARE, f"a spot shines that may hide the {which} die", (spot,))


def _hides_pips(die: DieReading, top: Array) -> bool:
    """Whether what shines on a die's top may lie over its pips; of each pixel (H, W) the darkest channel."""
    shines = top >= BLOWN
    if die.colour is Colour.WHITE:
        return die.doubt is not None and bool(shines.mean() > WHITE_BLOWN)
    _, spots, stats, centres = cv2.connectedComponentsWithStats(shines.astype(np.uint8), connectivity=4)
    if len(stats) < 2:
        return False
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    part = float(stats[largest, cv2.CC_STAT_AREA] / shines.size)
    off_middle = float(np.hypot(*((centres[largest] + 0.5) / shines.shape[::-1] - 0.5)))
    is_pip = part < SINGLE_PIP and off_middle < OFF_MIDDLE and _fading(top, spots == largest) < FADES
    return part > SHINE and not (is_pip and die.pips == 1 and die.doubt is None)


def _fading(top: Array, spot: Array) -> float:
    """How far the top (H, W) goes from its own grey (0) to white (1) beside the spot (H, W) of white on it."""
    away_px = cv2.distanceTransform((~spot).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    beside, away = top[(away_px >= BESIDE_PX[0]) & (away_px < BESIDE_PX[1])], top[away_px >= AWAY_PX]
    if not away.size:
        return 1.0
    own = float(np.median(away))
    return (float(np.median(beside)) - own) / max(BLOWN - own, 1.0)


def _spots(bgr: Array, side: float) -> list[Box]:
    """Shining spots about the size of a die's top or smaller, largest first."""
    shines = np.all(bgr >= BLOWN, axis=2)
    _, _, stats, _ = cv2.connectedComponentsWithStats(shines.astype(np.uint8))
    boxes = [Box(*map(float, spot[:4])) for spot in sorted(stats[1:].tolist(), key=lambda spot: -spot[4])]
    return [box for box in boxes if _is_spot(box, side)]


def _is_spot(box: Box, side: float) -> bool:
    short, long = sorted((box.width, box.height))
    return short > SPOT[0] * side and long < SPOT[1] * side and long < SPOT_LONG * short


def _holds(box: Box, other: Box) -> bool:
    x, y = other.centre
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height


def _clutter(given: Assigned, expected: Mapping[Colour, int], names: Mapping[Colour, str]) -> Iterator[Fault]:
    others = [*given.extra, *given.lookalikes]
    if len(others) >= MANY:
        yield Fault(Kind.CLUTTER, f"{len(others)} other things look like dice", _boxes(others))
    elif given.extra:
        seen = Counter(die.colour for die in [*given.dice, *given.extra])
        due = {colour: min(count, seen[colour]) for colour, count in expected.items()}
        yield Fault(Kind.EXTRA, "; ".join(differences(seen, due, names)), _boxes(given.extra))


def _boxes(dice: Sequence[DieReading]) -> tuple[Box, ...]:
    return tuple(die.box for die in dice)
