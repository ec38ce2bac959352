"""Triangle meshes of simple solids, each with texture coordinates into its own tile.

Texture coordinates run from 0 to 1, v = 0 being the first row of the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial import ConvexHull, Delaunay  # type: ignore[import-untyped]

from models.render import Array

CELL_FILL = 0.46  # a face reaches this share of its texture cell from the middle


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a solid is: a (3, 3) rotation applied first, then a (3,) shift."""

    rotation: Array
    position: Array

    def apply(self, points: Array) -> Array:
        return points @ self.rotation.T + self.position


@dataclass(frozen=True, slots=True)
class Mesh:
    """Vertices (N, 3), unit normals (N, 3), texture coordinates (N, 2), triangles (M, 3)."""

    vertices: Array
    normals: Array
    uv: Array
    triangles: Array

    def moved(self, pose: Pose) -> Mesh:
        return Mesh(pose.apply(self.vertices), self.normals @ pose.rotation.T, self.uv, self.triangles)

    def scaled(self, size: float) -> Mesh:
        return Mesh(self.vertices * size, self.normals, self.uv, self.triangles)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh of all, in order: the triangles of the first come first."""
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate([m.triangles + s for m, s in zip(meshes, starts, strict=True)]),
    )


def turned(yaw: float, position: Sequence[float] = (0.0, 0.0, 0.0)) -> Pose:
    """A pose turned about the vertical axis by `yaw` radians."""
    c, s = np.cos(yaw), np.sin(yaw)
    return Pose(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]), np.array(position, float))


def plate(width: float, height: float, thick: float) -> Mesh:
    """A box standing on z = 0 whose top shows the whole tile, first row at the +y side."""
    outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return prism(outline, thick)


def prism(outline: Array, thick: float) -> Mesh:
    """An upright solid over the anticlockwise `outline` (K, 2), standing on z = 0.

    The sides carry on the colours of the rim of the top.
    """
    low, high = outline.min(0), outline.max(0)
    flat_uv = (outline - low) / (high - low) * [0.96, -0.96] + [0.02, 0.98]
    count = len(outline)
    top = np.column_stack([outline, np.full(count, thick)])
    bottom = np.column_stack([outline, np.zeros(count)])
    following = np.roll(outline, -1, 0) - outline
    out = np.column_stack([following[:, 1], -following[:, 0], np.zeros(count)])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    ring = np.arange(count)
    after = np.roll(ring, -1)
    # Each side has corners of its own, so that it is shaded flat.
    sides = np.concatenate([bottom, bottom[after], top[after], top])
    side_triangles = np.concatenate(
        [
            np.column_stack([ring, ring + count, ring + 2 * count]),
            np.column_stack([ring, ring + 2 * count, ring + 3 * count]),
        ]
    )
    cap = _inside_triangles(outline)
    up = np.tile([0.0, 0.0, 1.0], (count, 1))
    side_uv = np.concatenate([flat_uv, flat_uv[after], flat_uv[after], flat_uv])
    return joined(
        [
            Mesh(top, up, flat_uv, cap),
            Mesh(bottom, -up, flat_uv, cap[:, ::-1]),
            Mesh(sides, np.tile(out, (4, 1)), side_uv, side_triangles),
        ]
    )


def _inside_triangles(outline: Array) -> Array:
    """Anticlockwise triangles that fill an outline, which may have bays."""
    triangles: Array = Delaunay(outline).simplices
    corners = outline[triangles]
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    area = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    triangles = np.where((area > 0)[:, None], triangles, triangles[:, ::-1])
    middle = corners.mean(1)
    inside: Array = triangles[_contains(outline, middle) & (np.abs(area) > 1e-9)]
    return inside


def _contains(outline: Array, points: Array) -> Array:
    after = np.roll(outline, -1, 0)
    x, y = points[:, :1], points[:, 1:]
    crosses = (outline[:, 1] > y) != (after[:, 1] > y)
    rise = after[:, 1] - outline[:, 1]
    rise = np.where(rise == 0, 1e-12, rise)
    at = outline[:, 0] + (y - outline[:, 1]) / rise * (after[:, 0] - outline[:, 0])
    inside: Array = (crosses & (x < at)).sum(1) % 2 == 1
    return inside


def lathe(profile: Array, segments: int = 40, rolled_out: bool = False) -> Mesh:
    """A solid of revolution about z from `profile` (K, 2) of (radius, z), bottom first.

    Its texture is seen from above, or wrapped round it (`rolled_out`).
    """
    angle = np.linspace(0, 2 * np.pi, segments + 1)
    slope = np.gradient(profile, axis=0)
    out = np.column_stack([slope[:, 1], -slope[:, 0]])
    out /= np.linalg.norm(out, axis=1, keepdims=True) + 1e-12
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    flat = profile[:, None, :1] * ring
    high = np.broadcast_to(profile[:, None, 1:], (*flat.shape[:2], 1))
    normal = np.concatenate([out[:, None, :1] * ring, np.broadcast_to(out[:, None, 1:], high.shape)], -1)
    if rolled_out:
        u = np.linspace(0.01, 0.99, len(profile))[:, None] + 0 * angle
        uv = np.stack([u, 0 * u + angle / (2 * np.pi)], -1)
    else:
        uv = 0.5 + 0.48 * flat * [1, -1] / profile[:, 0].max()
    return Mesh(
        np.concatenate([flat, high], -1).reshape(-1, 3),
        normal.reshape(-1, 3),
        uv.reshape(-1, 2),
        grid_triangles(len(profile), segments + 1)[:, ::-1],
    )


def grid_triangles(rows: int, columns: int) -> Array:
    """Triangles (M, 3) between the points of a row-major grid."""
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    halves = [np.stack([a, b, c], -1), np.stack([a, c, d], -1)]
    return np.concatenate([half.reshape(-1, 3) for half in halves])


def capsule(start: Array, end: Array, radius: float) -> Mesh:
    """A sausage from `start` to `end`, for fingers, cables and sleeves."""
    bend = np.linspace(-np.pi / 2, np.pi / 2, 14)
    length = float(np.linalg.norm(end - start))
    profile = np.column_stack([np.cos(bend), np.sin(bend)]) * radius
    profile[len(bend) // 2 :, 1] += length
    profile[:, 0] = np.maximum(profile[:, 0], 1e-4)
    forward = (end - start) / max(length, 1e-9)
    side = np.cross(forward, [0.3, 0.5, 0.81])
    side /= np.linalg.norm(side)
    axes = np.column_stack([side, np.cross(forward, side), forward])
    return lathe(profile, 20, rolled_out=True).moved(Pose(axes, start))


def polyhedron(points: Array, bevel: float) -> tuple[Mesh, int]:
    """A convex solid with softened edges, and its count of flat faces.

    Its tile is a square grid of cells, as many on a side as `cells_aside` says: one cell for
    each face and a plain one, the last, for the edges.
    """
    faces = _flat_faces(points)
    aside = cells_aside(len(faces))
    inset, normals, uv = [], [], []
    for k, (normal, ring) in enumerate(faces):
        corners = points[ring]
        middle = corners.mean(0)
        inset.append(middle + (corners - middle) * (1 - bevel))
        normals.append(np.tile(normal, (len(ring), 1)))
        uv.append(_cell_uv(corners - middle, normal, k, aside))
    flat = np.concatenate(inset)
    owner = np.repeat(np.arange(len(faces)), [len(ring) for _, ring in faces])
    triangles = _outward(flat, ConvexHull(flat).simplices)
    facing = (owner[triangles] == owner[triangles][:, :1]).all(1)
    plain = np.full((len(flat), 2), (aside - 0.5) / aside)
    upright = np.concatenate(normals)
    mesh = joined(
        [
            Mesh(flat, upright, np.concatenate(uv), triangles[facing]),
            Mesh(flat, upright, plain, triangles[~facing]),
        ]
    )
    return mesh, len(faces)


def cells_aside(faces: int) -> int:
    """How many cells a polyhedron's square tile has on a side.

    >>> cells_aside(8), cells_aside(20)
    (3, 5)
    """
    return int(np.ceil(np.sqrt(faces + 1)))


def _outward(points: Array, triangles: Array) -> Array:
    a, b, c = (points[triangles[:, i]] for i in range(3))
    inward = (np.cross(b - a, c - a) * (a + b + c - 3 * points.mean(0))).sum(1) < 0
    return np.where(inward[:, None], triangles[:, ::-1], triangles)


def _flat_faces(points: Array) -> list[tuple[Array, Array]]:
    """The (normal, corner indices in order) of each face of a convex solid."""
    planes = np.unique(ConvexHull(points).equations.round(5), axis=0)
    faces = []
    for plane in planes:
        ring = np.flatnonzero(np.abs(points @ plane[:3] + plane[3]) < 1e-3)
        side, up = _face_axes(points[ring] - points[ring].mean(0), plane[:3])
        offset = points[ring] - points[ring].mean(0)
        order = np.argsort(np.arctan2(offset @ up, offset @ side))
        faces.append((plane[:3], ring[order]))
    return faces


def _face_axes(offsets: Array, normal: Array) -> tuple[Array, Array]:
    """Axes (right, up) of a face: up points at its farthest corner."""
    up = offsets[np.argmax(np.linalg.norm(offsets, axis=1).round(4))]
    up = up / np.linalg.norm(up)
    return np.cross(up, normal), up


def _cell_uv(offsets: Array, normal: Array, cell: int, aside: int) -> Array:
    right, up = _face_axes(offsets, normal)
    flat = np.column_stack([offsets @ right, -(offsets @ up)])
    flat *= CELL_FILL / np.linalg.norm(flat, axis=1).max()
    return (flat + 0.5 + [cell % aside, cell // aside]) / aside
