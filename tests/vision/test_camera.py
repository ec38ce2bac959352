"""Frames from real files and from a real server on this computer; cameras are not needed."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Generator, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, islice, pairwise
from pathlib import Path
from urllib.parse import quote, unquote

import cv2
import numpy as np
import pytest

from vision.camera import Held, Wish, ask, frames, hold
from vision.live import Patience, Shot, live
from vision.source import CameraError, Kind, find_source

QUICK = Patience(answer_s=0.5, silent_s=0.5, first_retry_s=0.02, last_retry_s=0.05)


def picture(grey: int, width: int = 64, height: int = 48) -> np.ndarray:
    return np.full((height, width, 3), grey, np.uint8)


def jpeg(grey: int, width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", picture(grey, width, height))[1].tobytes()


HEAD = "\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n"
# What camera apps write: behind the kind of their answer, before the first picture, before each, and after each.
WRITTEN = {
    "video": ("; boundary=frame", "", f"--frame{HEAD}", "\r\n"),
    "no lengths": ("; boundary=frame", "", "--frame\r\nContent-Type: image/jpeg\r\n\r\n", "\r\n"),
    "no heads": ("; boundary=frame", "", "--frame\r\n\r\n", "\r\n"),
    "bare line feeds": ("; boundary=frame", "", f"--frame{HEAD}".replace("\r", ""), "\n"),
    "bare line feeds and no lengths": ("; boundary=frame", "", "--frame\nContent-Type: image/jpeg\n\n", "\n"),
    "dashes in the boundary": ("; boundary=--frame", "", f"--frame{HEAD}", "\r\n"),
    "dashes before dashes": ("; boundary=--frame", "", f"----frame{HEAD}", "\r\n"),
    "no dashes anywhere": ("; boundary=frame", "", f"frame{HEAD}", "\r\n"),
    "a quoted boundary": ('; boundary="--one frame"; charset=utf-8', "", f"--one frame{HEAD}", "\r\n"),
    "no boundary": ("", "", f"--frame{HEAD}", "\r\n"),
    "empty lines before heads": ("; boundary=frame", "", f"\r\n\r\n--frame\r\n{HEAD}", "\r\n\r\n"),
    "empty lines after heads": ("; boundary=frame", "", f"--frame{HEAD}\r\n\r\n", "\r\n"),
    "a greeting": ("; boundary=frame", "Welcome\r\n\r\n--frame\r\n\r\nto your camera\r\n", f"--frame{HEAD}", "\r\n"),
    "zeros behind pictures": ("; boundary=frame", "", f"--frame{HEAD}", "\0" * 30 + " \r\n"),
    "lengths that are wrong": ("; boundary=frame", "", f"--frame{HEAD}".replace("{", "1{"), "\r\n"),
}


class Camera(BaseHTTPRequestHandler):
    """A phone's camera app; what it does wrong is its path."""

    def do_GET(self) -> None:
        self.server.asked += 1  # type: ignore[attr-defined]
        match self.path.strip("/"):
            case "page":
                self._head("text/html", 200)
                self.wfile.write(b"<html>Welcome to your camera</html>")
            case "shot":
                self._head("image/jpeg", 200)
                self.wfile.write(jpeg(90))
            case "missing":
                self.send_error(404)
            case "garbage":
                self.wfile.write(b"Welcome\r\nto your camera\r\n\r\n")
            case "elsewhere":
                self.send_response(302)
                self.send_header("Location", self.path)
                self.end_headers()
            case "one":
                self._head("multipart/x-mixed-replace; boundary=frame")
                self.wfile.write(b"--frame\r\n\r\n" + jpeg(90))
                self.server.over.wait(5)  # type: ignore[attr-defined]
            case "hang":
                self._head("multipart/x-mixed-replace; boundary=frame")
                self.server.over.wait(5)  # type: ignore[attr-defined]
            case "secret" if self.headers["Authorization"] != "Basic bWU6b3BlbiBzZXNhbWU=":
                self.send_error(401)
            case how:
                self._stream(how)

    def _head(self, kind: str, code: int = 200) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def _stream(self, how: str) -> None:
        behind, first, before, after = WRITTEN.get(unquote(how), WRITTEN["video"])
        self._head(f"multipart/x-mixed-replace{behind}")
        self.wfile.write(first.encode())
        for i in range(3 if how == "drops" else 1000):
            body = jpeg(i % 250, *((64, 48) if how != "resizes" or i < 5 else (128, 96)))
            before_it = before.format(length=len(body)).encode()
            if how == "half" and i % 2:
                body = body[: len(body) // 2]
            if how == "huge" and i % 2:
                body = body.replace(b"\x00\x30\x00\x40\x03", b"\x9c\x40\x9c\x40\x03")  # says that it is 40000 wide
            try:
                self.wfile.write(before_it + body + after.encode())
            except OSError:
                return
            if self.server.over.wait(0.01):  # type: ignore[attr-defined]
                return

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def camera() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    server.over, server.asked = threading.Event(), 0  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.over.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


def address(camera: ThreadingHTTPServer, path: str) -> str:
    return f"http://127.0.0.1:{camera.server_port}/{path}"


def stream(camera: ThreadingHTTPServer, path: str, count: int, said: list[str] | None = None) -> list[np.ndarray]:
    say = ([] if said is None else said).append
    running = frames(find_source(address(camera, path)), say, patience=QUICK)
    seen = [frame.bgr for frame in islice(running, count)]
    running.close()
    return seen


def film(path: Path, shades: list[int], fps: float = 25.0, fourcc: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*fourcc), fps, (64, 48))
    for grey in shades:
        writer.write(picture(grey))
    writer.release()
    return path


