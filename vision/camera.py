"""Frames from a camera, a stream, a video file or a folder of pictures, by one function."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from engine.dice import Sentence
from vision import mjpeg
from vision.live import Patience, Shot, live
from vision.picture import PictureError, load_picture
from vision.reading import Array, Frame
from vision.source import CameraError, Kind, Source, backend, cameras_in_words

FOLDER_FPS = 10.0  # pictures of a folder follow each other at this pace
STREAM_S = 5.0  # a stream that does not answer for so long does not answer
SETTLE = 15  # frames a camera needs until its exposure has settled
PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
_EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE  # what turns it off, and what sets it
_WHITE_BALANCE = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a local camera. None leaves it as it is; what was granted is said."""

    width: int = 1280
    height: int = 720
    fps: int = 30
    exposure: float | None = None  # in the driver's own unit; automatic exposure is turned off
    white_balance_k: float | None = None  # likewise


@dataclass(frozen=True, slots=True)
class Held:
    """What a local camera keeps as it is from now on, in its driver's units; None where the driver does not let us."""

    exposure: float | None
    white_balance_k: float | None

    def __str__(self) -> str:
        """
        >>> str(Held(156, None))
        'exposure held at 156, white balance cannot be held'
        """
        settings = (("exposure", self.exposure), ("white balance", self.white_balance_k))
        return ", ".join(
            f"{name} {'cannot be held' if kept is None else f'held at {kept:g}'}" for name, kept in settings
        )


def frames(
    source: Source,
    say: Callable[[str], None] = print,
    wish: Wish | None = None,
    patience: Patience | None = None,
    held: Callable[[Held], None] | None = None,
) -> Generator[Frame, None, None]:
    """Yield frames until the source ends or the caller stops; always let go of the device.

    Of a live source it is always the next frame, of a file every frame with the file's own times. `say` is
    told what a camera grants, and when it is lost and back. Raises CameraError: at once for what is not
    there, within `patience.answer_s` for a camera that does not answer. With `held` a local camera is made to
    keep its exposure and white balance as soon as they have settled, and `held` is told what it keeps.
    """
    wish = wish or Wish()
    locks = held is not None or (wish.exposure, wish.white_balance_k) != (None, None)
    if locks and source.kind is not Kind.CAMERA:
        say(
            Sentence(
                "{name} is no camera of this computer, so its exposure and white balance stay as they are",
                name=source.name,
            )
        )
    match source.kind:
        case Kind.VIDEO:
            return _film(source)
        case Kind.FOLDER:
            return _folder(source)
        case Kind.CAMERA:
            take = partial(_camera, source, say, wish, held)
        case Kind.STREAM:
            take = partial(_stream, source)
    return live(source.name, take, say, patience or Patience())


def _film(source: Source) -> Generator[Frame, None, None]:
    path = Path(source.address)
    if path.is_file() and path.stat().st_size == 0:
        raise CameraError(Sentence("{path} is empty: expected a video", path=path))
    capture = cv2.VideoCapture(_for_opencv(path), cv2.CAP_FFMPEG)
    try:
        index, last_s = -1, -1.0
        pictures = (bgr for shot in _shots(capture) if (bgr := shot()) is not None)
        for index, bgr in enumerate(pictures):
            time_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if time_s <= last_s:  # files cut from others may count from anywhere
                time_s = last_s + 1 / (capture.get(cv2.CAP_PROP_FPS) or FOLDER_FPS)
            last_s = time_s
            yield Frame(bgr, time_s, index)
        if index < 0:
            raise CameraError(Sentence("{path} is not a video OpenCV can read", path=path))
    finally:
        capture.release()


def _for_opencv(path: Path) -> str:
    """The whole path: what stands before a colon at its start would be taken for a protocol, as in `table:1.mp4`."""
    whole = os.path.abspath(path)
    try:
        whole.encode()
    except UnicodeEncodeError:
        raise CameraError(Sentence("{path} has a name that OpenCV cannot open; rename it", path=path)) from None
    return whole


def _folder(source: Source) -> Generator[Frame, None, None]:
    try:
        paths = [path for path in sorted(Path(source.address).iterdir()) if path.suffix.lower() in PICTURES]
    except OSError as error:
        raise CameraError(Sentence("cannot open {path}: {why}", path=source.name, why=error.strerror)) from None
    if not paths:
        raise CameraError(
            Sentence("no pictures in {name} (looked for {endings})", name=source.name, endings=" ".join(PICTURES))
        )
    for index, path in enumerate(paths):
        try:
            yield Frame(load_picture(path), index / FOLDER_FPS, index)
        except PictureError as error:
            raise CameraError(error.args[0]) from None


