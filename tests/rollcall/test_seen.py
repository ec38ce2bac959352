"""From dice seen to a roll, and what is refused: dice that make none, matches that wait for none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.dice import Colour, InvalidText, Roll
from engine.game import IllegalMove
from engine.match import Match
from rollcall.announce import Announcer
from rollcall.matchfile import MatchFileError
from rollcall.seen import beside, faults, no_clear_roll, seen_roll
from rollcall.term import in_words
from rollcall.turn import load_match
from rollcall.words import Words
from tests.builders import reading
from vision.diceset import COLOUR_NAMES
from vision.event import Question, Reason
from vision.reading import DieReading

IN_PLAY = Roll.parse("W1 W1 R1 Y1 G1 B1").colours()


def dice(text: str) -> list[DieReading]:
    return [reading(die.pips, die.colour) for die in Roll.parse(text).dice]


def test_sure_dice_make_a_roll() -> None:
    assert str(seen_roll(dice("B4 W5 R2 Y6 W3 G1"), IN_PLAY)) == "W3 W5 R2 Y6 G1 B4"


@pytest.mark.parametrize(
    ("seen", "said", "typed"),
    [
        (dice("W3 W5 R2 Y6 G1"), "no blue die in view", "W3 W5 R2 Y6 G1 B?"),
        (dice("R2 Y6 G1 B4"), "no white die in view", "W? W? R2 Y6 G1 B4"),
        (dice("W3 W5 R2 R4 Y6 G1 B4"), "a second red die", "W3 W5 R? Y6 G1 B4"),
        (dice("W3 W5 R2 Y6 G1 B4 K1"), "a black die that is not in play", "W3 W5 R2 Y6 G1 B4"),
        (dice("W3 R2 Y6 G1 B4"), "only 1 of 2 white dice in view", "W3 W? R2 Y6 G1 B4"),
        (
            [*dice("W3 W5 R2 Y6 G1"), reading(4, Colour.BLUE, doubt="glare")],
            r"a blue die is not sure \(glare\)",
            "W3 W5 R2 Y6 G1 B?",
        ),
        (
            [*dice("W3 W5 Y6 G1"), reading(None, Colour.BLUE)],
            r"no red die in view; a blue die is not sure \(its number cannot be told\)",
            r"W3 W5 R? Y6 G1 B?",
        ),
        ([], "no white die in view; no red die in view", r"W? W? R? Y? G? B?"),
    ],
)
def test_dice_that_are_no_clear_roll_are_named(seen: list[DieReading], said: str, typed: str) -> None:
    with pytest.raises(IllegalMove, match=said) as refused:
        seen_roll(seen, IN_PLAY)
    assert str(refused.value).endswith(f'--dice "{typed}"')


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (dice("W3 W5 R2 Y6 G1"), "Blau: kein Würfel zu sehen"),
        (dice("W3 R2 Y6 G1 B4"), "Weiß: nur 1 von 2 Würfeln zu sehen"),
        (dice("W3 W5 R1 R2 R4 Y6 G1 B4"), "Rot: ein zweiter Würfel; Rot: ein dritter Würfel"),
        (
            dice("W3 W5 R2 Y6 G1 B4 K1 K1"),
            "Schwarz: ein Würfel, der nicht im Spiel ist; Schwarz: ein zweiter Würfel, der nicht im Spiel ist",
        ),
        (
            [*dice("W3 W5 R2 Y6 G1"), reading(4, Colour.BLUE, doubt="leaning, covered or blurred")],
            "Blau: ein Würfel ist nicht sicher (schräg, verdeckt oder unscharf)",
        ),
        ([*dice("W3 W5 R2 Y6 G1"), reading(4, Colour.BLUE, doubt="4 or 6")], "nicht sicher (4 oder 6)"),
        ([*dice("W3 W5 R2 Y6 G1"), reading(4, Colour.BLUE, doubt="its colour")], "nicht sicher (seine Farbe)"),
    ],
)
def test_what_is_not_clear_in_another_language(seen: list[DieReading], said: str) -> None:
    german = in_words(Words("de"), no_clear_roll(faults(seen, IN_PLAY)))
    assert german.startswith("kein klarer Wurf: ")
    assert said in german


def test_dice_beside_the_tray_are_named_by_their_colours_if_they_have_one() -> None:
    outside = [reading(4, Colour.BLUE), reading(4, None)]
    assert beside(outside) == ["a blue die beside the tray", "a die beside the tray"]
    german = [in_words(Words("de"), said) for said in beside(outside)]
    assert german == ["Blau: ein Würfel neben dem Teller", "ein Würfel neben dem Teller"]


@pytest.mark.parametrize(
    ("name", "english", "german"),
    [
        ("orange", "an orange die beside the tray", "orange: ein Würfel neben dem Teller"),
        ("dark red", "a dark red die beside the tray", "dark red: ein Würfel neben dem Teller"),
        ("pass", "a pass die beside the tray", "pass: ein Würfel neben dem Teller"),
    ],
)
def test_dice_have_the_names_their_owner_gave_them(name: str, english: str, german: str) -> None:
    (said,) = beside([reading(4, Colour.BLUE)], {Colour.BLUE: name})
    assert said == english
    assert in_words(Words("de"), said) == german


def test_an_orange_die_is_missed_in_good_english() -> None:
    missing = Question(Reason.MISSING, Colour.YELLOW, (), (), 0.0)
    assert Announcer(names={**COLOUR_NAMES, Colour.YELLOW: "orange"}).seen(missing) == "An orange die is missing."


@pytest.mark.parametrize(
    ("log", "error", "said"),
    [
        (None, MatchFileError, "cannot open .*: No such file"),
        ("dear diary", InvalidText, "line 1: expected"),
        ("rollcall log 1\ngame chess\nplayer Ann\n", InvalidText, "no game 'chess'"),
        ("rollcall log 1\ngame qwixx\nplayer Ann\nroll W1 W1 R1 Y1 G1 B1\n", IllegalMove, "Ann must answer first"),
    ],
)
def test_a_match_that_waits_for_no_roll_is_refused(
    tmp_path: Path, log: str | None, error: type[Exception], said: str
) -> None:
    path = tmp_path / "match.txt"
    if log is not None:
        path.write_text(log, encoding="utf-8")
    with pytest.raises(error, match=said):
        load_match(path)


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    match = Match("qwixx", ["Ann", "Bo"])
    for move in ["roll W4 W5 R1 Y1 G1 B1", "p1 red 9", "p2 green 9", "p1 pass"]:
        match.enter(move)
    (tmp_path / "match.txt").write_text(str(match), encoding="utf-8")
    assert load_match(tmp_path / "match.txt").state == match.state
