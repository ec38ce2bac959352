"""A camera beside a match: its rolls are played, what it is not sure of is asked, and all can still be typed."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from engine.dice import Colour, Roll
from engine.match import Match
from rollcall.caller import Caller
from rollcall.eyes import Eyes
from rollcall.lookout import Lookout
from rollcall.matchfile import MatchFile, read_match
from rollcall.play import Table
from rollcall.prompt import Interrupted, asker, terminal
from rollcall.record import recorded
from rollcall.sample import Sample, samples
from tests.conftest import Ended
from tests.vision.squares import FPS, Square, SquareReader, frames, thrown
from vision.picture import load_picture
from vision.reader import Reader
from vision.source import find_source

FELT = Path(__file__).parents[1] / "films" / "felt.mp4"
FELT_FIRST = json.loads(FELT.with_name("timeline.json").read_text())["felt.mp4"]["at_rest"][0]["roll"]
Play = Callable[..., Ended]


def typed(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.fixture
def play(rollcall: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type these lines into Ann's match in match.txt, with that film beside it; an empty line waits for a roll."""

    def run(lines: Sequence[str], film: object, *words: object) -> Ended:
        typed(monkeypatch, lines)
        table = ("qwixx", "--players", "Ann", "--match", tmp_path / "match.txt")
        return rollcall("play", *table, "--dice-from", "camera", "--camera", film, *words)

    return run


def made(path: Path, scenes: Iterable[tuple[int, np.ndarray]]) -> Path:
    """A film at ten pictures a second; each scene is how many, and the picture."""
    scenes = list(scenes)
    height, width = scenes[0][1].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), 10, (width, height))
    for count, bgr in scenes:
        for _ in range(count):
            writer.write(bgr)
    writer.release()
    return path


@pytest.fixture(scope="module")
def rolls() -> list[Sample]:
    """Two pictures of the dice of Qwixx that are read without a doubt."""
    return [sample for sample in samples() if sample.path.stem in ("tray-and-sheet", "among-polyhedra")]


@pytest.fixture(scope="module")
def two_rolls(rolls: list[Sample], tmp_path_factory: pytest.TempPathFactory) -> Path:
    scenes = []
    for sample in rolls:
        bgr = load_picture(sample.path)
        scenes += [(5, empty(bgr)), (10, bgr)]
    return made(tmp_path_factory.mktemp("film") / "two.avi", scenes)


def empty(bgr: np.ndarray) -> np.ndarray:
    """The picture before any dice were thrown, as it were."""
    return cv2.GaussianBlur(bgr, (0, 0), 40)


def without(bgr: np.ndarray, colour: Colour) -> np.ndarray:
    """The picture without the die of that colour."""
    (die,) = [reading.box for reading in Reader.load().read(bgr) if reading.colour is colour]
    x, y, width, height = (round(edge) for edge in (die.x, die.y, die.width, die.height))
    mask = np.zeros(bgr.shape[:2], np.uint8)
    mask[max(y - 6, 0) : y + height + 6, max(x - 6, 0) : x + width + 6] = 1
    return cv2.inpaint(bgr, mask, 3, cv2.INPAINT_TELEA)


def test_rolls_of_a_film_are_those_of_the_match(
    play: Play, tmp_path: Path, rolls: list[Sample], two_rolls: Path
) -> None:
    ended = play(["", "-", "-", "", "-", "-", "", "352614"], two_rolls)
    assert [str(move) for move in read_match(tmp_path / "match.txt").moves] == [
        *(f"roll {rolls[0].roll}", "p1 pass", "p1 pass"),
        *(f"roll {rolls[1].roll}", "p1 pass", "p1 pass"),
        "roll W3 W5 R2 Y6 G1 B4",
    ]
    assert "W W R Y G B (the camera watches)" in ended.out
    assert ended.err == f"{two_rolls} has ended; type the dice\n"
    assert ended.code == 0


def test_a_rendered_film(play: Play, tmp_path: Path) -> None:
    play([""], FELT)
    if not read_match(tmp_path / "match.txt").moves:
        play(["", FELT_FIRST], FELT)
    assert str(read_match(tmp_path / "match.txt").moves[0]) == f"roll {FELT_FIRST}"


