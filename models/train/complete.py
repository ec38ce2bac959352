"""Give whole-die boxes to photographs in which only faces or pips are labelled.

`python -m models.train.complete --photos labels.jsonl --finder finder.onnx --out whole.jsonl`: a first finder, trained
without those pictures, says where the die round each labelled face ends. Faces it does not find become `ignore`
places; the labels' values and colours stay as people gave them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from models.train.sample import CROWDED
from vision.picture import load_picture
from vision.reading import Box, FoundDie
from vision.segment import DiceFinder

LARGEST = {
    "top_face": 8.0,
    "pip_cluster_or_top_face": 80.0,
}  # a die's box may be this many times its label's area

WIDER = 1.05  # and must reach this much further than its label, or only the face was found


def complete(row: dict[str, Any], found: list[FoundDie]) -> dict[str, Any]:
    """The same row with whole-die boxes where `found` has them."""
    dice, ignore, left = [], [], list(found)
    for die in row["dice"]:
        label = Box(*die["box"])
        fitting = [one for one in left if _holds(one.box, label, LARGEST[row["box_kind"]])]
        if fitting:
            best = max(fitting, key=lambda one: one.score)
            left.remove(best)
            whole = _around(best.box, label)
            dice.append({**die, "box": [whole.x, whole.y, whole.width, whole.height]})
        else:
            ignore.append(_place(label, row["box_kind"]))
    if len(row["dice"]) > CROWDED:
        ignore += [[one.box.x, one.box.y, one.box.width, one.box.height] for one in left]
    return {**row, "box_kind": "whole_die", "dice": dice, "ignore": ignore}


def _holds(box: Box, label: Box, most: float) -> bool:
    x, y = label.centre
    inside = box.x < x < box.x + box.width and box.y < y < box.y + box.height
    larger = box.width > WIDER * label.width and box.height > WIDER * label.height
    return inside and larger and box.width * box.height <= most * label.width * label.height


def _around(box: Box, label: Box) -> Box:
    """The found box, widened so that it holds the label."""
    x, y = min(box.x, label.x), min(box.y, label.y)
    right = max(box.x + box.width, label.x + label.width)
    bottom = max(box.y + box.height, label.y + label.height)
    return Box(x, y, right - x, bottom - y)


def _place(label: Box, kind: str) -> list[float]:
    reach = max(label.width, label.height) * 1.1 + (0 if kind == "top_face" else 30)
    x, y = label.centre
    return [x - reach, y - reach, 2 * reach, 2 * reach]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    finder = DiceFinder(chosen.finder)
    kept = 0
    with chosen.out.open("w", encoding="utf-8") as out:
        for line in chosen.photos.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["part"] != "train":
                continue
            path = chosen.photos.parent / row["image"]
            if row["box_kind"] != "whole_die":
                row = complete(row, finder.find(load_picture(path)))
                kept += len(row["dice"])
            out.write(json.dumps({**row, "image": str(path.resolve())}) + "\n")
    print(f"{kept} faces were given a whole-die box in {chosen.out}")


if __name__ == "__main__":
    main()
