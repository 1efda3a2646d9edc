"""What libsdformat makes of a robot: under ``target="libsdformat"``, and where SDFormat includes the robot."""

from __future__ import annotations

from itertools import chain
from math import pi
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.targets.facts import facts_of
from bodyplan.semantics.targets.libsdformat.checks import SIGNED
from bodyplan.semantics.targets.libsdformat.gazebo_blocks import read_blocks
from bodyplan.semantics.targets.libsdformat.urdf_to_sdf import ModelOfRobot
from bodyplan.semantics.upgrade.grammar import grammar_of
from lxml.etree import _Element

LIMIT = '<limit lower="-1" upper="2" effort="3" velocity="4"/>'


def link(name: str, mass: float | None = 1.0, inside: str = "", ixx: float = 1.0, at: str = "0 0 0") -> str:
    inertial = (
        f'<inertial><origin xyz="{at}"/><mass value="{mass}"/>'
        f'<inertia ixx="{ixx}" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    )
    return f'<link name="{name}">{"" if mass is None else inertial}{inside}</link>\n'


def joint(name: str, parent: str, child: str, type: str = "revolute", inside: str = LIMIT, xyz: str = "0 0 0") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{type}"><origin xyz="{xyz}"/>{ends}{inside}</joint>\n'


def fixed(name: str, parent: str, child: str, xyz: str = "0 0 0") -> str:
    return joint(name, parent, child, "fixed", "", xyz)


def robot(*parts: str, name: str = "r") -> str:
    return f'<robot name="{name}">\n{"".join(parts)}</robot>'


def scene(*parts: str) -> bodyplan.Scene:
    return bodyplan.loads(robot(*parts), target="libsdformat").scene


def findings(text: str) -> list[tuple[str, int, str]]:
    """Code, line and row of each error."""
    try:
        bodyplan.loads(text, target="libsdformat")
    except bodyplan.LoadError as error:
        return [(each.code, each.line, each.row) for each in error.diagnostics if each.severity == "error"]
    return []


def frames_of(made: bodyplan.Scene) -> dict[str, str]:
    return {name: frame.attached_to for name, frame in made.frames.items() if frame.kind == "frame"}


def test_what_hangs_on_a_fixed_joint_becomes_part_of_the_link_above() -> None:
    box = '<visual><origin xyz="0 0 1"/><geometry><box size="1 1 1"/></geometry></visual>'
    ball = '<collision name="ball"><geometry><sphere radius="1"/></geometry></collision>'
    made = scene(
        link("a"),
        link("b", 3.0, box),
        link("c", None, ball),
        link("d"),
        fixed("f", "a", "b", "1 0 0"),
        fixed("g", "b", "c", "0 1 0"),
        joint("j", "c", "d", xyz="0 0 1"),
    )
    assert list(made.links) == ["r::a", "r::d"]
    assert frames_of(made) == dict.fromkeys(("r::g", "r::c", "r::f", "r::b"), "r::a")
    assert made.pose("r::c", relative_to="r::a").translation.tolist() == [1, 1, 0]
    assert made.joints["r::j"].parent == "r::a"
    assert made.pose("r::d", relative_to="r::a").translation.tolist() == [1, 1, 1]
    a = made.links["r::a"]
    assert a.mass == 4
    assert a.com == pytest.approx([0.75, 0, 0])
    # two bodies of 1 and 3 kg, 1 m apart along x
    assert np.diag(a.inertia) == pytest.approx([2, 2.75, 2.75])
    assert [(shape.name, shape.pose.translation.tolist()) for shape in a.visuals] == [
        ("a_fixed_joint_lump__b_visual", [1, 0, 1])
    ]
    assert [(shape.name, shape.pose.translation.tolist()) for shape in a.collisions] == [
        ("a_fixed_joint_lump__ball_collision", [1, 1, 0])
    ]


def test_children_are_taken_in_the_order_of_their_joints() -> None:
    box = "<visual><geometry><box size='1 1 1'/></geometry></visual>"
    made = scene(
        link("a", inside=box), link("b", inside=box), link("c", inside=box), fixed("z", "a", "b"), fixed("y", "a", "c")
    )
    names = ["a_visual", "a_fixed_joint_lump__c_visual_1", "a_fixed_joint_lump__b_visual_2"]
    assert [shape.name for shape in made.links["r::a"].visuals] == names


@pytest.mark.parametrize(
    ("option", "type"), [("preserveFixedJoint", "fixed"), ("disableFixedJointLumping", "revolute")]
)
def test_fixed_joints_stay_where_a_block_says_so(option: str, type: str) -> None:
    block = f'<gazebo reference="f"><{option}>true</{option}></gazebo>'
    made = scene(link("a"), link("b"), fixed("f", "a", "b", "1 0 0"), block)
    kept = made.joints["r::f"]
    assert (kept.type, kept.parent, kept.child) == (type, "r::a", "r::b")
    assert [(axis.lower, axis.upper) for axis in kept.axes] == [(0, 0)] * (type == "revolute")
    assert frames_of(made) == {}


def test_a_joint_that_is_both_stays_fixed() -> None:
    block = (
        '<gazebo reference="f"><disableFixedJointLumping>1</disableFixedJointLumping>'
        "<preserveFixedJoint>yes</preserveFixedJoint></gazebo>"
    )
    assert scene(link("a"), link("b"), fixed("f", "a", "b"), block).joints["r::f"].type == "fixed"


def test_nothing_becomes_part_of_the_world() -> None:
    made = scene('<link name="world"/>', link("a"), link("b"), fixed("f", "world", "a", "0 0 1"), fixed("g", "a", "b"))
    assert list(made.links) == ["r::a"]
    assert made.joints["r::f"].parent == "world"
    assert made.pose("r::a").translation.tolist() == [0, 0, 1]


def test_blocks_about_the_robot_move_it_and_hold_it() -> None:
    made = scene(link("a"), "<gazebo><pose>1 2 3 0 0 0</pose><static>true</static></gazebo>")
    assert made.pose("r::a").translation.tolist() == [1, 2, 3]
    assert made.models["r"].static
    made = scene(link("a"), '<gazebo><pose>1 2 3 0 0 0</pose></gazebo><origin xyz="0 0 7" rpy="0 0 0"/>')
    assert made.pose("r::a").translation.tolist() == [0, 0, 7]


def test_blocks_about_a_joint_are_part_of_it() -> None:
    block = (
        '<gazebo reference="j"><springStiffness>5</springStiffness><springReference value="0.5"/>'
        "<physics><ode><limit><cfm>1</cfm></limit></ode></physics></gazebo>"
    )
    (axis,) = scene(link("a"), link("b"), joint("j", "a", "b"), block).joints["r::j"].axes
    assert (axis.stiffness, axis.rest_position) == (5, 0.5)
    assert (axis.lower, axis.upper, axis.effort, axis.velocity) == (-1, 2, 3, 4)


def test_a_continuous_joint_has_no_limits() -> None:
    (axis,) = scene(link("a"), link("b"), joint("j", "a", "b", "continuous")).joints["r::j"].axes
    assert (axis.lower, axis.upper, axis.effort) == (-np.inf, np.inf, 3)


def test_limits_without_bounds_are_zero_and_those_the_wrong_way_round_are_turned() -> None:
    bare, turned = '<limit effort="1" velocity="1"/>', '<limit lower="2" upper="-1" effort="1" velocity="1"/>'
    made = scene(
        link("a"), link("b"), link("c"), joint("j", "a", "b", inside=bare), joint("k", "a", "c", inside=turned)
    )
    assert [(made.joints[f"r::{name}"].axes[0].lower, made.joints[f"r::{name}"].axes[0].upper) for name in "jk"] == [
        (0, 0),
        (-1, 2),
    ]


def test_contents_of_blocks_are_looked_at_as_sdformat() -> None:
    text = robot(
        link("a"), '<gazebo reference="a">\n<sensor name="s" type="telescope"/>\n<sensor name="s" type="imu"/></gazebo>'
    )
    assert ("BP323", 5) in [(code, line) for code, line, _ in findings(text)]
    sensor = '<gazebo reference="b"><sensor name="s" type="imu"><pose>1 0 0 0 0 0</pose></sensor></gazebo>'
    made = bodyplan.loads(robot(link("a"), link("b"), fixed("f", "a", "b", "0 0 1"), sensor), target="libsdformat")
    assert made.ok
    assert list(made.scene.links) == ["r::a"]


def test_a_check_finds_in_what_blocks_become_what_a_load_finds(tmp_path: Path) -> None:
    block = '<gazebo reference="j"><provideFeedback>1</provideFeedback></gazebo>'
    path = tmp_path / "robot.urdf"
    path.write_text(robot(link("a"), link("b"), joint("j", "a", "b"), block))
    found = bodyplan.check(path, target="libsdformat").diagnostics
    assert [each.code for each in found] == ["BP201"]
    assert found == bodyplan.load(path, target="libsdformat").diagnostics


def converted(*parts: str) -> _Element:
    """The SDFormat that libsdformat makes of a robot."""
    source = Source(None, robot(*parts))
    root = parse(source, Sink())
    assert root is not None
    return ModelOfRobot(source, read_blocks(root)).make().make_tree()


def test_contact_of_blocks_reaches_shapes_that_came_from_their_link() -> None:
    ball = "<collision><geometry><sphere radius='1'/></geometry></collision>"
    blocks = '<gazebo reference="b"><mu1>0.3</mu1><maxContacts>4</maxContacts></gazebo>'
    made = converted(link("a", inside=ball), link("b", inside=ball), fixed("f", "a", "b"), blocks)
    friction = {each.get("name"): each.findtext("surface/friction/ode/mu") for each in made.iter("collision")}
    assert friction == {"a_collision": None, "a_fixed_joint_lump__b_collision_1": "0.3"}
    assert [each.text for each in made.iter("max_contacts")] == ["4"]


def test_blocks_about_a_link_say_how_it_moves() -> None:
    words = "<turnGravityOff>{}</turnGravityOff><selfCollide>{}</selfCollide><dampingFactor>0.25</dampingFactor>"
    for written, gravity, collide in (("true", "false", "true"), ("0", "true", "false")):
        made = converted(link("a"), f'<gazebo reference="a">{words.format(written, written)}</gazebo>').find(
            "model/link"
        )
        assert made is not None
        assert (made.findtext("gravity"), made.findtext("self_collide")) == (gravity, collide)
        assert [each.text for each in made.iterfind("velocity_decay/*")] == ["0.25", "0.25"]


def test_blocks_about_a_link_change_its_shapes() -> None:
    shapes = "<{0}><geometry><mesh filename='package://p/a.stl' scale='1 2 3'/></geometry></{0}>"
    blocks = (
        '<gazebo reference="a"><material>Gazebo/Red</material><fdir1>1 0 0</fdir1><kp>5</kp></gazebo>'
        '<gazebo reference="a"><collision><surface><bounce><threshold>2</threshold></bounce></surface></collision>'
        "<visual><material><ambient>1 0 0 1</ambient></material><transparency>0.5</transparency></visual></gazebo>"
    )
    made = converted(link("a", inside=shapes.format("visual") + shapes.format("collision")), blocks).find("model/link")
    assert made is not None
    collision, visual = made.find("collision"), made.find("visual")
    assert collision is not None
    assert visual is not None
    assert collision.findtext("geometry/mesh/uri") == "model://p/a.stl"
    assert (collision.findtext("geometry/mesh/scale") or "").split() == ["1", "2", "3"]
    # the later block brings a surface of its own
    assert [each.tag for each in collision.iterfind("surface/*")] == ["bounce"]
    assert [each.tag for each in visual.iterfind("material/*")] == ["ambient"]
    assert visual.findtext("transparency") == "0.5"
    made = converted(link("a", inside=shapes.format("visual")), blocks.partition("</gazebo>")[0] + "</gazebo>")
    assert [each.text for each in made.iterfind("model/link/visual/material/script/*")] == [
        "Gazebo/Red",
        "file://media/materials/scripts/gazebo.material",
    ]


@pytest.mark.parametrize(
    ("materials", "unknown"),
    [("Red Red Rde Rde", 2), ("Rde Red Red", 1), ("Red own Red", 0), ("Red+own Red", 0), ("Red Rde+Red", 0)],
)
def test_materials_that_a_check_leaves_out_change_no_finding(materials: str, unknown: int, tmp_path: Path) -> None:
    """By links: each has what its last block says."""
    shape = "<visual><geometry><sphere radius='1'/></geometry></visual>"
    parts: list[str] = []
    for number, blocks in enumerate(materials.split()):
        parts.append(link(f"l{number}", inside=shape) + (joint(f"j{number}", "l0", f"l{number}") if number else ""))
        for name in blocks.split("+"):
            said = "<visual><material/></visual>" if name == "own" else f"<material>Gazebo/{name}</material>"
            parts.append(f'<gazebo reference="l{number}">{said}</gazebo>\n')
    path = tmp_path / "r.urdf"
    path.write_text(robot(*parts))
    told = []
    for read in (bodyplan.check, bodyplan.load):
        asked: list[str] = []
        found = read(path, target="libsdformat", fetch=asked.append).diagnostics
        told.append((asked, [(each.code, each.line, each.message) for each in found]))
    assert told[0] == told[1]
    assert [code for code, *_ in told[0][1]].count("BP677") == unknown
    assert set(told[0][0]) == {"file://media/materials/scripts/gazebo.material"}


def test_a_colour_is_divided_by_what_libsdformat_takes_it_for() -> None:
    material = '<material name="m"><color rgba="0.4 0.2 1 0.5"/></material>'
    made = converted(link("a", 1, f'<visual><geometry><sphere radius="1"/></geometry>{material}</visual>'))
    for tag in ("ambient", "diffuse"):
        text = made.findtext(f"model/link/visual/material/{tag}")
        assert text is not None
        assert list(map(float, text.split())) == [0.5, 0.25, 1, 0.5]


def test_names_in_joints_of_blocks_follow_what_was_lumped() -> None:
    extra = '<gazebo><joint name="loop" type="revolute"><parent>b</parent><child>d</child><axis><xyz>0 0 1</xyz></axis></joint></gazebo>'
    made = scene(link("a"), link("b"), link("d"), fixed("f", "a", "b"), joint("j", "a", "d"), extra)
    assert (made.joints["r::loop"].parent, made.joints["r::loop"].child) == ("r::a", "r::d")


def test_a_massless_link_is_left_out_with_what_hangs_on_it() -> None:
    document = bodyplan.loads(
        robot(link("a"), link("b", None), link("c"), joint("j", "a", "b"), joint("k", "b", "c")), target="libsdformat"
    )
    assert list(document.scene.links) == ["r::a"]
    assert list(document.scene.joints) == []
    assert [(each.code, each.line, each.row) for each in document.diagnostics] == [
        ("BP703", 3, "libsdformat/urdf-massless")
    ]


REFUSED = {
    "no link is left": (
        robot(link("a", None), link("b"), joint("j", "a", "b")),
        ("BP701", 2, "libsdformat/urdf-nothing-left"),
    ),
    "a mass below zero is none": (robot(link("a", -1.0)), ("BP701", 2, "libsdformat/urdf-nothing-left")),
    "a frame stays of what was part of it": (
        robot(link("a"), link("b", None), link("c", None), joint("j", "a", "b"), fixed("f", "b", "c")),
        ("BP701", 3, "libsdformat/urdf-missed"),
    ),
    "fixed to the world": (
        robot('<link name="world"/>\n', link("a", None), link("b"), fixed("f", "world", "a"), joint("j", "a", "b")),
        ("BP701", 3, "libsdformat/urdf-missed"),
    ),
    "nothing and nothing have no centre": (
        robot(link("a", None), link("b", 0), link("c"), fixed("f", "a", "b"), fixed("g", "a", "c")),
        ("BP701", 2, "libsdformat/urdf-no-center"),
    ),
    "an impossible inertia": (robot(link("a", ixx=9)), ("BP642", 2, "")),
    "the sum is impossible": (
        robot(
            link("a", 1e-9, ixx=1),
            link(
                "b",
                None,
                "<inertial><mass value='1'/><inertia ixx='9' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>",
            ),
            fixed("f", "a", "b"),
        ),
        ("BP620", 2, ""),
    ),
    "names that lumping brings together": (robot(link("a"), link("j"), fixed("j", "a", "j")), ("BP308", 3, "")),
    "an empty name": (robot(link("a"), name=""), ("BP320", 1, "")),
    "a floating joint": (
        robot(link("a"), link("b"), joint("j", "a", "b", "floating", "")),
        ("BP701", 4, "libsdformat/urdf-joint-type"),
    ),
    "a planar joint": (
        robot(link("a"), link("b"), joint("j", "a", "b", "planar", "")),
        ("BP701", 4, "libsdformat/urdf-joint-type"),
    ),
    "an axis without direction": (
        robot(link("a"), link("b"), joint("j", "a", "b", inside=LIMIT + '<axis xyz="0 0 0"/>')),
        ("BP506", 4, ""),
    ),
    "an axis that is hardly one": (
        robot(link("a"), link("b"), joint("j", "a", "b", inside=LIMIT + '<axis xyz="0 1e-7 0"/>')),
        ("BP701", 4, "libsdformat/axis-short"),
    ),
    "a link on two joints": (
        robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "a", "b")),
        ("BP540", 5, ""),
    ),
    "an axis that says nothing": (
        robot(link("a"), link("b"), joint("j", "a", "b", inside=LIMIT + "<axis/>")),
        ("BP506", 4, ""),
    ),
    "a mimic of what was lumped": (
        robot(
            link("a"),
            link("b"),
            link("c"),
            fixed("f", "a", "b"),
            joint("j", "a", "c", inside=LIMIT + '<mimic joint="f"/>'),
        ),
        ("BP556", 6, ""),
    ),
    "a block without its number": (
        robot(link("a"), '<gazebo reference="a"><mu1>low</mu1></gazebo>'),
        ("BP701", 3, "libsdformat/urdf-number"),
    ),
    "what urdfdom refuses": (robot(link("a"), link("b"), joint("j", "a", "b", inside="")), ("BP210", 4, "")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_libsdformat_refuses_is_one_finding_at_the_part_that_is_wrong(name: str) -> None:
    text, expected = REFUSED[name]
    assert findings(text) == [expected]


def test_mimics_that_follow_each_other_are_let_pass() -> None:
    follows = LIMIT + '<mimic joint="{}"/>'
    parts = joint("j", "a", "b", inside=follows.format("k")), joint("k", "a", "c", inside=follows.format("j"))
    assert findings(robot(link("a"), link("b"), link("c"), *parts)) == []
    assert findings(robot(link("a"), link("b"), joint("j", "a", "b", inside=follows.format("j")))) == [("BP509", 4, "")]


def test_a_static_robot_needs_no_link() -> None:
    assert findings(robot(link("a", None), "<gazebo><static>true</static></gazebo>")) == []


def test_a_fault_inside_a_link_ends_what_is_read_of_it() -> None:
    made = scene(
        link(
            "a",
            inside='<visual><geometry><box size="1 1 1"/></geometry></visual><visual><geometry><box size="1 1"/></geometry></visual>'
            '<collision><geometry><sphere radius="1"/></geometry></collision>',
        )
    )
    assert (len(made.links["r::a"].visuals), len(made.links["r::a"].collisions)) == (1, 0)


def test_a_robot_that_was_changed_is_converted_as_it_is_then() -> None:
    document = bodyplan.urdf.loads(robot(link("a"), link("b"), fixed("f", "a", "b")), target="libsdformat")
    document.root.link[0].name = document.root.joint[0].parent.link = "base"
    assert list(document.scene.links) == ["r::base"]


def test_long_chains_of_fixed_joints_are_lumped_without_going_deep() -> None:
    count = 3000
    parts = [link(f"l{number}") for number in range(count)]
    parts += [fixed(f"j{number}", f"l{number}", f"l{number + 1}", "0.5 0 0") for number in range(count - 1)]
    made = scene(*parts)
    assert list(made.links) == ["r::l0"]
    assert made.links["r::l0"].mass == pytest.approx(count)
    assert made.pose(f"r::l{count - 1}").translation == pytest.approx([(count - 1) / 2, 0, 0])


def test_a_pitch_near_a_quarter_turn_is_what_libsdformat_takes_it_for() -> None:
    box = f'<visual><origin rpy="0 {pi / 2 - 0.001} 0"/><geometry><box size="1 1 1"/></geometry></visual>'
    (shape,) = scene(link("a", inside=box)).links["r::a"].visuals
    # urdfdom gives up telling angles apart there
    assert shape.pose.matrix[:3, :3] == pytest.approx(np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]), abs=1e-12)