def test_only_a_die_that_is_missing_is_typed(play: Play, tmp_path: Path, rolls: list[Sample]) -> None:
    bgr, roll = load_picture(rolls[0].path), rolls[0].roll
    film = made(tmp_path / "film.avi", [(5, empty(bgr)), (30, without(bgr, Colour.YELLOW))])
    (yellow,) = [die for die in roll.dice if die.colour is Colour.YELLOW]
    seen = " ".join(str(die) for die in roll.dice if die is not yellow)
    ended = play(["", str(yellow.pips)], film)
    assert "A yellow die is missing.\n" in ended.out
    assert f"(seen: {seen}; type Y, or all; " in ended.out
    assert ended.code == 0
    assert str(read_match(tmp_path / "match.txt").moves[0]) == f"roll {roll}"


def test_a_die_that_has_left_the_game_is_asked_away(play: Play, tmp_path: Path, rolls: list[Sample]) -> None:
    match = Match("qwixx", ["Ann"], {"min_marks_to_close": "1"})
    for move in ("roll W5 W6 R1 Y1 G1 B1", "p1 red 11", "p1 pass", "roll W6 W6 R1 Y1 G1 B1", "p1 red 12", "p1 pass"):
        match.enter(move)
    (tmp_path / "match.txt").write_text(str(match))
    bgr = load_picture(rolls[0].path)
    film = made(tmp_path / "film.avi", [(5, empty(bgr)), (30, bgr)])
    ended = play(["", ""], film)
    assert "W W Y G B (" in ended.out
    assert "There is a red die too many.\n" in ended.out
    five = Roll(tuple(die for die in rolls[0].roll.dice if die.colour is not Colour.RED))
    assert read_match(tmp_path / "match.txt").moves[-1].roll == five


def test_dice_that_lay_there_before_are_a_roll_only_if_somebody_says_so(
    play: Play, tmp_path: Path, rolls: list[Sample]
) -> None:
    film = made(tmp_path / "film.avi", [(15, load_picture(rolls[0].path))])
    assert f"({rolls[0].roll} lies there; Enter takes it)" in play([""], film).out
    assert read_match(tmp_path / "match.txt").moves == ()
    play(["", ""], film)
    assert str(read_match(tmp_path / "match.txt").moves[0]) == f"roll {rolls[0].roll}"


