"""Pictures and views of a table with its profile: what `check --camera` and `play --dice-from pictures` know of it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.faulty import lit
from calibration.profile import Lens
from engine.dice import Colour
from rollcall.sample import Sample
from tests.conftest import Ended
from tests.rollcall.test_eyes import CANDLES, SHOWN, filmed, kept
from tests.vision.test_straight import taken_through, wide
from vision.lens import Straightener
from vision.picture import load_picture, save_picture
from vision.reader import Reader
from vision.reading import Array

Run = Callable[..., Ended]


pytestmark = pytest.mark.usefixtures("own_profiles")


def lens_for(bgr: Array) -> Lens:
    """The wide lens as a profile of pictures of this size holds it."""
    lens = wide(bgr.shape[1], bgr.shape[0])
    return Lens(matrix=lens.matrix, distortion=lens.distortion, width=lens.width, height=lens.height, error_px=0)


def test_the_lens_and_the_light_are_known_of_pictures_too(
    rollcall: Run, tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = SHOWN["pairs-touching"]  # misread where it stays bent
    bgr = load_picture(sample.path)
    kept(reader, sample, lens=lens_for(bgr))
    save_picture(tmp_path / "1.png", taken_through(wide(bgr.shape[1], bgr.shape[0]), lit(bgr, *CANDLES)))
    table = (tmp_path / "1.png", "--dice-from", "pictures", "--players", "Ann", "--match", tmp_path / "match.txt")
    for words, code in (((), 1), (("--profile", "kitchen"), 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
        assert rollcall("play", "qwixx", *table, *words).code == code
    assert f"roll {sample.roll}" in (tmp_path / "match.txt").read_text("utf-8")


def test_a_die_beside_the_tray_of_a_picture_is_mentioned(
    rollcall: Run, tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = SHOWN["tray-and-sheet"]
    edge = 400 / load_picture(sample.path).shape[1]  # the white five lies at 432 px and beyond
    kept(reader, sample, tray=((0.0, 0.0), (edge, 0.0), (edge, 1.0), (0.0, 1.0)))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    table = (sample.path, "--dice-from", "pictures", "--players", "Ann", "--match", tmp_path / "match.txt")
    said = rollcall("play", "qwixx", *table, "--profile", "kitchen").err
    assert "only 1 of 2 white dice in view" in said
    assert said.endswith("a white die beside the tray\n")


def test_a_view_is_checked_by_what_is_known_of_its_table(rollcall: Run, reader: Reader) -> None:
    other = SHOWN["tray-720p"]  # a black die in place of the red one
    kept(reader, other)
    assert "no red die in view" in rollcall("check", "--camera", other.path).out
    assert "in view" not in rollcall("check", "--camera", other.path, "--profile", "kitchen").out
    tray = SHOWN["tray-and-sheet"]
    edge = 400 / load_picture(tray.path).shape[1]  # the white five lies at 432 px and beyond
    kept(reader, tray, tray=((0.0, 0.0), (edge, 0.0), (edge, 1.0), (0.0, 1.0)))
    beside, missing, _ = rollcall("check", "--camera", tray.path, "--profile", "kitchen").out.splitlines()
    assert beside == "a white die beside the tray"
    assert missing.startswith("dice missing (only 1 of 2 white dice in view)")


def test_a_view_of_another_shape_is_checked_without_the_tray_and_that_is_said(
    rollcall: Run, tmp_path: Path, reader: Reader
) -> None:
    sample = SHOWN["tray-and-sheet"]
    bgr = load_picture(sample.path)
    kept(reader, sample, tray=((0.0, 0.0), (0.1, 0.0), (0.1, 1.0), (0.0, 1.0)), lens=lens_for(bgr))
    save_picture(tmp_path / "upright.png", cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE))
    words = ("--profile", "kitchen")
    first, *others = rollcall("check", "--camera", tmp_path / "upright.png", *words).out.splitlines()
    assert first == "the picture has another shape than when the table was measured: its tray and lens are left out"
    assert not [line for line in others if "beside the tray" in line]
    assert first in rollcall("read", tmp_path / "upright.png", *words).err
    assert first not in rollcall("read", sample.path, *words).err


def test_a_view_through_a_wide_lens_is_checked_straight(rollcall: Run, tmp_path: Path, reader: Reader) -> None:
    sample = SHOWN["two-sheets"]
    bgr = load_picture(sample.path)
    lens = wide(bgr.shape[1], bgr.shape[0])
    bent, rim = taken_through(lens, bgr), 0.03
    kept(reader, sample, lens=lens_for(bgr), tray=((rim, rim), (1 - rim, rim), (1 - rim, 1 - rim), (rim, 1 - rim)))
    save_picture(tmp_path / "bent.png", bent)
    words = ("--camera", tmp_path / "bent.png", "--profile", "kitchen", "--annotate", tmp_path / "seen.png")
    assert "beside" not in rollcall("check", *words).out
    straight = Straightener(lens, lens.width, lens.height).picture(bent)
    assert np.median(cv2.absdiff(load_picture(tmp_path / "seen.png"), straight)) == 0
    assert np.median(cv2.absdiff(bent, straight)) > 0


def without_blue(sample: Sample) -> Array:
    """The picture with the table's grey where the blue die lies."""
    bgr = load_picture(sample.path)
    box = next(die.box for die in sample.dice if die.colour is Colour.BLUE)
    bgr[round(box.y) : round(box.y + box.height), round(box.x) : round(box.x + box.width)] = 60
    return bgr


def test_a_die_that_is_missing_is_called_what_its_owner_calls_it(
    rollcall: Run, tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = SHOWN["tray-and-sheet"]  # the others are sure, so that nothing else is asked first
    known = kept(reader, sample).dice
    own = tuple(die.model_copy(update={"name": "purple"}) if die.plays is Colour.BLUE else die for die in known)
    kept(reader, sample, dice=own)
    view = tmp_path / "view.png"
    save_picture(view, without_blue(sample))
    known_as = ("--profile", "kitchen")
    assert rollcall("read", view, *known_as).err == f"{view}: no purple die in view\n"
    assert "no purple die in view" in rollcall("read", view, *known_as, "--game", "qwixx", "--players", "Ann").err
    assert "no purple die in view" in rollcall("check", "--camera", view, *known_as).out
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    shots = (view, "--dice-from", "pictures", "--players", "Ann", "--match", tmp_path / "1.txt")
    assert "purple: kein Würfel" in rollcall("play", "qwixx", *shots, *known_as, "--language", "de").err
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    film = filmed(tmp_path / "film.avi", without_blue(sample), 2.6)
    table = ("--camera", film, "--players", "Ann", "--match", tmp_path / "2.txt")
    assert "A purple die is missing." in rollcall("play", "qwixx", *table, *known_as).out
    assert "A purple die is missing." in rollcall("watch", film, "--json", *known_as).out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["play", "qwixx", "--players", "Ann", "--profile", "attic"], 2, "--camera or --dice-from pictures"),
        (["check", "--profile", "attic"], 2, "it goes with --camera"),
        (["calibrate", "view.png", "--charuco"], 2, "it goes with --board"),
        (["check", "--dice-set", "red"], 2, "it goes with --camera"),
        (["check", "--annotate", "seen.jpg"], 2, "it goes with --camera"),
        (["check", "--camera", "view.png", "--profile", "attic"], 1, "no profile 'attic'"),
    ],
)
def test_profiles_that_cannot_be_taken_are_refused(rollcall: Run, words: list[str], code: int, said: str) -> None:
    ended = rollcall(*words)
    assert (ended.code, said in " ".join(ended.err.replace("│", " ").split())) == (code, True)
