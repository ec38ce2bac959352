"""`make bench`: how fast, how large and how right the reader is; every figure is printed as soon as it is there.

Times are of one thread on a bundled picture of 1280 by 720 pixels with six dice, medians of many runs.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import cv2
import numpy as np
import typer

from engine.speed import engine_timings, games_per_second
from rollcall.batch import read_pictures
from rollcall.bench_table import ENDLESS, live_figures
from rollcall.far import amid_a_table
from rollcall.listing import json_line
from rollcall.sample import samples
from rollcall.score import Tally, load_labels, score
from vision.crop import crops
from vision.picture import load_picture, open_picture, save_picture
from vision.reader import FOUND_IN_PX, Reader
from vision.reading import Array, DieReading
from vision.segment import reduced

PICTURE = "tray-720p.jpg"
_RUNS = 40
_STARTS = 5
_PROCESSES = 2
_BATCH = 100  # pictures that each process reads
_PHOTOS = Path("../shared/photos")


def main(
    photos: Annotated[Path, typer.Option(metavar="DIR", help="Labelled photographs, with labels.jsonl.")] = _PHOTOS,
    part: Annotated[str, typer.Option(help="Which part of them.")] = "dev",
    endless: Annotated[int, typer.Option(metavar="FRAMES", help="Frames over which memory is watched.")] = ENDLESS,
) -> None:
    """Print the figures of the README."""
    cv2.setNumThreads(1)
    for name, figure in _speed(next(sample.path for sample in samples() if sample.path.name == PICTURE)):
        print(f"{name:<46} {figure}", flush=True)
    for name, figure in live_figures(endless):
        print(f"{name:<46} {figure}", flush=True)
    for name, figure in [*_rules(), *_sizes()]:
        print(f"{name:<46} {figure}")
    if (photos / "labels.jsonl").is_file():
        for name, figure in _accuracy(photos, part):
            print(f"{name:<46} {figure}", flush=True)
    else:
        print(f"no labelled photographs in {photos}: nothing is said about accuracy on them")


def _speed(picture: Path) -> Iterator[tuple[str, str]]:
    encoded = np.frombuffer(picture.read_bytes(), np.uint8)
    bgr = open_picture(picture, FOUND_IN_PX).bgr
    decode_ms = _median_ms(lambda: cv2.imdecode(encoded, cv2.IMREAD_COLOR))
    yield "decode the JPEG (OpenCV)", f"{decode_ms:.2f} ms"
    yield (
        f"decode it to {bgr.shape[1]} by {bgr.shape[0]}",
        f"{_median_ms(lambda: open_picture(picture, FOUND_IN_PX)):.2f} ms",
    )
    reader = Reader.load()
    found = reader.find(bgr)
    yield "reduce the picture", f"{_median_ms(lambda: reduced(bgr)):.2f} ms"
    yield "reduce the picture and find the dice", f"{_median_ms(lambda: reader.find(bgr)):.2f} ms"
    boxes = [die.box for die in found]
    yield f"cut out the {len(found)} places found", f"{_median_ms(lambda: crops(bgr, boxes)):.2f} ms"
    yield "cut them out, read and judge them", f"{_median_ms(lambda: reader.read_found(bgr, found)):.2f} ms"
    for which, work in (("whole", _read), ("whole in full size", _read_full)):
        whole_ms = _median_ms(partial(work, reader, picture))
        yield f"{which}, from the file to the dice", f"{whole_ms:.2f} ms"
        yield f"{which} / decode", f"{whole_ms / decode_ms:.2f}"
    with TemporaryDirectory() as folder:
        small = Path(folder) / picture.name
        save_picture(small, amid_a_table(*_third(load_picture(picture))))
        yield "whole where the dice are a third as large", f"{_median_ms(partial(_read, reader, small)):.2f} ms"
    yield "rollcall read of one picture, start and all", f"{_start_s(picture):.2f} s"
    yield "pictures a second, one process", f"{_per_second(picture, 1):.0f}"
    yield f"pictures a second, {_PROCESSES} processes", f"{_per_second(picture, _PROCESSES):.0f}"
    yield "peak memory of rollcall read", _peak_memory(picture)


def _third(bgr: Array) -> tuple[Array, int, int]:
    """The picture a third as large, and how much room there is beside and above it in one of its own size."""
    height, width = bgr.shape[0] // 3, bgr.shape[1] // 3
    return cv2.resize(bgr, (width, height), interpolation=cv2.INTER_AREA), width, height


def _read(reader: Reader, picture: Path) -> list[DieReading]:
    return reader.read_picture(open_picture(picture, FOUND_IN_PX))


def _read_full(reader: Reader, picture: Path) -> list[DieReading]:
    return reader.read(load_picture(picture))


def _median_ms(work: Callable[[], object]) -> float:
    work()
    return statistics.median(_seconds(work) for _ in range(_RUNS)) * 1000


def _seconds(work: Callable[[], object]) -> float:
    start_s = time.perf_counter()
    work()
    return time.perf_counter() - start_s


def _start_s(picture: Path) -> float:
    command = [sys.executable, "-m", "rollcall", "read", str(picture)]
    return statistics.median(
        _seconds(lambda: subprocess.run(command, capture_output=True, check=True)) for _ in range(_STARTS)
    )


def _per_second(picture: Path, processes: int) -> float:
    """Pictures read per second; starting the processes is not counted."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        spans = list(pool.map(_read_many, [picture] * processes))
    start_s, end_s = min(start for start, _ in spans), max(end for _, end in spans)
    return processes * _BATCH / (end_s - start_s)


