"""What is called, in four languages; the expected sentences are written by hand."""

from __future__ import annotations

import ast
import io
import string
from pathlib import Path

import cv2
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import rollcall.words
from engine.dice import Colour, InvalidText, Roll, Sentence
from engine.game import IllegalMove
from engine.match import Match
from rollcall.announce import Announcer
from rollcall.term import doubt, in_words
from rollcall.told import named
from rollcall.words import Words, languages
from vision.camera import Wish, ask
from vision.event import CameraMoved, PictureFrozen, Question, Reason, TableCleared
from vision.reader import DOUBTS

PACKAGE = Path(rollcall.words.__file__).parent
SPOKEN = [path for folder in ("rollcall", "engine", "vision") for path in (PACKAGE.parent / folder).glob("*.py")]
TRANSLATED = [language for language in languages() if language != "en"]
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "_text": None,
    "phrase": None,
    "text": DEFAULT_KEYWORDS["pgettext"],
    "counted": DEFAULT_KEYWORDS["ngettext"],
    "Sentence": None,
    "numbered": DEFAULT_KEYWORDS["ngettext"],
}
PLAYERS = ["Anna", "Bo"]
FIRST = "roll W3 W5 R2 Y6 G1 B4"


def calls(*moves: str, language: str = "en", in_words: bool = False, only_sum: bool = False) -> list[str]:
    """What the last of these moves gives to say."""
    match, before = Match("qwixx", PLAYERS), None
    for move in moves:
        before = match.state
        match.enter(move)
    return Announcer(language, in_words).sentences(match.game, before, match.state, PLAYERS, only_sum)


def lock_red() -> list[str]:
    """Anna crosses red 2 to 6 and 12, each with the white sum; with the last answer the row is locked."""
    moves = []
    for turn, number in enumerate([2, 3, 4, 5, 6, 12]):
        whites = f"W{number // 2} W{number - number // 2}"
        moves += [f"roll {whites} R1 Y1 G6 B6", f"p1 red {number}", "p2 pass", f"p{turn % 2 + 1} pass"]
    return moves[:-1]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["White: eight.", "Anna: red, yellow, green or blue.", "Bo: red, yellow, green or blue."]),
        ("sv", ["Vitt: åtta.", "Anna: röd, gul, grön eller blå.", "Bo: röd, gul, grön eller blå."]),
        ("de", ["Weiß: acht.", "Anna: Rot, Gelb, Grün oder Blau.", "Bo: Rot, Gelb, Grün oder Blau."]),
        ("zh_Hant", ["白色骰子：八。", "Anna：紅色、黃色、綠色或藍色。", "Bo：紅色、黃色、綠色或藍色。"]),
    ],
)
def test_a_roll(language: str, said: list[str]) -> None:
    assert calls(FIRST, language=language, in_words=True) == said


def test_numbers_are_digits_on_screen() -> None:
    assert calls(FIRST)[0] == "White: 8."


def test_only_the_white_sum() -> None:
    assert calls(FIRST, in_words=True, only_sum=True) == ["White: eight."]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Anna may also mark yellow nine or eleven, green four or six or blue seven or nine."),
        ("sv", "Anna får också kryssa gul nio eller elva, grön fyra eller sex eller blå sju eller nio."),
        ("de", "Anna darf auch Gelb neun oder elf, Grün vier oder sechs oder Blau sieben oder neun ankreuzen."),
        ("zh_Hant", "Anna還可以劃黃色九或十一、綠色四或六或藍色七或九。"),
    ],
)
def test_the_coloured_step_names_what_is_still_free(language: str, said: str) -> None:
    assert calls(FIRST, "p1 red 8", "p2 pass", language=language, in_words=True) == [said]


def test_on_the_screen_the_dice_that_make_a_sum_stand_behind_it() -> None:
    said = "Anna may also mark yellow 9 (3+6) or 11 (5+6), green 4 (3+1) or 6 (5+1) or blue 7 (3+4) or 9 (5+4)."
    assert calls(FIRST, "p1 red 8", "p2 pass") == [said]


