"""Frames from real files, and what is asked of drivers; cameras are not needed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import Held, Wish, ask, frames, hold
from vision.live import Patience
from vision.source import CameraError, Kind, find_source

QUICK = Patience(answer_s=0.5, silent_s=0.5, first_retry_s=0.02, last_retry_s=0.05)


def picture(grey: int, width: int = 64, height: int = 48) -> np.ndarray:
    return np.full((height, width, 3), grey, np.uint8)


def jpeg(grey: int, width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", picture(grey, width, height))[1].tobytes()


def film(path: Path, shades: list[int], fps: float = 25.0, fourcc: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*fourcc), fps, (64, 48))
    for grey in shades:
        writer.write(picture(grey))
    writer.release()
    return path


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
