"""What a scene is in JSON and as tables, for a scene made up here."""

from __future__ import annotations

import json
import math
from enum import Enum
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.cli import resolve
from bodyplan.cli.scene_json import plain, pose_data, scene_data, scene_text
from bodyplan.semantics.ir.constraints import MimicRecord
from bodyplan.semantics.ir.geometry import Box
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import ShapeRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build, get_world
from bodyplan.semantics.spatial.transform import Transform

UP = (0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def scene() -> Scene:
    description = WorldIR(format="urdf")
    description.add_model("arm")
    base = description.add_link("base", scope="arm")
    base.visuals.append(ShapeRecord("seen", Box((1.0, 2.0, 3.0)), UP))
    for joint, child in (("lift", "upper"), ("twin", "lower")):
        description.add_joint(
            joint,
            scope="arm",
            type="prismatic",
            motion=Motion.PRISMATIC,
            parent="base",
            child=child,
            axes=[AxisRecord(xyz=(0.0, 0.0, 2.0), lower=-1.0)],
            pose=UP,
            relative_to="base",
        )
        description.add_link(child, scope="arm", relative_to=joint)
    description.constraints.append(MimicRecord("arm", "twin", "lift", 2.0))
    return build(description)


@pytest.fixture(scope="module")
def data(scene: Scene) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(scene_text(scene))
    return loaded


def test_text_is_the_data(scene: Scene, data: dict[str, Any]) -> None:
    assert data == scene_data(scene)


def test_parts_of_a_scene(data: dict[str, Any]) -> None:
    assert list(data) == [
        "frames",
        "models",
        "links",
        "joints",
        "constraints",
        "force_elements",
        "actuators",
        "default_configuration",
        "collision_filter",
    ]


def test_frames_have_poses_of_seven_numbers(data: dict[str, Any]) -> None:
    assert list(data["frames"]) == ["world", "arm", "arm::base", "arm::lift", "arm::upper", "arm::twin", "arm::lower"]
    assert data["frames"]["arm::lift"] == {
        "name": "arm::lift",
        "kind": "joint",
        "pose": [0, 0, 1, 1, 0, 0, 0],
        "attached_to": "arm::upper",
    }


def test_joints_have_all_that_the_interface_names(data: dict[str, Any]) -> None:
    joint = data["joints"]["arm::lift"]
    assert list(joint) == [
        "name",
        "type",
        "parent",
        "child",
        "parent_frame",
        "child_frame",
        "X_PF",
        "X_BM",
        "axes",
        "pitch",
        "dofs",
    ]
    assert (joint["parent"], joint["parent_frame"], joint["X_PF"]) == ("arm::base", "base", [0, 0, 1, 1, 0, 0, 0])
    (axis,) = joint["axes"]
    assert (axis["xyz"], axis["lower"], axis["upper"]) == ([0, 0, 1], -1, "inf")


def test_links_have_mass_and_shapes(data: dict[str, Any]) -> None:
    link = data["links"]["arm::base"]
    assert (link["mass"], link["com"], link["inertia"]) == (1, [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert link["visuals"] == [
        {"name": "seen", "pose": [0, 0, 1, 1, 0, 0, 0], "geometry": {"class": "Box", "size": [1, 2, 3]}}
    ]
    assert link["collisions"] == []


def test_constraints_name_their_class(data: dict[str, Any]) -> None:
    (mimic,) = data["constraints"]
    assert (mimic["class"], mimic["is_loop_joint"]) == ("MimicConstraint", False)
    assert (mimic["joint"], mimic["leader"], mimic["multiplier"]) == ("arm::twin", "arm::lift", 2)


def test_pairs_of_links_are_sorted(data: dict[str, Any]) -> None:
    assert data["collision_filter"]["pairs"] == [["arm::base", "arm::lower"], ["arm::base", "arm::upper"]]


def test_links_of_one_body_are_a_group() -> None:
    joints = "".join(
        f'<link name="l{n}"/><joint name="j{n}" type="fixed"><parent link="l{n - 1}"/><child link="l{n}"/></joint>'
        for n in range(1, 4)
    )
    data = scene_data(bodyplan.loads(f'<robot name="r"><link name="l0"/>{joints}</robot>').scene)
    assert data["collision_filter"] == {
        "groups": [["r::l0", "r::l1", "r::l2", "r::l3"]],
        "group_pairs": [],
        "pairs": [],
    }


def test_numbers_that_json_does_not_have_are_texts() -> None:
    assert plain([math.inf, -math.inf, math.nan, np.float64(1.5)]) == ["inf", "-inf", "nan", 1.5]
    assert pose_data(Transform.from_rpy((math.inf, 0, 0)))[0] == "inf"


def test_values_of_all_kinds_become_plain() -> None:
    class Word(str, Enum):
        HINGE = "hinge"

    values = {
        "text": Word.HINGE,
        "set": frozenset({"b", "a"}),
        "array": np.eye(2),
        "number": np.int64(3),
        "flag": True,
        "nothing": None,
    }
    assert plain(values) == {
        "text": "hinge",
        "set": ["a", "b"],
        "array": [[1, 0], [0, 1]],
        "number": 3,
        "flag": True,
        "nothing": None,
    }


def test_tables_say_the_same(scene: Scene) -> None:
    text = resolve.world_text(get_world(scene), lambda: scene)
    assert "frames (7)\n" in text
    assert "  arm::lift  prismatic  arm::base  arm::upper  0 0 1  -1..inf\n" in text
    assert "constraints (1)\n" in text
    assert "MimicConstraint  joint=arm::twin leader=arm::lift multiplier=2 offset=0" in text
    assert "actuators" not in text
