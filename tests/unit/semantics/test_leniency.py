"""A document loads by default where a reader of its format loads it and its kinematics are defined."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.codegen.readers.toml import read_toml
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.table_keys import names_in_tables

LINKS = '<link name="a"/><link name="b"/>'
JOINT = '<joint name="j" type="{type}"><parent link="a"/><child link="b"/>{content}</joint>'
DRAKE = 'xmlns:drake="http://drake.mit.edu"'


def robot(content: str, attributes: str = 'name="r"') -> str:
    return f"<robot {attributes}>{LINKS}{JOINT.format(type='fixed', content='')}{content}</robot>"


def jointed(content: str, type: str = "revolute") -> str:
    return f'<robot name="r">{LINKS}{JOINT.format(type=type, content=content)}</robot>'


def seen(content: str) -> str:
    return f'<robot name="r"><link name="a"><visual>{content}</visual></link></robot>'


SPHERE = '<geometry><sphere radius="1"/></geometry>'
FORGIVEN = {
    "material that is not there": (seen(SPHERE + '<material name="x"/>'), "BP650", True),
    "material without a name": (seen(SPHERE + '<material><color rgba="1 0 0 1"/></material>'), "BP204", False),
    "material with half a colour": (robot('<material name="m"><color rgba="1 0"/></material>'), "BP103", True),
    "material twice": (robot('<material name="m"><texture filename="x"/></material>' * 2), "BP652", True),
    "shape without a size": (seen("<geometry><box/></geometry>"), "BP204", True),
    "misspelt size of a shape": (seen('<geometry><box sise="1 1 1"/></geometry>'), "BP202", True),
    "mass that is no number": (
        '<robot name="r"><link name="a"><inertial><mass value="heavy"/></inertial></link></robot>', "BP101", True,
    ),
    "transmission of no joint": (
        robot('<transmission name="t"><type>SimpleTransmission</type><joint name="x"/><actuator name="m"/></transmission>'),
        "BP570", True,
    ),
    "PR2's transmission without its joint's name": (
        robot('<transmission name="t" type="pr2_mechanism_model/SimpleTransmission"><joint/><actuator name="m"/></transmission>'),
        "BP204", True,
    ),
    "sensor of no link": (robot('<sensor name="s"><parent link="x"/></sensor>'), "BP581", False),
    "sensor without a name": (robot('<sensor><parent link="a"/></sensor>'), "BP204", False),
    "ros2_control of an unknown type": (robot('<ros2_control name="c" type="robot"/>'), "BP107", False),
    "joint without a limit": (jointed(""), "BP210", False),
    "misspelt limit": (jointed('<limts lower="0" upper="1" effort="1" velocity="1"/>'), "BP201", False),
    "limit without velocity": (jointed('<limit lower="0" upper="1" effort="1"/>'), "BP204", False),
    "limits that cross": (jointed('<limit lower="1" upper="0" effort="1" velocity="1"/>'), "BP550", True),
    "safety that is no number": (jointed('<safety_controller k_velocity="x"/>', "continuous"), "BP101", False),
    "joint with an empty name": (jointed("", "fixed").replace('"j"', '""'), "BP549", None),
    "version that is none": (robot("", 'name="r" version="0.9"'), "BP802", False),
    "group of no link": (
        robot('<drake:collision_filter_group name="g"><drake:member link="x"/></drake:collision_filter_group>',
              f'name="r" {DRAKE}'), "BP516", True,
    ),
    "bushing of SDFormat at no frame": (
        f'<sdf version="1.9" {DRAKE}><model name="m"><link name="l"/><drake:linear_bushing_rpy/></model></sdf>',
        "BP203", True,
    ),
    "constraint at no frame": (
        robot('<drake:ball_constraint><drake:ball_constraint_body_A name="a"/><drake:ball_constraint_body_B name="x"/>'
              '<drake:ball_constraint_p_AP value="0 0 0"/><drake:ball_constraint_p_BQ value="0 0 0"/></drake:ball_constraint>',
              f'name="r" {DRAKE}'), "BP513", True,
    ),
    "frame at no link": (robot('<frame name="f" link="x"/>'), "BP548", True),
    "frame without a name": (robot('<frame link="a"/>'), "BP204", True),
    "axis of a fixed joint that is no number": (jointed('<axis xyz="x y z"/>', "fixed"), "BP101", False),
    "limit of a floating joint that is no number": (
        jointed('<limit lower="x" upper="1" effort="1" velocity="1"/>', "floating"), "BP101", False,
    ),
    "link without a name": ('<robot name="r"><link/></robot>', "BP204", True),
    "link with an empty name": ('<robot name="r"><link name=""/></robot>', "BP549", None),
    "constraint of SDFormat at nothing": (
        f'<sdf version="1.9" {DRAKE}><model name="m"><link name="l"/><drake:ball_constraint/></model></sdf>',
        "BP203", True,
    ),
    "noise of no kind in a sensor that lets it pass": (
        ('<sdf version="1.9"><model name="m"><link name="l"><sensor name="s" type="air_pressure"><air_pressure><pressure>'
        '<noise type="x"/></pressure></air_pressure></sensor></link></model></sdf>'), "BP107", None,
    ),
    "skeleton with a short pose": (
        '<skel version="1.0"><world name="w"><skeleton name="s"><transformation>1 2</transformation></skeleton></world></skel>',
        "BP103", None,
    ),
    "coordinate with a number that is none": (
        ('<skel version="1.0"><world name="w"><skeleton name="s"><body name="a"/><joint name="j" type="free">'
        '<parent>world</parent><child>a</child><dof local_index="x"/></joint></skeleton></world></skel>'), "BP101", None,
    ),
    "skeleton that is mobile or not": (
        '<skel version="1.0"><world name="w"><skeleton name="s"><mobile>off</mobile></skeleton></world></skel>',
        "BP101", None,
    ),
    "collision detector that is none": (
        '<skel version="1.0"><world name="w"><physics><collision_detector>kido</collision_detector></physics></world></skel>',
        "BP107", None,
    ),
}  # fmt: skip
"""Document, its finding, and whether Drake refuses it because of that; None where that is not asked."""


@pytest.mark.parametrize("case", FORGIVEN)
def test_what_some_reader_loads_is_loaded_with_a_warning(case: str) -> None:
    text, code, _ = FORGIVEN[case]
    document = bodyplan.loads(text)
    assert {d.severity for d in document.diagnostics if d.code == code} == {"warning"}
    assert document.scene.frames


@pytest.mark.parametrize("case", FORGIVEN)
def test_strict_refuses_what_some_reader_loads(case: str) -> None:
    text, code, _ = FORGIVEN[case]
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, strict=True)
    assert {d.severity for d in caught.value.diagnostics if d.code == code} == {"error"}


@pytest.mark.parametrize("case", [case for case, (*_, refuses) in FORGIVEN.items() if refuses is not None])
def test_drake_refuses_what_it_refuses(case: str, tmp_path: Path) -> None:
    text, _, refuses = FORGIVEN[case]
    path = tmp_path / "a"
    path.write_text(text, encoding="utf-8")
    assert bodyplan.check(path, target="drake").ok != refuses


REFUSED = {
    "two roots": f'<robot name="r">{LINKS}</robot>',
    "loop": robot(JOINT.format(type="fixed", content="").replace('"a"', '"c"').replace('"b"', '"a"').replace('"c"', '"b"')),
    "two parents": robot(JOINT.format(type="fixed", content="").replace('"j"', '"k"')),
    "end that is not there": jointed("", "fixed").replace('child link="b"', 'child link="c"'),
    "mimic of no joint": jointed('<mimic joint="x"/>', "continuous"),
    "axis without a direction": jointed('<axis xyz="0 0 0"/>', "continuous"),
    "link without a name that nothing holds": robot('<link name=""/>'),
    "two links without a name": '<robot name="r"><link name=""/><link name=""/></robot>',
    "place that is no number": jointed('<origin xyz="a b c"/>', "fixed"),
    "type that is none": jointed("", "spin"),
    "screw without its pitch": f'<robot name="r" {DRAKE}>{LINKS}'
    + JOINT.format(type="screw", content="").replace("joint", "drake:joint")
    + "</robot>",
    "body whose pose holds a word": '<skel version="1.0"><world name="w"><skeleton name="s"><body name="b">'
    "<transformation>0 0 x</transformation></body></skeleton></world></skel>",
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_document_without_kinematics_is_refused(case: str) -> None:
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads(REFUSED[case])


def test_a_shape_without_a_size_is_none() -> None:
    visuals = bodyplan.loads(seen('<geometry><cylinder radius="1"/></geometry>')).scene.links["r::a"].visuals
    assert [type(visual.geometry).__name__ for visual in visuals] == ["Empty"]


def test_an_included_robot_is_judged_like_one_that_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "a.urdf").write_text(seen(SPHERE + '<material name="x"/>'), encoding="utf-8")
    world = '<sdf version="1.9"><world name="w"><include><uri>a.urdf</uri></include></world></sdf>'
    document = bodyplan.loads(world, base_dir=tmp_path)
    assert [(d.code, d.severity) for d in document.diagnostics] == [("BP650", "warning")]
    assert "r::a" in document.scene.links


def test_a_short_pose_of_skel_has_zeros_at_its_end() -> None:
    body = '<body name="a"><transformation>1 2</transformation></body>'
    joint = '<joint name="j" type="free"><parent>world</parent><child>a</child></joint>'
    text = f'<skel version="1.0"><world name="w"><skeleton name="s">{body}{joint}</skeleton></world></skel>'
    document = bodyplan.loads(text)
    assert [(d.code, d.severity) for d in document.diagnostics] == [("BP103", "warning")]
    assert document.scene.pose("s::a").matrix[:3, 3].tolist() == [1.0, 2.0, 0.0]
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads(text.replace("1 2", "1 x"))


def heights(text: str) -> dict[str, float]:
    scene = bodyplan.loads(text).scene
    return {name: float(scene.pose(name).matrix[2, 3]) for name in (*scene.links, *scene.joints)}


UP = '<joint name="{name}" type="{type}"><origin xyz="0 0 1"/><parent link="{parent}"/><child link="{child}"/></joint>'


def test_joints_without_names_hold_what_they_hold() -> None:
    ends = (("", "a", "b"), ("_2", "b", "c"), ("", "c", "d"), ("", "d", "e"))
    joints = "".join(
        UP.format(name=name, type="continuous", parent=parent, child=child) for name, parent, child in ends
    )
    links = "".join(f'<link name="{name}"/>' for name in "abcde")
    assert heights(f'<robot name="r">{links}{joints}</robot>') == {
        "r::a": 0, "r::b": 1, "r::c": 2, "r::d": 3, "r::e": 4, "r::": 1, "r::_2": 2, "r::_3": 3, "r::_4": 4,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["", ' name=""'])
def test_a_link_without_a_name_stands_between_others(name: str) -> None:
    joints = UP.format(name="i", type="fixed", parent="a", child="") + UP.format(
        name="j", type="fixed", parent="", child="b"
    )
    text = f'<robot name="r"><link name="a"/><link{name}/><link name="b"/>{joints}</robot>'
    assert heights(text) == {"r::a": 0, "r::": 1, "r::b": 2, "r::i": 1, "r::j": 2}


def test_a_link_without_a_name_is_a_root() -> None:
    text = f'<robot name="r"><link name="b"/><link name=""/>{UP.format(name="", type="fixed", parent="", child="b")}</robot>'
    scene = bodyplan.loads(text).scene
    assert scene.pose("r::b").matrix[2, 3] == 1
    assert scene.models["r"].canonical_link == "r::"


def test_a_joint_follows_one_without_a_name() -> None:
    follower = UP.format(name="k", type="continuous", parent="b", child="c").replace(
        "</joint>", '<mimic joint=""/></joint>'
    )
    leader = UP.format(name="", type="continuous", parent="a", child="b")
    text = f'<robot name="r"><link name="a"/><link name="b"/><link name="c"/>{leader}{follower}</robot>'
    scene = bodyplan.loads(text).scene
    (coupling,) = scene.constraints
    assert (coupling.joint, coupling.leader) == ("r::k", "r::")


def test_an_axis_is_forgiven_only_where_the_joint_has_none() -> None:
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads(jointed('<axis xyz="x y z"/>', "continuous"))


def test_tables_name_rules_and_readers(checkout: Path) -> None:
    known = {name for rule in REGISTRY.values() if rule.severity == "error" for name in names_in_tables(rule)}
    tables = sorted((checkout / "schemas").glob("*/leniency.toml"))
    assert tables
    for table in tables:
        for row in read_toml(table)["warning"]:
            assert row.keys() - {"types", "refused_by"} == {"readers", "rules", "parts"}
            assert {*row["rules"]} <= known
            assert {*row["readers"]} <= {"urdfdom", "pinocchio", "drake", "mujoco", "dart", "libsdformat"}


@pytest.mark.parametrize(
    ("limit", "type", "severity"),
    [
        # urdfdom, Drake and MuJoCo were asked for each of these
        ('effort="ten" velocity="1"', "revolute", "error"),
        ('effort="true" velocity="1"', "prismatic", "error"),
        ('effort="" velocity="1"', "revolute", "warning"),
        ('effort="10N" velocity="1"', "revolute", "warning"),
        ('effort="1e-400" velocity="1"', "revolute", "warning"),
        ('effort="1" velocity="two"', "revolute", "warning"),
        ('effort="ten" velocity="1"', "fixed", "warning"),
        ('velocity="1"', "revolute", "warning"),
    ],
)
def test_text_in_place_of_an_effort_is_an_error_where_no_reader_takes_it(
    limit: str, type: str, severity: str, tmp_path: Path
) -> None:
    (tmp_path / "r.urdf").write_text(jointed(f'<limit lower="0" upper="1" {limit}/>', type))
    found = [each for each in bodyplan.check(tmp_path / "r.urdf").diagnostics if each.element.endswith("limit")]
    assert {each.severity for each in found} - {"note"} == {severity}
