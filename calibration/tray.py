"""Find the tray: a shape with straight sides that all the dice lie in, of which the picture may cut off a part.

Its sides are edges that end where they meet. The lines of checks, planks and sheets go on beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np

from calibration.edge import Edge, edges_round
from vision.profile import is_tray
from vision.reading import Array, DieReading

SMALL_PX = 480  # longer side of the picture in which edges are looked for; lengths below are in px of it
LEAST_PART, MOST_PART = 0.08, 0.95  # of the picture that a tray covers
ROOM = 2.5  # times the dice that lie in it, which a tray covers at least: a die has straight sides too
SHARP, BLUNT = 40.0, 162.0  # degrees: a corner of a tray lies between them, however low the camera stands
RIM_PX = 4  # nearer to the rim of the picture there is no corner to be seen
BEFORE_PX, MEETS = 50, 0.5  # so much of a side before its end, and the part of it that must be seen as an edge
BEYOND_PX, GOES_ON = (8, 48), 0.5  # so much beyond a corner, and the part from which on the edge goes on there
SIDE_PX = 35  # shorter ones are no sides
SEEN = 0.7  # part of each side that must be seen: dice and sheets hide some
LONE_SEEN, LONE_PART = 0.88, 0.6  # of each side and of the picture, if fewer than two corners are seen: cloth has some
ASTRAY = 0.3  # of that, what may be seen on the same line elsewhere, by chance

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A polygon; each side goes from the corner of its place to the next one."""

    corners: Array  # (N, 2)
    sides: tuple[Edge | None, ...]  # (N,); None along the rim of the picture


@dataclass(frozen=True, slots=True)
class _Run:
    """A side of a shape: from where to where along its edge, and whether it ends in corners."""

    side: Edge
    start: float
    end: float
    starts_in_corner: bool  # else at the rim of the picture
    ends_in_corner: bool

    @property
    def px(self) -> float:
        return abs(self.end - self.start)

    @property
    def seen_px(self) -> float:
        return self.side.seen_px(self.start, self.end)


def find_tray(bgr: Array, dice: Sequence[DieReading]) -> Corners:
    """The corners of the tray that holds all the dice, in shares of the picture; none if none is to be seen.

    A corner must be in the picture, or a part of all four sides. What it cuts off is closed along its rim.
    """
    if not dice:
        return ()
    scale = SMALL_PX / max(bgr.shape[:2])
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    size = np.array(small.shape[1::-1], float)
    least = max(LEAST_PART * size.prod(), ROOM * scale**2 * sum(die.box.width * die.box.height for die in dice))
    edges = edges_round(small, np.array([die.box.centre for die in dice]) * scale)
    found = ((_shape(sides, size), sides) for sides in _sides(edges, size))
    shapes = [
        shape
        for shape, sides in found
        if _is_tray(shape, sides, size) and least < _area(shape) < MOST_PART * size.prod()
    ]
    if not shapes:
        return ()
    corners = max(shapes, key=_seen_less_unseen_px).corners / size
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in np.clip(corners, 0, 1))


def parse_tray(text: str) -> Corners:
    """Corners that are typed, in per cent of the picture's width and height; raises ValueError.

    >>> parse_tray("10,10 90,10 90,95")
    ((0.1, 0.1), (0.9, 0.1), (0.9, 0.95))
    >>> parse_tray("10,10")
    Traceback (most recent call last):
    ValueError: expected three corners or more in per cent, in order round it, as in "10,10 90,10 90,95", not '10,10'
    """
    try:
        corners = tuple((float(x) / 100, float(y) / 100) for x, y in (word.split(",") for word in text.split()))
        if all(0 <= share <= 1 for corner in corners for share in corner) and is_tray(corners):
            return corners
    except ValueError:
        pass
    expected = 'three corners or more in per cent, in order round it, as in "10,10 90,10 90,95"'
    raise ValueError(f"expected {expected}, not {text!r}")


def _sides(edges: Sequence[Edge], size: Array) -> Iterator[tuple[Edge, ...]]:
    """Yield all twos, threes and fours of edges that can be a tray's sides."""
    corners = _corners(edges, size)
    tried = {*corners, *_all_round(edges, size)}
    for (one, at), (other, there) in combinations(corners.items(), 2):
        ends = np.array([at, there])
        if len(one | other) > 2 and np.hypot(*(at - there)) >= SIDE_PX and _hold(one | other, ends):
            tried.add(one | other)
            if len(one | other) == 3:
                tried |= {one | other | pair for pair in corners if len(pair - one - other) == 1}
    yield from map(tuple, tried)


def _all_round(edges: Sequence[Edge], size: Array) -> Iterator[frozenset[Edge]]:
    """Yield all fours of edges that cut off one corner of the picture each."""
    cut = {edge: np.flatnonzero(edge.inside(_rim(size)) < 0).tolist() for edge in edges}
    yield from map(frozenset, product(*([edge for edge in edges if cut[edge] == [k]] for k in range(4))))


