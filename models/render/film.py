"""A short film of dice thrown, lifted and thrown again: `python -m models.render.film OUT.mp4 --seed 5`.

Beside it goes a list of when the dice lie still and what they show, known from their poses.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.render import Array, camera
from models.render.compose import any_scene
from models.render.die import value_on_top
from models.render.label import COCKED_DEGREES
from models.render.scene import Scene, Solid
from models.render.settle import Loose, any_turn, motion
from models.render.solid import Pose
from models.render.trace import trace

FPS = 15.0
EMPTY_S, REST_S = 0.4, 1.0
TRIES = 400  # throws, of which the first that ends well is filmed
GRAIN = 1.5  # grey levels that differ from frame to frame


@dataclass(frozen=True, slots=True)
class Throw:
    """The poses of all dice, frame by frame, and what they show in the end, such as `W3`."""

    poses: list[list[Pose]]
    shown: list[str]


def main() -> None:
    """Render the film and write its list."""
    args = _arguments()
    width, height = (int(side) for side in args.size.split("x"))
    scene = any_scene(args.seed, (width, height), [], "qwixx")
    writer = cv2.VideoWriter(str(args.out), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    rests, count, rng = [], 0, np.random.default_rng(args.seed)
    for throw in [_good_throw(rng, scene) for _ in range(args.throws)]:
        for linear, frames in _scenes(scene, throw, args.samples):
            for _ in range(frames):
                writer.write(_photograph(linear, args.seed, rng))
                count += 1
            if frames == round(REST_S * FPS):
                rests.append({"from": count - frames, "to": count - 1, "values": throw.shown})
                print(rests[-1], flush=True)
    writer.release()
    listed = {args.out.name: {"fps": FPS, "frames": count, "at_rest": rests}}
    args.out.with_suffix(".json").write_text(json.dumps(listed, indent=1) + "\n")


def _scenes(scene: Scene, throw: Throw, samples: int) -> Iterator[tuple[Array, int]]:
    """Each picture in linear light, and for how many frames it stands."""
    dice = [solid for solid in scene.solids if solid.look is not None]
    others = tuple(solid for solid in scene.solids if solid.look is None)
    hidden = tuple(_at(die, Pose(np.eye(3), np.array([0, 0, -50.0 - 5 * k]))) for k, die in enumerate(dice))
    yield trace(replace(scene, solids=hidden + others), samples).linear, round(EMPTY_S * FPS)
    for poses in throw.poses:
        now = tuple(_at(die, pose) for die, pose in zip(dice, poses, strict=True))
        rests = poses is throw.poses[-1]
        yield trace(replace(scene, solids=now + others), samples).linear, round(REST_S * FPS) if rests else 1
    for lifted in (2, 4):
        left = hidden[:lifted] + tuple(_at(d, p) for d, p in zip(dice[lifted:], throw.poses[-1][lifted:], strict=True))
        yield trace(replace(scene, solids=left + others), samples).linear, 2


def _good_throw(rng: np.random.Generator, scene: Scene) -> Throw:
    """A throw that ends with every die flat on the table and well inside the picture."""
    dice = [solid for solid in scene.solids if solid.look is not None]
    fixed = [Loose(s.thing.hull, s.pose, fixed=True) for s in scene.solids if s.look is None and s.thing.kind == "tray"]
    for _ in range(TRIES):
        starts = _starts(rng, scene, dice)
        push = rng.uniform(0.6, 1.6) * -starts[0].position * [1, 1, 0] / 0.35
        pushes = [np.concatenate([push + rng.normal(0, 8, 3), rng.normal(0, 12, 3)]) for _ in dice]
        loose = [Loose(die.thing.hull, pose) for die, pose in zip(dice, starts, strict=True)]
        poses = [step[: len(dice)] for step in motion(loose + fixed, pushes, 0.5, 0.3, FPS)]
        if all(_lies_well(scene, die, pose) for die, pose in zip(dice, poses[-1], strict=True)):
            return Throw(poses, [_shown(die, pose) for die, pose in zip(dice, poses[-1], strict=True)])
    raise ValueError(f"no throw in {TRIES} ends well in scene {scene.seed}; take another seed")


def _starts(rng: np.random.Generator, scene: Scene, dice: list[Solid]) -> list[Pose]:
    """A handful of dice above the left edge of the picture."""
    view = scene.view
    hand = view.on_table(np.array([[-0.05 * view.width, view.height * rng.uniform(0.4, 0.7)]]))[0]
    step = 2.2 * dice[0].edge_cm
    return [
        Pose(any_turn(rng), hand + np.array([0, (k % 3 - 1) * step, 2 + (k // 3) * step])) for k in range(len(dice))
    ]


def _lies_well(scene: Scene, die: Solid, pose: Pose) -> bool:
    x, y = scene.view.project(pose.position[None])[0] / [scene.view.width, scene.view.height]
    assert die.look is not None
    tilt = value_on_top(pose.rotation, die.look.shape.chirality)[1]
    flat = tilt < COCKED_DEGREES / 2 and pose.position[2] < 0.6 * die.edge_cm
    return bool(flat and 0.08 < x < 0.92 and 0.08 < y < 0.92)


def _shown(die: Solid, pose: Pose) -> str:
    assert die.look is not None
    letter = "K" if die.look.colour == "black" else die.look.colour[0].upper()
    return f"{letter}{value_on_top(pose.rotation, die.look.shape.chirality)[0]}"


def _at(die: Solid, pose: Pose) -> Solid:
    return replace(die, pose=pose)


def _photograph(linear: Array, seed: int, rng: np.random.Generator) -> Array:
    """The same camera every time, and grain of its own for each frame."""
    photo = camera.photograph(camera.decoded(camera.encoded(linear)), np.random.default_rng([seed, 1]))
    grainy: Array = np.clip(photo + rng.normal(0, GRAIN, photo.shape), 0, 255).astype(np.uint8)
    return grainy


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.render.film", description=__doc__)
    parser.add_argument("out", type=Path, help="the film; its list goes beside it as .json")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--throws", type=int, default=2)
    parser.add_argument("--size", default="640x480", help="width x height in pixels")
    parser.add_argument("--samples", type=int, default=8, help="light paths a pixel")
    return parser.parse_args()


if __name__ == "__main__":
    main()
