"""Mounting one robot on another, taking parts out, taking documents along, and from meanings to elements."""

from __future__ import annotations

import copy
import gc
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan import Transform, sdformat, urdf

from ...bounding import calls_of

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <!-- colours -->
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <material name="dark"><color rgba="0 0 0 1"/></material>

  <link name="base"/>  <!-- bolted down -->
  <joint name="lift" type="revolute">
    <origin xyz="0 0 0.3"/> <parent link="base"/> <child link="hand"/>
    <axis xyz="0 1 0"/> <limit lower="-1" upper="1" effort="5" velocity="1"/>
  </joint>
  <link name="hand"/>
</robot>
"""
GRIPPER = """<robot name="gripper">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <material name="dark"><color rgba="0.1 0 0 1"/></material>
  <link name="base">
    <visual><geometry><mesh filename="meshes/palm.stl"/></geometry><material name="grey"/></visual>
    <collision><geometry><mesh filename="package://gripper/palm.stl"/></geometry></collision>
  </link>
  <link name="left"><visual><geometry><sphere radius="1"/></geometry><material name="dark"/></visual></link>
  <link name="right"/>
  <joint name="slide" type="prismatic">
    <origin xyz="0 0.02 0.1"/> <parent link="base"/> <child link="left"/>
    <axis xyz="0 1 0"/> <limit lower="0" upper="0.04" effort="5" velocity="1"/>
  </joint>
  <joint name="slide2" type="prismatic">
    <origin xyz="0 -0.02 0.1" rpy="0 0 3.14"/> <parent link="base"/> <child link="right"/>
    <axis xyz="0 1 0"/> <limit lower="0" upper="0.04" effort="5" velocity="1"/> <mimic joint="slide"/>
  </joint>
  <gazebo reference="left"><mu1>1.5</mu1></gazebo>
  <gazebo><plugin name="c" filename="libc.so"><joint_name>slide</joint_name></plugin></gazebo>
  <transmission name="t"><type>SimpleTransmission</type><joint name="slide"/><actuator name="m"/></transmission>
  <ros2_control name="rc" type="system"><joint name="slide"/></ros2_control>
</robot>
"""
SDF_ARM = """<sdf version="1.9">
  <world name="w">
    <!-- the arm -->
    <model name="arm">
      <pose>1 0 0 0 0 0.5</pose>
      <link name="base"/>
      <link name="hand">
        <pose>0 0 0.4 0 0 0</pose> <!-- up there -->
      </link>
      <joint name="lift" type="revolute"><parent>base</parent><child>hand</child><axis><xyz>0 1 0</xyz></axis></joint>
    </model>
  </world>
</sdf>
"""
SDF_GRIPPER = """<sdf version="1.7"><model name="gripper"><pose>5 0 0 0 0 0</pose>
  <link name="palm"><pose>0 0 0.1 0 0 0</pose></link>
  <link name="left"><pose>0 0.1 0.1 0 0 0</pose></link>
  <joint name="slide" type="prismatic"><parent>palm</parent><child>left</child><axis><xyz>0 1 0</xyz></axis></joint>
  <plugin name="c" filename="libc.so"><joint_name>slide</joint_name></plugin>