def test_a_camera_roll_that_cannot_be_saved_is_offered_until_it_can_be(
    play: Play, tmp_path: Path, rolls: list[Sample], two_rolls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, full = os.write, iter([True, True])

    def written(file: int, encoded: bytes) -> int:
        return 0 if encoded.startswith(b"roll ") and next(full, False) else write(file, encoded)

    monkeypatch.setattr("os.write", written)
    ended = play(["", "", ""], two_rolls)
    assert ended.err == 2 * f"cannot write to {tmp_path / 'match.txt'}: No space left on device\n"
    assert ended.out.count(f"({rolls[0].roll} lies there; Enter takes it)") == 2
    assert [str(move) for move in read_match(tmp_path / "match.txt").moves] == [f"roll {rolls[0].roll}"]


def test_a_camera_roll_is_fixed_like_any_other(
    play: Play, tmp_path: Path, rolls: list[Sample], two_rolls: Path
) -> None:
    ended = play(["", "fix r1", "-"], two_rolls)
    assert ended.err == ""
    assert "R1" in str(read_match(tmp_path / "match.txt").moves[0])


def test_a_camera_roll_that_is_taken_back_is_offered_again_while_it_lies_there(
    play: Play, tmp_path: Path, rolls: list[Sample], two_rolls: Path
) -> None:
    first, second = (str(sample.roll) for sample in rolls)
    ended = play(["", "undo", "", "-", "-", "", "-", "undo 2", "", "fix r1", "undo", ""], two_rolls)
    fixed = " ".join("R1" if die.startswith("R") else die for die in second.split())
    assert ended.err == ""
    assert ended.out.count(f"({first} lies there; Enter takes it)") == 1
    assert ended.out.count(f"({second} lies there; Enter takes it)") == 1
    assert ended.out.count(f"({fixed} lies there; Enter takes it)") == 1
    made = ["p1 pass", "p1 pass", f"roll {fixed}"]
    assert list(map(str, read_match(tmp_path / "match.txt").moves)) == [f"roll {first}", *made]


def test_the_rolls_of_a_match_are_recorded(play: Play, tmp_path: Path, rolls: list[Sample], two_rolls: Path) -> None:
    assert play(["", "fix r1", "-", "-", ""], two_rolls, "--record", tmp_path / "kept").code == 0
    kept = recorded(tmp_path / "kept")
    assert [roll.read for roll in kept] == [sample.roll for sample in rolls]
    assert all(len(list(roll.folder.glob("*.jpg"))) > 1 for roll in kept)


def test_a_disk_that_is_full_ends_the_recording_and_not_the_match(
    play: Play, tmp_path: Path, two_rolls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    (kept / "roll-0000").mkdir(parents=True)
    monkeypatch.setattr("rollcall.record.ROLL_FILE", "gone/roll.json")  # a folder that is not there any more
    ended = play(["", "-", "-", "", "-", "-"], two_rolls, "--record", kept)
    assert ended.err == f"cannot write to {kept / 'roll-0001'}: No such file or directory; nothing more is recorded\n"
    assert len(read_match(tmp_path / "match.txt").moves) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="there is a screen")
def test_a_window_needs_a_screen(play: Play, two_rolls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    ended = play(["352614"], two_rolls, "--show")
    assert (ended.code, ended.err) == (1, "rollcall: --show needs a screen, and there is none here\n")
    monkeypatch.setenv("DISPLAY", ":77")
    ended = play(["352614"], two_rolls, "--show")
    assert (ended.code, "cannot be reached" in ended.err) == (1, True)


def test_dice_can_be_typed_beside_the_camera(play: Play, tmp_path: Path, two_rolls: Path) -> None:
    ended = play(["352614", "r8", "-", ""], two_rolls)
    assert ended.err == ""
    assert len(read_match(tmp_path / "match.txt").moves) == 4


@pytest.mark.parametrize("source", ["http://127.0.0.1:1/video", "empty.mp4"])
def test_a_camera_that_is_none_harms_no_match(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.mp4").touch()
    ended = play(["", "", "352614", "r8"], source)
    first, *others = ended.err.splitlines()
    assert first.endswith("; type the dice")
    assert others  # Enter waits for nothing any more
    assert all(line.startswith("expected the dice: ") for line in others)
    assert "(nothing is watched: type them)" in ended.out
    assert len(read_match(tmp_path / "match.txt").moves) == 2


def test_a_file_that_is_called_like_a_player_keeps_its_name(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p1.mp4").touch()
    ended = play(["", "", "p1 r8"], "p1.mp4")
    assert set(ended.err.splitlines()) == {
        "p1.mp4 is empty: expected a video; type the dice",
        "expected the dice: p1.mp4 shows no more",
        "Ann has nothing to answer before Ann rolls",
    }


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("qwixx", "--camera", "nowhere.mp4"), 1, "no file, folder or camera 'nowhere.mp4'"),
        (("qwixx", "--camera", "0", "--dice-from", "pictures", "a.jpg"), 2, "it goes with --dice-from camera"),
        (("qwixx-card", "--camera", FELT), 2, "no dice of Qwixx: The Card Game can be read"),
        (("qwixx-longo", "--camera", FELT), 2, "no dice of Qwixx Longo can be read"),
        (("qwixx", "--language", "la"), 2, "no language 'la'"),
        (("qwixx", "--show"), 2, "it goes with --camera"),
        (("qwixx", "--record", "rolls"), 2, "it goes with --camera"),
        (("qwixx", "--camera", FELT, "--record", FELT), 1, f"cannot write to {FELT}: File exists"),
    ],
)
def test_words_that_start_no_match(
    rollcall: Callable[..., Ended], tmp_path: Path, words: tuple[object, ...], code: int, sentence: str
) -> None:
    ended = rollcall("play", *words, "--players", "Ann,Bo", "--match", tmp_path / "match.txt")
    assert ended.code == code
    assert sentence in " ".join(ended.err.replace("│", " ").split())
    assert not (tmp_path / "match.txt").exists()


FIVE: list[Square] = [(4, 60, 60), (4, 160, 60), (2, 260, 160), (5, 360, 160), (6, 460, 260)]
AGAIN: list[Square] = [(1, 300, 300), (3, 400, 60), (3, 540, 100)]


@pytest.fixture
def yahtzee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Match]:
    """Play Yahtzee with squares for dice: these lines, beside a film of these scenes."""

    def run(lines: Sequence[str], *scenes: tuple[float, list[Square]]) -> Match:
        typed(monkeypatch, lines)
        path = tmp_path / "squares.avi"
        writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 360))
        for frame in frames(*scenes):
            writer.write(frame.bgr)
        writer.release()
        with MatchFile.create(tmp_path / "match.txt", Match("yahtzee", ["Ann"])) as saved:
            lookout = Lookout(find_source(str(path)), Eyes(SquareReader()), enter_waits=True)
            Table(saved, asker(), lookout, Caller()).run()
            lookout.close()
        return read_match(tmp_path / "match.txt")

    return run


