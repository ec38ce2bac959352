"""Train everything anew: `python -m models.train --photos labels.jsonl --renders DIR --work DIR`.

A step whose result is already in the work folder is not done again, so a stopped training goes on where it was.
The renders are made beforehand with `python -m models.render`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path


def main() -> None:
    """First finder, whole-die boxes for the photographs that lack them, finder, pip reader, ONNX files, confidence."""
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/labels.jsonl"))
    parser.add_argument("--renders", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--half", action="store_true", help="compute in bfloat16, where the processor has it")
    chosen = parser.parse_args()
    chosen.work.mkdir(parents=True, exist_ok=True)
    half = ["--half"] if chosen.half else []
    first, whole = chosen.work / "first.pt", chosen.work / "whole.jsonl"
    finder, pips = chosen.work / "finder.pt", chosen.work / "pips.pt"
    renders = ["--renders", str(chosen.renders), *half]
    _step(first, "finder", "--photos", str(chosen.photos), *renders, "--steps", "3000", "--out", str(first))
    _step(chosen.work / "finder.onnx", "export", "--finder", str(first), "--out", str(chosen.work))
    _step(
        whole,
        "complete",
        "--photos",
        str(chosen.photos),
        "--finder",
        str(chosen.work / "finder.onnx"),
        "--out",
        str(whole),
    )
    _step(finder, "finder", "--photos", str(whole), *renders, "--start", str(first), "--out", str(finder))
    _run("export", "--finder", str(finder), "--out", "models")
    shown = ["--finder", "models/finder.onnx"]
    _step(pips, "pips", "--photos", str(whole), *renders, *shown, "--out", str(pips))
    _run("export", "--pips", str(pips), "--out", "models")
    _run("calibrate", "--photos", str(whole), "--renders", str(chosen.renders))


def _step(result: Path, name: str, *arguments: str) -> None:
    if result.exists():
        print(f"{result} is there: {name} is not run again", file=sys.stderr)
        return
    _run(name, *arguments)


def _run(name: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", f"models.train.{name}", *arguments], check=True)


if __name__ == "__main__":
    main()