@pytest.mark.parametrize("how", WRITTEN)
def test_a_phone_stream_gives_its_pictures_however_it_is_written(camera: ThreadingHTTPServer, how: str) -> None:
    seen = [float(bgr.mean()) for bgr in stream(camera, quote(how), 10)]
    assert len(seen) == 10
    assert all(later > earlier for earlier, later in pairwise(seen))


@pytest.mark.parametrize("how", ["half", "huge"])
def test_pictures_that_are_none_are_left_out(camera: ThreadingHTTPServer, how: str) -> None:
    for bgr in stream(camera, how, 5):
        assert bgr.std() < 2  # a half picture is grey below
        assert round(bgr.mean()) % 2 == 0


def test_a_picture_is_there_before_the_next_one_is(camera: ThreadingHTTPServer) -> None:
    assert len(stream(camera, "one", 1)) == 1


def test_a_stream_that_changes_its_size_goes_on(camera: ThreadingHTTPServer) -> None:
    sizes = [bgr.shape[:2] for bgr in stream(camera, "resizes", 15)]
    assert sizes[0] == (48, 64)
    assert sizes[-1] == (96, 128)


def test_a_slow_reader_gets_the_newest_picture(camera: ThreadingHTTPServer) -> None:
    running = frames(find_source(address(camera, "video")), patience=QUICK)
    next(running)
    time.sleep(0.3)
    assert next(running).bgr.mean() > 4  # some 25 pictures later; in a queue it would be the second
    running.close()


def test_times_count_from_when_watching_began(camera: ThreadingHTTPServer) -> None:
    before_s = time.monotonic()
    running = frames(find_source(address(camera, "video")), patience=QUICK)
    times_s = [frame.time_s for frame in islice(running, 3)]
    running.close()
    assert 0 < times_s[0] < times_s[1] < times_s[2] < time.monotonic() - before_s


def test_a_stream_that_drops_is_said_once_and_comes_back(camera: ThreadingHTTPServer) -> None:
    said: list[str] = []
    assert len(stream(camera, "drops", 5, said)) == 5
    name = address(camera, "drops")
    assert said[:2] == [f"{name} stopped sending; trying again until it is back", f"{name} is back"]


def test_name_and_password_are_sent_but_not_shown(camera: ThreadingHTTPServer) -> None:
    source = find_source(f"http://me:open%20sesame@127.0.0.1:{camera.server_port}/secret")
    assert next(frames(source, patience=QUICK)).bgr.shape == (48, 64, 3)
    assert source.name == address(camera, "secret")


