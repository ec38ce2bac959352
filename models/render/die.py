"""The shape of a six-sided die: rounded, cut by a ball, with pips drilled into its faces.

A die is made with a half edge of 1. Each face has a frame (out, right, down); points on a face
are (x, y) along right and down, in half edges from its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render import Array
from models.render.solid import Mesh, grid_triangles, joined

NO_BALL = 9.0  # a ball this large cuts nothing
BLEND = 0.04  # how softly the ball meets the cube, half edges
CELL_FILL = 0.97  # share of a texture cell that a face covers; the rest guards against bleeding
CELLS = (3, 2)  # the faces 1..6 lie in three columns and two rows of the tile
VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class DieShape:
    """The mould of a die; lengths are in half edges."""

    edge: float  # radius of the rounded edges
    ball: float  # radius of the ball that cuts the corners
    offset: float  # of the outer pips from the middle of the face
    pip: float  # radius of a pip
    one: float  # size of the single pip against those of 4, 5 and 6
    two: float  # size of the pips of 2 and 3 against those of 4, 5 and 6
    depth: float  # of the pips
    bowl: float  # 1 is a bowl, 4 a flat-bottomed hole
    chirality: int  # 1 or -1: which way round 1, 2 and 3 lie
    turned: tuple[bool, bool, bool]  # whether 2, 3 and 6 lie the other way
    drilled: bool = True  # False: plain faces, for numerals and blanks
    narrow: float = 1.0  # how far apart the rows of the six are, against their length
    beside: float = 0.0  # half the distance of the two's pips that lie side by side; 0: corner to corner
    emblem: int = 0  # the value whose face carries a picture instead of pips; 0: none


@dataclass(frozen=True, slots=True)
class Frame:
    """The axes of a face, as unit vectors of the die: out, right and down (seen from outside)."""

    out: Array
    right: Array
    down: Array


def frame(value: int, chirality: int = 1) -> Frame:
    """The frame of the face that shows `value`; opposite faces add up to seven."""
    axis, sign = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}[value]
    out = np.zeros(3)
    out[axis] = sign * (chirality if axis == 1 else 1)
    right = np.abs(np.roll(out, 1))
    return Frame(out, right, np.cross(right, out))


def pip_centres(shape: DieShape, value: int) -> Array:
    """The pips (value, 2) of a face, in half edges; none (0, 2) where the emblem is."""
    if value == shape.emblem:
        return np.zeros((0, 2))
    o = shape.offset
    pair = [(-o, -o), (o, o)]
    square = [*pair, (-o, o), (o, -o)]
    layouts = {
        1: [(0.0, 0.0)],
        2: [(-shape.beside, 0.0), (shape.beside, 0.0)] if shape.beside else pair,
        3: [*pair, (0.0, 0.0)],
        4: square,
        5: [*square, (0.0, 0.0)],
        6: [(x * shape.narrow, y) for x, y in [*square, (-o, 0.0), (o, 0.0)]],
    }
    centres = np.array(layouts[value])
    turns = dict(zip((2, 3, 6), shape.turned, strict=True))
    return centres @ [[0, 1], [-1, 0]] if turns.get(value, False) else centres


def pip_radius(shape: DieShape, value: int) -> float:
    return shape.pip * {1: shape.one, 2: shape.two, 3: shape.two}.get(value, 1.0)


def flat_reach(shape: DieShape) -> float:
    """How far from its middle a face is flat, towards its corners."""
    inner = (1 - shape.edge) * np.sqrt(2)
    if shape.ball >= NO_BALL:
        return float(inner)
    return float(min(inner, np.sqrt(max(shape.ball**2 - 1, 0.05))))


def flat_square(shape: DieShape) -> float:
    """Half the side of the square that stands for the flat top face in labels."""
    return float(min(1 - shape.edge * 0.7, max(flat_reach(shape), 0.6)))


def die_mesh(shape: DieShape, grid: int) -> Mesh:
    """The mesh of a die, with `grid` points along each edge of each face."""
    steps = np.linspace(-1, 1, grid)
    across = np.stack(np.meshgrid(steps, steps, indexing="ij"), -1)
    return joined([_face(shape, value, across) for value in VALUES])


def _face(shape: DieShape, value: int, across: Array) -> Mesh:
    axes = frame(value, shape.chirality)
    cube = axes.out + across[..., :1] * axes.right + across[..., 1:] * axes.down
    points, normals = _rounded(shape, cube)
    flat = np.stack([points @ axes.right, points @ axes.down], -1)
    if shape.drilled:
        depth, slope = _holes(shape, value, flat)
        points = points - depth[..., None] * axes.out
        normals = normals + slope[..., :1] * axes.right + slope[..., 1:] * axes.down
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    cell = np.array([(value - 1) % CELLS[0], (value - 1) // CELLS[0]])
    uv = (0.5 + 0.5 * CELL_FILL * flat + cell) / CELLS
    triangles = grid_triangles(*across.shape[:2])[:, ::-1]
    return Mesh(points.reshape(-1, 3), normals.reshape(-1, 3), uv.reshape(-1, 2), triangles)


def _rounded(shape: DieShape, cube: Array) -> tuple[Array, Array]:
    """Points of a cube's faces moved onto the rounded die, and the normals there."""
    core = np.clip(cube, shape.edge - 1, 1 - shape.edge)
    away = cube - core
    normals = away / np.linalg.norm(away, axis=-1, keepdims=True)
    points = core + shape.edge * normals
    length = np.linalg.norm(points, axis=-1, keepdims=True)
    cut = np.clip(0.5 + (length - shape.ball) / (2 * BLEND), 0, 1)  # 1: the ball's own surface
    smooth = length + (shape.ball - length) * cut - BLEND * cut * (1 - cut)
    mixed = normals * (1 - cut) + points / length * cut
    return points * smooth / length, mixed / np.linalg.norm(mixed, axis=-1, keepdims=True)


