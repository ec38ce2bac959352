"""A table watched live with its profile: its dice, its tray, its light and its lens."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import islice, pairwise
from pathlib import Path

import cv2
import pytest

from calibration.faulty import lit
from calibration.measure import measured
from calibration.profile import Lens, Profile, save
from engine.dice import Colour
from rollcall import profiles
from rollcall.eyes import Eyes
from rollcall.sample import Sample, samples
from tests.conftest import Ended
from tests.rollcall.test_play_stream import dice
from tests.stream import Phone
from tests.vision.squares import FIRST, FPS, SIDE, SquareReader, picture
from tests.vision.squares import frames as film
from tests.vision.test_straight import taken_through, wide
from vision.camera import frames
from vision.event import OtherShape, Question, Reason, RollSeen
from vision.expected import CANDIDATE
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import Array, Frame
from vision.source import find_source
from vision.table import PAUSE_S

SHOWN = {sample.path.stem: sample for sample in samples()}
CANDLES = (1.2, 0.75, 0.35)  # linear red, green and blue
Run = Callable[..., Ended]


pytestmark = pytest.mark.usefixtures("own_profiles")


def kept(reader: Reader, sample: Sample, **more: object) -> Profile:
    """The profile `kitchen`, measured in this picture."""
    bgr = load_picture(sample.path)
    dice = Counter(die.colour for die in sample.dice)
    profile = measured("kitchen", [(bgr, reader.read(bgr, CANDIDATE))], dice, {}).profile.model_copy(update=more)
    save(profiles.path_of("kitchen"), profile)
    return profile


def filmed(path: Path, bgr: Array, lies_s: float) -> Path:
    """A film of the empty table, and then so long of the picture; ten frames a second."""
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), 10, bgr.shape[1::-1])
    for frame in [cv2.GaussianBlur(bgr, (0, 0), 40)] * 4 + [bgr] * round(lies_s * 10):
        writer.write(frame)
    writer.release()
    return path


def test_another_lamp_and_a_wide_lens_are_seen_through(rollcall: Run, tmp_path: Path, reader: Reader) -> None:
    sample = SHOWN["pairs-touching"]  # by candles its white dice look yellow, without a profile
    bgr = load_picture(sample.path)
    lens = wide(bgr.shape[1], bgr.shape[0])
    of_lens = Lens(matrix=lens.matrix, distortion=lens.distortion, width=lens.width, height=lens.height, error_px=0)
    kept(reader, sample, lens=of_lens, exposure=-6.0)
    film = filmed(tmp_path / "film.avi", taken_through(lens, lit(bgr, *CANDLES)), 0.6)
    ended = rollcall("watch", film, "--profile", "kitchen")
    assert ended.out.split("roll 1  ")[1].strip() == str(sample.roll)
    assert ended.err == f"{film} is no camera of this computer, so its exposure and white balance stay as they are\n"


def test_a_die_beside_the_tray_is_asked_about(
    rollcall: Run, tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = SHOWN["tray-and-sheet"]
    bgr = load_picture(sample.path)
    edge = 400 / bgr.shape[1]  # the white five lies at 432 px and beyond
    kept(reader, sample, tray=((0.0, 0.0), (edge, 0.0), (edge, 1.0), (0.0, 1.0)))
    film = filmed(tmp_path / "film.avi", bgr, 1.6)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    words = ("--players", "Ann", "--match", tmp_path / "match.txt", "--camera", film, "--profile", "kitchen")
    assert "The white die lies outside the tray" in rollcall("play", "qwixx", *words).out


def test_dice_that_lie_still_are_no_roll_where_pictures_change_their_size() -> None:
    taken = list(film((1, FIRST)))
    for scale in (0.5, 1.0, 2.0):
        later = taken[-1].time_s + 1 / FPS
        larger = [cv2.resize(frame.bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST) for frame in taken]
        taken += [Frame(bgr, later + i / FPS, i) for i, bgr in enumerate(larger[:FPS])]
    looks = list(Eyes(SquareReader()).looks(taken, lambda: None, False))
    assert [type(event) for look in looks for event in look.events] == [RollSeen]
    for look in looks:
        scale = look.frame.bgr.shape[1] / taken[0].bgr.shape[1]
        assert {round(die.box.width / scale) for die in look.readings} == {SIDE}


def test_the_tray_stays_where_it_is_where_pictures_change_their_size(reader: Reader) -> None:
    sample = SHOWN["tray-and-sheet"]
    bgr = load_picture(sample.path)
    edge = 400 / bgr.shape[1]  # the white five lies at 432 px and beyond
    eyes = Eyes(reader, kept(reader, sample, tray=((0.0, 0.0), (edge, 0.0), (edge, 1.0), (0.0, 1.0))))
    small = cv2.resize(bgr, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    taken = [Frame(picture, i / 10, i) for i, picture in enumerate([bgr] * 14 + [small] * 14)]
    told = [event for look in eyes.looks(taken, lambda: eyes.dice, False) for event in look.events]
    assert [event.reason for event in told if isinstance(event, Question)] == [Reason.OUTSIDE]
    assert len(told) == 1


def test_in_pictures_of_another_shape_nobody_knows_where_the_tray_is(reader: Reader) -> None:
    sample = SHOWN["tray-and-sheet"]
    bgr = load_picture(sample.path)
    eyes = Eyes(reader, kept(reader, sample, tray=((0.0, 0.0), (0.1, 0.0), (0.1, 1.0), (0.0, 1.0))))
    upright = cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE)  # as of a phone that has been turned
    taken = [Frame(picture, i / 10, i) for i, picture in enumerate([bgr] * 3 + [upright] * 14 + [bgr])]
    told = [event for look in eyes.looks(taken, lambda: eyes.dice, False) for event in look.events]
    assert told[0] == OtherShape(0.3)
    assert not [event for event in told[1:] if isinstance(event, OtherShape)]
    assert Reason.OUTSIDE not in [event.reason for event in told if isinstance(event, Question)]
    assert len(eyes.lying(upright).inside) > len(eyes.lying(bgr).inside) == 0


def test_after_a_lock_fewer_dice_are_due(reader: Reader) -> None:
    sample = SHOWN["two-sheets"]
    bgr = load_picture(sample.path)
    eyes = Eyes(reader, kept(reader, sample))
    assert eyes.dice == Counter(die.colour for die in sample.dice)
    due = {colour: count for colour, count in (eyes.dice or {}).items() if colour is not Colour.GREEN}
    box = next(die.box for die in sample.dice if die.colour is Colour.GREEN)
    covered = bgr.copy()
    covered[round(box.y) : round(box.y + box.height), round(box.x) : round(box.x + box.width)] = 60
    assert Counter(die.colour for die in eyes.read(covered, due)) == due
    assert Colour.GREEN in {die.colour for die in eyes.read(bgr, due)}  # one too many, and that is seen


def test_without_a_profile_nothing_is_known() -> None:
    eyes = Eyes(SquareReader())
    assert eyes.dice is None
    assert len(eyes.read(picture([(3, 100, 100), (4, 300, 200)]), {None: 2})) == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["watch", "film.avi", "--profile", "attic"], 1, "no profile 'attic' (there are: none yet"),
        (["play", "qwixx", "--players", "Ann", "--profile", "attic"], 2, "it goes with --camera"),
    ],
)
def test_profiles_that_cannot_be_taken_are_refused(rollcall: Run, words: list[str], code: int, said: str) -> None:
    ended = rollcall(*words)
    assert (ended.code, said in " ".join(ended.err.replace("│", " ").split())) == (code, True)


def test_a_still_table_is_looked_at_less_often_but_a_push_is_noticed_within_a_tenth_of_a_second() -> None:
    camera, times_s = Phone(dice(*FIRST)), list[float]()
    with closing(frames(find_source(camera.address))) as taken:
        for look in islice(Eyes(SquareReader()).looks(taken, lambda: None, is_live=True), 40):
            times_s += [look.frame.time_s] if look.is_calm else []
    camera.close()
    assert len(times_s) > 5
    assert PAUSE_S + 1 / FPS <= 0.1
    assert min(later - earlier for earlier, later in pairwise(times_s)) >= PAUSE_S
