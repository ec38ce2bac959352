"""A score sheet with four coloured rows of numbered boxes, in a drawing of our own."""

from __future__ import annotations

import cv2
import numpy as np

from models.render import Array, board, palette

WIDTH, HEIGHT = 720, 460
ROWS = ("red", "yellow", "green", "blue")
FONT = cv2.FONT_HERSHEY_DUPLEX
GREY = (110, 110, 110)


def score_sheet(rng: np.random.Generator) -> Array:
    """A sheet (HEIGHT, WIDTH, 3), linear, partly filled in."""
    page = board.blank((HEIGHT, WIDTH), palette.pick(rng, "white") * 0.95)
    played = rng.uniform(0, 0.5)
    for row, name in enumerate(ROWS):
        _row(rng, page, row, palette.pick(rng, name), played)
    top = 34 + 4 * 84
    for k in range(5):
        cv2.rectangle(page, (50 + k * 110, top + 14), (130 + k * 110, top + 62), GREY, 2)
    for k in range(4):
        corner = (int(590 + (k % 2) * 50), top + 12 + (k // 2) * 30)
        cv2.rectangle(page, corner, (corner[0] + 24, corner[1] + 24), GREY, 2)
        if rng.random() < played:
            _cross(rng, page, corner, 24)
    return board.finished(page)


def _row(rng: np.random.Generator, page: Array, row: int, colour: Array, played: float) -> None:
    top = 24 + row * 84
    strong, pale = board.ink(colour), board.ink(0.3 * colour + 0.55)
    cv2.rectangle(page, (24, top), (WIDTH - 24, top + 70), strong, -1)
    for k in range(11):
        left = 36 + k * 54
        cv2.rectangle(page, (left, top + 12), (left + 46, top + 58), pale, -1)
        number = str(k + 2 if row < 2 else 12 - k)
        cv2.putText(page, number, (left + 6, top + 46), FONT, 0.85, strong, 2, cv2.LINE_AA)
        if rng.random() < played:
            _cross(rng, page, (left + 4, top + 14), 40)
    cv2.circle(page, (WIDTH - 58, top + 35), 23, pale, -1, cv2.LINE_AA)


def _cross(rng: np.random.Generator, page: Array, corner: tuple[int, int], size: int) -> None:
    """A cross drawn by hand with a dark pen."""
    x, y = corner
    pen = (20, 20, int(rng.choice([20, 110])))
    jump = rng.integers(-4, 5, 8).tolist()
    cv2.line(page, (x + jump[0], y + jump[1]), (x + size + jump[2], y + size + jump[3]), pen, 3, cv2.LINE_AA)
    cv2.line(page, (x + size + jump[4], y + jump[5]), (x + jump[6], y + size + jump[7]), pen, 3, cv2.LINE_AA)
