"""Whole matches typed at the command line, as a table would type them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.games import GAMES
from engine.match import Match
from engine.speed import random_match
from tests.conftest import Ended

Run = Callable[..., Ended]
Play = Callable[..., Ended]
LOGS = sorted((Path(__file__).parents[1] / "games").glob("*.txt"))
EXPECTED = ("refused", "scores", "winners", "running")
ROLL = "W3 W5 R2 Y6 G1 B4"


@pytest.fixture
def play(rollcall: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type these lines into a match that is saved in match.txt."""
    monkeypatch.setattr("os.fsync", lambda file: None)  # a test need not survive a power cut, and a disk is slow

    def run(lines: Sequence[str], *words: object) -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return rollcall("play", *words, "--match", tmp_path / "match.txt")

    return run


def short(line: str) -> str:
    """A line of a log as a player in a hurry types it."""
    line = re.sub(r"\b(red|yellow|green|blue)\+?", lambda colour: colour[1][0], line)
    line = re.sub(r"(p[0-9] [rygb]+) ([0-9])", r"\1\2", line.replace("black", "k").replace(" cross ", " x "))
    if line.startswith("roll"):
        return re.sub("[^0-9]", "", line)
    return line.replace("pass", "-").replace("keep ", "").replace("score ", "").replace("take ", "")


def as_typed(line: str) -> str:
    return line


