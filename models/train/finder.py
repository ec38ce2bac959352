"""Train the finder: `python -m models.train.finder --photos labels.jsonl --renders DIR --out finder.pt`."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset

from models.train import augment, page, paste, sample
from models.train.loop import EPOCH_STEPS, command_line, fit, plan_of
from models.train.network import STRIDE, Finder
from models.train.paint import repainted
from models.train.sample import UNKNOWN, Sample
from vision.reading import UNREADABLE, Array
from vision.segment import LONGEST_PX

CROP_PX = 288
SMALLEST_PX, LARGEST_PX = 9.0, 170.0  # sides of dice in the reduced picture that are learned
VIEWS = 2  # pictures kept of each render
LEGIBLE_PX = 12.0  # pips of smaller dice are not learned from the reduced picture
PIPS_SHARE = 0.2  # how much the pips count against centres and boxes


class Crops(Dataset[tuple[Tensor, Tensor, Tensor, Tensor]]):
    """Random crops of labelled pictures, and of `pages` of print, each with its target maps."""

    def __init__(self, samples: Sequence[Sample], per_epoch: int, seed: int, pages: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.pictures = [
            sample.reduced(*repainted(bgr, one, rng)) for one in samples for bgr in sample.views(one, VIEWS, rng)
        ]
        self.pictures += [(bgr, sample.bare(bgr)) for bgr in page.pages(pages, seed)]
        self.per_epoch, self.seed, self.epoch = per_epoch, seed, 0
        self.bank = [cut for bgr, one in self.pictures for cut in paste.sprites(bgr, one, pips_of(one))]
        weights = np.array([one.weight for _, one in self.pictures])
        self.weights = weights / weights.sum()

    def __len__(self) -> int:
        return self.per_epoch

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, self.epoch, index))
        bgr, labels = self.pictures[int(rng.choice(len(self.pictures), p=self.weights))]
        crop, boxes, ignore = cut(bgr, labels, rng)
        pips = pips_of(labels)
        if self.bank and rng.random() < paste.SHARE:
            crop, boxes, pips = paste.pasted(crop, boxes, pips, ignore, self.bank, rng)
        heat, weight, reach = targets(boxes, pips, ignore)
        if not labels.tight:
            reach[0] = 0
        crop = augment.photometric(crop, rng)
        return (
            torch.from_numpy(crop),
            torch.from_numpy(heat),
            torch.from_numpy(weight),
            torch.from_numpy(reach),
        )


def pips_of(labels: Sample) -> Array:
    """What each die shows: 0 to 5 for 1 to 6 pips, UNREADABLE, or NaN where that is not known; (N,) float32."""
    pips = np.where(labels.readable, labels.values - 1, UNREADABLE).astype(np.float32)
    pips[labels.values == UNKNOWN] = np.nan
    return pips


def cut(bgr: Array, labels: Sample, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """A square crop at a random scale, turned at random, with its boxes and ignored places."""
    height, width = bgr.shape[:2]
    scale = _scale(labels, rng)
    if scale < 0.6:
        bgr, labels, scale = (
            cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
            labels.scaled(0.5),
            scale * 2,
        )
        height, width = bgr.shape[:2]
    focus = _focus(labels, (width, height), CROP_PX / scale, rng)
    aspect = float(np.exp(rng.normal(0, 0.05)))
    stretched = scale * aspect, scale / aspect
    matrix = augment.affine(CROP_PX, stretched, int(rng.integers(4)), rng.random() < 0.5, focus)
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    crop = cv2.warpAffine(
        bgr,
        matrix,
        (CROP_PX, CROP_PX),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=fill,
    )
    return crop, augment.moved_boxes(labels.boxes, matrix), augment.moved_boxes(labels.ignore, matrix)


def targets(boxes: Array, pips: Array, ignore: Array) -> tuple[Array, Array, Array]:
    """Target maps of a crop: centre heat (1, h, w), its weight, and box distances and pips (6, h, w).

    The last map's first channel says where they count (1 at a die's middle cells); NaN stands for pips not known.
    """
    side = CROP_PX // STRIDE
    heat = np.zeros((1, side, side), np.float32)
    weight = np.ones((1, side, side), np.float32)
    reach = np.full((6, side, side), np.nan, np.float32)
    reach[0] = 0
    middle = (np.arange(side, dtype=np.float32) + 0.5) * STRIDE
    for x0, y0, x1, y1 in ignore:
        weight[0][np.outer((middle > y0) & (middle < y1), (middle > x0) & (middle < x1))] = 0
    sizes = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    for i in np.argsort(-sizes):
        inside = _visible_share(boxes[i])
        if inside < 0.35 or sizes[i] < 5:
            _clear(weight[0], boxes[i], middle)
            continue
        shown = pips[i] if sizes[i] >= LEGIBLE_PX else np.nan
        _draw_die(heat[0], weight[0], reach, boxes[i], shown, middle)
    return heat, weight, reach


def loss(out: Tensor, known: list[Tensor]) -> Tensor:
    """Centre loss (focal, per die), box loss (1 - generalised IoU) and cross entropy of the pips."""
    heat, weight, reach = known
    p = torch.sigmoid(out[:, :1]).clamp(1e-5, 1 - 1e-5)
    near = heat >= 0.999
    positive = -((1 - p) ** 2 * p.log() * weight)[near].sum()
    negative = -((1 - heat) ** 4 * p**2 * (1 - p).log() * weight)[~near].sum()
    centre = (positive + negative) / near.sum().clamp(min=1)
    cells = reach[:, 0] > 0
    share = reach[:, 0][cells]
    got, want = out[:, 1:].permute(0, 2, 3, 1)[cells], reach[:, 1:].permute(0, 2, 3, 1)[cells]
    total = share.sum().clamp(min=1)
    box = (share * (1 - _generalised_iou(got[:, :4], want[:, :4]))).sum() / total
    shown = torch.isfinite(want[:, 4])
    off = torch.nn.functional.cross_entropy(got[shown, 4:], want[shown, 4].long(), reduction="none")
    return centre + 2 * box + PIPS_SHARE * (share[shown] * off).sum() / total


def _scale(labels: Sample, rng: np.random.Generator) -> float:
    """Half of the crops look as the reader sees the picture, the others bring dice to any size it may meet."""
    natural = LONGEST_PX / max(labels.size) * float(np.exp(rng.uniform(np.log(0.6), np.log(1.7))))
    if len(labels.boxes) == 0:
        return natural
    sizes = (labels.boxes[:, 2:] - labels.boxes[:, :2]).max(axis=1)
    wanted = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX)))) / float(rng.choice(sizes))
    scale = natural if rng.random() < 0.5 else float(np.clip(wanted, natural / 4, 2.5))
    middle = float(np.median(sizes))
    return float(np.clip(scale, 7 / middle, 180 / middle))


def _focus(labels: Sample, size: tuple[int, int], view: float, rng: np.random.Generator) -> tuple[float, float]:
    """Where the crop looks: mostly near a die or a decoy, sometimes anywhere, hardly over the picture's rim."""
    near = np.concatenate([labels.boxes, labels.decoys]) if rng.random() < 0.3 else labels.boxes
    if len(near) == 0 or rng.random() < 0.1:
        middle = rng.uniform(0, 1, 2) * size
    else:
        box = near[int(rng.integers(len(near)))]
        middle = (box[:2] + box[2:]) / 2 + rng.uniform(-0.45, 0.45, 2) * view
    ends = np.sort(np.stack([np.full(2, view * 0.47), np.array(size) - view * 0.47]), axis=0)
    x, y = np.clip(middle, ends[0], ends[1])
    return float(x), float(y)


