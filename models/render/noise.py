"""Random fields and colour ramps that the procedural textures are made of."""

from __future__ import annotations

import numpy as np

from models.render import Array


def fractal(
    rng: np.random.Generator,
    size: int,
    slope: float = 1.0,
    stretch: tuple[float, float] = (1.0, 1.0),
) -> Array:
    """A tiling (size, size) float32 field of mean 0 and deviation 1 with a 1/f**slope spectrum.

    `stretch` makes the field longer along (x, y): 4.0 means features four times as long.
    """
    fy = np.fft.fftfreq(size)[:, None] * size * stretch[1]
    fx = np.fft.rfftfreq(size)[None] * size * stretch[0]
    frequency = np.hypot(fx, fy).astype(np.float32)
    frequency[0, 0] = np.inf
    waves = rng.standard_normal((2, *frequency.shape), dtype=np.float32)
    field = np.fft.irfft2((waves[0] + 1j * waves[1]) / frequency**slope, (size, size))
    field = field.astype(np.float32)
    tiled: Array = (field - field.mean()) / (field.std() + 1e-9)
    return tiled


def swirl(rng: np.random.Generator, points: Array, scale: float) -> Array:
    """A smooth marble-like field in -1..1 at `points` (..., 3); it has no seams in space."""
    warped = points.astype(np.float32)
    for _ in range(2):
        turn = rng.normal(0, scale, (3, 3)).astype(np.float32)
        shift = rng.uniform(0, 2 * np.pi, 3).astype(np.float32)
        warped = warped + np.float32(0.45) * np.sin(warped @ turn + shift)
    wave = rng.normal(0, scale * 1.4, 3).astype(np.float32)
    wave_height: Array = np.sin(warped @ wave + np.float32(rng.uniform(0, 2 * np.pi)))
    return wave_height


def ramp(share: Array, colours: Array) -> Array:
    """Colours (..., 3) found at `share` (0..1) along a list of colours (K, 3)."""
    place = np.clip(share, 0, 1) * (len(colours) - 1)
    stops = np.arange(len(colours))
    channels = [np.interp(place, stops, colours[:, c]) for c in range(3)]
    return np.stack(channels, -1).astype(np.float32)


def to_linear(srgb: Array) -> Array:
    """Linear light of sRGB values in 0..1.

    >>> to_linear(np.array([0.0, 1.0])).tolist()
    [0.0, 1.0]
    """
    low = srgb <= 0.04045
    return np.where(low, srgb / 12.92, ((np.maximum(srgb, 0) + 0.055) / 1.055) ** 2.4)


def to_srgb(linear: Array) -> Array:
    """sRGB values (0..1) of linear light; what is brighter than white is cut."""
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