</model></sdf>
"""
POSE = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
PLACED = Transform.from_rpy(POSE[:3], POSE[3:])


def test_a_gripper_on_an_arm_stands_as_one_placed_on_the_other(tmp_path: Path) -> None:
    (tmp_path / "arm").mkdir()
    (tmp_path / "gripper" / "meshes").mkdir(parents=True)
    (tmp_path / "gripper" / "meshes" / "palm.stl").touch()
    (tmp_path / "arm" / "arm.urdf").write_text(ARM, encoding="utf-8")
    (tmp_path / "gripper" / "gripper.urdf").write_text(GRIPPER, encoding="utf-8")
    arm, gripper = urdf.load(tmp_path / "arm" / "arm.urdf"), urdf.load(tmp_path / "gripper" / "gripper.urdf")
    joint = bodyplan.attach(arm, gripper, "hand", POSE, "g_")
    text = arm.dumps()
    assert text.startswith(ARM.removesuffix("</robot>\n"))
    assert gripper.dumps() == GRIPPER
    assert isinstance(joint, urdf.Joint)
    assert (joint.name, joint.type) == ("hand_g_base_joint", "fixed")
    assert [each.name for each in arm.root.material] == ["grey", "dark", "g_dark"]
    assert [arm.root.link[3].visual[0].material.name, arm.root.link[2].visual[0].material.name] == ["g_dark", "grey"]  # type: ignore[union-attr]
    for part in (
        '"../gripper/meshes/palm.stl"', '"package://gripper/palm.stl"', 'mimic joint="g_slide"', 'reference="g_left"',
        "<joint_name>g_slide<", 'transmission name="g_t"', '<actuator name="g_m"', 'ros2_control name="g_rc"', 'name="c"',
    ):  # fmt: skip
        assert text.count(part) == 1, part
    for q in ({}, {"lift": 0.4, "slide": 0.03}):
        whole = {f"arm::{'' if name == 'lift' else 'g_'}{name}": value for name, value in q.items()}
        own = {f"gripper::{name}": value for name, value in q.items() if name != "lift"}
        mount = arm.scene.pose("arm::hand", q={name: each for name, each in whole.items() if "lift" in name}) @ PLACED
        for name in ("base", "left", "right"):
            expected = mount @ gripper.scene.pose(f"gripper::{name}", q=own)
            assert np.allclose(arm.scene.pose(f"arm::g_{name}", q=whole).matrix, expected.matrix)
    assert arm.check().ok


def test_names_that_both_have_need_a_prefix() -> None:
    arm = urdf.loads(ARM)
    with pytest.raises(bodyplan.BadName, match="'base' is the name of a link on both sides"):
        bodyplan.attach(arm, urdf.loads(GRIPPER), "hand")
    with pytest.raises(bodyplan.NameNotFound, match="there are base, hand"):
        bodyplan.attach(arm, urdf.loads(GRIPPER), "wrist", prefix="g_")
    with pytest.raises(ValueError, match="convert it first"):
        bodyplan.attach(arm, sdformat.loads(SDF_GRIPPER), "hand")
    with pytest.raises(ValueError, match="six numbers"):
        bodyplan.attach(arm, urdf.loads(GRIPPER), "hand", [1, 2, 3], "g_")
    assert arm.dumps() == ARM


def test_robots_that_are_tied_to_the_world_stand_on_a_link_in_its_place() -> None:
    tied = '<robot name="t"><link name="a"/><joint name="j" type="fixed"><parent link="world"/><child link="a"/></joint></robot>'
    for text in (tied, tied.replace("<link", '<link name="world"/><link', 1)):
        arm = urdf.loads(ARM)
        bodyplan.attach(arm, urdf.loads(text), "hand", POSE, "t_")
        assert [each.name for each in arm.root.link[2:]] == ["t_world", "t_a"]
        assert np.allclose(arm.scene.pose("arm::t_a", relative_to="arm::hand").matrix, PLACED.matrix)


@pytest.mark.parametrize("given", [POSE, PLACED, bodyplan.Pose.euler(*POSE)], ids=["numbers", "transform", "pose"])
def test_a_model_is_nested_in_the_one_that_holds_it(given: list[float] | Transform | bodyplan.Pose) -> None:
    arm, gripper = sdformat.loads(SDF_ARM), sdformat.loads(SDF_GRIPPER)
    bodyplan.attach(arm, gripper, "arm::hand", given, "g_", joint="mount")
    text = arm.dumps()
    assert "<!-- the arm -->" in text
    assert "<!-- up there -->" in text
    assert arm.check().ok
    mount = arm.scene.pose("arm::hand") @ PLACED @ gripper.scene.pose("gripper").inverse()
    for name in ("palm", "left"):
        expected = mount @ gripper.scene.pose(f"gripper::{name}")
        assert np.allclose(arm.scene.pose(f"arm::g_gripper::{name}").matrix, expected.matrix)
    assert (arm.scene.joints["arm::mount"].parent, arm.scene.joints["arm::mount"].child) == (
        "arm::hand",
        "arm::g_gripper::palm",
    )
    with pytest.raises(bodyplan.BadName, match="taken"):
        bodyplan.attach(arm, gripper, "arm::hand", given, "g_")


@pytest.mark.parametrize("version", ["1.5", "1.6", "1.7", "1.8", sdformat.NEWEST])
def test_a_model_of_an_older_version_holds_another_in_the_words_of_that(version: str) -> None:
    arm, gripper = sdformat.loads(SDF_ARM.replace("1.9", version)), sdformat.loads(SDF_GRIPPER)
    bodyplan.attach(arm, gripper, "hand", POSE, joint="mount")
    text, losses = arm.export()
    assert losses == ()
    again = sdformat.loads(text)
    assert (again.version, again.root, again.check().diagnostics) == (version, arm.root, ())
    mount = again.scene.pose("arm::hand") @ PLACED @ gripper.scene.pose("gripper").inverse()
    for name in ("palm", "left"):
        expected = mount @ gripper.scene.pose(f"gripper::{name}")
        assert np.allclose(again.scene.pose(f"arm::gripper::{name}").matrix, expected.matrix)


@pytest.mark.parametrize("version", ["1.4", "1.2"])
def test_a_version_without_models_in_models_holds_none(version: str) -> None:
    arm = sdformat.loads(SDF_ARM.replace("1.9", version))
    before = arm.dumps()
    with pytest.raises(ValueError, match=f"models of version {version} cannot hold others: upgrade the document"):
        bodyplan.attach(arm, sdformat.loads(SDF_GRIPPER), "hand")
    assert arm.dumps() == before


COMMENTED = """<?xml version="1.0"?>
<robot name="gripper">
  <!-- ====
       both
       ==== -->

  <!--the palm-->
  <link name="palm">
    <!-- made of steel -->
    <inertial> <!-- weighed -->
      <mass value="1"/> <!-- kg -->
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>

  <!-- out of use: <link name="x"/> -->

  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <joint name="j" type="fixed"><parent link="palm"/><child link="tip"/></joint> <!-- glued -->
  <link name="tip"/>
