"""The calls of one evening: put on the screen, spoken if there is a voice, and said again on request."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from engine.dice import Colour, Roll
from engine.match import Match
from rollcall.announce import Announcer
from rollcall.voice import Speak, Voice, find_speaker
from rollcall.words import ENGLISH, Words
from vision.diceset import COLOUR_NAMES
from vision.event import Event


class Caller:
    """Remembers the last calls. What is spoken has numbers in words, what is shown has digits."""

    def __init__(
        self,
        language: str = ENGLISH,
        speaks: bool = False,
        only_sum: bool = False,
        names: Mapping[Colour, str] = COLOUR_NAMES,
    ) -> None:
        """`only_sum` leaves out what everyone may mark; `names` are what the dice of each colour are called.

        Raises ValueError for a language that is not there.
        """
        self.words = Words(language, names)
        self._shown, self._spoken = Announcer(language, False, names), Announcer(language, True, names)
        self._only_sum = only_sum
        self._voice = Voice(language, _find_or_warn) if speaks else None
        self._last: list[str] = []

    def moved(self, match: Match, before: Any) -> list[str]:
        """Call what the last move brought, and return it as it is shown."""

        def called(announcer: Announcer) -> list[str]:
            return announcer.sentences(match.game, before, match.state, match.players, self._only_sum)

        return self._call(called(self._shown), called(self._spoken))

    def rolled(self, roll: Roll) -> list[str]:
        """Call a roll of no game."""
        return self._call(self._shown.rolled(roll, self._only_sum), self._spoken.rolled(roll, self._only_sum))

    def seen(self, events: Sequence[Event]) -> list[str]:
        """Call what else happens on the table, questions above all."""

        def called(announcer: Announcer) -> list[str]:
            return [said for event in events if (said := announcer.seen(event)) is not None]

        return self._call(called(self._shown), called(self._spoken))

    def repeat(self) -> list[str]:
        """Call again what was called last."""
        if self._voice is not None:
            self._voice.repeat()
        return self._last

    def close(self) -> None:
        """Finish speaking."""
        if self._voice is not None:
            self._voice.close()

    def _call(self, shown: list[str], spoken: list[str]) -> list[str]:
        if shown:
            self._last = shown
            if self._voice is not None:
                self._voice.say(spoken)
        return shown


def _find_or_warn(language: str) -> Speak | None:
    speak = find_speaker(language)
    if speak is None:
        words, is_linux = Words(language), sys.platform not in ("win32", "darwin")
        hint = words.phrase("install {program}", program="espeak-ng") if is_linux else "pip install rollcall[voice]"
        said = words.phrase(
            "no voice for {language} on this computer, so nothing is spoken; {hint}", language=language, hint=hint
        )
        print(said, file=sys.stderr, flush=True)
    return speak
