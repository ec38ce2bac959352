"""Open the ONNX networks. Each carries its own contract in its metadata and is refused when that does not fit."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import onnxruntime as ort


class ModelError(RuntimeError):
    """A network that is missing, broken or made for something else."""


def shipped(name: str) -> Path:
    """The path of a network that comes with the program, such as `pips.onnx`."""
    return Path(str(resources.files("models") / name))


def session(path: Path, contract: Mapping[str, str], threads: int = 1) -> ort.InferenceSession:
    """Open a network whose metadata agrees with `contract`; raises ModelError.

    One thread by default: on a busy two-core machine a second one makes small networks slower.
    """
    if not path.is_file():
        raise ModelError(f"no network at {path}; reinstall the program or name another file")
    options = ort.SessionOptions()
    options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        opened = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a class of its own for every kind of broken file
        raise ModelError(f"cannot open the network {path}: {str(error).splitlines()[0]}") from None
    meta = opened.get_modelmeta().custom_metadata_map
    found = {key: meta.get(key) for key in contract}
    if found != dict(contract):
        raise ModelError(f"{path} is not the network expected: wanted {dict(contract)}, found {found}")
    return opened
