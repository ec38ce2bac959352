"""A live camera beside a match: what it sees while answers are due, and how it goes and comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.match import Match
from rollcall.caller import Caller
from rollcall.eyes import Eyes
from rollcall.lookout import Lookout
from rollcall.matchfile import MatchFile, read_match
from rollcall.play import Table
from tests.stream import Phone
from tests.vision.squares import LEVEL, SIDE, Square, SquareReader
from vision.source import find_source
from vision.table import Look

FIVE: list[Square] = [(4, 60, 60), (4, 160, 60), (2, 260, 160), (5, 360, 160), (6, 460, 260)]
FOUR: list[Square] = [(1, 300, 300), (3, 400, 60), (3, 540, 100), (2, 100, 200)]
LONGEST_S = 60  # whoever waits longer for the program has found a fault; mostly it is a second or two

Lines = Callable[[Phone, Lookout], Iterator[str]]


@pytest.fixture
def yahtzee(tmp_path: Path) -> Iterator[Callable[[Lines], None]]:
    """Play Yahtzee beside a phone that shows squares. Lines are typed as they come, whatever happens before each."""
    camera, reader = Phone(dice()), SquareReader()

    def run(lines: Lines) -> None:
        lookout = Lookout(find_source(camera.address), Eyes(reader), enter_waits=True)
        typed = lines(camera, lookout)

        def ask(*_: object) -> str:
            until(lambda: reader.asked > 1)  # the empty table has been there for a while: what comes now is thrown
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        with MatchFile.create(tmp_path / "match.txt", Match("yahtzee", ["Ann"])) as saved:
            Table(saved, ask, lookout, Caller()).run()
            lookout.close()

    yield run
    camera.close()


def dice(*squares: Square) -> np.ndarray:
    """A dark table with squares for dice."""
    bgr = np.zeros((360, 640, 3), np.uint8)
    for pips, x, y in squares:
        bgr[y : y + SIDE, x : x + SIDE] = pips * LEVEL
    return bgr


def until(happened: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    pause = threading.Event()
    for _ in range(LONGEST_S * 50):
        if happened():
            return
        pause.wait(0.02)
    pytest.fail("it has not happened")


def test_a_question_that_arises_while_answers_are_due_is_asked_when_the_roll_is(
    yahtzee: Callable[[Lines], None], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def lines(camera: Phone, lookout: Lookout) -> Iterator[str]:
        for thrown in (FIVE, FOUR):
            camera.show(dice(*thrown))
            until(lookout.has_news)
            yield "score"  # now the table takes notice
        assert "missing" not in capfd.readouterr().out
        yield "keep none"
        said = " ".join(capfd.readouterr().out.split())
        assert "A die is missing." in said
        assert "(seen: W1 W2 W3 W3; type W, or all; " in said
        yield "5"

    yahtzee(lines)
    moves = list(map(str, read_match(tmp_path / "match.txt").moves))
    assert moves == ["roll W2 W4 W4 W5 W6", "p1 keep", "roll W1 W2 W3 W3 W5"]


def test_a_stream_that_breaks_off_harms_no_match_and_its_rolls_come_again(
    yahtzee: Callable[[Lines], None], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def lines(camera: Phone, lookout: Lookout) -> Iterator[str]:
        camera.show(dice(*FIVE))
        until(lookout.has_news)
        for thrown in ([*FOUR, (5, 500, 300)], FIVE):
            yield "score"
            asked = camera.asked
            camera.switch(is_on=False)
            until(lambda asked=asked: camera.asked >= asked + 2)  # tried again, and once more
            yield "keep none"
            assert capfd.readouterr().err == f"{camera.address} stopped sending; trying again until it is back\n"
            camera.switch(is_on=True)
            until(lookout.has_news)
            yield "score"
            assert capfd.readouterr().err == f"{camera.address} is back\n"
            camera.show(dice(*thrown))
            until(lookout.has_news)
        yield "score"

    yahtzee(lines)
    moves = list(map(str, read_match(tmp_path / "match.txt").moves))
    assert moves == ["roll W2 W4 W4 W5 W6", "p1 keep", "roll W1 W2 W3 W3 W5", "p1 keep", "roll W2 W4 W4 W5 W6"]


def test_whoever_asks_for_news_shows_the_newest_picture_until_its_window_is_closed() -> None:
    camera, shown = Phone(dice(*FIVE)), list[tuple[threading.Thread, int]]()

    def show(look: Look) -> bool:
        shown.append((threading.current_thread(), len(look.readings)))
        return len(shown) < 3

    lookout = Lookout(find_source(camera.address), Eyes(SquareReader()), enter_waits=True, show=show)
    until(lambda: bool(lookout.has_news() or len(shown) >= 3))
    until(lambda: bool(lookout.has_news()))
    lookout.close()
    camera.close()
    assert shown == [(threading.current_thread(), len(FIVE))] * len(shown)
    assert 0 < len(shown) <= 3