def test_only_what_each_player_may_mark_is_called() -> None:
    match = Match("qwixx", ["Ann", "Bo"])
    for move in ["roll W4 W5 R1 Y1 G1 B1", "p1 red 9", "p2 green 9", "p1 pass"]:
        match.enter(move)
    assert Announcer().throw(match, Roll.parse("W3 W5 R2 Y6 G1 B4")) == [
        "Bo rolls W3 W5 R2 Y6 G1 B4.",
        "White: 8.",
        "Ann: yellow, green or blue.",
        "Bo: red, yellow, green or blue.",
        "Bo may also mark red 5 (3+2) or 7 (5+2), yellow 9 (3+6) or 11 (5+6), green 4 (3+1) or 6 (5+1) "
        "or blue 7 (3+4) or 9 (5+4).",
    ]
    assert match.state.roll is None  # calling does not play


def test_a_black_die_counts_minus_the_white_one() -> None:
    match = Match("qwixx-black-die", ["Ann", "Bo"])
    assert "black 3 (6-3) or 5 (6-1)" in Announcer().throw(match, Roll.parse("W1 W3 R1 Y1 G1 B1 K6"))[-1]


# On X-Change sheets two fields have an 8: 8/5 and 8/6. In Longo 5 is lucky, and opens the next cell of a shortest row.
@pytest.mark.parametrize(
    ("game", "roll", "language", "said"),
    [
        ("qwixx-x-change", "W3 W5", "en", "Anna, by a swap: red 5 or 6, yellow 5 or 6, green 5 or 6 or blue 5 or 6."),
        (
            "qwixx-x-change",
            "W3 W5",
            "sv",
            "Bo, med ett byte: röd 5 eller 6, gul 5 eller 6, grön 5 eller 6 eller blå 5 eller 6.",
        ),
        (
            "qwixx-x-change",
            "W3 W5",
            "de",
            "Bo, durch Tausch: Rot 5 oder 6, Gelb 5 oder 6, Grün 5 oder 6 oder Blau 5 oder 6.",
        ),
        ("qwixx-x-change", "W3 W5", "zh_Hant", "Bo用交換格：紅色5或6、黃色5或6、綠色5或6或藍色5或6。"),
        ("qwixx-x-change", "W3 W5", "en", "Bo: red, yellow, green or blue."),
        ("qwixx-x-change", "W1 W1", "en", "Anna: red or yellow."),
        ("qwixx-longo", "W1 W4", "en", "Anna, by luck: red 2, yellow 2, green 16 or blue 16."),
    ],
)
def test_a_number_that_is_not_the_white_sum_is_said(game: str, roll: str, language: str, said: str) -> None:
    match = Match(game, PLAYERS)
    match.enter(f"roll {roll} R1 Y1 G1 B1")
    assert said in Announcer(language).options(match.state, PLAYERS)


def test_who_has_nothing_to_mark_hears_so() -> None:
    moves = ["roll W6 W6 R6 Y6 G1 B1", "p1 red 12", "p2 pass"]
    with pytest.raises(ValueError, match="red 12 is closed to p1"):
        calls(*moves)
    shut = ["roll W6 W5 R6 Y6 G6 B6", "p1 yellow 11", "p2 pass", "p1 red 12"]
    with pytest.raises(ValueError, match="red 12 is closed to p1"):
        calls(*shut)
    used = ["roll W5 W6 R1 Y1 G1 B1", "p1 red 11", "p2 red 11", "p1 green 6"]
    assert calls(*used, "roll W1 W2 R1 Y1 G1 B1") == [
        "White: 3.",
        "Anna: yellow, green or blue.",
        "Bo: yellow, green or blue.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["A penalty: Anna has 1 now.", "Bo rolls."]),
        ("sv", ["Miss: Anna har nu 1.", "Bo kastar."]),
        ("de", ["Fehlwurf: Anna hat jetzt 1.", "Bo würfelt."]),
        ("zh_Hant", ["失誤：Anna現在有1次。", "輪到Bo擲骰子。"]),
    ],
)
def test_a_penalty_and_the_next_player(language: str, said: list[str]) -> None:
    assert calls(FIRST, "p1 pass", "p2 pass", "p1 pass", language=language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red is locked; take the red die away."),
        ("sv", "Röd är låst; ta bort den röda tärningen."),
        ("de", "Rot ist geschlossen; nehmt den roten Würfel weg."),
        ("zh_Hant", "紅色已經鎖上，請拿走紅色骰子。"),
    ],
)
def test_a_lock(language: str, said: str) -> None:
    assert calls(*lock_red(), language=language)[0] == said


