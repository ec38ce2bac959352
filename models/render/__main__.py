"""Make synthetic pictures of dice: `python -m models.render OUT --first 0 --count 500`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from models.render import Array, camera
from models.render.compose import KINDS, any_scene
from models.render.label import labelled
from models.render.light import hdri_texts
from models.render.trace import read_hdri, trace


def main() -> None:
    """Render the pictures asked for, skipping those already there."""
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    width, height = (int(side) for side in args.size.split("x"))
    hdris = [read_hdri(path) for path in hdri_texts(args.hdri)]
    start, made = time.monotonic(), 0
    for seed in range(args.first, args.first + args.count):
        if (args.out / f"{seed:06d}.json").exists():
            continue
        _make(args.out, seed, (width, height), hdris, args)
        made += 1
        pace = (time.monotonic() - start) / made
        left = args.first + args.count - seed - 1
        print(f"{seed:06d}  {pace:.2f} s a picture, {left} left", file=sys.stderr, flush=True)


def _make(out: Path, seed: int, size: tuple[int, int], hdris: list[Array], args: argparse.Namespace) -> None:
    """Write the files of one picture; the label comes last and says that all are there."""
    scene = any_scene(seed, size, hdris, args.kind)
    traced = trace(scene, args.samples)
    result = labelled(scene, traced.solids)
    code = camera.encoded(traced.linear)
    camera.write_linear(out / f"{seed:06d}.png", code)
    photo = camera.photograph(camera.decoded(code), np.random.default_rng([seed, 1]))
    cv2.imwrite(str(out / f"{seed:06d}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, 95])
    cv2.imwrite(str(out / f"{seed:06d}_mask.png"), result.mask)
    partial = out / f"{seed:06d}.part"
    partial.write_text(json.dumps(result.label))
    partial.replace(out / f"{seed:06d}.json")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.render", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the pictures")
    parser.add_argument("--first", type=int, default=0, help="first seed and number")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--size", default="640x480", help="width x height in pixels")
    parser.add_argument("--samples", type=int, default=8, help="light paths a pixel")
    parser.add_argument("--kind", choices=list(KINDS), help="only this kind of scene")
    parser.add_argument("--hdri", type=Path, help="the folder @pmndrs/assets/hdri")
    return parser.parse_args()


if __name__ == "__main__":
    main()
