"""A film of dice thrown onto felt, every frame from the physics: `python -m models.render.throw tests/films`.

It writes felt.mp4 and, into timeline.json beside it, from which frame to which the dice lie still and what they show.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render import Array
from models.render.die import value_on_top
from models.render.film import SIZE, Stage, photographed, stage_of, with_dice
from models.render.scene import Solid
from models.render.settle import Loose, any_turn, motion
from models.render.solid import Pose
from models.render.story import FPS, QWIXX, Story
from models.render.trace import trace

SEED = 4  # an even one gives felt
THROWS = 2
HELD_FRAMES = 15  # for which the dice lie there before they are thrown again
START_CM = -9.5, 6.0  # where the hand lets go, left of the picture, and how far apart the outermost dice then are
SPEED_CM_S = 55.0, 125.0
SPIN_RAD_S = 20.0
FRICTION, BOUNCE = 0.5, 0.4
REACH_CM = 6.8, 4.8  # dice must come to rest within this of the middle, in full view
FLAT_DEGREES = 2.0
APART_CM = 2.3
SEEN_CM = 0.03  # a pixel


def main() -> None:
    """Render the film and write down what is to be seen in it."""
    parser = argparse.ArgumentParser(prog="python -m models.render.throw", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the film")
    parser.add_argument("--samples", type=int, default=8, help="light paths a pixel")
    args = parser.parse_args()
    stage, rng = stage_of(Story(SEED, ())), np.random.default_rng(SEED)
    writer = cv2.VideoWriter(str(args.out / "felt.mp4"), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    frame, rests = 0, []
    for _ in range(THROWS):
        moving = _good_throw(stage, rng)
        for dice in moving:
            picture = photographed(trace(with_dice(stage, dice), args.samples).linear, SEED)
            for _ in range(HELD_FRAMES if dice is moving[-1] else 1):
                writer.write(picture)
                frame += 1
        rests.append(_rest(moving[-1], frame))
    writer.release()
    timeline = {"felt.mp4": {"fps": FPS, "frames": frame, "at_rest": rests}}
    (args.out / "timeline.json").write_text(json.dumps(timeline, indent=1) + "\n")


def _good_throw(stage: Stage, rng: np.random.Generator) -> list[tuple[Solid, ...]]:
    """The dice frame by frame; thrown again until all lie flat, apart and in view, as a player would."""
    while True:
        moving = list(_throw(stage, rng))
        if _is_good(moving[-1]):
            return [dice for dice in moving[:-1] if not _looks_same(dice, moving[-1])] + moving[-1:]


def _throw(stage: Stage, rng: np.random.Generator) -> Iterator[tuple[Solid, ...]]:
    letters = ("W", "W", *(letter for letter in stage.dice if letter != "W"))
    dice = [stage.dice[letter] for letter in letters]
    places = np.linspace(-START_CM[1] / 2, START_CM[1] / 2, len(dice))
    loose = [
        Loose(die.thing.hull, Pose(any_turn(rng), np.array([START_CM[0] - 2.5 * (k % 2), y, rng.uniform(2.5, 4)])))
        for k, (die, y) in enumerate(zip(dice, places, strict=True))
    ]
    pushes = [_push(rng, y) for y in places]
    for poses in motion(loose, pushes, FRICTION, BOUNCE, FPS):
        yield tuple(replace(die, pose=pose) for die, pose in zip(dice, poses, strict=True))


def _looks_same(dice: tuple[Solid, ...], rest: tuple[Solid, ...]) -> bool:
    """Whether nobody could see a difference, though the physics still creeps."""
    return all(
        np.abs(one.pose.apply(one.thing.hull) - other.pose.apply(other.thing.hull)).max() < SEEN_CM
        for one, other in zip(dice, rest, strict=True)
    )


def _push(rng: np.random.Generator, y: float) -> Array:
    """Forward, fanning out a little, with some spin: (6,) cm/s and rad/s."""
    ahead = [rng.uniform(*SPEED_CM_S), 1.5 * y + rng.normal(0, 3), rng.uniform(-10, 5)]
    return np.array([*ahead, *rng.normal(0, SPIN_RAD_S, 3)])


def _is_good(dice: tuple[Solid, ...]) -> bool:
    places = np.array([die.pose.position[:2] for die in dice])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 99 * np.eye(len(dice))
    flat = all(_shown(die)[1] < FLAT_DEGREES for die in dice)
    return bool(flat and (np.abs(places) < REACH_CM).all() and apart.min() > APART_CM)


def _shown(die: Solid) -> tuple[int, float]:
    assert die.look is not None
    return value_on_top(die.pose.rotation, die.look.shape.chirality)


def _rest(dice: tuple[Solid, ...], end: int) -> dict[str, Any]:
    names = [f"{die.look.colour[0].upper()}{_shown(die)[0]}" for die in dice if die.look is not None]
    ordered = sorted(names, key=lambda name: (QWIXX.index(name[0]), name))
    return {"from": end - HELD_FRAMES, "to": end - 1, "roll": " ".join(ordered)}


if __name__ == "__main__":
    main()
