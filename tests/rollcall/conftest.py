"""What many tests of the program start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollcall import profiles
from vision.reader import Reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture
def own_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep profiles beside the test, not in this person's folder."""
    monkeypatch.setattr(profiles, "folder", lambda: tmp_path / "profiles")