def _read_many(picture: Path) -> tuple[float, float]:
    """Read the picture many times; return when that began and ended."""
    cv2.setNumThreads(1)
    reader = Reader.load()
    _read(reader, picture)
    start_s = time.time()
    for _ in range(_BATCH):
        _read(reader, picture)
    return start_s, time.time()


def _peak_memory(picture: Path) -> str:
    """Linux counts the memory of the process that starts another as that one's, but not in `/proc`."""
    if sys.platform == "win32":
        return "not measured on Windows"
    program = (
        "import resource, sys; from pathlib import Path; from rollcall.form import Form; "
        "from rollcall.read import list_dice; list_dice([Path(sys.argv[1])], Form.JSONL, None); "
        "own = Path('/proc/self/status'); "
        "print(own.read_text().partition('VmHWM:')[2].split()[0] if own.exists() "
        "else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    command = [sys.executable, "-c", program, str(picture)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    peak = int(run.stdout.splitlines()[-1])
    return f"{peak / (1024**2 if sys.platform == 'darwin' else 1024):.0f} MB"


def _rules() -> Iterator[tuple[str, str]]:
    for name, us in engine_timings().items():
        yield name, f"{us:.0f} µs"
    for name, played in games_per_second().items():
        yield f"random games of {name} a second", f"{played:.0f}"


def _sizes() -> Iterator[tuple[str, str]]:
    for path in sorted(Path(str(files("models"))).glob("*.onnx")):
        yield f"size of {path.name}", f"{path.stat().st_size / 1024:.0f} kB"


def _accuracy(photos: Path, part: str) -> Iterator[tuple[str, str]]:
    """Read every labelled photograph; yield the figures of each set, then of all."""
    labels = load_labels(photos / "labels.jsonl", part)
    tallies: dict[str, Tally] = {}
    start_s = time.perf_counter()
    for label, picture in zip(labels, read_pictures([photos / label["image"] for label in labels]), strict=True):
        tally = score(label, json.loads(json_line(picture)))
        tallies[label["set"]] = tallies.get(label["set"], Tally()) + tally
    spent_s = time.perf_counter() - start_s
    for name, tally in tallies.items():
        yield f"{part}, {name}", _few(tally)
    total = sum(tallies.values(), Tally())
    for name, figure in total.figures().items():
        yield f"{part}, {name.replace('_', ' ')}", "nothing to judge" if figure is None else f"{figure:g}"
    yield f"{part}, time a photograph", f"{spent_s / max(len(labels), 1) * 1000:.0f} ms"


def _few(tally: Tally) -> str:
    names = ("images", "recall", "precision", "value_right_of_found", "colour_right_of_found", "picture_exact")
    figures = tally.figures()
    return ", ".join(f"{name.split('_')[0]} {figures[name]}" for name in names)


if __name__ == "__main__":
    typer.run(main)
