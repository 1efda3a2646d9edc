"""Silhouettes as other programs draw them: MuJoCo of URDF, Drake of SDFormat."""

from __future__ import annotations

import importlib
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from .browsing import Camera, Picture

NEAR, FAR = 0.01, 100.0


def mujoco_silhouette(document: Path, q: dict[str, float], camera: Camera, size: tuple[int, int]) -> Picture:
    """What MuJoCo sees of the visuals of a robot, joints by their plain names."""
    os.environ.setdefault("MUJOCO_GL", "egl")
    try:
        mujoco: Any = importlib.import_module("mujoco")
    except (ImportError, OSError, AttributeError) as reason:
        pytest.skip(f"MuJoCo or what it draws with is not there: {reason}")
    text = document.read_text(encoding="utf-8")
    keep = '<mujoco><compiler discardvisual="false" fusestatic="false" strippath="false" balanceinertia="true" '
    keep += 'boundmass="1e-6" boundinertia="1e-9"/></mujoco>'
    text = re.sub(r"(<robot\b[^>]*>)", rf"\1{keep}", text, count=1)
    files = {path.name: path.read_bytes() for path in document.parent.iterdir() if path.suffix in (".stl", ".obj")}
    spec = mujoco.MjSpec.from_string(text, assets=files)
    spec.visual.quality.numslices, spec.visual.quality.numstacks = 96, 96
    model = spec.compile()
    data = mujoco.MjData(model)
    for name, value in q.items():
        joint = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
        data.qpos[model.jnt_qposadr[joint]] = value
    mujoco.mj_kinematics(model, data)
    mujoco.mj_camlight(model, data)
    position, target, angle = camera
    along = np.array(target) - np.array(position)
    eye = mujoco.MjvCamera()
    eye.distance = float(np.linalg.norm(along))
    eye.lookat[:] = target
    eye.azimuth = math.degrees(math.atan2(along[1], along[0]))
    eye.elevation = math.degrees(math.asin(along[2] / eye.distance))
    model.vis.global_.fovy = math.degrees(angle)
    model.vis.map.znear, model.vis.map.zfar = NEAR / model.stat.extent, FAR / model.stat.extent
    model.vis.global_.offwidth, model.vis.global_.offheight = size
    only_visuals = mujoco.MjvOption()
    only_visuals.geomgroup[:] = 0
    only_visuals.geomgroup[1] = 1
    try:
        renderer = mujoco.Renderer(model, size[1], size[0])
    except Exception as reason:  # noqa: BLE001 - whatever a machine without graphics makes it raise
        pytest.skip(f"MuJoCo draws nothing here: {reason}")
    with renderer:
        renderer.enable_segmentation_rendering()
        renderer.update_scene(data, eye, only_visuals)
        seen: Picture = renderer.render()[..., 0] >= 0
    return seen


def drake_silhouette(
    document: Path,
    q: Mapping[str, Any],
    camera: Camera,
    size: tuple[int, int],
    packages: Mapping[str, Path] | None = None,
) -> Picture:
    """What Drake sees of the visuals of a document.

    Args:
        document: the file: URDF, SDFormat or model directives.
        q: by joints: scoped names, or plain ones that there are once.
        camera: where it stands, what it looks at, its vertical angle.
        size: pixels across and down.
        packages: folders by the names of packages.
    """
    drake: Any = pytest.importorskip("pydrake.all", reason="pydrake is not installed (the extra oracles)")
    builder = drake.DiagramBuilder()
    plant, graph = drake.AddMultibodyPlantSceneGraph(builder, 0.0)
    parser = drake.Parser(plant)
    for package, folder in (packages or {}).items():
        if parser.package_map().Contains(package):
            parser.package_map().Remove(package)
        parser.package_map().Add(package, str(folder))
    parser.AddModels(str(document))
    plant.Finalize()
    graph.AddRenderer("seen", drake.MakeRenderEngineVtk(drake.RenderEngineVtkParams()))
    diagram = builder.Build()
    context = diagram.CreateDefaultContext()
    own = plant.GetMyMutableContextFromRoot(context)
    for name, value in q.items():
        plant.SetPositions(own, _positions(plant, name, own, value))
    position, target, angle = camera
    z = np.array(target, dtype=float) - np.array(position)
    z /= np.linalg.norm(z)
    x = np.cross(z, (0.0, 0.0, 1.0))
    x /= np.linalg.norm(x)
    pose = drake.RigidTransform(drake.RotationMatrix(np.stack([x, np.cross(z, x), z], axis=1)), position)
    # made of an angle, Drake's camera looks half a pixel beside the middle of the picture
    focal = size[1] / 2 / math.tan(angle / 2)
    lens = drake.CameraInfo(*size, focal, focal, size[0] / 2, size[1] / 2)
    core = drake.RenderCameraCore("seen", lens, drake.ClippingRange(NEAR, FAR), drake.RigidTransform())
    query = graph.get_query_output_port().Eval(graph.GetMyContextFromRoot(context))
    depth = query.RenderDepthImage(
        drake.DepthRenderCamera(core, drake.DepthRange(2 * NEAR, FAR / 2)), graph.world_frame_id(), pose
    )
    seen: Picture = np.isfinite(depth.data[..., 0])
    return seen


def _positions(plant: Any, name: str, context: Any, value: Any) -> Any:
    positions = plant.GetPositions(context).copy()
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        model = plant.GetModelInstanceName(joint.model_instance())
        if joint.num_positions() and name in (joint.name(), f"{model}::{joint.name()}"):
            values = np.atleast_1d(value)
            assert len(values) == joint.num_positions(), name
            positions[joint.position_start() : joint.position_start() + len(values)] = values
    return positions
