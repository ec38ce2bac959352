"""The program, `rollcall` or `python -m rollcall`, from its start to its end: what goes wrong becomes one line here."""

from __future__ import annotations

import errno
import os
import sys

INTERRUPTED = 130  # exit code, as of any program that Ctrl-C ends
FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG


def main() -> None:
    """Run the program; our own errors end in one line and exit code 1, all others show their traceback.

    All else is imported here, so that Ctrl-C ends it quietly also while it starts.
    """
    try:
        prepare_opencv()
        _open_closed()
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # file names can be any bytes
        from rollcall.cli import app

        try:
            app(prog_name="rollcall")
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        if _is_interrupted(error):
            sys.exit(INTERRUPTED)
        said = _said(error)
        if said is None:
            raise
        print(f"rollcall: {said}", file=sys.stderr)
        sys.exit(1)


def prepare_opencv() -> None:
    """Set what OpenCV looks at once in a process, before anything has used it."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # what is wrong with a picture is said once, by us
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # or Windows opens cameras in 20 s


def _open_closed() -> None:
    """Let input and output that this process was started without lead nowhere.

    The next file that was opened, as the one of a match, would be written to in their place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process


def _is_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind it: libraries written in C turn it into an error of their own while they are loaded."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _said(error: Exception) -> str | None:
    """The one line to say for an error of our own, or of what our output goes to; None for any other."""
    if isinstance(error, OSError):
        return _said_of_output(error)
    if isinstance(error, ImportError) and "libGL" in str(error):
        return f"OpenCV needs a system library ({error}); on Debian: apt-get install libgl1 libglib2.0-0"
    if isinstance(error, ImportError):
        return None
    from calibration.profile import ProfileError
    from engine.dice import InvalidText
    from engine.game import IllegalMove
    from rollcall.matchfile import MatchFileError
    from vision.model import ModelError
    from vision.picture import PictureError
    from vision.source import CameraError

    ours = (InvalidText, IllegalMove, MatchFileError, CameraError, ModelError, PictureError, ProfileError)
    return str(error) if isinstance(error, ours) else None


def _said_of_output(error: OSError) -> str | None:
    """Files that we open say themselves what is wrong, so a full disk that names none is that of the output."""
    if error.errno not in FULL or error.filename is not None:
        return None
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what waits to be written goes nowhere
    return f"cannot write the output: {error.strerror}"


if __name__ == "__main__":
    main()
