"""From linear light to a photograph: what lenses, sensors and webcams do to a picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.render import Array

CEILING = 16.0  # brightest linear value that is kept, where a well-lit grey card is about 0.2
GREY = 0.26  # what an automatic exposure makes of the middle of a picture, on average
STEPS = 4096  # of the tone curve


def encoded(linear: Array) -> Array:
    """A linear RGB picture (H, W, 3) as uint16, finer in the dark; see `decoded`."""
    exposed = linear * (0.2 / max(_middle(linear), 1e-6))
    return (np.sqrt(np.clip(exposed / CEILING, 0, 1)) * 65535).round().astype(np.uint16)


def decoded(code: Array) -> Array:
    """The linear RGB float32 picture of what `encoded` made.

    >>> float(decoded(np.full((1, 1, 3), 65535, np.uint16)).max())
    16.0
    """
    root = code.astype(np.float32) * np.float32(np.sqrt(CEILING) / 65535)
    return root * root


def write_linear(path: Path, code: Array) -> None:
    """Write an encoded picture as a 16-bit PNG, whole or not at all."""
    ok, data = cv2.imencode(".png", code[..., ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 2])
    assert ok
    partial = path.with_suffix(".part")
    partial.write_bytes(data.tobytes())
    partial.replace(path)


def read_linear(path: Path) -> Array:
    """The linear RGB float32 picture (H, W, 3) in a file of `write_linear`."""
    code = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if code is None or code.dtype != np.uint16:
        raise ValueError(f"no 16-bit picture in {path}")
    return decoded(code[..., ::-1])


def _middle(linear: Array) -> float:
    """The brightness that an automatic exposure goes by; large glaring parts pull it up."""
    grey = linear[::4, ::4].mean(-1)
    median, bright = (float(v) for v in np.percentile(grey, [50, 90]))
    mean = float(np.minimum(grey, 8 * median + 1e-6).mean())
    return max(0.5 * mean + 0.5 * median, 0.33 * bright)


def photograph(linear: Array, rng: np.random.Generator) -> Array:
    """A photograph, uint8 BGR, of a linear RGB picture (H, W, 3): each call takes another."""
    light = _exposed(rng, linear)
    light = _lens(rng, light)
    light = _noisy(rng, light)
    return _compressed(rng, _processed(rng, _developed(rng, light)))


def _exposed(rng: np.random.Generator, linear: Array) -> Array:
    """Exposure and white balance, both a little wrong, and darker corners."""
    height, width = linear.shape[:2]
    gain = GREY / max(_middle(linear), 1e-6) * 2 ** np.clip(rng.normal(0.0, 0.45), -1.2, 1.2)
    mean = linear[::4, ::4].reshape(-1, 3).mean(0) + 1e-6
    tint = np.clip((mean.mean() / mean) ** rng.uniform(0, 0.4), 0.75, 1.4)
    warm = _warmth(rng)
    tint = tint * np.exp(np.array([0.7 * warm, rng.normal(0, 0.03), -1.2 * warm]))
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] ** 2
    x = np.linspace(-1, 1, width, dtype=np.float32)[None] ** 2
    corners = 1 - np.float32(rng.uniform(0, 0.18)) * (x + y)
    exposed: Array = linear * corners[..., None] * (gain * tint).astype(np.float32)
    return exposed


def _warmth(rng: np.random.Generator) -> float:
    """How much too orange a photograph is; now and then a lamp's light is hardly corrected at all.

    White dice on real photographs taken in the evening have down to 0.55 times as much blue as green (sRGB values).
    """
    share = rng.random()
    if share < 0.24:
        return float(rng.uniform(0.1, 1.0))
    return float(rng.uniform(-0.35, -0.1)) if share < 0.3 else float(rng.normal(0, 0.09))


def _lens(rng: np.random.Generator, light: Array) -> Array:
    """Glare, blur of the lens and sometimes of a shaking hand, and colour fringes."""
    width = light.shape[1]
    glare = rng.uniform(-0.03, 0.06)
    if glare > 0:
        small = cv2.resize(np.minimum(light, 4), None, fx=1 / 16, fy=1 / 16)
        veil = cv2.resize(cv2.blur(small, (5, 5)), (width, light.shape[0]))
        light = light * np.float32(1 - glare) + veil * np.float32(glare)
    high = 1.3 if rng.random() < 0.85 else 2.4
    sigma = float(np.exp(rng.uniform(np.log(0.3), np.log(high)))) * width / 640
    light = cv2.GaussianBlur(light, (0, 0), sigma)
    if rng.random() < 0.1:
        light = cv2.filter2D(light, -1, _shake(rng, width))
    if rng.random() < 0.4:
        light = _fringed(light, float(rng.normal(0, 0.0009)))
    return light


def _shake(rng: np.random.Generator, width: int) -> Array:
    length = rng.uniform(2, 8) * width / 640
    size = 2 * int(length) + 3
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    step = 0.5 * length * np.array([np.cos(angle), np.sin(angle)])
    a, b = (np.array([size // 2, size // 2]) + s * step for s in (-1, 1))
    cv2.line(kernel, a.round().astype(int).tolist(), b.round().astype(int).tolist(), 1.0, 1)
    shaken: Array = kernel / kernel.sum()
    return shaken


def _fringed(light: Array, share: float) -> Array:
    height, width = light.shape[:2]
    channels = list(cv2.split(light))
    for k, sign in ((0, 1), (2, -1)):
        zoom = 1 + sign * share
        move = np.array([[zoom, 0, (1 - zoom) * width / 2], [0, zoom, (1 - zoom) * height / 2]])
        channels[k] = cv2.warpAffine(channels[k], move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return cv2.merge(channels)


def _noisy(rng: np.random.Generator, light: Array) -> Array:
    """Grain that grows with the light, more of it in red and blue, softened to blobs."""
    shot = np.exp(rng.uniform(np.log(2e-4), np.log(5e-3)))
    read = np.exp(rng.uniform(np.log(8e-4), np.log(7e-3)))
    grain: Array = rng.standard_normal(light.shape, dtype=np.float32)
    if rng.random() < 0.7:
        grain = cv2.GaussianBlur(grain, (3, 3), rng.uniform(0.45, 0.8))
        grain = grain * np.float32(1.5)
    strength = cv2.sqrt(np.maximum(light, 0) * np.float32(shot) + np.float32(read**2))
    noisy: Array = light + grain * strength * np.array([1.2, 0.8, 1.4], np.float32)
    return noisy


def _developed(rng: np.random.Generator, light: Array) -> Array:
    """The tone curve of a camera, and more or less saturation: uint8 BGR."""
    level = np.linspace(0, 2, STEPS)
    knee = rng.uniform(0.6, 0.95)
    soft = knee + (1 - knee) * np.tanh((level - knee) / (1.6 * (1 - knee)))
    tone = np.where(level > knee, soft, level) if rng.random() < 0.7 else np.minimum(level, 1)
    tone = tone ** (1 / rng.uniform(1.9, 2.4))
    contrast = rng.uniform(-0.05, 0.6)
    tone = tone * (1 - contrast) + contrast * tone**2 * (3 - 2 * tone)
    lift = rng.uniform(0, 0.06) if rng.random() < 0.3 else 0.0
    table = ((lift + (1 - lift) * np.clip(tone, 0, 1)) * 255).astype(np.float32)
    place = np.clip(light * np.float32((STEPS - 1) / 2), 0, STEPS - 1).astype(np.uint16)
    bgr = table[place][..., ::-1]
    saturation = rng.uniform(0.65, 1.25) if rng.random() < 0.88 else rng.uniform(0.3, 0.65)
    mix = np.full((3, 3), (1 - saturation) / 3) + np.eye(3) * saturation
    return np.clip(cv2.transform(bgr, mix), 0, 255).astype(np.uint8)


def _processed(rng: np.random.Generator, bgr: Array) -> Array:
    """Noise reduction and sharpening as webcams and phones do them."""
    if rng.random() < 0.4:
        bgr = cv2.bilateralFilter(bgr, 5, rng.uniform(8, 28), 2.0)
    if rng.random() < 0.65:
        strength = rng.uniform(0.2, 1.3)
        soft = cv2.GaussianBlur(bgr, (0, 0), rng.uniform(0.7, 1.7))
        bgr = cv2.addWeighted(bgr, 1 + strength, soft, -strength, 0)
    return bgr


def _compressed(rng: np.random.Generator, sharp: Array) -> Array:
    quality = int(rng.uniform(45, 97))
    _, data = cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, quality])
    bgr = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert bgr is not None
    return bgr
