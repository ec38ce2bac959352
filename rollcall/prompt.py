"""Asking for a line: with completion and history at a terminal, plainly where lines are piped in."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

Ask = Callable[[str, Sequence[str], bool], str]
"""Puts a prompt and returns the line typed; the words are what could be typed, and a hidden line is not shown.

Raises EOFError when there are no more lines, and Interrupted when something happens meanwhile.
"""
LOOK_S = 0.05  # so often a terminal looks whether something has happened


class Interrupted(Exception):  # noqa: N818 - nothing is wrong
    """Something happened while a line was waited for; what was typed so far comes back with the next prompt."""


COMMANDS = {
    "undo": "take the last move back; undo 3 takes three",
    "fix": "put the last roll right, such as fix red 4; what still fits stays",
    "score": "show the sheets",
    "repeat": "say the last call again",
    "options": "what everyone may do now, and why cells are closed",
    "history": "what has happened, turn by turn",
    "hand": "show your cards (card game)",
    "help": "this list, and how to type dice and moves",
    "quit": "leave; the match is saved",
}


HOW = """
dice      with their letters (W3 W5 R2 Y6 G1 B4) or as digits in the order asked for (352614)
fix       red 4 or r4, several as r4 y2; of two white dice w3=5 says which, w3 w5 both; 4=5 for Yahtzee
marks     red 8 or r8; red+yellow 5 or ry5; r3 swap or r3s; y6 lucky or y6l; choose blue; pass, p or -
yahtzee   44 or keep 4 4 keeps dice, keep none throws all; full house or fh fills the box
cards     take 2 3 or 23; play g11 *7 x 11 7 plays two cards as green and crosses both
Enter     passes where nothing fits; takes dice that lie there, or reads the next picture
players   the answer is that of the player asked; Bo r8 or p2 r8 answers for another
"""


def is_terminal() -> bool:
    """Whether somebody types, and reads what is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def asker(happens: Callable[[], bool] | None = None) -> Ask:
    """The way to ask that fits what this process reads from; at a terminal, until something happens."""
    if is_terminal():
        return terminal(happens=happens)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # what comes through a pipe can be any bytes
    return _plain


def terminal(keys: Input | None = None, screen: Output | None = None, happens: Callable[[], bool] | None = None) -> Ask:
    """Ask at the terminal, or where the keys come from and the screen is."""
    from prompt_toolkit import PromptSession

    shown: PromptSession[str] = PromptSession(input=keys, output=screen)
    hidden: PromptSession[str] = PromptSession(input=keys, output=screen, is_password=True)  # remembers other lines
    begun = {False: "", True: ""}  # what was typed when something happened, by whether it is hidden

    def ask(prompt: str, words: Sequence[str], is_hidden: bool) -> str:
        session = hidden if is_hidden else shown
        default, begun[is_hidden] = begun[is_hidden], ""
        try:
            return session.prompt(
                f"{prompt}> ",
                completer=completer(words),
                complete_while_typing=not is_hidden,
                default=default,
                pre_run=None if happens is None else lambda: _look_out(session.app, happens),
            )
        except Interrupted:
            begun[is_hidden] = session.default_buffer.text
            raise

    return ask


def _look_out(app: Application[str], happens: Callable[[], bool]) -> None:
    async def look() -> None:
        while not happens():
            await asyncio.sleep(LOOK_S)
        if app.is_running and not app.is_done:
            app.exit(exception=Interrupted())

    app.create_background_task(look())


def completer(words: Sequence[str]) -> Completer:
    """Completes a line to one of the words or to a command, whatever its case."""
    from prompt_toolkit.completion import WordCompleter

    return WordCompleter([*words, *COMMANDS], ignore_case=True, sentence=True, meta_dict=dict(COMMANDS))


def _plain(prompt: str, words: Sequence[str], is_hidden: bool) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
