"""Rolls for a match from pictures, and lines asked for at a terminal."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from engine.dice import Colour, Roll
from engine.match import Match
from rollcall.asked import due_dice, suggestions
from rollcall.entered import entered
from rollcall.manual import commands
from rollcall.matchfile import read_match
from rollcall.prompt import completer, terminal
from rollcall.sample import Sample, samples
from rollcall.shots import Seen, judged
from rollcall.words import Words
from tests.builders import reading
from tests.conftest import Ended
from vision.expected import assign
from vision.picture import save_picture
from vision.reading import DieReading

Play = Callable[..., Ended]
SIX = [Colour.WHITE, Colour.WHITE, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE]


@pytest.fixture
def play(rollcall: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type these lines into a match for Ann, with rolls from the pictures in the folder `shots`."""

    def run(lines: Sequence[str], *others: object) -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        words = ["qwixx", tmp_path / "shots", "--players", "Ann", "--dice-from", "pictures"]
        return rollcall("play", *words, "--match", tmp_path / "match.txt", *others)

    return run


@pytest.fixture
def shots(tmp_path: Path) -> list[Sample]:
    """Two pictures of rolls of Qwixx in the folder `shots`, in the order of their names there."""
    found = [sample for sample in samples() if sorted(die.colour for die in sample.roll.dice) == sorted(SIX)]
    (tmp_path / "shots").mkdir()
    for n, sample in enumerate(found[:2]):
        shutil.copy(sample.path, tmp_path / "shots" / f"{n}{sample.path.suffix}")
    return found[:2]


def test_pictures_that_are_no_roll_are_refused_in_another_language(play: Play, tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    save_picture(shots / "a.png", np.full((120, 160, 3), 90, np.uint8))
    (shots / "b.jpg").touch()
    first, second = play(["", ""], "--language", "de").err.splitlines()
    assert first.startswith("kein klarer Wurf: Weiß: kein Würfel zu sehen; Rot: kein Würfel zu sehen; ")
    assert second == f"{shots / 'b.jpg'} ist leer; ein Bild wurde erwartet"


def test_a_picture_is_the_roll_or_what_is_doubtful_is_asked(play: Play, tmp_path: Path, shots: list[Sample]) -> None:
    for n, sample in enumerate(shots):
        ended = play([""])
        assert f"(Enter reads {n}{sample.path.suffix})" in ended.out
        if ended.code:
            assert ended.err.startswith("no clear roll: ")
            ended = play([str(sample.roll)])
        assert str(read_match(tmp_path / "match.txt").moves[-1]) == f"roll {sample.roll}"
        play(["-", "-"])
    assert "(no further picture: type them)" in play([]).out
    assert play([""]).err == "there is no further picture; type the dice, or add one\n"


def test_a_picture_that_is_none_is_told_and_the_dice_are_typed(play: Play, tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "a.jpg").write_text("Dear Ann")
    ended = play(["", "352614"])
    assert "is not a whole picture" in ended.err
    assert len(read_match(tmp_path / "match.txt").moves) == 1


def held(readings: Sequence[DieReading]) -> Seen:
    """What of these dice is sure where the six of Qwixx are due."""
    return judged(assign(readings, Counter(SIX)), Counter(SIX))


def test_a_clear_picture_is_a_whole_roll() -> None:
    seen = held([reading(n, colour) for n, colour in enumerate(SIX, 1)])
    assert seen.faults == ()
    assert Roll(seen.sure) == Roll.parse("W1 W2 R3 Y4 G5 B6")


def test_only_dice_that_are_sure_need_not_be_typed() -> None:
    readings = [reading(n, colour) for n, colour in enumerate(SIX, 1)]
    readings[0] = reading(3, Colour.WHITE, doubt="3 or 5")
    readings[3] = reading(4, Colour.RED)  # a yellow die taken for a red one makes neither sure
    seen = held(readings)
    assert list(map(str, seen.sure)) == ["W2", "G5", "B6"]
    assert [fault.partition(" (")[0] for fault in seen.faults] == [
        "a second red die",
        "no yellow die in view",
        "a white die is not sure",
        "a red die is not sure",
    ]


def test_the_others_or_all_are_typed() -> None:
    match, seen = Match("qwixx", ["Ann"]), Roll.parse("W3 R2 G1 B4").dice
    for typed in ("56", "W5 Y6", "y6 w5", "352614"):
        assert str(entered(match, match.state, typed, seen)) == "roll W3 W5 R2 Y6 G1 B4"


def test_yahtzee_takes_dice_of_any_colour_alone_or_with_the_kept_ones() -> None:
    match = Match("yahtzee", ["Ann"])
    match.enter("roll W4 W4 W2 W5 W6")
    match.enter("p1 keep 4 4")
    assert [len(due_dice(match.state, lying)) for lying in (3, 5, 4)] == [3, 5, 3]


def typed(keys: str, words: Sequence[str], is_hidden: bool = False) -> str:
    """What somebody enters who presses these keys."""
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        return terminal(pipe, DummyOutput())("Ann", words, is_hidden)


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("ye", ["yellow 8"]),
        ("RE", ["red 8", "repeat"]),
        ("Bo g", ["Bo green 8"]),
        ("u", ["undo"]),
        ("h", ["history", "hand", "help"]),
    ],
)
def test_answers_and_commands_are_completed(begun: str, completed: list[str]) -> None:
    match = Match("qwixx", ["Ann", "Bo"])
    match.enter("roll W3 W5 R2 Y6 G1 B4")
    offered = completer(suggestions(match, 0), commands(Words())).get_completions(Document(begun), CompleteEvent())
    assert [completion.text for completion in offered] == completed


def test_a_line_is_read_from_a_terminal() -> None:
    assert typed("352614\r", ["red 8"]) == "352614"


def test_a_hidden_line_is_read_like_any_other() -> None:
    assert typed("red 8\r", [], is_hidden=True) == "red 8"


def test_ctrl_d_is_the_end() -> None:
    with pytest.raises(EOFError):
        typed("\x04", [])


def test_cards_of_a_hand_are_never_suggested() -> None:
    match = Match("qwixx-card", ["Ann", "Bo"])
    deck = [f"{letter}{number}" for letter in "RYGB" for number in range(2, 13)]
    for move in (f"shuffle {' '.join(deck)}", "p1 take 1", "p1 pass", "p2 pass"):
        match.enter(move)
    assert suggestions(match, 0) == ["play"]
