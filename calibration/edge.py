"""Straight edges of a picture: of a tray, a sheet, a plank. Points and lengths are in pixels of that picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.reading import Array

HUE = 2.0  # times the contrast of hues, which differ less in bytes than lightness does
SEED_PX, PIECE_PX = 25, 14  # an edge begins with a piece of at least this length, to which others are added
NEAR_PX = 3  # pieces whose ends are no farther from the line of an edge are of it
ASIDE_PX, OVER_PX = 3.5, 5  # so far on either side of the line, and over so many pixels, colours are compared
STEP = 10.0  # distance (Lab) between them from which on there is an edge: noise and grain are averaged out
GAP_PX = 6  # a shorter gap is none
LEAST_PX = 35  # of an edge that must be seen
MOST_EDGES = 32  # those with the longest pieces


@dataclass(frozen=True, eq=False)
class Edge:
    """A line along which colours change: normal·(x, y) is the offset on it, and more on its inside."""

    normal: Array  # (2,), of length 1
    offset: float
    start: float  # how far along it enters the picture
    seen: Array  # (N,) bool, whether there is an edge, pixel by pixel until it leaves the picture

    @cached_property
    def along(self) -> Array:
        """The direction (2,) of the line, of length 1."""
        return np.array([-self.normal[1], self.normal[0]])

    def inside(self, points: Array) -> Array:
        """How far inside points (..., 2) lie."""
        depths: Array = points @ self.normal - self.offset
        return depths

    def meets(self, other: Edge) -> Array:
        """The point (2,) where the two lines meet; they must not be parallel."""
        return np.linalg.solve(np.stack([self.normal, other.normal]), [self.offset, other.offset])

    def seen_px(self, one: float, other: float) -> float:
        """How much of it is seen between two places along it."""
        first, last = np.clip(np.round(np.sort([one, other]) - self.start), 0, len(self.seen)).astype(int)
        return float(self._count[last] - self._count[first])

    @cached_property
    def _count(self) -> Array:
        """How many pixels of it are seen before each one (N + 1,)."""
        return np.concatenate([[0], np.cumsum(self.seen)])


def edges_round(bgr: Array, points: Array) -> list[Edge]:
    """The straight edges of a picture (H, W, 3) that have all the points (N, 2) on one side, the inside."""
    lab = cv2.blur(cv2.cvtColor(bgr.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), (OVER_PX, OVER_PX))
    edges = list[Edge]()
    for normal, offset in _lines(_pieces(bgr)):
        depths = points @ normal - offset
        inwards = 1.0 if depths.mean() > 0 else -1.0
        if (inwards * depths).min() > 0:
            edge = _edge(lab, inwards * normal, inwards * offset)
            edges += [edge] if edge.seen.sum() >= LEAST_PX else []
        if len(edges) == MOST_EDGES:
            break
    return edges


def _pieces(bgr: Array) -> Array:
    """Straight pieces (N, 2, 2) of edges with their two ends, longest first.

    They are looked for in lightness, brightened so that edges in the dark count, and in both hues, with more contrast.
    """
    bright = cv2.LUT(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.sqrt(np.arange(256) * 255.0).astype(np.uint8))
    _, green_red, blue_yellow = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB))
    hues = [np.clip(HUE * (plane - 128.0) + 128, 0, 255).astype(np.uint8) for plane in (green_red, blue_yellow)]
    detector = cv2.createLineSegmentDetector()
    found = [lines for plane in (bright, *hues) if (lines := detector.detect(plane)[0]) is not None]
    pieces = np.concatenate([np.empty((0, 2, 2)), *(np.reshape(lines, (-1, 2, 2)) for lines in found)])
    lengths = _lengths(pieces)
    order = np.argsort(-lengths)
    return pieces[order[lengths[order] >= PIECE_PX]]


def _lines(pieces: Array) -> Iterator[tuple[Array, float]]:
    """Yield the normal (2,) and the offset of each line that pieces (N, 2, 2) lie on; each piece is of one line."""
    left = np.ones(len(pieces), dtype=np.bool_)
    for i in np.flatnonzero(_lengths(pieces) >= SEED_PX).tolist():
        if left[i]:
            normal, offset = _fitted(pieces[i : i + 1])
            for _ in range(2):
                is_near = (np.abs(pieces @ normal - offset) < NEAR_PX).all(axis=1) | (np.arange(len(pieces)) == i)
                normal, offset = _fitted(pieces[is_near])
            left = left & ~is_near
            yield normal, offset


def _fitted(line: Array) -> tuple[Array, float]:
    """The normal (2,) and the offset of the line through these pieces (N, 2, 2), the longer ones counting more."""
    points, weights = line.reshape(-1, 2), np.repeat(_lengths(line), 2)
    middle = weights @ points / weights.sum()
    _, _, directions = np.linalg.svd((points - middle) * np.sqrt(weights)[:, None], full_matrices=False)
    return directions[1], float(directions[1] @ middle)


def _edge(lab: Array, normal: Array, offset: float) -> Edge:
    """The edge on this line of a picture (H, W, 3) float32 that is averaged over some pixels."""
    most = np.array(lab.shape[1::-1]) - 1
    reach = np.arange(-most.sum(), most.sum() + 1, dtype=float)
    points = normal * offset + np.array([-normal[1], normal[0]]) * reach[:, None]
    is_in = ((points >= 0) & (points <= most)).all(axis=1)
    points, places = points[is_in], reach[is_in]
    sides = [np.clip(np.round(points + shift * normal), 0, most).astype(int).T for shift in (-ASIDE_PX, ASIDE_PX)]
    (x0, y0), (x1, y1) = sides
    differs = (np.linalg.norm(lab[y0, x0] - lab[y1, x1], axis=1) >= STEP).astype(np.uint8)
    if len(differs):
        differs = cv2.morphologyEx(differs[None], cv2.MORPH_CLOSE, np.ones((1, GAP_PX + 1), np.uint8))[0]
    return Edge(normal, offset, float(places[0]) if len(places) else 0.0, differs > 0)


def _lengths(pieces: Array) -> Array:
    lengths: Array = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    return lengths
