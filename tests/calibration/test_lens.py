"""Lenses from boards whose pictures are projected by a known lens, and trays that are drawn."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.lens import Board, lens
from calibration.profile import ProfileError
from calibration.tray import find_tray
from tests.builders import reading
from vision.lens import Straightener
from vision.reading import Array, Box

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


def test_the_tray_round_the_dice_is_found() -> None:
    table = np.full((480, 640, 3), (60, 90, 130), np.uint8)
    corners = np.array([(100, 80), (560, 60), (600, 430), (70, 410)])
    cv2.fillPoly(table, [corners], (60, 110, 50))
    dice = []
    for x, y in [(180, 150), (320, 240), (450, 330)]:
        cv2.rectangle(table, (x, y), (x + 40, y + 40), (230, 230, 230), cv2.FILLED)
        dice.append(reading(box=Box(x, y, 40, 40)))
    tray = np.array(find_tray(table, dice)) * (640, 480)
    assert len(tray) == 4
    assert max(np.linalg.norm(tray - corner, axis=1).min() for corner in corners) < 8
    assert find_tray(table, [*dice, reading(box=Box(5, 5, 20, 20))]) == ()  # one lies beside it
    assert find_tray(table, []) == ()


@pytest.mark.parametrize(
    "corners",
    [
        [(100, 80), (560, 60), (660, 520), (20, 520)],  # by the lower rim, two corners seen
        [(90, 60), (500, 90), (720, 560), (40, 430)],  # one beyond two rims: closed by the corner of the picture
        [(100, 60), (560, 80), (679, 400), (70, 430)],  # one just beyond a rim, which cuts off little of it
        [(320, 40), (679, 250), (330, 450), (30, 240)],
        [(90, 60), (500, 90), (659, 499), (40, 430)],
    ],
)
def test_a_tray_that_the_picture_cuts_off_is_closed_along_the_rim(corners: list[tuple[int, int]]) -> None:
    table, mask = np.full((480, 640, 3), (60, 90, 130), np.uint8), np.zeros((480, 640), np.uint8)
    cv2.fillPoly(table, [np.array(corners)], (60, 110, 50))
    cv2.fillPoly(mask, [np.array(corners)], 1)
    dice = []
    for x, y in [(220, 150), (320, 240), (430, 300)]:
        cv2.rectangle(table, (x, y), (x + 40, y + 40), (230, 230, 230), cv2.FILLED)
        dice.append(reading(box=Box(x, y, 40, 40)))
    found, tray = np.zeros_like(mask), np.array(find_tray(table, dice)) * (640, 480)
    cv2.fillPoly(found, [tray.round().astype(int)], 1)
    assert (found & mask).sum() > 0.96 * (found | mask).sum()


def test_a_line_across_the_table_is_no_tray() -> None:
    table = np.full((480, 640, 3), (60, 90, 130), np.uint8)
    cv2.fillPoly(table, [np.array([(0, 300), (150, 330), (400, 338), (639, 330), (639, 0), (0, 0)])], (60, 110, 50))
    assert find_tray(table, [reading(box=Box(300, 200, 40, 40))]) == ()


def test_a_speckled_cloth_is_no_tray_where_its_edges_end() -> None:
    speckles = cv2.GaussianBlur(np.random.default_rng(0).normal(size=(480, 640)), (0, 0), 4) > 0
    y, x = np.mgrid[:480, :640]
    in_focus = ((x - 320) / 290) ** 2 + ((y - 240) / 200) ** 2 < 1
    table = np.dstack([np.where(speckles & in_focus, 90, 150).astype(np.uint8)] * 3)
    dice = [reading(box=Box(x, y, 40, 40)) for x, y in [(280, 200), (320, 240), (360, 260)]]
    assert find_tray(table, dice) == ()