def test_the_end_says_scores_and_winner() -> None:
    passed = ["p1 pass", "p2 pass"]
    moves = [move for turn in range(7) for move in (FIRST, *passed, f"p{turn % 2 + 1} pass")]
    assert calls(*moves, language="en") == [
        "A penalty: Anna has 4 now.",
        "The game is over.",
        "Anna: -20 points.",
        "Bo: -15 points.",
        "Bo wins.",
    ]
    one = [FIRST, "p1 pass", "p2 red 8", "p1 pass", *moves[4:]]
    assert calls(*one, language="de")[1:] == [
        "Das Spiel ist zu Ende.",
        "Anna: -20 Punkte.",
        "Bo: -14 Punkte.",
        "Bo gewinnt.",
    ]


def test_one_point_is_no_plural() -> None:
    points = Words("de").catalogue.ngettext("{player}: {points} point.", "{player}: {points} points.", 1)
    assert points == "{player}: {points} Punkt."


@pytest.mark.parametrize(
    ("reason", "language", "said"),
    [
        (Reason.LEANING, "en", "The green die is leaning: throw it again?"),
        (Reason.LEANING, "de", "Der grüne Würfel liegt schräg: noch einmal werfen?"),
        (Reason.UNSURE, "en", "Does the green die show 4 or 6?"),
        (Reason.UNSURE, "zh_Hant", "綠色骰子是4還是6？"),
        (Reason.OUTSIDE, "sv", "Den gröna tärningen ligger utanför brickan: kasta om?"),
        (Reason.MISSING, "en", "A green die is missing."),
        (Reason.MISSING, "de", "Ein grüner Würfel fehlt."),
        (Reason.EXTRA, "sv", "Det ligger en grön tärning för mycket."),
    ],
)
def test_a_question(reason: Reason, language: str, said: str) -> None:
    assert Announcer(language).seen(Question(reason, Colour.GREEN, (4, 6), (), 0.0)) == said


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("language", languages())
def test_a_question_about_a_die_of_any_colour(reason: Reason, language: str) -> None:
    said = Announcer(language).seen(Question(reason, None, (4, 6), (), 0.0))
    assert said is not None
    assert "{" not in said


def test_what_else_the_camera_sees() -> None:
    assert Announcer().seen(CameraMoved(1.0)) == "The camera was moved."
    assert Announcer().seen(PictureFrozen(1.0)) == "The picture has frozen; look at the camera."
    assert Announcer().seen(TableCleared(1.0)) is None


@pytest.mark.parametrize(
    ("moves", "language", "said"),
    [
        ([FIRST, "p1 red 9"], "en", "red 9 is not on offer: the white dice make 8"),
        ([FIRST, "p1 red 9"], "de", "Rot 9 steht nicht zur Wahl: die weißen Würfel ergeben 8"),
        ([FIRST, "p1 red 9"], "zh_Hant", "不能選紅色 9：白色骰子的和是8"),
        ([FIRST, FIRST], "sv", "inget kast nu: först ska Anna och Bo svara på det här"),
        ([FIRST, "p2 pass", "p2 pass"], "zh_Hant", "Bo已經回答過了；白色總和最多劃一次"),
        (["roll W1 W2 W3 R1 Y1 G1 B1"], "sv", "vit: kastet ska ha 2 tärningar, här: 3"),
        (["roll W1 W2 R1 Y1 G1"], "sv", "blå: kastet ska ha 1 tärning, här: inget"),
        (["roll W1 W2 R1 Y1 G1"], "de", "Blau: zum Wurf gehört 1 Würfel, hier: nichts"),
        (["p1 {red} 8"], "de", "kein Zug: 'p1 {red} 8' (keine Farbe {red})"),
    ],
)
def test_a_refusal(moves: list[str], language: str, said: str) -> None:
    match = Match("qwixx", PLAYERS)
    for move in moves[:-1]:
        match.enter(move)
    with pytest.raises((IllegalMove, InvalidText)) as refused:
        match.enter(moves[-1])
    assert named(in_words(Words(language), refused.value.args[0]), PLAYERS) == said.replace("'p1", "'Anna")


def test_boxes_that_are_named_in_a_refusal() -> None:
    match = Match("yahtzee", PLAYERS)
    for move in ("roll W1 W1 W1 W1 W1", "p1 score yahtzee", "roll W1 W2 W3 W4 W5", "p2 score chance"):
        match.enter(move)
    match.enter("roll W1 W1 W1 W1 W1")
    with pytest.raises(IllegalMove) as refused:
        match.enter("p1 score chance")
    said = "Chance muss warten: nach der Joker-Regel gehören fünf Gleiche in Einser"
    assert in_words(Words("de"), refused.value.args[0]) == said


