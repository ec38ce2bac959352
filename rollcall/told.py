"""A match in words for the terminal: its sheets, what may be done and why not, what happened, turn by turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from engine import cardtable, state, yahtzee
from engine.cards import Shuffled, Take
from engine.choices import BoxChoice, Choice, box_choices, choices
from engine.dice import Colour
from engine.match import Match
from engine.moves import Rolled
from engine.offers import colour_offers
from engine.sheet import BASIC
from engine.state import Phase, closed_colours
from rollcall import term
from rollcall.asked import typed_answers
from rollcall.boxsheet import draw_boxes
from rollcall.question import coloured
from rollcall.scoresheet import Seat, draw_sheets
from rollcall.words import ENGLISH, Words

_PLAYER = re.compile(r"\bp([1-9][0-9]?)\b", re.ASCII)  # Chinese signs follow without a space
_FEW = 3  # cells given up that are named one by one
_CELL, _BOX = 12, 16  # columns for their names
_CARD_PENALTY, _CARD_PENALTIES = 5, 4


def sheets(match: Match, width: int, words: Words) -> Text:
    """Everybody's sheet as it stands."""
    table, players = match.state, match.players
    match table:
        case yahtzee.State():
            return draw_boxes(table, players, match.game.scores(table), width, words)
        case cardtable.State():
            seats = [
                Seat(name, BASIC, marks, 0, _CARD_PENALTY, _CARD_PENALTIES, player == table.active)
                for player, (name, marks) in enumerate(zip(players, table.marks, strict=True))
            ]
        case _:
            rules = table.rules
            seats = [
                Seat(
                    name=name,
                    sheet=rules.sheets[player],
                    marks=table.marks[player],
                    closed=table.closed,
                    penalty_points=rules.penalty_points,
                    max_penalties=rules.max_penalties,
                    is_active=player == table.active,
                )
                for player, name in enumerate(players)
            ]
    return draw_sheets(seats, width, words)


def options(match: Match, pending: Sequence[int], words: Words) -> list[str]:
    """What each of those players may do now and why the rest is closed, a line a cell."""
    table = match.state
    if isinstance(table, yahtzee.State):
        again = [words.phrase("keep any dice and throw the others again")]
        can_throw = table.hand and table.throws < yahtzee.THROWS
        return (again if can_throw else []) + [_box_line(choice, words) for choice in box_choices(table)]
    if isinstance(table, cardtable.State):
        return [f"{match.players[player]}: {text}" for player in pending for text in _card_lines(match, player, words)]
    lines = []
    for player in pending:
        lines.append(match.players[player])
        lines += [f"  {line}" for line in _choice_lines(match, player, words)]
    return lines + _preview(match, words)


def happened(match: Match, before: Any, words: Words) -> list[str]:
    """What a move brought beside itself: closed rows and penalties."""
    after, lines = match.state, []
    if isinstance(after, state.State):
        gone = [colour for colour in closed_colours(after) if colour not in closed_colours(before)]
        lines += [
            words.phrase("{row} is closed: the {die} die leaves the game", row=words.row(colour), die=words.the(colour))
            for colour in gone
        ]
    if isinstance(after, yahtzee.State):
        bonus = after.rules.extra_points
        lines += [
            words.phrase("one more yahtzee: {points} points", points=bonus)
            for had, has in zip(before.extra, after.extra, strict=True)
            if has > had
        ]
        return lines
    pairs = zip(match.players, before.marks, after.marks, strict=True)
    return lines + [
        words.phrase("a penalty for {player}", player=name) for name, old, new in pairs if new.penalties > old.penalties
    ]


def result(match: Match, words: Words) -> list[str]:
    """Points, and who has won if the game is over."""
    points = match.game.scores(match.state)
    lines = [", ".join(f"{name} {score}" for name, score in zip(match.players, points, strict=True))]
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return lines
    lines.insert(0, words.phrase("the game is over"))
    winners = [match.players[player] for player in outcome.winners]
    if len(match.players) == 1:
        return lines
    if not winners:
        return [*lines, words.phrase("a tie: nobody wins")]
    if len(winners) == 1:
        return [*lines, words.phrase("{player} wins", player=winners[0])]
    return [*lines, words.phrase("{players} share the win", players=words.all_of(winners))]


def turns(match: Match, words: Words) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each turn in one line, and everybody's points after it. The order of cards is not told."""
    table = match.game.start(len(match.players), match.options)
    told: list[str] = []
    for move in match.moves:
        if _starts_turn(table, move) and told:
            yield "; ".join(told), match.game.scores(table)
            told = []
        told.append(said(match, move, table, words))
        table = match.game.apply(table, move)
    if told:
        yield "; ".join(told), match.game.scores(table)


