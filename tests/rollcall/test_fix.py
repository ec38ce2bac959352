"""A wrong die is put right in one short line, and all that is still allowed stays."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from engine.dice import Die, InvalidText, Roll
from engine.match import Match
from engine.moves import Pass, Rolled
from rollcall.fix import fixed_roll, last_roll, replayed
from rollcall.matchfile import read_match
from tests.conftest import Ended

Play = Callable[..., Ended]
ROLL = "W3 W5 R2 Y6 G1 B4"


@pytest.fixture
def play(rollcall: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type these lines into a match of Ann and Bo that is saved in match.txt."""
    monkeypatch.setattr("os.fsync", lambda file: None)

    def run(lines: Sequence[str], game: str = "qwixx", *words: str) -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return rollcall("play", game, "--players", "Ann,Bo", "--match", tmp_path / "match.txt", *words)

    return run


def test_a_line_however_long_is_refused_at_once() -> None:
    started_s = time.monotonic()
    for line in (100_000 * "a", 20_000 * "r4 " + "x"):
        with pytest.raises(InvalidText, match="not dice"):
            fixed_roll(Roll.parse(ROLL), line)
    assert time.monotonic() - started_s < 5


@pytest.mark.parametrize(
    ("typed", "fixed"),
    [
        ("red 4", "W3 W5 R4 Y6 G1 B4"),
        ("r4", "W3 W5 R4 Y6 G1 B4"),
        ("R4 yellow 2", "W3 W5 R4 Y2 G1 B4"),
        ("r4y2", "W3 W5 R4 Y2 G1 B4"),
        ("r4, y2", "W3 W5 R4 Y2 G1 B4"),
        ("w3=4", "W4 W5 R2 Y6 G1 B4"),
        ("white 5 to 4", "W3 W4 R2 Y6 G1 B4"),
        ("w3=5 w5=3", "W3 W5 R2 Y6 G1 B4"),
        ("w1 w1", "W1 W1 R2 Y6 G1 B4"),
        ("r4 w5=6 b1", "W3 W6 R4 Y6 G1 B1"),
    ],
)
def test_dice_are_named_in_short(typed: str, fixed: str) -> None:
    assert str(fixed_roll(Roll.parse(ROLL), typed)) == fixed


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "not dice: ''"),
        ("red", "not dice: 'red'"),
        ("pink 4", "no colour 'pink'"),
        ("black 4", "there is no black die in this roll"),
        ("r9", "a die shows 1 to 8 pips, not 9"),
        ("r4 r5", "there is 1 red die, not 2"),
        ("w4", "there are 2 white dice: name all, or say which, such as fix w3=4"),
        ("w4=6", "there is no white 4 in this roll: W3 W5 R2 Y6 G1 B4"),
        ("w3=4 w5", "either all or none say what the die was taken for"),
    ],
)
def test_what_names_no_die_is_refused(typed: str, sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        fixed_roll(Roll.parse(ROLL), typed)


def test_yahtzee_dice_need_no_colour() -> None:
    assert str(fixed_roll(Roll.parse("W4 W4 W2 W5 W6"), "2=4")) == "W4 W4 W4 W5 W6"
    assert str(fixed_roll(Roll.parse("W4 W4 W2 W5 W6"), "1 1 2 3 4")) == "W1 W1 W2 W3 W4"


def test_white_answers_stay_when_a_coloured_die_was_wrong(play: Play, tmp_path: Path) -> None:
    ended = play([ROLL, "r8", "-", "fix yellow 4", "y7"])
    assert (ended.code, ended.err) == (0, "")
    assert "the roll is W3 W5 R2 Y4 G1 B4 now; all else stays\n" in ended.out
    assert "Ann, white and colour: yellow 7, yellow 9" in ended.out
    assert (tmp_path / "match.txt").read_text().splitlines()[-4:] == [
        "roll W3 W5 R2 Y4 G1 B4",
        "p1 red 8",
        "p2 pass",
        "p1 yellow 7",
    ]


def test_marks_that_do_not_fit_any_more_are_named_and_asked_again(play: Play, tmp_path: Path) -> None:
    ended = play([ROLL, "r8", "-", "y9", "fix w3=4", "score", "b9", "g9", "undo 2"])
    # The white sum is 9: neither red 8 nor passing an 8 is an answer to it, and the coloured step comes later.
    assert "the roll is W4 W5 R2 Y6 G1 B4 now; taken back: Ann red 8, Bo pass, Ann yellow 9\n" in ended.out
    assert ended.err == ""
    assert (tmp_path / "match.txt").read_text().splitlines()[-1] == "roll W4 W5 R2 Y6 G1 B4"


def test_a_turn_that_has_ended_is_opened_again_only_where_more_could_be_crossed(play: Play, tmp_path: Path) -> None:
    ended = play([ROLL, "r8", "-", "-", "fix b1"])
    assert "the roll is W3 W5 R2 Y6 G1 B1 now; taken back: Ann pass\n" in ended.out  # blue 4 and 6 are new
    play(["b4"])
    ended = play(["fix red 1"])
    assert "the roll is W3 W5 R1 Y6 G1 B1 now; all else stays\n" in ended.out
    assert [str(move) for move in read_match(tmp_path / "match.txt").moves] == [
        "roll W3 W5 R1 Y6 G1 B1",
        "p1 red 8",
        "p2 pass",
        "p1 blue 4",
    ]


def test_dice_kept_in_yahtzee(play: Play, tmp_path: Path) -> None:
    said = play(["44256", "fix 2=4", "444", "fix 5=4", "undo", "446", "51", "fix 5=1"], "yahtzee").out
    assert "the roll is 4 4 4 5 6 now; all else stays\n" in said
    assert "the roll is 4 4 4 4 6 now; all else stays\n" in said  # 4 4 4 is still among them
    assert read_match(tmp_path / "match.txt").moves[-1] == Rolled(Roll.parse("W1 W1"))


def test_a_hidden_answer_stays_hidden(play: Play) -> None:
    said = play([ROLL, "r8", "fix w3=4"], "qwixx", "--secret").out
    assert "taken back: a hidden answer\n" in said
    assert "red 8\n" not in said.partition("the roll is")[2]


@pytest.mark.parametrize("game", ["qwixx", "qwixx-card"])
def test_without_a_roll_there_is_nothing_to_fix(play: Play, game: str) -> None:
    assert play(["fix r4"], game).err == "there is no roll to fix\n"


def test_a_roll_that_is_not_possible_changes_nothing(play: Play, tmp_path: Path) -> None:
    ended = play([ROLL, "r8", "fix r8"])
    assert ended.err == "R8 is not possible: these dice show 1 to 6\n"
    assert (tmp_path / "match.txt").read_text().splitlines()[-2:] == [f"roll {ROLL}", "p1 red 8"]


@pytest.mark.parametrize("game", ["qwixx", "qwixx-bonus-a", "qwixx-black-die", "yahtzee"])
def test_a_fixed_match_is_a_valid_log_wherever_it_is_fixed(game: str) -> None:
    random, played = Random(5), Match(game, ["Ann", "Bo"])
    for _ in range(24):
        legal = played.game.legal_moves(played.state)
        played.play(random.choice(legal) if legal else played.game.chance(played.state, random))
        dice = list(last_roll(played).dice)
        n = random.randrange(len(dice))
        dice[n] = Die(dice[n].colour, dice[n].pips % 6 + 1)
        again = replayed(played, Roll(tuple(dice)))
        log = Match(game, played.players)
        for move in (*played.moves[: -len(again.kept) - len(again.taken_back)], *again.kept):
            log.play(move)
        assert Match.parse(str(log)).state == log.state
        back = replayed(log, last_roll(played))  # a mark that fits both rolls is never lost
        assert set(again.kept[1:]) >= {move for move in back.kept[1:] if not isinstance(move, Pass)}
        assert replayed(played, last_roll(played)).taken_back == ()
