"""What is installed is what is here: every package and every data file is in the wheel."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
LAYERS = ["calibration", "engine", "models", "rollcall", "sample_images", "vision"]


def test_every_package_is_installed() -> None:
    folders = {path.parent.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("__init__.py")}
    assert sorted(".".join(folder.parts) for folder in folders) == sorted(SETTINGS["packages"])


def test_every_data_file_is_installed() -> None:
    for package in SETTINGS["packages"]:
        patterns = SETTINGS["package-data"].get(package, [])
        files = _data_files(ROOT / package.replace(".", "/"))
        left_out = [name for name in files if not any(fnmatch(name, pattern) for pattern in patterns)]
        assert not left_out, package


def _data_files(folder: Path) -> Iterator[str]:
    """The files of a package that are no Python, as its patterns see them; folders that are packages count apart."""
    for path in folder.rglob("*"):
        of_another = any((parent / "__init__.py").exists() for parent in path.parents if folder in parent.parents)
        if path.is_file() and path.suffix not in (".py", ".pyc") and not of_another:
            yield path.relative_to(folder).as_posix()
