"""Calls of a match and of what is watched: spoken by a program that is there, said again, in other languages."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from rollcall.eyes import Eyes
from rollcall.watch import Watching, watch_table
from tests.conftest import Ended
from tests.vision.squares import FIRST, FPS, SquareReader, frames, thrown
from vision.source import find_source

Play = Callable[..., Ended]
ROLL = "W3 W5 R2 Y6 G1 B4"


@pytest.fixture
def play(rollcall: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    def run(lines: list[str], *words: object) -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return rollcall("play", "qwixx", "--players", "Ann,Bo", "--match", tmp_path / "match.txt", *words)

    return run


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What a program in place of espeak-ng was asked to speak: its arguments, a line each time."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("the system's own voice speaks here")
    program = tmp_path / "bin" / "espeak-ng"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/spoken.txt\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return lambda: (tmp_path / "spoken.txt").read_text(encoding="utf-8")


def test_the_roll_is_spoken_with_numbers_in_words(play: Play, spoken: Callable[[], str]) -> None:
    shown = play([ROLL], "--voice", "--language", "sv").out
    assert spoken() == "".join(
        f"-v sv {said}\n" for said in ("Vitt: åtta.", "Ann: röd, gul, grön eller blå.", "Bo: röd, gul, grön eller blå.")
    )
    assert "\nAnn, vitt 8: röd 8 (r8), gul 8 (y8), grön 8 (g8), blå 8 (b8)\n" in shown


def test_only_the_sum_is_spoken(play: Play, spoken: Callable[[], str]) -> None:
    play([ROLL], "--voice", "--only-sum")
    assert spoken() == "-v en White: eight.\n"


def test_the_last_call_is_said_again(play: Play) -> None:
    said = play(["repeat", ROLL, "repeat"]).out
    assert "nothing has been called yet\n" in said
    assert "White: 8.\nAnn: red, yellow, green or blue.\nBo: red, yellow, green or blue.\n" in said


def test_without_a_voice_it_is_said_once_that_there_is_none(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("the system's own voice speaks here")
    monkeypatch.setenv("PATH", "")
    ended = play([ROLL, "r8", "repeat"], "--voice")
    assert ended.err == "no voice for en on this computer, so nothing is spoken; install espeak-ng\n"
    assert ended.code == 0
    ended = play(["repeat"], "--voice", "--language", "de")
    assert ended.err == "keine Stimme für de auf diesem Computer, also wird nichts gesprochen; installiert espeak-ng\n"


def test_english_on_the_screen_is_as_it_is_without_a_voice(play: Play, tmp_path: Path) -> None:
    lines = [ROLL, "r8", "-", "-"]
    plain = play(lines).out
    (tmp_path / "match.txt").unlink()
    assert play(lines, "--language", "en", "--only-sum").out == plain


def test_what_is_watched_is_spoken(
    tmp_path: Path, spoken: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 360))
    for frame in frames((0.5, []), *thrown(FIRST), (0.6, FIRST)):
        writer.write(frame.bgr)
    writer.release()
    watch_table(find_source(str(path)), Eyes(SquareReader()), Watching(speaks=True, language="de"))
    assert spoken() == "-v de Weiß: acht.\n"
    assert capsys.readouterr().out == " 0:01.2  roll 1  W3 W5\n"
