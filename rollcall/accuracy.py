"""`python -m rollcall.accuracy`: measure the reader on labelled photographs and write it into models/accuracy.md.

Only what stands between the two marks of that page is written anew; the diagram beside it is drawn with matplotlib
(extra `evaluate`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from rollcall.batch import read_pictures
from rollcall.far import far_away
from rollcall.listing import json_line
from rollcall.score import CALIBRATION_BINS, SURE, Json, Tally, load_labels, match, score
from vision.reading import Box

PAGE = Path("models/accuracy.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
SMALL_SHARE = 1 / 32  # of the picture's longer side; the finder sees smaller dice with less than 13 px
NEAR = 0.15  # two boxes that overlap at least so much speak of the same die
TOUCHING = 1.12  # boxes grown by this factor meet where dice touch
FIGURES = ("images", "dice", "recall", "precision", "value_right_of_found", "colour_right_of_found", "picture_exact")
TITLES = ("set", "pictures", "dice", "recall", "precision", "number right", "colour right", "picture exact")


def main(
    photos: Annotated[Path, typer.Option(metavar="DIR", exists=True, help="Photographs, with their labels.jsonl.")],
    part: Annotated[str, typer.Option(help="Which part of them.")] = "dev",
    page: Annotated[Path, typer.Option(metavar="FILE", exists=True, help="The page to write into.")] = PAGE,
) -> None:
    """Read every photograph of the part and write the figures."""
    labels = load_labels(photos / "labels.jsonl", part)
    pictures = read_pictures([photos / label["image"] for label in labels])
    pairs = [(label, json.loads(json_line(picture))) for label, picture in zip(labels, pictures, strict=True)]
    total = sum((score(*pair) for pair in pairs), Tally())
    draw_reliability(total.said, page.with_suffix(".svg"))
    far = by_distance(far_away(labels, photos))
    parts = [by_set(pairs), reliability(total.said), *_whole(total), confusion(pairs), faults(pairs), far]
    text = page.read_text(encoding="utf-8")
    before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
    page.write_text("\n\n".join([before, *parts, after]), encoding="utf-8")


Pairs = Sequence[tuple[Json, Json]]


def by_set(pairs: Pairs) -> str:
    """The figures of each set and of all, as a Markdown table."""
    tallies: dict[str, Tally] = {}
    for label, reading in pairs:
        for name in (label["set"], "all"):
            tallies[name] = tallies.get(name, Tally()) + score(label, reading)
    names = [name for name in tallies if name != "all"]
    return table(TITLES, [(name, *_figures(tallies[name])) for name in [*names, "all"]])


def by_distance(tallies: Iterable[tuple[int, Tally]]) -> str:
    """The figures where photographs fill the middle of a picture so many times as wide, as a Markdown table."""
    rows = [(f"{times}", *_figures(tally)) for times, tally in tallies]
    return table(("times as wide", *TITLES[1:]), rows)


def _figures(tally: Tally) -> Iterator[str]:
    figures = tally.figures()
    for name in FIGURES:
        yield "–" if figures[name] is None else str(figures[name])


def _whole(total: Tally) -> Iterator[str]:
    figures = total.figures()
    yield (
        f"Wrong numbers said with confidence {SURE} or more: {total.sure_and_wrong} of {total.dice} dice "
        f"({figures['sure_and_wrong']}). Not said: {figures['abstained']} of the dice found. "
        f"Expected calibration error over {CALIBRATION_BINS} bins: {figures['ece']}."
    )


def reliability(said: Sequence[tuple[float, bool]]) -> str:
    """How often numbers said with each confidence are right, as a Markdown table."""
    rows = []
    for low, group in _bins(said):
        mean, right = sum(c for c, _ in group) / len(group), sum(r for _, r in group) / len(group)
        rows.append((f"{low:.1f} to {low + 0.1:.1f}", str(len(group)), f"{mean:.3f}", f"{right:.3f}"))
    return table(("confidence", "numbers said", "mean confidence", "right"), rows)


def _bins(said: Sequence[tuple[float, bool]]) -> Iterator[tuple[float, list[tuple[float, bool]]]]:
    for tenth in range(10):
        group = [(c, r) for c, r in said if min(int(c * 10), 9) == tenth]
        if group:
            yield tenth / 10, group


def draw_reliability(said: Sequence[tuple[float, bool]], path: Path) -> None:
    """The reliability diagram: the share that is right over the confidence, with how many numbers each bin holds."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "rollcall"  # the same file from the same figures
    from matplotlib import pyplot

    groups = [group for _, group in _bins(said)]
    mean = [sum(c for c, _ in group) / len(group) for group in groups]
    right = [sum(r for _, r in group) / len(group) for group in groups]
    figure, axes = pyplot.subplots(figsize=(5, 4.2))
    axes.plot([0, 1], [0, 1], color="0.6", linewidth=1, label="as sure as right")
    axes.plot(mean, right, marker="o", color="tab:blue", label="measured")
    for x, y, group in zip(mean, right, groups, strict=True):
        axes.annotate(str(len(group)), (x, y), textcoords="offset points", xytext=(5, -12), fontsize=8)
    axes.set(xlabel="confidence", ylabel="share of numbers that are right", xlim=(0, 1.04), ylim=(0, 1.04))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def confusion(pairs: Pairs) -> str:
    """What each number was read as, as a Markdown table; only dice that were found."""
    counts: Counter[tuple[int, int | None]] = Counter()
    for label, reading in pairs:
        for i, j in match(label["dice"], reading["dice"], label.get("box_kind", "whole_die")).items():
            want = label["dice"][i]["value"]
            if want is not None:
                counts[want, reading["dice"][j]["value"]] += 1
    said = (1, 2, 3, 4, 5, 6, None)
    rows = [(str(want), *(str(counts[want, got]) for got in said)) for want in range(1, 7)]
    return table(("shows", *(f"read {got}" for got in said[:-1]), "not said"), rows)


