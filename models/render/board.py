"""Printed things: papers, game boards, maps, cards and posters, drawn at random."""

from __future__ import annotations

import cv2
import numpy as np

from models.render import Array, glyph, palette
from models.render.noise import fractal, to_linear, to_srgb

FORMULA = "SVPabcdhr=+2346:()."
WORDS = "the dice were cast again and every player marked a number in one row or took a miss"


# Pages are drawn as uint8 sRGB, because OpenCV smooths lines only there, and made linear at the end.
Ink = tuple[int, int, int]


def ink(colour: Array) -> Ink:
    """A linear colour as OpenCV draws it on a page."""
    red, green, blue = (to_srgb(colour) * 255).round().astype(int).tolist()
    return red, green, blue


def blank(size: tuple[int, int], colour: Array) -> Array:
    """An empty page (height, width, 3) of one colour."""
    page = np.empty((*size, 3), np.uint8)
    page[:] = ink(colour)
    return page


def finished(page: Array) -> Array:
    """The linear picture of a drawn page."""
    table = to_linear(np.arange(256) / 255).astype(np.float32)
    return np.minimum(table[page], palette.BRIGHTEST)


def _ink(rng: np.random.Generator) -> Ink:
    return ink(palette.anything(rng))


def ruled_paper(rng: np.random.Generator, size: int) -> Array:
    """White or tinted paper (size, size, 3), linear: blank, ruled, squared, dotted or written on."""
    page = blank((size, size), palette.pick(rng, "white") * rng.uniform(0.8, 1))
    line_ink, step = _ink(rng), int(size / rng.integers(18, 60))
    kind = int(rng.integers(5))
    for at in range(0, size, step):
        if kind in (1, 2):
            cv2.line(page, (0, at), (size, at), line_ink, 1, cv2.LINE_AA)
        if kind == 2:
            cv2.line(page, (at, 0), (at, size), line_ink, 1, cv2.LINE_AA)
        for other in range(0, size, step) if kind == 3 else ():
            cv2.circle(page, (at, other), max(1, step // 9), line_ink, -1, cv2.LINE_AA)
    if kind == 4:
        _write(rng, page, line_ink)
    return finished(page)


def _write(rng: np.random.Generator, page: Array, line_ink: Ink) -> None:
    """Lines of printed words over the page."""
    size = page.shape[0]
    scale = rng.uniform(0.4, 1.1)
    font = int(rng.choice(glyph.FONTS))
    words = WORDS.split()
    for y in range(40, size, int(34 * scale) + 6):
        line = " ".join(rng.choice(words, 14))
        cv2.putText(page, line, (int(rng.integers(10, 60)), y), font, scale, line_ink, 1, cv2.LINE_AA)


def picture(rng: np.random.Generator, size: int) -> Array:
    """A colourful print (size, size, 3), linear: hexagons, patches, blobs, a path of spaces, a poster or panels."""
    kind = int(rng.integers(6))
    makers = (_hexagons, _patches, _blobs, _path, _poster, _panels)
    page = makers[kind](rng, size)
    for _ in range(int(rng.integers(0, 30))):
        _stamp(rng, page)
    if rng.random() < 0.2:
        _write(rng, page, _ink(rng))
    return finished(page)


def _hexagons(rng: np.random.Generator, size: int) -> Array:
    """Terrain hexagons with round number chips, on water."""
    page = blank((size, size), palette.anything(rng))
    radius = size / rng.uniform(7, 14)
    kinds = [_ink(rng) for _ in range(5)]
    corners = np.linspace(0, 2 * np.pi, 7)[:-1] + np.pi / 6
    chip = ink(palette.pick(rng, "white"))
    for row in range(int(size / radius / 1.5) + 1):
        for column in range(int(size / radius / 1.73) + 1):
            middle = radius * np.array([1.732 * (column + 0.5 * (row % 2)), 1.5 * row])
            ring = np.column_stack([np.cos(corners), np.sin(corners)]) * radius * 0.94 + middle
            tone = kinds[int(rng.integers(5))]
            cv2.fillPoly(page, [(ring * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)
            if rng.random() < 0.7:
                at = tuple(int(m) for m in middle)
                cv2.circle(page, at, int(radius * 0.33), chip, -1, cv2.LINE_AA)
                corner = (at[0] - int(radius * 0.2), at[1] + int(radius * 0.15))
                number = str(rng.integers(2, 13))
                cv2.putText(page, number, corner, 1, radius / 40, (20, 20, 20), 1, cv2.LINE_AA)
    return _grainy(rng, page, rng.uniform(0.02, 0.2))


def _patches(rng: np.random.Generator, size: int) -> Array:
    """A map of countries: patches nearest to random towns, with borders and dots."""
    towns = rng.uniform(0, size, (int(rng.integers(10, 60)), 2)).astype(np.float32)
    marks = np.full((size, size), 255, np.uint8)
    for x, y in towns.astype(int):
        marks[min(y, size - 1), min(x, size - 1)] = 0
    _, label = cv2.distanceTransformWithLabels(marks, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    tones = np.array([_ink(rng) for _ in range(int(label.max()) + 1)], np.uint8)
    page: Array = tones[label]
    borders = cv2.morphologyEx(label.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3)))
    page[borders > 0] = _ink(rng)
    for x, y in towns.astype(int):
        cv2.circle(page, (int(x), int(y)), int(rng.integers(3, 12)), _ink(rng), -1, cv2.LINE_AA)
    return page


def _blobs(rng: np.random.Generator, size: int) -> Array:
    """Soft clouds of colour cut at a few levels."""
    field = fractal(rng, size, rng.uniform(1.1, 1.8))
    levels = int(rng.integers(3, 9))
    tones = np.array([_ink(rng) for _ in range(levels)], np.uint8)
    steps = np.clip((field + 2) / 4 * levels, 0, levels - 1).astype(int)
    return _grainy(rng, tones[steps], 0.06)


def _grainy(rng: np.random.Generator, page: Array, strength: float) -> Array:
    grain = np.exp(strength * fractal(rng, page.shape[0], 0.7))[..., None]
    grainy: Array = np.clip(page * grain, 0, 255).astype(np.uint8)
    return grainy


def _path(rng: np.random.Generator, size: int) -> Array:
    """A track of spaces, as on a race game."""
    page = blank((size, size), palette.anything(rng))
    turn = np.linspace(0, 2 * np.pi * rng.uniform(1, 3), int(rng.integers(20, 60)))
    reach = size * np.linspace(0.15, 0.47, len(turn))
    tones = [_ink(rng) for _ in range(4)]
    for k, (angle, far) in enumerate(zip(turn, reach, strict=True)):
        at = (int(size / 2 + far * np.cos(angle)), int(size / 2 + far * np.sin(angle)))
        cv2.circle(page, at, int(size * 0.03), tones[k % 4], -1, cv2.LINE_AA)
        cv2.circle(page, at, int(size * 0.03), (20, 20, 20), 2, cv2.LINE_AA)
    return page


def _poster(rng: np.random.Generator, size: int) -> Array:
    """Random rectangles and bars."""
    page = blank((size, size), palette.anything(rng))
    for _ in range(int(rng.integers(8, 50))):
        a = rng.integers(0, size, 2)
        b = a + rng.integers(10, size // 3, 2)
        cv2.rectangle(page, a.tolist(), b.tolist(), _ink(rng), int(rng.choice([-1, -1, 2, 6])))
    return page


def _panels(rng: np.random.Generator, size: int) -> Array:
    """A poster of framed panels, each with a heading and a few short lines as of a formula."""
    page = blank((size, size), palette.anything(rng))
    panel = ink(palette.pick(rng, "white")) if rng.random() < 0.5 else _ink(rng)
    rim, letters = _ink(rng), _ink(rng)
    step = size // int(rng.integers(4, 11))
    font, scale = int(rng.choice(glyph.FONTS)), step / rng.uniform(110, 240)
    for x, y in ((x, y) for y in range(4, size, step) for x in range(4, size, step)):
        wide, high = (int(step * rng.uniform(0.6, 0.92)) for _ in range(2))
        cv2.rectangle(page, (x, y), (x + wide, y + high), panel, -1)
        cv2.rectangle(page, (x, y), (x + wide, y + high), rim, max(1, step // 50))
        for line in range(1, int(rng.integers(2, 5))):
            words = "".join(rng.choice(list(FORMULA), int(rng.integers(3, 10))))
            at = (x + step // 12, y + line * int(step / 4.4))
            cv2.putText(page, words, at, font, scale, letters, max(1, step // 60), cv2.LINE_AA)
    return page


def _stamp(rng: np.random.Generator, page: Array) -> None:
    """One ornament, ring, dot group or number somewhere on the page."""
    px = int(rng.integers(24, 110))
    x, y = rng.integers(0, page.shape[0] - px, 2)
    kind = int(rng.integers(3))
    if kind == 0:
        mask = glyph.ornament(rng, px)
    elif kind == 1:
        mask = glyph.text(str(rng.integers(1, 99)), px, 0.5, int(rng.choice(glyph.FONTS)), 1.0)
    else:
        mask = np.zeros((px, px), np.float32)
        for cx, cy in rng.uniform(0.15, 0.85, (int(rng.integers(1, 7)), 2)) * px:
            cv2.circle(mask, (int(cx), int(cy)), max(2, px // 10), 1.0, -1, cv2.LINE_AA)
    part = page[y : y + px, x : x + px]
    part[:] = part + (np.array(_ink(rng)) - part) * mask[..., None]


def card(rng: np.random.Generator, width: int, height: int) -> Array:
    """A playing card or small print (height, width, 3), linear."""
    side = max(width, height, 160)
    page = picture(rng, side) if rng.random() < 0.5 else ruled_paper(rng, side)
    page = page[:height, :width].copy()
    margin = int(rng.integers(2, 12))
    for strip in (page[:margin], page[-margin:], page[:, :margin], page[:, -margin:]):
        strip[:] = 0.8
    return page
