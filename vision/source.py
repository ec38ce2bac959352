"""Where pictures come from: the words a person types for a camera, a stream, a video or a folder."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from engine.dice import Sentence

_DEVICE = re.compile(r"/dev/video([0-9]{1,9})")  # a camera, as Linux names it
_NUMBER = re.compile("[0-9]{1,9}", re.ASCII)  # OpenCV takes no larger ones
_ALMOST = re.compile(r"(?:http|rtsp)s?[:/]|[\w.-]+:[0-9]+(?:/|$)", re.IGNORECASE)  # an address without all of its ://
STREAMS = ("http", "https", "rtsp", "rtsps")


class CameraError(RuntimeError):
    """Pictures that do not come; the message is one sentence for the person at the table."""


class Kind(StrEnum):
    """How pictures are got."""

    CAMERA = "camera"
    STREAM = "stream"
    VIDEO = "video"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Source:
    """One place pictures come from. `name` is for people: a stream's password is not in it."""

    kind: Kind
    address: str  # number of a camera, URL or path
    name: str

    @property
    def is_live(self) -> bool:
        """Whether pictures come when they are taken, not when they are asked for."""
        return self.kind in (Kind.CAMERA, Kind.STREAM)


@dataclass(frozen=True, slots=True)
class LocalCamera:
    """A camera of this computer."""

    number: int
    name: str


def find_source(text: str) -> Source:
    """What a person means by `0`, `Logitech`, `http://192.168.1.20:8080/video`, `game.mp4` or `pictures/`.

    Raises CameraError. That a camera answers is not checked here.

    >>> find_source("rtsp://me:secret@10.0.0.5/live").name
    'rtsp://10.0.0.5/live'
    >>> find_source("ftp://10.0.0.5")
    Traceback (most recent call last):
    vision.source.CameraError: cannot open ftp://10.0.0.5: expected http, https, rtsp or rtsps before ://
    """
    if _NUMBER.fullmatch(text):
        return Source(Kind.CAMERA, text, f"camera {int(text)}")
    if "://" in text:
        return _stream(text.strip())
    if not text.strip():
        raise CameraError("expected a camera's number or name, a stream, a video or a folder, got nothing")
    device = _DEVICE.fullmatch(os.path.realpath(text))
    if device is not None:
        return Source(Kind.CAMERA, device[1], f"camera {device[1]}")
    return _on_disk(text) or _named(text)


def local_cameras() -> list[LocalCamera]:
    """The cameras of this computer, lowest number first; numbers shift when another is plugged in."""
    from cv2_enumerate_cameras import enumerate_cameras

    found = {info.index: info.name for info in enumerate_cameras(backend())}
    return [LocalCamera(number, name or "no name") for number, name in sorted(found.items())]


def backend() -> int:
    """OpenCV's number of the system's own way to reach cameras, so that names and numbers belong together."""
    import cv2

    return {"win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}.get(sys.platform, cv2.CAP_V4L2)


def cameras_in_words() -> str:
    """Completes a sentence about a camera that is not there.

    Linux inside Windows is named, as it is the one place where a plugged-in camera cannot be seen.
    """
    cameras = [f"{camera.number} ({camera.name})" for camera in local_cameras()]
    if cameras:
        return Sentence("there is {cameras}", cameras=tuple(cameras))
    if "microsoft" in platform.release().lower():
        return Sentence("WSL sees no cameras; run rollcall in Windows itself, or use a phone's http:// stream")
    return Sentence("no camera is connected")


def _stream(text: str) -> Source:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise CameraError(f"cannot open {text}: {error}") from None
    if parts.scheme not in STREAMS:
        raise CameraError(f"cannot open {text}: expected {_either(STREAMS)} before ://")
    if not host:
        raise CameraError(f"cannot open {text}: expected an address such as http://192.168.1.20:8080/video")
    place = f"[{host}]" if ":" in host else host
    shown = parts._replace(netloc=place if port is None else f"{place}:{port}")
    return Source(Kind.STREAM, parts.geturl(), shown.geturl())  # both with a small http, whatever was typed


def _on_disk(text: str) -> Source | None:
    path = Path(text)
    try:
        if path.is_dir():
            return Source(Kind.FOLDER, text, text)
        return Source(Kind.VIDEO, text, text) if path.exists() else None
    except OSError as error:
        raise CameraError(f"cannot open {text}: {error.strerror}") from None


def _named(text: str) -> Source:
    matches = list(_matches(text))
    if len(matches) == 1:
        return Source(Kind.CAMERA, str(matches[0].number), f"camera {matches[0].number} ({matches[0].name})")
    if matches:
        names = ", ".join(f"{camera.number} ({camera.name})" for camera in matches)
        raise CameraError(f"{text!r} is more than one camera: {names}; give the number")
    hint = "; a stream begins with http:// or rtsp://" if _ALMOST.match(text) else ""
    raise CameraError(f"no file, folder or camera {text!r}; {cameras_in_words()}{hint}")


def _matches(text: str) -> Iterator[LocalCamera]:
    for camera in local_cameras():
        if text.casefold() in camera.name.casefold():
            yield camera


def _either(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
