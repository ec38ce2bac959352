"""How a film whose truth is known is judged."""

from __future__ import annotations

import numpy as np

from engine.dice import Roll
from rollcall.bench_film import Film, Shot, judged
from vision.event import Event, Question, Reason, RollSeen

FPS = 10.0


def film(*shots: tuple[int, str]) -> Film:
    """Shots of so many frames, and what is to be said of each."""
    starts = np.cumsum([0, *(frames for frames, _ in shots)]).tolist()
    picture = np.zeros((4, 4, 3), np.uint8)
    made = (Shot(picture, start, frames, {}, says, False) for start, (frames, says) in zip(starts, shots, strict=False))
    return Film("film", FPS, None, tuple(made))


def roll(text: str, time_s: float, number: int, corrects: bool = False) -> Event:
    return RollSeen(Roll.parse(text), (), number, time_s, time_s, corrects)


def test_a_roll_counts_once_and_only_while_its_dice_lie_there() -> None:
    told = [roll("W3 W5", 0.5, 1), roll("W3 W5", 1.2, 2), roll("W1 W1", 1.3, 3)]
    outcome = judged(film((10, ""), (10, "W3 W5"), (10, "W1 W1")), told)
    assert (outcome.found, outcome.missed) == (["W3 W5"], ["W1 W1"])
    assert outcome.invented == ["W3 W5", "W1 W1"]  # both before the dice lay there


def test_of_a_corrected_roll_the_last_word_counts() -> None:
    outcome = judged(film((10, "W3 W5")), [roll("W3 W4", 0.3, 1), roll("W3 W5", 0.6, 1, True)])
    assert (outcome.found, outcome.invented) == (["W3 W5"], [])


def test_a_question_is_found_where_it_is_due_and_else_one_too_many() -> None:
    asked = [Question(Reason.MISSING, None, (), (), time_s) for time_s in (0.5, 0.6)]
    outcome = judged(film((10, "None missing"), (10, "W3 W5")), asked)
    assert (outcome.found, outcome.missed, outcome.asked) == (["None missing"], ["W3 W5"], ["None missing"])
