"""Picture files as a person sees them: turned as the camera says, in colour, on white where see-through."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from engine.dice import Sentence
from vision.reading import Array

_JPEG = b"\xff\xd8\xff"
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_COLOUR_TYPE = 25  # offset in the file; types 4 and 6 have an alpha channel
_JPEG_SEGMENT = re.compile(rb"\xff[^\xff]", re.DOTALL)  # FF again is padding
_START_OF_SCAN, _END_OF_IMAGE = 0xDA, b"\xff\xd9"


class PictureError(RuntimeError):
    """A picture that cannot be read or written; the message is one sentence for the person who named it."""


def load_picture(path: Path) -> Array:
    """Return the picture as (H, W, 3) uint8 BGR, turned the way its EXIF data says it is to be shown.

    Grey and 16-bit pictures become 8-bit colour, see-through parts become white, and of an animation
    only the first picture is taken. Raises PictureError.
    """
    encoded = _bytes(path)
    is_jpeg = encoded.startswith(_JPEG)
    if is_jpeg and not _is_whole_jpeg(encoded):
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
    return bgr if is_jpeg or _is_opaque_png(encoded) else _on_white(bgr, _decoded(encoded, cv2.IMREAD_UNCHANGED))


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


def _is_whole_jpeg(encoded: bytes) -> bool:
    """Say whether the end marker of the picture is there (OpenCV fills what is missing with grey).

    It is looked for behind the segments that come first, as a thumbnail in one of them has an end marker of its own.
    In the coded picture it cannot stand for anything else: there a byte FF is followed by 00.

    >>> _is_whole_jpeg(bytes.fromhex("ffd8 ffe1 0004 ffd9 ffda 0002 1234 ff00 ffd9"))
    True
    >>> _is_whole_jpeg(bytes.fromhex("ffd8 ffe1 0004 ffd9 ffda 0002 1234 ff00"))
    False
    """
    at = 2
    while (found := _JPEG_SEGMENT.search(encoded, at)) is not None:
        at = found.end() + int.from_bytes(encoded[found.end() : found.end() + 2], "big")
        if encoded[found.end() - 1] == _START_OF_SCAN:
            return encoded.rfind(_END_OF_IMAGE, at) >= 0
    return False


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
