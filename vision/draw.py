"""Pictures for people: every die outlined in its colour, with its letter and value beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from engine.dice import Colour
from vision.reading import Array, Box, DieReading

_BGR = {
    Colour.WHITE: (255, 255, 255),
    Colour.RED: (40, 40, 230),
    Colour.YELLOW: (30, 215, 255),
    Colour.GREEN: (60, 175, 40),
    Colour.BLUE: (230, 110, 30),
    Colour.BLACK: (50, 50, 50),
    None: (220, 100, 220),  # none of the game's colours
}
_DARK, _LIGHT = (25, 25, 25), (250, 250, 250)
_TEXT_OF_PICTURE = 1 / 36  # least height of a letter, as part of the picture's shorter side
_TEXT_OF_DIE = 0.26
_LEAST_TEXT_PX = 9
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_PX = 22  # height of a capital letter at scale 1
_DASHES_PER_SIDE = 3

_Point = tuple[int, int]


def annotate(bgr: Array, readings: Iterable[DieReading]) -> Array:
    """Return a copy of the picture, (H, W, 3) uint8, on which every die is outlined and named, as `R4`.

    A doubtful die has a dashed outline and a question mark.
    """
    drawn = bgr.copy()
    readings = list(readings)
    taken = [reading.box for reading in readings]
    for reading in readings:
        _outline(drawn, reading)
    for reading in readings:
        text_px = _text_px(drawn, reading.box)
        width, height = _tag_size(label(reading), text_px)
        tag = _free_place(drawn, reading.box, width, height, taken)
        taken.append(tag)
        _write(drawn, tag, reading, text_px)
    return drawn


def label(reading: DieReading) -> str:
    """The letter (of a game's colour) and the value that stand beside a die, and `?` where it is not sure."""
    letter = "" if reading.colour is None else reading.colour.letter
    value = "" if reading.pips is None else str(reading.pips)
    return letter + value + ("?" if reading.said_doubt is not None or reading.pips is None else "")


def _text_px(bgr: Array, box: Box) -> int:
    of_picture = min(bgr.shape[:2]) * _TEXT_OF_PICTURE
    return round(float(max(of_picture, min(box.width, box.height) * _TEXT_OF_DIE, _LEAST_TEXT_PX)))


def _line_px(bgr: Array, box: Box) -> int:
    return max(1, _text_px(bgr, box) // 7)


def _outline(bgr: Array, reading: DieReading) -> None:
    """Draw round the die: the colour inside, an edge that stands out from it and the table outside."""
    line_px = _line_px(bgr, reading.box)
    colour = _BGR[reading.colour]
    doubtful = reading.said_doubt is not None or reading.pips is None
    for start, end in _sides(reading.box, line_px, doubtful):
        cv2.line(bgr, start, end, _edge(colour), 3 * line_px, cv2.LINE_AA)
    for start, end in _sides(reading.box, line_px, doubtful):
        cv2.line(bgr, start, end, colour, line_px, cv2.LINE_AA)


def _sides(box: Box, line_px: int, dashed: bool) -> Iterator[tuple[_Point, _Point]]:
    """Yield the lines of the outline, just outside the box."""
    left, top = box.x - 2 * line_px, box.y - 2 * line_px
    right, bottom = box.x + box.width + 2 * line_px, box.y + box.height + 2 * line_px
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if not dashed:
            yield _point(start), _point(end)
            continue
        step = (end - start) / (2 * _DASHES_PER_SIDE - 1)
        for i in range(0, 2 * _DASHES_PER_SIDE - 1, 2):
            yield _point(start + i * step), _point(start + (i + 1) * step)


def _point(xy: Array) -> _Point:
    return round(float(xy[0])), round(float(xy[1]))


def _edge(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """Dark round light colours, light round dark ones: the same goes for the letters on a tag.

    >>> _edge((255, 255, 255)), _edge((50, 50, 50))
    ((25, 25, 25), (250, 250, 250))
    """
    blue, green, red = colour
    return _DARK if 0.11 * blue + 0.59 * green + 0.3 * red > 130 else _LIGHT


def _tag_size(text: str, text_px: int) -> tuple[int, int]:
    (width, _), _ = cv2.getTextSize(text, _FONT, text_px / _FONT_PX, _stroke(text_px))
    return width + text_px, 2 * text_px


def _stroke(text_px: int) -> int:
    return max(1, round(text_px / 8))


def _free_place(bgr: Array, box: Box, width: int, height: int, taken: list[Box]) -> Box:
    """The place beside the die, inside the picture, that covers least of what is there already."""
    gap = 4 * _line_px(bgr, box)
    x, y = box.centre[0] - width / 2, box.centre[1] - height / 2
    beside = [
        (x, box.y - gap - height),
        (x, box.y + box.height + gap),
        (box.x + box.width + gap, y),
        (box.x - gap - width, y),
    ]
    most_y, most_x = max(bgr.shape[0] - height, 0), max(bgr.shape[1] - width, 0)
    places = [Box(min(max(x, 0), most_x), min(max(y, 0), most_y), width, height) for x, y in beside]
    return min(places, key=lambda place: sum(_shared_px(place, other) for other in taken))


def _shared_px(one: Box, other: Box) -> float:
    """The area that both boxes cover."""
    overlap = one.overlap(other)
    return overlap * (one.width * one.height + other.width * other.height) / (1 + overlap)


def _write(bgr: Array, tag: Box, reading: DieReading, text_px: int) -> None:
    colour = _BGR[reading.colour]
    letters = _edge(colour)
    start, end = (round(tag.x), round(tag.y)), (round(tag.x + tag.width), round(tag.y + tag.height))
    cv2.rectangle(bgr, start, end, colour, cv2.FILLED)
    cv2.rectangle(bgr, start, end, letters, max(1, text_px // 9), cv2.LINE_AA)
    at = start[0] + text_px // 2, end[1] - text_px // 2
    cv2.putText(bgr, label(reading), at, _FONT, text_px / _FONT_PX, letters, _stroke(text_px), cv2.LINE_AA)
