"""Films of dice on a table, one for each story: `python -m models.render.film tests/films --only nudged`.

Each shot is one frame of the film. Beside the films goes `stories.json`: for how many frames each shot stands and what
is to be said of it, known from where the dice were put. So the films stay small; who watches them adds grain.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render import Array, camera, clutter, design, skin, surface
from models.render.compose import EDGE_CM
from models.render.design import DieLook
from models.render.die import die_mesh, frame, hull_points, value_on_top
from models.render.light import any_light
from models.render.scene import Scene, Solid
from models.render.solid import Pose, plate, turned
from models.render.story import FPS, STORIES, Put, Shot, Story
from models.render.thing import Thing
from models.render.trace import trace
from models.render.view import View, looking_at

SIZE = 640, 480
DISTANCE_CM, ELEVATION, FOV = 28.0, 68.0, 34.0  # dice are then about 60 px wide
HALF_TRAY_CM = 6.2, 4.9
WALL_CM = 1.2
GRAIN = 18.0  # grey levels up to which differences are smoothed
FACE_PX, GRID = 96, 48  # of a die's texture, and points along an edge of its mesh


@dataclass(frozen=True, slots=True)
class Stage:
    """What stays the same in a film, and a die of each colour, by its letter, to be put on the table."""

    scene: Scene
    dice: dict[str, Solid]
    hand: Thing


def main() -> None:
    """Render the films asked for and keep the list of what is said in them."""
    args = _arguments()
    traced: dict[str, Array] = {}
    listed = args.out / "stories.json"
    stories = json.loads(listed.read_text()) if listed.is_file() else {}
    for name, story in STORIES.items():
        if args.only is None or name in args.only:
            path = args.out / f"{name.replace(' ', '-')}.mp4"
            _render(story, path, args.samples, traced)
            stories[path.name] = _listed(story)
            listed.write_text(json.dumps(stories, indent=1) + "\n")
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB", flush=True)


def _render(story: Story, path: Path, samples: int, traced: dict[str, Array]) -> None:
    """Write the film; shots that show the same are traced once, and kept in `traced`."""
    stage = stage_of(story)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    for shot in story.shots:
        shown = repr((story.seed, story.has_tray, shot.dice, shot.hand, shot.camera))
        if shown not in traced:
            traced[shown] = photographed(trace(_scene(stage, shot), samples).linear, story.seed)
        lit = np.clip(traced[shown] * np.array(shot.light), 0, 255).astype(np.uint8)
        writer.write(lit)
    writer.release()


def _listed(story: Story) -> dict[str, Any]:
    return {
        "fps": FPS,
        "tray": _tray_outline().round(1).tolist() if story.has_tray else None,
        "shots": [
            {
                "frames": max(round(shot.seconds * FPS), 1),
                "due": shot.due,
                "says": " ".join(put.name for put in shot.dice) if shot.says == "roll" else shot.says,
                "frozen": shot.is_frozen,
            }
            for shot in story.shots
        ],
    }


def stage_of(story: Story) -> Stage:
    """The table, the light and the dice of a story."""
    rng = np.random.default_rng(story.seed)
    view = looking_at(DISTANCE_CM, ELEVATION, -90.0, 0.0, FOV, SIZE)
    looks = {look.colour[0].upper(): look for look in design.matching(rng, design.PLAYED)}
    dice = {letter: _die(rng, look) for letter, look in looks.items()}
    table = surface.wood(rng) if story.seed % 2 else surface.felt(rng)
    tray = _tray(rng) if story.has_tray else ()
    light = any_light(rng, [], DISTANCE_CM / 2)
    reach = 30 * DISTANCE_CM
    scene = Scene(story.seed, "film", view, table, 0.3, (reach, reach), light, tray, DISTANCE_CM * 1e-3, DISTANCE_CM)
    return Stage(scene, dice, clutter.hand(rng))


def _die(rng: np.random.Generator, look: DieLook) -> Solid:
    """An opaque die."""
    opaque = replace(look, finish=replace(look.finish, clear=0.0))
    tile = skin.pip_tile(rng, look.shape, opaque.finish, look.paint, FACE_PX)
    mesh = die_mesh(look.shape, GRID).scaled(EDGE_CM / 2)
    return Solid(Thing("pip", mesh, tile, hull_points(look.shape) * EDGE_CM / 2, False), turned(0.0), opaque, EDGE_CM)


def _tray(rng: np.random.Generator) -> tuple[Solid, ...]:
    """Four walls round the middle of the picture."""
    tile = skin.plain(np.array([0.12, 0.06, 0.03]) * rng.uniform(0.5, 3), 0.5)
    (width, depth), thick = HALF_TRAY_CM, 0.4
    walls = []
    for x, y, wide, deep in (
        (0, depth, width + thick, thick / 2),
        (0, -depth, width + thick, thick / 2),
        (width, 0, thick / 2, depth),
        (-width, 0, thick / 2, depth),
    ):
        mesh = plate(2 * wide, 2 * deep, WALL_CM)
        walls.append(Solid(Thing("tray", mesh, tile, mesh.vertices, True), turned(0.0, [x, y, 0.0])))
    return tuple(walls)


def _tray_outline() -> Array:
    view = looking_at(DISTANCE_CM, ELEVATION, -90.0, 0.0, FOV, SIZE)
    corners = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * [*HALF_TRAY_CM, 0.0]
    return view.project(corners)


def _scene(stage: Stage, shot: Shot) -> Scene:
    dice = [replace(stage.dice[put.name[0]], pose=_pose(stage.dice[put.name[0]], put)) for put in shot.dice]
    hand = () if shot.hand is None else (Solid(stage.hand, _reaching(*shot.hand)),)
    view = stage.scene.view
    moved: View = replace(view, position=view.position + np.array([*shot.camera, 0.0]))
    return replace(with_dice(stage, (*dice, *hand)), view=moved)


def with_dice(stage: Stage, dice: tuple[Solid, ...]) -> Scene:
    """The scene with these dice on its table."""
    hidden = replace(stage.dice["W"], pose=turned(0.0, [0.0, 0.0, -50.0]))  # an empty table has to hold something
    return replace(stage.scene, solids=(*dice, *stage.scene.solids, hidden))


def _pose(die: Solid, put: Put) -> Pose:
    """The die with its number up, turned, and leaning on an edge that touches the table."""
    assert die.look is not None
    axes = frame(int(put.name[1]), die.look.shape.chirality)
    upright = np.stack([axes.right, np.cross(axes.out, axes.right), axes.out])
    turn = 40.0 * put.x + 25.0 * put.y if put.turn is None else put.turn
    lean = np.radians(put.lean)
    c, s = np.cos(lean), np.sin(lean)
    rotation = turned(np.radians(turn)).rotation @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ upright
    assert put.lean or value_on_top(rotation, die.look.shape.chirality)[0] == int(put.name[1])
    lowest = float((die.thing.hull @ rotation.T)[:, 2].min())
    return Pose(rotation, np.array([put.x, put.y, put.height - lowest]))


def _reaching(x: float, y: float) -> Pose:
    """A hand whose arm comes from below the picture."""
    return turned(np.pi / 2, [x, y, 1.2])


def photographed(linear: Array, seed: int) -> Array:
    """The same camera in every picture of a film; its grain is taken out, as it takes most of a film's room."""
    photo = camera.photograph(camera.decoded(camera.encoded(linear)), np.random.default_rng([seed, 1]))
    return cv2.bilateralFilter(photo, 5, GRAIN, 2.0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.render.film", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the films")
    parser.add_argument("--only", nargs="*", choices=list(STORIES), help="just these stories")
    parser.add_argument("--samples", type=int, default=8, help="light paths a pixel")
    return parser.parse_args()


if __name__ == "__main__":
    main()
