"""What is put on the terminal of a match, in its language, without what must still stay hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.cards import Shuffled, Take
from engine.match import Match
from engine.moves import Rolled
from rollcall.asked import answering, is_simultaneous
from rollcall.told import options, said, sheets, turns
from rollcall.words import Words


class Teller:
    """Prints on one terminal."""

    def __init__(self, words: Words, is_secret: bool) -> None:
        """`is_secret` hides what players answer to the same number until all have."""
        self.words, self.console = words, Console(highlight=False)
        self._is_secret = is_secret

    def hides(self, table: Any) -> bool:
        """Whether answers are hidden in that state."""
        return self._is_secret and is_simultaneous(table)

    def shown(self, match: Match) -> Match:
        """The match as everybody may see it: without answers that are still hidden."""
        if not self.hides(match.state):
            return match
        shown = Match.parse(str(match))
        while not isinstance(shown.moves[-1], Rolled | Take | Shuffled):
            shown.undo()
        return shown

    def say(self, lines: Sequence[str], style: str = "") -> None:
        """Print these lines."""
        for line in lines:
            self.console.print(Text(line, style=style))

    def sheets(self, match: Match) -> None:
        """Print everybody's sheet."""
        self.console.print(sheets(self.shown(match), self.console.width, self.words))

    def history(self, match: Match) -> None:
        """Print what has happened, a turn a line."""
        self.say([line for line, _ in turns(self.shown(match), self.words)])

    def options(self, match: Match) -> None:
        """Print what everyone may do now."""
        found = options(self.shown(match), answering(match.state), self.words)
        self.say(found or [self.words.phrase("nothing to choose now")])

    def taken_back(self, match: Match, move: Any, is_hidden: bool) -> str:
        """A move that is made no more, in words."""
        return self.words.phrase("a hidden answer") if is_hidden else said(match, move, match.state, self.words)
