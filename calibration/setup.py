"""The set-up check: what is wrong with camera, light and table before the first roll, in words and in a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.fault import Fault, Kind
from calibration.steady import steady_faults
from calibration.still import still_faults
from engine.dice import Colour
from vision.camera import Held
from vision.diceset import COLOUR_NAMES
from vision.reading import Array, DieReading

_RED, _BLACK, _WHITE = (40, 40, 230), (25, 25, 25), (250, 250, 250)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def setup_faults(
    frames: Sequence[Array],
    readings: Sequence[DieReading],
    expected: Mapping[Colour, int],
    held: Held | None = None,
    names: Mapping[Colour, str] = COLOUR_NAMES,
) -> list[Fault]:
    """All that is wrong, worst first. `readings` are those of the last of the frames (H, W, 3)."""
    faults = [*steady_faults(frames, held), *still_faults(frames[-1], readings, expected, names)]
    if any(fault.kind is Kind.SHAKING for fault in faults):  # a picture taken in motion is blurred by it
        faults = [fault for fault in faults if fault.kind is not Kind.BLURRED]
    return worst_first(faults)


def worst_first(faults: Sequence[Fault]) -> list[Fault]:
    """The faults in the order in which they are best put right."""
    return sorted(faults, key=lambda fault: list(Kind).index(fault.kind))


def verdict(faults: Sequence[Fault]) -> str:
    """The whole of it in one sentence.

    >>> verdict([])
    'The set-up is good: roll the dice.'
    >>> verdict([Fault(Kind.DARK, "")])
    'One thing to put right first: too dark.'
    """
    if not faults:
        return "The set-up is good: roll the dice."
    kinds = ", ".join(dict.fromkeys(fault.kind.value for fault in faults))
    return f"{'One thing' if ', ' not in kinds else 'Some things'} to put right first: {kinds}."


def shown(bgr: Array, faults: Sequence[Fault], tray: Sequence[tuple[float, float]] = ()) -> Array:
    """A copy of the picture with the dice in question and the tray outlined, and the faults written over it.

    The tray's corners are shares of the picture's width and height.
    """
    drawn = bgr.copy()
    scale = max(bgr.shape[1] / 1000, 0.4)
    line_px = max(1, round(2 * scale))
    if tray:
        corners = np.round(np.array(tray) * (bgr.shape[1], bgr.shape[0])).astype(np.int32)
        for colour, px in ((_BLACK, 3 * line_px), (_WHITE, line_px)):
            cv2.polylines(drawn, [corners], True, colour, px, cv2.LINE_AA)
    for fault in faults:
        for box in fault.boxes:
            start, end = (round(box.x), round(box.y)), (round(box.x + box.width), round(box.y + box.height))
            cv2.rectangle(drawn, start, end, _RED, line_px, cv2.LINE_AA)
    said = [f"{fault.kind} ({fault.measured})".replace("°", " degrees") for fault in faults] or ["good"]
    for row, text in enumerate(said):
        at = round(12 * scale), round((30 + 30 * row) * scale)
        cv2.putText(drawn, text, at, _FONT, 0.8 * scale, _BLACK, 3 * line_px, cv2.LINE_AA)
        cv2.putText(drawn, text, at, _FONT, 0.8 * scale, _WHITE, line_px, cv2.LINE_AA)
    return drawn
