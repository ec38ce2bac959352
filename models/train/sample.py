"""Labelled pictures to train on, from renders and from photographs, in one form. Boxes are x0, y0, x1, y1 in px."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render import camera
from vision.reading import Array

UNKNOWN = -1
COLOUR_NAMES = ("white", "red", "yellow", "green", "blue", "black", "other")
STORED_PX = 832  # longest side kept in memory for the finder: nearly twice what it sees
ELEVATIONS = {"byler_many_colours": 85.0, "epanemu_multicolor": 50.0}
PHOTOGRAPH = 2.0  # how much one counts against a render, of which there are many more
WEIGHTS = {"byler_many_colours": 3.0, "epanemu_multicolor": 4.0, "matteo_white_wood": 0.6}  # times that
LOOSE = (
    "byler_many_colours",
)  # its boxes are up to a quarter too large: where dice are is learned from them, not how large
SEEN = 0.4  # dice that show less than this share need not be found
OPEN = 0.75  # dice that show less than this share cannot be read
FLAT = 10.0  # degrees; dice that lean more lie on something and do not count
LEANING = 22.0  # degrees; dice that lean less look as if they lay flat and were seen from elsewhere: nothing is asked
CONTRAST = 60  # sRGB steps; pips that differ less from the die do not show
SYMBOLS = "symbol d6"  # nobody can tell these from a die with a maker's mark on top: neither right nor wrong
CROWDED = 8  # photographs with more dice than this leave some of the far ones unlabelled


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled picture. `boxes` are whole dice; `faces` are known only for renders (else NaN)."""

    path: Path
    linear: Path | None  # of a render: the picture before any camera
    scene: str  # pictures of one scene stay on one side of every split
    size: tuple[int, int]  # width, height
    boxes: Array  # (N, 4) float32
    faces: Array  # (N, 4, 2) float32, corners of the top face
    values: Array  # (N,) int64, 1..6 or UNKNOWN
    colours: Array  # (N,) int64 index into COLOUR_NAMES or UNKNOWN
    readable: Array  # (N,) bool: lies flat, is hardly covered and has pips on top
    decoys: Array  # (M, 4) float32: things that look like dice and are none
    ignore: Array  # (K, 4) float32: places where finding a die is neither right nor wrong
    elevation: float  # degrees the camera stands above the table; a guess for photographs
    weight: float  # how much this picture's dice count
    tight: bool = True  # its boxes end where the dice do

    def scaled(self, factor: float) -> Sample:
        width, height = self.size
        return replace(
            self,
            size=(round(width * factor), round(height * factor)),
            boxes=self.boxes * factor,
            faces=self.faces * factor,
            decoys=self.decoys * factor,
            ignore=self.ignore * factor,
        )

    @property
    def held_back(self) -> bool:
        """Whether this scene is kept out of training to calibrate and compare (about one in eight)."""
        return zlib.crc32(self.scene.encode()) % 8 == 0


def chosen(photos: list[Path], folders: list[Path]) -> list[Sample]:
    """All samples of these labels.jsonl files and folders of renders."""
    samples = [one for path in photos for one in photographs(path)]
    return samples + [one for folder in folders for one in renders(folder)]


