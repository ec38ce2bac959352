"""What a JPEG file says of itself: how large its picture is, and whether all of it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

START = b"\xff\xd8\xff"
REDUCTIONS = (8, 4, 2)  # a JPEG can be decoded so many times smaller, in a third to a quarter of the time
_SEGMENT = re.compile(rb"\xff[^\xff]", re.DOTALL)  # FF again is padding
_START_OF_SCAN, _END_OF_IMAGE = 0xDA, b"\xff\xd9"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # markers of the segments that hold the size


def is_whole(encoded: bytes) -> bool:
    """Say whether the end marker of the picture is there (OpenCV fills what is missing with grey).

    It is looked for behind the segments that come first, as a thumbnail in one of them has an end marker of its own.
    In the coded picture it cannot stand for anything else: there a byte FF is followed by 00.

    >>> is_whole(bytes.fromhex("ffd8 ffe1 0004 ffd9 ffda 0002 1234 ff00 ffd9"))
    True
    >>> is_whole(bytes.fromhex("ffd8 ffe1 0004 ffd9 ffda 0002 1234 ff00"))
    False
    """
    return any(
        marker == _START_OF_SCAN and encoded.rfind(_END_OF_IMAGE, end) >= 0 for marker, _, end in _parts(encoded)
    )


def stored_size(encoded: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, before the picture is turned as its EXIF data says; None where that is not told.

    >>> stored_size(bytes.fromhex("ffd8 ffe1 0004 ffd9 ffc0 0008 08 02d0 0500 ffda 0002"))
    (1280, 720)
    """
    for marker, at, _ in _parts(encoded):
        if marker in _FRAMES:
            height, width = (int.from_bytes(encoded[at + k : at + k + 2], "big") for k in (3, 5))
            return (width, height) if width and height else None
    return None


def _parts(encoded: bytes) -> Iterator[tuple[int, int, int]]:
    """The marker, first byte and end of each segment, up to the coded picture."""
    end = 2
    while (found := _SEGMENT.search(encoded, end)) is not None:
        marker, at = encoded[found.end() - 1], found.end()
        end = at + int.from_bytes(encoded[at : at + 2], "big")
        yield marker, at, end
        if marker == _START_OF_SCAN:
            return
