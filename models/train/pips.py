"""Train the pip reader: `python -m models.train.pips --photos labels.jsonl --renders DIR --out pips.pt`."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf
from torch.utils.data import Dataset

from models.train import augment, sample
from models.train.cutout import KEPT_PX, NO_BOX, WIDE, Cutouts, collect
from models.train.loop import EPOCH_STEPS, command_line, fit, plan_of
from models.train.network import PipReader, face_error
from models.train.page import PAGES
from models.train.sample import UNKNOWN
from vision.crop import CROP_PX
from vision.reading import UNREADABLE, Array
from vision.segment import DiceFinder

SHINING = 0.18  # share of the crops on which a lamp shines
OFF = 0.2  # share of the crops that miss the die by much: half of it may be cut off, or it may fill half the crop
COARSE, LEGIBLE = 0.25, 0.5  # how much smaller dice may become, and those on which something finer than pips must show
STRAIGHT = 0.5  # share of the crops that are not turned or sheared: only then is the die's box known


class Crops(Dataset[tuple[Tensor, ...]]):
    """Cut-outs cut, turned and lit anew each time they are asked for."""

    def __init__(self, kept: Cutouts, per_epoch: int, seed: int) -> None:
        self.kept, self.per_epoch, self.seed, self.epoch = kept, per_epoch, seed, 0
        self.chance = _balanced(kept)

    def __len__(self) -> int:
        return self.per_epoch

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        rng = np.random.default_rng((self.seed, self.epoch, index))
        i = int(np.searchsorted(self.chance, rng.random() * self.chance[-1]))
        kept = self.kept
        straight = bool(rng.random() < STRAIGHT)
        matrix = moved(rng, bool(kept.upright[i]), straight)
        crop = cv2.warpAffine(
            kept.bgr[i], matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if rng.random() < 0.3:
            crop = coarsened(crop, rng, COARSE if kept.pips[i] != UNREADABLE else LEGIBLE)
        if rng.random() < SHINING:
            crop = augment.shining(crop, rng)
        crop = augment.photometric(crop, rng, colour=kept.colour[i] == UNKNOWN)
        face = augment.clockwise(augment.moved_points(kept.face[i : i + 1], matrix))[0] / CROP_PX
        box = augment.moved_boxes(kept.box[i : i + 1], matrix)[0] / CROP_PX if straight else NO_BOX
        known = (kept.pips[i], kept.die[i], kept.colour[i], face.reshape(8), box)
        return torch.from_numpy(crop), *(torch.as_tensor(one) for one in known)


def moved(rng: np.random.Generator, upright: bool, straight: bool) -> Array:
    """From a wide cut-out to the reader's crop: off in place and size, as the finder may be, a little or much.

    Off in angle and shape too, but not if it is to stay `straight`: then it is turned by quarters only.
    """
    off = rng.random() < OFF
    if straight:
        angle = 0.0 if upright else 90.0 * float(rng.integers(4))
    else:
        angle = rng.normal(0, 9) if upright and rng.random() < 0.93 else rng.uniform(0, 360)
    scale = CROP_PX / (KEPT_PX / WIDE) * np.exp(rng.uniform(-0.45, 0.45) if off else rng.normal(0, 0.09))
    linear = cv2.getRotationMatrix2D((0, 0), float(angle), float(scale))[:, :2]
    stretch = np.exp(rng.normal(0, 0.07))
    linear = linear @ np.array([[stretch, 0 if straight else rng.normal(0, 0.05)], [0, 1 / stretch]])
    if rng.random() < 0.5:
        linear = linear @ np.diag([-1.0, 1.0])
    middle = np.array([CROP_PX / 2, CROP_PX / 2]) + rng.normal(0, 0.1 if off else 0.04, 2) * CROP_PX
    shift = middle - linear @ np.array([KEPT_PX / 2, KEPT_PX / 2])
    return np.column_stack([linear, shift])


def coarsened(crop: Array, rng: np.random.Generator, least: float) -> Array:
    """As if the die had been smaller in the picture, down to `least` of its size."""
    small = int(CROP_PX * rng.uniform(least, 0.8))
    reduced = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
    return cv2.resize(reduced, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR)


def loss(out: tuple[Tensor, ...], known: list[Tensor]) -> Tensor:
    """Cross entropies of what is known (pips, die or not, colour), how far off the top face and the box are."""
    pips, die, colour, face, box = known
    total = nnf.binary_cross_entropy_with_logits(out[1], die * 0.98 + 0.01)
    if bool((pips >= 0).any()):
        total = total + nnf.cross_entropy(out[0], pips, ignore_index=UNKNOWN, label_smoothing=0.04)
    if bool((colour >= 0).any()):
        total = total + 0.5 * nnf.cross_entropy(out[2], colour, ignore_index=UNKNOWN, label_smoothing=0.04)
    seen = torch.isfinite(face).all(1)
    if bool(seen.any()):
        total = total + 2 * face_error(out[3][seen], face[seen]).mean()
    ended = torch.isfinite(box).all(1)
    if bool(ended.any()):
        total = total + 2 * (out[4][ended] - box[ended]).abs().mean()
    return total


def predictions(network: torch.nn.Module, kept: Cutouts) -> tuple[Array, Array, Array]:
    """Logits (N, 7), (N,) and (N, 7) for cut-outs, cut as the finder's exact box would."""
    rest = round(KEPT_PX / WIDE)
    edge = (KEPT_PX - rest) // 2
    network.eval()
    rows: list[tuple[Array, Array, Array]] = []
    with torch.no_grad():
        for i in range(0, len(kept.pips), 256):
            part = [
                cv2.resize(one[edge : edge + rest, edge : edge + rest], (CROP_PX, CROP_PX))
                for one in kept.bgr[i : i + 256]
            ]
            pips, die, colour, _, _ = network(torch.from_numpy(np.stack(part)))
            rows.append((pips.numpy(), die.numpy(), colour.numpy()))
    pips_, die_, colour_ = zip(*rows, strict=True)
    return np.concatenate(pips_), np.concatenate(die_), np.concatenate(colour_)


