"""`python -m rollcall.bench_table`: how fast and how lasting watching a table is, without a camera.

The films are made of a bundled picture of six dice and its mirror image, shaken while dice would roll and still, but
for grain, while they lie. All times are processor time, decoding included, at 1280 by 720 pixels. A still table is
watched as if live: 30 JPEG pictures a second come, and those that nobody waits for are not decoded.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from rollcall.sample import Sample, samples
from vision.camera import frames
from vision.event import Expected, RollSeen
from vision.picture import load_picture
from vision.reader import Reader
from vision.reading import Array, DieReading, Frame
from vision.source import find_source
from vision.table import PAUSE_S, watch
from vision.tracking import Tracker

PICTURE = "tray-720p.jpg"
WIDTH, HEIGHT, FPS = 1280, 720, 30
GRAIN = 5  # grey levels between two frames of a still table
SHAKE_PX = 9
THROWS = 6
SHAKEN, RESTS = 15, 45  # frames of a throw
MOVING, STILL = 120, 300  # frames of a film
ENDLESS = 20_000  # frames over which memory is watched, if nothing else is asked for


def main(
    endless: Annotated[int, typer.Option(metavar="FRAMES", help="Frames over which memory is watched.")] = ENDLESS,
) -> None:
    """Print the figures one by one."""
    cv2.setNumThreads(1)
    for name, figure in live_figures(endless):
        print(f"{name:<46} {figure}", flush=True)


def live_figures(endless: int) -> Iterator[tuple[str, str]]:
    """Each figure with its name, as soon as it is there."""
    reader = Reader.load()
    reader.read(_six_dice())
    with tempfile.TemporaryDirectory() as folder:
        yield from _moving(reader, _film(Path(folder) / "moving.avi", [(0, i % SHAKE_PX) for i in range(MOVING)]))
        yield from _still(reader, _film(Path(folder) / "still.avi", [(0, 0)] * STILL))
        throw = [1 + i % SHAKE_PX for i in range(SHAKEN)] + [0] * RESTS
        throws = [(k % 2, step) for k in range(THROWS) for step in throw]
        yield from _delays(reader, _film(Path(folder) / "throws.avi", throws))
    yield from _memory(reader, endless)


@dataclass(slots=True)
class _Spent:
    """Seconds of processor time by stage, summed up while a film is watched."""

    decode: float = 0.0
    find: float = 0.0
    read: float = 0.0
    looks: int = 0

    def frames(self, path: Path) -> Iterator[Frame]:
        taken = frames(find_source(str(path)))
        while True:
            start_s = time.process_time()
            frame = next(taken, None)
            self.decode += time.process_time() - start_s
            if frame is None:
                return
            yield frame

    def reading(self, reader: Reader) -> Callable[[Array], list[DieReading]]:
        def read(bgr: Array) -> list[DieReading]:
            start_s = time.process_time()
            found = reader.find(bgr)
            found_s = time.process_time()
            readings = reader.read_found(bgr, found)
            self.find += found_s - start_s
            self.read += time.process_time() - found_s
            self.looks += 1
            return readings

        return read


def _six_dice() -> Array:
    return load_picture(_sample().path)


@cache
def _dice() -> Expected:
    """How many dice of each colour lie in the picture."""
    return Counter(die.colour for die in _sample().dice)


def _sample() -> Sample:
    return next(sample for sample in samples() if sample.path.name == PICTURE)


def _film(path: Path, shots: Sequence[tuple[int, int]]) -> Path:
    """A film of the picture (0) or its mirror image (1), each frame shaken by so many steps."""
    pictures = _six_dice(), _six_dice()[:, ::-1]
    noise = np.random.default_rng(0).integers(0, GRAIN, (HEIGHT, WIDTH, 3), np.uint8)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH, HEIGHT))
    for i, (which, step) in enumerate(shots):
        shaken = np.roll(pictures[which], (8 * step, 6 * step), (0, 1))
        writer.write(cv2.add(shaken, np.roll(noise, 17 * i, 0)))
    writer.release()
    return path


def _moving(reader: Reader, film: Path) -> Iterator[tuple[str, str]]:
    spent, start_s = _Spent(), time.process_time()
    for _ in watch(spent.frames(film), spent.reading(reader), Tracker(), _dice):
        pass
    whole = time.process_time() - start_s
    yield "frames a second, something always moving", f"{MOVING / whole:.0f}, {spent.looks / MOVING:.0%} of them read"
    rest = whole - spent.decode - spent.find - spent.read
    stages = {"decode": spent.decode, "find dice": spent.find, "read them": spent.read, "compare and track": rest}
    for name, stage_s in stages.items():
        yield f"  {name}", f"{stage_s / whole:.0%}, {stage_s / MOVING * 1000:.1f} ms a frame"


def _still(reader: Reader, film: Path) -> Iterator[tuple[str, str]]:
    """What watching costs as soon as the dice have settled; of the JPEG pictures a camera sends some are skipped."""
    jpegs = [cv2.imencode(".jpg", frame.bgr)[1] for frame in frames(find_source(str(film)))]
    due_s, start_s, looked = 0.0, time.process_time(), 0

    def sent() -> Iterator[Frame]:
        for i, jpeg in enumerate(jpegs):
            if i / FPS >= due_s:
                bgr = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
                assert bgr is not None
                yield Frame(bgr, i / FPS, i)

    for look in watch(sent(), reader.read, Tracker(), _dice, is_live=True):
        due_s = look.frame.time_s + (PAUSE_S if look.is_calm else 0.0)
        looked += look.frame.index >= FPS
        if look.frame.index < FPS:
            start_s = time.process_time()
    share = (time.process_time() - start_s) / ((STILL - FPS) / FPS)
    name = "share of a core at 30 frames/s, nothing moves"
    yield name, f"{share:.1%}, {looked / (STILL - FPS):.0%} of them looked at"


def _delays(reader: Reader, film: Path) -> Iterator[tuple[str, str]]:
    """How long after the first still frame of a throw its roll is told, seconds of the film."""
    looks = watch(frames(find_source(str(film))), reader.read, Tracker(), _dice)
    told = [look.frame.index for look in looks for event in look.events if isinstance(event, RollSeen)]
    length = SHAKEN + RESTS
    delays = sorted((index % length - SHAKEN) / FPS for index in told)
    worst = f", {delays[len(delays) // 2]:.2f} s mostly and {delays[-1]:.2f} s at worst" if delays else ""
    yield "from rest to call", f"{len(delays)} of {THROWS} throws called{worst}"


def _memory(reader: Reader, count: int) -> Iterator[tuple[str, str]]:
    """How much the program holds after a tenth of the frames and after all; only where Linux tells."""
    if not Path("/proc/self/statm").is_file():
        return
    small = cv2.resize(_six_dice(), (WIDTH // 2, HEIGHT // 2))
    held_mb: list[float] = []
    rolls = 0
    for look in watch(_endless((small, small[:, ::-1]), count), reader.read, Tracker(), _dice):
        rolls += any(isinstance(event, RollSeen) for event in look.events)
        if (look.frame.index + 1) % max(count // 10, 1) == 0:
            held_mb.append(_held_mb())
    yield f"MB held over {count} frames, {rolls} rolls", f"{held_mb[0]:.0f} after a tenth, {held_mb[-1]:.0f} at the end"
    yield "  most above the first", f"{max(held_mb) / held_mb[0] - 1:+.1%}"


def _endless(pictures: tuple[Array, Array], count: int) -> Iterator[Frame]:
    """A throw of a few frames every 10 seconds."""
    for i in range(count):
        throw, frame = divmod(i, 10 * FPS)
        shift = 9 * (frame + 1) if frame < SHAKE_PX else 0
        yield Frame(np.roll(pictures[throw % 2], shift, 0), i / FPS, i)


def _held_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


if __name__ == "__main__":
    typer.run(main)