def test_any_rotation_is_written_by_its_angles() -> None:
    turned = '<visual><origin rpy="0.3 -0.4 0.5"/><geometry><box size="1 1 1"/></geometry></visual>'
    made = scene(link("a", inside=turned), link("b"), joint("j", "a", "b").replace("xyz=", 'rpy="0.3 -0.4 0.5" xyz='))
    (shape,) = made.links["r::a"].visuals
    expected = bodyplan.Transform.from_rpy((0, 0, 0), (0.3, -0.4, 0.5)).matrix
    assert shape.pose.matrix == pytest.approx(expected)
    assert made.pose("r::b").matrix == pytest.approx(expected)


@pytest.mark.parametrize("pitch", [pi / 2, -pi / 2])
def test_at_a_quarter_turn_roll_and_yaw_are_one(pitch: float) -> None:
    angles = f'rpy="0.3 {pitch} 0.5"'
    turned = f'<visual><origin {angles}/><geometry><box size="1 1 1"/></geometry></visual>'
    made = scene(link("a", inside=turned), link("b"), joint("j", "a", "b").replace("xyz=", f"{angles} xyz="))
    (shape,) = made.links["r::a"].visuals
    expected = bodyplan.Transform.from_rpy((0, 0, 0), (0.3, pitch, 0.5)).matrix
    assert shape.pose.matrix == pytest.approx(expected, abs=1e-6)
    assert made.pose("r::b").matrix == pytest.approx(expected, abs=1e-6)


