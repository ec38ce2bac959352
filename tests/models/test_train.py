"""What the networks are trained on: labels, splits and random changes, without training anything."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render import glyph
from models.train import augment, page, paint, paste, sample
from models.train.cutout import KEPT_PX, collect, wide_crop, wide_matrix
from rollcall.sample import samples
from vision import segment
from vision.model import session, shipped
from vision.picture import load_picture
from vision.pips import CONTRACT
from vision.segment import DiceFinder


def labels(folder: Path, **changes) -> Path:
    row = {
        "image": "train/set/one.jpg",
        "part": "train",
        "set": "set",
        "width": 640,
        "height": 480,
        "box_kind": "whole_die",
        "dice": [{"box": [100, 200, 50, 60], "value": 4, "color": "red"}, {"box": [0, 0, 20, 20], "value": None}],
    }
    path = folder / "labels.jsonl"
    path.write_text(json.dumps(row | changes) + "\n")
    return path


def test_whole_dice_become_boxes(tmp_path):
    (one,) = sample.photographs(labels(tmp_path))
    assert one.boxes.tolist() == [[100, 200, 150, 260], [0, 0, 20, 20]]
    assert one.values.tolist() == [4, sample.UNKNOWN]
    assert one.colours.tolist() == [1, sample.UNKNOWN]
    assert len(one.ignore) == 0


def test_a_labelled_face_says_nothing_about_where_the_die_ends(tmp_path):
    (one,) = sample.photographs(labels(tmp_path, box_kind="top_face"))
    assert len(one.boxes) == 0
    x0, y0, x1, y1 = one.ignore[0]
    assert x0 < 100 and y0 < 200 and x1 > 150 and y1 > 260  # noqa: PT018


def test_the_part_that_is_only_measured_on_is_never_read(tmp_path):
    assert list(sample.photographs(labels(tmp_path, part="dev"))) == []


def test_copies_of_one_scene_stay_on_one_side(tmp_path):
    for scene in range(40):
        sides = set()
        for copy in range(5):
            path = labels(tmp_path, image=f"train/set/{scene}_{copy}.jpg", source_id=f"scene {scene}")
            sides |= {one.held_back for one in sample.photographs(path)}
        assert len(sides) == 1


def test_about_one_scene_in_eight_is_held_back(tmp_path):
    held = [next(sample.photographs(labels(tmp_path, image=f"{i}.jpg"))).held_back for i in range(400)]
    assert 25 < sum(held) < 80


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("flip", [False, True])
def test_the_focus_comes_to_the_middle_and_boxes_move_with_the_picture(turn, flip):
    matrix = augment.affine(200, (2.2, 1.8), turn, flip, (40.0, 70.0))
    ((x0, y0, x1, y1),) = augment.moved_boxes(np.array([[30, 60, 50, 80]], np.float32), matrix)
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((100, 100))
    assert (x1 - x0, y1 - y0) == pytest.approx((44, 36))


def test_corners_run_clockwise_whatever_was_flipped():
    square = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float32)
    assert _area(augment.clockwise(square)) == _area(augment.clockwise(square[:, ::-1])) == 1


def _area(faces: np.ndarray) -> float:
    following = np.roll(faces, -1, axis=1)
    return float((faces[..., 0] * following[..., 1] - following[..., 0] * faces[..., 1]).sum() / 2)


@pytest.mark.parametrize("side", [20, 60, 200, 600])
def test_a_kept_cut_out_shows_the_die_in_its_middle(side):
    picture = np.zeros((900, 900, 3), np.uint8)
    picture[400:420, 500:520] = 255
    box = np.array([510 - side / 2, 410 - side / 2, 510 + side / 2, 410 + side / 2], np.float32)
    crop = wide_crop(picture, box)
    y, x = np.nonzero(crop[..., 0] > 100)
    assert crop.shape == (KEPT_PX, KEPT_PX, 3)
    assert (x.mean(), y.mean()) == pytest.approx((KEPT_PX / 2, KEPT_PX / 2), abs=1.5)
    assert augment.moved_points(np.array([510.0, 410.0]), wide_matrix(box)) == pytest.approx(KEPT_PX / 2)


def test_random_light_keeps_shape_and_kind_and_comes_from_the_seed():
    picture = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    for seed in range(30):
        one, two = (augment.photometric(picture, np.random.default_rng(seed)) for _ in range(2))
        assert (one.shape, one.dtype) == (picture.shape, np.uint8)
        assert np.array_equal(one, two)


def test_a_target_marks_the_middle_of_every_die_once():
    pytest.importorskip("torch", reason="training needs the extra `train`")
    from models.train.finder import CROP_PX, targets

    boxes = np.array([[40, 40, 80, 80], [81, 40, 121, 80], [-30, 100, 20, 140]], np.float32)
    pips = np.array([3, np.nan, 6], np.float32)
    heat, weight, reach = targets(boxes, pips, np.zeros((0, 4), np.float32))
    assert heat.shape == weight.shape == (1, CROP_PX // 4, CROP_PX // 4)
    assert (heat >= 0.999).sum() == 3
    assert heat[0, 15, 15] == 1
    assert reach[1:5, 15, 15].tolist() == [22, 22, 18, 18]
    assert reach[5, 15, 15] == 3
    assert np.isnan(reach[5, 15, 25]), "the second die's pips are not known"


def render(folder: Path, tilt: float = 0) -> tuple[np.ndarray, sample.Sample]:
    """A red die and a blue one half hidden, as a renderer would leave them."""
    bgr, mask = np.zeros((120, 160, 3), np.uint8), np.zeros((120, 160), np.uint8)
    for number, (x, seen), colour in ((1, (20, 40), (0, 0, 255)), (2, (90, 15), (255, 0, 0))):
        bgr[30:70, x : x + seen], mask[30:70, x : x + seen] = colour, number
    dice = [
        {"box": [x, 30, 40, 40], "visible": 0.9, "value": 3, "tilt": tilt, "colour": "red", "body": [200, 0, 0]}
        | {"pips": [0, 0, 0], "top": [[x, 30], [x + 40, 30], [x + 40, 70], [x, 70]]}
        for x in (20, 90)
    ]
    label = {"size": [160, 120], "dice": dice, "distractors": [], "elevation": 90.0}
    (folder / "1.json").write_text(json.dumps(label))
    cv2.imwrite(str(folder / "1.jpg"), bgr)
    cv2.imwrite(str(folder / "1_mask.png"), mask)
    return bgr, next(sample.renders(folder))


def test_only_whole_dice_are_cut_out(tmp_path):
    bgr, one = render(tmp_path)
    (cut,) = paste.sprites(bgr, one, np.array([2.0, 2.0], np.float32))
    assert cut.bgra[cut.bgra[..., 3] == 255][:, 2].min() == 255


@pytest.mark.parametrize("seed", range(6))
def test_a_pasted_die_is_where_its_box_says_and_covers_none(tmp_path, seed):
    bank = list(paste.sprites(*render(tmp_path), np.array([2.0, 2.0], np.float32)))
    crop, there = np.full((200, 200, 3), 128, np.uint8), np.array([[60, 60, 110, 110]], np.float32)
    rng = np.random.default_rng(seed)
    out, boxes, pips = paste.pasted(crop, there, np.array([0.0], np.float32), there[:0], bank, rng)
    assert len(boxes) == len(pips) > 1
    red = (out[..., 2].astype(int) - out[..., 1] > 80).astype(np.uint8)
    for x0, y0, x1, y1 in boxes[1:].round().astype(int):
        assert red[max(y0, 0) : y1, max(x0, 0) : x1].mean() > 0.85
        assert not red[60:110, 60:110].any()


@pytest.mark.parametrize(("tilt", "value", "readable"), [(5, 3, True), (15, sample.UNKNOWN, False), (30, 3, False)])
def test_nothing_is_asked_of_a_die_that_leans_a_little(tmp_path, tilt, value, readable):
    _, one = render(tmp_path, tilt)
    assert set(one.values.tolist()) == {value}
    assert set(one.readable.tolist()) == {readable}


def test_loose_boxes_are_known_as_such(tmp_path):
    assert [next(sample.photographs(labels(tmp_path, set=name))).tight for name in ("set", *sample.LOOSE)] == [
        True,
        False,
    ]


def test_the_die_ends_where_its_crop_says_or_nothing_is_said(tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    from models.train.pips import Crops

    monkeypatch.setattr(augment, "photometric", lambda bgr, rng, colour: bgr)
    path = labels(tmp_path, image="one.png", dice=[{"box": [300, 200, 50, 40], "value": 4, "color": "red"}])
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[200:240, 300:350] = 255
    cv2.imwrite(str(tmp_path / "one.png"), picture)
    kept = collect(list(sample.photographs(path)), 1)
    dice = np.flatnonzero(kept.die > 0)
    crops = Crops(replace(kept, **{part.name: getattr(kept, part.name)[dice] for part in fields(kept)}), 60, 1)
    told = 0
    for i in range(len(crops)):
        bgr, *_, box = (one.numpy() for one in crops[i])
        if np.isfinite(box).all():
            rows, columns = np.nonzero(bgr.mean(-1) > 128)
            seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) / len(bgr)
            assert np.allclose(np.clip(box, 0, 1), seen, atol=0.06)
            told += 1
    assert 15 < told < 45


def test_what_is_found_in_print_alone_is_no_die():
    kept = collect([], 1, DiceFinder(), pages=4)
    assert len(kept.die) >= 5
    assert not kept.die.any()
    assert (kept.pips == sample.UNKNOWN).all()


def test_pages_come_from_their_seed_and_no_two_are_alike():
    first, again, other = (list(page.pages(2, seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert not np.array_equal(*first)


def test_shine_brightens_a_spot_and_leaves_most_of_the_picture():
    picture = np.full((64, 64, 3), 90, np.uint8)
    for seed in range(20):
        shone = augment.shining(picture, np.random.default_rng(seed))
        brighter = (shone > 100).all(-1).mean()
        assert shone.min() >= 90
        assert 0.001 < brighter < 0.25


def die_on(side: int, tone: int) -> tuple[np.ndarray, sample.Sample]:
    """A flat face with one small pip, and its labels."""
    bgr = np.full((200, 200, 3), tone, np.uint8)
    cv2.circle(bgr, (100, 100), side // 12, (255 - tone,) * 3, -1, cv2.LINE_AA)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * side / 2 + 100
    label = replace(
        sample.bare(bgr),
        boxes=np.array([[*corners[0], *corners[2]]], np.float32),
        faces=corners[None],
        values=np.ones(1, np.int64),
        colours=np.zeros(1, np.int64),
        readable=np.ones(1, bool),
    )
    return bgr, label


@pytest.mark.parametrize("tone", [40, 215])
def test_a_single_pip_may_become_a_larger_one_or_a_mark_that_nobody_counts(tone):
    bgr, label = die_on(80, tone)
    kinds = set()
    for seed in range(40):
        painted, after = paint.repainted(bgr, label, np.random.default_rng(seed))
        changed = (painted != bgr).any(-1)
        marked = not after.readable[0]
        assert not changed[:58].any()
        assert not changed[:, :58].any()
        kinds.add((bool(changed.any()), marked))
        if changed.any() and not marked:
            inked = np.abs(painted[..., 0].astype(int) - tone) > 88
            assert inked.sum() > 1.5 * (np.abs(bgr[..., 0].astype(int) - tone) > 88).sum()
    assert kinds == {(False, False), (True, False), (True, True)}


def test_what_cannot_be_seen_or_counted_is_not_painted_over():
    bgr, label = die_on(80, 40)
    small, tiny = die_on(10, 40)
    flat = np.full_like(bgr, 40)
    for picture, one in ((bgr, replace(label, values=label.values + 1)), (small, tiny), (flat, label)):
        for seed in range(10):
            painted, after = paint.repainted(picture, one, np.random.default_rng(seed))
            assert np.array_equal(painted, picture)
            assert after.readable.all()


def test_photographs_count_as_much_as_renders_when_confidence_is_fitted():
    pytest.importorskip("torch", reason="training needs the extra `train`")
    from models.train.calibrate import Observation, weights

    seen = [Observation(np.zeros(1), True, True, True, 1.0, photograph) for photograph in [True] + [False] * 4]
    assert weights(seen).tolist() == [4, 1, 1, 1, 1]
    assert weights(seen[1:]).tolist() == [1, 1, 1, 1]


def test_no_mark_that_is_painted_looks_like_a_pip():
    rng = np.random.default_rng(5)
    for mask in (glyph.emblem(rng, 64) for _ in range(60)):
        assert 0.01 < mask.mean() < 0.6
        middle = cv2.getRotationMatrix2D((31.5, 31.5), 40, 1)
        same = np.minimum(mask, cv2.warpAffine(mask, middle, (64, 64))).sum() / mask.sum()
        assert same < 0.97


def test_the_networks_that_ship_can_be_trained_further():
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from models.train import network, restore

    pictures = [load_picture(one.path) for one in samples()[:4]]
    unseen = pictures.pop()
    finder = network.FinderForUse(restore.finder_of(shipped("finder.onnx"), pictures).eval())
    pips = network.PipReaderForUse(restore.pips_of(shipped("pips.onnx"), pictures).eval(), 1.0)
    small, _ = segment.reduced(unseen)
    cut = np.stack([unseen[y : y + 64, 200:264] for y in (100, 200, 300)])
    for name, contract, restored, bgr in [
        ("finder.onnx", segment.CONTRACT, finder, small[None]),
        ("pips.onnx", CONTRACT, pips, cut),
    ]:
        shown = session(shipped(name), contract).run(None, {"bgr": bgr})[0]
        again = restored(torch.from_numpy(bgr))
        again = again[0] if isinstance(again, tuple) else again
        assert again.detach().numpy() == pytest.approx(shown, abs=1e-3)
    whole = restore.as_seen(pictures)
    with torch.no_grad():  # as in training, where each layer takes away the spread of the pictures at hand
        steady = torch.sigmoid(finder.eval().finder(whole)[:, 0])
        training = torch.sigmoid(finder.train().finder(whole)[:, 0])
    assert (steady - training).abs().mean() < 0.005  # 0.2 where they take away what was never there
