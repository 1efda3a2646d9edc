"""Names in a document and what refers to them: each format with its own kinds and scopes."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.semantics.core.references import NamesIn

SDF = """<sdf version="1.12"><world name="w">
  <include><uri>file://gone</uri><name>pump</name><placement_frame>base</placement_frame></include>
  <model name="m">
    <pose relative_to="base">0 0 0 0 0 0</pose>
    <link name="l"><collision name="c"><geometry><empty/></geometry></collision>
      <sensor name="s" type="contact"><contact><collision>c</collision></contact></sensor></link>
    <model name="inner"><link name="l"/></model>
    <joint name="j" type="fixed"><parent>l</parent><child>inner::l</child></joint>
    <gripper name="g"><gripper_link>l</gripper_link><palm_link>inner::l</palm_link></gripper>
    <plugin name="p" filename="f"><joint_name>j</joint_name><deep><left_joint>j</left_joint></deep></plugin>
  </model>
  <frame name="stand" attached_to="m::inner::l"/><frame name="base"/>
  <state world_name="w"><model_state name="m"><link_state name="l"><collision_state name="c"/></link_state></model_state></state>
</world></sdf>"""

URDF = """<robot name="r" xmlns:drake="http://drake.mit.edu">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="a"><visual><geometry><sphere radius="1"/></geometry><material name="red"/></visual></link><link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit effort="1" velocity="1"/></joint>
  <joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint><link name="c"/>
  <gazebo reference="a"/><gazebo reference="j"/>
  <gazebo><plugin name="p" filename="f"><bodyName>b</bodyName></plugin></gazebo>
  <transmission name="t"><type>x</type><joint name="j"/><actuator name="act"/></transmission>
  <ros2_control name="rc" type="system"><joint name="j"><param name="mimic">j</param></joint></ros2_control>
  <drake:collision_filter_group name="g"><drake:member link="a"/>
    <drake:ignored_collision_filter_group name="g"/></drake:collision_filter_group>
</robot>"""


def told(text: str) -> list[tuple[str, str, list[str | None]]]:
    """Kind and text of each reference, with the class and field of what its parts mean."""
    try:
        root = bodyplan.loads(text).root
    except bodyplan.LoadError as error:
        pytest.fail(str(error))
    names = NamesIn(root)
    return [
        (
            each.kind.name,
            each.text,
            [None if d is None else "::".join((*d.scope.path, d.name)) for d in names.resolve(each)],
        )
        for each in names.references
        if not each.is_keyword
    ]


def test_sdformat_has_scopes_in_scopes() -> None:
    text = SDF.replace(
        "<include><uri>file://gone</uri><name>pump</name><placement_frame>base</placement_frame></include>", ""
    )
    found = told(text)
    for expected in (
        ("frame", "base", ["w::base"]),
        ("collision", "c", ["w::m::l::c"]),
        ("frame", "l", ["w::m::l"]),
        ("frame", "inner::l", ["w::m::inner", "w::m::inner::l"]),
        ("link", "inner::l", ["w::m::inner", "w::m::inner::l"]),
        ("joint", "j", ["w::m::j"]),
        ("frame", "m::inner::l", ["w::m", "w::m::inner", "w::m::inner::l"]),
        ("model", "m", ["w::m"]),
        ("link", "l", ["w::m::l"]),
    ):
        assert expected in found
    assert [name for kind, name, _ in found if kind == "joint"] == ["j", "j"]
    assert all(None not in meant for kind, _, meant in found if kind != "world")


def test_what_an_include_brings_is_in_another_tree() -> None:
    from bodyplan.runtime.sink import Sink
    from bodyplan.runtime.source import Source
    from bodyplan.semantics.core.options import Options
    from bodyplan.semantics.document.parser import read

    parsed = read(Source(None, SDF), Sink(), Options())
    assert parsed is not None
    names = NamesIn(parsed.root)
    (reference,) = (each for each in names.references if each.field == "placement_frame")
    assert (reference.scope.path, names.resolve(reference)) == (("w", "pump"), (None,))
    assert {each.name for each in names.definitions if each.kind == "model"} == {"m", "inner", "pump"}


def test_urdf_has_one_scope() -> None:
    found = told(URDF)
    counted = {(kind, name): len([1 for k, n, _ in found if (k, n) == (kind, name)]) for kind, name, _ in found}
    assert counted[("link_or_joint", "a")] == counted[("link_or_joint", "j")] == 1
    assert counted[("material", "red")] == 2
    assert counted[("joint", "j")] == 2
    assert counted[("mimic", "j")] == 1
    assert counted[("link", "b")] == 3
    assert counted[("group", "g")] == 1
    assert all(meant[-1] is not None for _, _, meant in found)


def test_all_that_refers_to_a_link_is_found_by_it() -> None:
    names = NamesIn(bodyplan.loads(URDF).root)
    (link,) = (each for each in names.definitions if (each.kind, each.name) == ("link", "a"))
    assert sorted(f"{type(each.element).__name__}.{each.field}" for each, _ in names.references_to(link)) == [
        "DrakeMember.link",
        "Gazebo.reference",
        "JointParent.link",
    ]


def test_directives_are_read_too() -> None:
    from bodyplan.semantics.formats.dmd.directives import (
        AddFrame,
        AddModelInstance,
        AddWeld,
        Directives,
        DirectiveTransform,
    )

    root = Directives(
        directives=[
            AddModelInstance(name="arm"),
            AddFrame(name="arm::tool", X_PF=DirectiveTransform(base_frame="world")),
            AddWeld(parent="world", child="arm::tool"),
        ]
    )
    names = NamesIn(root)
    arm, tool = names.definitions
    assert [(type(each.element), each.field, part) for each, part in names.references_to(arm)] == [
        (AddFrame, "name", 0),
        (AddWeld, "child", 0),
    ]
    weld = next(each for each in names.references if each.field == "child")
    assert names.resolve(weld) == (arm, tool)
