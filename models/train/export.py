"""Write trained networks as ONNX: `python -m models.train.export --finder finder.pt --pips pips.pt --out models`."""

from __future__ import annotations

import argparse
import math
import warnings
from pathlib import Path

import onnx
import torch
from torch import nn

from models.train.network import Finder, FinderForUse, PipReader, PipReaderForUse
from models.train.sample import COLOUR_NAMES
from vision import pips, segment
from vision.crop import CROP_PX

COMMON = {"yellow": 1 / 3, "other": 1 / 2}  # at tables against renders: most dice are white, few of no game colour
OPSET = 17  # old enough for every onnxruntime we allow


def export_finder(weights: Path, out: Path) -> None:
    """Write the finder with peaks picked inside the graph; the batch is free, height and width multiples of 32."""
    finder = Finder()
    finder.load_state_dict(torch.load(weights, weights_only=True))
    axes = {"bgr": {0: "pictures", 1: "height", 2: "width"}, "cells": {0: "pictures", 2: "rows", 3: "columns"}}
    _write(FinderForUse(finder), (1, 256, 416, 3), ["cells"], axes, segment.CONTRACT, out)


def export_pips(weights: Path, temperature: float, out: Path) -> None:
    """Write the pip reader giving probabilities; the batch is free."""
    reader = PipReader()
    reader.load_state_dict(torch.load(weights, weights_only=True))
    for name, share in COMMON.items():
        reader.colour_bias[COLOUR_NAMES.index(name)] += math.log(share)
    names = ["pips", "die", "colour", "face", "box"]
    axes = {name: {0: "dice"} for name in ["bgr", *names]}
    _write(PipReaderForUse(reader, temperature), (6, CROP_PX, CROP_PX, 3), names, axes, pips.CONTRACT, out)


def _write(
    network: nn.Module,
    shape: tuple[int, ...],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
    contract: dict[str, str],
    out: Path,
) -> None:
    example = torch.zeros(shape, dtype=torch.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter is deprecated; the new one writes a later IR
        torch.onnx.export(
            network.eval(),
            (example,),
            str(out),
            input_names=["bgr"],
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    written = onnx.load(out)
    written.ir_version = 8
    onnx.helper.set_model_props(written, contract)
    onnx.checker.check_model(written)
    onnx.save(written, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=Path)
    parser.add_argument("--pips", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=Path("models"))
    chosen = parser.parse_args()
    if chosen.finder is not None:
        export_finder(chosen.finder, chosen.out / "finder.onnx")
    if chosen.pips is not None:
        export_pips(chosen.pips, chosen.temperature, chosen.out / "pips.onnx")


if __name__ == "__main__":
    main()
