"""Random changes to pictures while training: geometry, light, lens and compression. Everything from a `Generator`."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.reading import Array


def photometric(bgr: Array, rng: np.random.Generator, colour: bool = True) -> Array:
    """Change light and lens as cameras do; `colour` false keeps hues (when colours are being learned)."""
    picture = _exposed(bgr, rng, 0.25 if colour else 0.10)
    if rng.random() < 0.5:
        picture = _blurred(picture, rng)
    if rng.random() < 0.15:
        picture = _shaded(picture, rng)
    if rng.random() < 0.5:
        picture = _noisy(picture, rng)
    if colour and rng.random() < 0.06:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return _recompressed(picture, rng) if rng.random() < 0.3 else picture


def shining(bgr: Array, rng: np.random.Generator) -> Array:
    """One or two bright streaks or spots, as lamps and windows leave on polished dice; some look much like pips."""
    side = min(bgr.shape[:2])
    mask = np.zeros(bgr.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 3))):
        middle = tuple(rng.uniform(0.25, 0.75, 2) * side)
        size = side * rng.uniform(0.04, 0.12) * np.array([1.0, np.exp(rng.uniform(0, 1.6))])
        corners = cv2.boxPoints((middle, tuple(size), float(rng.uniform(0, 180)))) + rng.normal(0, 0.01, (4, 2)) * side
        cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), rng.uniform(0.4, 1.0), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), side * float(rng.uniform(0.008, 0.04)))[..., None]
    shone: Array = (bgr + (255 - bgr.astype(np.float32)) * np.minimum(soft, 1)).astype(np.uint8)
    return shone


def affine(out_px: int, scale: tuple[float, float], turn: int, flip: bool, focus: tuple[float, float]) -> Array:
    """The matrix (2, 3) that puts `focus` in the middle of an `out_px` square, `turn` quarter turns round."""
    linear = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), turn % 4)
    linear = np.diag([-scale[0] if flip else scale[0], scale[1]]) @ linear
    shift = np.array([out_px / 2, out_px / 2]) - linear @ np.array(focus)
    return np.column_stack([linear, shift])


def moved_boxes(boxes: Array, matrix: Array) -> Array:
    """Upright boxes (N, 4) after a quarter-turn affine change."""
    a = boxes[:, :2] @ matrix[:, :2].T + matrix[:, 2]
    b = boxes[:, 2:] @ matrix[:, :2].T + matrix[:, 2]
    return np.concatenate([np.minimum(a, b), np.maximum(a, b)], axis=1).astype(np.float32)


def moved_points(points: Array, matrix: Array) -> Array:
    """Points (..., 2) after an affine change."""
    return (points @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def clockwise(faces: Array) -> Array:
    """The same quadrilaterals (N, 4, 2), all running clockwise on the screen."""
    following = np.roll(faces, -1, axis=1)
    area = (faces[..., 0] * following[..., 1] - following[..., 0] * faces[..., 1]).sum(axis=1)
    return np.where((area < 0)[:, None, None], faces[:, ::-1], faces)


def _exposed(bgr: Array, rng: np.random.Generator, cast: float) -> Array:
    """Exposure, white balance, tone and contrast as one table a channel, then saturation as one matrix."""
    gain = np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, cast / 2, 3) * np.array([1, 0.4, 1]))
    light = np.clip(np.linspace(0, 1, 256)[:, None] * gain, 0, 1) ** np.exp(rng.normal(0, 0.2))
    light = (light - 0.5) * rng.uniform(0.7, 1.3) + 0.5 + rng.normal(0, 0.04)
    table = np.clip(light * 255, 0, 255).astype(np.uint8)[None]
    saturation = rng.uniform(0.6, 1.4)
    mix = np.full((3, 3), (1 - saturation) / 3) + np.eye(3) * saturation
    return cv2.transform(cv2.LUT(bgr, table), mix)


def _noisy(picture: Array, rng: np.random.Generator) -> Array:
    """Noise from one stored sheet, taken at a random place and strength."""
    height, width = picture.shape[:2]
    y, x = rng.integers(0, _NOISE_PX - height), rng.integers(0, _NOISE_PX - width)
    noise = _noise_sheet()[y : y + height, x : x + width]
    return cv2.addWeighted(picture, 1.0, noise, rng.uniform(0.004, 0.04) * 255 / 32, 0, dtype=cv2.CV_8U)


_NOISE_PX = 512


@cache
def _noise_sheet() -> Array:
    noise = np.random.default_rng(7).normal(0, 32, (_NOISE_PX, _NOISE_PX, 3))
    return np.clip(noise, -127, 127).astype(np.int8)


def _blurred(picture: Array, rng: np.random.Generator) -> Array:
    if rng.random() < 0.3:
        length, angle = rng.uniform(2, 6), rng.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        a, b = np.round((4 - reach) * 16).astype(int), np.round((4 + reach) * 16).astype(int)
        cv2.line(kernel, a.tolist(), b.tolist(), 1.0, 1, cv2.LINE_AA, 4)
        return cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6))
    return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.5)))


def _shaded(picture: Array, rng: np.random.Generator) -> Array:
    """A hard or soft shadow over one half plane."""
    height, width = picture.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    across = (np.arange(width, dtype=np.float32) - rng.uniform(0, width)) * np.cos(angle)
    down = (np.arange(height, dtype=np.float32) - rng.uniform(0, height)) * np.sin(angle)
    side = (across + down[:, None]) / rng.uniform(1, width / 4)
    shade = (255 * (1 - np.clip(side + 0.5, 0, 1) * rng.uniform(0.2, 0.6))).astype(np.uint8)
    return cv2.multiply(picture, cv2.merge([shade, shade, shade]), scale=1 / 255)


def _recompressed(bgr: Array, rng: np.random.Generator) -> Array:
    quality = int(rng.integers(35, 95))
    encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    decoded: Array = cv2.imdecode(encoded, cv2.IMREAD_COLOR)  # type: ignore[assignment]
    return decoded
