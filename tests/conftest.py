"""What many tests start from."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rollcall.__main__ import main, prepare_opencv

prepare_opencv()  # here, as all tests run in one process, and whichever is first to use OpenCV decides for the others


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run of the program ended, and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture
def rollcall(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Run the command line with these words. Tests run it in this process, as starting one costs half a second."""

    def run(*words: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["rollcall", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Ended(code, out, err)

    return run
