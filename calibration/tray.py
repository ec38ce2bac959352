"""Find the tray: the four-cornered thing all the dice lie in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.reading import Array, DieReading

SMALL_PX = 480  # longer side of the picture in which edges are looked for
LEAST_PART, MOST_PART = 0.08, 0.95  # of the picture that a tray covers
RIM_PX = 6  # a side nearer than this to the rim of the (small) picture is the rim, which cuts off one side at most
NEAR_PX = 3  # so far from an edge a side may run, as corners are rounded off
SEEN = 0.5  # part of each side along which there must be an edge: corners are round, and dice stand before it
EDGES = ((30, 90), (60, 180))  # of the edge finder: faint ones, as of felt on wood, and clear ones

Corners = tuple[tuple[float, float], ...]


def find_tray(bgr: Array, dice: Sequence[DieReading]) -> Corners:
    """The corners of the smallest four-cornered shape that holds all the dice, in shares; none if there is none."""
    if not dice:
        return ()
    scale = SMALL_PX / max(bgr.shape[:2])
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    middles = [(die.box.centre[0] * scale, die.box.centre[1] * scale) for die in dice]
    holding = [shape for shape in _shapes(small) if all(cv2.pointPolygonTest(shape, xy, False) > 0 for xy in middles)]
    if not holding:
        return ()
    corners = min(holding, key=cv2.contourArea).reshape(4, 2) / (small.shape[1], small.shape[0])
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in np.clip(corners, 0, 1))


def parse_tray(text: str) -> Corners:
    """Corners that are typed, in per cent of the picture's width and height; raises ValueError.

    >>> parse_tray("10,10 90,10 90,95")
    ((0.1, 0.1), (0.9, 0.1), (0.9, 0.95))
    >>> parse_tray("10,10")
    Traceback (most recent call last):
    ValueError: expected three corners or more in per cent, as in "10,10 90,10 90,95", not '10,10'
    """
    try:
        corners = tuple((float(x) / 100, float(y) / 100) for x, y in (word.split(",") for word in text.split()))
        if len(corners) >= 3 and all(0 <= share <= 1 for corner in corners for share in corner):
            return corners
    except ValueError:
        pass
    raise ValueError(f'expected three corners or more in per cent, as in "10,10 90,10 90,95", not {text!r}')


def _shapes(bgr: Array) -> Iterator[Array]:
    """Yield everything with four corners and the size of a tray: (4, 1, 2) int32."""
    area = bgr.shape[0] * bgr.shape[1]
    smooth = cv2.bilateralFilter(bgr, 7, 40, 5)
    for low, high in EDGES:
        edges = cv2.dilate(cv2.Canny(smooth, low, high), np.ones((3, 3), np.uint8))
        near = cv2.dilate(edges, np.ones((2 * NEAR_PX + 1, 2 * NEAR_PX + 1), np.uint8)) > 0
        outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            shape = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
            is_large = LEAST_PART * area < cv2.contourArea(shape) < MOST_PART * area
            if len(shape) == 4 and is_large and _is_seen(shape[:, 0], near):
                yield shape


def _is_seen(corners: Array, near_edge: Array) -> bool:
    """Whether there are edges along the sides between these corners (4, 2), but for one that the picture cuts off."""
    height, width = near_edge.shape
    shares, cut = np.linspace(0, 1, 64)[:, None], 0
    for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        x, y = np.round(one + (other - one) * shares).astype(int).T
        from_rim = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
        if np.median(from_rim) < RIM_PX:
            cut += 1
        elif near_edge[y, x].mean() < SEEN:
            return False
    return cut <= 1
