"""Lenses from boards whose pictures are projected by a known lens."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.lens import Board, lens
from calibration.profile import ProfileError
from vision.lens import Straightener
from vision.reading import Array

WIDTH, HEIGHT, SQUARE_PX = 640, 480, 80
MATRIX = np.array([[520.0, 0, 326], [0, 515.0, 236], [0, 0, 1]])
BEND = np.array([-0.22, 0.06, 0, 0, 0])
TURNS = [(0.0, 0.0, 0.0), (0.4, 0.1, 0.1), (-0.35, 0.2, -0.2), (0.1, 0.45, 0.3), (0.2, -0.4, -0.1)]


def printed(board: Board) -> Array:
    """The board as a picture, SQUARE_PX a square."""
    size = board.columns * SQUARE_PX, board.rows * SQUARE_PX
    if board.markers:
        return np.asarray(board.charuco().generateImage(size))
    squares = np.indices((board.rows, board.columns)).sum(axis=0) % 2
    return np.kron(squares, np.ones((SQUARE_PX, SQUARE_PX))).astype(np.uint8) * 255


@cache
def photographed(board: Board, turn: tuple[float, float, float]) -> Array:
    """The printed board through the known lens: each pixel's ray is followed back to the board."""
    rotation, _ = cv2.Rodrigues(np.array(turn))
    middle = np.array([board.columns / 2, board.rows / 2, 0])
    shift = np.array([0, 0, board.columns * 1.25]) - rotation @ middle
    back = np.linalg.inv(np.column_stack([rotation[:, :2], shift]))
    on_board = _rays() @ back.T
    x, y = (on_board[:, i] / on_board[:, 2] * SQUARE_PX - 0.5 for i in (0, 1))
    maps = [part.reshape(HEIGHT, WIDTH).astype(np.float32) for part in (x, y)]
    gray = cv2.remap(printed(board), *maps, cv2.INTER_LINEAR, borderValue=255)
    return cv2.cvtColor(cv2.GaussianBlur(gray, (0, 0), 0.7), cv2.COLOR_GRAY2BGR)


@cache
def _rays() -> Array:
    """The direction (N, 3) that each pixel looks in."""
    pixels = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    rays = cv2.undistortPoints(pixels, MATRIX, BEND).reshape(-1, 2)
    return np.column_stack([rays, np.ones(len(rays))])


@pytest.mark.parametrize("board", [Board(8, 6), Board(8, 6, markers=True)])
def test_a_known_lens_is_found_again(board: Board) -> None:
    found = lens([photographed(board, turn) for turn in TURNS], board)
    assert found.error_px < 0.3
    assert np.abs(np.array(found.matrix) - MATRIX).max() < 8
    assert found.distortion[0] == pytest.approx(-0.22, abs=0.03)


def test_a_bent_line_is_straight_again() -> None:
    board = Board(8, 6, markers=True)
    pictures = [photographed(board, turn) for turn in TURNS]
    straight = Straightener(lens(pictures, board).known(), WIDTH, HEIGHT).picture(pictures[0])
    corners = cv2.aruco.CharucoDetector(board.charuco()).detectBoard(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY))[0]
    row = np.asarray(corners).reshape(-1, 2)[:7]  # seven corners in a row
    line = np.polyval(np.polyfit(row[:, 0], row[:, 1], 1), row[:, 0])
    assert np.abs(row[:, 1] - line).max() < 0.5


def test_too_few_boards_are_refused() -> None:
    nothing = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    with pytest.raises(ProfileError, match="the board of 8 by 6 squares is seen in 0 of 5 pictures, expected 4"):
        lens([nothing] * 5, Board(8, 6))


@pytest.mark.parametrize("turns", [TURNS[1:2] * 4, [(0.0, 0.0, turn) for turn in (0.0, 0.1, 0.2, 0.3)]])
def test_boards_at_one_angle_are_refused(turns: list[tuple[float, float, float]]) -> None:
    with pytest.raises(ProfileError, match="from nearly the same angle in all 4 pictures"):
        lens([photographed(Board(8, 6), turn) for turn in turns], Board(8, 6))


def test_pictures_without_a_board_may_be_of_any_size() -> None:
    others = [np.full((HEIGHT // 2, WIDTH, 3), 128, np.uint8)] * 2
    boards = [photographed(Board(8, 6), turn) for turn in TURNS]
    assert lens([*others, *boards], Board(8, 6)).width == WIDTH
    smaller = cv2.resize(boards[1], (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
    with pytest.raises(ProfileError, match="expected pictures of one size"):
        lens([*boards, smaller], Board(8, 6))
