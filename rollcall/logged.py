"""The bytes of a log on the disk: which lines are whole, the match they hold, and where its moves start."""

from __future__ import annotations

from pathlib import Path

from engine.dice import InvalidText
from engine.match import Match

_HEAD = (b"game ", b"option ", b"player ")  # how lines begin that are no moves


def parsed(path: Path, encoded: bytes) -> Match:
    """The match that is logged. Raises InvalidText naming the file and the line."""
    try:
        return Match.parse(encoded.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = encoded.count(b"\n", 0, error.start) + 1
        raise InvalidText(f"{path}, line {line}: not the text of a match") from None
    except InvalidText as error:
        raise InvalidText(f"{path}, {error}") from None


def whole_lines(encoded: bytes) -> bytes:
    """The log without a last line that was cut off, if that is a move: of the head nothing may be missing.

    >>> whole_lines(b"rollcall log 1\\nplayer Ann\\nroll W"), whole_lines(b"rollcall log 1\\nplayer Ann\\np")
    (b'rollcall log 1\\nplayer Ann\\n', b'rollcall log 1\\nplayer Ann\\np')
    """
    end = encoded.rfind(b"\n") + 1
    whole, cut = encoded[:end], encoded[end:]
    may_be_head = any(cut.startswith(word) or word.startswith(cut) for word in _HEAD)
    return encoded if end == 0 or (may_be_head and not _has_moves(whole)) else whole


def _has_moves(whole: bytes) -> bool:
    lines = whole.splitlines()[1:]
    return any(line.strip() and not line.startswith((b"#", *_HEAD)) for line in lines)


def starts_of(encoded: bytes, moves: int) -> list[int]:
    """Where each move starts: the last lines of a log that are neither empty nor comments."""
    starts, at = [], 0
    for line in encoded.decode("utf-8").splitlines(keepends=True):
        if line.strip() and line[0] != "#":
            starts.append(at)
        at += len(line.encode())
    return starts[len(starts) - moves :]
