"""What a picture shows: solids at rest on a table, a light and a camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render import Array
from models.render.design import DieLook
from models.render.light import Light
from models.render.solid import Mesh, Pose
from models.render.surface import Surface
from models.render.thing import Thing
from models.render.view import View


@dataclass(frozen=True, slots=True)
class Solid:
    """A thing in its place; `look` is told of pip dice only."""

    thing: Thing
    pose: Pose
    look: DieLook | None = None
    edge_cm: float = 0.0

    def world_mesh(self) -> Mesh:
        return self.thing.mesh.moved(self.pose)

    def world_hull(self) -> Array:
        return self.pose.apply(self.thing.hull)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows."""

    seed: int
    kind: str
    view: View
    surface: Surface
    table_yaw: float
    table_reach: tuple[float, float]  # half width and half depth of the table, cm
    light: Light
    solids: tuple[Solid, ...]
    aperture_cm: float
    focus_cm: float

    def table_mesh(self) -> Mesh:
        """The table top, z = 0, its texture repeating every `surface.size_cm`."""
        flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * self.table_reach
        c, s = np.cos(self.table_yaw), np.sin(self.table_yaw)
        corners = flat @ np.array([[c, s], [-s, c]])
        up = np.tile([0.0, 0.0, 1.0], (4, 1))
        vertices = np.column_stack([corners, np.zeros(4)])
        uv = flat / self.surface.size_cm * [1, -1]
        return Mesh(vertices, up, uv, np.array([[0, 1, 2], [0, 2, 3]]))
