"""The packages form layers: nothing imports what stands above it, and nobody imports the program."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EYES = {"numpy", "cv2", "cv2_enumerate_cameras", "skimage", "onnxruntime", "threadpoolctl"}
HEAVY = {"drjit", "mitsuba", "mitsuba_oidn", "mujoco", "onnx", "onnxscript", "scipy", "torch", "tqdm"}
MAY_IMPORT = {
    "engine": {"engine"},
    "engine/advice": {"engine", "numpy", "numba"},
    "vision": {"vision", "engine.dice", *EYES},
    "calibration": {"calibration", "vision", "engine.dice", *EYES, "pydantic", "platformdirs"},
    "models": {"models", "vision", "engine.dice", *EYES, *HEAVY},
}


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_a_layer_imports_only_what_is_below_it(layer: str) -> None:
    allowed = MAY_IMPORT[layer] | sys.stdlib_module_names
    for path in sorted((ROOT / layer).rglob("*.py")):
        folder = path.relative_to(ROOT).parent.as_posix()
        if layer == max((known for known in MAY_IMPORT if f"{folder}/".startswith(f"{known}/")), key=len):
            above = [name for name in _imported(path) if not _parents(name) & allowed]
            assert not above, f"{path.relative_to(ROOT)} imports {', '.join(above)}"


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _parents(name: str) -> set[str]:
    """The module itself and every package it is in: a.b.c is also in a.b and a."""
    words = name.split(".")
    return {".".join(words[:n]) for n in range(1, len(words) + 1)}