@pytest.mark.parametrize("kept", [FIVE[:2], []], ids=["they lie there", "they are put away"])
def test_kept_dice_lie_there_or_out_of_sight(yahtzee: Callable[..., Match], kept: list[Square]) -> None:
    again = [(seconds, [*kept, *dice]) for seconds, dice in thrown(AGAIN, 0.2)]
    match = yahtzee(
        ["", "44", "", "33"], (0.3, []), *thrown(FIVE, 0.2), (0.5, FIVE), (0.5, kept), *again, (0.5, [*kept, *AGAIN])
    )
    assert match.state.kept == (3, 3)
    thrown_dice = match.moves[2].roll.dice
    assert sorted(die.pips for die in thrown_dice) == sorted([1, 3, 3] + [pips for pips, _, _ in kept])


def test_a_die_that_falls_over_late_is_put_right(
    yahtzee: Callable[..., Match], capfd: pytest.CaptureFixture[str]
) -> None:
    fallen = [*FIVE[:4], (1, 480, 260)]
    match = yahtzee(["", "44", ""], (0.5, []), *thrown(FIVE), (0.4, FIVE), (1, fallen), (1, fallen[:2]))
    assert [str(move) for move in match.moves] == ["roll W1 W2 W4 W4 W5", "p1 keep 4 4"]
    assert "the roll is 1 2 4 4 5 now; all else stays\n" in capfd.readouterr().out


@pytest.mark.parametrize(("lines", "tried"), [(["", "123"], 2), ([], 1)], ids=["before the next move", "at the end"])
def test_a_die_that_falls_over_late_is_put_right_as_soon_as_that_can_be_saved(
    yahtzee: Callable[..., Match],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    lines: list[str],
    tried: int,
) -> None:
    write, full = os.write, iter([True] * tried)

    def written(file: int, encoded: bytes) -> int:
        is_whole_match = encoded.startswith(b"rollcall log") and b"\nroll" in encoded
        return 0 if is_whole_match and next(full, False) else write(file, encoded)

    monkeypatch.setattr("os.write", written)
    fallen = [*FIVE[:4], (1, 480, 260)]
    match = yahtzee(["", "44", "", *lines], (0.5, []), *thrown(FIVE), (0.4, FIVE), (2, fallen))
    made = ["roll W1 W2 W4 W4 W5", "p1 keep 4 4", "roll W1 W2 W3"]
    assert [str(move) for move in match.moves] == made[: 3 if lines else 2]
    sentence = "No space left on device; the last roll is still to become W1 W2 W4 W4 W5\n"
    assert capfd.readouterr().err == tried * f"cannot write to {tmp_path / 'match.txt'}: {sentence}"


def test_a_prompt_is_left_when_something_happens_and_what_was_typed_comes_back() -> None:
    looks = iter([False, True])
    with create_pipe_input() as pipe:
        ask = terminal(pipe, DummyOutput(), lambda: next(looks, False))
        pipe.send_text("35")
        with pytest.raises(Interrupted):
            ask("Ann", [], False)
        pipe.send_text("2614\r")
        assert ask("Ann", [], False) == "352614"
