"""`rollcall check`: what is installed, whether the models are whole, and if a known picture reads right."""

from __future__ import annotations

import platform
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from engine.dice import Roll
from engine.game import IllegalMove
from rollcall.sample import Sample, samples
from rollcall.seen import seen_roll
from vision.model import ModelError
from vision.picture import load_picture
from vision.reader import Reader
from vision.source import cameras_in_words

_PACKAGES = ("rollcall", "numpy", "opencv-python", "onnxruntime", "scikit-image")


def check_all() -> bool:
    """Print what is found; say whether all is as it should be."""
    print(f"python {platform.python_version()} on {platform.platform()}")
    for name in _PACKAGES:
        print(f"{name} {_version(name)}")
    models_right = _check_models()
    print(f"cameras: {cameras_in_words()}")
    return _check_picture() and models_right


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # run from a clone, or another build of OpenCV
        return "not installed under this name"


def checksums() -> dict[str, str]:
    """The SHA-256 checksum of every model as it lies there, by its name."""
    models = sorted(path for path in _models().iterdir() if path.suffix in {".json", ".onnx"})
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in models}


def _models() -> Path:
    return Path(str(files("models")))


def _check_models() -> bool:
    """Compare the models with the checksums they were shipped with."""
    lines = (_models() / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    shipped = {name: checksum for checksum, name in map(str.split, lines)}
    found = checksums()
    for name in sorted({*shipped, *found}):
        checksum, expected = found.get(name, "missing"), shipped.get(name, "no such model")
        print(f"model {name}: {checksum}{'' if checksum == expected else f' WRONG, expected {expected}'}")
    return shipped == found


def _check_picture() -> bool:
    """Read the first bundled picture and compare it with what is known to lie there."""
    sample = samples()[0]
    try:
        seen = str(_read(sample))
    except (IllegalMove, ModelError) as error:
        seen = str(error)
    right = seen == str(sample.roll)
    print(f"picture {sample.path.name}: {seen}{'' if right else f' WRONG, expected {sample.roll}'}")
    return right


def _read(sample: Sample) -> Roll:
    return seen_roll(Reader.load().read(load_picture(sample.path)), sample.roll.colours())


if __name__ == "__main__":  # `make train` writes this to models/SHA256SUMS
    for name, checksum in checksums().items():
        print(f"{checksum}  {name}")
