"""`python -m calibration.rates`: how often the set-up check is right, and what it brings to know the table.

Good pictures are made bad on purpose, one fault at a time, and their light is changed as lamps would; all of them
are read as they then are. Angles are those of the renders.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import numpy as np

from calibration.fault import Kind
from calibration.faulty import FAULTY, lit
from calibration.labelled import Labelled, bundled, photographed, rendered
from calibration.measure import measured
from calibration.profile import ProfileError
from calibration.setup import setup_faults
from engine.dice import Colour
from vision.expected import CANDIDATE, assign
from vision.picture import load_picture
from vision.reader import IS_DIE, Reader
from vision.reading import Array, DieReading
from vision.reference import TableReader

SAMPLES = Path(__file__).parents[1] / "sample_images"
FRAMES, GRAIN = 7, 2.0  # the same picture but for grain, in grey levels
LOW, HIGH = 30.0, 45.0  # degrees: an angle below is too flat, above it is not
SAME = 0.5  # overlap of two boxes from which on they are of one die
LAMPS = {  # linear red, green and blue against daylight, as kelvins say
    2300: (1.9, 1.0, 0.35),
    2700: (1.6, 1.0, 0.5),
    3500: (1.3, 1.0, 0.72),
    9000: (0.88, 1.0, 1.25),
}
STOPS = 0.5  # the light of each is up to so much brighter or darker
Judged: TypeAlias = tuple[str, bool]


def main() -> None:
    """Print the rates on the bundled pictures, and on renders and photographs if there are any."""
    parser = argparse.ArgumentParser(prog="python -m calibration.rates", description=main.__doc__)
    parser.add_argument("--renders", type=Path, metavar="DIR", help="a folder of renders by models.render")
    parser.add_argument("--photos", type=Path, metavar="FILE", help="labelled photographs, a labels.jsonl")
    parser.add_argument("--part", default="dev", help="which part of the photographs")
    parser.add_argument("--most", type=int, metavar="N", help="no more pictures of each kind than this")
    wanted = parser.parse_args()
    reader = Reader.load()
    tell("bundled pictures", reader, islice(bundled(SAMPLES), wanted.most))
    if wanted.renders is not None:
        tell("renders", reader, islice(rendered(wanted.renders), wanted.most))
    if wanted.photos is not None:
        photographs = list(islice(photographed(wanted.photos, wanted.part), wanted.most))
        tell_named(reader, photographs)
        tell(f"photographs ({wanted.part})", reader, photographs)


def tell(name: str, reader: Reader, pictures: Iterable[Labelled]) -> None:
    """Print every rate over these pictures."""
    right, judged, count = Counter[str](), Counter[str](), 0
    for picture in pictures:
        count += 1
        for what, is_right in judgements(reader, picture):
            judged[what] += 1
            right[what] += is_right
    print(f"{name}: {count}")
    for what in judged:
        print(f"  {what:<64} {right[what]:>5} of {judged[what]}", flush=True)


def tell_named(reader: Reader, pictures: Iterable[Labelled]) -> None:
    """Print how often each fault is named in the photographs of each folder."""
    named, count = Counter[tuple[str, str]](), Counter[str]()
    for picture in pictures:
        folder, bgr = picture.path.parent.name, load_picture(picture.path)
        count[folder] += 1
        named.update((folder, kind) for kind in _kinds([bgr], reader.read(bgr, CANDIDATE), picture))
    for folder, photographs in count.items():
        said = {kind: named[folder, kind] for kind in Kind if named[folder, kind]}
        print(
            f"{folder}: {photographs}; " + (", ".join(f"{kind} {times}" for kind, times in said.items()) or "no fault")
        )


def judgements(reader: Reader, picture: Labelled) -> Iterator[Judged]:
    """What is judged in this picture, and whether it was right."""
    bgr = load_picture(picture.path)
    readings = reader.read(bgr, CANDIDATE)
    yield from _rolls(picture, readings)
    yield from _angle(picture, bgr, readings)
    if picture.is_good:
        yield from _faults(reader, picture, bgr, readings)
        yield from _lamps(reader, picture, bgr, readings)


def _rolls(picture: Labelled, readings: Sequence[DieReading]) -> Iterator[Judged]:
    """Only where every die can be read."""
    if any(die.pips is None for die in picture.dice):
        return
    roll = Counter((die.colour, die.pips) for die in picture.dice)
    for how, dice in _ways(picture, readings):
        yield f"whole roll right, {how}", Counter((die.colour, die.pips) for die in dice) == roll
        if all(die.doubt is None and die.colour_doubt is None for die in dice) and len(dice) == len(picture.dice):
            yield f"whole roll right of those without a doubt, {how}", Counter((d.colour, d.pips) for d in dice) == roll
        yield from _colours(picture, dice, how)


def _ways(picture: Labelled, readings: Sequence[DieReading]) -> Iterator[tuple[str, Sequence[DieReading]]]:
    """The dice as they are read each by itself, and with those that are expected."""
    yield "each die by itself", [die for die in readings if die.die_confidence >= IS_DIE]
    yield "dice expected", assign(readings, picture.expected).dice


def _colours(picture: Labelled, dice: Sequence[DieReading], how: str) -> Iterator[Judged]:
    for label in picture.dice:
        for die in dice:
            if die.box.overlap(label.box) > SAME:
                yield f"colour right, {how}", die.colour is label.colour


def _angle(picture: Labelled, bgr: Array, readings: Sequence[DieReading]) -> Iterator[Judged]:
    if picture.angle is None or LOW <= picture.angle < HIGH:
        return
    is_named = Kind.FLAT in _kinds([bgr], readings, picture)
    if picture.angle < LOW:
        yield f"{Kind.FLAT} named, below {LOW:.0f}°", is_named
    else:
        yield f"{Kind.FLAT} not invented, above {HIGH:.0f}°", not is_named


def _faults(reader: Reader, picture: Labelled, bgr: Array, readings: Sequence[DieReading]) -> Iterator[Judged]:
    at_first = _kinds([*_grainy(bgr), bgr], readings, picture)
    yield "good pictures left clean", not at_first
    for kind in Kind:
        yield f"{kind} not invented", kind not in at_first
    yield f"{Kind.BLURRED} not invented where no dice are found", Kind.BLURRED not in _kinds([bgr], [], picture)
    dice = list(assign(readings, picture.expected).dice)
    left_out = {Kind.FLAT, *at_first}
    if all(die.colour is Colour.WHITE for die in dice):
        left_out.add(Kind.GLARE)  # that is made on a coloured die
    for kind, make in FAULTY.items():
        if kind not in left_out and dice:
            frames, _ = make(bgr, dice)
            yield f"{kind} named", kind in _kinds(frames, reader.read(frames[-1], CANDIDATE), picture)


def _grainy(bgr: Array) -> Iterator[Array]:
    """What a steady camera gives."""
    grain = np.random.default_rng(0).normal(0, GRAIN, bgr.shape).astype(np.int16)
    for i in range(FRAMES):
        yield np.clip(bgr + np.roll(grain, 7 * i, axis=0), 0, 255).astype(np.uint8)


def _kinds(frames: Sequence[Array], readings: Sequence[DieReading], picture: Labelled) -> set[Kind]:
    return {fault.kind for fault in setup_faults(frames, readings, picture.expected)}


def _lamps(reader: Reader, picture: Labelled, bgr: Array, readings: Sequence[DieReading]) -> Iterator[Judged]:
    """Colours under other lamps; with a profile that was measured by daylight, and without one."""
    try:
        table = measured("daylight", [(bgr, readings)], picture.expected, {}).profile.table()
    except ProfileError:
        yield "tables measured", False
        return
    yield "tables measured", True
    known, stops = TableReader(reader, table), np.random.default_rng(0)
    for lamp in LAMPS.values():
        gain = 2 ** stops.uniform(-STOPS, STOPS)
        shown = lit(bgr, *(gain * share for share in lamp))
        for how, dice in _ways(picture, reader.read(shown, CANDIDATE)):
            yield from _colours(picture, dice, f"{how}, another lamp")
        yield from _colours(picture, known.dice(shown).dice, "white reference, another lamp")


if __name__ == "__main__":
    main()
