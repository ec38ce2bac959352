"""Calls spoken aloud, where a voice is installed: in a thread of its own, so that nothing ever waits for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Speak: TypeAlias = Callable[[str], None]

CODES = {"en": "en", "sv": "sv", "de": "de", "zh_Hant": "cmn"}  # of the languages, as voices name them
MAC_VOICES = {"en": "Samantha", "sv": "Alva", "de": "Anna", "zh_Hant": "Meijia"}
LONGEST_S = 20.0  # a voice that speaks longer than this hangs
CLOSE_S = 1.0


class Voice:
    """Speaks what it is given, newest first: what was not begun when new calls come is left out."""

    def __init__(self, language: str, find: Callable[[str], Speak | None] | None = None) -> None:
        self._language, self._find = language, find or find_speaker
        self._change = threading.Condition()
        self._waiting: list[str] = []
        self._last: list[str] = []
        self._over = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentences: Sequence[str]) -> None:
        """Speak these sentences as soon as the one being spoken ends; returns at once."""
        with self._change:
            if sentences:
                self._waiting = self._last = list(sentences)
            self._change.notify()

    def repeat(self) -> None:
        """Speak the last calls again."""
        self.say(self._last)

    def close(self) -> None:
        """Finish what is being said, if that takes no longer than a moment."""
        with self._change:
            self._over = True
            self._change.notify()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        speak = self._find(self._language)  # here, since some engines work only in the thread that made them
        while speak is not None:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._over)
                if not self._waiting:
                    return
                sentence, *self._waiting = self._waiting
            try:
                speak(sentence)
            except Exception:  # drivers raise anything, as when the loudspeaker is gone: then it is silent
                return


def find_speaker(language: str) -> Speak | None:
    """A way to speak that language on this computer; None if there is none.

    On Windows that is the system's voice through pyttsx3. Elsewhere a program is surer: on a Mac pyttsx3 speaks
    only in the main thread, and on Linux it needs a second program to be heard.
    """
    if sys.platform == "darwin":
        return _program("say", "-v", MAC_VOICES[language]) if shutil.which("say") else _engine(language)
    if sys.platform == "win32":
        return _engine(language) or _espeak(language)
    return _espeak(language) or (_engine(language) if shutil.which("aplay") else None)


def _espeak(language: str) -> Speak | None:
    name = shutil.which("espeak-ng") or shutil.which("espeak")
    return None if name is None else _program(name, "-v", CODES[language])


def _engine(language: str) -> Speak | None:
    """The system's voice through pyttsx3, if both are installed and the voice knows the language."""
    try:
        import pyttsx3

        engine: Any = pyttsx3.init()
        voices = [voice.id for voice in engine.getProperty("voices") if _speaks(voice, language)]
        engine.setProperty("voice", voices[0])
    except Exception:  # not installed, no speech library, no such voice: each driver says so in its own way
        return None

    def speak(sentence: str) -> None:
        engine.say(sentence)
        engine.runAndWait()

    return speak


def _speaks(voice: Any, language: str) -> bool:
    """Languages come as `sv`, `sv-SE`, `sv_SE` or bytes with a number before them, by engine."""
    codes = [code.decode("ascii", "ignore") if isinstance(code, bytes) else str(code) for code in voice.languages or []]
    wanted = ("cmn", "zh-tw", "zh_tw") if language == "zh_Hant" else (CODES[language],)
    return any(code.strip("\x00\x01\x02\x03\x04\x05").lower().startswith(wanted) for code in codes)


def _program(*command: str) -> Speak:
    def speak(sentence: str) -> None:
        subprocess.run(
            [*command, sentence], check=True, timeout=LONGEST_S, stdin=subprocess.DEVNULL, capture_output=True
        )

    return speak
