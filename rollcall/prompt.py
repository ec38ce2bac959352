"""Asking for a line: with completion and history at a terminal, plainly where lines are piped in."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
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


def is_terminal() -> bool:
    """Whether somebody types, and reads what is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def asker(happens: Callable[[], bool] | None = None, commands: Mapping[str, str] | None = None) -> Ask:
    """The way to ask that fits what this process reads from; at a terminal, until something happens."""
    if is_terminal():
        return terminal(happens=happens, commands=commands)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # what comes through a pipe can be any bytes
    return _plain


def terminal(
    keys: Input | None = None,
    screen: Output | None = None,
    happens: Callable[[], bool] | None = None,
    commands: Mapping[str, str] | None = None,
) -> Ask:
    """Ask at the terminal, or where the keys come from and the screen is; commands and what they do are shown."""
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
                completer=completer(words, commands or {}),
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


def completer(words: Sequence[str], commands: Mapping[str, str]) -> Completer:
    """Completes a line to one of the words or to a command, whatever its case."""
    from prompt_toolkit.completion import WordCompleter

    return WordCompleter([*words, *commands], ignore_case=True, sentence=True, meta_dict=dict(commands))


def _plain(prompt: str, words: Sequence[str], is_hidden: bool) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
