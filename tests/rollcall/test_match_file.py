"""A match on disk: what a kill leaves, what is refused, and who may write."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from engine.dice import InvalidText, Roll
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Pass, Rolled
from rollcall.matchfile import MatchFile, MatchFileError, read_match
from tests.conftest import Ended

Run = Callable[..., Ended]
ROOT = Path(__file__).parents[2]
MOVES = ["roll W3 W5 R2 Y6 G1 B4", "p2 green 8", "p1 red 8", "p1 yellow 9", "roll W6 W6 R1 Y1 G1 B1", "p1 green 12"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


@pytest.fixture
def match() -> Match:
    match = Match("qwixx", ["Änne", "Bo"])
    for move in MOVES[:-1]:
        match.enter(move)
    return match


@pytest.mark.parametrize("killed_after", [1, 3, 6])
def test_a_killed_match_goes_on_exactly_where_it_was(rollcall: Run, path: Path, killed_after: int) -> None:
    command = [sys.executable, "-m", "rollcall", "play", "qwixx", "--players", "Änne,Bo", "--match", str(path)]
    pipe, env = subprocess.PIPE, os.environ | {"PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=env, encoding="utf-8", bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        lines = iter(process.stdout)
        for move in MOVES[:killed_after]:
            process.stdin.write(f"{move}\n")
        last = MOVES[killed_after - 1].partition(" ")[2]
        assert any(line.rstrip().endswith(last) for line in lines)
        refused = rollcall("play", "--match", path)
        assert refused.err == f"rollcall: {path} is being played in another window; go on there, or close it first\n"
        assert refused.code == 1
        process.kill()
    expected = Match("qwixx", ["Änne", "Bo"])
    for move in MOVES[:killed_after]:
        expected.enter(move)
    assert path.read_text(encoding="utf-8") == str(expected)
    with MatchFile.open(path) as saved:
        assert saved.match.state == expected.state


# Runs the program, and kills it before the so-manyth time that it changes a file.
KILLED = """
import os, signal, sys
left = int(sys.argv.pop(1))
def counted(change):
    def made(*where):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        return change(*where)
    return made
for name in ("write", "ftruncate", "fsync", "replace"):
    setattr(os, name, counted(getattr(os, name)))