def _holes(shape: DieShape, value: int, flat: Array) -> tuple[Array, Array]:
    """The depth (...) of the pips at face points (..., 2) and its slope (..., 2)."""
    depth = np.zeros(flat.shape[:-1])
    slope = np.zeros(flat.shape)
    radius = pip_radius(shape, value)
    power = 2 * shape.bowl
    for centre in pip_centres(shape, value):
        offset = flat - centre
        distance = np.hypot(offset[..., 0], offset[..., 1])
        share = np.minimum(distance / radius, 1)
        depth += shape.depth * (1 - share**power)
        fall = -shape.depth * power * share ** (power - 1) / radius * (share < 1)
        slope += (fall / np.maximum(distance, 1e-9))[..., None] * offset
    return depth, slope


def hull_points(shape: DieShape) -> Array:
    """Points (N, 3) whose convex hull is the die without its pips, for physics and outlines."""
    flat = 1 - shape.edge
    bend = 1 - shape.edge * 0.35
    steps = np.array([-1, -bend, -flat, -0.45, 0.45, flat, bend, 1])
    across = np.stack(np.meshgrid(steps, steps, indexing="ij"), -1)
    sides = []
    for value in VALUES:
        axes = frame(value)
        cube = axes.out + across[..., :1] * axes.right + across[..., 1:] * axes.down
        sides.append(_rounded(shape, cube)[0].reshape(-1, 3))
    return np.unique(np.concatenate(sides).round(4), axis=0)


def value_on_top(rotation: Array, chirality: int) -> tuple[int, float]:
    """The value that points up most, and how far it leans from upright in degrees."""
    heights = {value: float((rotation @ frame(value, chirality).out)[2]) for value in VALUES}
    top = max(heights, key=lambda value: heights[value])
    return top, float(np.degrees(np.arccos(min(1.0, heights[top]))))