</robot>
"""


def test_comments_of_what_is_mounted_are_taken_along() -> None:
    arm, gripper = urdf.loads(ARM), urdf.loads(COMMENTED)
    bodyplan.comments(gripper.root.link[1]).append("the tip")
    bodyplan.attach(arm, gripper, "hand")
    text = arm.dumps()
    assert text.startswith(ARM.removesuffix("</robot>\n"))
    both = "  <!-- ====\n       both\n       ==== -->\n  <!--the palm-->\n"
    weighed = '    <inertial> <!-- weighed -->\n      <mass value="1"/> <!-- kg -->\n'
    assert f'{both}  <link name="palm">\n    <!-- made of steel -->\n{weighed}' in text
    assert '  <!-- out of use: <link name="x"/> -->\n  <joint name="j" type="fixed">\n' in text
    assert '  </joint> <!-- glued -->\n  <!-- the tip -->\n  <link name="tip"/>\n</robot>\n' in text
    assert urdf.loads(text).root == arm.root
    assert gripper.dumps() == COMMENTED.replace('  <link name="tip"', '  <!-- the tip -->\n  <link name="tip"')


def test_comments_of_a_nested_and_of_a_merged_model_are_taken_along() -> None:
    text = SDF_GRIPPER.replace('  <link name="left">', '  <!-- the left one -->\n  <link name="left"> <!-- thin -->')
    arm = sdformat.loads(SDF_ARM)
    bodyplan.attach(arm, sdformat.loads(text), "hand")
    assert '        <!-- the left one -->\n        <link name="left"> <!-- thin -->\n' in arm.dumps()
    yard = sdformat.loads(SDF_ARM)
    bodyplan.merge(yard, sdformat.loads(SDF_ARM), "b_")
    assert yard.dumps().count("    <!-- the arm -->\n    <model name=") == 2
    assert yard.dumps().count("</pose> <!-- up there -->\n") == 2
    assert sdformat.loads(yard.dumps()).root == yard.root


def test_what_hangs_from_a_link_is_a_robot_of_its_own() -> None:
    arm = urdf.loads(ARM)
    bodyplan.attach(arm, urdf.loads(GRIPPER), "hand", POSE, "g_")
    part = bodyplan.extract(arm, "g_left")
    assert part.path is None
    assert [each.name for each in part.root.link] == ["g_left"]
    text = part.dumps()
    assert 'reference="g_left"' in text
    for gone in ("slide", "transmission", "ros2_control", "plugin", "grey"):
        assert gone not in text
    assert part.root.material[0].name == "g_dark"
    whole = bodyplan.extract(arm, "arm::hand", name="tool")
    assert list(whole.scene.models) == ["tool"]
    for name in ("g_base", "g_left", "g_right"):
        expected = arm.scene.pose(f"arm::{name}", relative_to="arm::hand")
        assert np.allclose(whole.scene.pose(f"tool::{name}").matrix, expected.matrix)
    with pytest.raises(bodyplan.NameNotFound):
        bodyplan.extract(arm, "wrist")


def test_a_look_that_is_defined_elsewhere_comes_along() -> None:
    text = (
        '<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/></geometry><material name="m">'
        '<color rgba="1 0 0 1"/></material></visual></link><link name="b"><visual><geometry><sphere radius="1"/></geometry>'
        '<material name="m"/></visual></link><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    part = bodyplan.extract(urdf.loads(text), "b")
    assert part.root.link[0].visual[0].material.color.rgba == (1, 0, 0, 1)


def test_poses_by_frames_that_are_gone_are_said_in_numbers() -> None:
    doc = sdformat.loads("""<sdf version="1.10"><model name="m"><pose>1 0 0 0 0 0</pose><link name="a"/>
      <link name="b"><pose relative_to="j">0 0 1 0 0 0</pose></link>
      <link name="c"><pose relative_to="a">3 0 0 0 1 0</pose></link>
      <joint name="j" type="fixed"><pose relative_to="a">0 1 0 0.3 0 0</pose><parent>a</parent><child>b</child></joint>
      <joint name="k" type="revolute"><pose relative_to="j"/><parent>b</parent><child>c</child>
        <axis><xyz expressed_in="a">0 0 1</xyz></axis></joint>
      <frame name="f" attached_to="j"><pose>1 0 0 0 0 0</pose></frame>
      <frame name="g" attached_to="c"><pose relative_to="a"/></frame>
      <frame name="h" attached_to="a"/>
      <gripper name="grip"><gripper_link>a</gripper_link><gripper_link>c</gripper_link><palm_link>b</palm_link></gripper>
    </model></sdf>""")
    part = bodyplan.extract(doc, "m::b")
    assert list(part.scene.frames) == ["world", "b", "b::b", "b::c", "b::k", "b::f", "b::g"]
    for name in ("b", "c", "k", "f", "g"):
        expected = doc.scene.pose(f"m::{name}", relative_to="m::b")
        assert np.allclose(part.scene.pose(f"b::{name}").matrix, expected.matrix), name
    assert np.allclose(doc.scene.joints["m::k"].axes[0].xyz, part.scene.joints["b::k"].axes[0].xyz)
    assert part.root.model.gripper[0].gripper_link == ["c"]


def test_worlds_take_others_along() -> None:
    doc, other = sdformat.loads(SDF_ARM), sdformat.loads(SDF_GRIPPER)
    bodyplan.merge(doc, other)
    assert doc.dumps().startswith(SDF_ARM[: SDF_ARM.index("  </world>")])
    assert {"arm", "gripper"} == set(doc.scene.models)
    assert np.allclose(doc.scene.pose("gripper::left").matrix, other.scene.pose("gripper::left").matrix)
    before = doc.dumps()
    with pytest.raises(bodyplan.BadName, match="'arm' is a name on both sides"):
        bodyplan.merge(doc, sdformat.loads(SDF_ARM))
    assert doc.dumps() == before
    bodyplan.merge(doc, sdformat.loads(SDF_ARM), "second_")
    assert list(doc.scene.models) == ["arm", "gripper", "second_arm"]
    with pytest.raises(ValueError, match="does not go into a model"):
        bodyplan.merge(other, doc)


def test_things_of_a_scene_lead_to_their_elements_and_back(tmp_path: Path) -> None:
    (tmp_path / "gripper.sdf").write_text(SDF_GRIPPER, encoding="utf-8")
    include = "<include><uri>gripper.sdf</uri><name>{}</name></include>"
    text = SDF_ARM.replace("</world>", include.format("one") + include.format("two") + "</world>")
    doc = sdformat.loads(text, base_dir=tmp_path)
    world = doc.root.world[0]
    scene = doc.scene
    for name, element in {
        "arm": world.model[0],
        "arm::hand": world.model[0].link[1],
        "arm::lift": world.model[0].joint[0],
        "one": world.include[0],
    }.items():
        assert bodyplan.element_of(doc, name) is element
        assert [thing.name for thing in bodyplan.scene_objects(scene, element)] == [name]
    palm = bodyplan.element_of(doc, scene.links["two::palm"])
    assert isinstance(palm, sdformat.Link)
    assert [thing.name for thing in bodyplan.scene_objects(scene, palm)] == ["one::palm", "two::palm"]
    assert bodyplan.scene_objects(scene, world.model[0].joint[0].axis) == ()  # type: ignore[arg-type]
    with pytest.raises(bodyplan.NameNotFound):
        bodyplan.element_of(doc, "three")


@pytest.mark.parametrize("included", [False, True])
def test_elements_of_many_links_are_found_without_a_walk_for_each(included: bool, tmp_path: Path) -> None:
    def count_calls(links: int) -> int:
        model = "".join(f"<link name='l{i}'><inertial><mass>1</mass></inertial></link>" for i in range(links))
        (tmp_path / "r.sdf").write_text(f"<sdf version='1.12'><model name='r'>{model}</model></sdf>")
        include = "<include><uri>r.sdf</uri></include>" if included else ""
        world = f"<world name='w'><model name='own'>{model}</model>{include}</world>"
        doc = sdformat.loads(f"<sdf version='1.12'>{world}</sdf>", base_dir=tmp_path)
        found = list(doc.scene.links.values())[-links:]
        assert found[0].name == ("r::l0" if included else "own::l0")
        return calls_of(lambda: [bodyplan.element_of(doc, link) for link in found])

    few, many = count_calls(20), count_calls(80)
    assert many < 5 * few


def test_elements_are_found_after_edits() -> None:
    doc = sdformat.loads("<sdf version='1.12'><model name='r'><link name='a'/><link name='b'/></model></sdf>")
    model = doc.root.model
    assert model is not None
    first, second = model.link
    scene = doc.scene
    a, b = scene.links["r::a"], scene.links["r::b"]
    assert bodyplan.element_of(doc, b) is second
    model.link.insert(0, sdformat.Link(name="c"))
    assert [bodyplan.element_of(doc, link) for link in (a, b)] == [first, second]
    twin = model.link[2] = copy.deepcopy(second)
    assert bodyplan.element_of(doc, b) is twin
    assert bodyplan.element_of(doc, a) is first
    model.link = model.link[:2]
    assert bodyplan.element_of(doc, b) is second
    assert doc.root.model is model
    assert list(doc.scene.links) == ["r::c", "r::a"]
    assert bodyplan.element_of(doc, "r::c") is model.link[0]


def test_nothing_is_mounted_on_a_link_of_an_actor() -> None:
    actor = "<actor name='a'><link name='l'/></actor>"
    world = bodyplan.loads(
        f"<sdf version='1.5'><world name='w'>{actor}<model name='m'><link name='k'/></model></world></sdf>"
    )
    with pytest.raises(ValueError, match="is one of an actor"):
        bodyplan.attach(world, bodyplan.loads(SDF_ARM), parent_link="l")


@pytest.mark.parametrize(("into", "of"), [(("a", "pa"), ("a",)), (("a",), ("a", "pa"))])
def test_a_prefix_makes_no_name_that_is_on_either_side(into: tuple[str, ...], of: tuple[str, ...]) -> None:
    worlds = [
        sdformat.loads(
            '<sdf version="1.9"><world name="w">'
            + "".join(f'<model name="{name}"><link name="l"/></model>' for name in names)
            + "</world></sdf>"
        )
        for names in (into, of)
    ]
    before = worlds[0].dumps()
    with pytest.raises(bodyplan.BadName, match="'pa' is taken, too"):
        bodyplan.merge(worlds[0], worlds[1], "p")
    assert worlds[0].dumps() == before


def test_a_part_does_not_say_that_xacro_has_made_it() -> None:
    header = "<!-- |  This document was autogenerated by xacro from /home/somebody/arm.urdf.xacro  | -->"
    text = f'{header}\n<!-- of oak -->\n<robot name="r"><link name="base"/></robot>'
    made = bodyplan.extract(bodyplan.loads(text), "base").dumps()
    assert "xacro" not in made
    assert "<!-- of oak -->" in made


SPELLED = """\
<sdf version="1.9">
  <model name="spelled">
    <pose>0 0 10.0 0 0 .421</pose>
    <plugin name="p" filename="f"/>
    <link name="l">
      <inertial>
        <!-- with the cover -->
        <mass>10.0</mass>
        <pose>0 0 1e-3 0 0 0</pose>
      </inertial>
    </link>
  </model>