from rollcall.__main__ import main
main()
"""


def test_a_kill_anywhere_while_a_roll_is_fixed_takes_nothing_from_the_match(path: Path) -> None:
    match = Match("qwixx", ["Ann", "Bo"])
    for move in ("roll W3 W5 R2 Y6 G1 B4", "p1 red 8", "p2 red 8"):
        match.enter(move)
    for kill in count(1):
        path.write_text(str(match), encoding="utf-8")
        command = [sys.executable, "-c", KILLED, str(kill), "play", "--match", str(path)]
        ended = subprocess.run(command, input=b"fix b1", cwd=ROOT, capture_output=True, check=False)
        with MatchFile.open(path) as saved:
            assert saved.match.moves[1:] == match.moves[1:]
        if ended.returncode == 0:
            break
    assert kill > 2
    assert str(saved.match.moves[0]) == "roll W3 W5 R2 Y6 G1 B1"
    assert list(path.parent.iterdir()) == [path]


def test_a_log_cut_off_anywhere_among_its_moves_goes_on_with_those_that_are_whole(path: Path, match: Match) -> None:
    log = str(match).encode()
    first_move = log.index(b"roll W")
    for end in range(first_move, len(log) + 1):
        path.write_bytes(log[:end])
        whole = log[: log.rfind(b"\n", 0, end) + 1]
        with MatchFile.open(path) as saved:
            assert saved.dropped == log[len(whole) : end].decode()
            assert path.read_bytes() == whole == str(saved.match).encode()
            for move in match.moves[len(saved.match.moves) :]:
                saved.play(move)
        assert path.read_bytes() == log


def test_a_log_cut_off_in_its_head_is_refused_and_stays_as_it_is(path: Path, match: Match) -> None:
    log = str(match).encode()
    for end in range(1, log.index(b"roll W")):
        path.write_bytes(log[:end])
        if log[end - 1 : end] != b"\n":
            with pytest.raises(
                InvalidText, match=r"line \d: (cut off before its end|expected|not the text of a match)"
            ):
                MatchFile.open(path)
        assert path.read_bytes() == log[:end]


@pytest.mark.parametrize("rest", [b"p1 yel", b"\0" * 40, b"p1 \xc3"])
def test_what_a_loss_of_power_left_of_a_line_is_dropped_and_said(
    rollcall: Run, path: Path, match: Match, monkeypatch: pytest.MonkeyPatch, rest: bytes
) -> None:
    path.write_bytes(str(match).encode() + rest)
    for said in (f"its last line was cut off, and is left out: {rest.decode('utf-8', 'replace')!r}\n", ""):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        ended = rollcall("play", "--match", path)
        assert (ended.code, ended.err) == (0, said)
        assert path.read_bytes() == str(match).encode()


@pytest.mark.parametrize("command", ["replay", "score"])
def test_a_cut_off_log_is_told_as_far_as_it_is_whole_and_stays_as_it_is(
    rollcall: Run, path: Path, match: Match, command: str
) -> None:
    path.write_bytes(str(match).encode())
    told = rollcall(command, path)
    path.write_bytes(str(match).encode() + b"p1 yel")
    ended = rollcall(command, path)
    assert (ended.code, ended.out) == (0, told.out)
    assert ended.err == f"{path}: its last line was cut off, and is left out: 'p1 yel'\n"
    assert path.read_bytes().endswith(b"p1 yel")


def test_a_log_with_a_wrong_line_and_a_cut_off_one_is_refused_and_stays_as_it_is(path: Path, match: Match) -> None:
    log = str(match).encode() + b"p9 red 8\np1 pa"
    path.write_bytes(log)
    with pytest.raises(InvalidText, match="there is no p9"):
        MatchFile.open(path)
    assert path.read_bytes() == log


@pytest.mark.parametrize("left", [b"", b"rollcall log 1\ngame qw", b"Dear Ann,\n"])
def test_what_a_kill_left_of_a_new_file_disturbs_nobody_and_is_taken_away(
    path: Path, match: Match, left: bytes
) -> None:
    path.write_text(str(match), encoding="utf-8")
    (path.parent / ".match.txt.new").write_bytes(left)
    with MatchFile.open(path) as saved:
        assert str(saved.match) == str(match)
        assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (b"Dear Ann,\n", "line 1: expected 'rollcall log 1', got 'Dear Ann,'"),
        (b"rollcall log 2\ngame qwixx\n", "line 1: expected 'rollcall log 1', got 'rollcall log 2'"),
        (b"rollcall log 1\ngame chess\nplayer Ann\n", "line 3: no game 'chess'"),
        (b"rollcall log 1\ngame qwixx\nplayer Ann\nroll W1\n", "line 4: expected 2 white dice"),
        (b"rollcall log 1\ngame qwixx\nplayer Ann\nplayer B", "line 4: cut off before its end"),
        (b"rollcall log 1\ngame qwixx\nplayer \xff\n", "line 3: not the text of a match"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "line 1: not the text of a match"),
        (b"\x00" * 4096, "line 1: expected 'rollcall log 1'"),
    ],
)
@pytest.mark.parametrize("command", [["play", "--match"], ["replay"], ["score"]])
def test_what_is_no_log_is_refused_with_its_line(
    rollcall: Run, path: Path, command: list[str], log: bytes, sentence: str
) -> None:
    path.write_bytes(log)
    ended = rollcall(*command, path)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert f"rollcall: {path}, {sentence}" in ended.err
    assert path.read_bytes() == log


@pytest.mark.parametrize("command", [["replay"], ["score"]])
def test_a_log_that_is_not_there(rollcall: Run, path: Path, command: list[str]) -> None:
    ended = rollcall(*command, path)
    assert (ended.code, ended.err) == (1, f"rollcall: cannot open {path}: No such file or directory\n")
    assert not path.exists()


def test_a_folder_is_no_match(rollcall: Run, tmp_path: Path) -> None:
    for command in (["play", "--match"], ["replay"]):
        ended = rollcall(*command, tmp_path)
        assert (ended.code, ended.err.count("\n")) == (1, 1)
        assert f"cannot open {tmp_path}: " in ended.err


def test_a_match_of_others_is_not_taken_over(rollcall: Run, path: Path, match: Match) -> None:
    path.write_text(str(match), encoding="utf-8")
    for words in (["yahtzee"], ["--players", "Ann,Bo"], ["--option", "tie=none"]):
        ended = rollcall("play", *words, "--match", path)
        assert ended.code == 2
        assert "holds a match of qwixx by Änne,Bo" in " ".join(ended.err.split())
        assert path.read_text(encoding="utf-8") == str(match)


def test_comments_and_windows_lines_stay_and_undo_finds_its_way(path: Path, match: Match) -> None:
    written = "# at the kitchen table\n" + str(match).partition("\n")[2].replace("\np", "\n\n# next\np")
    log = f"rollcall log 1\n{written}".replace("\n", "\r\n").encode()
    path.write_bytes(log)
    with MatchFile.open(path) as saved:
        for taken_back in range(len(MOVES) - 1):
            move = str(saved.undo())
            assert log.startswith(path.read_bytes())
            assert log[path.stat().st_size :].decode().startswith(move)
            assert read_match(path).state == saved.match.state, taken_back
        saved.play(saved.match.game.parse_move(MOVES[0]))
    assert str(read_match(path).moves[0]) == MOVES[0]


def test_an_empty_file_is_a_place_for_a_new_match(rollcall: Run, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    monkeypatch.setattr("sys.stdin", io.StringIO("352614\n"))
    assert rollcall("play", "qwixx", "--players", "Ann", "--match", path).code == 0
    assert len(read_match(path).moves) == 1


def test_a_file_changed_by_another_program_is_not_written_to(path: Path, match: Match) -> None:
    with MatchFile.create(path, Match("qwixx", ["Ann"])) as saved:
        path.write_text(str(match), encoding="utf-8")
        for change in (lambda: saved.play(match.moves[0]), saved.undo):
            with pytest.raises((MatchFileError, ValueError), match=r"changed by another program|no move"):
                change()
        assert saved.match.moves == ()
    assert path.read_text(encoding="utf-8") == str(match)


@pytest.mark.skipif(sys.platform == "win32", reason="the file is locked")
@pytest.mark.parametrize("is_saved_again", [True, False], ids=["saved by an editor", "thrown away"])
def test_a_file_that_is_no_longer_the_one_of_its_name_is_not_written_to(
    path: Path, match: Match, is_saved_again: bool
) -> None:
    path.write_text(str(match), encoding="utf-8")
    with MatchFile.open(path) as saved:
        path.rename(path.with_suffix(".old"))
        if is_saved_again:
            path.write_text(str(match), encoding="utf-8")
        for change in (lambda: saved.play(Pass(0)), saved.undo, lambda: saved.change(0, [Pass(0)])):
            with pytest.raises(MatchFileError, match="moved or changed by another program"):
                change()
        assert saved.match.moves == match.moves
    assert path.exists() == is_saved_again


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_match_is_kept_by_a_process_without_input_and_output(path: Path) -> None:
    words = [sys.executable, "-m", "rollcall", "play", "qwixx", "--players", "Ann", "--match", str(path)]
    ended = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *words], cwd=ROOT, check=False)
    assert ended.returncode == 0
    assert path.read_text(encoding="utf-8") == str(Match("qwixx", ["Ann"]))


def test_a_move_that_cannot_be_saved_is_not_made(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(str(match), encoding="utf-8")
    with MatchFile.open(path) as saved:
        monkeypatch.setattr("os.write", lambda file, encoded: 3)  # as on a full disk
        with pytest.raises(MatchFileError, match=r"cannot write to .*No space left on device"):
            saved.play(Pass(0))
        assert saved.match.state == match.state
    assert path.read_text(encoding="utf-8") == str(match)


def test_a_changed_match_is_still_the_one_file_that_nobody_else_may_play(path: Path, match: Match) -> None:
    path.write_text(f"{match}# what a roll\n".replace("game", "# at the kitchen table\ngame", 1), encoding="utf-8")
    link = path.with_name("link.txt")
    link.symlink_to(path)
    with MatchFile.open(link) as saved:
        with pytest.raises(IllegalMove):
            saved.change(1, [Pass(0)])
        assert saved.match.moves == match.moves
        saved.change(2, [Pass(0), Rolled(Roll.parse("W1 W1 R1 Y1 G1 B1"))])
        for name in (path, link):
            with pytest.raises(MatchFileError, match="being played in another window"):
                MatchFile.open(name)
        saved.undo()
    assert "# at the kitchen table\n" in path.read_text(encoding="utf-8")
    assert list(map(str, read_match(path).moves)) == [*MOVES[:3], "p1 pass"]


def test_a_refused_move_is_not_saved(path: Path, match: Match) -> None:
    with MatchFile.create(path, Match("qwixx", ["Ann"])) as saved, pytest.raises(ValueError, match="nothing to answer"):
        saved.play(Pass(0))
    assert read_match(path).moves == ()
