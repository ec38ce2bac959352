"""Calibrate a lens from pictures of a chessboard or a ChArUco board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.profile import Lens, ProfileError
from vision.reading import Array

LEAST_PICTURES = 4  # fewer do not hold the lens apart from where the board was
LEAST_CORNERS = 8
DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER = 0.75  # side of a ChArUco marker as a share of its square's
GOOD_PX = 1.0  # a reprojection error above this says that the board bends, or the pictures are blurred
UNSURE = 0.02  # of the focal length, its standard deviation: boards at other angles give a tenth of that
LONGEST = 20.0  # widths of the picture: what boards that all face the camera give is hundreds


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board of so many squares; a chessboard if it has no markers."""

    columns: int
    rows: int
    markers: bool = False

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """The board as OpenCV draws and finds it, its squares 1 wide."""
        size = (self.columns, self.rows)
        return cv2.aruco.CharucoBoard(size, 1.0, MARKER, cv2.aruco.getPredefinedDictionary(DICTIONARY))


def lens(pictures: Sequence[Array], board: Board) -> Lens:
    """The lens that took these pictures (H, W, 3) of the board; raises ProfileError if too few show it."""
    seen = [(bgr.shape[1::-1], _corners(bgr, board)) for bgr in pictures]
    found = [corners for _, corners in seen if corners is not None]
    if len(found) < LEAST_PICTURES:
        raise ProfileError(
            f"the board of {board.columns} by {board.rows} squares is seen in {len(found)} of {len(pictures)} pictures"
            f", expected {LEAST_PICTURES}: hold it flat, whole in view and each time at another angle"
            ", and count its squares, not the corners between them"
        )
    (width, height), *others = {size for size, corners in seen if corners is not None}
    if others:
        raise ProfileError("expected pictures of one size, as one camera takes them")
    error_px, matrix, distortion, _, _, deviations, *_ = cv2.calibrateCameraExtended(
        [on_board for on_board, _ in found],
        [in_picture for _, in_picture in found],
        (width, height),
        np.eye(3),
        np.zeros(5),
        flags=cv2.CALIB_FIX_K3,
    )
    focus = np.diag(matrix)[:2]
    if focus.max() > LONGEST * width or (deviations.ravel()[:2] > UNSURE * focus).any():
        raise ProfileError(
            f"the board is seen from nearly the same angle in all {len(found)} pictures"
            ", which does not tell the lens: tilt it another way each time"
        )
    return Lens(
        matrix=matrix.tolist(),
        distortion=tuple(distortion.ravel().tolist()),
        width=width,
        height=height,
        error_px=round(float(error_px), 4),
    )


def _corners(bgr: Array, board: Board) -> tuple[Array, Array] | None:
    """Corners on the board (N, 3) and in the picture (N, 2) float32; None if too few are seen."""
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    return _charuco_corners(gray, board) if board.markers else _chess_corners(gray, board)


def _charuco_corners(gray: Array, board: Board) -> tuple[Array, Array] | None:
    charuco = board.charuco()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco).detectBoard(gray)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    return np.asarray(charuco.getChessboardCorners())[ids.ravel()], corners.reshape(-1, 2)


def _chess_corners(gray: Array, board: Board) -> tuple[Array, Array] | None:
    inner = board.columns - 1, board.rows - 1
    is_whole, corners = cv2.findChessboardCornersSB(gray, inner)
    if not is_whole:
        return None
    on_board = np.zeros((inner[0] * inner[1], 3), np.float32)
    on_board[:, :2] = np.mgrid[: inner[0], : inner[1]].T.reshape(-1, 2)
    return on_board, corners.reshape(-1, 2)
