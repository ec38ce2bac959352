"""A clip of a table: the second in which most of its dice are seen, and what is wrong at other moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.fault import Fault, Kind
from calibration.setup import setup_faults, worst_first
from calibration.steady import steady_faults
from engine.dice import Colour
from vision.camera import Held
from vision.diceset import COLOUR_NAMES
from vision.expected import assign
from vision.reading import Array, DieReading

ANY_TIME = (Kind.DARK, Kind.BLOWN_OUT)
AT_REST = (Kind.FLICKER, Kind.SHAKING, Kind.EXPOSURE, Kind.WHITE_BALANCE)  # hands and dice on their way look like that
DRIFTS = (Kind.EXPOSURE, Kind.WHITE_BALANCE)
THIN = 4  # every so many pixels of a frame are enough to tell how the light drifts


@dataclass(frozen=True, slots=True)
class Glimpse:
    """About a second of a clip, or one picture."""

    frames: Sequence[Array]  # (H, W, 3), one after the other
    time_s: float  # of the first one, since the clip began
    readings: Sequence[DieReading]  # of the last one
    due: tuple[int, int]  # how many of the dice that are due the first one and the last one show


def glimpse(
    frames: Sequence[Array],
    time_s: float,
    read: Callable[[Array], Sequence[DieReading]],
    expected: Mapping[Colour, int],
) -> Glimpse:
    """What these frames show of the dice expected."""
    last = read(frames[-1])
    first = last if len(frames) == 1 else read(frames[0])
    return Glimpse(frames, time_s, last, (len(assign(first, expected).dice), len(assign(last, expected).dice)))


def fullest(glimpses: Sequence[Glimpse]) -> Glimpse:
    """The one that shows most dice to its end, and from its beginning; of equal ones the last."""
    return max(reversed(glimpses), key=lambda one: (one.due[1], one.due[0]))


def view_faults(
    glimpses: Sequence[Glimpse],
    readings: Sequence[DieReading],
    expected: Mapping[Colour, int],
    held: Held | None = None,
    names: Mapping[Colour, str] = COLOUR_NAMES,
) -> list[Fault]:
    """All that is wrong with the fullest glimpse, whose dice are `readings`, and with light and steadiness at others.

    Worst first; of one kind only the first is told, with the time if it is another one. Pictures that were not taken
    one after the other say nothing about steadiness.
    """
    best = fullest(glimpses)
    found = setup_faults(best.frames, readings, expected, held, names)
    told = {fault.kind: fault for fault in reversed([*_drifting(glimpses, best), *_at_other_times(glimpses, best)])}
    kinds = {fault.kind for fault in found}
    return worst_first([*found, *(fault for kind, fault in told.items() if kind not in kinds)])


def _at_other_times(glimpses: Sequence[Glimpse], best: Glimpse) -> Iterator[Fault]:
    for one in glimpses:
        if one is not best and len(one.frames) > 1:
            kinds = (*ANY_TIME, *(AT_REST if _rests(one, best) else ()))
            for fault in setup_faults(one.frames, [], {}):
                if fault.kind in kinds:
                    yield replace(fault, measured=f"{fault.measured}, at {_clock(one.time_s)}")


def _drifting(glimpses: Sequence[Glimpse], best: Glimpse) -> Iterator[Fault]:
    """How the light has changed from the first glimpse to the last, but for those in which it was off."""
    resting = [one.frames[-1] for one in glimpses if _rests(one, best) and len(one.frames) > 1]
    lit = [bgr[::THIN, ::THIN] for bgr in resting if not any(f.kind in ANY_TIME for f in setup_faults([bgr], [], {}))]
    for fault in steady_faults(lit):
        if fault.kind in DRIFTS:
            yield replace(fault, measured=f"{fault.measured} over the clip")


def _rests(one: Glimpse, best: Glimpse) -> bool:
    """Whether the dice lie there all the time."""
    return one.due == (best.due[1], best.due[1])


def _clock(time_s: float) -> str:
    """
    >>> _clock(75.2)
    '1:15'
    """
    return f"{time_s // 60:.0f}:{time_s % 60:02.0f}"
