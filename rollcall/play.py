"""`rollcall play`: a match at the terminal. Every move is saved before the next one is asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from engine import cardtable, yahtzee
from engine.cards import Shuffled
from engine.dice import InvalidText, Roll, Sentence
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Pass, Rolled
from rollcall.asked import answering, is_between_turns, only_pass, suggestions, waits_for_roll, waits_for_shuffle
from rollcall.caller import Caller
from rollcall.entered import entered, player_named
from rollcall.fix import fixed_roll, last_roll, replayed
from rollcall.hand import hand_lines
from rollcall.lookout import Lookout, Sighting
from rollcall.manual import manual
from rollcall.matchfile import MatchFile, MatchFileError
from rollcall.prompt import Ask, Interrupted
from rollcall.question import question
from rollcall.rolling import Rolling
from rollcall.sight import Offer
from rollcall.teller import Teller
from rollcall.term import in_words
from rollcall.told import happened, named, result, said
from vision.event import Question
from vision.picture import PictureError
from vision.source import CameraError

if TYPE_CHECKING:
    from rollcall.shots import Shots


class Table:
    """The people at the terminal and their match."""

    def __init__(
        self, saved: MatchFile, ask: Ask, eyes: Shots | Lookout | None, caller: Caller, is_secret: bool = False
    ) -> None:
        """`is_secret` hides what players answer to the same number until all have."""
        self._saved, self._ask, self._caller = saved, ask, caller
        self._words, self._teller = caller.words, Teller(caller.words, is_secret)
        self._rolling = Rolling(eyes)
        self._sight = self._rolling.sight
        self._refused = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "fix": lambda dice: self._change_roll(fixed_roll(last_roll(self._match), dice)),
            "score": lambda _: self._teller.sheets(self._match),
            "repeat": lambda _: self._say(*(caller.repeat() or [self._words.phrase("nothing has been called yet")])),
            "options": lambda _: self._teller.options(self._match),
            "history": lambda _: self._teller.history(self._match),
            "hand": self._hand,
            "help": lambda _: self._say(*manual(self._words)),
        }

    def run(self) -> int:
        """Play until somebody leaves; return how many lines were refused."""
        self._teller.sheets(self._match)
        while True:
            try:
                self._heed(self._rolling.news())
                with self._refusing():
                    line = self._next_line()
                    if line is None or line.lower() == "quit":
                        break
                    self._enter(line)
            except EOFError:
                break
            except Interrupted:
                continue
        with self._refusing():
            self._put_right()
        return self._refused

    @property
    def _match(self) -> Match:
        return self._saved.match

    def _next_line(self) -> str | None:
        """Ask for what comes next; None at the end of all lines."""
        if waits_for_shuffle(self._match.state):
            self._play(self._match.game.chance(self._match.state, SystemRandom()))
        table, player = self._match.state, self._asked()
        self._rolling.expect(self._match)
        is_over = self._match.game.outcome(table) is not None
        if not is_over:
            asked = question(self._match, player, self._words) + self._rolling.hint(self._match, self._words)
            self._teller.say([asked], style="bold")
        name = "over" if is_over else self._match.players[table.active if player is None else player]
        try:
            return self._ask(name, suggestions(self._match, player), self._teller.hides(table)).strip()
        except EOFError:
            return None

    def _asked(self) -> int | None:
        """The player whose answer is asked for, or None where dice are."""
        return next(iter(answering(self._match.state)), None)

    def _enter(self, line: str) -> None:
        """Do what a line says; raises what refuses it."""
        command, _, rest = line.partition(" ")
        if command.lower() in self._commands and not (command.lower() == "score" and rest):
            return self._commands[command.lower()](rest.strip())
        self._put_right()
        if line:
            self._play(entered(self._match, self._match.state, line, self._sight.sure))
        elif waits_for_roll(self._match.state):
            self._take_roll()
        elif (player := self._asked()) is not None and only_pass(self._match, player):
            self._play(Pass(player))
        return None

    def _take_roll(self) -> None:
        """What an empty line does where dice are asked for."""
        offer, lookout = self._sight.offer, self._rolling.lookout
        if offer is not None:
            self._sight.rolled()  # one that is refused is not offered again
            self._play_seen(offer)
        elif lookout is None:
            self._play(Rolled(self._rolling.in_picture(self._match)))
        else:
            for news in self._rolling.until_answer(lookout):
                self._heed(news)

    def _heed(self, news: Sequence[Sighting | str]) -> None:
        """Take what the camera has seen: a roll that is due is played, a question asked."""
        for told in news:
            if isinstance(told, str):
                self._warn(in_words(self._words, told))
        seen = [sighting for sighting in news if isinstance(sighting, Sighting)]
        for sighting in seen:
            made = self._sight.judge(sighting, self._match)
            with self._refusing():
                if made is not None:
                    self._play_seen(made)
                self._put_right()
        others = [sighting.event for sighting in seen if not isinstance(sighting.event, Question)]
        self._say(*self._caller.seen([*others, *self._sight.questions(self._match)]))

    def _play_seen(self, seen: Offer) -> None:
        """Play a roll that lies on the table; one that cannot be saved is offered until it can be."""
        try:
            self._play(Rolled(seen.roll))
        except MatchFileError:
            self._sight.offer = seen
            raise
        self._sight.played(seen.number)

    def _put_right(self) -> None:
        """Put the last roll right if the camera has; where that cannot be saved it is done before the next move."""
        late, self._sight.late = self._sight.late, None
        if late is None:
            return
        try:
            self._change_roll(late.roll)
        except MatchFileError as error:
            self._sight.late = late
            said = Sentence("{trouble}; the last roll is still to become {roll}", trouble=error.args[0], roll=late.roll)
            raise MatchFileError(said) from None
        self._sight.played(late.number)

    def _play(self, move: Any) -> None:
        """Make a move, save it, and say what came of it."""
        before, shown = self._match.state, len(self._teller.shown(self._match).moves)
        self._saved.play(move)
        if isinstance(move, Rolled):
            self._sight.rolled()
        after = self._match.state
        if not (self._teller.hides(before) and self._teller.hides(after)):
            for made in self._match.moves[shown:]:
                self._say(said(self._match, made, before, self._words))
        self._caller.moved(self._match, before)
        self._say(*happened(self._match, before, self._words))
        if self._match.game.outcome(after) is not None:
            self._teller.sheets(self._match)
            self._say(*result(self._match, self._words))
        elif is_between_turns(after) and not isinstance(move, Shuffled):
            self._teller.sheets(self._match)

    def _undo(self, count: str) -> None:
        if count and not re.fullmatch("[1-9][0-9]{0,3}", count):
            raise InvalidText(Sentence("expected a number of moves after undo, got {text!r}", text=count))
        made = sum(not isinstance(move, Shuffled) for move in self._match.moves)
        if int(count or 1) > made:
            raise IllegalMove(
                Sentence("cannot take back {count}: moves made so far are {made}", count=count or 1, made=made)
            )
        for _ in range(int(count or 1)):
            self._undo_one()

    def _undo_one(self) -> None:
        while isinstance(self._match.moves[-1], Shuffled):
            self._saved.undo()
        hides, shown = self._teller.hides(self._match.state), len(self._teller.shown(self._match).moves)
        move = self._saved.undo()
        told = self._teller.taken_back(self._match, move, hides and len(self._match.moves) >= shown)
        self._say(self._words.phrase("taken back: {moves}", moves=told))
        if isinstance(move, Rolled):
            self._sight.taken_back(move.roll)

    def _change_roll(self, roll: Roll) -> None:
        """Put this roll in place of the last one, and say in one sentence what that changes."""
        again, hides = replayed(self._match, roll), self._teller.hides(self._match.state)
        self._saved.change(len(again.kept) + len(again.taken_back), again.kept)
        self._sight.fixed()
        gone = ", ".join(self._teller.taken_back(self._match, move, hides) for move in again.taken_back)
        is_yahtzee = isinstance(self._match.state, yahtzee.State)
        now = " ".join(str(die.pips) for die in roll.dice) if is_yahtzee else roll
        if gone:
            self._say(self._words.phrase("the roll is {roll} now; taken back: {moves}", roll=now, moves=gone))
        else:
            self._say(self._words.phrase("the roll is {roll} now; all else stays", roll=now))

    def _hand(self, name: str) -> None:
        """Show one player's cards, at a terminal on a screen of its own that is left without a trace."""
        table = self._match.state
        if not isinstance(table, cardtable.State):
            raise IllegalMove(Sentence("{game} is played without cards", game=self._match.game.title))
        asked = table.active if (first := self._asked()) is None else first
        player = player_named(self._match, name) if name else asked
        lines = hand_lines(table, player, self._words)
        if not self._teller.console.is_terminal:
            return self._say(*lines)
        self._ask(self._words.phrase("only {player} looks; Enter", player=self._match.players[player]), (), False)
        with self._teller.console.screen():
            self._say(*lines)
            self._ask(self._words.phrase("Enter hides"), (), False)
        return None

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Say why what is done here cannot be, and go on."""
        try:
            yield
        except (IllegalMove, InvalidText) as refused:
            self._refused += 1
            self._warn(named(in_words(self._words, refused.args[0]), self._match.players))
        except (CameraError, MatchFileError, PictureError) as refused:  # p1 in a file's name is nobody's
            self._refused += 1
            self._warn(in_words(self._words, refused.args[0]))

    def _warn(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def _say(self, *lines: str) -> None:
        self._teller.say(lines)
