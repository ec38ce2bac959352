"""Scenes made up from a seed: which dice, which other things, what table, light and camera."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.render import Array, clutter, design, numeral, palette, skin
from models.render.design import DieLook
from models.render.die import die_mesh, frame, hull_points, value_on_top
from models.render.light import any_light
from models.render.place import Plan, placed
from models.render.scene import Scene, Solid
from models.render.solid import Pose
from models.render.surface import any_surface
from models.render.thing import Thing
from models.render.view import any_view

KINDS = {"crowd": 0.26, "qwixx": 0.16, "mixed": 0.38, "table": 0.1, "large": 0.06, "clutter": 0.04}
EDGE_CM = 1.6  # of a usual die
TURNED_UP = 0.15  # share of the dice that are turned to show the single pip, and
MARK_UP = 0.6  # of those with a maker's mark to show that
FACE_PX = (48, 72, 96, 144, 224, 288)  # sizes of texture cells


def any_scene(seed: int, size: tuple[int, int], hdris: list[Array], kind: str | None = None) -> Scene:
    """The scene that belongs to a seed."""
    rng = np.random.default_rng(seed)
    kind = kind or str(rng.choice(list(KINDS), p=list(KINDS.values())))
    looks = _looks(rng, kind)
    die_px = _die_px(rng, kind, len(looks), size)
    view = any_view(rng, size, die_px, EDGE_CM)
    surface = any_surface(rng)
    table_yaw, reach = rng.uniform(0, 2 * np.pi), float(np.linalg.norm(view.position))
    table_reach = rng.uniform(0.7, 1.6, 2) * reach if rng.random() < 0.2 else np.full(2, 30 * reach)
    edge_cm = float(table_reach.min()) if table_reach.min() < 9 * reach else np.inf
    plan = Plan(view, edge_cm, 0.28 if kind == "large" else 0.09)
    solids = _solids(rng, kind, looks, die_px, plan)
    return Scene(
        seed,
        kind,
        view,
        surface,
        table_yaw,
        (float(table_reach[0]), float(table_reach[1])),
        any_light(rng, hdris, reach * 0.5),
        solids,
        reach * float(np.exp(rng.uniform(np.log(5e-4), np.log(6e-3)))),
        reach * (rng.uniform(0.75, 1.4) if rng.random() < 0.25 else rng.uniform(0.95, 1.05)),
    )


def _looks(rng: np.random.Generator, kind: str) -> list[DieLook]:
    """The dice of a picture."""
    if kind == "qwixx":
        colours = design.PLAYED + (("black",) if rng.random() < 0.15 else ())
        if rng.random() < 0.75:
            return design.matching(rng, colours)
        return [design.any_look(rng, colour) for colour in colours]
    low, high = {"crowd": (14, 27), "mixed": (2, 11), "table": (5, 13), "large": (1, 4), "clutter": (0, 1)}[kind]
    count = int(rng.integers(low, high))
    shares = [0.5, 0.1, 0.1, 0.08, 0.08, 0.07, 0.07] if kind == "mixed" else [0.2, 0.14, 0.15, 0.15, 0.15, 0.1, 0.11]
    names = [str(name) for name in rng.choice([*palette.NAMES, "other"], count, p=shares)]
    share = rng.random()
    if kind == "table" and share < 0.4:
        return design.matching(rng, tuple(name for name in names if name != "other"))
    if kind == "crowd" and share < 0.25:
        return [_with_emblem(rng, look) for look in design.matching(rng, (str(rng.choice(palette.NAMES)),) * count)]
    looks = [design.any_look(rng, name) for name in names]
    return [_with_emblem(rng, look) if rng.random() < 0.22 else look for look in looks]


def _with_emblem(rng: np.random.Generator, look: DieLook) -> DieLook:
    """The die with a maker's mark in place of one or six pips, as some dice have."""
    return replace(look, shape=replace(look.shape, emblem=int(rng.choice([1, 6]))))


