"""The long examples of the composition proposal: placing by frames, arms with flanges and grippers."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

X_ACA = "0.1 0.2 0.3 0.4 0.5 0.6"
X_GCG = "1.1 1.2 1.3 1.4 1.5 1.6"

FILES = {
    "arm.sdf": f"""<model name="arm"><link name="body"/>
      <frame name="gripper_seat"><pose>{X_ACA}</pose></frame>
      <frame name="flange_seat"><pose relative_to="body">{X_ACA}</pose></frame></model>""",
    "gripper.sdf": f"""<model name="gripper"><link name="body"/>
      <frame name="attachment"><pose>{X_GCG}</pose></frame>
      <frame name="mount"><pose>{X_GCG}</pose></frame></model>""",
    "flange_electric.sdf": """<model name="flange_electric"><link name="body"/>
      <frame name="mount"><pose relative_to="body">0 0 -0.1 0 0 1</pose></frame>
      <frame name="gripper_seat"><pose relative_to="body">0 0 0.1 0 0 0</pose></frame></model>""",
    "flange_pneumatic.sdf": """<model name="flange_pneumatic"><link name="body"/>
      <frame name="mount"><pose relative_to="body">0 0 -0.2 1 0 0</pose></frame>
      <frame name="gripper_seat"><pose relative_to="body">0 0 0.2 0 0 0</pose></frame></model>""",
    "gripper_with_weld.sdf": """<model name="gripper"><pose>1 0 0 0 0 0</pose><link name="gripper"/>
      <joint name="weld" type="fixed"><parent>arm::body</parent><child>gripper</child></joint></model>""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, model in FILES.items():
        (tmp_path / name).write_text(f'<sdf version="1.8">{model}</sdf>', encoding="utf-8")
    return tmp_path


def load(text: str, folder: Path | None = None) -> bodyplan.Scene:
    return bodyplan.loads(f'<sdf version="1.8">{text}</sdf>', base_dir=folder).scene


def coincide(scene: bodyplan.Scene, one: str, other: str) -> bool:
    return np.allclose(scene.pose(one).matrix, scene.pose(other).matrix, atol=1e-12)


def test_an_arm_with_a_gripper(folder: Path) -> None:
    scene = load(
        """<model name="arm_and_gripper">
          <include><uri>file://arm.sdf</uri></include>
          <include><uri>file://gripper.sdf</uri><placement_frame>attachment</placement_frame>
            <pose relative_to="arm::gripper_seat"/></include>
          <joint name="weld" type="fixed"><parent>arm::gripper_seat</parent><child>gripper::attachment</child></joint>
        </model>""",
        folder,
    )
    top = "arm_and_gripper"
    assert coincide(scene, f"{top}::arm::gripper_seat", f"{top}::gripper::attachment")
    assert coincide(scene, f"{top}::weld", f"{top}::gripper::attachment")
    joint = scene.joints[f"{top}::weld"]
    assert (joint.parent, joint.child) == (f"{top}::arm::body", f"{top}::gripper::body")
    assert (joint.parent_frame, joint.child_frame) == ("arm::gripper_seat", "gripper::attachment")


def test_a_weld_cannot_reach_out_of_its_file(folder: Path) -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        load(
            """<model name="arm_and_gripper"><include><uri>file://arm.sdf</uri></include>
            <include><uri>file://gripper_with_weld.sdf</uri></include></model>""",
            folder,
        )
    (found,) = (found for found in caught.value.diagnostics if found.severity == "error")
    assert found.code == "BP501"
    assert found.file == str(folder / "gripper_with_weld.sdf")


def robot(name: str, flange: str, pose: str) -> str:
    return f"""<model name="{name}"><pose{pose}</pose>
      <include file="arm.sdf"><name>arm</name><uri>file://arm.sdf</uri></include>
      <include><name>flange</name><uri>file://{flange}</uri><placement_frame>mount</placement_frame>
        <pose relative_to="arm::flange_seat"/></include>
      <joint name="weld1" type="fixed"><parent>arm::flange_seat</parent><child>flange::mount</child></joint>
      <include><uri>file://gripper.sdf</uri><placement_frame>mount</placement_frame>
        <pose relative_to="flange::gripper_seat"/></include>
      <joint name="weld2" type="fixed"><parent>flange::gripper_seat</parent><child>gripper::mount</child></joint>
    </model>"""


