"""Sheets as the terminal shows them: what is crossed, passed, closed and counted, readable without colours."""

from __future__ import annotations

import io
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from engine.dice import InvalidText
from engine.game import IllegalMove
from engine.games import GAMES
from engine.match import Match
from engine.speed import random_match
from rollcall.entered import entered
from rollcall.told import sheets
from rollcall.words import Words

COLUMNS = 80


def drawn(match: Match, in_colour: bool = False) -> list[str]:
    screen = io.StringIO()
    console = Console(file=screen, width=COLUMNS, color_system="standard" if in_colour else None, highlight=False)
    console.print(sheets(match, COLUMNS, Words()))
    return screen.getvalue().splitlines()


def played(*moves: str, game: str = "qwixx", players: tuple[str, ...] = ("Ann", "Bo"), **options: str) -> Match:
    match = Match(game, players, options)
    for move in moves:
        match.enter(move)
    return match


def test_crosses_passed_cells_penalties_and_points() -> None:
    match = played("roll W3 W5 R2 Y6 G1 B4", "p1 red 8", "p2 pass", "p1 yellow 9", "roll W1 W1 R1 Y1 G1 B1")
    match.enter("p1 pass")
    match.enter("p2 pass")
    match.enter("p2 pass")
    assert drawn(match) == [
        ">Ann                            .... =2   Bo                            X... =-5",
        "R  .  .  .  .  .  .  X  9 10 11 12 o  1  R  2  3  4  5  6  7  8  9 10 11 12 o  0",
        "Y  .  .  .  .  .  .  .  X 10 11 12 o  1  Y  2  3  4  5  6  7  8  9 10 11 12 o  0",
        "G 12 11 10  9  8  7  6  5  4  3  2 o  0  G 12 11 10  9  8  7  6  5  4  3  2 o  0",
        "B 12 11 10  9  8  7  6  5  4  3  2 o  0  B 12 11 10  9  8  7  6  5  4  3  2 o  0",
    ]


def test_a_lock_counts_for_its_player_and_shuts_the_row_of_the_other() -> None:
    match = played(
        "roll W1 W1 R1 Y1 G1 B1",
        "p1 red 2",
        "p2 pass",
        "p1 pass",
        "roll W6 W6 R1 Y1 G1 B1",
        "p1 red 12",
        "p2 pass",
        min_marks_to_close="1",
    )
    assert drawn(match)[1] == "R  X  .  .  .  .  .  .  .  .  .  X L  6  R  .  .  .  .  .  .  .  .  .  .  . -  0"


def test_colours_say_no_more_than_letters() -> None:
    match = played("roll W3 W5 R2 Y6 G1 B4", "p1 red 8")
    coloured = drawn(match, in_colour=True)
    assert "\x1b[1;7;31m" in coloured[1]  # a crossed red cell stands out
    assert [line[0] for line in drawn(match)[1:]] == ["R", "Y", "G", "B"]


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", GAMES)
def test_every_sheet_fits_eighty_columns_and_tells_the_points(name: str, players: int) -> None:
    match = random_match(name, players, seed=players)
    lines = drawn(match)
    assert max(map(len, lines)) <= COLUMNS
    for points in match.game.scores(match.state):
        assert any(str(points) in line for line in lines)


def test_five_basic_sheets_take_fifteen_lines() -> None:
    assert len(drawn(played(players=("Ann", "Bo", "Cy", "Di", "Ed")))) == 15


def test_what_variants_print_beside_their_rows() -> None:
    assert drawn(played(game="qwixx-bonus-a"))[5] == "bar  R Y G B G R B Y R Y B G"
    assert drawn(played(game="qwixx-x-change"))[5].startswith("swap 8/5 9/7 11/3")
    assert drawn(played(game="qwixx-longo"))[5] == "lucky 5 12"
    assert drawn(played(game="qwixx-connected-a"))[5] == "beside the rows 0"
    assert drawn(played(game="qwixx-bonus-b"))[-1] == "e  penalties cost nothing"
    assert "RY  2  3" in drawn(played(game="qwixx-big-points"))[2]
    assert drawn(played(game="qwixx-mixx-a"))[1].startswith("R  Y2  Y3  Y4  B5")


def test_a_used_swap_and_those_before_it() -> None:
    match = played("roll W5 W6 R1 Y1 G1 B1", "p1 red 3 swap", game="qwixx-x-change")
    assert drawn(match)[5].startswith("swap . . X 7/4")


def test_boxes_bonus_and_total_of_yahtzee() -> None:
    match = played("roll W6 W6 W6 W6 W6", "p1 score yahtzee", "roll W1 W2 W2 W5 W5", "p2 score chance", game="yahtzee")
    lines = drawn(match)
    assert lines[0].split() == [">Ann", "Bo", ">Ann", "Bo"]
    assert "yahtzee           50    -" in lines[6]
    assert "chance             -   15" in lines[7]
    assert lines[-1].split() == ["total", "50", "15"]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 9),
    st.integers(0, 40),
    st.text(alphabet="p12 rygbk3468+*x-s", max_size=12),
)
def test_whatever_is_typed_is_a_move_or_refused(name: str, seed: int, undone: int, line: str) -> None:
    match = random_match(name, 2, seed)
    for _ in range(min(undone, len(match.moves))):
        match.undo()
    before = match.state
    with suppress(InvalidText, IllegalMove):
        match.play(entered(match, before, line))
        return
    assert match.state == before
