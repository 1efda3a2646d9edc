"""The arm with a gripper of ``examples/mounting`` is one robot, for the references too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import bodyplan
import numpy as np
import pytest

FINGERS = ["gripper_left_finger", "gripper_right_finger"]


@pytest.fixture
def folder(checkout: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "mounting"
    shutil.copytree(checkout / "examples" / "mounting", folder)
    subprocess.run([sys.executable, "mount.py"], cwd=folder, check=True)
    return folder


def test_the_gripper_stands_on_the_flange(folder: Path) -> None:
    mounted = bodyplan.load(folder / "arm_with_gripper.urdf", strict=True).scene
    gripper = bodyplan.load(folder / "gripper.urdf").scene
    flange = bodyplan.load(folder / "arm.urdf").scene.pose("arm::flange")
    for finger in FINGERS:
        own = gripper.pose(f"gripper::{finger.removeprefix('gripper_')}").translation
        assert np.allclose(mounted.pose(f"arm::{finger}").translation, flange.translation + own + [0, 0, 0.025])


def test_only_lines_are_added_with_the_comments_of_both(folder: Path) -> None:
    before = (folder / "arm.urdf").read_text(encoding="utf-8")
    after = (folder / "arm_with_gripper.urdf").read_text(encoding="utf-8")
    assert after.startswith(before.removesuffix("</robot>\n"))
    assert '  <!-- what holds the fingers -->\n  <link name="gripper_base">\n' in after
    assert '<mimic joint="gripper_left_slide"/> <!-- one motor moves both -->\n' in after


def test_the_example_has_three_lines(checkout: Path) -> None:
    code = (checkout / "examples" / "mounting" / "mount.py").read_text(encoding="utf-8")
    assert len(code.partition("import bodyplan\n")[2].split("\n")) == 5


def test_readers_that_bodyplan_knows_take_it(folder: Path) -> None:
    for target in ("urdfdom", "drake", "libsdformat"):
        assert bodyplan.check(folder / "arm_with_gripper.urdf", target=target).ok


@pytest.mark.oracle
def test_drake_reads_it(folder: Path) -> None:
    plant_module = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plant = plant_module.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(folder / "arm_with_gripper.urdf"))
    plant.Finalize()
    assert all(plant.HasBodyNamed(finger) for finger in FINGERS)
    assert plant.num_positions() == 7 + 3  # its base floats