def _corners(edges: Sequence[Edge], size: Array) -> dict[frozenset[Edge], Array]:
    """Where two edges meet in the picture and end, by the two of them."""
    corners = {}
    for one, other in combinations(edges, 2):
        angle = 180 - np.degrees(np.arccos(np.clip(one.normal @ other.normal, -1, 1)))
        if SHARP < angle < BLUNT:
            corner = one.meets(other)
            is_in = (corner >= RIM_PX).all() and (corner <= size - RIM_PX).all()
            if is_in and _ends(one, other, corner) and _ends(other, one, corner):
                corners[frozenset((one, other))] = corner
    return corners


def _ends(edge: Edge, other: Edge, corner: Array) -> bool:
    """Whether the edge runs to that corner on the inside of the other one, and not on beyond it."""
    at, inwards = float(corner @ edge.along), float(np.sign(edge.along @ other.normal))
    return _reaches(edge, at, inwards * BEFORE_PX) and _stops(edge, at, inwards)


def _reaches(edge: Edge, end: float, back_px: float) -> bool:
    """Whether enough of the edge is seen up to its end; `back_px` leads from there along it, with its sign."""
    return edge.seen_px(end, end + back_px) >= MEETS * abs(back_px)


def _stops(edge: Edge, end: float, inwards: float) -> bool:
    """Whether it is not seen beyond that end; `inwards` is the sign of the direction back along it."""
    near, far = BEYOND_PX
    return edge.seen_px(end - inwards * near, end - inwards * far) <= GOES_ON * (far - near)


def _hold(edges: Iterable[Edge], points: Array) -> bool:
    """Whether the points (N, 2) lie inside all these edges, or on them."""
    return all(edge.inside(points).min() > -1 for edge in edges)


def _shape(sides: Sequence[Edge], size: Array) -> _Shape:
    """What of the picture lies inside all these sides."""
    shape = _Shape(_rim(size), (None,) * 4)
    for side in sides:
        shape = _cut(shape, side)
    return shape


def _rim(size: Array) -> Array:
    """The corners (4, 2) of the picture, in order round it."""
    return np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size


def _cut(shape: _Shape, edge: Edge) -> _Shape:
    """The part of a convex shape inside the edge; it may have no corners."""
    corners, sides = list[Array](), list[Edge | None]()
    depths = edge.inside(shape.corners)
    following = np.roll(shape.corners, -1, axis=0), np.roll(depths, -1)
    for corner, side, depth, after, then in zip(shape.corners, shape.sides, depths, *following, strict=True):
        if depth >= 0:
            corners.append(corner)
            sides.append(side)
        if (depth >= 0) != (then >= 0):
            corners.append(corner + depth / (depth - then) * (after - corner))
            sides.append(edge if depth >= 0 else side)
    return _Shape(np.array(corners).reshape(-1, 2), tuple(sides))


def _is_tray(shape: _Shape, sides: Sequence[Edge], size: Array) -> bool:
    """Whether the shape has all these sides, each seen along it, to its ends and no farther."""
    runs = _runs(shape)
    if {run.side for run in runs} != set(sides) or not all(map(_is_side, runs)):
        return False
    has_corners = sum(run.ends_in_corner for run in runs) > 1
    return has_corners or (
        _area(shape) > LONE_PART * size.prod() and all(run.seen_px > LONE_SEEN * run.px for run in runs)
    )


def _area(shape: _Shape) -> float:
    return float(cv2.contourArea(shape.corners.astype(np.float32)))


def _is_side(run: _Run) -> bool:
    if run.px < SIDE_PX or run.seen_px < SEEN * run.px or run.side.seen.sum() > (1 + ASTRAY) * run.seen_px:
        return False
    onwards, px = float(np.sign(run.end - run.start)), min(BEFORE_PX, run.px)
    if not _reaches(run.side, run.start, onwards * px) or not _reaches(run.side, run.end, -onwards * px):
        return False
    starts = not run.starts_in_corner or _stops(run.side, run.start, onwards)
    return starts and (not run.ends_in_corner or _stops(run.side, run.end, -onwards))


def _seen_less_unseen_px(shape: _Shape) -> float:
    return sum(2 * run.seen_px - run.px for run in _runs(shape))


def _runs(shape: _Shape) -> list[_Run]:
    """The sides of the shape that are not along the rim of the picture."""
    runs = []
    for i, side in enumerate(shape.sides):
        if side is not None:
            after = (i + 1) % len(shape.sides)
            start, end = float(shape.corners[i] @ side.along), float(shape.corners[after] @ side.along)
            runs.append(_Run(side, start, end, shape.sides[i - 1] is not None, shape.sides[after] is not None))
    return runs
