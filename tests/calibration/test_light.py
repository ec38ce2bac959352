"""The white dice as a reference: a lamp that is switched on in mid-game does not change the colours of dice."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from calibration.faulty import lit
from calibration.measure import measured
from engine.dice import Colour
from rollcall.sample import Sample, samples
from vision.diceset import parse_dice_set
from vision.expected import CANDIDATE
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import DieReading
from vision.reference import TableReader

SET = parse_dice_set("2 white, red, yellow, green, blue")
# A lamp beside it, candles almost, a cold screen: linear red, green and blue.
LIGHTS = [(1.3, 0.95, 0.6), (1.2, 0.75, 0.35), (0.75, 0.9, 1.2)]
SHOWN = {sample.path.stem: sample for sample in samples()}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def colours(dice: Iterable[DieReading], sample: Sample) -> tuple[int, int]:
    """How many labelled dice were found, and how many of these have the right colour."""
    pairs = [(die.colour, label.colour) for label in sample.dice for die in dice if die.box.overlap(label.box) > 0.5]
    return len(pairs), sum(seen is label for seen, label in pairs)


@pytest.mark.parametrize("names", [{}, {Colour.BLUE: "azure"}], ids=["plain", "azure plays as blue"])
@pytest.mark.parametrize("name", ["two-sheets"])
def test_colours_stay_when_the_light_changes(reader: Reader, name: str, names: dict[Colour, str]) -> None:
    sample = SHOWN[name]
    bgr = load_picture(sample.path)
    table = measured("here", [(bgr, reader.read(bgr, CANDIDATE))], SET, names).profile.table()
    known = TableReader(reader, table)
    seen = [colours(known.dice(lit(bgr, *light)).dice, sample) for light in LIGHTS]
    found, right = map(sum, zip(*seen, strict=True))
    assert found >= 0.8 * len(LIGHTS) * len(sample.dice)
    assert right >= 0.99 * found


def test_a_die_beside_the_tray_is_ignored_and_mentioned(reader: Reader) -> None:
    sample = SHOWN["tray-and-sheet"]
    bgr = load_picture(sample.path)
    right_edge = 400 / bgr.shape[1]  # the white five lies at 432 px and beyond
    tray = ((0.0, 0.0), (right_edge, 0.0), (right_edge, 1.0), (0.0, 1.0))
    fewer = parse_dice_set("white, red, yellow, green, blue")
    table = measured("here", [(bgr, reader.read(bgr, CANDIDATE))], fewer, {}, tray).profile.table()
    seen = TableReader(reader, table).dice(bgr)
    assert [die.colour for die in seen.outside] == [Colour.WHITE]
    assert len(seen.dice) == 5


def test_a_picture_without_dice_is_no_trouble(reader: Reader) -> None:
    bgr = load_picture(SHOWN["two-sheets"].path)
    table = measured("here", [(bgr, reader.read(bgr, CANDIDATE))], SET, {}).profile.table()
    known = TableReader(reader, table)
    assert known.read(bgr[:40, :40] // 8 + 100) == []
    assert tuple(known.white) == table.white