def faults(pairs: Pairs) -> str:
    """Every mistake by its likely cause, as a Markdown table with two pictures each to look at."""
    seen: dict[str, list[str]] = {}
    for label, reading in pairs:
        for cause in _causes(label, reading):
            seen.setdefault(cause, []).append(Path(label["image"]).name)
    rows = sorted(((cause, len(images), images) for cause, images in seen.items()), key=lambda row: -row[1])
    return table(
        ("mistake", "times", "for example"),
        [(cause, str(n), ", ".join(f"`{name}`" for name in dict.fromkeys(images[:2]))) for cause, n, images in rows],
    )


def _causes(label: Json, reading: Json) -> Iterator[str]:
    dice, found = label["dice"], reading["dice"]
    pairs = match(dice, found, label.get("box_kind", "whole_die"))
    for i, die in enumerate(dice):
        if i not in pairs:
            yield f"not found: {_why_missed(label, i, found)}"
        elif die["value"] is not None and found[pairs[i]]["value"] != die["value"]:
            got = found[pairs[i]]
            sure = "not said" if got["value"] is None else "without doubt" if got["confidence"] >= SURE else "in doubt"
            yield f"number wrong, {sure}: {_looks(label, i)}"
    for j, die in enumerate(found):
        if j not in pairs.values():
            yield f"no die: {_why_invented(label, die)}"


def _why_missed(label: Json, i: int, found: Sequence[Json]) -> str:
    box = Box(*label["dice"][i]["box"])
    if any(box.overlap(Box(*die["box"])) >= NEAR for die in found):
        return "found, but with another box"
    return _looks(label, i)


def _looks(label: Json, i: int) -> str:
    """What is special about a labelled die."""
    die, box = label["dice"][i], Box(*label["dice"][i]["box"])
    if die["value"] is None:
        return "no pips on top"
    if max(box.width, box.height) < SMALL_SHARE * max(label["width"], label["height"]):
        return "small"
    others = [Box(*other["box"]) for k, other in enumerate(label["dice"]) if k != i]
    if any(_grown(box).overlap(_grown(other)) > 0 for other in others):
        return "touches another die"
    if min(box.x, box.y, label["width"] - box.x - box.width, label["height"] - box.y - box.height) < 2:
        return "cut by the picture's edge"
    return "lies free"


def _why_invented(label: Json, die: Json) -> str:
    box = Box(*die["box"])
    if any(box.overlap(Box(*true["box"])) >= NEAR for true in label["dice"]):
        return "a die a second time or with another box"
    if any(box.overlap(Box(*other["box"])) >= NEAR for other in label.get("distractors", [])):
        return "a numeral or polyhedral die"
    return "something else"


def _grown(box: Box) -> Box:
    x, y = box.centre
    return Box(x - box.width * TOUCHING / 2, y - box.height * TOUCHING / 2, box.width * TOUCHING, box.height * TOUCHING)


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    typer.run(main)
