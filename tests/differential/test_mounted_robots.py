"""What is mounted on a robot stands in Drake where bodyplan has it, and libsdformat reads it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import bodyplan
import numpy as np
import pytest

from .building import CannotBuild, built

POSE = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
ROBOT = """<robot name="{}"><link name="base"/><link name="tip"/>
  <joint name="j" type="revolute"><origin xyz="0 0 0.3" rpy="0.1 0 0"/><parent link="base"/><child link="tip"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/></joint>
</robot>"""
MODEL = """<sdf version="1.9"><model name="{}"><pose>1 0 0 0 0 0.5</pose><link name="base"><pose>0 0 0.1 0 0 0</pose></link>
  <link name="tip"><pose>0 0 0.4 0.1 0 0</pose></link>
  <joint name="j" type="revolute"><parent>base</parent><child>tip</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""


def _mounted(ending: str, folder: Path) -> Path:
    text = ROBOT if ending == "urdf" else MODEL
    doc = bodyplan.loads(text.format("arm"))
    bodyplan.attach(doc, bodyplan.loads(text.format("gripper")), "arm::tip", POSE, "g_")
    path = folder / f"mounted.{ending}"
    doc.save(path)
    return path


@pytest.mark.oracle
@pytest.mark.parametrize("ending", ["urdf", "sdf"])
def test_drake_has_the_same_poses(ending: str, tmp_path: Path) -> None:
    plant_module = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    tree = pytest.importorskip("pydrake.multibody.tree", reason="Drake is not installed")
    path = _mounted(ending, tmp_path)
    plant = plant_module.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    scene = bodyplan.load(path).scene
    bodies = [plant.get_body(tree.BodyIndex(number)) for number in range(1, plant.num_bodies())]
    there = {body.scoped_name().get_full().rpartition("arm::")[2]: body for body in bodies}
    assert {f"arm::{name}" for name in there} == set(scene.links)
    for name, body in there.items():
        pose = there["base"].EvalPoseInWorld(context).inverse() @ body.EvalPoseInWorld(context)
        assert np.allclose(pose.GetAsMatrix4(), scene.pose(f"arm::{name}", relative_to="arm::base").matrix), name


@pytest.mark.oracle
def test_libsdformat_reads_a_model_with_another_one_in_it(checkout: Path, tmp_path: Path) -> None:
    try:
        driver = built(checkout / "benchmarks" / "libsdformat_driver.cc", tmp_path / "driver")
    except CannotBuild as missing:
        pytest.skip(str(missing))
    call = json.dumps({"path": str(_mounted("sdf", tmp_path)), "seconds": 0})
    answer = subprocess.run([str(driver)], input=f"{call}\n", capture_output=True, text=True, check=True).stdout
    assert json.loads(answer.splitlines()[-1])["status"] == "read"
