"""Picture files as a person sees them: turned as the camera says, in colour, on white where see-through."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.dice import Sentence
from vision import jpeg
from vision.reading import Array

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_COLOUR_TYPE = 25  # offset in the file; types 4 and 6 have an alpha channel
_FLAGS = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


class PictureError(RuntimeError):
    """A picture that cannot be read or written; the message is one sentence for the person who named it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is to be shown, maybe decoded smaller than it is: most pictures show large dice."""

    bgr: Array  # (h, w, 3) uint8
    size: tuple[int, int]  # width and height of the whole picture in pixels
    times: int = 1  # how many times the whole one is as large as `bgr`: 1, 2, 4 or 8
    encoded: bytes = b""  # the JPEG it came from, where it is smaller

    def at(self, times: int) -> Picture:
        """The same picture, decoded anew `times` smaller than it is."""
        if times == self.times:
            return self
        bgr = _decoded(self.encoded, _FLAGS[times])
        assert bgr is not None, "a JPEG that was decoded once can be decoded again"
        return replace(self, bgr=bgr, times=times)


def load_picture(path: Path) -> Array:
    """Return the picture as (H, W, 3) uint8 BGR, turned the way its EXIF data says it is to be shown.

    Grey and 16-bit pictures become 8-bit colour, see-through parts become white, and of an animation
    only the first picture is taken. Raises PictureError.
    """
    return _whole(path, _bytes(path)).bgr


def open_picture(path: Path, least_px: int) -> Picture:
    """Like `load_picture`, but a JPEG may be decoded smaller, its longest side no shorter than `least_px`."""
    encoded = _bytes(path)
    return _smaller(encoded, least_px) or _whole(path, encoded)


def _smaller(encoded: bytes, least_px: int) -> Picture | None:
    size = jpeg.stored_size(encoded) if encoded.startswith(jpeg.START) and jpeg.is_whole(encoded) else None
    times = next((n for n in jpeg.REDUCTIONS if size is not None and max(size) >= least_px * n), 1)
    bgr = _decoded(encoded, _FLAGS[times]) if times > 1 else None
    if size is None or bgr is None:
        return None
    ways = [way for way in {size, size[::-1]} if _reduced(way, times) == bgr.shape[1::-1]]
    return Picture(bgr, ways[0], times, encoded) if len(ways) == 1 else None  # else nobody knows if it was turned


def _whole(path: Path, encoded: bytes) -> Picture:
    is_jpeg = encoded.startswith(jpeg.START)
    if is_jpeg and not jpeg.is_whole(encoded):
        raise PictureError(
            Sentence("{path} is cut off: the file ends before the picture does; copy it again", path=path)
        )
    bgr = _decoded(encoded, cv2.IMREAD_COLOR)
    if bgr is None:
        raise PictureError(
            Sentence(
                "{path} is not a whole picture in a format OpenCV reads (JPEG, PNG, WebP, TIFF, BMP, ...)", path=path
            )
        )
    if not is_jpeg and not _is_opaque_png(encoded):
        bgr = _on_white(bgr, _decoded(encoded, cv2.IMREAD_UNCHANGED))
    return Picture(bgr, bgr.shape[1::-1])


def _reduced(size: tuple[int, int], times: int) -> tuple[int, int]:
    return -(-size[0] // times), -(-size[1] // times)


def save_picture(path: Path, bgr: Array) -> None:
    """Write the picture in the format its name's ending stands for; raises PictureError."""
    if not cv2.haveImageWriter(f"picture{path.suffix}"):
        raise PictureError(Sentence("cannot write {path}: {why}", path=path, why="its name ends in no kind of picture"))
    try:
        _, encoded = cv2.imencode(path.suffix, bgr)
        path.write_bytes(encoded.tobytes())
    except OSError as error:
        raise PictureError(Sentence("cannot write {path}: {why}", path=path, why=error.strerror)) from None


def _bytes(path: Path) -> bytes:
    """Read by Python, since OpenCV cannot open every Unicode path on Windows."""
    try:
        encoded = path.read_bytes()
    except OSError as error:
        raise PictureError(Sentence("cannot open {path}: {why}", path=path, why=error.strerror)) from None
    if not encoded:
        raise PictureError(Sentence("{path} is empty: expected a picture", path=path))
    return encoded


def _decoded(encoded: bytes, flags: int) -> Array | None:
    try:
        return cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)
    except cv2.error:  # too many pixels, or a format whose decoder raises
        return None


def _is_opaque_png(encoded: bytes) -> bool:
    header, _, _ = encoded[:100_000].partition(b"IDAT")
    return encoded.startswith(_PNG) and header[_PNG_COLOUR_TYPE] not in (4, 6) and b"tRNS" not in header


def _on_white(bgr: Array, layered: Array | None) -> Array:
    """Lay the picture over white by the alpha channel of `layered`, the same picture as it is stored.

    Where the two differ (stored turned, or without alpha) the picture stays as it is.
    """
    if layered is None or layered.ndim != 3 or layered.shape[2] != 4:
        return bgr
    if layered.dtype == np.uint16:
        layered = (layered >> 8).astype(np.uint8)
    if not np.array_equal(layered[..., :3], bgr):
        return bgr
    alpha = layered[..., 3:].astype(np.uint16)
    return ((bgr * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
