"""Fit the confidence on held-back pictures: `python -m models.train.calibrate --photos whole.jsonl --renders DIR`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from models.train import sample
from models.train.sample import UNKNOWN, Sample
from vision.confidence import EVIDENCE
from vision.reader import Reader
from vision.reading import Array, Box

SAME = 0.5  # a found die is the labelled one from this overlap on
SPREAD = 1e-3  # how much large weights are held down


def observations(reader: Reader, samples: list[Sample]) -> Iterator[tuple[Array, bool, float]]:
    """The evidence of every die found in the samples, whether it was read right, and how much it counts."""
    for one in samples:
        for bgr in sample.views(one, 1, np.random.default_rng(1)):
            found = reader.find(bgr)
            if not found:
                continue
            answers = reader.answers(bgr, found)
            for die, pips, row in zip(found, answers.pips, answers.evidence, strict=True):
                value, ignored = _truth(one, die.box)
                if not ignored:
                    yield row, bool(pips[:6].argmax() + 1 == value), one.weight


def fit(rows: Array, right: Array, weight: Array) -> tuple[Array, float]:
    """Logistic regression; weights that would turn evidence on its head are set to nothing by the data, not by us."""
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


def _truth(labels: Sample, box: Box) -> tuple[int | None, bool]:
    """The value that lies there (None: no die, or one nobody can read) and whether the place is to be left out."""
    overlaps = [box.overlap(_box(row)) for row in labels.boxes]
    if overlaps and max(overlaps) >= SAME:
        i = int(np.argmax(overlaps))
        value = int(labels.values[i])
        return (value if labels.readable[i] else None), value == UNKNOWN
    x, y = box.centre
    return None, any(a[0] < x < a[2] and a[1] < y < a[3] for a in labels.ignore)


def _box(row: Array) -> Box:
    return Box(float(row[0]), float(row[1]), float(row[2] - row[0]), float(row[3] - row[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    parser.add_argument("--renders", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=Path("models/confidence.json"))
    chosen = parser.parse_args()
    held = [one for one in sample.chosen(chosen.photos, chosen.renders) if one.held_back]
    rows, right, weight = (np.array(part) for part in zip(*observations(Reader.load(), held), strict=True))
    weights, bias = fit(rows, right, weight)
    table = {
        "weights": {name: round(float(w), 5) for name, w in zip(EVIDENCE, weights, strict=True)},
        "bias": round(bias, 5),
    }
    chosen.out.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    print(f"{len(rows)} dice of {len(held)} held-back pictures, {right.mean():.3f} of them read right: {table}")


if __name__ == "__main__":
    main()
