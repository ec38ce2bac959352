"""`python -m rollcall.bench_table`: how fast and how lasting watching a table is, without a camera.

The film is a bundled picture of six dice, shaken while dice would roll and still, but for grain, while they lie. All
times are processor time of one thread, decoding included, at 1280 by 720 pixels.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from rollcall.sample import samples
from vision.camera import frames
from vision.crop import crops
from vision.event import RollSeen
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import Array, Frame
from vision.source import find_source
from vision.table import differs, reduced_gray, watch
from vision.tracking import Tracker

WIDTH, HEIGHT, FPS = 1280, 720, 30
DICE = 6
GRAIN = 5  # grey levels between two frames of a still table
SHAKE_PX = 9
RUNS = 40


def main(
    endless: Annotated[int, typer.Option(metavar="FRAMES", help="Frames over which memory is watched.")] = 20_000,
) -> None:
    """Print the figures one by one."""
    cv2.setNumThreads(1)
    reader = Reader.load()
    with tempfile.TemporaryDirectory() as folder:
        moving = _film(Path(folder) / "moving.avi", [i % SHAKE_PX for i in range(90)])
        still = _film(Path(folder) / "still.avi", [0] * 150)
        throws = _film(Path(folder) / "throws.avi", ([*range(SHAKE_PX)] * 3 + [0] * 123) * 2)
        for name, figure in [*_speeds(reader, moving, still, throws), *_stages(reader, moving)]:
            print(f"{name:<44} {figure}", flush=True)
    for name, figure in _memory(reader, endless):
        print(f"{name:<44} {figure}", flush=True)


def _film(path: Path, shifts: list[int]) -> Path:
    picture = cv2.resize(_six_dice(), (WIDTH, HEIGHT))
    noise = np.random.default_rng(0).integers(0, GRAIN, picture.shape, np.uint8)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH, HEIGHT))
    for i, shift in enumerate(shifts):
        writer.write(cv2.add(np.roll(picture, (8 * shift, 6 * shift), (0, 1)), np.roll(noise, 17 * i, 0)))
    writer.release()
    return path


def _six_dice() -> Array:
    return load_picture(next(sample.path for sample in samples() if len(sample.dice) == DICE))


def _speeds(reader: Reader, moving: Path, still: Path, throws: Path) -> Iterator[tuple[str, str]]:
    start_s = time.process_time()
    count = sum(1 for _ in watch(_frames(moving), reader.read, Tracker()))
    yield "frames a second, something always moving", f"{count / (time.process_time() - start_s):.0f}"
    start_s = time.process_time()
    looks = list(watch(_frames(throws), reader.read, Tracker()))
    yield "frames a second, a throw every 5 s", f"{len(looks) / (time.process_time() - start_s):.0f}"
    rolls = [event for look in looks for event in look.events if isinstance(event, RollSeen)]
    delays = ", ".join(f"{roll.time_s - roll.rested_s:.2f}" for roll in rolls)
    yield "from rest to call, s of film", delays or "no roll seen"
    start_s = time.process_time()
    count = sum(1 for _ in watch(_frames(still), reader.read, Tracker()))
    share = (time.process_time() - start_s) / (count / FPS)
    yield "share of a core at 30 frames/s, nothing moves", f"{share:.1%}"


def _stages(reader: Reader, moving: Path) -> Iterator[tuple[str, str]]:
    """Milliseconds of each stage for one frame."""
    bgr = next(_frames(moving)).bgr
    found = reader.find(bgr)
    gray, tracker, readings = reduced_gray(bgr), Tracker(), reader.read_found(bgr, found)
    _, jpeg = cv2.imencode(".jpg", bgr)
    stages: dict[str, Callable[[], object]] = {
        "decode": lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR),
        "look for a change": lambda: differs(reduced_gray(bgr), gray),
        "find dice": lambda: reader.find(bgr),
        f"cut out {len(found)}": lambda: crops(bgr, [die.box for die in found]),
        f"cut out and read {len(found)}": lambda: reader.read_found(bgr, found),
        "track": lambda: tracker.update(readings, time.monotonic()),
    }
    for name, stage in stages.items():
        stage()
        start_s = time.process_time()
        for _ in range(RUNS):
            stage()
        yield f"ms a frame: {name}", f"{(time.process_time() - start_s) / RUNS * 1000:.2f}"


def _memory(reader: Reader, count: int) -> Iterator[tuple[str, str]]:
    """How much the program holds after a tenth of the frames and after all; Linux only, as it says so plainly."""
    if not Path("/proc/self/statm").is_file():
        return
    picture = cv2.resize(_six_dice(), (WIDTH // 2, HEIGHT // 2))
    shaken = [np.roll(picture, 9 * (i % SHAKE_PX), 0) for i in range(SHAKE_PX)]
    for i, _ in enumerate(watch(_endless(shaken, count), reader.read, Tracker()), 1):
        if i in (count // 10, count):
            yield f"MB held after {i} frames", f"{_held_mb():.0f}"


def _endless(shaken: list[Array], count: int) -> Iterator[Frame]:
    """A throw of a few frames every 10 seconds."""
    for i in range(count):
        yield Frame(shaken[i % (10 * FPS) if i % (10 * FPS) < len(shaken) else 0], i / FPS, i)


def _held_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def _frames(path: Path) -> Iterator[Frame]:
    return frames(find_source(str(path)))


if __name__ == "__main__":
    typer.run(main)
