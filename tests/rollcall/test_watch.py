"""Rolls of a video as lines, as JSON and as a recording that can be put right."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from engine.dice import Roll
from rollcall.eyes import Eyes
from rollcall.record import recorded, set_label
from rollcall.watch import Watching, watch_table
from tests.conftest import Ended
from tests.vision.squares import FIRST, FPS, SECOND, SquareReader, frames, thrown
from vision.picture import PictureError, load_picture, save_picture
from vision.source import Source, find_source


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Two throws of two dice; the second time one of them leaves the picture for a while."""
    path = tmp_path_factory.mktemp("film") / "two.avi"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 360))
    film = frames(
        (0.5, []), *thrown(FIRST), (2, FIRST), (0.5, []), *thrown(SECOND), (1, SECOND), (3, SECOND[:1]), (1, SECOND)
    )
    for frame in film:
        writer.write(frame.bgr)
    writer.release()
    return find_source(str(path))


def test_a_line_a_roll(video: Source, capsys: pytest.CaptureFixture[str]) -> None:
    assert watch_table(video, Eyes(SquareReader()), Watching()) == 2
    assert capsys.readouterr().out.splitlines() == [" 0:01.2  roll 1  W3 W5", " 0:04.2  roll 2  W1 W3"]


def test_json_has_every_event(video: Source, capsys: pytest.CaptureFixture[str]) -> None:
    watch_table(video, Eyes(SquareReader()), Watching(as_json=True))
    first, *_ = events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["roll", "roll"]
    assert first["roll"] == "W3 W5"
    assert first["time_s"] - first["rested_s"] < 0.3
    assert first["dice"][0] == {
        "colour": "white",
        "value": 3,
        "confidence": pytest.approx(0.97, abs=0.01),
        "box": pytest.approx([100, 100, 30, 30], abs=2),
    }


def test_questions_are_asked_in_the_language_wished_for(video: Source, capsys: pytest.CaptureFixture[str]) -> None:
    watch_table(video, Eyes(SquareReader()), Watching(expected={None: 1}, language="de"))
    assert capsys.readouterr().err.splitlines() == ["Es liegt ein Würfel zu viel da."]


def test_a_film_in_which_nothing_happens_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.png"  # somebody meant `rollcall read`
    save_picture(path, next(frames((0.1, FIRST))).bgr)
    assert watch_table(find_source(str(path)), Eyes(SquareReader()), Watching(language="de")) == 0
    assert capsys.readouterr() == ("", f"in {path} war kein Wurf zu sehen\n")


def test_each_roll_is_recorded_and_can_be_put_right(video: Source, tmp_path: Path) -> None:
    watch_table(video, Eyes(SquareReader()), Watching(record_to=tmp_path / "kept"))
    first, second = recorded(tmp_path / "kept")
    assert [str(first.read), str(second.read)] == ["W3 W5", "W1 W3"]
    pictures = sorted(first.folder.glob("*.jpg"))
    assert len(pictures) > 10
    last = SquareReader().read(load_picture(pictures[-1]))
    assert sorted(die.pips or 0 for die in last) == [3, 5]
    set_label(first, Roll.parse("W3 W6"))
    assert [roll.label for roll in recorded(tmp_path / "kept")] == [Roll.parse("W3 W6"), None]


def test_what_lay_there_is_asked_roll_by_roll_until_somebody_leaves(
    video: Source, tmp_path: Path, rollcall: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_table(video, Eyes(SquareReader()), Watching(record_to=tmp_path))
    for lines, words, labels in (
        ("", (), [None, None]),
        ("Q\n", (), [None, None]),
        ("w3 w9\nw3 w6\n", (), ["W3 W6", None]),
        ("\n", (), ["W3 W6", "W1 W3"]),
        ("", (), ["W3 W6", "W1 W3"]),
        ("-\nq\n", ("--all",), ["", "W1 W3"]),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        ended = rollcall("label", tmp_path, *words)
        assert (ended.code, ended.err) == (0, "")
        assert ("not a roll: 'w3 w9'" in ended.out) == ("w9" in lines)
        assert [None if roll.label is None else str(roll.label) for roll in recorded(tmp_path)] == labels


def test_a_label_that_cannot_be_written_leaves_what_was_read(video: Source, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    watch_table(video, Eyes(SquareReader()), Watching(record_to=tmp_path))
    before = recorded(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))  # as on a full disk
    try:
        with pytest.raises(PictureError, match="cannot write to "):
            set_label(before[0], Roll.parse("W3 W6"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert recorded(tmp_path) == before
    assert not list(tmp_path.glob("*/*.new"))


def test_recording_goes_on_where_it_ended(video: Source, tmp_path: Path) -> None:
    for _ in range(2):
        watch_table(video, Eyes(SquareReader()), Watching(record_to=tmp_path))
    assert [roll.folder.name for roll in recorded(tmp_path)] == [f"roll-000{n}" for n in (1, 2, 3, 4)]


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no recorded rolls in"):
        recorded(tmp_path)
    (tmp_path / "roll-0001").mkdir()
    for text in ("", "[]", '{"read": "W9"}', '{"read": "X", "label": null}'):
        (tmp_path / "roll-0001" / "roll.json").write_text(text)
        with pytest.raises(PictureError, match="is not a recorded roll"):
            recorded(tmp_path)
