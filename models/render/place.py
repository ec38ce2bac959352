"""Finding places for the things of a scene: flat things first, then dice are thrown among them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.render import Array, board, palette, skin
from models.render.settle import Loose, any_turn, settle
from models.render.solid import Pose, plate, turned
from models.render.thing import Thing
from models.render.view import View

THIN_CM = 0.06  # thinner things lie under the dice
FARTHEST = 2.2  # nothing is put farther away than this many times the middle of the table
PLAN_PX_CM = 8.0
PLAN_PX = 1200
TRIES = 60
PROPPED = 0.05  # share of the dice that lean


@dataclass(frozen=True, slots=True)
class Plan:
    """The part of the table that things may be put on."""

    view: View
    radius: float  # nothing lies farther from the middle of the table, cm
    margin: float  # dice are thrown no nearer to the rim of the picture, as a share of its sides


def placed(rng: np.random.Generator, thrown: list[Thing], lying: list[Thing], plan: Plan) -> list[tuple[Thing, Pose]]:
    """Each thing with its pose at rest; things that find no place, or fall off, are left out."""
    tray, inside = (_tray(rng, plan), 0.0) if rng.random() < 0.16 else ([], np.inf)
    if tray:
        inside = max(abs(float(pose.position[0])) for _, pose in tray if pose.position[2] >= 0) * 0.9
        plan = replace(plan, radius=min(plan.radius, inside))
    taken = np.zeros((PLAN_PX, PLAN_PX), np.uint8)
    flat = _lay(rng, lying, plan, taken) + tray
    tight = rng.random() < 0.4
    starts = _starts(rng, thrown, plan, taken, tight)
    walls = [Loose(t.hull, pose, fixed=True) for t, pose in flat if _is_solid(t)]
    loose = [Loose(thing.hull, pose) for thing, pose in starts]
    friction = rng.uniform(0.8, 1.8) if tight else rng.uniform(0.4, 1.0)
    poses = settle(loose + walls, friction, rng.uniform(0, 0.3), 2.4)
    rested = [(thing, pose) for (thing, _), pose in zip(starts, poses, strict=False)]
    good = [(thing, pose) for thing, pose in rested if _is_sound(thing, pose)]
    return [(thing, _propped(rng, thing, pose)) for thing, pose in good] + flat


def _propped(rng: np.random.Generator, thing: Thing, pose: Pose) -> Pose:
    """Now and then a die leans on something too small to be seen; thrown dice do so too seldom to learn it from."""
    if thing.kind != "pip" or rng.random() >= PROPPED:
        return pose
    across, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(12, 45))
    turn = cv2.Rodrigues(lean * np.array([np.cos(across), np.sin(across), 0.0]))[0]
    leaning = Pose(turn @ pose.rotation, pose.position)
    lift = pose.apply(thing.hull)[:, 2].min() - leaning.apply(thing.hull)[:, 2].min()
    return Pose(leaning.rotation, pose.position + np.array([0.0, 0.0, lift]))


def _is_solid(thing: Thing) -> bool:
    return bool(np.ptp(thing.hull[:, 2]) > THIN_CM and thing.kind != "hand")


def _is_sound(thing: Thing, pose: Pose) -> bool:
    lowest = pose.apply(thing.hull)[:, 2].min()
    return bool(np.isfinite(pose.position).all() and -0.05 < lowest < 12)


def _lay(rng: np.random.Generator, things: list[Thing], plan: Plan, taken: Array) -> list[tuple[Thing, Pose]]:
    """Things that lie flat, none cutting another; leaves lie on leaves."""
    flat = []
    for k, thing in enumerate(things):
        for _ in range(TRIES):
            at = _anywhere(rng, plan, margin=-0.25 if thing.kind == "hand" else -0.1)
            if at is None:
                continue
            lift = 0.004 * (k + 1) if not _is_solid(thing) else 0.0
            pose = turned(rng.uniform(0, 2 * np.pi), [at[0], at[1], lift])
            if thing.kind == "hand" or not _is_solid(thing) or _claim(taken, thing, pose):
                flat.append((thing, pose))
                break
    return flat


def _claim(taken: Array, thing: Thing, pose: Pose) -> bool:
    """Mark the ground under a thing as taken; False, and nothing marked, if it was already."""
    ground = pose.apply(thing.hull)[:, :2] * PLAN_PX_CM + PLAN_PX / 2
    mask = np.zeros_like(taken)
    cv2.fillConvexPoly(mask, cv2.convexHull(ground.round().astype(np.int32)), 1)
    if (mask & taken).any():
        return False
    taken |= mask
    return True


def _anywhere(rng: np.random.Generator, plan: Plan, margin: float = 0.0) -> Array | None:
    """A point (3,) on the table that the camera sees, or None; a negative margin widens the view."""
    view = plan.view
    share = rng.uniform(margin, 1 - margin, 2)
    point = view.on_table(share[None] * [view.width, view.height])[0]
    if not np.isfinite(point).all():
        return None
    middle = float(np.linalg.norm(view.position))
    far = np.linalg.norm(point - view.position) > FARTHEST * middle
    return None if far or np.abs(point[:2]).max() > plan.radius else point


def _starts(
    rng: np.random.Generator, things: list[Thing], plan: Plan, taken: Array, tight: bool
) -> list[tuple[Thing, Pose]]:
    """Where thrown things start to fall, none cutting another; tight ones fall on others."""
    starts: list[tuple[Thing, Pose]] = []
    order = [things[k] for k in rng.permutation(len(things))]
    for thing in order:
        radius = float(np.linalg.norm(thing.hull, axis=1).max())
        on_others = tight and bool(starts) and rng.random() < 0.65
        for _ in range(TRIES):
            at = _beside(rng, starts, radius) if on_others else _anywhere(rng, plan, plan.margin)
            if at is None or np.abs(at[:2]).max() > plan.radius - radius:
                continue
            pose = Pose(any_turn(rng), np.array([at[0], at[1], radius * rng.uniform(1.0, 1.2)]))
            if on_others:
                pose = _raised(thing, pose, starts, radius)
            elif not _claim(taken, thing, pose):
                continue
            starts.append((thing, pose))
            break
    return starts


def _beside(rng: np.random.Generator, starts: list[tuple[Thing, Pose]], radius: float) -> Array:
    neighbour = starts[int(rng.integers(len(starts)))][1].position
    angle, far = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.3, 1.3)
    return neighbour + far * np.array([np.cos(angle), np.sin(angle), 0])


def _raised(thing: Thing, pose: Pose, starts: list[tuple[Thing, Pose]], radius: float) -> Pose:
    """The pose lifted above everything that it would hit at the start."""
    height = radius * 2.2
    for other, there in starts:
        reach = radius + float(np.linalg.norm(other.hull, axis=1).max())
        apart = float(np.linalg.norm(there.position[:2] - pose.position[:2]))
        if apart < reach:
            height = max(height, float(there.position[2]) + np.sqrt(reach**2 - apart**2) + 0.02)
    return Pose(pose.rotation, np.array([*pose.position[:2], height]))


def _tray(rng: np.random.Generator, plan: Plan) -> list[tuple[Thing, Pose]]:
    """A floor and four walls round the middle of the picture."""
    view = plan.view
    seen = view.on_table(np.array([[0.0, view.height / 2], [view.width, view.height / 2]]))
    half = float(np.linalg.norm(seen[1] - seen[0])) * rng.uniform(0.3, 0.55)
    half = min(half, plan.radius) if np.isfinite(half) else 15.0
    high, thick = rng.uniform(0.6, 4.0), rng.uniform(0.3, 1.2)
    wall_tile = skin.plain(palette.anything(rng), rng.uniform(0.2, 0.8))
    floor_tile = skin.printed(_floor(rng), rng.uniform(0.3, 0.95))
    floor = plate(2 * half, 2 * half, 0.004)
    parts = [(Thing("tray", floor, floor_tile, floor.vertices, True), turned(0.0))]
    for k in range(4):
        mesh = plate(2 * half + 2 * thick, thick, high)
        angle = k * np.pi / 2
        at = (half + thick / 2) * np.array([-np.sin(angle), np.cos(angle), 0])
        parts.append((Thing("tray", mesh, wall_tile, mesh.vertices, True), turned(angle, at.tolist())))
    return parts


def _floor(rng: np.random.Generator) -> Array:
    if rng.random() < 0.2:
        return board.picture(rng, 256)
    grain = np.exp(rng.normal(0, rng.uniform(0.02, 0.12), (256, 256, 1)))
    colours: Array = np.clip(palette.anything(rng) * grain, 0, palette.BRIGHTEST)
    return colours
