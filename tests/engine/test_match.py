"""The log of a match: what it refuses, and what a refusal leaves as it was."""

import pytest

from engine.dice import InvalidText
from engine.game import IllegalMove
from engine.match import Match

HEAD = "rollcall log 1\ngame qwixx\noption tie none\nplayer Anna\nplayer Bo B.\n"
ROLL = "roll W3 W5 R2 Y6 G1 B4\n"


def test_a_log_keeps_options_and_names():
    match = Match.parse(HEAD + ROLL + "\n# a remark\np2 pass\n")
    assert match.options == {"tie": "none"}
    assert match.players == ("Anna", "Bo B.")
    assert str(match) == HEAD + ROLL + "p2 pass\n"


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ("", "line 1: expected 'rollcall log 1', got 'nothing'"),
        ("<html>\n", "line 1: expected 'rollcall log 1', got '<html>'"),
        ("rollcall log 2\n", "line 1: expected 'rollcall log 1'"),
        ("rollcall log 1\n", "line 1: no game ''"),
        ("rollcall log 1\ngame chess\nplayer A\n", "line 3: no game 'chess'"),
        ("rollcall log 1\ngame qwixx\n", "line 2: Qwixx is for 1 to 5 players, not 0"),
        (HEAD + ROLL + "p1 red 8\np2 pa", "line 8: cut off before its end: 'p2 pa'"),
        (HEAD + ROLL + "p1 red 9\n", "line 7: red 9 is not on offer: the white dice make 8"),
        (HEAD + ROLL + "p1 rde 8\n", "line 7: not a move: 'p1 rde 8' .no colour rde"),
        (HEAD + ROLL + "p3 pass\n", "line 7: there is no p3: 2 players are at the table"),
        (HEAD + "p1 pass\n", "line 6: p1 has nothing to answer before p1 rolls"),
        (HEAD + "option tie\n" + ROLL, "line 6: expected 'option name value', got 'option tie'"),
        (HEAD + ROLL + "player Cy\n", "line 7: expected a move, got 'player Cy'"),
        (HEAD + ROLL + "\x00\x01\n", "line 7: not a move"),
    ],
)
def test_a_corrupt_cut_off_or_foreign_log_is_refused_with_its_line(log, sentence):
    with pytest.raises(InvalidText, match=sentence):
        Match.parse(log)


def test_a_refused_move_leaves_everything_as_before():
    match = Match.parse(HEAD + ROLL)
    before = match.state
    with pytest.raises(IllegalMove):
        match.enter("p1 red 9")
    with pytest.raises(InvalidText):
        match.enter("red eight")
    assert (match.state, str(match)) == (before, HEAD + ROLL)


def test_undo_takes_back_one_move_at_a_time():
    match = Match.parse(HEAD + ROLL + "p1 red 8\n")
    assert str(match.undo()) == "p1 red 8"
    assert str(match.undo()) == ROLL.strip()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.undo()


@pytest.mark.parametrize("name", ["", " Anna", "An\nna"])
def test_a_name_that_would_break_the_log_is_refused(name):
    with pytest.raises(ValueError, match="a player's name is one printable line"):
        Match("qwixx", [name])
