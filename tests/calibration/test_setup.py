"""The set-up check: every fault is named on pictures that have it, and none is invented on good ones."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.fault import ADVICE, Fault, Kind
from calibration.faulty import FAULTY, Shot, glare
from calibration.setup import setup_faults, shown, verdict
from engine.dice import Colour
from rollcall.sample import Sample, samples
from tests.builders import reading
from vision.camera import Held
from vision.expected import CANDIDATE
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import Array, DieReading

# The others are hard on purpose: an evening light, a lamp's glare, a flat angle, dice 20 px wide.
GOOD = ("tray-and-sheet", "two-sheets", "dotted-cloth", "stone", "felt-noise")


def good(sample: Sample) -> tuple[Array, list[DieReading]]:
    """A bundled picture and its dice as they are labelled; tops fill the middle of their boxes."""
    dice = []
    for die in sample.dice:
        one = reading(die.pips, die.colour, box=die.box)
        middle = one.face.mean(axis=0)
        dice.append(replace(one, face=(middle + (one.face - middle) * 0.6).astype(np.float32)))
    return load_picture(sample.path), dice


PICTURES = {sample.path.stem: good(sample) for sample in samples() if sample.path.stem in GOOD}


def found(shot: Shot, dice: list[DieReading]) -> list[Fault]:
    expected: Counter[Colour] = Counter(die.colour for die in dice if die.colour is not None)
    return setup_faults(*shot, expected)


@pytest.mark.parametrize("name", PICTURES)
def test_no_fault_is_invented_on_a_good_picture(name: str) -> None:
    bgr, dice = PICTURES[name]
    noise = np.random.default_rng(0)
    frames = [np.clip(bgr + noise.normal(0, 3, bgr.shape), 0, 255).astype(np.uint8) for _ in range(5)]
    assert found((frames, dice), dice) == []
    assert verdict([]) == "The set-up is good: roll the dice."


@pytest.mark.parametrize("kind", FAULTY)
@pytest.mark.parametrize("name", ["two-sheets", "stone"])
def test_every_fault_is_named(name: str, kind: Kind) -> None:
    bgr, dice = PICTURES[name]
    faults = found(FAULTY[kind](bgr, dice), dice)
    assert kind in [fault.kind for fault in faults]
    assert kind.value in verdict(faults)


def test_glare_is_named_with_the_die_it_is_on() -> None:
    bgr, dice = PICTURES["tray-and-sheet"]
    (glare,) = [fault for fault in found(FAULTY[Kind.GLARE](bgr, dice), dice) if fault.kind is Kind.GLARE]
    die = next(die for die in dice if die.colour is not Colour.WHITE)
    assert glare.boxes == (die.box,)
    assert f"{die.colour} die" in str(glare)


def test_glare_that_a_lamp_made_is_named() -> None:
    bgr, dice = good(next(sample for sample in samples() if sample.path.stem == "checked-cloth"))
    shine = [fault.measured.split("of the ")[1] for fault in found(([bgr], dice), dice)]
    assert sorted(shine) == ["green die's top shines", "yellow die's top shines"]  # both tops are all white


@pytest.mark.parametrize("doubt", [None, "1 or 3"])
def test_a_bright_white_die_has_glare_only_where_its_pips_are_in_doubt(doubt: str | None) -> None:
    bgr, dice = PICTURES["stone"]
    white = next(die for die in dice if die.colour is Colour.WHITE)
    bright = bgr.copy()
    x, y = (round(at) for at in white.box.centre)
    half = round(white.box.width / 2)
    bright[y - half : y + half, x - half : x + half] = 255
    read = [replace(die, doubt=doubt) if die is white else die for die in dice]
    glare = [fault for fault in found(([bright], read), dice) if fault.kind is Kind.GLARE]
    assert [fault.boxes for fault in glare] == ([] if doubt is None else [(white.box,)])


@pytest.mark.parametrize(
    ("pips", "doubt", "aside", "is_glare"),
    [
        (1, None, 0.0, False),  # a large white pip
        (1, None, 0.25, True),  # no pip lies there
        (1, "1 or 5", 0.0, True),
        (5, None, 0.0, True),
    ],
)
def test_a_large_white_pip_is_no_glare(pips: int, doubt: str | None, aside: float, is_glare: bool) -> None:
    bgr, dice = PICTURES["two-sheets"]
    red = next(die for die in dice if die.colour is Colour.RED)
    shown = replace(red, pip_probs=reading(pips).pip_probs, doubt=doubt)
    side = red.face[1, 0] - red.face[0, 0]
    x, y = red.face.mean(axis=0)
    at = round(float(x + aside * side)), round(float(y))
    pip = cv2.circle(bgr.copy(), at, round(float(0.2 * side)), (255, 255, 255), cv2.FILLED)
    faults = found(([pip], [shown if die is red else die for die in dice]), dice)
    assert [fault.boxes for fault in faults if fault.kind is Kind.GLARE] == ([(red.box,)] if is_glare else [])


@pytest.mark.parametrize("size", [0.08, 0.12])
def test_a_lamp_on_a_die_that_looks_like_a_one_is_glare(size: float) -> None:
    """It fades out, which a white pip does not."""
    bgr, dice = PICTURES["stone"]
    red = next(die for die in dice if die.colour is Colour.RED)
    plain = cv2.fillConvexPoly(bgr.copy(), red.face.round().astype(np.int32), (40, 40, 160))
    frames, _ = glare(plain, [red], size)
    seen = replace(red, pip_probs=reading(1).pip_probs, doubt=None)
    faults = found((frames, [seen if die is red else die for die in dice]), dice)
    assert [fault.boxes for fault in faults if fault.kind is Kind.GLARE] == [(red.box,)]


def test_the_white_pip_of_a_pale_die_is_no_glare() -> None:
    bgr, dice = PICTURES["two-sheets"]
    red = next(die for die in dice if die.colour is Colour.RED)
    pale = cv2.fillConvexPoly(bgr.copy(), red.face.round().astype(np.int32), (185, 180, 235))
    at = tuple(red.face.mean(axis=0).round().astype(int).tolist())
    cv2.circle(pale, at, round(0.2 * float(red.face[1, 0] - red.face[0, 0])), (255, 255, 255), cv2.FILLED)
    seen = replace(red, pip_probs=reading(1).pip_probs, doubt=None)
    faults = found(([pale], [seen if die is red else die for die in dice]), dice)
    assert [fault for fault in faults if fault.kind is Kind.GLARE] == []


def test_glare_that_hides_a_die_is_named_with_it() -> None:
    bgr, dice = PICTURES["stone"]
    (hidden,) = [die for die in dice if die.colour is Colour.BLUE]
    frames, _ = FAULTY[Kind.GLARE](bgr, [hidden])
    seen = [die for die in dice if die is not hidden]
    faults = {fault.kind: fault for fault in found((frames, seen), dice)}
    assert faults[Kind.GLARE].measured == "a spot shines that may hide the blue die"
    assert faults[Kind.GLARE].boxes[0].overlap(hidden.box) > 0


@pytest.mark.parametrize(("colour", "spots"), [(Colour.WHITE, 1), (Colour.BLUE, 8)])
def test_what_is_white_by_itself_hides_no_die(colour: Colour, spots: int) -> None:
    bgr, dice = PICTURES["stone"]
    cells = bgr.copy()
    for i in range(spots):
        cv2.rectangle(cells, (20 + 40 * i, 15), (50 + 40 * i, 45), (255, 255, 255), cv2.FILLED)
    (missing, *_) = [die for die in dice if die.colour is colour]
    faults = found(([cells], [die for die in dice if die is not missing]), dice)
    assert [fault.kind for fault in faults] == [Kind.MISSING]


def test_a_camera_that_stands_low_is_named_by_what_the_reader_sees() -> None:
    reader, angles = Reader.load(), {}
    for sample in samples():
        if sample.path.stem in ("flat-angle", "stone", "two-sheets"):
            bgr = load_picture(sample.path)
            expected = Counter(die.colour for die in sample.dice)
            faults = setup_faults([bgr], reader.read(bgr, CANDIDATE), expected)
            angles[sample.path.stem] = [fault.measured for fault in faults if fault.kind is Kind.FLAT]
    (said,) = angles.pop("flat-angle")
    assert 15 <= int(said.removeprefix("about ").partition("°")[0]) <= 30
    assert not any(angles.values())


def test_a_picture_without_dice_says_so() -> None:
    assert [fault.kind for fault in found(([np.full((90, 160, 3), 120, np.uint8)], []), [])] == [Kind.NO_DICE]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_too_blurred_to_see_any_dice_is_called_out_of_focus(name: str) -> None:
    bgr, dice = PICTURES[name]
    blurred, _ = FAULTY[Kind.BLURRED](bgr, dice)
    assert [fault.kind for fault in found((blurred, []), dice)] == [Kind.BLURRED, Kind.NO_DICE]
    assert [fault.kind for fault in found(([bgr], []), dice)] == [Kind.NO_DICE]


def test_a_picture_without_colours_is_no_fault_where_all_dice_are_white() -> None:
    bgr, dice = PICTURES["stone"]
    (grey,), _ = FAULTY[Kind.GREY](bgr, dice)
    white = [die for die in dice if die.colour is Colour.WHITE]
    assert [fault.kind for fault in setup_faults([grey], white, {Colour.WHITE: 2})] == []


def test_a_die_that_is_not_in_view_is_named() -> None:
    bgr, dice = PICTURES["stone"]
    (fault,) = found(([bgr], dice[1:]), dice)
    assert (fault.kind, fault.measured) == (Kind.MISSING, f"no {dice[0].colour} die in view")


def test_a_die_too_many_is_named() -> None:
    bgr, dice = PICTURES["stone"]
    (blue,) = [die for die in dice if die.colour is Colour.BLUE]
    another = replace(blue, box=replace(blue.box, x=10.0), face=blue.face - np.float32(blue.box.x - 10))
    (fault,) = found(([bgr], [*dice, another]), dice)
    assert (fault.kind, fault.measured) == (Kind.EXTRA, "a second blue die")
    faults = found(([bgr], [*dice[1:], another]), dice)
    assert [fault.measured for fault in faults] == [f"no {dice[0].colour} die in view", "a second blue die"]


def test_what_hides_a_die_is_told_before_the_die_that_is_missing() -> None:
    bgr, dice = PICTURES["stone"]
    blurred, _ = FAULTY[Kind.BLURRED](bgr, dice)
    faults = found((blurred, dice[1:]), dice)
    assert [fault.kind for fault in faults] == [Kind.BLURRED, Kind.MISSING]


def test_a_cast_is_told_by_two_colours() -> None:
    bgr, dice = PICTURES["stone"]
    (cast,) = found(FAULTY[Kind.CAST](bgr, dice), dice)
    assert re.fullmatch(r"white dice show \d+\.\d times as much red as blue", cast.measured)


def test_what_the_driver_refuses_is_named() -> None:
    bgr, dice = PICTURES["stone"]
    expected: Counter[Colour] = Counter(die.colour for die in dice if die.colour is not None)
    assert [fault.kind for fault in setup_faults([bgr], dice, expected, Held(None, 4000))] == [Kind.EXPOSURE]
    assert setup_faults([bgr], dice, expected, Held(-5, 4000)) == []


def test_faults_are_shown_in_a_copy_of_the_picture() -> None:
    bgr, dice = PICTURES["stone"]
    before = bgr.copy()
    drawn = shown(bgr, [Fault(Kind.GLARE, "30% of the red die's top shines", (dice[0].box,))])
    assert (bgr == before).all()
    assert (drawn != bgr).any()


def test_every_kind_of_fault_has_advice_in_one_sentence() -> None:
    assert set(ADVICE) == set(Kind)
    assert all(advice.endswith(".") and advice.count(".") == 1 for advice in ADVICE.values())