def _visible_share(box: Array) -> float:
    seen = np.clip(box, 0, CROP_PX)
    return float(np.prod(seen[2:] - seen[:2]) / max(np.prod(box[2:] - box[:2]), 1e-6))


def _clear(weight: Array, box: Array, middle: Array) -> None:
    weight[np.outer((middle > box[1]) & (middle < box[3]), (middle > box[0]) & (middle < box[2]))] = 0


def _draw_die(heat: Array, weight: Array, reach: Array, box: Array, pips: float, middle: Array) -> None:
    seen = np.clip(box, 0, CROP_PX - 1e-3)
    cx, cy = (seen[0] + seen[2]) / 2, (seen[1] + seen[3]) / 2
    spread = np.maximum(seen[2:] - seen[:2], 8) * 0.14
    bell = np.outer(np.exp(-(((middle - cy) / spread[1]) ** 2) / 2), np.exp(-(((middle - cx) / spread[0]) ** 2) / 2))
    row, column = int(cy / STRIDE), int(cx / STRIDE)
    bell[row, column] = 1
    bell = np.minimum(bell, 0.99)
    bell[row, column] = 1
    np.maximum(heat, bell.astype(np.float32), out=heat)
    rows, columns = np.nonzero(bell > 0.5)
    x, y = middle[columns], middle[rows]
    inside = (x > seen[0]) & (x < seen[2]) & (y > seen[1]) & (y < seen[3])
    rows, columns, x, y = rows[inside], columns[inside], x[inside], y[inside]
    reach[0, rows, columns] = bell[rows, columns]
    reach[1:5, rows, columns] = np.stack([x - seen[0], y - seen[1], seen[2] - x, seen[3] - y])
    reach[5, rows, columns] = pips


def _generalised_iou(a: Tensor, b: Tensor) -> Tensor:
    """Of two boxes given as distances to left, top, right, bottom from one common point."""
    shared, hull = _area(torch.minimum(a, b)), _area(torch.maximum(a, b))
    union = _area(a) + _area(b) - shared
    return shared / union - (hull - union) / hull


def _area(reach: Tensor) -> Tensor:
    return (reach[:, 0] + reach[:, 2]) * (reach[:, 1] + reach[:, 3])


def main() -> None:
    chosen = command_line(__doc__, steps=6000, batch=16).parse_args()
    samples = [one for one in sample.chosen(chosen.photos, chosen.renders) if not one.held_back]
    crops = Crops(samples, chosen.batch * EPOCH_STEPS, chosen.seed, page.PAGES)
    fit(Finder(), crops, loss, lambda _: "", plan_of(chosen))


if __name__ == "__main__":
    main()
