"""Light: rooms as pictures all round (HDR maps or made up) and lamps above the table."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.render import Array, palette
from models.render.noise import fractal

MAP_SIZE = (128, 256)  # height, width of made-up rooms
BRIGHTEST = 60.0  # a sun is cut to this many times the mean, against specks
OUTDOORS = ("sky", "park", "forest")  # their blue tint looks wrong in a room


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp that shines at the middle of the table."""

    position: Array  # (3,) cm
    radius: float
    radiance: Array  # (3,)


@dataclass(frozen=True, slots=True)
class Light:
    """The room (H, W, 3) as an equirectangular map with z up, and two lamps (dark if unused)."""

    room: Array
    lamps: tuple[Lamp, Lamp]


def hdri_texts(folder: Path | None) -> list[Path]:
    """The HDR maps of an `@pmndrs/assets/hdri` folder that suit a room."""
    if folder is None:
        return []
    found = sorted(folder.glob("*.exr.js"))
    if not found:
        raise ValueError(f"no *.exr.js files in {folder}; is it @pmndrs/assets/hdri?")
    return [path for path in found if not path.name.startswith(OUTDOORS)]


def exr_bytes(path: Path) -> bytes:
    """The OpenEXR file that an `.exr.js` module carries."""
    match = re.search(r"base64,([A-Za-z0-9+/=]+)", path.read_text())
    if match is None:
        raise ValueError(f"no base64 picture in {path}")
    return base64.b64decode(match[1])


def any_light(rng: np.random.Generator, hdris: list[Array], reach_cm: float) -> Light:
    """A room, often from `hdris`, turned at random, with up to two lamps near the table."""
    made_up = not hdris or rng.random() < 0.35
    room = made_up_room(rng) if made_up else hdris[int(rng.integers(len(hdris)))]
    room = np.roll(room, int(rng.integers(room.shape[1])), 1)
    if rng.random() < 0.3:
        room = room[:, ::-1]
    room = _balanced(room) * rng.uniform(0.75, 1.25, 3).astype(np.float32) ** rng.uniform(0, 1)
    count = int(rng.choice([0, 1, 2], p=[0.4, 0.4, 0.2]))
    strengths = [np.exp(rng.uniform(np.log(0.2), np.log(3.5))) * (k < count) for k in range(2)]
    first, second = (_any_lamp(rng, reach_cm, float(s)) for s in strengths)
    return Light(np.ascontiguousarray(room, np.float32), (first, second))


