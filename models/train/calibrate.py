"""Fit the confidence on held-back pictures: `python -m models.train.calibrate --photos whole.jsonl --renders DIR`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from models.train import sample
from models.train.sample import UNKNOWN, Sample
from vision.confidence import EVIDENCE, OF_NUMBER, Confidence, Judge
from vision.pips import PipClassifier
from vision.reader import Reader
from vision.reading import UNREADABLE, Array, Box
from vision.segment import DiceFinder

NO_DIE = -1
SAME = 0.5  # a found die is the labelled one from this overlap on
SPREAD = 1e-3  # how much large weights are held down
UNREADABLE_SHARE = 0.25  # of the renders' leaning, covered and marked dice: one in four there, far fewer on tables


@dataclass(frozen=True, slots=True)
class Observation:
    """A place where the finder saw a die on a held-back picture, and what was really there."""

    evidence: Array  # (len(EVIDENCE),) float64
    is_die: bool
    readable: bool
    right: bool
    weight: float
    photograph: bool


def observations(reader: Reader, samples: list[Sample]) -> Iterator[Observation]:
    """Every place found in the samples whose truth is known."""
    for one in samples:
        for bgr in sample.views(one, 1, np.random.default_rng(1)):
            findings = reader.findings(bgr, reader.find(bgr))
            for die, pips, row in zip(findings.found, findings.pips, findings.evidence, strict=True):
                truth = _truth(one, die.box)
                if truth is not None:
                    value = None if truth == UNREADABLE else truth + 1
                    right = truth != NO_DIE and int(pips[:6].argmax()) + 1 == value
                    readable = truth not in (NO_DIE, UNREADABLE)
                    yield Observation(row, truth != NO_DIE, readable, right, one.weight, one.linear is None)


def weights(seen: Sequence[Observation]) -> Array:
    """How much each counts (N,): photographs together as much as renders, which are harder to read than most tables."""
    weight = np.array([one.weight for one in seen])
    photograph = np.array([one.photograph for one in seen])
    if 0 < photograph.sum() < len(seen):
        weight[photograph] *= weight[~photograph].sum() / weight[photograph].sum()
    return weight


def fit(rows: Array, right: Array, weight: Array) -> tuple[Array, float]:
    """Weights and bias of a logistic regression on N rows of evidence."""
    x, y = torch.from_numpy(rows), torch.from_numpy(right.astype(np.float64))
    counts = torch.from_numpy(weight / weight.mean())
    solution = torch.zeros(rows.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([solution], max_iter=300, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        out = x @ solution[:-1] + solution[-1]
        off = torch.nn.functional.binary_cross_entropy_with_logits(out, y, weight=counts)
        total = off + SPREAD * (solution[:-1] ** 2).sum()
        total.backward()
        return total

    optimiser.step(closure)
    found = solution.detach().numpy()
    return found[:-1], float(found[-1])


def _truth(labels: Sample, box: Box) -> int | None:
    """What lies there: 0 to 5 for 1 to 6 pips, UNREADABLE, or NO_DIE; None where that is not known."""
    overlaps = [box.overlap(_box(row)) for row in labels.boxes]
    if overlaps and max(overlaps) >= SAME:
        i = int(np.argmax(overlaps))
        value = int(labels.values[i])
        if value == UNKNOWN:
            return None
        return value - 1 if labels.readable[i] else UNREADABLE
    x, y = box.centre
    ignored = any(a[0] < x < a[2] and a[1] < y < a[3] for a in labels.ignore)
    return None if ignored else NO_DIE


def _box(row: Array) -> Box:
    return Box(float(row[0]), float(row[1]), float(row[2] - row[0]), float(row[3] - row[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    parser.add_argument("--renders", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=Path("models/confidence.json"))
    chosen = parser.parse_args()
    held = [one for one in sample.chosen(chosen.photos, chosen.renders) if one.held_back]
    not_fitted = Judge(np.zeros(len(EVIDENCE)), 0.0)
    reader = Reader(DiceFinder(), PipClassifier(), Confidence(not_fitted, not_fitted))
    seen = list(observations(reader, held))
    rows, weight = np.stack([one.evidence for one in seen]), weights(seen)
    is_die, right = np.array([one.is_die for one in seen]), np.array([one.right for one in seen])
    readable = np.array([one.readable for one in seen])
    likely = np.where(readable, weight, UNREADABLE_SHARE * weight)
    of_number = rows[:, np.isin(EVIDENCE, OF_NUMBER)]
    judges = {
        "die": _table(EVIDENCE, *fit(rows, is_die, weight)),
        "right": _table(OF_NUMBER, *fit(of_number[is_die], right[is_die], likely[is_die])),
    }
    chosen.out.write_text(json.dumps(judges, indent=2) + "\n", encoding="utf-8")
    print(
        f"{len(seen)} places on {len(held)} held-back pictures: {is_die.sum()} dice, {right.sum()} of them read right"
    )


def _table(names: Sequence[str], weights: Array, bias: float) -> dict[str, float]:
    named = zip(names, weights, strict=True)
    return {name: round(float(weight), 5) for name, weight in named} | {"bias": round(bias, 5)}


if __name__ == "__main__":
    main()
