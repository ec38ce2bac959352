"""A match in a file: its log, a line longer after every move, kept for one process at a time.

Moves are appended and undone in place and forced to the disk, so that a process that is killed leaves the log as
it was after its last move. Where several change at once, a new file takes the place of the old one. What a loss of
power leaves of a last line is dropped when the match is opened again.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.dice import Sentence
from engine.game import IllegalMove
from engine.match import Match
from rollcall.logged import parsed, starts_of, whole_lines

_BINARY = getattr(os, "O_BINARY", 0)  # of Windows, which would change the ends of lines
_LOCKED_AT = 1 << 30  # Windows locks bytes for readers too, so the byte locked lies far behind any log


class MatchFileError(RuntimeError):
    """A match file that cannot be opened, locked or written; the message is one sentence."""


class MatchFile:
    """A match and the file that holds it; closing it lets another process go on with the match."""

    def __init__(self, path: Path, match: Match, file: int, starts: list[int], size: int) -> None:
        self.path, self.match = path, match
        self._file, self._starts, self._size = file, starts, size  # where in the file each move starts
        self.dropped = ""  # the cut-off line that the file ended with when it was opened

    @classmethod
    def create(cls, path: Path, match: Match) -> MatchFile:
        """Start a file for a match without moves. Raises MatchFileError where there is something already."""
        file = _locked(path, os.O_CREAT)
        if os.fstat(file).st_size:
            os.close(file)
            raise MatchFileError(f"{path} is there already; nothing was written")
        made = cls(path, match, file, [], 0)
        made._append(str(match))
        return made

    @classmethod
    def open(cls, path: Path) -> MatchFile:
        """Go on with a saved match. Raises MatchFileError, and InvalidText naming the file and the line."""
        file = _locked(path, 0)
        try:
            encoded = _everything(file)
            whole = whole_lines(encoded)
            match = parsed(path, whole)
            made = cls(path, match, file, starts_of(whole, len(match.moves)), len(whole))
            made._repair(encoded[len(whole) :])
        except BaseException:
            os.close(file)
            raise
        return made

    def play(self, move: Any) -> None:
        """Make a move and save it; raises IllegalMove, or MatchFileError if it cannot be saved."""
        self.match.play(move)
        start = self._size
        try:
            self._append(f"{move}\n")
        except MatchFileError:
            self.match.undo()
            raise
        self._starts.append(start)

    def undo(self) -> Any:
        """Take the last move back, in the file too; raises IllegalMove at the start."""
        if not self.match.moves:
            raise IllegalMove(Sentence("nothing to take back: no move has been made"))
        self._refuse_changed()
        self._shorten(self._starts[-1])
        self._size = self._starts.pop()
        return self.match.undo()

    def change(self, count: int, moves: Sequence[Any]) -> None:
        """Make these moves in place of the last so many, all or none; raises IllegalMove or MatchFileError."""
        changed = Match.parse(str(self.match))
        for _ in range(count):
            changed.undo()
        for move in moves:
            changed.play(move)
        self._refuse_changed()
        kept = _everything(self._file)[: self._starts[-count] if count else self._size]
        encoded = kept + "".join(f"{move}\n" for move in moves).encode()
        try:
            self._file = _replaced(self.path, self._file, encoded)
        except OSError as error:
            raise self._unwritten(error) from None
        self.match, self._starts, self._size = changed, starts_of(encoded, len(changed.moves)), len(encoded)

    def close(self) -> None:
        """Give the file free."""
        os.close(self._file)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _repair(self, cut: bytes) -> None:
        """Take what is not part of the match from the disk: a line cut off, a file a kill left behind."""
        with suppress(OSError):
            os.unlink(_fresh(self.path))
        if cut:
            self._shorten(self._size)
            self.dropped = cut.decode("utf-8", "replace")

    def _shorten(self, size: int) -> None:
        try:
            os.ftruncate(self._file, size)
            os.fsync(self._file)
        except OSError as error:
            raise self._unwritten(error) from None

    def _append(self, text: str) -> None:
        """Write at the end, all or nothing."""
        self._refuse_changed()
        encoded = text.encode()
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            if os.write(self._file, encoded) < len(encoded):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise self._unwritten(error) from None
        self._size += len(encoded)

    def _refuse_changed(self) -> None:
        """What is written to a file that has another in its place, as editors leave it, would be lost."""
        held = os.fstat(self._file)
        if held.st_size != self._size or not _is_at(self.path, held):
            raise MatchFileError(
                Sentence("{path} was moved or changed by another program; nothing was written", path=self.path)
            )

    def _unwritten(self, error: OSError) -> MatchFileError:
        return MatchFileError(Sentence("cannot write to {path}: {why}", path=self.path, why=error.strerror))


def read_match(path: Path) -> Match:
    """The match that is saved there; a last line that was cut off is left out, and said on standard error.

    Raises MatchFileError, and InvalidText naming the file and the line.
    """
    try:
        encoded = path.read_bytes()
    except OSError as error:
        raise MatchFileError(f"cannot open {path}: {error.strerror}") from None
    whole = whole_lines(encoded)
    match = parsed(path, whole)
    if whole != encoded:
        cut = encoded[len(whole) :].decode("utf-8", "replace")
        print(f"{path}: its last line was cut off, and is left out: {cut!r}", file=sys.stderr)
    return match


def _everything(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(file, 1 << 16), b""))


def _replaced(path: Path, file: int, encoded: bytes) -> int:
    """Put a new file, locked like the open one, in its place; one that was left half written is written over."""
    target, fresh = os.path.realpath(path), _fresh(path)
    made = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _BINARY, stat.S_IMODE(os.fstat(file).st_mode))
    try:
        _lock(made)
        if os.write(made, encoded) < len(encoded):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(made)
        return _swap(fresh, made, target, file)
    except OSError:
        with suppress(OSError):
            os.close(made)
        with suppress(OSError):
            os.unlink(fresh)
        raise


def _is_at(path: Path, held: os.stat_result) -> bool:
    """Whether that open file is still the one of this name."""
    try:
        return os.path.samestat(held, os.stat(path))
    except OSError:
        return False


def _fresh(path: Path) -> str:
    """Where a new file is written that is to take the place of this one."""
    folder, name = os.path.split(os.path.realpath(path))
    return os.path.join(folder, f".{name}.new")


def _locked(path: Path, create: int) -> int:
    try:
        file = os.open(path, os.O_RDWR | create | _BINARY, 0o644)
    except OSError as error:
        raise MatchFileError(f"cannot open {path}: {error.strerror}") from None
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise MatchFileError(f"cannot open {path}: it is not a file that can hold a match")
        _lock(file)
        if not os.path.samestat(os.fstat(file), os.stat(path)):
            raise BlockingIOError  # another window has just put a new file there
    except MatchFileError:
        os.close(file)
        raise
    except OSError:
        os.close(file)
        raise MatchFileError(f"{path} is being played in another window; go on there, or close it first") from None
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _LOCKED_AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _swap(fresh: str, made: int, target: str, file: int) -> int:
        """Windows renames no open file and replaces none, so for a moment nobody holds the match."""
        os.close(made)
        os.close(file)
        os.replace(fresh, target)
        made = os.open(target, os.O_RDWR | _BINARY)
        _lock(made)
        return made

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _swap(fresh: str, made: int, target: str, file: int) -> int:
        os.replace(fresh, target)
        os.close(file)
        with suppress(OSError):  # not every file system can; the new file itself is on the disk
            folder = os.open(os.path.dirname(target), os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
        return made
