"""Find the tray: the four-cornered thing all the dice lie in, of which the picture may cut off two corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.reading import Array, DieReading

SMALL_PX = 480  # longer side of the picture in which edges are looked for
LEAST_PART, MOST_PART = 0.08, 0.95  # of the picture that a tray covers
RIM_PX = 6  # what is nearer than this to the rim of the (small) picture is on it
LEAST_SEEN, CORNERS = 2, 4  # corners of a tray that must be in the picture, and those it has
BLUNT = 140.0  # degrees: a corner of a tray that is cut off is sharper, however low the camera stands
NEAR_PX = 3  # so far from an edge a side may run, as corners are rounded off
BENDS = (0.03, 0.01)  # of the way round: less is no corner; of one that is hardly cut off the finer keeps both ends
SEEN = 0.5  # part of each side along which there must be an edge: corners are round, and dice stand before it
ASIDE_PX = 12  # from a side to beside it: beyond the walls of most trays
STANDS_OUT = 0.55  # part of its sides with an edge, less half of that beside them: a rough cloth is full of edges
EDGES = ((30, 90), (60, 180))  # of the edge finder: faint ones, as of felt on wood, and clear ones

Corners = tuple[tuple[float, float], ...]


def find_tray(bgr: Array, dice: Sequence[DieReading]) -> Corners:
    """The corners of the smallest four-cornered shape that holds all the dice, in shares; none if there is none.

    Where the picture cuts it off, the shape is closed along the picture's rim and may have five or six corners.
    """
    if not dice:
        return ()
    scale = SMALL_PX / max(bgr.shape[:2])
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    middles = [(die.box.centre[0] * scale, die.box.centre[1] * scale) for die in dice]
    holding = [shape for shape in _shapes(small) if all(cv2.pointPolygonTest(shape, xy, False) > 0 for xy in middles)]
    if not holding:
        return ()
    corners = min(holding, key=cv2.contourArea).reshape(-1, 2) / (small.shape[1], small.shape[0])
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
    """Yield everything with four corners, in the picture or cut off, and the size of a tray: (N, 1, 2) int32."""
    area = bgr.shape[0] * bgr.shape[1]
    smooth = cv2.bilateralFilter(bgr, 7, 40, 5)
    for low, high in EDGES:
        edges = cv2.dilate(cv2.Canny(smooth, low, high), np.ones((3, 3), np.uint8))
        near = cv2.dilate(edges, np.ones((2 * NEAR_PX + 1, 2 * NEAR_PX + 1), np.uint8)) > 0
        outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            for bend in BENDS:
                corners = cv2.approxPolyDP(hull, bend * cv2.arcLength(hull, True), True)[:, 0]
                shape = _closed(corners, bgr.shape[:2])
                if LEAST_PART * area < cv2.contourArea(shape) < MOST_PART * area and _is_seen(shape, near):
                    yield shape[:, None]


def _closed(corners: Array, shape: tuple[int, int]) -> Array:
    """These corners (N, 2), with the picture's own corners where two of them lie on different rims of it."""
    closed = []
    for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        closed.append(one)
        rims, others = _rims(one, shape), _rims(other, shape)
        if rims.any() and others.any() and not (rims & others).any():
            closed += _between(rims | others, shape)
    return np.array(closed, np.int32)


def _between(rims: Array, shape: tuple[int, int]) -> list[Array]:
    """The picture's corner where two rims meet; none if they do not."""
    left, top, right, bottom = rims.tolist()
    if left == right or top == bottom:
        return []
    return [np.array([0 if left else shape[1] - 1, 0 if top else shape[0] - 1])]


def _rims(corner: Array, shape: tuple[int, int]) -> Array:
    """Which rims of the picture this point (x, y) is on: left, top, right, bottom."""
    height, width = shape
    return np.array([corner[0], corner[1], width - 1 - corner[0], height - 1 - corner[1]]) < RIM_PX


def _is_seen(corners: Array, near_edge: Array) -> bool:
    """Whether enough of these corners (N, 2) are in the picture, and edges along the sides that it does not cut off.

    There must be more of them than beside the sides.
    """
    on_rim = [_rims(corner, near_edge.shape) for corner in corners]
    seen = [not rims.any() for rims in on_rim]
    if not (all(seen) and len(seen) == CORNERS) and not LEAST_SEEN <= sum(seen) < CORNERS:
        return False
    if not all(seen) and max(_angles(corners)[seen]) > BLUNT:
        return False
    pairs = zip(corners, np.roll(corners, -1, axis=0), on_rim, [*on_rim[1:], on_rim[0]], strict=True)
    sides = [(one, other) for one, other, rims, others in pairs if not (rims & others).any()]
    parts = [_edge_part(one, other, near_edge) for one, other in sides]
    beside = [_edge_part_beside(one, other, near_edge) for one, other in sides]
    return min(parts) >= SEEN and float(np.mean(parts) - np.mean(beside) / 2) >= STANDS_OUT


def _angles(corners: Array) -> Array:
    """The angle (degrees) within each of these corners (N, 2)."""
    back, on = np.roll(corners, 1, axis=0) - corners, np.roll(corners, -1, axis=0) - corners
    cosines = (back * on).sum(axis=1) / np.maximum(np.linalg.norm(back, axis=1) * np.linalg.norm(on, axis=1), 1e-6)
    angles: Array = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    return angles


def _edge_part(one: Array, other: Array, near_edge: Array) -> float:
    """Along which part of this side there is an edge."""
    x, y = np.round(one + (other - one) * np.linspace(0, 1, 64)[:, None]).astype(int).T
    return float(near_edge[y, x].mean())


def _edge_part_beside(one: Array, other: Array, near_edge: Array) -> float:
    """The same a little beside this side, where there is less."""
    along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
    aside = ASIDE_PX * np.array([-along[1], along[0]])
    most = np.array(near_edge.shape[::-1]) - 1
    return min(
        _edge_part(np.clip(one + shift, 0, most), np.clip(other + shift, 0, most), near_edge)
        for shift in (aside, -aside)
    )
