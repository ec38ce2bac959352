"""Games listed, logs replayed and scored, moves explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.match import Match
from engine.speed import random_match
from tests.conftest import Ended

Run = Callable[..., Ended]


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_every_game_is_listed_with_what_is_not_certain(rollcall: Run) -> None:
    said = rollcall("games").out
    for name in GAMES:
        assert re.search(rf"^{name} ", said, re.MULTILINE)
    assert max(map(len, said.splitlines())) <= 80
    assert "fan variant, not official" in one_line(said)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_tells_its_note_and_every_option(rollcall: Run, name: str) -> None:
    said = rollcall("games", name).out
    assert one_line(GAMES[name].note) in one_line(said)
    for option in GAMES[name].options:
        assert f"\n{option} " in said


def test_a_game_that_is_not_there(rollcall: Run) -> None:
    ended = rollcall("games", "chess")
    assert (ended.code, ended.out) == (2, "")
    assert "no game 'chess'; there is qwixx" in one_line(ended.err)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_is_replayed_and_scored(rollcall: Run, tmp_path: Path, name: str) -> None:
    whole = random_match(name, 2, seed=2)
    (tmp_path / "match.txt").write_text(str(whole), encoding="utf-8")
    told, scored = rollcall("replay", tmp_path / "match.txt").out, rollcall("score", tmp_path / "match.txt").out
    scores = whole.game.scores(whole.state)
    points = ", ".join(f"{player} {score}" for player, score in zip(whole.players, scores, strict=True))
    assert told.endswith(scored)
    assert points in scored
    last_turn = told.removesuffix(scored).splitlines()[-1]
    assert last_turn.endswith(f"[{' '.join(map(str, scores))}]")
    assert "shuffle " not in told


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A match in the middle of its second turn."""
    match = Match("qwixx", ["Ann", "Bo"])
    for move in ("roll W3 W5 R2 Y6 G1 B4", "p2 pass", "p1 red 8", "p1 yellow 9", "roll W6 W6 R1 Y1 G1 B1"):
        match.enter(move)
    (tmp_path / "match.txt").write_text(str(match), encoding="utf-8")
    return tmp_path / "match.txt"


def test_a_match_is_told_turn_by_turn(rollcall: Run, log: Path) -> None:
    told = rollcall("replay", log).out.splitlines()
    assert told[:3] == [
        "Qwixx: Ann, Bo",
        "  1  Ann rolls W3 W5 R2 Y6 G1 B4; Bo pass; Ann red 8; Ann yellow 9  [2 0]",
        "  2  Bo rolls W6 W6 R1 Y1 G1 B1  [2 0]",
    ]
    assert told[-1] == "Ann 2, Bo 0"


@pytest.mark.parametrize(
    ("position", "move", "verdict"),
    [
        ("qwixx Ann,Bo; W3 W5 R2 Y6 G1 B4", "Bo r8", "allowed: the white dice make 8, and the red 8 is open to Bo"),
        ("qwixx Ann,Bo; 352614", "Bo r9", "not allowed: red 9 is not on offer: the white dice make 8"),
        ("qwixx Ann,Bo; 352614; Ann r8; Bo -", "Bo b5", "not allowed: Bo has answered already; only Ann, who rolled"),
        ("qwixx Ann,Bo; 352614; r8; Bo -", "r7", "not allowed: red 7 is closed to Ann: a cell further right"),
        ("qwixx Ann,Bo", "Ann r8", "not allowed: Ann has nothing to answer before Ann rolls"),
        (
            "qwixx Ann,Bo; Bo has red 2 3 5 7, penalties 2; Bo rolls; 661111",
            "Bo r12",
            "not allowed: red 12 is closed to Bo: the row needs 5 crosses before its closing cell, and has 4",
        ),
        ("qwixx Ann,Bo; Bo has red 2 3 5 7 8; 661111", "Bo r12", "allowed: the white dice make 12"),
        ("qwixx Ann,Bo; Bo has red 2 3 5 7 8 12", "W1 W1 R1 Y1 G1 B1", "not allowed: the red die left the game"),
        ("yahtzee Ann; 44256", "keep 44", "allowed: throw 1 of 3: any dice may be kept"),
        ("yahtzee Ann; 44444; yahtzee; 44444", "fh", "not allowed: full house must wait: by the Joker rule"),
        ("qwixx-longo Ann,Bo; W8 W8 R1 Y1 G1 B1", "r16", "not allowed: red 16 is closed to Ann: the row needs 6"),
    ],
)
def test_a_move_is_explained_in_one_sentence(rollcall: Run, position: str, move: str, verdict: str) -> None:
    ended = rollcall("explain", position, move)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(verdict)
    assert ended.out.count("\n") == 1


def test_a_move_is_explained_at_the_end_of_a_log(rollcall: Run, log: Path) -> None:
    said = rollcall("explain", log, "Ann r12").out
    assert said == "not allowed: red 12 is closed to Ann: the row needs 5 crosses before its closing cell, and has 1\n"
    assert rollcall("explain", log, "p2 g12").out.startswith("allowed: ")


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("gone.txt", "r8", "cannot open gone.txt: No such file or directory"),
        ("qwixx", "r8", "not a position: 'qwixx' (a player's name is one printable line"),
        ("qwixx Ann,Bo; 352614", "hello", "not a move: 'p1 hello'"),
        ("qwixx Ann,Bo; 35261", "r8", "expected 6 digits, in the order W W R Y G B; got 5"),
        ("qwixx Ann,Bo; Cy has red 2; 352614", "r8", "no player 'Cy'; at the table are Ann, Bo"),
        ("qwixx Ann,Bo; Bo has red 1; 352614", "r8", "there is no red 1 on the sheet"),
        ("qwixx Ann,Bo; Bo has pink 4; 352614", "r8", "there is no pink 4 on the sheet"),
        ("qwixx Ann,Bo; 352614; Bo has red 2", "r8", "before a roll"),
        ("yahtzee Ann; Ann has fours 4", "44256", "crosses can be set in games with Qwixx dice"),
    ],
)
def test_a_question_that_cannot_be_answered(rollcall: Run, position: str, move: str, sentence: str) -> None:
    ended = rollcall("explain", position, move)
    assert (ended.code, ended.out) == (1, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1