def test_trouble_with_the_camera_in_another_language() -> None:
    lost = Sentence("no picture from {name} for {seconds:g} s", name="camera 0", seconds=4.0)
    said = Sentence("{trouble}; trying again until it is back", trouble=lost)
    assert in_words(Words("de"), said) == "kein Bild von camera 0 seit 4 s; es wird weiter versucht"
    assert in_words(Words("de"), "what nobody has translated") == "what nobody has translated"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({}, "1280 × 720, 30 Bilder in der Sekunde"),
        ({cv2.CAP_PROP_FRAME_WIDTH: 640}, "1280 × 720 wurde nicht angenommen"),
        ({cv2.CAP_PROP_EXPOSURE: 9}, "Belichtung 120 wurde nicht angenommen, Weißabgleich 4600 festgehalten"),
    ],
)
def test_what_a_camera_grants_in_another_language(setting: dict[int, float], said: str) -> None:
    class Stubborn:
        """A driver that takes everything but these settings."""

        def __init__(self) -> None:
            self.now = dict[int, float](setting)

        def get(self, number: int) -> float:
            return self.now.get(number, 0)

        def set(self, number: int, value: float) -> bool:
            self.now = {number: value} | self.now
            return True

    granted = ask(Stubborn(), Wish(exposure=120, white_balance_k=4600))
    assert said in in_words(Words("de"), granted)


@pytest.mark.parametrize("module", ["camera", "live", "mjpeg", "picture"])
def test_all_that_can_go_wrong_with_pictures_during_a_match_can_be_translated(module: str) -> None:
    tree = ast.parse((PACKAGE.parent / "vision" / f"{module}.py").read_text(encoding="utf-8"))
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    assert raised
    assert not [call.lineno for call in raised if isinstance(call.args[0], ast.JoinedStr | ast.Constant)]


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'fr'; there is en, de, sv, zh_Hant"):
        Announcer("fr")


def catalogue(language: str) -> Catalog:
    path = PACKAGE / "locale" / language / "LC_MESSAGES" / "rollcall.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def texts() -> set[tuple[str | None, str | tuple[str, ...]]]:
    """Every English text in the code, with its context."""
    return {
        (context, tuple(text) if isinstance(text, (list, tuple)) else text)
        for path in SPOKEN
        for _, text, _, context in extract_from_file("python", str(path), keywords=KEYWORDS)
    }


def test_every_text_stands_where_it_can_be_found() -> None:
    found = {message if isinstance(message, str) else message[0] for _, message in texts()}
    for path in SPOKEN:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _called(call) in ("phrase", "counted", "_text", "Sentence", "numbered"):
                text = call.args[0]
                assert not isinstance(text, ast.JoinedStr), path
                assert not isinstance(text, ast.Constant) or text.value in found, f"{path}, line {call.lineno}"


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", None) or getattr(call.func, "id", "")


def holes(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_nothing_is_left_over(language: str) -> None:
    assert {(message.context, message.id) for message in messages(language)} == texts()
    assert not catalogue(language).obsolete
    for message in messages(language):
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(forms), message.id
        assert not message.fuzzy, message.id
        assert message.context != "row" or len(forms) == 1
        english = message.id if isinstance(message.id, str) else message.id[0]
        assert all(holes(form) == holes(english) for form in forms), message.id


@pytest.mark.parametrize(("language", "forms"), [("de", 2), ("sv", 2), ("zh_Hant", 1)])
def test_plural_forms(language: str, forms: int) -> None:
    plural = [message for message in messages(language) if message.pluralizable]
    assert plural
    assert all(len(message.string) == forms for message in plural)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "rollcall.mo").open("rb") as file:
        compiled = {_plain(message) for message in read_mo(file) if message.id}
    assert compiled == set(map(_plain, messages(language))), "run: pybabel compile -d rollcall/locale -D rollcall"


def _plain(message: Message) -> tuple[object, ...]:
    return message.context, *(text if isinstance(text, str) else tuple(text) for text in (message.id, message.string))


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("why", DOUBTS)
def test_every_doubt_of_the_reader_is_said_in_every_language(language: str, why: str) -> None:
    assert doubt(Words(language), why) != why
