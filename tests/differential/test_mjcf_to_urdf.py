"""Models of MJCF made URDF: they move as before, weigh the same, and MuJoCo compiles all their bodies and joints."""

from __future__ import annotations

import random
from typing import Any

import bodyplan
import numpy as np
import pytest

from .one_by_one import CORPUS

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.oracle

EVERY = 4
"""Of how many documents of the corpus one is taken."""
MOVING = ("revolute", "continuous", "prismatic", "floating")
PLAIN = ("revolute", "prismatic")
CLOSE = 1e-9
FILES = sorted((CORPUS / "mjcf").rglob("*.xml"))[::EVERY] if CORPUS.is_dir() else []

ARM = """<mujoco model="arm">
  <compiler autolimits="true"/>
  <default><geom density="500"/><default class="slow"><joint damping="2"/></default></default>
  <worldbody>
    <geom type="box" size=".5 .5 .1" pos="0 0 -.1"/>
    <body name="base" pos="0 0 .1" euler="10 20 30">
      <geom type="capsule" size=".05" fromto="0 0 0 0 .1 .4"/>
      <frame pos="0 0 .4" axisangle="0 1 1 40">
        <body name="upper" childclass="slow" zaxis="1 1 1">
          <joint name="a" axis="0 1 0" range="-90 90" ref="30" pos=".1 0 0"/>
          <joint name="b" type="slide" axis="1 2 0" range="-1 2" ref=".5"/>
          <joint name="c" axis="0 0 1" pos="0 0 .1" stiffness="2" springref="10" ref="5"/>
          <geom type="sphere" size=".1" pos=".1 .2 .3"/>
          <site name="tip" pos="0 0 .2" euler="0 45 0"/>
          <body name="lower" pos="0 .1 .2">
            <joint name="d" type="slide" axis="1 0 0" ref="-.2"/>
            <inertial pos="0 0 .1" mass="2" fullinertia=".1 .2 .25 .01 .02 .03"/>
          </body>
        </body>
      </frame>
    </body>
  </worldbody>
  <equality><joint joint1="d" joint2="a" polycoef=".1 .5 0 0 0"/></equality>
</mujoco>
"""


def movable(scene: bodyplan.Scene) -> dict[str, float]:
    """Joints of one coordinate, with that at which the document draws them."""
    return {
        name: joint.axes[0].reference
        for name, joint in scene.joints.items()
        if joint.motion.value in PLAIN and joint.axes
    }


def differences(source: bodyplan.Document[Any], made: bodyplan.Document[Any]) -> list[str]:
    """What moves or weighs otherwise."""
    before, after = source.scene, made.scene
    found = [
        f"{name}: {link.mass} kg, and {after.links[name].mass}"
        for name, link in before.links.items()
        if name in after.links and abs(link.mass - after.links[name].mass) > CLOSE * max(1.0, link.mass)
    ]
    found += [f"{name} is gone" for name in before.links if name not in after.links and name != "world"]
    references = movable(before)
    scope = next(iter(before.models))
    mimics = {f"{scope}::{joint.name}": joint.mimic for joint in made.root.joint if joint.mimic is not None}
    numbers = random.Random(1)
    shifts: dict[str, Any] = {}
    for _ in range(3):
        moved = {name: numbers.uniform(-1, 1) for name in references}
        for _ in mimics:  # followers of followers
            for name, mimic in mimics.items():
                moved[name] = mimic.multiplier * moved[f"{scope}::{mimic.joint}"] + mimic.offset
        poses = before.forward_kinematics({name: value + references[name] for name, value in moved.items()})
        again = after.forward_kinematics({name: value for name, value in moved.items() if name not in mimics})
        for name, link in before.links.items():
            if name == "world" or name not in after.links:
                continue
            shift = np.linalg.inv(poses[name]) @ again[name]  # links of URDF stand where their joints are
            if np.abs(shifts.setdefault(name, shift) - shift).max() > CLOSE:
                found.append(f"{name} moves otherwise")
            centre, other = (at[name] @ [*each.com, 1.0] for at, each in ((poses, link), (again, after.links[name])))
            if link.mass and np.abs(centre - other).max() > CLOSE:
                found.append(f"the centre of {name} is elsewhere")
            moments, others = (
                at[name][:3, :3] @ each.inertia @ at[name][:3, :3].T
                for at, each in ((poses, link), (again, after.links[name]))
            )
            if np.abs(moments - others).max() > CLOSE * max(1.0, np.abs(moments).max()):
                found.append(f"{name} turns otherwise")
    return found


def compiled(made: bodyplan.Conversion[Any], folder: str) -> list[str]:
    """What MuJoCo does not have of a robot that was converted for it."""
    spec = mujoco.MjSpec.from_string(made.document.dumps())
    spec.modelfiledir = spec.meshdir = folder
    model = spec.compile()
    robot = made.document.root
    bodies = {model.body(number).name for number in range(model.nbody)}
    missing = [link.name for link in robot.link if link.name not in bodies]
    moving = sum(joint.type in MOVING for joint in robot.joint)
    return missing + ([f"{model.njnt} joints of {moving}"] if model.njnt != moving else [])


def is_of_plugins(document: bodyplan.Document[Any]) -> bool:
    """Whether only MuJoCo's plugins know what shapes weigh."""
    return "<plugin" in document.dumps()


def test_an_arm_with_everything_moves_as_before(tmp_path: Any) -> None:
    path = tmp_path / "arm.xml"
    path.write_text(ARM, encoding="utf-8")
    document = bodyplan.load(path)
    made = bodyplan.convert(document, "urdf")
    assert made.document.ok
    assert made.document.root.joint
    assert differences(document, made.document) == []
    assert compiled(bodyplan.convert(document, "urdf", target="mujoco"), str(tmp_path)) == []


@pytest.mark.skipif(not FILES, reason="there is no corpus")
def test_models_of_the_corpus_move_as_before_and_mujoco_compiles_them() -> None:
    wrong: dict[str, list[str]] = {}
    count = 0
    for path in FILES:
        try:
            document = bodyplan.load(path)
        except bodyplan.LoadError:
            continue
        made = bodyplan.convert(document, "urdf")
        assert made.document.ok, path
        moves = {joint.motion.value for joint in document.scene.joints.values()}
        is_tree = moves <= {"fixed", *PLAIN}
        found = differences(document, made.document) if is_tree else []
        if not is_of_plugins(document):
            found += compiled(bodyplan.convert(document, "urdf", target="mujoco"), str(path.parent))
        if found:
            wrong[str(path)] = found[:3]
        count += is_tree
    assert wrong == {}
    assert count > 50
