"""Take finished renders into `sample_images/`: `python -m models.render.gallery RENDERS CHOICE.toml`.

CHOICE.toml has a table `[[picture]]` each with `number` (of the render), `file` (its new name) and `note`. Renders
shown there must not be trained on.
"""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from models.train.sample import OPEN, SEEN

FOLDER = Path("sample_images")
HEADER = "# What the pictures show. `box` is x, y, width, height in pixels; a die without `value` cannot be read.\n"


def main() -> None:
    """Copy the pictures and write labels.toml."""
    renders, choice = Path(sys.argv[1]), tomllib.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    parts = [HEADER]
    for picture in choice["picture"]:
        label = json.loads((renders / f"{picture['number']:06d}.json").read_text())
        shutil.copy(renders / f"{picture['number']:06d}.jpg", FOLDER / picture["file"])
        parts.append(_table(picture, label))
    (FOLDER / "labels.toml").write_text("\n".join(parts), encoding="utf-8")


def _table(picture: dict[str, Any], label: dict[str, Any]) -> str:
    dice = [_die(die, label["size"]) for die in label["dice"] if die["visible"] >= SEEN]
    lines = ["[[picture]]", f'file = "{picture["file"]}"', f'note = "{picture["note"]}"', "dice = ["]
    return "\n".join([*lines, *(f"    {die}," for die in dice), "]", ""])


def _die(die: dict[str, Any], size: list[int]) -> str:
    x, y, width, height = die["box"]
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + width, size[0]), min(y + height, size[1])
    value = "" if die["cocked"] or die["visible"] < OPEN else f"value = {die['value']}, "
    box = ", ".join(f"{side:.0f}" for side in (left, top, right - left, bottom - top))
    return f'{{ colour = "{die["colour"]}", {value}box = [{box}] }}'


if __name__ == "__main__":
    main()
