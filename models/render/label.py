"""What is where in a picture: boxes, top faces, values, colours and an instance mask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from models.render import Array
from models.render.die import flat_square, frame, value_on_top
from models.render.noise import to_srgb
from models.render.scene import Scene, Solid
from models.render.view import View

COCKED_DEGREES = 8.0
FIRST_DISTRACTOR = 128  # mask values below are dice, 0 is the background
FURNITURE = ("tray",)  # belongs to the background
LEAST_PX = 6  # things that show less than this many pixels are not told


@dataclass(frozen=True, slots=True)
class Labelled:
    """The label as it is written to JSON, and the mask (H, W) uint8."""

    label: dict[str, Any]
    mask: Array


def labelled(scene: Scene, solids: Array) -> Labelled:
    """The label of a scene, given the index of the solid in each pixel (H, W)."""
    counts = np.bincount(solids[solids >= 0].ravel(), minlength=len(scene.solids))
    table = np.zeros(len(scene.solids) + 1, np.uint8)  # the last is the background, index -1
    dice: list[dict[str, Any]] = []
    distractors: list[dict[str, Any]] = []
    for k, solid in enumerate(scene.solids):
        if counts[k] < LEAST_PX or solid.thing.kind in FURNITURE:
            continue
        outline = _outline(scene.view, solid.world_hull())
        where = {"box": _box(outline), "visible": _share(int(counts[k]), outline)}
        if solid.look is None:
            table[k] = FIRST_DISTRACTOR + len(distractors)
            distractors.append({"mask": int(table[k]), "kind": solid.thing.kind, **where})
        else:
            table[k] = len(dice) + 1
            dice.append({"mask": int(table[k]), "kind": "pip", **where, **_die(scene.view, solid)})
    view = scene.view
    label = {
        "seed": scene.seed,
        "scene": scene.kind,
        "surface": scene.surface.kind,
        "size": [view.width, view.height],
        "elevation": round(view.elevation, 2),
        "dice": dice,
        "distractors": distractors,
    }
    return Labelled(label, table[solids])


def _die(view: View, solid: Solid) -> dict[str, Any]:
    assert solid.look is not None
    look = solid.look
    value, tilt = value_on_top(solid.pose.rotation, look.shape.chirality)
    return {
        "value": value,
        "emblem": value == look.shape.emblem,
        "colour": look.colour,
        "tilt": round(tilt, 2),
        "cocked": tilt > COCKED_DEGREES,
        "raised": bool(solid.pose.position[2] > 0.8 * solid.edge_cm),
        "top": top_corners(view, solid, value).round(2).tolist(),
        "flat": round(flat_square(look.shape), 3),
        "body": _rgb(look.finish.body),
        "pips": _rgb(look.paint.colour),
        "clear": round(look.finish.clear, 2),
        "pattern": look.finish.pattern,
    }


def top_corners(view: View, solid: Solid, value: int) -> Array:
    """The corners (4, 2) px of the face `value` as if its edges were sharp, clockwise."""
    assert solid.look is not None
    axes = frame(value, solid.look.shape.chirality)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    points = axes.out + corners[:, :1] * axes.right + corners[:, 1:] * axes.down
    return view.project(solid.pose.apply(points * solid.edge_cm / 2))


def _outline(view: View, points: Array) -> Array:
    """The outline (K, 2) px of the part of a convex solid in front of the camera."""
    ahead = points[view.depth(points) > 0.5]
    return cv2.convexHull(view.project(ahead).astype(np.float32))[:, 0]


def _box(outline: Array) -> list[float]:
    low, high = outline.min(0), outline.max(0)
    return [round(float(v), 2) for v in (*low, *(high - low))]


def _share(count: int, outline: Array) -> float:
    area = max(float(cv2.contourArea(outline)), 1.0)
    return round(min(count / area, 1.0), 3)


def _rgb(colour: Array) -> list[int]:
    return [int(v) for v in (to_srgb(colour) * 255).round()]
