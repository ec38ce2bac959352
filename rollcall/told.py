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
from rollcall.boxsheet import draw_boxes
from rollcall.scoresheet import Seat, draw_sheets

_PLAYER = re.compile(r"\bp([1-9][0-9]?)\b")
_FEW = 3  # cells given up that are named one by one
_CARD_PENALTY, _CARD_PENALTIES = 5, 4


def sheets(match: Match, width: int) -> Text:
    """Everybody's sheet as it stands."""
    table, players = match.state, match.players
    match table:
        case yahtzee.State():
            return draw_boxes(table, players, match.game.scores(table), width)
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
    return draw_sheets(seats, width)


def options(match: Match, pending: Sequence[int]) -> list[str]:
    """What each of those players may do now and why the rest is closed, a line a cell."""
    table = match.state
    if isinstance(table, yahtzee.State):
        again = ["keep any dice and throw the others again"] if table.hand and table.throws < yahtzee.THROWS else []
        return again + [_box_line(choice) for choice in box_choices(table)]
    if isinstance(table, cardtable.State):
        return [f"{match.players[player]}: {text}" for player in pending for text in _card_lines(match, player)]
    lines = []
    for player in pending:
        lines.append(match.players[player])
        lines += [f"  {line}" for line in _choice_lines(match, player)]
    return lines + _preview(match)


def happened(match: Match, before: Any) -> list[str]:
    """What a move brought beside itself: closed rows and penalties."""
    after, lines = match.state, []
    if isinstance(after, state.State):
        gone = [colour for colour in closed_colours(after) if colour not in closed_colours(before)]
        lines += [f"{colour} is closed: the {colour} die leaves the game" for colour in gone]
    if isinstance(after, yahtzee.State):
        bonus = after.rules.extra_points
        lines += [
            f"one more yahtzee: {bonus} points" for had, has in zip(before.extra, after.extra, strict=True) if has > had
        ]
        return lines
    pairs = zip(match.players, before.marks, after.marks, strict=True)
    return lines + [f"a penalty for {name}" for name, old, new in pairs if new.penalties > old.penalties]


def result(match: Match) -> list[str]:
    """Points, and who has won if the game is over."""
    points = match.game.scores(match.state)
    lines = [", ".join(f"{name} {score}" for name, score in zip(match.players, points, strict=True))]
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return lines
    winners = [match.players[player] for player in outcome.winners]
    if len(match.players) == 1:
        return ["the game is over", *lines]
    if len(winners) == 1:
        return ["the game is over", *lines, f"{winners[0]} wins"]
    return ["the game is over", *lines, f"{' and '.join(winners)} share the win" if winners else "a tie: nobody wins"]


def turns(match: Match) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each turn in one line, and everybody's points after it. The order of cards is not told."""
    table = match.game.start(len(match.players), match.options)
    told: list[str] = []
    for move in match.moves:
        if _starts_turn(table, move) and told:
            yield "; ".join(told), match.game.scores(table)
            told = []
        told.append(said(match, move, table))
        table = match.game.apply(table, move)
    if told:
        yield "; ".join(told), match.game.scores(table)


def said(match: Match, move: Any, table: Any) -> str:
    """A move in words, made in that state."""
    if isinstance(move, Shuffled):
        return "the cards are shuffled"
    if isinstance(move, Rolled):
        pips = [die.pips for die in move.roll.dice]
        dice = " ".join(map(str, pips)) if isinstance(table, yahtzee.State) else str(move.roll)
        return f"{match.players[table.active]} rolls {dice}"
    return named(str(move), match.players)


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


def _choice_lines(match: Match, player: int) -> list[str]:
    table = match.state
    if table.marks[player].choosing:
        return [str(move).partition(" ")[2] for move in match.game.legal_moves(table) if move.player == player]
    lines = [_choice_line(choice) for choice in choices(table, player)]
    is_last = table.phase is Phase.COLOUR and not table.crossed
    return [
        *lines,
        f"{'pass':<12} {-table.rules.penalty_points if is_last else 0:+d}{', a penalty' if is_last else ''}",
    ]


def _choice_line(choice: Choice) -> str:
    cell = f"{choice.mark.colour} {choice.mark.number} {choice.mark.by}".rstrip()
    if choice.refused is not None:
        return f"{cell:<12} closed: {choice.refused}"
    brings = [f"{choice.points:+d}"]
    if choice.closes:
        brings.append("closes the row")
    if choice.skipped:
        brings.append(f"gives up {_skipped(choice.skipped)}")
    return f"{cell:<12} {', '.join(brings)}"


def _skipped(cells: Sequence[str]) -> str:
    """The cells given up, the first and the last where they are many.

    >>> _skipped(["red 2", "red 3"]), _skipped(["red 2", "red 3", "red 4", "red 5"])
    ('red 2, red 3', 'red 2 to red 5 (4 cells)')
    """
    return ", ".join(cells) if len(cells) <= _FEW else f"{cells[0]} to {cells[-1]} ({len(cells)} cells)"


def _box_line(choice: BoxChoice) -> str:
    return f"{choice.box:<16} " + (str(choice.points) if choice.refused is None else f"closed: {choice.refused}")


def _preview(match: Match) -> list[str]:
    """While white is answered: what the player who rolled can add, as the sheets stand."""
    table = match.state
    if table.phase is not Phase.WHITE:
        return []
    offers = {f"{offer.mark.colour} {offer.mark.number}": None for offer in colour_offers(table)}
    return [f"then {match.players[table.active]}, white and colour: {', '.join(offers) or 'nothing as it stands'}"]


def _card_lines(match: Match, player: int) -> list[str]:
    table = match.state
    if table.phase is cardtable.Phase.PLAY:
        return ["one to three cards of one colour; hand shows them"]
    legal = [str(move).partition(" ")[2] for move in match.game.legal_moves(table) if move.player == player]
    if table.phase is cardtable.Phase.TAKE:
        return [", ".join(legal)]
    number = table.pile[0].number
    refused = [
        match.game.explain(table, match.game.parse_move(f"p{player + 1} {colour} {number}"))
        for colour in (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
        if f"{colour} {number}" not in legal
    ]
    return [", ".join(legal), *(named(reason, match.players) for reason in refused)]
