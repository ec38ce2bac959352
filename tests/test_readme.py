"""The README keeps its word: its examples run, and it mentions every command. Its Python is run by pytest itself."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from rollcall.cli import app
from tests.conftest import Ended

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_the_readme_says(
    rollcall: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, command: str, expected: str
) -> None:
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(command)
    assert program == "rollcall"
    ended = rollcall(*words)
    assert ended.code == 0
    shown = ended.out.replace("\\", "/")  # paths as on the page, on Windows too
    assert doctest.OutputChecker().check_output(expected, shown, doctest.ELLIPSIS), shown


def test_every_command_is_mentioned() -> None:
    for name in typer.main.get_command(app).commands:  # type: ignore[attr-defined]
        assert f"rollcall {name}" in README


def test_every_option_of_reading_is_mentioned() -> None:
    for option in typer.main.get_command(app).commands["read"].params:  # type: ignore[attr-defined]
        assert option.name == "paths" or option.opts[0] in README


def test_every_target_is_mentioned() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^(\w+):", makefile, re.MULTILINE):
        assert f"`make {target}`" in README


@pytest.mark.parametrize("name", ["use", "test", "use-windows", "test-windows"])
def test_the_lines_to_paste_are_one_line_each(name: str) -> None:
    found = re.search(rf"^<!-- command: {name} -->\n```\w+\n(.+)\n```$", README, re.MULTILINE)
    assert found is not None
