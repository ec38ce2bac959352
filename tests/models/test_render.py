"""Synthetic pictures: the die that is drawn is the die that is labelled."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render import Array, camera, label, palette, skin, surface
from models.render.design import DieLook, any_look, any_shape, matching
from models.render.die import (
    NO_BALL,
    VALUES,
    DieShape,
    die_mesh,
    frame,
    hull_points,
    pip_centres,
    pip_radius,
    value_on_top,
)
from models.render.light import Lamp, Light
from models.render.noise import to_linear, to_srgb
from models.render.scene import Scene, Solid
from models.render.skin import Finish, Paint, Tile
from models.render.solid import Mesh, Pose, capsule, lathe, plate, polyhedron, prism, turned
from models.render.surface import Surface
from models.render.thing import Thing
from models.render.view import View, looking_at

WHITE, BLACK = np.full(3, 0.8, np.float32), np.full(3, 0.01, np.float32)
MATT = Finish(WHITE, WHITE, "plain", 0.0, 0.5, 0.0)
INK = Paint(BLACK, BLACK, 0.5, 0.0, 0.0, 0.0)
FACE_PX = 96
EDGE_CM = 1.6


def mould(chirality: int = 1, *, turned: bool = False, ball: float = NO_BALL) -> DieShape:
    return DieShape(0.15, ball, 0.5, 0.17, 1.0, 1.0, 0.08, 2.0, chirality, (turned,) * 3)


def showing(value: int, chirality: int, yaw: float = 0.3) -> Array:
    """A rotation that turns the face `value` up."""
    axes = frame(value, chirality)
    upright = np.stack([axes.right, -axes.down, axes.out])
    return turned(yaw).rotation @ upright


def die(shape: DieShape, pose: Pose, seed: int = 1) -> Solid:
    rng = np.random.default_rng(seed)
    tile = skin.pip_tile(rng, shape, MATT, INK, FACE_PX)
    mesh, hull = die_mesh(shape, 30).scaled(EDGE_CM / 2), hull_points(shape) * EDGE_CM / 2
    return Solid(Thing("pip", mesh, tile, hull, lies=False), pose, DieLook("white", shape, MATT, INK), EDGE_CM)


def scene(*solids: Solid, size: tuple[int, int] = (160, 120), elevation: float = 70.0) -> Scene:
    """Dice on a plain grey table under an even sky and one lamp."""
    table = Surface("paper", np.full((8, 8, 3), 0.3, np.float32), np.zeros((8, 8)), 0.8, 30.0)
    lamp = Lamp(np.array([20.0, 10.0, 60.0]), 8.0, np.full(3, 30.0, np.float32))
    light = Light(np.full((16, 32, 3), 0.5, np.float32), (lamp, lamp))
    view = looking_at(22.0, elevation, 40.0, 5.0, 30.0, size)
    return Scene(7, "table", view, table, 0.0, (90.0, 90.0), light, solids, 0.001, 22.0)


def pips_seen(face: Array) -> int:
    """Dark spots in the inner part of a bright face (N, N)."""
    inner = face[8:-8, 8:-8]
    dark = (inner < 0.4 * np.percentile(inner, 90)).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(dark)
    return sum(area >= 12 for area in boxes[1:, 4])


class TestDie:
    @pytest.mark.parametrize("chirality", [1, -1])
    @pytest.mark.parametrize("value", VALUES)
    def test_opposite_faces_add_up_to_seven(self, value: int, chirality: int) -> None:
        assert np.allclose(frame(value, chirality).out, -frame(7 - value, chirality).out)

    def test_the_two_chiralities_are_mirror_images(self) -> None:
        turns = [float(np.linalg.det([frame(value, c).out for value in (1, 2, 3)])) for c in (1, -1)]
        assert turns[0] == -turns[1] != 0

    @pytest.mark.parametrize("value", VALUES)
    def test_a_face_has_as_many_pips_as_its_value(self, value: int) -> None:
        centres = pip_centres(mould(), value)
        assert len(np.unique(centres, axis=0)) == value
        assert np.allclose(centres.sum(0), 0)

    def test_a_two_may_lie_either_way(self) -> None:
        assert np.allclose(np.abs(pip_centres(mould(), 2)), np.abs(pip_centres(mould(turned=True), 2)))
        assert not np.allclose(pip_centres(mould(), 2), pip_centres(mould(turned=True), 2))

    @pytest.mark.parametrize("chirality", [1, -1])
    def test_paint_lies_in_the_holes(self, chirality: int) -> None:
        """The tile and the mesh agree, or a die would show one value and be another."""
        shape = mould(chirality)
        mesh = die_mesh(shape, 61)
        height = np.max([mesh.vertices @ frame(value, chirality).out for value in VALUES], axis=0)
        tile = skin.pip_tile(np.random.default_rng(1), shape, MATT, INK, FACE_PX).albedo[..., 0]
        row, column = (mesh.uv[:, ::-1] * tile.shape).astype(int).T
        colour = tile[row, column]
        assert (colour[height < 1 - 0.7 * shape.depth] < 0.1).mean() > 0.9
        assert (colour[height > 0.999] > 0.7).mean() > 0.97  # a little paint runs over the rims

    @pytest.mark.parametrize("value", VALUES)
    def test_the_value_on_top_is_the_face_turned_up(self, value: int) -> None:
        for chirality in (1, -1):
            assert value_on_top(showing(value, chirality), chirality) == (value, pytest.approx(0, abs=1e-4))

    def test_a_leaning_die_tells_its_tilt(self) -> None:
        lean = np.array([[1, 0, 0], [0, np.cos(0.4), -np.sin(0.4)], [0, np.sin(0.4), np.cos(0.4)]])
        value, tilt = value_on_top(lean @ showing(3, 1), 1)
        assert (value, tilt) == (3, pytest.approx(np.degrees(0.4)))

    def test_no_mould_has_pips_that_touch_or_leave_the_face(self) -> None:
        for seed in range(200):
            shape = any_shape(np.random.default_rng(seed))
            assert shape.pip < shape.offset / 2
            assert shape.offset + shape.pip < 0.9
            for value in VALUES:
                centres, radius = pip_centres(shape, value), pip_radius(shape, value)
                gaps = np.linalg.norm(centres[:, None] - centres, axis=-1)[~np.eye(value, dtype=bool)]
                assert (gaps > 2 * radius).all()

    def test_a_two_may_lie_side_by_side(self) -> None:
        beside = [shape for shape in map(any_shape, map(np.random.default_rng, range(200))) if shape.beside]
        assert 40 < len(beside) < 130
        for shape in beside:
            across, down = np.ptp(pip_centres(shape, 2), axis=0)
            assert min(across, down) == 0 < max(across, down) <= 2 * shape.offset

    def test_the_four_may_be_as_red_as_the_one(self) -> None:
        paint = replace(INK, one=np.array([0.6, 0.01, 0.01], np.float32), marked=(1, 4))
        tile = skin.pip_tile(np.random.default_rng(1), mould(), MATT, paint, FACE_PX).albedo
        faces = [tile[y : y + FACE_PX, x : x + FACE_PX] for y in (0, FACE_PX) for x in range(0, 3 * FACE_PX, FACE_PX)]
        red = [float((face[..., 0] - face[..., 1]).max()) > 0.3 for face in faces]
        assert sorted(VALUES[k] for k in range(6) if red[k]) == [1, 4]


@pytest.mark.parametrize(
    "mesh",
    [
        die_mesh(mould(ball=1.3), 20),
        plate(2, 3, 0.5),
        prism(np.array([[0, 0], [2, 0], [2, 2], [1, 0.5], [0, 2]], float), 1.0),
        lathe(np.array([[1e-4, 0], [1, 0], [1, 1], [1e-4, 1]])),
        capsule(np.zeros(3), np.array([1.0, 2, 3]), 0.4),
        polyhedron(np.concatenate([np.eye(3), -np.eye(3)]), 0.1)[0],
    ],
    ids=["die", "plate", "prism", "lathe", "capsule", "octahedron"],
)
def test_every_solid_shows_its_outer_side(mesh: Mesh) -> None:
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    real = np.linalg.norm(facing, axis=1) > 1e-9
    assert ((facing * mesh.normals[mesh.triangles].mean(1)).sum(1)[real] > 0).all()
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1)
    assert (mesh.uv >= 0).all()
    assert (mesh.uv <= 1).all()


def test_an_octahedron_has_eight_faces() -> None:
    assert polyhedron(np.concatenate([np.eye(3), -np.eye(3)]), 0.1)[1] == 8


class TestView:
    view: View = looking_at(40, 55, 120, 10, 60, (640, 480))

    def test_the_middle_of_the_table_is_the_middle_of_the_picture(self) -> None:
        assert np.allclose(self.view.project(np.zeros((1, 3))), [320, 240])
        assert self.view.elevation == pytest.approx(55)
        assert self.view.fov == pytest.approx(60)

    def test_a_pixel_and_its_place_on_the_table_belong_together(self) -> None:
        pixels = np.array([[10.0, 20], [600, 400], [320, 100]])
        assert np.allclose(self.view.project(self.view.on_table(pixels)), pixels)

    def test_the_picture_is_no_mirror_image(self) -> None:
        straight_down = looking_at(40, 90, -90, 0, 60, (640, 480))
        x_right, y_up = straight_down.project(np.array([[1.0, 0, 0], [0, 1, 0]]))
        assert x_right[0] > 320
        assert y_up[1] < 240


class TestLabel:
    def test_the_top_face_of_a_flat_die_is_where_it_is_seen(self) -> None:
        here = scene(die(mould(), Pose(showing(5, 1), np.array([1.0, 0, 0.8]))))
        told = label.labelled(here, np.zeros((120, 160), int)).label["dice"][0]
        assert told["value"] == 5
        assert (told["cocked"], told["raised"], told["colour"]) == (False, False, "white")
        corners, box = np.array(told["top"]), told["box"]
        assert np.allclose(corners.mean(0), here.view.project(np.array([[1.0, 0, 1.6]]))[0], atol=0.5)
        assert (corners > np.array(box[:2]) - 3).all()
        assert (corners < np.array(box[:2]) + box[2:] + 3).all()
        side, down = corners[1] - corners[0], corners[3] - corners[0]
        assert side[0] * down[1] - side[1] * down[0] > 0, "the corners go round clockwise"

    def test_a_die_behind_another_shows_less(self) -> None:
        first, second = (die(mould(), Pose(showing(v, 1), np.array([0, y, 0.8]))) for v, y in ((1, 0.0), (6, 2.5)))
        solids = np.full((120, 160), -1)
        solids[40:60, 40:60], solids[80:84, 80:84] = 0, 1
        told = label.labelled(scene(first, second), solids)
        assert [d["visible"] for d in told.label["dice"]] == sorted(
            (d["visible"] for d in told.label["dice"]), reverse=True
        )
        assert np.unique(told.mask).tolist() == [0, 1, 2]

    def test_numeral_dice_are_distractors_and_trays_are_background(self) -> None:
        things = [
            Thing(kind, plate(2, 2, 1), skin.plain(WHITE, 0.5), plate(2, 2, 1).vertices, True)
            for kind in ("d8", "tray")
        ]
        solids = np.full((120, 160), -1)
        solids[:10], solids[10:20] = 0, 1
        told = label.labelled(scene(*(Solid(thing, turned(0.0)) for thing in things)), solids)
        assert told.label["dice"] == []
        assert [d["kind"] for d in told.label["distractors"]] == ["d8"]
        assert np.unique(told.mask).tolist() == [0, 128]

    def test_a_maker_s_mark_on_top_is_told_and_carries_no_pips(self) -> None:
        shape = replace(mould(), emblem=6)
        assert [len(pip_centres(shape, value)) for value in VALUES] == [1, 2, 3, 4, 5, 0]
        for value in (5, 6):
            here = scene(die(shape, Pose(showing(value, 1), np.array([0, 0, 0.8]))))
            (told,) = label.labelled(here, np.zeros((120, 160), int)).label["dice"]
            assert told["emblem"] == (value == 6)

    def test_what_cannot_be_seen_is_not_told(self) -> None:
        here = scene(die(mould(), Pose(showing(2, 1), np.array([0, 0, 0.8]))))
        assert label.labelled(here, np.full((120, 160), -1)).label["dice"] == []


class TestCamera:
    linear = np.abs(np.random.default_rng(1).normal(0.2, 0.1, (96, 128, 3))).astype(np.float32)

    def test_a_linear_picture_survives_its_file(self, tmp_path: Path) -> None:
        code = camera.encoded(self.linear)
        camera.write_linear(tmp_path / "a.png", code)
        read = camera.read_linear(tmp_path / "a.png")
        assert np.array_equal(read, camera.decoded(code))
        assert np.allclose(read / read.mean(), self.linear / self.linear.mean(), rtol=2e-3, atol=1e-4)
        assert [path.name for path in tmp_path.iterdir()] == ["a.png"]

    def test_an_ordinary_picture_is_refused(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "b.png"), np.zeros((4, 4, 3), np.uint8))
        with pytest.raises(ValueError, match="no 16-bit picture"):
            camera.read_linear(tmp_path / "b.png")

    def test_a_photograph_is_reproducible_and_no_two_are_alike(self) -> None:
        first, same, other = (camera.photograph(self.linear, np.random.default_rng(seed)) for seed in (1, 1, 2))
        assert first.shape == (96, 128, 3)
        assert first.dtype == np.uint8
        assert np.array_equal(first, same)
        assert not np.array_equal(first, other)

    def test_red_stays_red(self) -> None:
        linear = np.full((64, 64, 3), 0.15, np.float32)
        linear[16:48, 16:48] = [0.5, 0.03, 0.03]
        for seed in range(20):
            blue, green, red = camera.photograph(linear, np.random.default_rng(seed))[20:44, 20:44].mean((0, 1))
            assert red > max(blue, green) + 15

    def test_exposure_is_neither_black_nor_white(self) -> None:
        levels = [
            camera.photograph(self.linear * gain, np.random.default_rng(k)).mean()
            for k, gain in enumerate([0.01, 1, 50] * 10)
        ]
        assert min(levels) > 60
        assert max(levels) < 230


class TestColour:
    def test_srgb_and_linear_are_inverse(self) -> None:
        values = np.linspace(0, 1, 50)
        assert np.allclose(to_srgb(to_linear(values)), values)

    @pytest.mark.parametrize(("name", "strongest"), [("red", 0), ("green", 1), ("blue", 2)])
    def test_a_colour_is_what_it_is_called(self, name: str, strongest: int) -> None:
        for seed in range(50):
            assert int(np.argmax(palette.pick(np.random.default_rng(seed), name))) == strongest

    def test_white_is_light_and_black_is_dark(self) -> None:
        for seed in range(50):
            assert palette.pick(np.random.default_rng(seed), "white").min() > 0.25
            assert palette.pick(np.random.default_rng(seed), "black").max() < 0.06

    def test_pips_stand_out_from_the_body(self) -> None:
        for seed in range(100):
            look = any_look(np.random.default_rng(seed), str(np.random.default_rng(seed).choice(palette.NAMES)))
            assert np.abs(to_srgb(look.finish.body) - to_srgb(look.paint.colour)).max() > 0.2

    def test_a_set_is_of_one_make(self) -> None:
        looks = matching(np.random.default_rng(3), ("white", "red", "blue"))
        assert [look.colour for look in looks] == ["white", "red", "blue"]
        assert len({look.shape for look in looks}) == 1


@pytest.mark.parametrize("kind", surface.KINDS)
def test_a_table_top_is_a_picture_with_bumps(kind: str) -> None:
    table = surface.KINDS[kind][1](np.random.default_rng(5))
    assert table.kind == kind
    assert table.albedo.shape == (surface.SIZE_PX, surface.SIZE_PX, 3)
    assert table.height_cm.shape == (surface.SIZE_PX, surface.SIZE_PX)
    assert np.isfinite(table.albedo).all()
    assert 0.0 < table.roughness <= 1.0


class TestSettling:
    @pytest.fixture(autouse=True)
    def _needs_physics(self) -> None:
        pytest.importorskip("mujoco", reason="dice are thrown with MuJoCo: pip install rollcall[train]")

    def test_thrown_dice_come_to_rest_on_a_face(self) -> None:
        from models.render.settle import Loose, any_turn, settle

        rng = np.random.default_rng(2)
        hull = hull_points(mould()) * 0.8
        thrown = [Loose(hull, Pose(any_turn(rng), np.array([4.0 * k, 0, 2.0]))) for k in range(5)]
        for pose in settle(thrown, friction=0.6, bounce=0.1, limit_s=2.5):
            assert value_on_top(pose.rotation, 1)[1] < 1.0
            assert pose.position[2] == pytest.approx(0.8, abs=0.01)

    def test_dice_on_a_heap_do_not_sink_into_each_other(self) -> None:
        from models.render.settle import Loose, any_turn, settle

        rng = np.random.default_rng(3)
        hull = hull_points(mould()) * 0.8
        thrown = [Loose(hull, Pose(any_turn(rng), np.array([*rng.normal(0, 0.8, 2), 2 + 2.9 * k]))) for k in range(6)]
        middles = np.array([pose.position for pose in settle(thrown, 1.2, 0.0, 4.0)])
        apart = np.linalg.norm(middles[:, None] - middles[None], axis=-1) + 9 * np.eye(6)
        assert apart.min() > 1.55  # never closer than an edge, but for the softness of contacts

    def test_a_seed_makes_the_same_scene_again(self) -> None:
        from models.render.compose import any_scene

        first, again = (any_scene(11, (320, 240), []) for _ in range(2))
        assert len(first.solids) == len(again.solids) > 0
        for one, other in zip(first.solids, again.solids, strict=True):
            assert np.array_equal(one.pose.position, other.pose.position)
            assert np.array_equal(one.thing.tile.albedo, other.thing.tile.albedo)


class TestTracing:
    @pytest.fixture(autouse=True)
    def _needs_mitsuba(self) -> None:
        pytest.importorskip("mitsuba_oidn", reason="pictures are traced with Mitsuba: pip install rollcall[train]")
        pytest.importorskip("models.render.trace", reason="Mitsuba needs LLVM 16 or newer", exc_type=ImportError)

    @pytest.mark.parametrize("chirality", [1, -1])
    def test_the_rendered_top_face_has_the_pips_of_its_label(self, chirality: int) -> None:
        """A flipped texture makes a perfectly plausible die of another value."""
        from models.render.trace import trace

        places = [(x, y) for y in (-1.4, 1.4) for x in (-2.8, 0.0, 2.8)]
        dice = [
            die(
                mould(chirality, turned=chirality > 0),
                Pose(showing(value, chirality, 0.5 * value), np.array([x, y, 0.8])),
            )
            for value, (x, y) in zip(VALUES, places, strict=True)
        ]
        traced = trace(scene(*dice, size=(480, 360)), samples=8)
        told = label.labelled(scene(*dice, size=(480, 360)), traced.solids)
        assert [d["value"] for d in told.label["dice"]] == list(VALUES)
        for one in told.label["dice"]:
            square = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32)
            flatten = cv2.getPerspectiveTransform(np.array(one["top"], np.float32), square)
            face = cv2.warpPerspective(traced.linear.mean(-1), flatten, (64, 64))
            assert pips_seen(face) == one["value"]
            assert one["visible"] > 0.9
            rows, columns = np.nonzero(told.mask == one["mask"])
            seen = [columns.min(), rows.min(), columns.max() + 1 - columns.min(), rows.max() + 1 - rows.min()]
            assert np.allclose(seen, one["box"], atol=2.5)

    def test_pictures_are_written_whole_and_not_made_twice(self, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "models.render", str(tmp_path), "--first", "4", "--count", "1"]
        command += ["--size", "160x120", "--samples", "2"]
        first, second = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2))
        assert "000004" in first.stderr
        assert second.stderr == ""
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"000004.json", "000004.png", "000004.jpg", "000004_mask.png"}
        told = json.loads((tmp_path / "000004.json").read_text())
        mask = cv2.imread(str(tmp_path / "000004_mask.png"), cv2.IMREAD_UNCHANGED)
        assert set(np.unique(mask)) - {0} == {one["mask"] for one in told["dice"] + told["distractors"]}


def test_a_plain_tile_is_of_one_colour() -> None:
    tile: Tile = skin.plain(WHITE, 0.3)
    assert np.ptp(tile.albedo) == 0
    assert np.allclose(tile.gloss[0, 0], [0.3, 0, 0])


@pytest.mark.parametrize("value", VALUES)
def test_a_die_is_turned_so_that_its_single_pip_comes_up(value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mujoco", reason="scenes are made up with MuJoCo: pip install rollcall[train]")
    from models.render import compose

    monkeypatch.setattr(compose, "TURNED_UP", 1.0)
    rng = np.random.default_rng(value)
    look = any_look(rng, "white")
    axes = frame(value, look.shape.chirality)
    upright = Pose(np.stack([axes.right, np.cross(axes.out, axes.right), axes.out]), np.zeros(3))
    assert value_on_top(upright.rotation, look.shape.chirality)[0] == value
    turned_up = compose.showing(rng, upright, look)
    assert value_on_top(turned_up.rotation, look.shape.chirality) == (1, pytest.approx(0.0, abs=1e-4))
    assert np.linalg.det(turned_up.rotation) == pytest.approx(1.0)