@pytest.mark.parametrize("typed", [as_typed, short])
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_whole_game_as_it_is_typed(play: Play, tmp_path: Path, path: Path, typed: Callable[[str], str]) -> None:
    written = path.read_text(encoding="utf-8").splitlines()
    is_head = re.compile("rollcall|game|option|player|shuffle")  # the program is the dealer: it takes no shuffles
    head = "".join(f"{line}\n" for line in written if is_head.match(line))
    (tmp_path / "match.txt").write_text(head, encoding="utf-8")
    lines = [line for line in written if line and line[0] != "#" and not is_head.match(line)]
    moves = [line.removeprefix("refused ") for line in lines if line.split()[0] not in EXPECTED[1:]]
    ended = play(list(map(typed, moves)))
    refused = sum(line.startswith("refused") for line in lines)
    assert (ended.err.count("\n"), ended.code) == (refused, int(refused > 0)), ended.err
    made = [line for line in lines if line.split()[0] not in EXPECTED]
    saved = Match.parse((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert str(saved) == str(Match.parse(head + "".join(f"{line}\n" for line in made)))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end(play: Play, tmp_path: Path, name: str) -> None:
    whole = random_match(name, 2, seed=5)
    players = ",".join(whole.players)
    moves = [str(move) for move in whole.moves]
    if name == "qwixx-card":  # resumed behind the shuffle that the moves go with
        head = str(Match(name, whole.players))
        (tmp_path / "match.txt").write_text(f"{head}{moves.pop(0)}\n")
        moves = moves[: next((i for i, move in enumerate(moves) if move.startswith("shuffle")), None)]
    ended = play(moves, name, "--players", players)
    assert ended.err == ""
    assert ended.code == 0
    assert Match.parse((tmp_path / "match.txt").read_text()).moves[-1] == whole.game.parse_move(moves[-1])
    if len(moves) >= len(whole.moves) - 1:
        scores = zip(whole.players, whole.game.scores(whole.state), strict=True)
        points = ", ".join(f"{player} {score}" for player, score in scores)
        assert f"the game is over\n{points}\n" in ended.out


def test_white_is_answered_in_any_order_and_an_answer_alone_is_that_of_the_player_asked(
    play: Play, tmp_path: Path
) -> None:
    ended = play(["352614", "Cy y8", "r8", "-", "b9"], "qwixx", "--players", "Ann,Bo,Cy")
    assert (ended.code, ended.err) == (0, "")
    moves = (tmp_path / "match.txt").read_text().splitlines()[-5:]
    assert moves == [f"roll {ROLL}", "p3 yellow 8", "p1 red 8", "p2 pass", "p1 blue 9"]


@pytest.mark.parametrize("name", ["B", "K", "P", "red", "Red Baron", "W3", "keep", "full", "P2", "Bo"])
def test_a_player_can_be_called_like_an_answer_or_a_die(play: Play, tmp_path: Path, name: str) -> None:
    lines = [ROLL, f"{name} g8", "b 8", "R7"]
    ended = play(lines, "qwixx", "--players", f"Ann,{name}")
    assert (ended.code, ended.err) == (0, "")
    moves = (tmp_path / "match.txt").read_text().splitlines()[-3:]
    assert moves == ["p2 green 8", "p1 blue 8", "p1 red 7"]


@pytest.mark.parametrize("name", ["Full", "K", "keep", "Score"])
def test_an_answer_is_one_whatever_players_are_called(play: Play, tmp_path: Path, name: str) -> None:
    (tmp_path / "match.txt").write_text(str(Match("yahtzee", [name])))
    ended = play(["44256", "k 44", "255", f"{name} keep none", "11122", "full house"])
    assert (ended.code, ended.err) == (0, "")
    moves = (tmp_path / "match.txt").read_text().splitlines()[3:]
    assert moves[1::2] == ["p1 keep 4 4", "p1 keep", "p1 score full house"]


def test_whoever_is_called_like_a_command_in_an_older_match_is_named_by_place(play: Play, tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text(str(Match("qwixx", ["Ann", "fix"])))
    assert play([ROLL, "fix r4", "p2 r8"]).err == ""
    assert (tmp_path / "match.txt").read_text().splitlines()[-2:] == ["roll W3 W5 R4 Y6 G1 B4", "p2 red 8"]


def test_undo_takes_back_one_or_several(play: Play, tmp_path: Path) -> None:
    ended = play([ROLL, "r8", "g8", "undo", "undo 2", "undo"], "qwixx", "--players", "Ann,Bo")
    assert [line for line in ended.out.splitlines() if "taken back" in line] == [
        "taken back: Bo green 8",
        "taken back: Ann red 8",
        f"taken back: Ann rolls {ROLL}",
    ]
    assert ended.err == "cannot take back 1: moves made so far are 0\n"
    assert (tmp_path / "match.txt").read_text() == str(Match("qwixx", ["Ann", "Bo"]))


def test_an_undone_match_goes_on_as_if_nothing_had_been(play: Play, tmp_path: Path) -> None:
    play([ROLL, "r8", "undo 2", "112233", "r2", "y2"], "qwixx", "--players", "Ann,Bo")
    ended = play(["undo", "-", "score"])
    assert ended.err == ""
    assert (tmp_path / "match.txt").read_text().splitlines()[-3:] == ["roll W1 W1 R2 Y2 G3 B3", "p1 red 2", "p2 pass"]


def test_enter_passes_where_nothing_fits_and_only_there(play: Play, tmp_path: Path) -> None:
    # Red 2 is open to Bo, so the first empty line does nothing; Ann has passed all twos, so the second one passes.
    ended = play(["121266", "r3", "y3", "y4", "111111", "", "r2", ""], "qwixx", "--players", "Ann,Bo")
    assert "Ann, white 2: nothing fits; Enter passes" in ended.out
    assert (tmp_path / "match.txt").read_text().splitlines()[-2:] == ["p2 red 2", "p1 pass"]


def test_options_tell_what_a_cross_brings_and_why_cells_are_closed(play: Play) -> None:
    lines = [ROLL, "r8", "-", "-", "W1 W4 R1 Y1 G1 B1", "options"]
    said = play(lines, "qwixx", "--players", "Ann,Bo").out
    assert "  red 5        closed: a cell further right in its row is crossed\n" in said
    assert "  green 5      +1, gives up green 12 to green 6 (7 cells)\n" in said
    assert "then Bo, white and colour: red 2, red 5" in said


@pytest.mark.parametrize("game", ["qwixx", "yahtzee"])
def test_before_the_dice_there_is_nothing_to_choose(play: Play, game: str) -> None:
    assert "nothing to choose now\n" in play(["options"], game, "--players", "Ann").out


def test_options_tell_what_the_penalty_costs(play: Play) -> None:
    said = play([ROLL, "-", "-", "options", "-"], "qwixx", "--players", "Ann,Bo").out
    assert "  pass         -5, a penalty\n" in said
    assert "a penalty for Ann\n" in said


def test_a_closed_row_is_told(play: Play, tmp_path: Path) -> None:
    options = ("--option", "min_marks_to_close=1")
    ended = play(["661111", "g12", "-", "b7", "111112"], "qwixx", "--players", "Ann,Bo", *options)
    assert ended.err == ""
    ended = play(["undo 2", "p1 -", "b7", "111112"])
    ended = play(["p2 b2", "undo 9"])
    assert "blue 2 is closed to Bo" in ended.err


def test_history_tells_a_turn_in_a_line(play: Play) -> None:
    said = play([ROLL, "r8", "-", "y9", "history"], "qwixx", "--players", "Ann,Bo").out
    assert f"\nAnn rolls {ROLL}; Ann red 8; Bo pass; Ann yellow 9\n" in said


def test_yahtzee_keeps_dice_by_naming_them(play: Play, tmp_path: Path) -> None:
    lines = ["44256", "options", "44", "413", "keep none", "11111", "yz", "66661", "keep 6 6 6 6", "66666", "yahtz"]
    ended = play(lines, "yahtzee", "--players", "Ann,Bo")
    assert ended.err == ""
    assert "three of a kind  0\n" in ended.out
    moves = (tmp_path / "match.txt").read_text().splitlines()[4:]
    assert moves[1:3] == ["p1 keep 4 4", "roll W1 W3 W4"]
    assert moves[-3:] == ["p2 keep 6 6 6 6", "roll W6 W6 W6 W6 W6", "p2 score yahtzee"]


def test_a_secret_answer_is_shown_when_all_have_answered(play: Play) -> None:
    lines = [ROLL, "r8", "score", "history", "options", "undo", "r8", "y8"]
    said = play(lines, "qwixx", "--players", "Ann,Bo", "--secret").out
    hidden, shown = said[: said.index("Ann red 8")], said[said.index("Ann red 8") :]
    assert " X" not in hidden
    assert "taken back: a hidden answer" in hidden
    assert shown.startswith("Ann red 8\nBo yellow 8\nAnn, white and colour")


@pytest.fixture
def cards() -> str:
    """A match of cards, dealt in an order to follow by eye: Ann has R2 to R5, Bo R6 to R9, the row starts at R10."""
    deck = [f"{letter}{number}" for letter in "RYGB" for number in range(2, 13)]
    return f"{Match('qwixx-card', ['Ann', 'Bo'])}shuffle {' '.join(deck)}\n"


def test_a_hand_is_shown_only_when_asked_and_only_to_its_player(play: Play, tmp_path: Path, cards: str) -> None:
    (tmp_path / "match.txt").write_text(cards)
    lines = ["take 1", "options", "-", "-", "options", "history", "score", "play r2 r3 x 2 3"]
    said = play(lines).out
    assert not re.search(r"\b[RYGB][0-9]", said)
    assert "Ann, number 4" in said
    assert "Bo takes 1 of the row, by place (1: 11, 2: 12, 3: 2, 4: 3)" in said
    said = play(["hand"]).out
    assert re.findall(r"\b[RYGB][0-9]+", said) == ["R6", "R7", "R8", "R9"]
    assert re.findall(r"\b[RYGB][0-9]+", play(["hand Ann"]).out) == ["R4", "R5", "R10"]
    assert "no player 'Cy'; at the table are Ann, Bo" in play(["hand Cy"]).err
    (tmp_path / "match.txt").write_text(cards.replace("Ann", "Y"))
    assert re.findall(r"\b[RYGB][0-9]+", play(["hand Y"]).out) == ["R2", "R3", "R4", "R5"]


def test_a_card_that_is_not_in_the_hand_is_refused_without_telling_the_hand(
    play: Play, tmp_path: Path, cards: str
) -> None:
    (tmp_path / "match.txt").write_text(cards)
    ended = play(["1", "-", "-", "g11 x 11", "r2 b3"])
    assert ended.err == "G11 is not in the hand\nexpected one colour such as 'g11 g10 x 11', got blue, red\n"


def test_the_dealer_shuffles_and_undo_deals_anew(play: Play, tmp_path: Path) -> None:
    ended = play(["1", "undo", "2"], "qwixx-card", "--players", "Ann,Bo", "--option", "wild=yes")
    assert ended.err == ""
    match = Match.parse((tmp_path / "match.txt").read_text())
    assert len(match.moves) == 2
    assert str(match.moves[-1]) == "p1 take 2"


@pytest.mark.parametrize(
    ("game", "lines", "language", "said"),
    [
        ("qwixx", [], "de", "Ann würfelt: W W R Y G B"),
        ("qwixx", [ROLL], "de", "Ann, Weiß 8: Rot 8 (r8), Gelb 8 (y8), Grün 8 (g8), Blau 8 (b8)"),
        ("qwixx", [ROLL, "r8", "-"], "sv", "Ann, vitt och färg: gul 9 (y9), gul 11 (y11), grön 4 (g4), grön 6 (g6), "),
        ("qwixx", [ROLL, "r8", "undo"], "sv", "tillbakataget: Ann röd 8"),
        ("qwixx", [ROLL, "-", "-", "-"], "zh_Hant", "Ann失誤一次"),
        ("qwixx", [ROLL, "r8", "fix b1"], "zh_Hant", "骰子現在是W3 W5 R2 Y6 G1 B1；其他都保留"),
        ("qwixx", [ROLL, "options"], "de", "  Rot 8 (r8)   +1, gibt Rot 2 bis Rot 7 (6 Felder) auf"),
        ("qwixx", ["help"], "sv", "quit      sluta; partiet är sparat"),
        ("qwixx-x-change", [], "de", "Tausch 8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4"),
        ("yahtzee", ["44256", "44"], "de", "Ann würfelt: Wurf 2 von 3, 3 Würfel neben 4 4"),
        ("yahtzee", ["44256", "fh"], "sv", "Ann fyller i: kåk"),
        ("yahtzee", ["44256", "options"], "zh_Hant", "葫蘆 (full house) 0"),
        ("qwixx-card", ["1"], "de", "Ann nimmt 1"),
    ],
)
def test_the_table_is_asked_and_told_in_its_language(
    play: Play, game: str, lines: list[str], language: str, said: str
) -> None:
    ended = play(lines, game, "--players", "Ann,Bo", "--language", language)
    assert ended.err == ""
    assert said in ended.out.replace("\n", " ") + ended.out


def test_what_is_refused_is_said_in_the_language_of_the_table(play: Play) -> None:
    lines = ["66", ROLL, "r8", "-", "r9", "undo x", "fix r9", "fix b1 b2"]
    assert play(lines, "qwixx", "--players", "Ann,Bo", "--language", "de").err.splitlines() == [
        "erwartet werden 6 Ziffern, Reihenfolge W W R Y G B, nicht 2",
        "Rot 9 steht nicht zur Wahl: Weiß und Farbe ergeben "
        "Rot 5, Rot 7, Gelb 9, Gelb 11, Grün 4, Grün 6, Blau 7 und Blau 9",
        "nach undo wird eine Anzahl Züge erwartet, nicht 'x'",
        "ein Würfel zeigt 1 bis 8 Augen, nicht 9",
        "Blau: es ist 1 Würfel, nicht 2",
    ]


def test_columns_of_a_sheet_stand_below_each_other_in_chinese_too(play: Play) -> None:
    lines = play(["44256", "fh"], "yahtzee", "--players", "Ann,Bo", "--language", "zh_Hant").out.splitlines()
    start = max(i for i, line in enumerate(lines) if "Ann" in line and ">Bo" in line)
    widths = {cell_len(line) for line in lines[start : start + 8]}
    assert len(widths) == 1


def test_help_names_every_command(play: Play) -> None:
    said = play(["help"], "qwixx", "--players", "Ann,Bo").out
    for word in ("undo", "score", "options", "history", "hand", "quit", "352614", "r8"):
        assert word in said


@pytest.mark.parametrize("word", ["quit", "Quit"])
def test_quit_leaves_and_the_rest_is_not_read(play: Play, tmp_path: Path, word: str) -> None:
    assert play([ROLL, word, "r8"], "qwixx", "--players", "Ann,Bo").code == 0
    assert (tmp_path / "match.txt").read_text().splitlines()[-1] == f"roll {ROLL}"


def test_a_match_without_a_file_is_saved_where_programs_keep_theirs(
    rollcall: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rollcall.start.user_data_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("352614\n"))
    said = rollcall("play", "qwixx", "--players", "Ann").out
    (saved,) = (tmp_path / "matches").iterdir()
    assert f"saved in {saved}" in said
    assert len(Match.parse(saved.read_text()).moves) == 1


def test_where_programs_keep_their_files_nothing_can_be_written(
    rollcall: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "matches").touch()
    monkeypatch.setattr("rollcall.start.user_data_path", lambda *_, **__: tmp_path)
    ended = rollcall("play", "qwixx", "--players", "Ann")
    said = f"rollcall: cannot write to {tmp_path / 'matches'}: File exists; say with --match where to save\n"
    assert (ended.code, ended.err) == (1, said)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("red 9", "red 9 is not on offer: the white dice make 8"),
        ("red 13", "there is no red 13 on the sheet"),
        ("w8", "there is no white 8 on the sheet"),
        ("hello", "not a move: 'Ann hello'"),
        ("r" + "9" * 5000, "not a move"),
        ("Cy r8", "not a move"),
        ("p3 r8", "there is no p3"),
        ("p0 r8", "no player p0"),
        ("roll 352614", "no roll now: Ann, Bo must answer this one first"),
        ("undo x", "expected a number of moves after undo, got 'x'"),
        ("undo 5", "cannot take back 5: moves made so far are 1"),
        ("hand", "Qwixx is played without cards"),
        ("score 3", "not a move: 'Ann score 3'"),
    ],
)
def test_a_line_that_is_refused_changes_nothing(play: Play, tmp_path: Path, line: str, sentence: str) -> None:
    ended = play([ROLL, line], "qwixx", "--players", "Ann,Bo")
    assert sentence in ended.err
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert (tmp_path / "match.txt").read_text().splitlines()[-1] == f"roll {ROLL}"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("35261", "expected 6 digits, in the order W W R Y G B; got 5"),
        ("352619", "a die shows 1 to 8 pips, not 9"),
        ("W3 W5 R2 Y6 G1 B8", "B8 is not possible"),
        ("W3 W5 R2 Y6 G1 G4", "expected 1 green die in the roll, got 2"),
        ("", "expected the dice"),
        ("Ann r8", "Ann has nothing to answer before Ann rolls"),
    ],
)
def test_a_roll_that_is_refused(play: Play, line: str, sentence: str) -> None:
    ended = play([line], "qwixx", "--players", "Ann,Bo")
    assert sentence in ended.err
    assert (ended.code, ended.err.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--players", "Ann"], "no game 'chess'; there is qwixx"),
        (["qwixx"], "a new match needs a game and --players"),
        ([], "a new match needs a game and --players"),
        (["qwixx", "--players", "Ann,ann"], "two players have the same name"),
        (["qwixx", "--players", "Ann,,Bo"], "a player's name is one printable line"),
        (["qwixx", "--players", "Ann,Fix"], "nobody can be called 'Fix', as fix is a command; choose another name"),
        (["qwixx", "--players", "Hand Solo"], "nobody can be called 'Hand Solo', as hand is a command"),
        (["qwixx", "--players", "Ann,roll"], "nobody can be called 'roll', as roll is a command"),
        (["qwixx", "--players", "1,2"], "nobody can be called '1', as dice are typed as digits"),
        (["qwixx", "--players", "p2,p1"], "the player at place 1 cannot be called 'p2'"),
        (["qwixx", "--players", "A,B,C,D,E,F"], "Qwixx is for 1 to 5 players, not 6"),
        (["qwixx", "--players", "Ann", "--option", "tie"], "expected NAME=VALUE, got 'tie'"),
        (["qwixx", "--players", "Ann", "--option", "tie=coin"], "option tie is one of shared, none"),
        (["qwixx", "--players", "Ann", "--dice-from", "moon"], "'moon'"),
        (["qwixx", "a.jpg", "--players", "Ann"], "pictures go with --dice-from pictures"),
        (["qwixx", "--players", "Ann", "--dice-from", "pictures"], "pictures go with --dice-from pictures"),
        (
            ["qwixx-card", "a.jpg", "--players", "Ann,Bo", "--dice-from", "pictures"],
            "no dice of Qwixx: The Card Game can be read",
        ),
        (["qwixx-longo", "a.jpg", "--players", "Ann", "--dice-from", "pictures"], "no dice of Qwixx Longo"),
    ],
)
def test_words_that_start_no_match(play: Play, tmp_path: Path, words: list[str], sentence: str) -> None:
    ended = play([], *words)
    assert ended.code == 2
    assert ended.out == ""
    assert sentence in " ".join(ended.err.split())
    assert "Traceback" not in ended.err
    assert not (tmp_path / "match.txt").exists()
