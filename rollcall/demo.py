"""`rollcall demo`: read the bundled pictures and play a short game of Qwixx from the rolls they show."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import typer

from engine.choices import choices
from engine.dice import Roll
from engine.game import IllegalMove
from engine.match import Match
from engine.moves import Mark, Pass, Rolled
from engine.state import Phase, State, dice_in_play
from rollcall.batch import PictureReading, read_pictures
from rollcall.call import call, seen_roll
from rollcall.sample import samples
from vision.draw import label

PLAYERS = ("Ann", "Bo")
_MOST_SKIPPED = 2  # cells that a player of the demo gives away for one mark


def play_demo(folder: Path | None, show: bool) -> None:
    """Print what each picture shows, what may be marked and what the players do; then the scores."""
    folder = Path(tempfile.mkdtemp(prefix="rollcall-demo-")) if folder is None else folder
    paths = [sample.path for sample in samples()]
    match = Match("qwixx", PLAYERS)
    for picture in read_pictures(paths, folder):
        print(f"\n{picture.image.name}")
        if picture.error is not None:
            print(f"  {picture.error}")
        elif match.state.phase is Phase.ROLL:
            _play_turn(match, picture)
    (folder / "match.txt").write_text(str(match), encoding="utf-8")
    print(f"\nscores: {_scores(match)}")
    print(f"pictures with every die named, and the match as text: {folder}")
    if show and _has_screen():
        typer.launch(str(folder))


def _play_turn(match: Match, picture: PictureReading) -> None:
    try:
        roll = seen_roll(picture.dice, dice_in_play(match.state))
    except IllegalMove:
        print(f"  {' '.join(map(label, picture.dice)) or 'no dice'}: no roll of Qwixx, so nobody plays it")
        return
    print(*(f"  {line}" for line in call(match, roll)), sep="\n")
    for line in _turn(match, roll):
        print(f"  {line}")


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
