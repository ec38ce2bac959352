"""Weights to go on training from, out of the networks that ship: `python -m models.train.restore --out DIR`.

Exporting folds each normalisation into the convolution before it. Here they come apart again: the spread that a
normalisation takes away is measured on pictures, and given back by its scale.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.train.export import COMMON
from models.train.network import Finder, FirstConv, PipReader
from models.train.sample import COLOUR_NAMES
from vision.crop import CROP_PX
from vision.model import shipped
from vision.picture import load_picture
from vision.reading import Array
from vision.segment import LONGEST_PX, reduced


def restored(path: Path, network: nn.Module, bgr: Tensor) -> None:
    """Give `network` the weights of the ONNX file; its normalisations fit the pictures `bgr` (N, H, W, 3) uint8."""
    graph = onnx.load(path).graph
    values = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    state, folded = network.state_dict(), list[str]()
    state |= {name: value for key, value in values.items() if (name := key.partition(".")[2]) in state}
    for node in graph.node:
        if node.op_type == "Conv" and node.input[1].startswith("onnx::"):
            name = _module(node.name)
            state[f"{name}.weight"] = values[node.input[1]] * _scale(network.get_submodule(name))
            if len(node.input) > 2:
                folded.append(_next(name))
                state |= _through(folded[-1], values[node.input[2]])
    network.load_state_dict(state)
    _spread(network.eval(), folded, bgr)


def _module(node: str) -> str:
    """The module a node is of.

    >>> _module("/finder/down8/down8.1/steps/steps.0/Conv")
    'down8.1.steps.0'
    """
    parts = node.split("/")[2:-1]
    inner = [part for part, child in zip(parts, [*parts[1:], ""], strict=True) if not child.startswith(f"{part}.")]
    return ".".join(inner)


def _next(name: str) -> str:
    parent, _, number = name.rpartition(".")
    return f"{parent}.{int(number) + 1}"


def _scale(module: nn.Module) -> float:
    return 128.0 if isinstance(module, FirstConv) else 1.0


def _through(name: str, bias: Tensor) -> dict[str, Tensor]:
    """A normalisation that adds the bias and changes nothing else."""
    one = torch.ones_like(bias)
    return {
        f"{name}.weight": one,
        f"{name}.bias": bias,
        f"{name}.running_mean": 0 * one,
        f"{name}.running_var": one - nn.BatchNorm2d(1).eps,
    }


def _spread(network: nn.Module, folded: list[str], bgr: Tensor) -> None:
    """Let these normalisations normalise as they do in training, and undo it."""
    layers = [network.get_submodule(name) for name in folded]
    seen: dict[nn.Module, Tensor] = {}
    hooks = [layer.register_forward_pre_hook(lambda layer, given: seen.update({layer: given[0]})) for layer in layers]
    with torch.no_grad():
        network(bgr)
        for layer in layers:
            assert isinstance(layer, nn.BatchNorm2d)
            assert layer.running_mean is not None
            assert layer.running_var is not None
            mean, variance = seen[layer].mean((0, 2, 3)), seen[layer].var((0, 2, 3))
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(variance)
            layer.weight.copy_((variance + layer.eps).sqrt())
            layer.bias.add_(mean)
    for hook in hooks:
        hook.remove()


def finder_of(path: Path, pictures: list[Array]) -> Finder:
    """The finder of an ONNX file, fitted to whole pictures."""
    finder = Finder()
    restored(path, finder, as_seen(pictures))
    return finder


def as_seen(pictures: list[Array]) -> Tensor:
    """The pictures as the finder sees them, in one batch (N, LONGEST_PX, LONGEST_PX, 3) uint8."""
    small = np.zeros((len(pictures), LONGEST_PX, LONGEST_PX, 3), np.uint8)
    for one, bgr in zip(small, pictures, strict=True):
        seen, _ = reduced(bgr)
        one[: seen.shape[0], : seen.shape[1]] = seen
    return torch.from_numpy(small)


def pips_of(path: Path, pictures: list[Array]) -> PipReader:
    """The pip reader of an ONNX file, fitted to squares out of pictures; what its export says of colours is undone."""
    reader = PipReader()
    squares = [
        bgr[y : y + CROP_PX, x : x + CROP_PX]
        for bgr in pictures
        for y in range(0, bgr.shape[0] - CROP_PX, CROP_PX)
        for x in range(0, bgr.shape[1] - CROP_PX, CROP_PX)
    ]
    restored(path, reader, torch.from_numpy(np.stack(squares)))
    for name, share in COMMON.items():
        reader.colour_bias[COLOUR_NAMES.index(name)] -= math.log(share)
    return reader


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, default=Path("sample_images"), help="a folder of pictures of dice")
    parser.add_argument("--out", type=Path, required=True, help="where finder.pt and pips.pt go")
    chosen = parser.parse_args()
    pictures = [load_picture(path) for path in sorted(chosen.pictures.glob("*.jpg"))]
    if not any(min(bgr.shape[:2]) > CROP_PX for bgr in pictures):
        parser.error(f"no picture (*.jpg) of more than {CROP_PX} px in {chosen.pictures}: name a folder that has some")
    chosen.out.mkdir(parents=True, exist_ok=True)
    makers: dict[str, Callable[[Path, list[Array]], nn.Module]] = {"finder": finder_of, "pips": pips_of}
    for name, make in makers.items():
        torch.save(make(shipped(f"{name}.onnx"), pictures).state_dict(), chosen.out / f"{name}.pt")


if __name__ == "__main__":
    main()
