"""Table tops: wood, felt, cloth, paper, laminate, stone, leather, glass and printed pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.render import Array, board, palette
from models.render.noise import fractal, ramp, to_linear

SIZE_PX = 1024


@dataclass(frozen=True, slots=True)
class Surface:
    """A table top that repeats every `size_cm`."""

    kind: str
    albedo: Array  # (S, S, 3) linear
    height_cm: Array  # (S, S), small bumps
    roughness: float
    size_cm: float


WOODS = (
    ((52, 32, 18), (104, 66, 36), (140, 96, 58)),
    ((150, 112, 72), (190, 150, 104), (214, 178, 132)),
    ((196, 168, 128), (222, 196, 160), (236, 216, 184)),  # birch
    ((34, 24, 18), (60, 42, 30), (84, 60, 44)),
    ((120, 70, 34), (168, 104, 56), (190, 130, 76)),
    ((120, 116, 108), (160, 156, 148), (188, 184, 176)),  # grey oak
)
BUMP_CM = {"wood": 0.006, "felt": 0.03, "cloth": 0.025, "leather": 0.03}


def wood(rng: np.random.Generator) -> Surface:
    size = SIZE_PX
    stops = to_linear(np.array(WOODS[int(rng.integers(len(WOODS)))]) / 255)
    x = np.broadcast_to(np.arange(size, dtype=np.float32) / size, (size, size))
    warp = fractal(rng, size, 1.7, (1.0, 5.0))
    planks = int(rng.choice([1, 1, 3, 5, 8]))
    plank = np.minimum((x * planks).astype(int), planks - 1)
    shift, tone = rng.uniform(0, 9, planks)[plank], rng.normal(0, 0.1, planks)[plank]
    rings = np.sin(2 * np.pi * (x * rng.uniform(3, 14) + warp * rng.uniform(0.2, 0.9) + shift))
    fibre = fractal(rng, size, 0.6, (0.15, 6.0))
    pores = np.clip(fractal(rng, size, 0.35, (0.4, 6.0)) - 1.5, 0, 1)
    share = 0.5 + 0.2 * rng.uniform(0.2, 1) * rings + rng.uniform(0.04, 0.12) * fibre + tone
    albedo = ramp(share, stops) * (1 - 0.4 * pores[..., None])
    height = -0.6 * pores + 0.1 * fibre
    if planks > 1:
        gap = np.abs((x * planks + 0.5) % 1 - 0.5) * size / planks
        dark = np.clip(1 - gap / 2, 0, 1)
        albedo, height = albedo * (1 - 0.7 * dark[..., None]), height - dark
    rough = float(rng.choice([0.12, 0.22, 0.35, 0.5, 0.65]))
    return Surface("wood", albedo, height * BUMP_CM["wood"], rough, rng.uniform(30, 70))


def felt(rng: np.random.Generator) -> Surface:
    fibres = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    count = 9000
    start = rng.uniform(0, SIZE_PX, (count, 2))
    angle, length = rng.uniform(0, np.pi, count), rng.uniform(5, 30, count)
    end = start + np.column_stack([np.cos(angle), np.sin(angle)]) * length[:, None]
    tone = rng.uniform(-1, 1, count)
    for a, b, value in zip((start * 8).astype(int), (end * 8).astype(int), tone, strict=True):
        cv2.line(fibres, a.tolist(), b.tolist(), float(value), 1, cv2.LINE_AA, 3)
    fuzz = 0.6 * fibres / fibres.std() + 0.5 * fractal(rng, SIZE_PX, 0.5)
    shade = 0.18 * fuzz + rng.uniform(0.02, 0.12) * fractal(rng, SIZE_PX, 1.4)
    name = rng.choice(["green", "green", "red", "blue", "black", "other", "anything"])
    colour = palette.anything(rng) if name == "anything" else palette.pick(rng, str(name)) * 0.6
    albedo = colour * np.exp(shade)[..., None]
    return Surface("felt", albedo, fuzz * BUMP_CM["felt"] * 0.3, 0.95, rng.uniform(18, 40))


def cloth(rng: np.random.Generator) -> Surface:
    y, x = np.mgrid[0:SIZE_PX, 0:SIZE_PX].astype(np.float32)
    threads = 2 * np.pi / rng.uniform(6, 14)
    weave = np.sin(threads * x) * np.sin(threads * y)
    uneven = fractal(rng, SIZE_PX, 0.4, (0.2, 4)) + fractal(rng, SIZE_PX, 0.4, (4, 0.2))
    height = 0.6 * weave + 0.3 * uneven
    share = _cloth_print(rng, x, y)[..., None]
    first, second = palette.anything(rng), palette.anything(rng)
    if rng.random() < 0.25:
        first = palette.pick(rng, "white")
    shade = 0.12 * height + 0.06 * fractal(rng, SIZE_PX, 1.3)
    albedo = (first * (1 - share) + second * share) * np.exp(shade)[..., None]
    return Surface("cloth", albedo, height * BUMP_CM["cloth"] * 0.4, 0.9, rng.uniform(18, 45))


def checked(rng: np.random.Generator) -> Surface:
    """A woven table cloth: bands of coloured threads both ways over one ground."""
    y, x = np.mgrid[0:SIZE_PX, 0:SIZE_PX].astype(np.float32)
    ground = palette.pick(rng, "white") if rng.random() < 0.6 else palette.anything(rng)
    albedo = np.broadcast_to(ground, (SIZE_PX, SIZE_PX, 3))
    thread = float(rng.integers(2, 7))
    step = SIZE_PX / float(rng.integers(2, 7))
    slant = int(rng.choice([1, -1, 0]))  # of the threads that show; 0: every other one
    for _ in range(int(rng.integers(1, 5))):
        start, wide, colour = rng.uniform(0, step), step * rng.uniform(0.03, 0.3), palette.anything(rng)
        for along, across in ((x, y), (y, x)):
            shows = ((across + slant * along) // thread + (along // thread if slant == 0 else 0)) % 2
            share = ((along - start) % step < wide) * (0.15 + 0.85 * shows)
            albedo = albedo * (1 - share[..., None]) + colour * share[..., None]
    height = np.sin(np.pi / thread * x) * np.sin(np.pi / thread * y) + 0.4 * fractal(rng, SIZE_PX, 0.4)
    shade = 0.06 * height + 0.08 * fractal(rng, SIZE_PX, 1.3)
    return Surface(
        "checked", albedo * np.exp(shade)[..., None], height * BUMP_CM["cloth"] * 0.3, 0.9, rng.uniform(18, 45)
    )


def _cloth_print(rng: np.random.Generator, x: Array, y: Array) -> Array:
    """Stripes, checks, squares, dots or nothing, 0..1; dots look like pips and must be known."""
    step = SIZE_PX / float(rng.integers(6, 30))
    column, row = (x // step) % 2, (y // step) % 2
    dx, dy = x % step - step / 2, y % step - step / 2
    radius = step * rng.uniform(0.12, 0.4)
    dots = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)
    prints = (column, 0.5 * (column + row), (column + row) % 2, dots, dots, 0 * x, 0 * x)
    return prints[int(rng.integers(len(prints)))].astype(np.float32)


def laminate(rng: np.random.Generator) -> Surface:
    tone = rng.choice([rng.uniform(0.5, 0.85), rng.uniform(0.01, 0.1), rng.uniform(0.1, 0.5)])
    colour = tone * np.ones(3) + rng.normal(0, 0.02, 3)
    if rng.random() < 0.35:
        colour = palette.anything(rng)
    grain = 0.02 * fractal(rng, SIZE_PX, 0.6) + 0.03 * fractal(rng, SIZE_PX, 1.5)
    scratches = _scratches(rng, int(rng.integers(0, 80)))
    albedo = colour * (np.exp(grain) * (1 + 0.1 * scratches))[..., None]
    rough = float(rng.choice([0.06, 0.15, 0.3, 0.45, 0.7]))
    height = 0.002 * fractal(rng, SIZE_PX, 0.4) - 0.003 * scratches
    return Surface("laminate", albedo, height, rough, rng.uniform(30, 60))


def glass(rng: np.random.Generator) -> Surface:
    colour = rng.choice([0.01, 0.03, 0.1]) * np.ones(3) + rng.uniform(0, 0.04, 3)
    smears = 0.1 * fractal(rng, SIZE_PX, 1.6)
    albedo = colour * np.exp(smears)[..., None]
    return Surface("glass", albedo, np.zeros((SIZE_PX, SIZE_PX)), 0.03, 50.0)


def _scratches(rng: np.random.Generator, count: int) -> Array:
    lines = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for _ in range(count):
        start, angle = rng.uniform(0, SIZE_PX, 2), rng.uniform(0, 2 * np.pi)
        end = start + rng.uniform(20, 300) * np.array([np.cos(angle), np.sin(angle)])
        tone = float(rng.uniform(-0.5, 0.5))
        cv2.line(lines, start.astype(int).tolist(), end.astype(int).tolist(), tone, 1, cv2.LINE_AA)
    return lines


def stone(rng: np.random.Generator) -> Surface:
    clouds, grains = fractal(rng, SIZE_PX, 1.3), fractal(rng, SIZE_PX, rng.uniform(0.2, 0.8))
    base = palette.anything(rng) * 0.3 + rng.uniform(0.05, 0.6)
    shade = rng.uniform(0.05, 0.2) * clouds + rng.uniform(0.05, 0.45) * grains
    veins = np.exp(-np.abs(fractal(rng, SIZE_PX, 1.5)) * rng.uniform(8, 30))[..., None]
    lit = float(rng.choice([0.0, 0.3, 0.7]))
    albedo = base * np.exp(shade)[..., None] * (1 - 0.6 * veins) + lit * 0.6 * veins
    rough = float(rng.choice([0.08, 0.2, 0.4, 0.6]))
    return Surface("stone", albedo, 0.003 * grains, rough, rng.uniform(25, 60))


def granite(rng: np.random.Generator) -> Surface:
    """Polished stone of grains of a few tones, some as large and as dark as pips."""
    grain = rng.uniform(1.5, 7.0)
    fields = [cv2.GaussianBlur(rng.normal(size=(SIZE_PX, SIZE_PX)).astype(np.float32), (0, 0), grain) for _ in range(4)]
    lean = rng.uniform(-0.6, 0.6, 4)
    which = np.argmax(np.stack([f / f.std() + b for f, b in zip(fields, lean, strict=True)]), axis=0)
    base = palette.anything(rng) * 0.25 + rng.uniform(0.1, 0.5)
    tones = np.clip(np.array([base * k for k in (rng.uniform(0.05, 0.4), rng.uniform(0.5, 0.8), 1.0, 1.5)]), 0, 0.8)
    albedo = cv2.GaussianBlur(tones[which].astype(np.float32), (0, 0), 0.8)
    return Surface("granite", albedo, np.zeros((SIZE_PX, SIZE_PX)), rng.uniform(0.05, 0.4), rng.uniform(12, 40))


def leather(rng: np.random.Generator) -> Surface:
    cells = np.abs(fractal(rng, SIZE_PX, 0.9, (0.4, 0.4))) ** 0.5
    colour = palette.pick(rng, str(rng.choice(["black", "other", "red", "green"]))) * 0.5
    albedo = colour * np.exp(0.3 * cells - 0.3)[..., None]
    height = BUMP_CM["leather"] * 0.4 * cells
    return Surface("leather", albedo, height, rng.uniform(0.3, 0.6), rng.uniform(15, 30))


def paper(rng: np.random.Generator) -> Surface:
    albedo = board.ruled_paper(rng, SIZE_PX)
    height = 0.004 * fractal(rng, SIZE_PX, 0.8)
    return Surface("paper", albedo, height, 0.85, rng.uniform(20, 40))


def picture(rng: np.random.Generator) -> Surface:
    albedo = board.picture(rng, SIZE_PX)
    rough = float(rng.choice([0.1, 0.3, 0.5, 0.8]))
    return Surface("picture", albedo, 0.002 * fractal(rng, SIZE_PX, 0.5), rough, rng.uniform(25, 60))


KINDS: dict[str, tuple[float, Callable[[np.random.Generator], Surface]]] = {
    "wood": (0.22, wood),
    "felt": (0.12, felt),
    "cloth": (0.1, cloth),
    "checked": (0.1, checked),
    "laminate": (0.15, laminate),
    "paper": (0.05, paper),
    "stone": (0.06, stone),
    "granite": (0.05, granite),
    "leather": (0.05, leather),
    "glass": (0.03, glass),
    "picture": (0.15, picture),
}


def any_surface(rng: np.random.Generator) -> Surface:
    """A table top of any kind."""
    weights = np.array([weight for weight, _ in KINDS.values()])
    kind = str(rng.choice(list(KINDS), p=weights / weights.sum()))
    return KINDS[kind][1](rng)