def _die_px(rng: np.random.Generator, kind: str, count: int, size: tuple[int, int]) -> float:
    """How wide a usual die is in the middle of the picture; crowds must find room."""
    scale = size[0] / 640
    low, high = {"large": (100.0, 200.0), "qwixx": (22.0, 95.0), "mixed": (17.0, 60.0)}.get(kind, (20.0, 90.0))
    most = np.sqrt(0.28 * size[0] * size[1] / max(count, 1)) / scale
    high = max(min(high, float(most)), low + 4)
    return scale * float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _solids(rng: np.random.Generator, kind: str, looks: list[DieLook], die_px: float, plan: Plan) -> tuple[Solid, ...]:
    """All things of the picture, in place; the pip dice come first."""
    mixed = kind != "qwixx" and rng.random() < 0.6
    base = EDGE_CM * rng.uniform(0.9, 1.1)
    edges = [base * (rng.uniform(0.7, 1.4) if mixed else 1.0) for _ in looks]
    dice = [_die(rng, k, e, die_px) for k, e in zip(looks, edges, strict=True)]
    thrown = _thrown_clutter(rng, kind, base, die_px)
    lying = _lying_clutter(rng, kind)
    everything = placed(rng, dice + thrown, lying, plan)
    solids = []
    for thing, pose in everything:
        number = next((k for k, die in enumerate(dice) if die is thing), None)
        if number is None:
            solids.append(Solid(thing, pose))
        else:
            solids.insert(0, Solid(thing, showing(rng, pose, looks[number]), looks[number], edges[number]))
    return tuple(sorted(solids, key=lambda solid: solid.look is None))


def showing(rng: np.random.Generator, pose: Pose, look: DieLook) -> Pose:
    """The pose, sometimes turned so that what looks least like a die comes up: the single pip or the maker's mark."""
    shape = look.shape
    if rng.random() >= (MARK_UP if shape.emblem else TURNED_UP):
        return pose
    wanted = frame(shape.emblem or 1, shape.chirality).out
    top = frame(value_on_top(pose.rotation, shape.chirality)[0], shape.chirality).out
    axis = np.cross(wanted, top) if abs(wanted @ top) < 0.5 else np.roll(wanted, 1)
    turn = cv2.Rodrigues(axis / np.linalg.norm(axis) * np.arccos(np.clip(wanted @ top, -1, 1)))[0]
    return Pose(pose.rotation @ turn, pose.position)


def _die(rng: np.random.Generator, look: DieLook, edge_cm: float, die_px: float) -> Thing:
    seen_px = die_px * edge_cm / EDGE_CM * 1.2
    grid = int(np.clip(seen_px * 0.55, 24, 72))
    half = edge_cm / 2
    tile = skin.pip_tile(rng, look.shape, look.finish, look.paint, _face_px(seen_px))
    mesh = die_mesh(look.shape, grid).scaled(half)
    return Thing("pip", mesh, tile, hull_points(look.shape) * half, lies=False)


def _face_px(seen_px: float) -> int:
    return next((px for px in FACE_PX if px >= seen_px * 1.1), FACE_PX[-1])


def _thrown_clutter(rng: np.random.Generator, kind: str, edge_cm: float, die_px: float) -> list[Thing]:
    """Numeral dice, symbol dice and blanks among the pip dice."""
    if rng.random() > 0.5 and kind not in ("clutter", "mixed"):
        return []
    low, high = {"clutter": (3, 14), "crowd": (2, 9), "large": (0, 3), "mixed": (5, 13)}.get(kind, (1, 6))
    things = []
    for _ in range(int(rng.integers(low, high))):
        edge = edge_cm * rng.uniform(0.8, 1.3)
        px = _face_px(die_px * edge / EDGE_CM)
        if rng.random() < 0.45:
            cube = str(rng.choice(list(numeral.CUBES), p=list(numeral.CUBES.values())))
            things.append(numeral.odd_cube(rng, cube, edge, px))
        else:
            sort = str(rng.choice(list(numeral.POLYHEDRA)))
            things.append(numeral.numeral_die(rng, sort, edge, px))
    return things


def _lying_clutter(rng: np.random.Generator, kind: str) -> list[Thing]:
    """Sheets, cards, coins, pens and the like; at a game there is a score sheet."""
    names = list(clutter.FLAT)
    weights = np.array([3, 2, 2, 2, 1, 2, 2, 2, 1.5, 0.6, 0.6, 0.8])
    chosen: list[str] = []
    if rng.random() < 0.55 or kind == "clutter":
        count = int(rng.integers(1, 7))
        chosen = [str(n) for n in rng.choice(names, count, p=weights / weights.sum())]
    if kind == "qwixx" and rng.random() < 0.5:
        chosen += ["score sheet"] * int(rng.integers(1, 3))
    return [clutter.FLAT[name](rng) for name in chosen]
