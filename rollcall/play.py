"""`rollcall play`: a match at the terminal. Every move is saved before the next one is asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from engine import cardtable, yahtzee
from engine.cards import Shuffled, Take
from engine.dice import InvalidText, Roll
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Pass, Rolled
from rollcall.asked import (
    answering,
    due_dice,
    is_between_turns,
    is_simultaneous,
    only_pass,
    question,
    suggestions,
    waits_for_roll,
    waits_for_shuffle,
)
from rollcall.caller import Caller
from rollcall.entered import entered, missing_dice, player_named
from rollcall.fix import fixed_roll, last_roll, replayed
from rollcall.hand import hand_lines
from rollcall.lookout import Lookout, Sighting, is_answer
from rollcall.matchfile import MatchFile, MatchFileError
from rollcall.prompt import COMMANDS, HOW, Ask, Interrupted
from rollcall.sight import Sight
from rollcall.told import happened, named, options, result, said, sheets, turns
from rollcall.words import ENGLISH
from vision.event import Question, RollSeen

if TYPE_CHECKING:
    from rollcall.shots import Shots


class Table:
    """The people at the terminal and their match."""

    def __init__(
        self, saved: MatchFile, ask: Ask, eyes: Shots | Lookout | None, caller: Caller, is_secret: bool = False
    ) -> None:
        """`is_secret` hides what players answer to the same number until all have."""
        self._saved, self._ask, self._caller, self._is_secret = saved, ask, caller, is_secret
        self._lookout = eyes if isinstance(eyes, Lookout) else None
        self._shots = None if isinstance(eyes, Lookout) else eyes
        self._console = Console(highlight=False)
        self._sight = Sight()
        self._refused = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "fix": lambda dice: self._change_roll(fixed_roll(last_roll(self._match), dice)),
            "score": lambda _: self._show_sheets(),
            "repeat": lambda _: self._say(*(self._caller.repeat() or ["nothing has been called yet"])),
            "options": lambda _: self._say(*self._options()),
            "history": lambda _: self._say(*(line for line, _ in turns(self._shown()))),
            "hand": self._hand,
            "help": lambda _: self._say(*(f"{name:<9} {what}" for name, what in COMMANDS.items()), *HOW.splitlines()),
        }

    def run(self) -> int:
        """Play until somebody leaves; return how many lines were refused."""
        self._show_sheets()
        while True:
            try:
                self._heed([] if self._lookout is None else self._lookout.news())
                line = self._next_line()
                if line in (None, "quit"):
                    break
                self._enter(line or "")
            except EOFError:
                break
            except Interrupted:
                continue
            except (IllegalMove, InvalidText, MatchFileError) as refused:
                self._refused += 1
                print(named(str(refused), self._match.players), file=sys.stderr, flush=True)
        return self._refused

    @property
    def _match(self) -> Match:
        return self._saved.match

    def _next_line(self) -> str | None:
        """Ask for what comes next; None at the end of all lines."""
        if waits_for_shuffle(self._match.state):
            self._play(self._match.game.chance(self._match.state, SystemRandom()))
        table, player = self._match.state, self._asked()
        if self._lookout is not None:
            self._lookout.expect(table)
        is_over = self._match.game.outcome(table) is not None
        if not is_over:
            self._console.print(Text(question(self._match, player) + self._on_enter(), style="bold"))
        hides = self._is_secret and is_simultaneous(table)
        name = "over" if is_over else self._match.players[table.active if player is None else player]
        try:
            return self._ask(name, suggestions(self._match, player), hides).strip()
        except EOFError:
            return None

    def _asked(self) -> int | None:
        """The player whose answer is asked for, or None where dice are."""
        return next(iter(answering(self._match.state)), None)

    def _on_enter(self) -> str:
        if (self._shots is None and self._lookout is None) or not waits_for_roll(self._match.state):
            return ""
        enter = self._hint()
        if not self._sight.sure:
            return f" ({enter})"
        missing = " ".join(colour.letter for colour in missing_dice(self._match.state, self._sight.sure))
        return f" (seen: {Roll(self._sight.sure)}; type {missing}, or all; {enter})"

    def _hint(self) -> str:
        if self._sight.offer is not None:
            return f"{self._sight.offer.roll} lies there; Enter takes it"
        if self._lookout is not None:
            return "nothing is watched: type them" if self._lookout.is_over else "the camera watches"
        return "" if self._shots is None else self._shots.hint()

    def _enter(self, line: str) -> None:
        """Do what a line says; raises what refuses it."""
        command, _, rest = line.partition(" ")
        if command.lower() in self._commands and not (command.lower() == "score" and rest):
            self._commands[command.lower()](rest.strip())
        elif line:
            self._play(entered(self._match, self._match.state, line, self._sight.sure))
        elif waits_for_roll(self._match.state) and (offer := self._sight.offer) is not None:
            self._sight.rolled()  # one that is refused is not offered again
            self._play(Rolled(offer.roll))
            self._sight.played(offer.number)
        elif waits_for_roll(self._match.state) and self._lookout is not None:
            self._wait_for_roll(self._lookout)
        elif waits_for_roll(self._match.state):
            self._play(Rolled(self._roll_in_picture()))
        elif (player := self._asked()) is not None and only_pass(self._match, player):
            self._play(Pass(player))

    def _roll_in_picture(self) -> Roll:
        if self._shots is None:
            raise InvalidText("expected the dice, such as W3 W5 or digits; help says how")
        table = self._match.state
        seen = self._shots.take(lambda count: due_dice(table, count), isinstance(table, yahtzee.State))
        if seen.faults:
            self._sight.sure = seen.sure
            raise IllegalMove(f"no clear roll: {'; '.join(seen.faults)}")
        return Roll(seen.sure)

    def _wait_for_roll(self, lookout: Lookout) -> None:
        """Let the camera look on until it has seen something; at a terminal it does so by itself."""
        if lookout.is_over and not lookout.has_news():
            raise InvalidText(f"expected the dice: {lookout.name} shows no more")
        while lookout.enter_waits and (news := lookout.wait()):
            self._heed(news)
            if any(map(is_answer, news)):
                break

    def _heed(self, news: Sequence[Sighting | str]) -> None:
        """Take what the camera has seen: a roll that is due is played, a question asked."""
        for told in news:
            if isinstance(told, str):
                print(told, file=sys.stderr, flush=True)
        seen = [sighting for sighting in news if isinstance(sighting, Sighting)]
        for sighting in seen:
            made = self._sight.judge(sighting, self._match)
            if made is not None:
                self._play(made) if isinstance(made, Rolled) else self._change_roll(made)
                assert isinstance(sighting.event, RollSeen)
                self._sight.played(sighting.event.number)
        others = [sighting.event for sighting in seen if not isinstance(sighting.event, Question)]
        self._say(*self._caller.seen([*others, *self._sight.questions(self._match)]))

    def _play(self, move: Any) -> None:
        """Make a move, save it, and say what came of it."""
        before, shown = self._match.state, len(self._shown().moves)
        self._saved.play(move)
        if isinstance(move, Rolled):
            self._sight.rolled()
        after = self._match.state
        if not (self._is_secret and is_simultaneous(after) and is_simultaneous(before)):
            for made in self._match.moves[shown:]:
                self._say(said(self._match, made, before))
        calls, is_over = self._caller.moved(self._match, before), self._match.game.outcome(after) is not None
        shows = [] if self._caller.language == ENGLISH else calls  # else what is told in English is enough
        self._say(*(shows or happened(self._match, before)))
        if is_over:
            self._show_sheets()
            self._say(*([] if shows else result(self._match)))
        elif is_between_turns(after) and not isinstance(move, Shuffled):
            self._show_sheets()

    def _options(self) -> list[str]:
        return options(self._shown(), answering(self._match.state)) or ["nothing to choose now"]

    def _undo(self, count: str) -> None:
        if count and not re.fullmatch("[1-9][0-9]{0,3}", count):
            raise InvalidText(f"expected a number of moves after undo, got {count!r}")
        made = sum(not isinstance(move, Shuffled) for move in self._match.moves)
        if int(count or 1) > made:
            raise IllegalMove(f"cannot take back {count or 1}: moves made so far are {made}")
        for _ in range(int(count or 1)):
            while isinstance(self._match.moves[-1], Shuffled):
                self._saved.undo()
            hidden = self._is_secret and is_simultaneous(self._match.state) and len(self._shown().moves)
            move = self._saved.undo()
            told = (
                "a hidden answer"
                if hidden and len(self._match.moves) >= hidden
                else said(self._match, move, self._match.state)
            )
            self._say(f"taken back: {told}")
            if isinstance(move, Rolled):
                self._sight.taken_back(move.roll)

    def _change_roll(self, roll: Roll) -> None:
        """Put this roll in place of the last one, and say in one sentence what that changes."""
        again, before = replayed(self._match, roll), self._match.state
        self._saved.change(len(again.kept) + len(again.taken_back), again.kept)
        table = self._match.state
        self._sight.fixed()
        hides = self._is_secret and is_simultaneous(before)
        gone = ["a hidden answer" if hides else said(self._match, move, table) for move in again.taken_back]
        now = " ".join(str(die.pips) for die in roll.dice) if isinstance(table, yahtzee.State) else str(roll)
        stays = f"taken back: {', '.join(gone)}" if gone else "all else stays"
        self._say(f"the roll is {now} now; {stays}")

    def _hand(self, name: str) -> None:
        """Show one player's cards, at a terminal on a screen of its own that is left without a trace."""
        table = self._match.state
        if not isinstance(table, cardtable.State):
            raise IllegalMove(f"{self._match.game.title} is played without cards")
        asked = table.active if (first := self._asked()) is None else first
        player = player_named(self._match, name) if name else asked
        lines = hand_lines(table, player)
        if not self._console.is_terminal:
            return self._say(*lines)
        owner = self._match.players[player]
        self._ask(f"only {owner} looks; Enter", (), False)
        with self._console.screen():
            self._say(*lines)
            self._ask("Enter hides", (), False)
        return None

    def _shown(self) -> Match:
        """The match as everybody may see it: without answers that are still hidden."""
        if not (self._is_secret and is_simultaneous(self._match.state)):
            return self._match
        shown = Match.parse(str(self._match))
        while not isinstance(shown.moves[-1], Rolled | Take | Shuffled):
            shown.undo()
        return shown

    def _show_sheets(self) -> None:
        self._console.print(sheets(self._shown(), self._console.width))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.print(Text(line))
