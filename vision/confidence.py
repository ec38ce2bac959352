"""How sure a reading is: from several pieces of evidence, weighed as held-back pictures taught.

The probability the pip reader gives is not enough: on pictures from cameras it has not seen it is surer than it is
right. So the die's mirror image is read too where the first look is not clear, the straightened top face is compared
with drawn patterns of pips, and size, sharpness, how much the place looks like a die and how many others in the
picture look like it count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.model import ModelError, shipped
from vision.reading import Array

_OF_NUMBER = ("pips", "margin", "mirror", "size", "sharp", "unreadable", "fit", "fits best")
_OF_PLACE = ("die", "found", "closer", "alike")  # these say whether a die lies there, but little about its number
_SEEN = (*_OF_NUMBER, *_OF_PLACE)
EVIDENCE = (
    *_SEEN,
    *(f"{name} squared" for name in _SEEN),
)  # squared too, as little speaks for or against in proportion
OF_NUMBER = tuple(name for name in EVIDENCE if name.removesuffix(" squared") in _OF_NUMBER)
OTHERS = 12  # so many that look most like a place and like dice speak for it: a game has six, a dotted cloth has many
SAME_SIZE = 0.25  # deviation of the log of sides of dice of one set: some lie nearer to the camera


@dataclass(frozen=True, slots=True)
class Judge:
    """A logistic regression over the evidence: its weights (len(EVIDENCE),) float64, some of them 0, and bias."""

    weights: Array
    bias: float

    def of(self, evidence: Array) -> Array:
        """The probability for each row of evidence (N, len(EVIDENCE)): (N,), 0 to 1."""
        return 1 / (1 + np.exp(-(evidence @ self.weights + self.bias)))


@dataclass(frozen=True, slots=True)
class Confidence:
    """Judges fitted by `models.train.calibrate`: is it a die at all, and if it is, is its number read right?"""

    die: Judge
    right: Judge

    @classmethod
    def load(cls, path: Path | None = None) -> Confidence:
        """The judges that come with the program; raises ModelError."""
        path = path or shipped("confidence.json")
        try:
            table = json.loads(path.read_text(encoding="utf-8"))
            return cls(_judge(table["die"], EVIDENCE), _judge(table["right"], OF_NUMBER))
        except (OSError, ValueError, KeyError, TypeError):
            raise ModelError(f"{path} does not hold two judges with weights of {', '.join(EVIDENCE)}") from None


def _judge(table: Mapping[str, float], names: Sequence[str]) -> Judge:
    weights = [table[name] if name in names else 0.0 for name in EVIDENCE]
    return Judge(np.array(weights), float(table["bias"]))


def evidence(
    pips: Array,
    mirrored: Array,
    die: Array,
    found: Array,
    closer: Array,
    sides_px: Array,
    colour: Array,
    grey: Array,
    fits: Array,
) -> Array:
    """What speaks for and against N readings: (N, len(EVIDENCE)).

    `pips` and `mirrored` (N, 7) are the pip probabilities of the crops and of their mirror images, `die` (N,) what
    the pip reader thinks of the place, `found` and `closer` (N,) what the finder does, who saw it in the whole picture
    and from nearer, `sides_px` (N,) the dice's longer sides, `colour` (N, 7) its probabilities, `grey` (N, P, P) uint8
    the crops, `fits` (N, 6) how well each number's pattern of pips fits the top face.
    """
    both = (pips + mirrored) / 2
    ranked = np.sort(both[:, :6], axis=1)
    best = both[:, :6].argmax(axis=1)
    rows = np.arange(len(best))
    fit = fits[rows, best]
    others = np.where(np.arange(6) == best[:, None], 0, fits).max(axis=1, initial=0)
    seen = np.stack(
        [
            _logit(ranked[:, -1]),
            np.log(ranked[:, -1] + 1e-3) - np.log(ranked[:, -2] + 1e-3),
            np.abs(pips - mirrored).sum(axis=1) + (pips[rows, best] < 0.5) + (mirrored[rows, best] < 0.5),
            np.log2(np.clip(sides_px, 8, 64) / 32),
            _sharpness(grey),
            both[:, 6],
            fit,
            fit - others,
            _logit(die),
            _logit(found),
            _logit(closer),
            np.log1p(np.sort(_alike(sides_px, colour) * (die * found), axis=1)[:, -OTHERS:].sum(axis=1)),
        ],
        axis=1,
    )
    return np.concatenate([seen, seen**2], axis=1)


def _alike(sides_px: Array, colour: Array) -> Array:
    """How much each of N places looks like each other one, 0 to 1, by size and colour: (N, N)."""
    sizes = np.log(np.maximum(sides_px, 1))
    shares = np.sqrt(colour)
    alike: Array = np.exp(-(((sizes[:, None] - sizes) / SAME_SIZE) ** 2) / 2) * (shares @ shares.T)
    np.fill_diagonal(alike, 0)
    return alike


def _logit(p: Array) -> Array:
    held = np.clip(p, 1e-3, 1 - 1e-3)
    logit: Array = np.log(held / (1 - held))
    return logit


def _sharpness(grey: Array) -> Array:
    """Log of the share of contrast that lies in fine detail, of each of N crops (N, P, P) uint8."""
    count, side = grey.shape[:2]
    if count == 0:
        return np.empty(0)
    below_each_other = cv2.Laplacian(grey.reshape(count * side, side), cv2.CV_16S, ksize=3)
    fine = np.abs(below_each_other).reshape(count, side, side)[:, 1:-1]  # the first and last rows saw their neighbours
    sharpness: Array = np.log((fine.mean(axis=(1, 2)) + 0.5) / (grey.std(axis=(1, 2)) + 2.0))
    return sharpness