def _camera(
    source: Source, say: Callable[[str], None], wish: Wish, held: Callable[[Held], None] | None
) -> Generator[Shot, None, None]:
    capture = cv2.VideoCapture(int(source.address), backend())
    try:
        if not capture.isOpened():
            raise CameraError(
                Sentence(
                    "cannot open {name}; {cameras}; is another program using the camera?",
                    name=source.name,
                    cameras=cameras_in_words(),
                )
            )
        say(Sentence("{name}: {granted}", name=source.name, granted=ask(capture, wish)))
        shots = _shots(capture)
        if held is not None:
            yield from islice(shots, SETTLE)
            held(hold(capture))
        yield from shots
    finally:
        capture.release()


def _stream(source: Source) -> Generator[Shot, None, None]:
    if source.address.startswith("http"):
        encoded = mjpeg.pictures(source, STREAM_S)
        if encoded is not None:
            yield from (partial(_decoded, jpeg) for jpeg in encoded)
            return
    wait = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC]
    options = [number for key in wait for number in (key, round(STREAM_S * 1000))]
    capture = cv2.VideoCapture(source.address, cv2.CAP_FFMPEG, options)
    try:
        if not capture.isOpened():
            raise CameraError(Sentence("no video at {name}; is the address right and the camera on?", name=source.name))
        yield from _shots(capture)
    finally:
        capture.release()


def ask(capture: cv2.VideoCapture, wish: Wish) -> str:
    """Ask an open camera for what is wished, and return in words what it granted.

    The order matters: at 1280 × 720 most cameras give 30 frames a second only as MJPG, which must be asked for
    first. Drivers may ignore exposure and white balance without a word, so they are read back.
    """
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height)
    capture.set(cv2.CAP_PROP_FPS, wish.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    width, height = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    fps = Sentence("{fps:g} frames a second", fps=capture.get(cv2.CAP_PROP_FPS))
    granted = [f"{width} × {height}", fps, *filter(None, [_fourcc(capture)])]
    if (width, height) != (wish.width, wish.height):
        size = f"{wish.width} × {wish.height}"
        granted.append(Sentence("{wish} was not accepted", wish=size))
    if wish.exposure is not None:
        granted.append(_lock(capture, Sentence("exposure {value:g}", value=wish.exposure), _EXPOSURE, wish.exposure))
    if (kelvin := wish.white_balance_k) is not None:
        granted.append(_lock(capture, Sentence("white balance {value:g}", value=kelvin), _WHITE_BALANCE, kelvin))
    return reduce(lambda said, more: Sentence("{said}, {more}", said=said, more=more), granted)


def _lock(capture: cv2.VideoCapture, said: Sentence, numbers: tuple[int, int], wanted: float) -> Sentence:
    """Lock one setting there, and say whether the driver keeps it."""
    if _locked(capture, *numbers, wanted) is None:
        return Sentence("{wish} was not accepted", wish=said)
    return Sentence("{wish} locked", wish=said)


def hold(capture: cv2.VideoCapture) -> Held:
    """Turn an open camera's automatic exposure and white balance off, so that both stay where they have settled."""
    return Held(_locked(capture, *_EXPOSURE), _locked(capture, *_WHITE_BALANCE))


def _locked(capture: cv2.VideoCapture, automatic: int, setting: int, wanted: float | None = None) -> float | None:
    """Lock one setting there, or where it is if nothing is wanted; None if the driver does not keep it."""
    is_manual = capture.set(automatic, _manual(capture, automatic))
    value = capture.get(setting) if wanted is None else wanted
    is_taken = capture.set(setting, value)
    is_kept = abs(capture.get(setting) - value) <= abs(value) * 0.01
    return value if is_manual and is_taken and is_kept else None


def _manual(capture: cv2.VideoCapture, automatic: int) -> int:
    """What turns it off: Linux numbers the ways to expose, and 1 is by hand; elsewhere it is yes or no."""
    is_linux = capture.get(cv2.CAP_PROP_BACKEND) == cv2.CAP_V4L2
    return 1 if is_linux and automatic == cv2.CAP_PROP_AUTO_EXPOSURE else 0


def _fourcc(capture: cv2.VideoCapture) -> str:
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    return code.to_bytes(4, "little", signed=code < 0).decode("ascii", "replace").strip("\0 ")


def _shots(capture: cv2.VideoCapture) -> Iterator[Shot]:
    """What an open device or file takes, each decoded only if it is asked for."""
    while capture.grab():
        yield partial(_retrieved, capture)


def _retrieved(capture: cv2.VideoCapture) -> Array | None:
    ok, bgr = capture.retrieve()
    return bgr if ok else None


def _decoded(jpeg: bytes) -> Array | None:
    try:
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # its head, damaged on the way, gives a size that no picture has
        return None