def test_an_address_is_understood_as_people_type_and_paste_it(camera: ThreadingHTTPServer) -> None:
    port = camera.server_port
    source = find_source(f" HTTP://127.0.0.1:{port}/no lengths\n")
    assert source.name == f"http://127.0.0.1:{port}/no lengths"
    assert next(frames(source, patience=QUICK)).bgr.shape == (48, 64, 3)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("page", "is a web page, not a stream"),
        ("shot", "is a single picture, not a stream"),
        ("missing", "answers 404 Not Found"),
        ("secret", "answers 401 Unauthorized"),
        ("hang", "no picture from .* for 0.5 s"),
    ],
)
def test_a_stream_that_cannot_be_used_is_refused_at_once(camera: ThreadingHTTPServer, path: str, sentence: str) -> None:
    started_s = time.monotonic()
    with pytest.raises(CameraError, match=sentence):
        stream(camera, path, 1)
    assert time.monotonic() - started_s < 3
    assert camera.asked == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["garbage", "elsewhere"])
def test_what_a_server_answers_is_told_in_one_line(camera: ThreadingHTTPServer, path: str) -> None:
    with pytest.raises(CameraError, match=address(camera, path)) as refused:
        stream(camera, path, 1)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_nobody_there(scheme: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        source = find_source(f"{scheme}://127.0.0.1:{unused.getsockname()[1]}/live")
        with pytest.raises(CameraError, match=source.name):
            next(frames(source, patience=QUICK))


@pytest.mark.parametrize(("name", "fourcc"), [("a.avi", "MJPG"), ("a.mp4", "mp4v"), ("å 中.avi", "MJPG")])
def test_a_video_gives_every_frame_with_its_time(tmp_path: Path, name: str, fourcc: str) -> None:
    source = find_source(str(film(tmp_path / name, list(range(0, 200, 10)), fourcc=fourcc)))
    seen = list(frames(source))
    assert [frame.index for frame in seen] == list(range(20))
    assert [frame.time_s for frame in seen] == pytest.approx([i / 25 for i in range(20)], abs=0.001)
    assert [frame.bgr.mean() for frame in seen] == pytest.approx(range(0, 200, 10), abs=4)


def test_a_video_that_changes_its_size_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "two.mjpeg"
    path.write_bytes(jpeg(50) * 5 + jpeg(50, 128, 96) * 5)
    assert len(list(frames(find_source(str(path))))) == 10


def test_a_video_cut_off_gives_what_is_there(tmp_path: Path) -> None:
    path = film(tmp_path / "cut.avi", [100] * 20)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 9 // 10])
    assert 0 < len(list(frames(find_source(str(path))))) < 20


def test_pictures_of_a_folder_are_a_film(tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.jpg").write_bytes(jpeg(i * 50))
    seen = list(frames(find_source(str(tmp_path))))
    assert [(frame.index, frame.time_s) for frame in seen] == [(0, 0), (1, 0.1), (2, 0.2)]


def test_files_that_are_no_films(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("no video")
    (tmp_path / "folder").mkdir()
    for name, sentence in [("empty.mp4", "is empty"), ("text.mp4", "not a video"), ("folder", "no pictures in")]:
        with pytest.raises(CameraError, match=sentence):
            next(frames(find_source(str(tmp_path / name))))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing.mp4", "no file, folder or camera 'nothing.mp4'"),
        ("", "expected a camera's number or name"),
        (300 * "a", "no file, folder or camera|cannot open a+: "),
        ("ftp://host/a", "expected http, https, rtsp or rtsps"),
        ("http://", "expected an address such as"),
        ("http://a:b:c/", "cannot open http://a:b:c/"),
        ("99999999999", "no file, folder or camera '99999999999'"),
        ("192.168.1.20:8080/video", "no file.*; a stream begins with http:// or rtsp://"),
        ("http:/192.168.1.20/video", "no file.*; a stream begins with http:// or rtsp://"),
    ],
)
def test_words_that_name_no_source(text: str, sentence: str) -> None:
    with pytest.raises(CameraError, match=sentence):
        find_source(text)


def test_a_camera_can_be_called_by_its_device(tmp_path: Path) -> None:
    link = tmp_path / "by-name"
    try:
        link.symlink_to("/dev/video97")
    except OSError:
        pytest.skip("links are not allowed here")
    for text in ("/dev/video97", str(link)):
        source = find_source(text)
        assert (source.kind, source.address, source.name) == (Kind.CAMERA, "97", "camera 97")


@pytest.mark.skipif(sys.platform != "linux", reason="no such file names")
@pytest.mark.parametrize("name", ["table:1.avi", "2026-11-30T20:15.avi"])
def test_a_video_whose_name_looks_like_a_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    film(Path(f"./{name}").absolute(), [9, 9])
    assert len(list(frames(find_source(name)))) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="no such file names")