def said(match: Match, move: Any, table: Any, words: Words) -> str:
    """A move in words, made in that state."""
    if isinstance(move, Shuffled):
        return words.phrase("the cards are shuffled")
    if isinstance(move, Rolled):
        pips = [die.pips for die in move.roll.dice]
        dice = " ".join(map(str, pips)) if isinstance(table, yahtzee.State) else str(move.roll)
        return words.phrase("{player} rolls {dice}", player=match.players[table.active], dice=dice)
    return f"{match.players[move.player]} {term.move(words, str(move).partition(' ')[2])}"


def named(text: str, players: Sequence[str]) -> str:
    """The text with names in place of p1, p2, ...

    >>> named("p2 has answered already; p3 has not", ["Ann", "Bo"])
    'Bo has answered already; p3 has not'
    """

    def name(found: re.Match[str]) -> str:
        player = int(found[1]) - 1
        return players[player] if player < len(players) else found[0]

    return _PLAYER.sub(name, text)


def _starts_turn(table: Any, move: Any) -> bool:
    if isinstance(table, yahtzee.State):
        return isinstance(move, Rolled) and table.throws == 0
    return isinstance(move, Rolled | Take)


def _choice_lines(match: Match, player: int, words: Words) -> list[str]:
    table = match.state
    if table.marks[player].choosing:
        return [term.move(words, text) for text in typed_answers(match, player)]
    lines = [_choice_line(choice, words) for choice in choices(table, player)]
    is_last = table.phase is Phase.COLOUR and not table.crossed
    passing = term.padded(term.move(words, "pass"), _CELL)
    costs = words.phrase("-{points}, a penalty", points=table.rules.penalty_points) if is_last else "+0"
    return [*lines, f"{passing} {costs}"]


def _choice_line(choice: Choice, words: Words) -> str:
    typed = f"{choice.mark.colour} {choice.mark.number} {choice.mark.by}".rstrip()
    cell = term.padded(term.cell(words, typed), _CELL)
    if choice.refused is not None:
        closed = words.phrase("closed: {reason}", reason=term.in_words(words, choice.refused))
        return f"{cell} {closed}"
    brings = [f"{choice.points:+d}"]
    if choice.closes:
        brings.append(words.phrase("closes the row"))
    if choice.skipped:
        brings.append(words.phrase("gives up {cells}", cells=_skipped(choice.skipped, words)))
    return f"{cell} {', '.join(brings)}"


def _skipped(cells: Sequence[str], words: Words) -> str:
    """The cells given up, the first and the last where they are many.

    >>> _skipped(["red 2", "red 3"], Words()), _skipped(["red 2", "red 3", "red 4", "red 5"], Words())
    ('red 2, red 3', 'red 2 to red 5 (4 cells)')
    """
    named = [term.move(words, cell) for cell in cells]
    if len(cells) <= _FEW:
        return ", ".join(named)
    return words.phrase("{first} to {last} ({count} cells)", first=named[0], last=named[-1], count=len(cells))


def _box_line(choice: BoxChoice, words: Words) -> str:
    name = choice.box if words.language == ENGLISH else f"{term.box(words, choice.box)} ({choice.box})"
    if choice.refused is None:
        return f"{term.padded(name, _BOX)} {choice.points}"
    closed = words.phrase("closed: {reason}", reason=term.in_words(words, choice.refused))
    return f"{term.padded(name, _BOX)} {closed}"


def _preview(match: Match, words: Words) -> list[str]:
    """While white is answered: what the player who rolled can add, as the sheets stand."""
    table = match.state
    if table.phase is not Phase.WHITE:
        return []
    name = match.players[table.active]
    if not colour_offers(table):
        return [words.phrase("then {player}, white and colour: nothing as it stands", player=name)]
    return [words.phrase("then {player}, white and colour: {cells}", player=name, cells=coloured(match, words))]


def _card_lines(match: Match, player: int, words: Words) -> list[str]:
    table = match.state
    if table.phase is cardtable.Phase.PLAY:
        return [words.phrase("one to three cards of one colour; hand shows them")]
    legal = typed_answers(match, player)
    if table.phase is cardtable.Phase.TAKE:
        return [", ".join(term.move(words, text) for text in legal)]
    number = table.pile[0].number
    refused = [
        match.game.explain(table, match.game.parse_move(f"p{player + 1} {colour} {number}"))
        for colour in (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
        if f"{colour} {number}" not in legal
    ]
    closed = [named(term.in_words(words, reason), match.players) for reason in refused]
    return [", ".join(term.move(words, text) for text in legal), *closed]