def photographs(labels: Path, part: str = "train") -> Iterator[Sample]:
    """Read a labels.jsonl of photographs; dice labelled by face or pips only become `ignore` places."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["part"] == part:
            yield _photograph(labels.parent, row)


def renders(folder: Path) -> Iterator[Sample]:
    """Read the pictures that `python -m models.render` wrote."""
    for path in sorted(folder.glob("*.json")):
        yield _render(path, json.loads(path.read_text(encoding="utf-8")))


def views(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[Array]:
    """The picture of a photograph; of a render `count` pictures, each taken with another camera."""
    bgr = cv2.imread(str(sample.path), cv2.IMREAD_COLOR)
    assert bgr is not None, sample.path
    yield bgr
    if sample.linear is not None:
        linear = camera.read_linear(sample.linear)
        for _ in range(count - 1):
            yield camera.photograph(linear, rng)


def bare(bgr: Array) -> Sample:
    """The labels of a picture that shows no dice."""
    none = np.zeros((0, 4), np.float32)
    return Sample(
        path=Path(),
        linear=None,
        scene="",
        size=bgr.shape[1::-1],
        boxes=none,
        faces=none.reshape(0, 4, 2),
        values=np.zeros(0, np.int64),
        colours=np.zeros(0, np.int64),
        readable=np.zeros(0, bool),
        decoys=none,
        ignore=none,
        elevation=90.0,
        weight=1.0,
    )


def reduced(bgr: Array, sample: Sample, longest_px: int = STORED_PX) -> tuple[Array, Sample]:
    """The picture and its labels, made smaller where the longest side is more than this."""
    factor = longest_px / max(bgr.shape[:2])
    if factor >= 1:
        return bgr, sample
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return small, sample.scaled(factor)


def _photograph(root: Path, row: dict[str, Any]) -> Sample:
    dice, whole = row["dice"], row["box_kind"] == "whole_die"
    boxes = _corners_of([die["box"] for die in dice])
    ignore = np.zeros((0, 4), np.float32) if whole else _grown(boxes, row["box_kind"])
    if len(dice) > CROWDED and not whole:
        ignore = np.array([[0, 0, row["width"], row["height"]]], np.float32)
    kept = dice if whole else []
    return Sample(
        path=root / row["image"],
        linear=None,
        scene=f"{row['set']}/{row.get('source_id', Path(row['image']).name)}",
        size=(row["width"], row["height"]),
        boxes=boxes if whole else boxes[:0],
        faces=np.full((len(kept), 4, 2), np.nan, np.float32),
        values=np.array([die["value"] or UNKNOWN for die in kept], np.int64),
        colours=np.array([_colour_index(die.get("color")) for die in kept], np.int64),
        readable=np.ones(len(kept), bool),
        decoys=_corners_of([decoy["box"] for decoy in row.get("distractors", [])]),
        ignore=np.concatenate([ignore, _corners_of(row.get("ignore", []))]),
        elevation=ELEVATIONS.get(row["set"], 55.0),
        weight=PHOTOGRAPH * WEIGHTS.get(row["set"], 1.0) / (2.0 if row.get("augmented") else 1.0),
        tight=row["set"] not in LOOSE,
    )


def _render(path: Path, label: dict[str, Any]) -> Sample:
    dice = [die for die in label["dice"] if die["visible"] >= SEEN]
    decoys = [decoy for decoy in label["distractors"] if decoy["visible"] >= SEEN]
    hidden = [die["box"] for die in label["dice"] if die["visible"] < SEEN]
    hidden += [decoy["box"] for decoy in decoys if decoy["kind"] == SYMBOLS]
    width, height = label["size"]
    rim = np.array([width, height, width, height], np.float32)
    return Sample(
        path=path.with_suffix(".jpg"),
        linear=path.with_suffix(".png"),
        scene=f"render/{path.stem}",
        size=(width, height),
        boxes=np.clip(_corners_of([die["box"] for die in dice]), 0, rim),
        faces=np.array([die["top"] for die in dice], np.float32).reshape(-1, 4, 2),
        values=np.array([UNKNOWN if FLAT <= die["tilt"] < LEANING else die["value"] for die in dice], np.int64),
        colours=np.array([_colour_index(die["colour"]) for die in dice], np.int64),
        readable=np.array([_is_readable(die) for die in dice], bool),
        decoys=_corners_of([decoy["box"] for decoy in decoys if decoy["kind"] != SYMBOLS]),
        ignore=_corners_of(hidden),
        elevation=float(label["elevation"]),
        weight=1.0,
    )


def _is_readable(die: dict[str, Any]) -> bool:
    contrast = max(abs(a - b) for a, b in zip(die["body"], die["pips"], strict=True))
    plain = not die.get("emblem", False)
    return bool(plain and die["tilt"] < FLAT and die["visible"] > OPEN and contrast > CONTRAST)


def _corners_of(boxes: list[list[float]]) -> Array:
    array = np.array(boxes, np.float32).reshape(-1, 4)
    return np.concatenate([array[:, :2], array[:, :2] + array[:, 2:]], axis=1)


def _grown(boxes: Array, kind: str) -> Array:
    """Places that surely hold the whole die whose face, or only pips, are labelled."""
    half = (boxes[:, 2:] - boxes[:, :2]) / 2
    centre = boxes[:, :2] + half
    reach = half.max(axis=1, keepdims=True) * 2.2 + (0 if kind == "top_face" else 30)
    return np.concatenate([centre - reach, centre + reach], axis=1).astype(np.float32)


def _colour_index(name: str | None) -> int:
    return COLOUR_NAMES.index(name) if name in COLOUR_NAMES else UNKNOWN
