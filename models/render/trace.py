"""Path tracing of a scene with Mitsuba, and which solid each pixel shows.

All solids are one mesh with one texture atlas and one material, so that every scene has the
same structure and the kernels are compiled once for a whole run.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import drjit as dr
import mitsuba as mi
import mitsuba_oidn
import numpy as np

from models.render import Array, palette
from models.render.light import Lamp, exr_bytes
from models.render.scene import Scene
from models.render.solid import Mesh, joined
from models.render.view import View

mi.set_variant("llvm_ad_rgb")

ATLAS_PX = 2048  # width of the atlas, and its greatest height
FEATURE_SAMPLES = 6
MAX_DEPTH = 5
QUALITY = mitsuba_oidn.Quality.Fast  # half the time of the others, and no worse after the camera stage
NO_SOLID = -1


@dataclass(frozen=True, slots=True)
class Traced:
    """A picture (H, W, 3) in linear light, and the index of the solid in each pixel (H, W).

    The index counts the scene's solids in order; the table and the room are -1.
    """

    linear: Array
    solids: Array


def read_hdri(path: Path) -> Array:
    """The map (H, W, 3) of an `.exr.js` module of `@pmndrs/assets`."""
    stream = mi.MemoryStream()
    stream.write(exr_bytes(path))
    stream.seek(0)
    bitmap = mi.Bitmap(stream).convert(mi.Bitmap.PixelFormat.RGB, mi.Struct.Type.Float32)
    return np.array(bitmap)


def trace(scene: Scene, samples: int) -> Traced:
    """The scene as a perfect camera would see it."""
    world = mi.load_dict(_world(scene))
    seed = scene.seed % (1 << 31)
    # The features come from a run of their own: nested in "aov" the paths would be traced twice.
    colour = np.nan_to_num(np.array(mi.render(world, spp=samples, seed=seed)), posinf=0.0)
    features = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    image = np.array(mi.render(world, integrator=features, spp=FEATURE_SAMPLES, seed=seed))
    albedo, normal = (np.ascontiguousarray(image[..., k : k + 3]) for k in (0, 3))
    linear = np.array(mitsuba_oidn.denoise(colour, albedo=albedo, normal=normal, quality=QUALITY))
    return Traced(np.maximum(linear, 0), _solid_at(world, scene))


def _world(scene: Scene) -> dict[str, Any]:
    mesh, albedo, gloss = _merged(scene)
    return {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": MAX_DEPTH, "rr_depth": 3},
        "solids": _shape("solids", mesh, _solid_material(albedo, gloss)),
        "table": _shape("table", scene.table_mesh(), _table_material(scene)),
        "room": {
            "type": "envmap",
            "bitmap": mi.Bitmap(np.ascontiguousarray(scene.light.room)),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
        "lamp one": _lamp(scene.light.lamps[0]),
        "lamp two": _lamp(scene.light.lamps[1]),
        "sensor": _sensor(scene),
    }


def _sensor(scene: Scene) -> dict[str, Any]:
    view = scene.view
    target = view.position + view.axes[2]
    return {
        "type": "thinlens",
        "fov": view.fov,
        "fov_axis": "x",
        "aperture_radius": scene.aperture_cm,
        "focus_distance": scene.focus_cm,
        "near_clip": 0.5,
        "far_clip": 9000,
        "to_world": mi.ScalarTransform4f().look_at(
            origin=view.position.tolist(), target=target.tolist(), up=(-view.axes[1]).tolist()
        ),
        "film": {
            "type": "hdrfilm",
            "width": view.width,
            "height": view.height,
            "rfilter": {"type": "box"},
            "pixel_format": "rgb",
        },
        "sampler": {"type": "independent"},
    }


def _lamp(lamp: Lamp) -> dict[str, Any]:
    place = mi.ScalarTransform4f().look_at(origin=lamp.position.tolist(), target=[0, 0, 0], up=[0.31, 0.9, 0.17])
    lit = bool(lamp.radiance.max() > 0)
    return {
        "type": "disk",
        "to_world": place @ mi.ScalarTransform4f().scale([lamp.radius, lamp.radius, 1]),
        "emitter": {
            "type": "area",
            "radiance": {"type": "rgb", "value": lamp.radiance.tolist()},
            "sampling_weight": 1.0 if lit else 1e-3,
        },
    }


def _picture(values: Array, wrap: str = "clamp") -> dict[str, Any]:
    bitmap = mi.Bitmap(np.ascontiguousarray(values, dtype=np.float32))
    return {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": wrap}


def _solid_material(albedo: Array, gloss: Array) -> dict[str, Any]:
    return {
        "type": "principled",
        "base_color": _picture(albedo),
        "roughness": _picture(gloss[..., :1]),
        "metallic": _picture(gloss[..., 1:2]),
        "spec_trans": _picture(gloss[..., 2:]),
        "eta": 1.5,
    }


def _table_material(scene: Scene) -> dict[str, Any]:
    surface = scene.surface
    albedo = np.clip(surface.albedo, 0.002, palette.BRIGHTEST)
    return {
        "type": "bumpmap",
        "height": _picture(surface.height_cm[..., None], "repeat"),
        "bsdf": {
            "type": "principled",
            "base_color": _picture(albedo, "repeat"),
            "roughness": _picture(np.full((2, 2, 1), max(surface.roughness, 0.04)), "repeat"),
            "specular": 0.5,
        },
    }


def _shape(name: str, mesh: Mesh, material: dict[str, Any]) -> mi.Mesh:
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    shape = mi.Mesh(
        name,
        len(mesh.vertices),
        len(mesh.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    parameters = mi.traverse(shape)
    parameters["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    parameters["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    # Mitsuba's v = 0 is the first row of a picture, as here: nothing is flipped.
    parameters["vertex_texcoords"] = mesh.uv.astype(np.float32).ravel()
    parameters["faces"] = mesh.triangles.astype(np.uint32).ravel()
    parameters.update()
    return shape


def _merged(scene: Scene) -> tuple[Mesh, Array, Array]:
    """All solids as one mesh, with the atlas of their tiles: colours and gloss."""
    tiles = [solid.thing.tile for solid in scene.solids]
    shrink = 1
    while (corners := _packed([t.albedo.shape[:2] for t in tiles], shrink)) is None:
        shrink *= 2
    bottom = max(y + -(-t.albedo.shape[0] // shrink) for t, (_, y) in zip(tiles, corners, strict=True))
    albedo = np.zeros((-(-bottom // 256) * 256, ATLAS_PX, 3), np.float32)
    gloss = np.zeros_like(albedo)
    meshes = []
    for solid, tile, (x, y) in zip(scene.solids, tiles, corners, strict=True):
        colours, shine = tile.albedo[::shrink, ::shrink], tile.gloss[::shrink, ::shrink]
        high, wide = colours.shape[:2]
        albedo[y : y + high, x : x + wide] = np.clip(colours, 0.002, palette.BRIGHTEST)
        gloss[y : y + high, x : x + wide] = np.clip(shine, (0.04, 0, 0), 1)
        mesh = solid.world_mesh()
        uv = np.clip(mesh.uv, 0.6 / np.array([wide, high]), 1 - 0.6 / np.array([wide, high]))
        uv = (uv * [wide, high] + [x, y]) / [ATLAS_PX, len(albedo)]
        meshes.append(Mesh(mesh.vertices, mesh.normals, uv, mesh.triangles))
    return joined(meshes), albedo, gloss


def _packed(sizes: list[tuple[int, ...]], shrink: int) -> list[tuple[int, int]] | None:
    """Corners (x, y) for tiles laid on shelves, tallest first; None if they do not fit."""
    corners = [(0, 0)] * len(sizes)
    x = y = shelf = 0
    for k in sorted(range(len(sizes)), key=lambda k: -sizes[k][0]):
        high, wide = (-(-side // shrink) for side in sizes[k])
        if x + wide > ATLAS_PX:
            x, y, shelf = 0, y + shelf, 0
        if y + high > ATLAS_PX:
            return None
        corners[k] = (x, y)
        x, shelf = x + wide, max(shelf, high)
    return corners


def _solid_at(world: mi.Scene, scene: Scene) -> Array:
    """The index of the solid in the middle of each pixel (H, W), NO_SOLID elsewhere."""
    view: View = scene.view
    y, x = np.mgrid[0 : view.height, 0 : view.width] + 0.5
    ahead = view.rays(np.column_stack([x.ravel(), y.ravel()])).astype(np.float32)
    origin = mi.Point3f(*(float(c) for c in view.position))
    direction = mi.Vector3f(*(mi.Float(np.ascontiguousarray(ahead[:, c])) for c in range(3)))
    found = world.ray_intersect_preliminary(mi.Ray3f(origin, direction))
    table = world.shapes()
    names = [shape.id() for shape in table]
    solids = dr.reinterpret_array(mi.UInt32, found.shape)
    wanted = dr.reinterpret_array(mi.UInt32, mi.ShapePtr(table[names.index("solids")]))
    hit = np.array(found.is_valid() & (solids == wanted))
    counts = [len(solid.thing.mesh.triangles) for solid in scene.solids]
    owner = np.searchsorted(np.cumsum(counts), np.array(found.prim_index), side="right")
    return np.where(hit, owner, NO_SOLID).reshape(view.height, view.width)
