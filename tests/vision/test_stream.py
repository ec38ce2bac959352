"""Frames from a real server on this computer, as phones send them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, islice, pairwise
from urllib.parse import quote, unquote

import numpy as np
import pytest

from tests.vision.test_camera import QUICK, jpeg, picture
from vision.camera import frames
from vision.live import Shot, live
from vision.source import CameraError, find_source

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
