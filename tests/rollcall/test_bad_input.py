"""Whatever comes in, the program ends in one clear sentence and the right exit code, never in a traceback."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from rollcall.sample import samples
from tests.conftest import Ended

Run = Callable[..., Ended]
CALL = ("read", "--game", "qwixx", "--players", "Ann,Bo")


@pytest.fixture
def photo() -> Image.Image:
    """A bundled picture that reads right as it is."""
    return Image.open(samples()[0].path).convert("RGB")


def assert_refused(ended: Ended, sentence: str) -> None:
    """One line on stderr and exit code 1."""
    assert ended.code == 1
    assert sentence in ended.err
    assert ended.err.startswith("rollcall: ")
    assert ended.err.count("\n") == 1


def dice_seen(rollcall: Run, path: Path) -> list[tuple[str, int]]:
    ended = rollcall("read", path, "--format", "jsonl")
    assert (ended.code, ended.err) == (0, "")
    picture = json.loads(ended.out)
    return sorted((die["colour"], die["value"]) for die in picture["dice"])


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("gone.jpg", None, "cannot open "),
        ("empty.jpg", b"", "is empty"),
        ("letter.jpg", b"Dear Ann,\nhow are you?\n", "is not a whole picture"),
        ("half.jpg", "half of a photo", "is cut off"),
    ],
)
def test_files_that_are_no_pictures(
    rollcall: Run, tmp_path: Path, photo: Image.Image, name: str, content: bytes | str | None, sentence: str
) -> None:
    path = tmp_path / name
    if content == "half of a photo":
        photo.save(path)
        content = path.read_bytes()[: path.stat().st_size // 2]
    if isinstance(content, bytes):
        path.write_bytes(content)
    ended = rollcall("read", path, "--format", "jsonl")
    assert_refused(ended, sentence)
    assert sentence in json.loads(ended.out)["error"]


def test_a_bad_picture_does_not_stop_the_others(rollcall: Run, tmp_path: Path, photo: Image.Image) -> None:
    photo.save(tmp_path / "b.png")
    for name in ("a.jpg", "c.jpg"):
        (tmp_path / name).write_text("no picture")
    ended = rollcall("read", tmp_path, "--format", "jsonl")
    assert_refused(ended, "2 of 3 pictures could not be read")
    assert [line["error"] is None for line in map(json.loads, ended.out.splitlines())] == [False, True, False]


def test_an_empty_folder(rollcall: Run, tmp_path: Path) -> None:
    assert_refused(rollcall("read", tmp_path), "no pictures in ")


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (12000, 9000)])
def test_pictures_of_a_size_nobody_expects(rollcall: Run, tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "size.png"
    cv2.imwrite(str(path), np.full(size[::-1], 128, np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    assert dice_seen(rollcall, path) == []


@pytest.mark.parametrize(("mode", "ending"), [("RGBA", "png"), ("CMYK", "jpg")])
def test_pictures_of_every_kind_are_read(
    rollcall: Run, tmp_path: Path, photo: Image.Image, mode: str, ending: str
) -> None:
    path = tmp_path / f"photo.{ending}"
    photo.convert(mode).save(path, quality=95)
    assert dice_seen(rollcall, path) == sorted((die.colour, die.pips) for die in samples()[0].dice)


def test_the_first_picture_of_an_animation_is_read_like_its_still_twin(
    rollcall: Run, tmp_path: Path, photo: Image.Image
) -> None:
    animated, still = tmp_path / "photo.gif", tmp_path / "photo.png"
    first = photo.quantize(256)
    first.save(animated, save_all=True, append_images=[Image.new("RGB", photo.size)])
    first.convert("RGB").save(still)
    assert len(dice_seen(rollcall, animated)) == len(samples()[0].dice)
    assert dice_seen(rollcall, animated) == dice_seen(rollcall, still)


def test_a_grey_picture_is_read_alike_in_8_and_16_bits(rollcall: Run, tmp_path: Path, photo: Image.Image) -> None:
    grey = photo.convert("L")
    grey.convert("RGB").save(tmp_path / "colour.png")
    grey.save(tmp_path / "grey.png")
    Image.fromarray(np.asarray(grey).astype(np.uint16) * 257).save(tmp_path / "deep.png")
    colour, *others = (dice_seen(rollcall, tmp_path / f"{name}.png") for name in ("colour", "grey", "deep"))
    assert others == [colour, colour]
    assert len(colour) > 0


def test_a_folder_that_cannot_be_written_to(rollcall: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert_refused(rollcall("read", samples()[0].path, "--annotate", folder), "cannot write to ")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows finds nothing there")
@pytest.mark.parametrize(
    "words",
    [
        ["watch"],
        ["label"],
        ["check", "--camera"],
        ["play", "qwixx", "--players", "Ann", "--match"],
        ["play", "qwixx", "--players", "Ann", "--camera"],
    ],
)
def test_a_name_no_file_can_have(rollcall: Run, words: list[str]) -> None:
    assert_refused(rollcall(*words, 300 * "a"), "File name too long")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["read"], "expected a picture"),
        (["read", "--game", "chess", "--players", "Ann,Bo", "--dice", "W1"], "no game 'chess'"),
        (["read", "--game", "qwixx", "--dice", "W1"], "it needs --players"),
        (["read", "--game", "qwixx", "--players", "Ann,,Bo", "--dice", "W1"], "a player's name is one printable line"),
        ([*CALL], "expected a picture, or --dice"),
        ([*CALL, "--dice", "W3 P5"], "not a roll: 'W3 P5'"),
        ([*CALL, "--dice", "W3 W5", "--format", "csv"], "it is for listing dice"),
        (["read", "a.jpg", "--players", "Ann"], "it goes with --game or --match"),
        (["read", "a.jpg", "--format", "xml"], "'xml'"),
        (["reed"], "No such command 'reed'"),
    ],
)
def test_words_that_are_not_understood(rollcall: Run, words: list[str], sentence: str) -> None:
    ended = rollcall(*words)
    assert ended.code == 2
    assert ended.out == ""
    assert sentence in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("W3 W5 R2 Y6 G1", "expected 1 blue die in the roll, got none"),
        ("W3 W5 R2 R2 Y6 G1 B4", "expected 1 red die in the roll, got 2"),
        ("W3 W7 R2 Y6 G1 B4", "W7 is not possible"),
        ("W3 W5 R2 Y6 G1 B4 K1", "this game has no black die"),
        ("", "in the roll, got none"),
    ],
)
def test_a_roll_that_cannot_be(rollcall: Run, dice: str, sentence: str) -> None:
    assert_refused(rollcall(*CALL, "--dice", dice), sentence)


def test_a_game_of_other_dice(rollcall: Run) -> None:
    ended = rollcall("read", "--game", "yahtzee", "--players", "Ann,Bo", "--dice", "W1 W2 W3 W4 W5")
    assert_refused(ended, "is not played with the dice of Qwixx")


def test_a_picture_of_no_roll(rollcall: Run, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), np.full((90, 160, 3), 90, np.uint8))
    assert_refused(rollcall(*CALL, tmp_path / "table.png"), "no clear roll: no white die in view")


def test_two_pictures_for_one_roll(rollcall: Run) -> None:
    paths = [sample.path for sample in samples()[:2]]
    assert_refused(rollcall(*CALL, *paths), "expected one picture of the roll, got 2")


def test_a_match_file_that_is_none(rollcall: Run, tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text("rollcall log 1\ngame qwixx\nplayer Ann\nroll W1\n")
    ended = rollcall("read", "--match", tmp_path / "match.txt", "--dice", "W1")
    assert_refused(ended, "match.txt, line 4: expected 2 white dice")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("97", "cannot open camera 97; "),
        ("http://127.0.0.1:1/video", "cannot reach http://127.0.0.1:1/video: "),
        ("rtsp://127.0.0.1:1/video", "no video at rtsp://127.0.0.1:1/video; "),
        ("empty.mp4", "empty.mp4 is empty: expected a video"),
        ("letter.mp4", "letter.mp4 is not a video OpenCV can read"),
        ("folder", "no pictures in folder "),
        ("gone.mp4", "no file, folder or camera 'gone.mp4'; "),
    ],
)
def test_nothing_to_watch(
    rollcall: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.mp4").touch()
    Path("letter.mp4").write_text("Dear Ann,\nhow are you?\n")
    Path("folder").mkdir()
    ended = rollcall("watch", source)
    assert_refused(ended, sentence)
    assert ended.out == ""


def test_a_video_that_changes_its_size_is_watched_to_its_end(rollcall: Run, tmp_path: Path, photo: Image.Image) -> None:
    large = cv2.cvtColor(np.asarray(photo), cv2.COLOR_RGB2BGR)
    jpegs = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in (large, cv2.resize(large, None, fx=0.5, fy=0.5))]
    path = tmp_path / "two.mjpeg"
    path.write_bytes(jpegs[0] * 10 + jpegs[1] * 10)
    ended = rollcall("watch", path, "--dice", "qwixx")
    assert ended.code == 0
    assert "Traceback" not in ended.err