def test_two_arms_with_flanges(folder: Path) -> None:
    scene = load(
        '<model name="super_armio_bros">'
        + robot("robot_1", "flange_electric.sdf", ">1 1 1 0 0 1")
        + robot("robot_2", "flange_pneumatic.sdf", ' relative_to="robot_1">0 2 0 0 0 0')
        + "</model>",
        folder,
    )
    for number in (1, 2):
        name = f"super_armio_bros::robot_{number}"
        assert coincide(scene, f"{name}::arm::flange_seat", f"{name}::flange::mount")
        assert coincide(scene, f"{name}::flange::gripper_seat", f"{name}::gripper::mount")
        assert scene.joints[f"{name}::weld2"].child == f"{name}::gripper::body"
    between = scene.pose("super_armio_bros::robot_2", relative_to="super_armio_bros::robot_1")
    assert between.translation == pytest.approx([0, 2, 0])


def test_models_that_are_nested_directly_are_placed_by_their_frames() -> None:
    scene = load(
        """<model name="super_model">
          <model name="table" placement_frame="bottom_left_leg"><pose>2 4 0 0 0 0</pose>
            <link name="bottom_left_leg"><pose>-1 -1 0 0 0 0</pose></link>
            <frame name="top_center"><pose relative_to="bottom_left_leg">1 1 2 0 0 0</pose></frame></model>
          <model name="mug" placement_frame="bottom_center"><pose relative_to="table::top_center"/>
            <link name="bottom_center"><pose>0 0 -0.1 0.2 0 0</pose></link></model>
        </model>"""
    )
    assert scene.pose("super_model::table::bottom_left_leg").translation == pytest.approx([2, 4, 0])
    assert scene.pose("super_model::table").translation == pytest.approx([3, 5, 0])
    assert coincide(scene, "super_model::mug::bottom_center", "super_model::table::top_center")


def test_the_frames_of_a_static_model_are_fixed_and_can_be_joined() -> None:
    scene = load(
        """<world name="w"><model name="shelf"><static>true</static><link name="l"/><frame name="f"/></model>
        <model name="box"><link name="l"/></model>
        <joint name="j" type="fixed"><parent>shelf::f</parent><child>box::l</child></joint></world>"""
    )
    assert scene.models["shelf"].static
    assert scene.joints["j"].child == "box::l"


def test_a_flattened_model_becomes_a_nested_one() -> None:
    text = """<sdf version="1.7"><model name="ParentModel">
      <frame name="ChildModel::__model__" attached_to="ChildModel::L1"><pose relative_to="__model__">1 0 1 0 0 0</pose></frame>
      <link name="ChildModel::L1"><pose relative_to="ChildModel::__model__">0 1 0 0 0 0</pose></link>
      <link name="ChildModel::L2"><pose relative_to="ChildModel::__model__">0 0 0 0 0 0</pose></link>
      <joint name="ChildModel::J1" type="revolute"><parent>ChildModel::L1</parent><child>ChildModel::L2</child>
        <axis><xyz>0 0 1</xyz></axis></joint>
    </model></sdf>"""
    scene = bodyplan.loads(text).scene
    assert list(scene.models) == ["ParentModel", "ParentModel::ChildModel"]
    assert scene.frames["ParentModel::ChildModel"].attached_to == "ParentModel::ChildModel::L1"
    assert scene.pose("ParentModel::ChildModel::L1").translation.tolist() == [1, 1, 1]
    assert scene.joints["ParentModel::ChildModel::J1"].parent == "ParentModel::ChildModel::L1"


def test_a_flattened_model_whose_references_leave_it() -> None:
    text = """<sdf version="1.7"><model name="anything">
      <link name="M1::B"/>
      <joint name="M1::J" type="fixed"><parent>M1::B</parent><child>M2::B</child></joint>
      <link name="M2::B"/>
    </model></sdf>"""
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    assert "BP805" in [found.code for found in caught.value.diagnostics]
