"""Builders for the engine's tests: sheets as they lie, and moves played from their text."""

from dataclasses import replace

from engine.games import find_game
from engine.marks import Marks

QWIXX = find_game("qwixx")


def table(*sheets, closed=(), penalties=(), game="qwixx", **options):
    """A state before a roll; each sheet is such as `{"red": [2, 5]}`, numbers as printed."""
    state = find_game(game).start(len(sheets), options)
    marks = tuple(
        replace(crossed(state.rules.sheets[player], numbers), penalties=fines)
        for player, (numbers, fines) in enumerate(zip(sheets, penalties or (0,) * len(sheets), strict=True))
    )
    names = [row.name for row in state.rules.sheets[0].rows]
    return replace(state, marks=marks, closed=sum(1 << names.index(name) for name in closed))


def crossed(sheet, numbers):
    """Crosses by row name and printed number."""
    rows = [0] * len(sheet.rows)
    for r, row in enumerate(sheet.rows):
        rows[r] = sum(1 << row.at[number] for number in numbers.get(row.name, ()))
    return Marks(tuple(rows), (0,) * len(rows))


def play(state, *lines, game="qwixx"):
    """The state after moves written as in a log."""
    for line in lines:
        state = find_game(game).apply(state, find_game(game).parse_move(line))
    return state


def may(state, player, game="qwixx"):
    """What that player may do now, without the `p1 ` in front."""
    moves = find_game(game).legal_moves(state)
    return [str(move).partition(" ")[2] for move in moves if move.player == player - 1]


def scores(state, game="qwixx"):
    """Every player's points."""
    return find_game(game).scores(state)


def numbers(state, player, row):
    """The numbers crossed in that row."""
    sheet = state.rules.sheets[player - 1]
    names = [row.name for row in sheet.rows]
    r = names.index(row)
    bits = state.marks[player - 1].rows[r]
    return [number for pos, number in enumerate(sheet.rows[r].numbers) if bits >> pos & 1]
