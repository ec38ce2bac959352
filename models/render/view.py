"""The camera as a pinhole: where it stands and where points of the table fall in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render import Array


@dataclass(frozen=True, slots=True)
class View:
    """A camera; the rows of `axes` point right, down and forward in the world."""

    position: Array  # (3,) cm
    axes: Array  # (3, 3)
    focal_px: float
    width: int
    height: int

    @property
    def middle(self) -> Array:
        return np.array([self.width / 2, self.height / 2])

    def project(self, points: Array) -> Array:
        """Pixels (N, 2) of world points (N, 3); (0, 0) is the corner of the first pixel."""
        seen = (points - self.position) @ self.axes.T
        pixels: Array = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6) * self.focal_px + self.middle
        return pixels

    def depth(self, points: Array) -> Array:
        """How far in front of the camera world points (N, 3) are, cm."""
        ahead: Array = (points - self.position) @ self.axes[2]
        return ahead

    def rays(self, pixels: Array) -> Array:
        """Unit directions (N, 3) in the world through pixels (N, 2)."""
        flat = (pixels - self.middle) / self.focal_px
        ahead = np.column_stack([flat, np.ones(len(flat))]) @ self.axes
        unit: Array = ahead / np.linalg.norm(ahead, axis=1, keepdims=True)
        return unit

    def on_table(self, pixels: Array, height_cm: float = 0.0) -> Array:
        """Where rays through pixels (N, 2) meet the plane at a height; NaN if they do not."""
        ahead = self.rays(pixels)
        drop = np.where(ahead[:, 2] < -0.02, ahead[:, 2], np.nan)
        steps = (height_cm - self.position[2]) / drop
        points: Array = self.position + ahead * steps[:, None]
        return points

    @property
    def elevation(self) -> float:
        """How far the camera looks down, degrees: 90 is from straight above."""
        return float(np.degrees(np.arcsin(np.clip(-self.axes[2, 2], -1, 1))))

    @property
    def fov(self) -> float:
        """The horizontal field of view, degrees."""
        return float(np.degrees(2 * np.arctan(self.width / 2 / self.focal_px)))


def looking_at(
    distance: float, elevation: float, azimuth: float, roll: float, fov: float, size: tuple[int, int]
) -> View:
    """A view of the middle of the table from `distance` cm; angles are in degrees."""
    e, a, r = np.radians([elevation, azimuth, roll])
    forward = -np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    right = np.array([-np.sin(a), np.cos(a), 0])
    down = np.cross(forward, right)
    axes = np.stack([right * np.cos(r) + down * np.sin(r), down * np.cos(r) - right * np.sin(r), forward])
    focal = size[0] / 2 / np.tan(np.radians(fov) / 2)
    return View(-forward * distance, axes, float(focal), *size)


def any_view(rng: np.random.Generator, size: tuple[int, int], die_px: float, edge_cm: float) -> View:
    """A camera somewhere above the table to which a die in the middle is about `die_px` wide."""
    low = rng.random() < 0.12
    elevation = rng.uniform(20, 38) if low else rng.choice([rng.uniform(35, 90), rng.uniform(50, 90)])
    fov = rng.uniform(35, 85)
    focal = size[0] / 2 / np.tan(np.radians(fov) / 2)
    roll = rng.normal(0, 6) if rng.random() < 0.8 else rng.uniform(-180, 180)
    return looking_at(focal * edge_cm / die_px, elevation, rng.uniform(0, 360), roll, fov, size)
