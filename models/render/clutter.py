"""Things on a table that are no dice: coins, buttons, meeples, pens, cards, sheets and hands."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.render import Array, board, design, glyph, palette, sheet, skin
from models.render.skin import Tile
from models.render.solid import Mesh, capsule, joined, lathe, plate, prism
from models.render.thing import Thing


def coin(rng: np.random.Generator) -> Thing:
    radius, thick = rng.uniform(0.75, 1.3), rng.uniform(0.12, 0.22)
    px = 96
    metal = np.array([(0.8, 0.55, 0.25), (0.75, 0.7, 0.6), (0.7, 0.4, 0.25)][int(rng.integers(3))])
    relief = np.maximum(glyph.text(str(rng.choice([1, 2, 5, 10, 20, 50])), px, 0.4, 1, 1.0), 0.1)
    ring = np.hypot(*(np.mgrid[0:px, 0:px] - px / 2)) / px
    relief = np.maximum(relief, (np.abs(ring - 0.42) < 0.02) * 0.8)
    picture = metal * (1 - 0.4 * relief[..., None]) * rng.uniform(0.6, 1.1)
    tile = skin.printed(np.clip(picture, 0, 0.85), rng.uniform(0.15, 0.45), metal=0.9)
    return Thing("coin", _puck(radius, thick), tile, _puck_hull(radius, thick), lies=True)


def button(rng: np.random.Generator) -> Thing:
    """A round button with two or four holes, or a counter with rings."""
    radius, px = rng.uniform(0.6, 1.3), 96
    colour = palette.anything(rng)
    picture = np.empty((px, px, 3), np.float32)
    picture[:] = colour
    holes = int(rng.choice([0, 2, 4, 4]))
    spots = np.zeros((px, px), np.uint8)
    for k in range(holes):
        at = px / 2 + px * 0.11 * np.array([np.cos(k * 2 * np.pi / holes), np.sin(k * 2 * np.pi / holes)])
        cv2.circle(spots, at.astype(int).tolist(), px // 18, 255, -1, cv2.LINE_AA)
    cv2.circle(spots, (px // 2, px // 2), int(px * 0.38), 120, 2, cv2.LINE_AA)
    picture *= 1 - 0.85 * (spots / 255.0)[..., None].astype(np.float32)
    thick = rng.uniform(0.15, 0.35)
    tile = skin.printed(picture, rng.uniform(0.1, 0.5))
    return Thing("button", _puck(radius, thick), tile, _puck_hull(radius, thick), lies=True)


def _puck(radius: float, thick: float) -> Mesh:
    rim = min(thick * 0.3, 0.06)
    profile = [(1e-4, 0), (radius - rim, 0), (radius, rim), (radius, thick - rim)]
    return lathe(np.array([*profile, (radius - rim, thick), (1e-4, thick)]))


def _puck_hull(radius: float, thick: float) -> Array:
    angle = np.linspace(0, 2 * np.pi, 17)[:-1]
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radius
    return np.concatenate([np.column_stack([ring, np.full(16, z)]) for z in (0, thick)])


def meeple(rng: np.random.Generator) -> Thing:
    """A flat wooden figure lying on its back."""
    half = [(0, 1), (0.22, 0.93), (0.3, 0.7), (0.2, 0.5), (0.75, 0.3), (0.85, 0.1), (0.4, 0.0)]
    half += [(0.65, -0.8), (0.15, -0.8), (0, -0.45)]
    right = np.array(half[::-1], float)
    outline = np.concatenate([right, right[1:-1][::-1] * [-1, 1]]) * rng.uniform(0.8, 1.1)
    mesh = prism(outline, rng.uniform(0.5, 0.9))
    colour = palette.pick(rng, str(rng.choice([*palette.NAMES, "other"])))
    return Thing("meeple", mesh, skin.plain(colour, 0.5), mesh.vertices, lies=True)


def pen(rng: np.random.Generator) -> Thing:
    """A pen or pencil along x, lying on the table."""
    radius, length = rng.uniform(0.35, 0.5), rng.uniform(11, 15)
    profile = [(1e-4, 0), (0.1, 0.05), (radius, 1.3), (radius, length), (1e-4, length)]
    axes = np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])
    turned = lathe(np.array(profile) - np.array([0, length / 2]), 20, rolled_out=True)
    mesh = Mesh(turned.vertices @ axes.T + [0, 0, radius], turned.normals @ axes.T, turned.uv, turned.triangles)
    bands = np.array([palette.anything(rng) for _ in range(4)])[[0, 0, 1, 1, 1, 1, 1, 2, 2, 3]]
    picture = np.repeat(np.repeat(bands[None], 8, 0), 4, 1)
    return Thing("pen", mesh, skin.printed(picture, rng.uniform(0.1, 0.5)), mesh.vertices, lies=True)


def cup(rng: np.random.Generator) -> Thing:
    """A mug or glass standing on the table."""
    radius, high = rng.uniform(2.8, 4.2), rng.uniform(6, 11)
    inner = radius - 0.4
    profile = [(1e-4, 0), (radius * 0.85, 0), (radius, high), (inner, high), (inner * 0.85, 0.6), (1e-4, 0.6)]
    mesh = lathe(np.array(profile))
    return Thing("cup", mesh, skin.plain(palette.anything(rng), rng.uniform(0.1, 0.5)), mesh.vertices, lies=True)


def phone(rng: np.random.Generator) -> Thing:
    """A telephone or remote control: a dark slab, sometimes with keys."""
    width, depth = rng.uniform(4.5, 7.8), rng.uniform(13, 16)
    picture = np.empty((192, 96, 3), np.float32)
    picture[:] = rng.uniform(0.005, 0.06)
    if rng.random() < 0.5:
        keys = palette.anything(rng) * 0.6
        for y in range(14, 180, 22):
            for x in range(10, 84, 26):
                picture[y : y + 12, x : x + 16] = keys
    mesh = plate(width, depth, rng.uniform(0.7, 1.6))
    return Thing("phone", mesh, skin.printed(picture, rng.uniform(0.08, 0.5)), mesh.vertices, lies=True)


def small_box(rng: np.random.Generator) -> Thing:
    width, depth, high = rng.uniform(3, 9), rng.uniform(2, 6), rng.uniform(0.8, 3)
    mesh = plate(width, depth, high)
    picture = board.card(rng, 160, 120)
    return Thing("box", mesh, skin.printed(picture, rng.uniform(0.2, 0.6)), mesh.vertices, lies=True)


def flat_card(rng: np.random.Generator) -> Thing:
    mesh = plate(rng.uniform(5.5, 7), rng.uniform(8, 10), 0.03)
    tile = skin.printed(board.card(rng, 200, 290), rng.uniform(0.2, 0.7))
    return Thing("card", mesh, tile, mesh.vertices, lies=True)


def paper_sheet(rng: np.random.Generator) -> Thing:
    """A leaf of paper, often printed or with dots and rings."""
    mesh = plate(rng.uniform(12, 21), rng.uniform(15, 29), 0.02)
    maker = board.picture if rng.random() < 0.5 else board.ruled_paper
    return Thing("paper", mesh, skin.printed(maker(rng, 480), 0.7), mesh.vertices, lies=True)


def score_sheet(rng: np.random.Generator) -> Thing:
    width = rng.uniform(12, 20)
    mesh = plate(width, width * sheet.HEIGHT / sheet.WIDTH, 0.02)
    tile = skin.printed(sheet.score_sheet(rng), rng.uniform(0.3, 0.7))
    return Thing("score sheet", mesh, tile, mesh.vertices, lies=True)


def domino(rng: np.random.Generator) -> Thing:
    """A domino with pips on both halves, face up."""
    px = 96
    dark = bool(rng.random() < 0.5)
    body, spot = (palette.pick(rng, n) for n in (("black", "white") if dark else ("white", "black")))
    marks = np.zeros((px, 2 * px), np.uint8)
    for half, count in enumerate(rng.integers(0, 7, 2)):
        middle = np.array([px / 2 + half * px, px / 2])
        for x, y in design.pip_grid(int(count)) * px * 0.27 + middle:
            cv2.circle(marks, (round(x), round(y)), px // 11, 255, -1, cv2.LINE_AA)
    cv2.line(marks, (px, px // 8), (px, px - px // 8), 255, 2)
    share = (marks / 255.0)[..., None]
    size = rng.uniform(1.6, 2.6)
    mesh = plate(2 * size, size, rng.uniform(0.5, 0.9))
    tile = skin.printed(body * (1 - share) + spot * share, rng.uniform(0.1, 0.4))
    return Thing("domino", mesh, tile, mesh.vertices, lies=True)


def hand(rng: np.random.Generator) -> Thing:
    """Four fingers of skin colour and a cloth sleeve behind them, reaching along +x."""
    skin_tone = np.array([0.62, 0.36, 0.25]) * rng.uniform(0.15, 1.1)
    parts = []
    for k in range(4):
        y = (k - 1.5) * 1.7
        reach = rng.uniform(2.5, 6.5)
        tip = np.array([reach, y * 1.2, rng.uniform(0.8, 2.5)])
        parts.append(capsule(np.array([-2.0, y, rng.uniform(2, 3.5)]), tip, rng.uniform(0.7, 0.9)))
    parts.append(capsule(np.array([-2.0, -1.5, 3.0]), np.array([-2.0, 1.5, 3.0]), 2.2))
    parts.append(capsule(np.array([-6.0, 0, 3.5]), np.array([-26.0, rng.uniform(-5, 5), 5.0]), 3.4))
    mesh = joined(parts)
    return Thing("hand", mesh, _skin_and_sleeve(rng, mesh, skin_tone), mesh.vertices, lies=True)


def _skin_and_sleeve(rng: np.random.Generator, mesh: Mesh, skin_tone: Array) -> Tile:
    """A tile of two halves; the mesh is told which half each part uses."""
    picture = np.empty((16, 16, 3), np.float32)
    picture[:8] = np.minimum(skin_tone, 0.8)
    picture[8:] = palette.anything(rng)
    mesh.uv[:] = np.where(mesh.vertices[:, :1] < -5.0, [[0.5, 0.75]], [[0.5, 0.25]])
    return skin.printed(picture, 0.6)


FLAT: dict[str, Callable[[np.random.Generator], Thing]] = {
    "coin": coin,
    "button": button,
    "meeple": meeple,
    "pen": pen,
    "box": small_box,
    "card": flat_card,
    "paper": paper_sheet,
    "score sheet": score_sheet,
    "domino": domino,
    "hand": hand,
    "cup": cup,
    "phone": phone,
}
