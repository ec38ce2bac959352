"""What is called at the table: short sentences about a move, for the ear (numbers in words) or the eye.

For the eye numbers are digits, and the dice that make a coloured sum stand behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.detours import LUCKY, SWAP
from engine.dice import Colour, Roll
from engine.game import AnyGame
from engine.match import Match
from engine.moves import Mark, Rolled
from engine.offers import ColourOffer, colour_offers, white_marks, white_sum
from engine.state import Phase, State, closed_colours
from rollcall.words import ENGLISH, Words
from vision.diceset import COLOUR_NAMES
from vision.event import CameraMoved, Event, OtherShape, PictureFrozen, Question, Reason


class Announcer:
    """Puts moves and what the camera sees into one language.

    >>> from engine.match import Match
    >>> match, announcer = Match("qwixx", ["Anna", "Bo"]), Announcer(in_words=True)
    >>> before = match.state
    >>> match.enter("roll W3 W5 R2 Y6 G1 B4")
    >>> print(*announcer.sentences(match.game, before, match.state, match.players), sep="\\n")
    White: eight.
    Anna: red, yellow, green or blue.
    Bo: red, yellow, green or blue.
    """

    def __init__(
        self, language: str = ENGLISH, in_words: bool = False, names: Mapping[Colour, str] = COLOUR_NAMES
    ) -> None:
        """`names` are what the dice of each colour are called. Raises ValueError for a language that is not there."""
        self._words = Words(language, names)
        self._in_words, self._number = in_words, self._words.number if in_words else str

    def sentences(
        self, game: AnyGame, before: Any, after: Any, players: Sequence[str], only_sum: bool = False
    ) -> list[str]:
        """What a move that led from one state to the next gives to say; `only_sum` leaves the options out."""
        said: list[str] = []
        if isinstance(before, State) and isinstance(after, State):
            said += self._qwixx(before, after, players, only_sum)
        if game.outcome(after) is not None and game.outcome(before) is None:
            said += self._end(game, after, players)
        return said

    def throw(self, match: Match, roll: Roll) -> list[str]:
        """What this throw would bring everyone, the match staying as it is; raises IllegalMove.

        >>> print(*Announcer().throw(Match("qwixx", ["Ann", "Bo"]), Roll.parse("W1 W1 R6 Y2 G4 B4")), sep="\\n")
        Ann rolls W1 W1 R6 Y2 G4 B4.
        White: 2.
        Ann: red or yellow.
        Bo: red or yellow.
        Ann may also mark red 7 (1+6), yellow 3 (1+2), green 5 (1+4) or blue 5 (1+4).
        """
        after: State = match.game.apply(match.state, Rolled(roll))
        name = match.players[after.active]
        thrown = self._text("{player} rolls {roll}.", player=name, roll=roll)
        called = self.sentences(match.game, match.state, after, match.players)
        return [thrown, *called, self._coloured(after, name)]

    def options(self, state: State, players: Sequence[str]) -> list[str]:
        """What everyone may mark now, a sentence a player and way: to repeat it, or to show it."""
        if state.phase is Phase.WHITE:
            return [said for player in sorted(state.pending) for said in self._white(state, player, players[player])]
        if state.phase is Phase.COLOUR:
            return [self._coloured(state, players[state.active])]
        return []

    def white_sum(self, state: State) -> str:
        """The sum of the white dice of the roll that lies there."""
        assert state.roll is not None
        return self._text("White: {number}.", number=self._number(white_sum(state.roll)))

    def rolled(self, roll: Roll, only_sum: bool = False) -> list[str]:
        """A roll of no game: the sum of two white dice and then the others, or else simply the numbers.

        >>> Announcer().rolled(Roll.parse("W3 W5 R2 B4")), Announcer("sv", True).rolled(Roll.parse("W3 W5 W5"))
        (['White: 8.', 'Red 2 and blue 4'], ['Tre, fem och fem'])
        """
        white = [die.pips for die in roll.dice if die.colour is Colour.WHITE]
        if len(white) != 2:
            return [_capital(self._words.all_of([self._number(die.pips) for die in roll.dice]))]
        said = [self._text("White: {number}.", number=self._number(sum(white)))]
        others = [
            self._row(die.colour, [self._number(die.pips)]) for die in roll.dice if die.colour is not Colour.WHITE
        ]
        return said if only_sum or not others else [*said, _capital(self._words.all_of(others))]

    def seen(self, event: Event) -> str | None:
        """What an event of the table gives to say; rolls are said as moves.

        >>> leaning = Question(Reason.LEANING, Colour.GREEN, (), (), 0.0)
        >>> Announcer().seen(leaning), Announcer("sv").seen(leaning)
        ('The green die is leaning: throw it again?', 'Den gröna tärningen lutar: kasta om?')
        """
        match event:
            case Question():
                return self._question(event)
            case CameraMoved():
                return self._text("The camera was moved.")
            case OtherShape():
                return self._text(
                    "The picture has another shape than when the table was measured: its tray and lens are left out."
                )
            case PictureFrozen():
                return self._text("The picture has frozen; look at the camera.")
        return None

    def _qwixx(self, before: State, after: State, players: Sequence[str], only_sum: bool) -> list[str]:
        said = self._locks(before, after) + self._penalties(before, after, players)
        if after.phase is before.phase:
            return said
        if after.phase is Phase.WHITE:
            said.append(self.white_sum(after))
        if after.phase is Phase.ROLL:
            said.append(self._text("{player} rolls.", player=players[after.active]))
        return said if only_sum else said + self.options(after, players)

    def _white(self, state: State, player: int, name: str) -> list[str]:
        """Most cells have the number said already, so only their rows are named; a swap or luck leads to others."""
        marks = white_marks(state, player)
        rows = list(dict.fromkeys(self._words.row(mark.colour) for mark in marks if not mark.by))
        said = [self._text("{player}: {rows}.", player=name, rows=self._words.one_of(rows))] if rows else []
        swapped = self._cells([mark for mark in marks if mark.by == SWAP], {})
        if swapped:
            said.append(self._text("{player}, by a swap: {cells}.", player=name, cells=swapped))
        lucky = self._cells([mark for mark in marks if mark.by == LUCKY], {})
        if lucky:
            said.append(self._text("{player}, by luck: {cells}.", player=name, cells=lucky))
        return said or [self._text("{player}: nothing.", player=name)]

    def _coloured(self, state: State, name: str) -> str:
        sums: dict[Mark, list[str]] = {}
        for offer in colour_offers(state):
            sums.setdefault(offer.mark, []).append(_sum(offer))
        cells = self._cells(list(sums), {} if self._in_words else sums)
        if not cells:
            return self._text("Nothing more for {player}.", player=name)
        return self._text("{player} may also mark {cells}.", player=name, cells=cells)

    def _cells(self, marks: Sequence[Mark], sums: Mapping[Mark, Sequence[str]]) -> str:
        """The cells row by row, each with the dice that make its number if they are given."""
        ordered = groupby(sorted(marks, key=_by_row), key=lambda mark: mark.colour)
        return self._words.one_of(
            [self._row(colour, [self._cell(mark, sums) for mark in row]) for colour, row in ordered]
        )

    def _cell(self, mark: Mark, sums: Mapping[Mark, Sequence[str]]) -> str:
        number = self._number(mark.number)
        return f"{number} ({', '.join(sums[mark])})" if mark in sums else number

    def _row(self, colour: str, numbers: Sequence[str]) -> str:
        return self._words.phrase("{row} {numbers}", row=self._words.row(colour), numbers=self._words.one_of(numbers))

    def _locks(self, before: State, after: State) -> list[str]:
        return [
            self._text(
                "{row} is locked; take the {die} die away.",
                row=self._words.row(colour),
                die=self._words.away(colour),
            )
            for colour in closed_colours(after)
            if colour not in closed_colours(before)
        ]

    def _penalties(self, before: State, after: State, players: Sequence[str]) -> list[str]:
        return [
            self._words.counted(
                "A penalty: {player} has {count} now.",
                "A penalty: {player} has {count} now.",
                now.penalties,
                player=name,
            )
            for name, then, now in zip(players, before.marks, after.marks, strict=True)
            if now.penalties > then.penalties
        ]

    def _end(self, game: AnyGame, state: Any, players: Sequence[str]) -> list[str]:
        outcome = game.outcome(state)
        assert outcome is not None
        said = [self._text("The game is over.")]
        for name, points in zip(players, outcome.scores, strict=True):
            counted = self._words.catalogue.ngettext(
                "{player}: {points} point.", "{player}: {points} points.", abs(points)
            )
            said.append(counted.format(player=name, points=points))
        winners = [players[player] for player in outcome.winners]
        if not winners:
            return [*said, self._text("Nobody wins.")]
        if len(winners) == 1:
            return [*said, self._text("{player} wins.", player=winners[0])]
        return [*said, self._text("{players} share the win.", players=self._words.all_of(winners))]

    def _question(self, question: Question) -> str:
        colour = question.colour
        the, a = ("", "") if colour is None else (self._words.the(colour), self._words.a(colour))
        first, second = (*map(self._number, question.pips), "", "")[:2]
        match question.reason, colour is None:
            case Reason.LEANING, True:
                return self._text("A die is leaning: throw it again?")
            case Reason.LEANING, False:
                return self._text("The {die} die is leaning: throw it again?", die=the)
            case Reason.UNSURE, True:
                return self._text("Does one die show {first} or {second}?", first=first, second=second)
            case Reason.UNSURE, False:
                return self._text("Does the {die} die show {first} or {second}?", die=the, first=first, second=second)
            case Reason.OUTSIDE, True:
                return self._text("A die lies outside the tray: throw it again?")
            case Reason.OUTSIDE, False:
                return self._text("The {die} die lies outside the tray: throw it again?", die=the)
            case Reason.MISSING, True:
                return self._text("A die is missing.")
            case Reason.MISSING, False:
                return self._text("A {die} die is missing.", die=a)
            case _, True:
                return self._text("There is one die too many.")
        return self._text("There is a {die} die too many.", die=a)

    def _text(self, english: str, **words: object) -> str:
        """The sentence in this language; it begins with a capital whatever its first word is."""
        return _capital(self._words.phrase(english, **words))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _sum(offer: ColourOffer) -> str:
    """How the dice make the number: a black die counts minus the white one."""
    if offer.colour is Colour.BLACK:
        return f"{offer.mark.number + offer.white}-{offer.white}"
    return f"{offer.white}+{offer.mark.number - offer.white}"


def _by_row(mark: Mark) -> tuple[int, str, int]:
    """Rows in the order of the sheet, their numbers rising."""
    first = mark.colour.partition("+")[0]
    return list(Colour).index(Colour(first)), mark.colour, mark.number
