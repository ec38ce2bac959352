"""Profiles: measured from a picture, written as text, read back, compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.change import changes
from calibration.measure import Measured, measured
from calibration.profile import Lens, Profile, ProfileError, load, parse, save, written
from engine.dice import COLOURS, Colour
from tests.calibration.drawn import PAINT, QWIXX, drawn, lit
from vision.diceset import parse_dice_set
from vision.face import linear
from vision.profile import placed

LENS = Lens(
    matrix=((500, 0, 320), (0, 500, 240), (0, 0, 1)),
    distortion=(-0.2, 0.05, 0, 0, 0),
    width=640,
    height=480,
    error_px=0,
)
SET = parse_dice_set("2 white, red, yellow, green, blue")


def measure(bgr_scale: tuple[float, float, float] = (1, 1, 1), **options: object) -> Measured:
    bgr, dice = drawn()
    return measured("kitchen", [(lit(bgr, *bgr_scale), dice)], SET, {}, **options)  # type: ignore[arg-type]


def test_size_light_and_colours_are_measured() -> None:
    profile = measure().profile
    assert profile.die_share == pytest.approx(60 / 640, abs=1e-4)
    assert profile.white == pytest.approx(PAINT[Colour.WHITE], abs=0.01)
    for die in profile.dice:
        assert die.light == pytest.approx([share / 0.55 for share in PAINT[die.plays]], abs=0.02)
        assert die.light_pips == (die.plays not in (Colour.WHITE, Colour.YELLOW))


def test_a_profile_reads_back_as_it_was_written(tmp_path: Path) -> None:
    profile = measure(tray=[(0.1, 0.1), (0.9, 0.1), (0.9, 0.95), (0.1, 0.95)]).profile
    save(tmp_path / "new" / "kitchen.toml", profile)
    assert load(tmp_path / "new" / "kitchen.toml") == profile


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ProfileError, match=r"cannot write .*folder"):
        save(tmp_path / "folder", measure().profile)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_mark_in_front_of_the_text_is_passed_over(tmp_path: Path) -> None:
    profile = measure().profile
    (tmp_path / "kitchen.toml").write_text(written(profile), encoding="utf-8-sig")  # as Notepad saves it
    assert load(tmp_path / "kitchen.toml") == profile


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("die_share", "dice_share"), "there is no key dice_share"),
        (("faces = 6", "faces = 8"), "dice with 8 faces cannot be read: the reader counts pips on six-sided dice"),
        (('plays = "blue"', 'plays = "mauve"'), "dice.4.plays: Input should be 'white'"),
        (('name = "kitchen"', 'name = "../kitchen"'), "a name is 1 to 40 letters"),
        (("[[dice]]", "[[dice"), "is not TOML"),
        (("die_share = 0.0938", "die_share = 0"), "die_share: Input should be greater than 0"),
        (("tray = []", "tray = [[0.1, 0.1], [0.9, 0.1]]"), "tray: expected three corners or more, or none, not 2"),
        (("tray = []", "tray = [[0.1, 0.1], [0.5, 0.5], [0.9, 0.9]]"), "tray: expected the corners in order round"),
        (
            ("tray = []", "tray = [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.8]]"),
            "tray: expected the corners in order",
        ),
        (('name = "kitchen"', 'name = "kitchen."'), "a name is .* the last a letter or digit"),
        (('name = "kitchen"', 'name = "Nul.old"'), "a name is .* and no con or nul"),
        (('name = "blue"', 'name = "blue\\u001b[2J"'), "dice.4.name: String should match pattern"),
        (("tray = []", "exposure = nan"), "exposure: Input should be a finite number"),
        (('name = "blue"', 'name = "white"'), "dice: expected a name of its own for each colour"),
        (('name = "blue"', 'name = ""'), "dice.4.name: String should have at least 1 character"),
        (("0.05, 0.0, 0.0, 0.0", "0.05, 0.0"), "lens.distortion: expected 4, 5, 8, 12 or 14 numbers, not 3"),
        (("[500.0, 0.0, 320.0]", "[0.0, 0.0, 320.0]"), "lens.matrix: expected focal lengths above 0"),
    ],
)
def test_a_profile_with_a_mistake_is_refused(change: tuple[str, str], said: str) -> None:
    text = written(measure().profile.model_copy(update={"lens": LENS}))
    assert change[0] in text
    with pytest.raises(ProfileError, match=said):
        parse(text.replace(*change), "kitchen.toml")


def test_missing_dice_are_named_when_measuring() -> None:
    bgr, dice = drawn()
    with pytest.raises(ProfileError, match="no blue die in view"):
        measured("kitchen", [(bgr, dice[:-1])], SET, {})
    with pytest.raises(ProfileError, match="a white die among those"):
        measured("kitchen", [(bgr, dice)], parse_dice_set("red"), {})
    with pytest.raises(ProfileError, match="two colours called red"):
        measured("kitchen", [(bgr, dice)], SET, {Colour.BLUE: "red"})


def test_purple_dice_may_play_as_blue() -> None:
    bgr, dice = drawn(paint={**PAINT, Colour.BLUE: (0.2, 0.02, 0.3)})
    dice[-1] = replace(dice[-1], colour=None, colour_probs=np.array([0.01] * 6 + [0.94], np.float32))
    die = measured("ours", [(bgr, dice)], SET, {Colour.BLUE: "purple"}).profile.dice[-1]
    assert (die.name, die.plays) == ("purple", Colour.BLUE)
    assert die.light[0] > die.light[1]


@pytest.mark.parametrize(
    "names",
    [{Colour.RED: "black"}, {Colour.RED: "black", Colour.BLUE: "purple"}, {Colour.RED: "blue", Colour.BLUE: "red"}],
)
def test_dice_may_play_as_others_of_the_game(names: dict[Colour, str]) -> None:
    """Each die is seen as the colour that its owner calls it."""
    bgr, dice = drawn()
    for i, die in enumerate(dice):
        if die.colour in names:
            name = names[die.colour]
            probs = np.full(7, 0.001, np.float32)
            probs[COLOURS.index(Colour(name)) if name in COLOURS else -1] = 0.994
            dice[i] = replace(die, colour=Colour(name) if name in COLOURS else None, colour_probs=probs)
    seen = measured("ours", [(bgr, dice)], SET, names).profile.dice
    assert {die.plays: die.name for die in seen if die.plays in names} == names
    for die in seen:
        assert die.light == pytest.approx([share / 0.55 for share in PAINT[die.plays]], abs=0.02)


def test_colours_that_are_too_close_are_named() -> None:
    assert measure().warnings == ()
    bgr, dice = drawn(paint={**PAINT, Colour.YELLOW: (0.55, 0.5, 0.42)})
    (said,) = measured("dim", [(bgr, dice)], SET, {}).warnings
    assert said.startswith("white and yellow are hard to tell apart here")


def test_what_has_changed_since_the_last_profile_is_said() -> None:
    before = measure().profile
    assert changes(before, before) == []
    assert changes(before, measure((0.8, 0.5, 0.25)).profile)[:2] == ["0.51 times as bright", "the light is warmer"]
    nearer = Profile(**{**before.model_dump(), "die_share": 0.14})
    assert changes(before, nearer) == ["dice look 49% larger: the camera has moved"]
    assert "blue dice are gone" in changes(before, Profile(**{**before.model_dump(), "dice": before.dice[:-1]}))


def test_dice_beside_the_tray_are_told_apart() -> None:
    _, dice = drawn()
    place = placed(dice, np.array([(0, 0), (640, 0), (640, 216), (0, 216)]))
    assert [die.colour for die in place.outside] == list(QWIXX[3:])
    assert placed(dice, np.empty((0, 2))).outside == ()


def test_light_is_measured_in_linear_units() -> None:
    assert linear(np.array([128])) == pytest.approx(0.2159, abs=1e-3)  # IEC 61966-2-1
