"""Small drawings in one tone: digits and ornaments for numeral and symbol dice."""

from __future__ import annotations

import cv2
import numpy as np

from models.render import Array

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)

ROUND = 0.86  # share of a figure that lies within itself when turned, from which on it looks like a pip


def text(words: str, px: int, height: float, font: int, weight: float) -> Array:
    """A (px, px) mask (0..1) of words in the middle, `height` of the square high at most."""
    scale = px * height / 22
    thick = max(1, round(weight * px * height / 8))
    (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
    shrink = min(1.0, 0.86 * px / max(wide, 1), height * px / max(high, 1))
    scale *= shrink
    (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
    mask = np.zeros((px, px), np.uint8)
    corner = (round((px - wide) / 2), round((px + high) / 2))
    cv2.putText(mask, words, corner, font, scale, 255, thick, cv2.LINE_AA)
    return mask.astype(np.float32) / 255


def ornament(rng: np.random.Generator, px: int) -> Array:
    """A (px, px) mask (0..1) of a symbol: star, heart, drop, cross, ring, spiral or leafwork."""
    kind = int(rng.integers(7))
    angle = np.linspace(0, 2 * np.pi, 181)[:-1]
    if kind == 0:
        points, count = int(rng.integers(3, 8)), rng.uniform(0.3, 0.7)
        radius = 1 + count * np.sign(np.cos(angle * points)) * np.abs(np.cos(angle * points))
        return _filled(_polar(angle, radius / 1.7), px)
    if kind == 1:
        x = np.sin(angle) ** 3
        y = -(13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle)) / 16
        return _filled(np.column_stack([x, y]) * 0.85, px)
    if kind == 2:
        return _filled(_polar(angle, 0.25 + 0.6 * np.abs(np.cos(angle / 2)) ** 3), px)
    if kind == 3:
        return _cross(rng, px)
    if kind == 4:
        return _rings(rng, px)
    return _curls(rng, px, 1 if kind == 5 else 4)


def emblem(rng: np.random.Generator, px: int) -> Array:
    """A (px, px) mask (0..1) of a maker's mark in the middle of a face, often in a ring; none looks like a pip."""
    mask = np.zeros((px, px), np.float32)
    small = int(px * rng.uniform(0.5, 0.95))
    start = (px - small) // 2
    while _is_round(inner := _figure(rng, small)):
        pass
    mask[start : start + small, start : start + small] = inner
    if rng.random() < 0.35:
        ring = np.zeros((px, px), np.uint8)
        cv2.circle(ring, (px // 2, px // 2), int(px * 0.4), 255, max(1, px // 24), cv2.LINE_AA)
        mask = np.maximum(mask, ring.astype(np.float32) / 255)
    return mask


def _figure(rng: np.random.Generator, px: int) -> Array:
    """A crest, an ornament or a letter."""
    share = rng.random()
    if share < 0.5:
        return crest(rng, px)
    if share < 0.8:
        return ornament(rng, px)
    return text(str(rng.choice(list("ADGKMRX*"))), px, 0.7, 1, 1.3)


def _is_round(mask: Array) -> bool:
    """Whether a figure hardly changes when it is turned about its middle."""
    rows, columns = np.nonzero(mask > 0.5)
    turn = cv2.getRotationMatrix2D((float(columns.mean()), float(rows.mean())), 40.0, 1.0)
    turned = cv2.warpAffine(mask, turn, mask.shape[::-1])
    return float(np.minimum(mask, turned).sum()) > ROUND * float(mask.sum())


def crest(rng: np.random.Generator, px: int) -> Array:
    """A (px, px) mask (0..1) of a symmetric figure with holes, as heads, wings and coats of arms are."""
    angle = np.linspace(0, np.pi, 60)
    waves = sum(rng.normal(0, 0.3 / k) * np.cos(k * angle + rng.uniform(0, 6)) for k in range(1, 7))
    radius = np.clip(0.62 + waves, 0.12, 1.05)
    half = np.column_stack([np.sin(angle), -np.cos(angle)]) * radius[:, None]
    mask = _filled(np.concatenate([half, half[::-1] * [-1, 1]]), px)
    for _ in range(int(rng.integers(0, 5))):
        x, y, size = rng.uniform(0.06, 0.3), rng.uniform(0.2, 0.8), rng.uniform(0.04, 0.11)
        axes = (max(1, int(size * px)), max(1, int(size * px * rng.uniform(0.4, 1))))
        for side in (0.5 - x, 0.5 + x):
            cv2.ellipse(mask, (int(side * px), int(y * px)), axes, 0, 0, 360, 0.0, -1, cv2.LINE_AA)
    return mask


def border(rng: np.random.Generator, px: int) -> Array:
    """A (px, px) mask (0..1) of leafwork all over a face, framed as on ornate numeral dice."""
    mask = np.zeros((px, px), np.uint8)
    rim = int(px * rng.uniform(0.08, 0.16))
    cv2.rectangle(mask, (rim, rim), (px - rim, px - rim), 255, max(1, px // 28), cv2.LINE_AA)
    for x, y in rng.uniform(0.15, 0.85, (int(rng.integers(8, 26)), 2)) * px:
        reach = int(px * rng.uniform(0.03, 0.12)) + 1
        turn, sweep = (float(v) for v in rng.uniform(60, 360, 2))
        axes = (reach, max(1, int(reach * rng.uniform(0.4, 1))))
        cv2.ellipse(mask, (int(x), int(y)), axes, turn, 0, sweep, 255, max(1, px // 26), cv2.LINE_AA)
    return mask.astype(np.float32) / 255


def _polar(angle: Array, radius: Array) -> Array:
    points: Array = np.column_stack([np.cos(angle), np.sin(angle)]) * np.asarray(radius)[..., None]
    return points


def _filled(outline: Array, px: int) -> Array:
    mask = np.zeros((px, px), np.uint8)
    scaled = ((outline * 0.45 + 0.5) * px * 16).astype(np.int32)
    cv2.fillPoly(mask, [scaled], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _cross(rng: np.random.Generator, px: int) -> Array:
    mask = np.zeros((px, px), np.uint8)
    thick = int(px * rng.uniform(0.08, 0.25)) + 1
    a, b = int(px * 0.15), int(px * 0.85)
    cv2.line(mask, (a, a), (b, b), 255, thick, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.line(mask, (a, b), (b, a), 255, thick, cv2.LINE_AA)
    return mask.astype(np.float32) / 255


def _rings(rng: np.random.Generator, px: int) -> Array:
    mask = np.zeros((px, px), np.uint8)
    for share in rng.uniform(0.1, 0.45, int(rng.integers(1, 4))):
        thick = int(px * rng.uniform(0.03, 0.08)) + 1
        cv2.circle(mask, (px // 2, px // 2), int(share * px), 255, thick, cv2.LINE_AA)
    return mask.astype(np.float32) / 255


def _curls(rng: np.random.Generator, px: int, count: int) -> Array:
    """Spirals, one large or several small ones, as on ornate dice."""
    mask = np.zeros((px, px), np.uint8)
    along = np.linspace(0, rng.uniform(1.5, 3) * 2 * np.pi, 80)
    for k in range(count):
        size = 0.9 if count == 1 else 0.42
        line = _polar(along + rng.uniform(0, 6), along / along[-1] * size)
        if count > 1:
            line = line + np.array([(-0.48, 0.48)[k % 2], (-0.48, 0.48)[k // 2]])
        scaled = ((line * 0.45 + 0.5) * px * 16).astype(np.int32)
        cv2.polylines(mask, [scaled], False, 255, max(1, px // 22), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255