</sdf>
"""


@pytest.mark.parametrize("version", ["1.4", "1.9", "1.12"])
def test_numbers_and_order_of_what_is_merged_stay_as_they_are_written(version: str, tmp_path: Path) -> None:
    (tmp_path / "other.sdf").write_text(SPELLED)
    yard = bodyplan.merge(
        sdformat.loads(f'<sdf version="{version}">\n  <world name="w"/>\n</sdf>\n'), tmp_path / "other.sdf"
    )
    gc.collect()  # the other document is gone
    written = yard.dumps()
    expected = SPELLED.replace(">\n        <!-- with", "> <!-- with").splitlines()[1:-1]
    assert [line.strip() for line in written.splitlines()[2:-2]] == [line.strip() for line in expected]
    assert sdformat.loads(written).root == yard.root


def test_numbers_of_what_is_mounted_stay_as_they_are_written() -> None:
    tool = '<robot name="t"><link name="tip"><inertial><mass value="10.0"/><origin xyz=".1 0 0"/></inertial></link></robot>'
    arm = urdf.loads(ARM)
    bodyplan.attach(arm, urdf.loads(tool), "hand")
    gc.collect()
    assert arm.dumps().index('<mass value="10.0"/>') < arm.dumps().index('<origin xyz=".1 0 0"/>')


def test_a_document_is_merged_with_itself() -> None:
    doc = sdformat.loads(SPELLED)
    bodyplan.merge(doc, doc, "second_")
    again = sdformat.loads(doc.dumps())
    assert again.root == doc.root
    assert doc.dumps().count("<!-- with the cover -->") == 2
    assert again.root.model is not None
    assert [link.inertial.mass for link in again.root.model.link] == [10, 10]


def test_what_was_merged_can_be_edited(tmp_path: Path) -> None:
    (tmp_path / "other.sdf").write_text(SPELLED)
    yard = bodyplan.merge(sdformat.loads('<sdf version="1.12"><world name="w"/></sdf>'), tmp_path / "other.sdf")
    gc.collect()
    model = yard.root.world[0].model[0]
    assert bodyplan.comments(model.link[0]) == []
    bodyplan.comments(model, "above").append("merged")
    bodyplan.replace(model.link[0], sdformat.Link(name="k"))
    bodyplan.insert_after(model.link[0], sdformat.Link(name="n"))
    bodyplan.remove(model.plugin[0])
    model.pose.value = (0, 0, 10, 0, 0, 0.5)
    written = yard.dumps()
    assert "<pose>0 0 10.0 0 0 0.5</pose>" in written
    assert "<!-- merged -->" in written
    assert sdformat.loads(written).root == yard.root
    assert [link.name for link in model.link] == ["k", "n"]
