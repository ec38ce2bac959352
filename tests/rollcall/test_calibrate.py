"""Tables at the command line: calibrated from a picture, kept, shown, passed on; cameras' views checked."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.faulty import lit
from calibration.lens import Board
from calibration.profile import Profile, save
from rollcall import looked, profiles
from rollcall.calibrate import Wanted, calibrate_table
from rollcall.looked import COUNT
from tests import stream
from tests.calibration.test_lens import TURNS, photographed
from tests.calibration.test_profile import measure
from tests.conftest import Ended
from tests.stream import Phone
from vision.diceset import parse_dice_set
from vision.picture import load_picture, save_picture
from vision.reading import Array

FPS = 15  # every other frame is far enough from the last one
Run = Callable[..., Ended]
PICTURE = Path(__file__).parents[2] / "sample_images" / "tray-and-sheet.jpg"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "folder", lambda: tmp_path / "profiles")


def kept(name: str) -> Profile:
    profile = measure().profile.model_copy(update={"name": name})
    save(profiles.path_of(name), profile)
    return profile


def test_a_table_is_measured_once_and_then_known(rollcall: Run, tmp_path: Path) -> None:
    ended = rollcall("calibrate", PICTURE, "--name", "kitchen", "--annotate", tmp_path / "seen.jpg")
    if ended.code == 1:
        pytest.skip(f"the networks do not see all the dice: {ended.err}")
    assert "profile kitchen:" in ended.out
    assert (tmp_path / "seen.jpg").is_file()
    assert len(tomllib.loads(profiles.path_of("kitchen").read_text("utf-8"))["dice"]) == 5
    again = rollcall("calibrate", PICTURE, "--name", "kitchen")
    assert "against the last profile: nothing has changed" in again.out
    assert rollcall("read", "--profile", "kitchen", PICTURE).code == 0


def test_a_table_that_is_not_measured_is_shown_with_its_tray(rollcall: Run, tmp_path: Path) -> None:
    tray = ("--tray", "0,0 60,0 60,100 0,100")  # the white five lies beyond
    ended = rollcall("calibrate", PICTURE, *tray, "--annotate", tmp_path / "seen.png")
    assert ended.code == 1
    assert "a white die beside the tray\ndice missing (only 1 of 2 white dice in view)" in ended.out
    drawn = load_picture(tmp_path / "seen.png")
    edge = drawn[:, round(0.6 * drawn.shape[1])]
    assert (edge > 200).all(axis=1).mean() > 0.9


def test_a_die_beside_the_tray_is_not_measured(rollcall: Run, tmp_path: Path) -> None:
    bgr = load_picture(PICTURE)
    bgr[60:140, 545:633] = bgr[330:410, 188:276]  # another blue die, on the wall
    save_picture(tmp_path / "beside.png", bgr)
    ended = rollcall("calibrate", tmp_path / "beside.png", "--name", "kitchen")
    assert ended.out.startswith("a blue die beside the tray\nThe set-up is good")
    assert "tray: found" in ended.out


def test_dice_that_play_as_others_are_not_missed(rollcall: Run, tmp_path: Path) -> None:
    bgr = load_picture(PICTURE)
    blue = bgr[330:410, 188:276]
    blue[:] = blue[..., [0, 2, 0]]  # as red as it is blue
    save_picture(tmp_path / "violet.png", bgr)
    ended = rollcall("calibrate", tmp_path / "violet.png", "--called", "violet=blue", "--name", "kitchen")
    assert ended.out.startswith("The set-up is good")
    assert "1 violet" in ended.out


def test_pictures_in_a_folder_are_no_film(rollcall: Run, tmp_path: Path) -> None:
    bgr = load_picture(PICTURE)
    for i, side in enumerate((640, 480, 480, 480, 640)):  # by hand, with more than one camera
        save_picture(tmp_path / f"{i}.png", cv2.resize(bgr // (5 - i), (side, side * 3 // 4)))
    assert rollcall("check", "--camera", tmp_path).out == "The set-up is good: roll the dice.\n"


def test_a_lens_is_kept_for_pictures_of_its_shape_and_taken_for_no_others(rollcall: Run, tmp_path: Path) -> None:
    for i, turn in enumerate(TURNS):
        save_picture(tmp_path / f"{i}.png", photographed(Board(8, 6), turn))
    boards = ("--board", "8×6", "--boards", tmp_path)
    assert rollcall("calibrate", PICTURE, *boards, "--name", "kitchen").out.startswith("lens: 0.0")
    assert rollcall("calibrate", PICTURE, "--name", "kitchen").out.startswith(
        "lens: as in the last profile of that name\n"
    )
    wide = tmp_path / "wide.jpg"
    save_picture(wide, load_picture(PICTURE)[60:420])
    refused = rollcall("calibrate", wide, *boards, "--name", "kitchen").err
    assert "the board is in pictures of 640 × 480 and the table in some of 640 × 360" in refused
    assert rollcall("calibrate", wide, "--name", "kitchen").code == 0
    kept = profiles.found("kitchen")
    assert kept is not None
    assert (kept.lens, kept.picture) == (None, (640, 360))


def empty(bgr: Array) -> Array:
    return cv2.GaussianBlur(bgr, (0, 0), 40)


def clip(path: Path, *seconds: Sequence[Array]) -> Path:
    """A clip of these seconds, each of some pictures that follow each other again and again."""
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 480))
    for pictures in seconds:
        for i in range(2 * COUNT):
            writer.write(pictures[i // 2 % len(pictures)])
    writer.release()
    return path


def swept(bgr: Array) -> list[Array]:
    """Something dark that moves over the picture."""
    return [
        cv2.rectangle(bgr.copy(), (80 * i - 200, 0), (80 * i + 100, 480), (20, 20, 20), cv2.FILLED) for i in range(8)
    ]


def test_a_phone_that_is_turned_meanwhile_is_checked_as_it_is_held_then(rollcall: Run) -> None:
    bgr = load_picture(PICTURE)
    phone, turned = Phone(np.rot90(bgr).copy()), threading.Timer(1.0, lambda: phone.show(bgr))
    turned.start()
    ended = rollcall("check", "--camera", phone.address)
    turned.cancel()
    phone.close()
    assert ended.out == "The set-up is good: roll the dice.\n"


def test_a_stream_of_few_pictures_a_second_is_not_looked_at_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PACE_S", 0.2)
    phone = Phone(load_picture(PICTURE))
    (view,) = looked.looked_at([phone.address]).views
    phone.close()
    assert len(view.frames) == COUNT
    assert 0.5 <= view.time_s < 2.0


@pytest.mark.parametrize("words", [["check", "--camera"], ["calibrate"]])
def test_a_stream_that_breaks_off_is_not_waited_for(rollcall: Run, words: list[str]) -> None:
    phone = Phone(load_picture(PICTURE))
    timers = [threading.Timer(after_s, phone.switch, [is_on]) for after_s, is_on in ((0.8, False), (4.0, True))]
    for timer in timers:
        timer.start()
    ended = rollcall(*words, phone.address)
    for timer in timers:
        timer.cancel()
    phone.close()
    assert ended.code == 1
    assert ended.err.endswith(f"rollcall: {phone.address} stopped sending\n")
    assert ended.out == ""


def test_dice_that_come_into_view_later_are_measured(rollcall: Run, tmp_path: Path) -> None:
    bgr = load_picture(PICTURE)
    film = clip(tmp_path / "clip.avi", swept(empty(bgr)), [bgr], [bgr])
    ended = rollcall("calibrate", film, "--name", "kitchen")
    assert ended.err == ""  # a film holds nothing, and nobody asks it to
    assert ended.out.startswith("The set-up is good: roll the dice.\n")
    assert profiles.found("kitchen") is not None


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ([[1], [1, 0.8], [1]], "flicker (the brightness changes by 5% from frame to frame, at 0:01): "),
        ([[1], [1], [0.02]], "too dark (bright parts reach 1"),
        ([[1], [1], [0.02], [1]], ", at 0:02): Switch on another lamp"),
        ([[0.75], [0.85], [0.95], [1]], "exposure is not held (the brightness has drifted by 1"),
        ([[1], [1], [1]], "The set-up is good"),
    ],
)
def test_what_goes_wrong_later_in_a_clip_is_told(
    rollcall: Run, tmp_path: Path, gains: list[list[float]], said: str
) -> None:
    bgr = load_picture(PICTURE)
    film = clip(tmp_path / "clip.avi", *([lit(bgr, gain, gain, gain) for gain in second] for second in gains))
    told = rollcall("check", "--camera", film).out
    assert said in told
    assert told.count("\n") <= 2


def test_of_a_long_clip_seconds_from_all_over_it_are_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [[np.full((480, 640, 3), 20 * i, np.uint8)] for i in range(11)]
    monkeypatch.setattr(looked, "MOST_BYTES", 5 * COUNT * seconds[0][0].nbytes)
    views = looked.looked_at([str(clip(tmp_path / "clip.avi", *seconds))]).views
    assert [round(float(view.frames[0].mean()) / 20) for view in views] == [0, 4, 8, 10]  # the last one too


def test_profiles_are_listed_shown_and_passed_on(rollcall: Run, tmp_path: Path) -> None:
    assert rollcall("profiles").out.startswith("no profiles yet")
    kept("kitchen"), kept("hut")
    assert [line.split("  ")[0] for line in rollcall("profiles", "list").out.splitlines()] == ["hut", "kitchen"]
    assert 'name = "hut"' in rollcall("profiles", "show", "hut").out
    assert (
        rollcall("profiles", "export", "hut", tmp_path / "for-bo.toml").out
        == f"profile hut: {tmp_path / 'for-bo.toml'}\n"
    )
    assert "already" in rollcall("profiles", "import", tmp_path / "for-bo.toml").err
    profiles.path_of("hut").unlink()
    assert rollcall("profiles", "import", tmp_path / "for-bo.toml").code == 0
    assert profiles.found("hut") is not None


def test_a_profile_can_be_deleted_also_a_broken_one(rollcall: Run) -> None:
    kept("kitchen")
    (profiles.folder() / "broken.toml").write_text("name =", "utf-8")
    assert rollcall("profiles", "delete", "broken").out == "profile broken is deleted\n"
    assert rollcall("profiles", "delete", "broken").err == "rollcall: no profile 'broken' (there are: kitchen)\n"
    assert rollcall("profiles", "delete", "kitchen").code == 0
    assert rollcall("profiles").out.startswith("no profiles yet")


def test_a_profile_that_is_broken_or_copied_hides_no_other(rollcall: Run) -> None:
    kept("kitchen")
    (profiles.folder() / "a copy.toml").write_text(profiles.path_of("kitchen").read_text("utf-8"), "utf-8")
    (profiles.folder() / "broken.toml").write_text("name =", "utf-8")
    copy, broken, kitchen = rollcall("profiles").out.splitlines()
    assert copy.startswith("a copy  ")  # by this name it is found
    assert broken.startswith("broken  cannot be used: ")
    assert "is not TOML" in broken
    assert kitchen.startswith("kitchen  ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["calibrate", PICTURE, "--faces", "8"], "dice with 8 faces cannot be read"),
        (["calibrate", PICTURE, "--called", "purple"], "expected words like purple=blue"),
        (["calibrate", PICTURE, "--dice-set", "2 mauve"], "no colour of dice: '2 mauve'"),
        (["calibrate", PICTURE, "--board", "8", "--boards", PICTURE], "expected a board's squares like 8x6"),
        (["calibrate", PICTURE, "--called", "\x1b[2J=blue"], "expected words like purple=blue"),
        (
            ["calibrate", PICTURE, "--called", "lilac=blue", "--called", "violet=blue"],
            "one name for blue dice",
        ),
        (["calibrate", PICTURE, "clip.mp4"], "expected pictures, or one camera, stream or clip, got "),
        (["calibrate", PICTURE, "--annotate", PICTURE], "is a picture that is looked at"),
        (["check", "--camera", PICTURE.parent, "--annotate", PICTURE], "is a picture that is looked at"),
        (
            ["check", "--camera", PICTURE, "--annotate", "found.txt"],
            "its name ends in no kind of picture",
        ),
        (["calibrate", PICTURE, "--name", "kitchen "], "'kitchen ' is no name of a profile"),
        (["profiles", "delete", "attic"], "no profile 'attic' (there are: none yet"),
        (["profiles", "show", "attic"], "no profile 'attic' (there are: none yet"),
        (["profiles", "show", "../attic"], "is no name of a profile"),
        (["read", PICTURE, "--profile", "attic"], "no profile 'attic'"),
        (["read", PICTURE, "--dice-set", "red; blue"], "no colour of dice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(rollcall: Run, words: list[str], said: str) -> None:
    ended = rollcall(*words)
    assert ended.code == 1
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_a_view_without_light_is_not_good(rollcall: Run, tmp_path: Path) -> None:
    save_picture(tmp_path / "night.png", np.full((120, 160, 3), 9, np.uint8))
    ended = rollcall("check", "--camera", tmp_path / "night.png", "--annotate", tmp_path / "shown.png")
    assert ended.code == 1
    assert "put right first: too dark, no dice." in ended.out
    assert (tmp_path / "shown.png").is_file()


def test_a_table_that_lacks_dice_is_not_measured(tmp_path: Path) -> None:
    save_picture(tmp_path / "bare.png", np.full((120, 160, 3), 90, np.uint8))
    wanted = Wanted("bare", parse_dice_set("2 white"), {}, None, None, (), None)
    with pytest.raises(RuntimeError, match="no white die in view"):
        calibrate_table([str(tmp_path / "bare.png")], wanted)
    assert profiles.found("bare") is None


def test_dice_that_are_expected_and_not_there_are_said_aside(rollcall: Run, tmp_path: Path) -> None:
    save_picture(tmp_path / "bare.png", np.full((120, 160, 3), 90, np.uint8))
    ended = rollcall("read", tmp_path / "bare.png", "--dice-set", "red")
    assert "no red die in view" in ended.err
    assert ended.code == 0
