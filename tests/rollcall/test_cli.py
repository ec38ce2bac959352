"""The program as a person runs it, on the bundled pictures, whose truth is known."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from PIL import Image

from engine.match import Match
from rollcall.sample import Sample, samples
from tests.conftest import Ended
from vision.picture import load_picture
from vision.reading import Box

Run = Callable[..., Ended]
QWIXX_DICE = 6
CLEAR = 4  # so many pictures at the head of the list hide nothing
SAME_DIE = 0.5  # overlap


@pytest.fixture
def qwixx_sample() -> Sample:
    return next(sample for sample in samples() if len(sample.dice) == QWIXX_DICE)


def start(*words: object) -> subprocess.Popen[str]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "rollcall", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=Path(__file__).parents[2])


@pytest.mark.parametrize("sample", samples()[:CLEAR], ids=lambda sample: sample.path.stem)
def test_a_clear_picture_reads_as_it_is_labelled(rollcall: Run, sample: Sample) -> None:
    ended = rollcall("read", sample.path, "--format", "jsonl")
    picture = json.loads(ended.out)
    seen = sorted((die["colour"], die["value"]) for die in picture["dice"])
    assert seen == sorted((die.colour, die.pips) for die in sample.dice)
    for labelled in sample.dice:
        assert max(labelled.box.overlap(Box(*die["box"])) for die in picture["dice"]) > SAME_DIE


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.path.stem)
def test_what_is_said_without_doubt_is_true(rollcall: Run, sample: Sample) -> None:
    for die in json.loads(rollcall("read", sample.path, "--format", "jsonl").out)["dice"]:
        if die["doubt"] is None:
            there = [label for label in sample.dice if label.box.overlap(Box(*die["box"])) > SAME_DIE]
            assert [(label.colour, label.pips) for label in there] == [(die["colour"], die["value"])]


def test_a_turned_photo_is_read_as_it_is_shown(rollcall: Run, tmp_path: Path, qwixx_sample: Sample) -> None:
    exif = Image.Exif()
    exif[0x112] = 6  # to be shown turned a quarter
    with Image.open(qwixx_sample.path) as picture:
        picture.transpose(Image.Transpose.ROTATE_90).save(tmp_path / "turned.jpg", exif=exif, quality=95)
    picture = json.loads(rollcall("read", tmp_path / "turned.jpg", "--format", "jsonl").out)
    for labelled in qwixx_sample.dice:
        assert max(labelled.box.overlap(Box(*die["box"])) for die in picture["dice"]) > SAME_DIE


def test_all_bundled_pictures_in_every_form(rollcall: Run) -> None:
    folder = samples()[0].path.parent
    jsonl, listed, shown = (rollcall("read", folder, "--format", form) for form in ("jsonl", "csv", "table"))
    assert {ended.code for ended in (jsonl, listed, shown)} == {0}
    assert {ended.err for ended in (jsonl, listed, shown)} == {""}
    pictures = [json.loads(line) for line in jsonl.out.splitlines()]
    rows = list(csv.DictReader(listed.out.splitlines()))
    assert len(rows) == sum(max(len(picture["dice"]), 1) for picture in pictures)
    for sample in samples():
        assert str(sample.path) in shown.out


def test_a_bar_shows_how_far_many_pictures_are_and_leaves_the_listing_alone(
    rollcall: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ended = rollcall("read", samples()[0].path.parent, "--format", "jsonl")
    assert "100%" in ended.err
    assert len(list(map(json.loads, ended.out.splitlines()))) == len(samples())


def test_annotated_pictures_keep_their_names_and_show_something(
    rollcall: Run, tmp_path: Path, qwixx_sample: Sample
) -> None:
    assert rollcall("read", qwixx_sample.path, "--annotate", tmp_path / "drawn").code == 0
    drawn = load_picture(tmp_path / "drawn" / qwixx_sample.path.name)
    difference = cv2.absdiff(drawn, load_picture(qwixx_sample.path))
    assert (difference.max(axis=2) > 60).sum() > 100 * QWIXX_DICE


def test_a_roll_is_called_from_its_picture(rollcall: Run, qwixx_sample: Sample) -> None:
    ended = rollcall("read", qwixx_sample.path, "--game", "qwixx", "--players", "Ann, Bo,Cy")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"Ann rolls {qwixx_sample.roll}.\nWhite: ")
    typed = rollcall("read", "--game", "qwixx", "--players", "Ann,Bo,Cy", "--dice", qwixx_sample.roll)
    assert typed.out == ended.out


def test_a_roll_is_called_on_the_sheets_of_a_saved_match(rollcall: Run, tmp_path: Path) -> None:
    match = Match("qwixx", ["Ann", "Bo"])
    for move in ["roll W4 W5 R1 Y1 G1 B1", "p1 red 9", "p2 green 9", "p1 pass"]:
        match.enter(move)
    (tmp_path / "match.txt").write_text(str(match), encoding="utf-8")
    ended = rollcall("read", "--match", tmp_path / "match.txt", "--dice", "W3 W5 R2 Y6 G1 B4")
    assert "Bo rolls" in ended.out
    assert "Ann: yellow, green or blue.\n" in ended.out


def test_the_demo_reads_and_plays_and_leaves_its_pictures(rollcall: Run, tmp_path: Path) -> None:
    ended = rollcall("demo", "--no-show", "--folder", tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert {sample.path.name for sample in samples()} <= {path.name for path in tmp_path.iterdir()}
    match = Match.parse((tmp_path / "match.txt").read_text(encoding="utf-8"))
    points = ", ".join(
        f"{name} {score}" for name, score in zip(match.players, match.game.scores(match.state), strict=True)
    )
    assert f"scores: {points}" in ended.out
    assert ended.out.count("White: ") >= 3


def test_the_check_finds_everything_right(rollcall: Run) -> None:
    ended = rollcall("check")
    assert (ended.code, ended.err) == (0, "")
    assert "WRONG" not in ended.out
    for word in ("onnxruntime ", "model ", "cameras: ", f"{samples()[0].path.name}: {samples()[0].roll}"):
        assert word in ended.out


def test_the_check_sees_a_changed_model(rollcall: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  pips.onnx\n")
    (tmp_path / "pips.onnx").write_bytes(b"something else")
    monkeypatch.setattr("rollcall.check.files", lambda package: tmp_path)
    ended = rollcall("check")
    assert ended.code == 1
    assert "model pips.onnx: " in ended.out
    assert "WRONG" in ended.out


@pytest.mark.parametrize("is_loading", [False, True])
def test_ctrl_c_ends_with_130(rollcall: Run, monkeypatch: pytest.MonkeyPatch, is_loading: bool) -> None:
    def pressed(*_: object) -> None:
        if is_loading:  # what numpy makes of it
            raise ImportError("initialization failed") from KeyboardInterrupt()
        raise KeyboardInterrupt

    monkeypatch.setattr("rollcall.read.list_dice", pressed)
    ended = rollcall("read", "a.jpg")
    assert (ended.code, ended.err.strip()) == (130, "")


@pytest.mark.parametrize("module", ["rollcall.cli", "typer", "cv2"])
def test_ctrl_c_while_the_program_starts_ends_it_quietly(module: str) -> None:
    pressed = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from rollcall.__main__ import main\n"
        "main()\n"
    )
    words = [sys.executable, "-c", pressed, "read", "a.jpg"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.strip(), ended.stderr.strip()) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file")
@pytest.mark.parametrize("words", [["games"], ["read", str(samples()[0].path)]])
def test_an_output_that_is_full_is_said_in_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "rollcall", *words]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    said = "rollcall: cannot write the output: No space left on device\n"
    assert (ended.returncode, ended.stderr) == (1, said)


def test_a_reader_that_has_gone_is_no_error_to_talk_about() -> None:
    with start("read", samples()[0].path.parent, "--format", "jsonl") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode != 0


def test_reading_starts_without_what_it_does_not_need() -> None:
    program = (
        "import sys, rollcall.cli, rollcall.read; "
        "print({'skimage', 'scipy', 'pydantic', 'rich', 'networkx', 'engine.match'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