def _balanced(room: Array) -> Array:
    """The map with its suns cut and its upper half at a mean of 0.6."""
    room = np.minimum(room, BRIGHTEST * room.mean())
    return room * (0.6 / max(float(room[: room.shape[0] // 2].mean()), 1e-6))


def _any_lamp(rng: np.random.Generator, reach_cm: float, strength: float) -> Lamp:
    """A lamp that lights the middle of the table `strength` times as much as a usual room."""
    up, around = np.radians(rng.uniform(25, 88)), rng.uniform(0, 2 * np.pi)
    distance = reach_cm * rng.uniform(1.2, 4) + 25
    radius = np.exp(rng.uniform(np.log(1.0), np.log(28.0)))
    at = distance * np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])
    level = strength * (distance / radius) ** 2 / np.sin(up)
    return Lamp(at, radius, (level * warmth(rng.uniform(2500, 7800))).astype(np.float32))


def warmth(kelvin: float) -> Array:
    """The linear RGB tint (3,) of a glowing body, mean 1: low is orange, high is bluish."""
    red, green, blue = (
        np.interp(
            kelvin,
            [2000, 2700, 3500, 4500, 5500, 6500, 8000],
            [2.1, 1.72, 1.42, 1.2, 1.07, 1.0, 0.9],
        ),
        1.0,
        np.interp(
            kelvin,
            [2000, 2700, 3500, 4500, 5500, 6500, 8000],
            [0.06, 0.24, 0.44, 0.66, 0.85, 1.0, 1.22],
        ),
    )
    tint = np.array([red, green, blue])
    mean_one: Array = tint / tint.mean()
    return mean_one


def made_up_room(rng: np.random.Generator) -> Array:
    """A plain box of a room with windows, ceiling lamps and dark furniture (H, W, 3)."""
    height, width = MAP_SIZE
    up = np.cos(np.pi * (np.arange(height) + 0.5) / height)[:, None]
    around = 2 * np.pi * (np.arange(width) + 0.5) / width
    level = np.sqrt(1 - up**2)
    ahead = np.stack(np.broadcast_arrays(level * np.cos(around), level * np.sin(around), up), -1)
    half = np.array([rng.uniform(1, 3), rng.uniform(1, 3), rng.uniform(0.7, 1.4)])
    reach = half / np.maximum(np.abs(ahead), 1e-6)
    side = reach.argmin(-1)
    hit = ahead * reach.min(-1, keepdims=True)
    walls = np.stack([palette.anything(rng) * 0.3 + 0.35 for _ in range(3)])
    room = walls[side] * 0.4 * (1 + 0.3 * up[..., None])
    room[(side == 2) & (hit[..., 2] < 0)] = palette.anything(rng) * 0.3
    for _ in range(int(rng.integers(0, 4))):
        _furnish(rng, room, hit, side, half)
    for _ in range(int(rng.integers(0, 3))):
        _window(rng, room, hit, side, half)
    for _ in range(int(rng.integers(1, 5))):
        _ceiling_lamp(rng, room, hit, side, half)
    unevenness = fractal(rng, 256, 1.3)[:height, :width, None]
    painted: Array = (room * np.exp(0.15 * unevenness)).astype(np.float32)
    return painted


def _window(rng: np.random.Generator, room: Array, hit: Array, side: Array, half: Array) -> None:
    wall = int(rng.integers(2))
    along = hit[..., 1 - wall] - rng.uniform(-0.5, 0.5) * half[1 - wall]
    high = hit[..., 2] - rng.uniform(-0.1, 0.3)
    wide, tall = rng.uniform(0.25, 0.9), rng.uniform(0.25, 0.6)
    face = (side == wall) & (np.sign(hit[..., wall]) == rng.choice([-1, 1]))
    pane = face & (np.abs(along) < wide) & (np.abs(high) < tall)
    bars = (np.abs(along) < 0.03) | (np.abs(np.abs(along) - wide * 0.5) < 0.02)
    room[pane & ~bars] = warmth(rng.uniform(5000, 8000)) * rng.uniform(1.5, 9)


def _ceiling_lamp(rng: np.random.Generator, room: Array, hit: Array, side: Array, half: Array) -> None:
    x = hit[..., 0] - rng.uniform(-0.7, 0.7) * half[0]
    y = hit[..., 1] - rng.uniform(-0.7, 0.7) * half[1]
    wide, long = rng.uniform(0.06, 0.4), rng.uniform(0.06, 0.5)
    round_one = np.hypot(x, y) < wide
    panel = (np.abs(x) < wide) & (np.abs(y) < long)
    shape = round_one if rng.random() < 0.5 else panel
    room[(side == 2) & (hit[..., 2] > 0) & shape] = warmth(rng.uniform(2600, 6500)) * rng.uniform(4, 25)


def _furnish(rng: np.random.Generator, room: Array, hit: Array, side: Array, half: Array) -> None:
    wall = int(rng.integers(2))
    along = hit[..., 1 - wall] - rng.uniform(-0.8, 0.8) * half[1 - wall]
    face = (side == wall) & (np.sign(hit[..., wall]) == rng.choice([-1, 1]))
    block = (np.abs(along) < rng.uniform(0.1, 0.8)) & (hit[..., 2] < rng.uniform(-0.4, 0.5))
    room[face & block] = palette.anything(rng) * 0.25
