"""What a few frames in a row say about the set-up, while the dice lie still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np

from calibration.fault import Fault, Kind
from vision.camera import Held
from vision.reading import Array

LEAST = 4  # frames from which on anything can be said
SMALL_PX = 320  # width at which frames are compared
MOVED = 0.002  # of the picture's width from one frame to the next: a die of 50 px loses its edges
FLICKER = 0.025  # of the brightness, from frame to frame
DRIFT = 0.12  # of the brightness, from the first frames to the last
TINT = 0.08  # of the ratio of two colours, likewise


def steady_faults(frames: Sequence[Array], held: Held | None = None) -> list[Fault]:
    """What is wrong over these pictures (H, W, 3), some tenths of a second apart.

    `held` is what the camera keeps when asked to; None if it is none of this computer's.
    """
    refused = [] if held is None else list(_refused(held))
    if len(frames) < LEAST:
        return refused
    seen = [*_shaking(frames), *_light(frames)]
    return [*(fault for fault in refused if fault.kind not in {one.kind for one in seen}), *seen]


def _refused(held: Held) -> Iterator[Fault]:
    for kind, kept in ((Kind.EXPOSURE, held.exposure), (Kind.WHITE_BALANCE, held.white_balance_k)):
        if kept is None:
            yield Fault(kind, "the camera's driver does not let us hold it")


def _shaking(frames: Sequence[Array]) -> Iterator[Fault]:
    small = [_small(frame) for frame in frames]
    window = cv2.createHanningWindow((small[0].shape[1], small[0].shape[0]), cv2.CV_32F)
    shifts = []
    for one, other in pairwise(small):
        (x, y), response = cv2.phaseCorrelate(one, other, window)
        if response > 0.1:  # else the pictures have nothing in common
            shifts.append(float(np.hypot(x, y)) / one.shape[1])
    if shifts and np.percentile(shifts, 75) > MOVED:
        yield Fault(Kind.SHAKING, f"by {np.percentile(shifts, 75) * frames[0].shape[1]:.1f} px from frame to frame")


def _light(frames: Sequence[Array]) -> Iterator[Fault]:
    means = np.array([frame[::4, ::4].reshape(-1, 3).mean(axis=0) for frame in frames]) + 1.0  # (N, 3)
    level = means.mean(axis=1)
    times = np.arange(len(level))
    trend = np.polyval(np.polyfit(times, level, 2), times)
    wobble = float((level - trend).std() / level.mean())
    if wobble > FLICKER:
        yield Fault(Kind.FLICKER, f"the brightness changes by {wobble:.0%} from frame to frame")
    drift = _change(trend)
    if drift > DRIFT:
        yield Fault(Kind.EXPOSURE, f"the brightness has drifted by {drift:.0%}")
    tint = max(_change(means[:, 2] / means[:, 1]), _change(means[:, 0] / means[:, 1]))
    if tint > TINT:
        yield Fault(Kind.WHITE_BALANCE, f"the tint has drifted by {tint:.0%}")


def _change(values: Array) -> float:
    """How far the first quarter and the last one are apart, as a part of the first.

    >>> _change(np.array([1.0, 1.0, 2.0, 2.0]))
    1.0
    """
    part = max(len(values) // 4, 1)
    first, last = float(values[:part].mean()), float(values[-part:].mean())
    return abs(last - first) / first


def _small(bgr: Array) -> Array:
    height = round(bgr.shape[0] * SMALL_PX / bgr.shape[1])
    gray = cv2.cvtColor(cv2.resize(bgr, (SMALL_PX, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return gray.astype(np.float32)