def figures(network: torch.nn.Module, held: Cutouts) -> str:
    """How often held-back cut-outs are read right, as a line to print."""
    if len(held.pips) == 0:
        return "none"
    pips, die, colour = predictions(network, held)
    known, coloured = (held.pips >= 0) & (held.pips != UNREADABLE), held.colour >= 0
    return (
        f"pips {np.mean(pips.argmax(1)[known] == held.pips[known]):.4f} of {known.sum()}, "
        f"die {np.mean((die > 0) == (held.die > 0.5)):.4f} of {len(die)}, "
        f"colour {np.mean(colour.argmax(1)[coloured] == held.colour[coloured]):.4f} of {coloured.sum()}"
    )


def _balanced(kept: Cutouts) -> Array:
    """Running sum of chances: a quarter goes to what is no die, the rest to dice by their weight."""
    weight = kept.weight.astype(np.float64)
    die = kept.die > 0.5
    weight[die] *= 0.75 / max(weight[die].sum(), 1e-9)
    weight[~die] *= 0.25 / max(weight[~die].sum(), 1e-9)
    total: Array = np.cumsum(weight)
    return total


def main() -> None:
    parser = command_line(__doc__, steps=16000, batch=96)
    parser.add_argument("--finder", type=Path, help="a finder.onnx whose mistakes are to be told from dice")
    chosen = parser.parse_args()
    finder = None if chosen.finder is None else DiceFinder(chosen.finder)
    samples = sample.chosen(chosen.photos, chosen.renders)
    held_back = [one for one in samples if one.held_back]
    if len(held_back) in (0, len(samples)):
        parser.error("these are too few pictures: some to learn from and some to compare with are needed")
    kept = collect([one for one in samples if not one.held_back], chosen.seed, finder, PAGES)
    held = collect(held_back, chosen.seed, finder)
    crops = Crops(kept, chosen.batch * EPOCH_STEPS, chosen.seed)
    fit(PipReader(), crops, loss, lambda network: figures(network, held), plan_of(chosen))


if __name__ == "__main__":
    main()
