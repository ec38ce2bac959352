"""Dropping solids onto the table with MuJoCo until they lie still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from models.render import Array
from models.render.solid import Pose

STEP_S = 0.003
CHECK_STEPS = 40
LONGEST_S = 6.0  # of a throw
TWIST_CM = 0.15  # how far from its middle, on average, a contact resists turning
STILL = 0.4  # largest speed (cm/s and rad/s) of things at rest


@dataclass(frozen=True, slots=True)
class Loose:
    """A convex solid in the world: its corners (N, 3) about its own middle, and where it is."""

    hull: Array
    pose: Pose
    fixed: bool = False


def settle(things: list[Loose], friction: float, bounce: float, limit_s: float) -> list[Pose]:
    """Where the things come to rest, in their order; fixed ones stay where they are."""
    model = _world(things, friction, bounce)
    state = mujoco.MjData(model)
    for _ in range(int(limit_s / STEP_S / CHECK_STEPS)):
        mujoco.mj_step(model, state, CHECK_STEPS)
        if np.abs(state.qvel).max(initial=0.0) < STILL:
            break
    names = [f"b{k}" for k in range(len(things))]
    return [_pose(state.body(name)) for name in names]


def _pose(body: mujoco.MjData) -> Pose:
    return Pose(body.xmat.reshape(3, 3).copy(), body.xpos.copy())


def _world(things: list[Loose], friction: float, bounce: float) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    spec.option.timestep = STEP_S
    spec.option.gravity = [0, 0, -981]
    spec.option.cone = mujoco.mjtCone.mjCONE_PYRAMIDAL
    spec.option.iterations = 30
    contact = {
        "condim": 4,  # faces that lie on each other also resist turning
        "friction": [friction, TWIST_CM, 0.001],
        "solref": [3 * STEP_S, 1.0 - 0.75 * bounce],
        "solimp": [0.95, 0.99, 0.001, 0.5, 2],
    }
    floor = spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], **contact)
    floor.name = "table"
    for k, thing in enumerate(things):
        mesh = spec.add_mesh(name=f"m{k}")
        mesh.uservert = thing.hull.astype(np.float32).ravel()
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
        body = spec.worldbody.add_body(name=f"b{k}", pos=thing.pose.position)
        body.quat = _quaternion(thing.pose.rotation)
        if not thing.fixed:
            body.add_freejoint()
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=f"m{k}", density=1.0, **contact)
    return spec.compile()


def _quaternion(rotation: Array) -> Array:
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, rotation.ravel().astype(float))
    return quaternion


def any_turn(rng: np.random.Generator) -> Array:
    """A rotation (3, 3) chosen evenly among all."""
    quaternion = rng.normal(size=4)
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, quaternion / np.linalg.norm(quaternion))
    return matrix.reshape(3, 3)


def motion(
    things: list[Loose], pushes: list[Array], friction: float, bounce: float, fps: float
) -> Iterator[list[Pose]]:
    """Yield where the things are, frame by frame, until all lie still; `pushes` (6,) are cm/s and rad/s."""
    model = _world(things, friction, bounce)
    state = mujoco.MjData(model)
    state.qvel[:] = np.concatenate(pushes)
    names = [f"b{k}" for k in range(len(things))]
    for _ in range(int(LONGEST_S * fps)):
        yield [_pose(state.body(name)) for name in names]
        mujoco.mj_step(model, state, round(1 / fps / STEP_S))
        if np.abs(state.qvel).max(initial=0.0) < STILL:
            break
    yield [_pose(state.body(name)) for name in names]
