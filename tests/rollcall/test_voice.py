"""Speaking never makes anyone wait, and says the newest."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable

import pytest

from rollcall.voice import CODES, Voice, find_speaker
from rollcall.words import languages


class Slow:
    """A voice that speaks a sentence only when it is let."""

    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.begun, self.go = threading.Event(), threading.Event()

    def find(self, language: str) -> Callable[[str], None]:
        return self.speak

    def speak(self, sentence: str) -> None:
        self.begun.set()
        self.go.wait(2)
        self.spoken.append(sentence)


def test_nobody_waits_for_the_voice_and_old_calls_give_way() -> None:
    slow = Slow()
    voice = Voice("en", slow.find)
    started_s = time.monotonic()
    voice.say(["White: eight.", "Anna: red."])
    slow.begun.wait(2)
    voice.say(["White: four.", "Bo: blue."])
    assert time.monotonic() - started_s < 0.5
    slow.go.set()
    voice.close()
    assert slow.spoken == ["White: eight.", "White: four.", "Bo: blue."]


def test_the_last_calls_are_repeated() -> None:
    slow = Slow()
    slow.go.set()
    voice = Voice("en", slow.find)
    voice.say(["White: eight."])
    while len(slow.spoken) < 1:
        time.sleep(0.001)
    voice.say([])
    voice.repeat()
    voice.close()
    assert slow.spoken == ["White: eight."] * 2


def test_without_a_voice_it_is_silent() -> None:
    voice = Voice("en", lambda language: None)
    voice.say(["White: eight."])
    voice.repeat()
    voice.close()


def test_a_voice_that_fails_falls_silent() -> None:
    def broken(sentence: str) -> None:
        raise OSError("no loudspeaker")

    voice = Voice("en", lambda language: broken)
    voice.say(["White: eight."])
    voice.say(["White: four."])
    voice.close()


@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_voice_where_espeak_is_installed(language: str) -> None:
    assert language in CODES
    if shutil.which("espeak-ng") is not None:
        assert find_speaker(language) is not None
