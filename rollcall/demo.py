"""`rollcall demo`: read the bundled pictures and play a short game of Qwixx from the rolls they show."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import typer

from engine.choices import choices
from engine.dice import Roll
from engine.match import Match
from engine.moves import Mark, Pass, Rolled
from engine.state import Phase, State, dice_in_play
from rollcall.announce import Announcer
from rollcall.batch import PictureReading, read_pictures
from rollcall.sample import samples
from rollcall.seen import faults, seen_roll
from vision.draw import label

PLAYERS = ("Ann", "Bo")
_MOST_SKIPPED = 2  # cells that a player of the demo gives away for one mark


def play_demo(folder: Path | None, show: bool) -> None:
    """Print what each picture shows, what may be marked and what the players do; then the scores."""
    folder = Path(tempfile.mkdtemp(prefix="rollcall-demo-")) if folder is None else folder
    match, typed = Match("qwixx", PLAYERS), 0
    shown = samples()
    for sample, picture in zip(shown, read_pictures([sample.path for sample in shown], folder), strict=True):
        print(f"\n{sample.path.name}: {' '.join(map(label, picture.dice)) or 'no dice'}")
        if match.state.phase is Phase.ROLL and sample.roll.colours() == dice_in_play(match.state):
            seen = _seen(match, picture)
            typed += seen is None
            roll = sample.roll if seen is None else seen
            print(*(f"  {line}" for line in [*Announcer().throw(match, roll), *_turn(match, roll)]), sep="\n")
        else:
            print("  not six dice of Qwixx that all can be read, so nobody plays it")
    rolls = sum(isinstance(move, Rolled) for move in match.moves)
    (folder / "match.txt").write_text(str(match), encoding="utf-8")
    print(f"\n{rolls} rolls played, {rolls - typed} as the camera read them, {typed} typed; scores: {_scores(match)}")
    print(f"pictures with every die named, and the match as text: {folder}")
    if show and _has_screen():
        typer.launch(str(folder))


def _seen(match: Match, picture: PictureReading) -> Roll | None:
    """The roll that was read; None, and why, where the camera is not sure and the players type it."""
    expected = dice_in_play(match.state)
    doubts = faults(picture.dice, expected)
    if doubts:
        print(f"  {'; '.join(doubts)}: the players type what lies there")
        return None
    return seen_roll(picture.dice, expected)


def _turn(match: Match, roll: Roll) -> list[str]:
    """Play the roll to the end of the turn; return what the players did, in words."""
    match.play(Rolled(roll))
    done = []
    while match.state.pending:
        player = min(match.state.pending)
        move = _choice(match.state, player)
        match.play(move)
        if isinstance(move, Mark):
            done.append(f"{match.players[player]} marks {move.colour} {move.number}")
    return done or ["nobody marks"]


def _choice(state: State, player: int) -> Mark | Pass:
    """A cautious player's move: the mark that gives fewest cells away, if these are few enough."""
    open_cells = [choice for choice in choices(state, player) if choice.refused is None]
    best = min(open_cells, key=lambda choice: len(choice.skipped), default=None)
    return Pass(player) if best is None or len(best.skipped) > _MOST_SKIPPED else best.mark


def _scores(match: Match) -> str:
    points = match.game.scores(match.state)
    return ", ".join(f"{name} {score}" for name, score in zip(match.players, points, strict=True))


def _has_screen() -> bool:
    """Say whether somebody sits at this machine who could see a window."""
    if not sys.stdout.isatty() or "CI" in os.environ:
        return False
    return sys.platform in ("darwin", "win32") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
