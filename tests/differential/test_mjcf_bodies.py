"""Poses, shapes and mass properties of MJCF bodies, as MuJoCo compiles them; needs MuJoCo."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import bodyplan
import numpy as np
import pytest

from .mjcf_bodies import RandomModel

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.geometry import Geometry

pytestmark = pytest.mark.oracle

MODELS = 100
HALVES = {2: ("radius",), 3: ("radius", "length"), 4: ("radii",), 5: ("radius", "length"), 6: ("size",)}
"""By MuJoCo's number of a type, the fields that its sizes are in."""


def matrix_of(quaternion: Any) -> np.ndarray[Any, Any]:
    mujoco = pytest.importorskip("mujoco")
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, quaternion)
    return matrix.reshape(3, 3)


def sizes_of(geometry: Geometry, fields: tuple[str, ...]) -> list[float]:
    """Half lengths as MuJoCo has them."""
    found: list[float] = []
    for field in fields:
        value = getattr(geometry, field)
        half = 1.0 if field in ("radius", "radii") else 0.5
        found += [half * each for each in (value if isinstance(value, tuple) else (value,))]
    return found


@pytest.mark.parametrize("seed", range(MODELS))
def test_bodies_are_as_mujoco_compiles_them(seed: int, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    text = RandomModel(seed).write()
    path = tmp_path / "model.xml"
    path.write_text(text, encoding="utf-8")
    model, message = None, ""
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        message = str(error)
    if model is None:
        # what is fitted to a mesh and weighs nothing is not looked into
        is_known = 'mass="0"' not in text or "must be positive" not in message
        assert not (is_known and bodyplan.check(path, target="mujoco").ok), f"MuJoCo refuses it: {message}"
        return
    scene = bodyplan.load(path, target="mujoco").scene
    links = list(scene.links.values())
    assert len(links) == model.nbody - 1
    numbers = count()
    for body, link in enumerate(links, 1):
        assert link.mass == pytest.approx(model.body_mass[body], rel=1e-6, abs=1e-9)
        turned = matrix_of(model.body_iquat[body])
        inertia = turned @ np.diag(model.body_inertia[body]) @ turned.T
        np.testing.assert_allclose(link.inertia, inertia, rtol=1e-5, atol=2e-6 * max(1.0, inertia.max()))
        if link.mass:
            np.testing.assert_allclose(link.com, model.body_ipos[body], atol=1e-6)
        shapes = link.collisions
        assert len(shapes) == model.body_geomnum[body]
        for shape in shapes:
            geom = next(numbers)
            position, quaternion = model.geom_pos[geom].copy(), model.geom_quat[geom].copy()
            if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
                position, quaternion = undo_mesh(mujoco, model, geom)
            np.testing.assert_allclose(shape.pose.translation, position, atol=1e-5)
            np.testing.assert_allclose(shape.pose.matrix[:3, :3], matrix_of(quaternion), atol=2e-5)
            fields = HALVES.get(int(model.geom_type[geom]), ())
            have = sizes_of(shape.geometry, fields)
            np.testing.assert_allclose(have, model.geom_size[geom][: len(have)], rtol=1e-5)


def undo_mesh(mujoco: Any, model: Any, geom: int) -> tuple[Any, Any]:
    """Position and quaternion of a mesh as they are written: MuJoCo moves it to its centre and principal axes."""
    mesh = model.geom_dataid[geom]
    back_pos, back_quat, pos, quat = np.zeros(3), np.zeros(4), np.zeros(3), np.zeros(4)
    mujoco.mju_negPose(back_pos, back_quat, model.mesh_pos[mesh], model.mesh_quat[mesh])
    mujoco.mju_mulPose(pos, quat, model.geom_pos[geom], model.geom_quat[geom], back_pos, back_quat)
    return pos, quat