WORLD = '<sdf version="1.12"><world name="w"><include><uri>r.urdf</uri>{}</include></world></sdf>'
PLACED = "<gazebo><pose>1 2 3 0 0 0</pose><static>true</static></gazebo>"


@pytest.mark.parametrize("target", [None, "libsdformat"])
def test_an_included_robot_is_what_libsdformat_makes_of_it(tmp_path: Path, target: bodyplan.Target | None) -> None:
    text = robot(link("a"), link("b"), fixed("f", "a", "b", "0 0 1"), PLACED)
    (tmp_path / "r.urdf").write_text(text, encoding="utf-8")
    made = bodyplan.loads(WORLD.format(""), base_dir=tmp_path, target=target).scene
    assert list(made.links) == ["r::a"]
    assert frames_of(made) == {"r::f": "r::a", "r::b": "r::a"}
    assert made.pose("r::b").translation.tolist() == [1, 2, 4]
    assert made.models["r"].static
    there = bodyplan.loads(WORLD.format("<pose>0 0 5 0 0 0</pose>"), base_dir=tmp_path, target=target).scene
    assert there.pose("r::b").translation.tolist() == [0, 0, 6]


def test_a_merged_robot_stands_where_its_blocks_have_it(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_text(robot(link("a"), PLACED), encoding="utf-8")
    text = """<sdf version="1.12"><model name="m"><link name="l"/>
      <include merge="true"><uri>r.urdf</uri>{}</include></model></sdf>"""
    for pose, expected in (("", [1, 2, 3]), ("<pose>0 0 5 0 0 0</pose>", [0, 0, 5])):
        made = bodyplan.loads(text.format(pose), base_dir=tmp_path).scene
        assert made.pose("m::a").translation.tolist() == expected


def test_an_included_robot_that_libsdformat_leaves_parts_of_out_is_as_written_without_a_target(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_text(robot(link("a"), link("b", None), joint("j", "a", "b"), PLACED), encoding="utf-8")
    made = bodyplan.loads(WORLD.format(""), base_dir=tmp_path).scene
    assert list(made.links) == ["r::a", "r::b"]
    assert made.pose("r::a").translation.tolist() == [1, 2, 3]
    assert made.models["r"].static
    asked = bodyplan.loads(WORLD.format(""), base_dir=tmp_path, target="libsdformat").scene
    assert list(asked.links) == ["r::a"]


def test_findings_about_an_included_robot_stand_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_text(robot(link("a"), link("j"), fixed("j", "a", "j")), encoding="utf-8")
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(WORLD.format(""), base_dir=tmp_path, target="libsdformat")
    errors = [each for each in caught.value.diagnostics if each.severity == "error"]
    assert [(each.code, each.file, each.line) for each in errors] == [("BP308", str(tmp_path / "r.urdf"), 3)]
    assert bodyplan.loads(WORLD.format(""), base_dir=tmp_path).ok


def test_what_blocks_set_is_refused_only_below_zero() -> None:
    own, newest = facts_of("libsdformat").own["gazebo"], str(facts_of("libsdformat").about["newest"]["sdformat"])
    around = {"link": ("model", "link"), "joint": ("model", "joint"), "collision": ("model", "link", "collision")}
    for part, beginning in around.items():
        for path in chain.from_iterable(own[part].values()):
            described = grammar_of(newest).find((*beginning, *path.split("/")))
            if described is not None and described.type in SIGNED:
                assert (described.least or "0.0") in ("0", "0.0"), path
                assert described.most is None, path