def test_a_video_whose_name_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"bad\xff.avi")
    path.write_bytes(b"RIFF")
    with pytest.raises(CameraError, match="has a name that OpenCV cannot open"):
        next(frames(find_source(str(path))))


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    source = find_source(str(tmp_path / "folder"))
    (tmp_path / "folder").rmdir()
    with pytest.raises(CameraError, match=r"cannot open .*folder: "):
        next(frames(source))


def test_a_camera_number_nobody_has() -> None:
    source = find_source("97")
    assert source.kind is Kind.CAMERA
    with pytest.raises(CameraError, match=r"cannot open camera 97; .*is another program using"):
        next(frames(source))


def test_what_a_device_does_not_grant_is_said(tmp_path: Path) -> None:
    capture = cv2.VideoCapture(str(film(tmp_path / "a.avi", [9])))  # a file grants nothing, as some drivers
    said = ask(capture, Wish(exposure=-6))
    capture.release()
    assert said == "64 × 48, 25 frames a second, MJPG, 1280 × 720 was not accepted, exposure -6 was not accepted"


class Driver:
    """A camera's driver with these settings, which can be set by hand only while they are not automatic."""

    def __init__(self, backend: int, **settings: float) -> None:
        self.now = {getattr(cv2, f"CAP_PROP_{name}"): value for name, value in settings.items()}
        self.now[cv2.CAP_PROP_BACKEND] = backend

    def get(self, setting: int) -> float:
        return self.now.get(setting, -1)

    def set(self, setting: int, value: float) -> bool:
        by_hand = 1 if self.now[cv2.CAP_PROP_BACKEND] == cv2.CAP_V4L2 else 0
        if setting == cv2.CAP_PROP_EXPOSURE and self.now.get(cv2.CAP_PROP_AUTO_EXPOSURE) != by_hand:
            return False
        if setting == cv2.CAP_PROP_WB_TEMPERATURE and self.now.get(cv2.CAP_PROP_AUTO_WB) != 0:
            return False
        if setting not in self.now:
            return False
        self.now[setting] = value
        return True


@pytest.mark.parametrize(("backend", "automatic"), [(cv2.CAP_V4L2, 3), (cv2.CAP_MSMF, 1)])
def test_a_driver_that_can_holds_what_has_settled(backend: int, automatic: int) -> None:
    driver = Driver(backend, AUTO_EXPOSURE=automatic, EXPOSURE=156, AUTO_WB=1, WB_TEMPERATURE=4600)
    assert hold(driver) == Held(156, 4600)
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) != automatic
    assert "exposure 120 locked, white balance 3000 locked" in ask(driver, Wish(exposure=120, white_balance_k=3000))
    assert driver.get(cv2.CAP_PROP_EXPOSURE) == 120


def test_a_driver_that_has_no_white_balance_says_so() -> None:
    driver = Driver(cv2.CAP_V4L2, AUTO_EXPOSURE=3, EXPOSURE=156)
    assert str(hold(driver)) == "exposure held at 156, white balance cannot be held"


def test_a_file_says_that_it_holds_nothing(tmp_path: Path) -> None:
    path, said, held = film(tmp_path / "a.avi", [9, 9]), list[str](), list[Held]()
    seen = list(frames(find_source(str(path)), said.append, Wish(exposure=-6), held=held.append))
    assert said == [f"{path} is no camera of this computer, so its exposure and white balance stay as they are"]
    assert (len(seen), held) == (2, [])
    capture = cv2.VideoCapture(str(path))
    assert hold(capture) == Held(None, None)
    capture.release()


def test_a_picture_nobody_waits_for_is_not_decoded() -> None:
    passed, decoded = threading.Event(), list[int]()

    def take() -> Generator[Shot, None, None]:
        for i in count():
            if i == 5:
                passed.set()
            threading.Event().wait(0.001)
            yield partial(decode, i)

    def decode(i: int) -> np.ndarray:
        decoded.append(i)
        return picture(i % 250)

    running = live("the table", take, print, QUICK)
    next(running)
    assert passed.wait(5)
    next(running)
    running.close()
    assert len(decoded) == 2
    assert decoded[1] >= 5
