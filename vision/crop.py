"""Cut found dice out of a picture, all to one size, for the pip reader."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import Array, Box

CROP_PX = 64
MARGIN = 1.25  # the crop's side as a multiple of the die's longer side: the edge of the die helps to tell its top


def crops(bgr: Array, boxes: Sequence[Box], px: int = CROP_PX, margin: float = MARGIN) -> Array:
    """Squares round the boxes as one batch: (N, px, px, 3) uint8; past the edge the border repeats."""
    cut = np.empty((len(boxes), px, px, 3), np.uint8)
    for i, box in enumerate(boxes):
        cut[i] = _square(bgr, box.centre, _side(box, margin), px)
    return cut


def greys(cut: Array) -> Array:
    """The crops (N, P, P, 3) without their colours: (N, P, P) uint8."""
    count, side = cut.shape[:2]
    if count == 0:
        return cut[..., 0]
    grey: Array = cv2.cvtColor(cut.reshape(count * side, side, 3), cv2.COLOR_BGR2GRAY)
    return grey.reshape(count, side, side)


def uncropped(points: Array, box: Box) -> Array:
    """Points (..., 2) of a crop, as shares of its side, in pixels of the picture; float32.

    >>> uncropped(np.array([0.5, 0.9]), Box(10, 20, 40, 40)).tolist()
    [30.0, 60.0]
    """
    in_picture: Array = np.array(box.centre) + (points - 0.5) * _side(box)
    return in_picture.astype(np.float32)


def _side(box: Box, margin: float = MARGIN) -> float:
    return max(max(box.width, box.height) * margin, 2.0)


def _square(bgr: Array, centre: tuple[float, float], side: float, px: int) -> Array:
    cx, cy = centre
    if side >= 2 * px:
        return _averaged(bgr, cx, cy, side, px)
    return _sampled(bgr, cx, cy, side, px)


def _sampled(bgr: Array, cx: float, cy: float, side: float, px: int) -> Array:
    scale = px / side
    matrix = np.array([[scale, 0, px / 2 - scale * cx], [0, scale, px / 2 - scale * cy]])
    return cv2.warpAffine(bgr, matrix, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _averaged(bgr: Array, cx: float, cy: float, side: float, px: int) -> Array:
    """A large die is first reduced by a power of two, so that fine texture does not turn into noise."""
    height, width = bgr.shape[:2]
    factor = 0.5 ** int(np.log2(side / px))
    x0, y0 = max(int(cx - side * 0.6), 0), max(int(cy - side * 0.6), 0)
    x1, y1 = min(int(cx + side * 0.6) + 1, width), min(int(cy + side * 0.6) + 1, height)
    if x1 - x0 < 1 / factor or y1 - y0 < 1 / factor:
        return _sampled(bgr, cx, cy, side, px)
    small = cv2.resize(bgr[y0:y1, x0:x1], None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return _sampled(small, (cx - x0) * factor, (cy - y0) * factor, side * factor, px)
