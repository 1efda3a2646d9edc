"""The tables in the pages about SKEL and directives, row by row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import bodyplan
import pytest

from tests.accounting import unaccounted

from .test_converting_worlds import FOOT, A, B, body, joint, skeleton, world

DOCS = Path(__file__).parents[3] / "docs"
DRAKE = {"target": "drake"}


class Row(NamedTuple):
    """What a document with some parts becomes.

    Attributes:
        text: the document.
        sdformat, urdf: texts in what it becomes; one that begins with ``-`` is not in it.
        lost: tags that are lost in both, or by format.
        error: why there is no robot.
        drake: texts in the robot for Drake.
    """

    text: str
    sdformat: tuple[str, ...] = ()
    urdf: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    lost_in_urdf: tuple[str, ...] = ()
    error: str = ""
    drake: tuple[str, ...] = ()


def one(*parts: str) -> str:
    return world(skeleton(A, B, FOOT, *parts))


def shape(geometry: str, inside: str = "", kind: str = "collision") -> str:
    return f"<{kind}_shape>{inside}<geometry>{geometry}</geometry></{kind}_shape>"


def shapes(*geometries: str) -> str:
    return one(joint("weld"), body("c", "".join(map(shape, geometries))), joint("weld", child="c", name="k"))


CHAIN = "</joint><joint name="
PHYSICS = "<physics><time_step>0.002</time_step><gravity>0 0 -5</gravity><collision_detector>bullet</collision_detector></physics>"
LIMITED = "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>0.5</upper></limit></axis>"
OF_DOF = '<dof local_index="0"><damping>0.25</damping><friction>0.5</friction></dof>'
SPRING = "<axis><xyz>0 1 0</xyz><dynamics><spring_stiffness>7</spring_stiffness></dynamics></axis>"
AXIS = "<axis><xyz>0 1 0</xyz></axis>"
START = f"{AXIS}<init_pos>0.5</init_pos><init_vel>1</init_vel>"
AXES = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"
SKEL = {
    "world, gravity, time step, collision detector": Row(
        world(skeleton(A), physics=PHYSICS),
        ('<world name="w"><gravity>0 0 -5<', "<max_step_size>0.002<", "<collision_detector>bullet<"),
        lost_in_urdf=("world", "physics"),
    ),
    "skeleton": Row(
        world(skeleton("<transformation>1 2 3 0 0 0</transformation>", A)),
        ('<model name="s"><pose>1 2 3 0 0 0</pose>',),
        ('name="s"', "<pose>1 2 3 0 0 0</pose>"),
    ),
    "several skeletons": Row(
        world(skeleton(A), skeleton(A, name="t")),
        ('<model name="s">', '<model name="t">'),
        error="there are several here: s, t",
    ),
    "skeleton that is not mobile": Row(
        world(skeleton("<mobile>false</mobile>", A)), ('<model name="s">',), ('name="s"',), lost=("mobile",)
    ),
    "body": Row(
        one(joint("weld", "<transformation>0 0 -0.125 0 0 0</transformation>")),
        ('<link name="b"><pose>0 0 0.5 0 0 0</pose>',),
        ('<link name="b"><inertial><origin xyz="0 0 0.125"/>',),
    ),
    "body without inertia": Row(
        world(skeleton('<body name="a"/>')), ('<link name="a"/>',), ('<mass value="1"/><inertia ixx="1"',)
    ),
    "moments without mass": Row(
        world(skeleton(A.replace("<mass>2<", "<mass>0<"))), ("<mass>1e-14<", "<ixx>3<"), ('<mass value="1e-14"/>',)
    ),
    "moments that follow from shapes": Row(
        world(
            skeleton(
                '<body name="a"><inertia><mass>6</mass></inertia>' + shape("<box><size>1 1 1</size></box>") + "</body>"
            )
        ),
        ("<ixx>1</ixx>",),
        ('ixx="1"',),
    ),
    "weld, revolute, prismatic": Row(
        one(
            joint("prismatic", "<axis><xyz>0 1 0</xyz></axis>"),
            body("c"),
            joint("revolute", LIMITED, parent="b", child="c", name="k"),
        ),
        ('name="foot" type="fixed"', 'name="j" type="prismatic"', 'name="k" type="revolute"'),
        ('name="foot" type="fixed"', 'name="j" type="prismatic"', 'name="k" type="revolute"'),
    ),
    "free": Row(
        world(skeleton(A, joint("free", parent="world", child="a"))), ("-<joint",), ("-<joint", '<link name="a">')
    ),
    "ball": Row(
        one(joint("ball")),
        ('<joint name="j" type="ball">',),
        ('name="j_1"', 'name="j_2"', 'name="j_3"'),
        drake=('<drake:joint name="j" type="ball">',),
    ),
    "universal, screw": Row(
        one(
            joint("universal", AXES),
            body("c"),
            joint("screw", "<axis><xyz>0 0 1</xyz><pitch>0.25</pitch></axis>", parent="b", child="c", name="k"),
        ),
        ('name="j" type="universal"', "<screw_thread_pitch>0.25<"),
        ('name="j_2"', 'name="k_2"'),
        drake=('<drake:joint name="j" type="universal">', '<drake:joint name="k" type="screw">'),
    ),
    "euler, translational, translational2d, planar": Row(
        one(
            joint("euler", "<axis_order>zyx</axis_order>"),
            *(body(name) for name in "cde"),
            joint("translational", child="c", name="k"),
            joint("translational2d", '<plane type="xy"/>', child="d", name="l"),
            joint("planar", '<plane type="xy"/>', child="e", name="m"),
        ),
        ('name="j_3" type="continuous"', 'name="k_3" type="prismatic"', 'name="l_2"', 'name="m_3"', "<mass>1e-06<"),
        ('name="j_3" type="continuous"', 'name="k_3" type="prismatic"', 'name="l_2"', 'name="m_3"'),
    ),
    "limits, damping, friction, also in `dof`": Row(
        one(joint("revolute", LIMITED + OF_DOF)),
        ("<lower>-1</lower><upper>0.5</upper>", "<damping>0.25</damping>", "<friction>0.5</friction>"),
        ('lower="-1" upper="0.5"', 'damping="0.25"', 'friction="0.5"'),
    ),
    "lower limit above the upper one": Row(
        one(joint("revolute", LIMITED.replace("<upper>0.5<", "<upper>-2<"))),
        ("<lower>-1</lower><upper>-2</upper>",),
        ('lower="-1" upper="-2"',),
        drake=('-lower="-1"',),
    ),
    "springs": Row(
        one(joint("revolute", SPRING)), ("<spring_stiffness>7<",), ("<springStiffness>7</springStiffness>",)
    ),
    "names of coordinates, actuator": Row(
        one(
            joint("revolute", AXIS + '<dof local_index="0" name="turn"/>', name="j").replace(
                "<joint type", '<joint actuator="servo" type'
            )
        ),
        lost=("dof", "actuator"),
        drake=('<transmission name="j_transmission">',),
    ),
    "box, sphere, cylinder, capsule, mesh": Row(
        shapes(
            "<box><size>1 2 3</size></box>",
            "<sphere><radius>4</radius></sphere>",
            "<cylinder><radius>5</radius><height>6</height></cylinder>",
            "<capsule><radius>7</radius><height>8</height></capsule>",
            "<mesh><file_name>a.stl</file_name><scale>1 1 2</scale></mesh>",
        ),
        ("<size>1 2 3<", "<radius>4<", "<radius>5</radius><length>6<", "<radius>7</radius><length>8<", "<uri>a.stl<"),
        ('size="1 2 3"', 'radius="4"', 'radius="5" length="6"', 'radius="7" length="8"', 'filename="a.stl"'),
    ),
    "ellipsoid, cone, plane through the origin": Row(
        shapes(
            "<ellipsoid><size>2 4 6</size></ellipsoid>",
            "<cone><radius>1</radius><height>2</height></cone>",
            "<plane><normal>0 0 1</normal><point>0 0 0</point></plane>",
        ),
        ("<radii>1 2 3</radii>", "<cone><radius>1</radius><length>2<", "<plane><normal>0 0 1<"),
        lost_in_urdf=("collision_shape",),
        drake=('<drake:ellipsoid a="1" b="2" c="3"/>',),
    ),
    "pyramid, hull of spheres, soft body": Row(
        shapes(
            "<pyramid><base_width>1</base_width><base_depth>1</base_depth><height>1</height></pyramid>",
            "<multi_sphere><sphere><radius>1</radius><position>0 0 0</position></sphere></multi_sphere>",
        ),
        ("-<collision",),
        ("-<collision",),
        lost=("collision_shape",),
    ),
    "colour": Row(
        one(
            joint("weld"),
            body("c", shape("<box><size>1 1 1</size></box>", "<color>1 0 0.5</color>", "visualization")),
            joint("weld", child="c", name="k"),
        ),
        ("<ambient>1 0 0.5 1</ambient><diffuse>1 0 0.5 1</diffuse>",),
        ('<color rgba="1 0 0.5 1"/>',),
    ),
    "gravity of a body": Row(
        one(joint("weld"), body("c", "<gravity>0</gravity>"), joint("weld", child="c", name="k")),
        ("<gravity>false<",),
        ("<turnGravityOff>true<",),
    ),
    "friction, restitution": Row(
        one(
            joint("weld"),
            body(
                "c",
                shape("<box><size>1 1 1</size></box>")
                + "<friction_coefficient>0.5</friction_coefficient><restitution_coefficient>0.25</restitution_coefficient>",
            ),
            joint("weld", child="c", name="k"),
        ),
        ("<mu>0.5<", "<restitution_coefficient>0.25<"),
        lost_in_urdf=("friction_coefficient", "restitution_coefficient"),
    ),
    "`init_pos`, `init_vel` of joints with one coordinate or two, or that become chains": Row(
        one(joint("revolute", START)),
        sdformat=("<state world_name", "<position>0.5<", "<velocity>1<"),
        lost_in_urdf=("init_pos", "init_vel"),
    ),
    "markers, sensors, `collidable`": Row(
        one(
            joint("weld"),
            body("c", '<marker name="m"><offset>0 0 1</offset></marker>'),
            joint("weld", child="c", name="k"),
        ),
        lost=("marker",),
    ),
}


def rows_of(page: str, heading: str) -> list[str]:
    """First cells of a table in a page."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(heading)) + 2
    cells = [line.split(" | ")[0].removeprefix("| ") for line in lines[begin:]]
    return cells[: next(number for number, line in enumerate(lines[begin:]) if not line.startswith("|"))]


def _lost(made: bodyplan.Conversion) -> set[str]:
    found = (re.search(r"(?:attribute '([^']+)' of )?<([\w:]+)>", each.message) for each in made.losses)
    return {name for match in found if match for name in match.groups() if name}


def _fails(text: str, expected: tuple[str, ...]) -> list[str]:
    text = re.sub(r">\s+<", "><", text)
    return [each for each in expected if (each[1:] in text if each.startswith("-") else each not in text)]


def test_every_row_about_skel_has_its_test() -> None:
    assert rows_of("converting-skel.md", "| SKEL |") == list(SKEL)


@pytest.mark.parametrize("what", SKEL)
def test_skel_becomes_sdformat(what: str) -> None:
    row = SKEL[what]
    made = bodyplan.convert(bodyplan.loads(row.text), "sdformat")
    assert made.document.ok
    assert unaccounted(row.text, made) == []
    assert _fails(made.document.dumps(), row.sdformat) == []
    assert set(row.lost) <= _lost(made)


@pytest.mark.parametrize("what", SKEL)
def test_skel_becomes_urdf(what: str) -> None:
    row = SKEL[what]
    document = bodyplan.loads(row.text)
    if row.error:
        with pytest.raises(ValueError, match=row.error):
            bodyplan.convert(document, "urdf")
        return
    made = bodyplan.convert(document, "urdf", version="1.2")
    assert made.document.ok
    assert unaccounted(row.text, made) == []
    assert _fails(made.document.dumps(), row.urdf) == []
    assert {*row.lost, *row.lost_in_urdf} <= _lost(made)
    for_drake = bodyplan.convert(document, "urdf", target="drake")
    assert _fails(for_drake.document.dumps(), row.drake) == []


HAND = '<sdf version="1.12"><model name="h"><link name="palm"/></model></sdf>'
ONE = "- add_model: {name: one, file: 'package://cell/hand.sdf'%s}\n"
TWO = "- add_model: {name: two, file: 'package://cell/hand.sdf'}\n"
TO_WORLD = "- add_weld: {parent: world, child: 'one::palm'}\n"
WELD = "- add_weld: {parent: 'one::palm', child: '%stwo::palm', X_PC: {translation: [0, 0, 0.25]}}\n"
INNER = "- add_model_instance: {name: cell}\n- add_directives: {file: 'package://cell/inner.dmd.yaml', model_namespace: cell}\n"
DIRECTIVES = {
    "`add_model`": Row(
        ONE % "", ("<include><uri>package://cell/hand.sdf</uri><name>one</name>",), ('<link name="palm">',)
    ),
    "`default_joint_positions`": Row(ONE % ", default_joint_positions: {j: [0.5]}", lost=("default_joint_positions",)),
    "`default_free_body_pose` of one body": Row(
        ONE % ", default_free_body_pose: {palm: {translation: [0, 0, 2]}}",
        ("<pose>0 0 2 0 0 0</pose><placement_frame>palm<",),
    ),
    "`add_frame`": Row(
        ONE % ""
        + "- add_frame: {name: origin, X_PF: {base_frame: world}}\n"
        + "- add_frame: {name: tip, X_PF: {base_frame: 'one::palm', translation: [0, 0, 3]}}\n",
        ('<frame name="tip" attached_to="one::palm"><pose>0 0 3 0 0 0</pose>',),
        ('tip"/>', '<origin xyz="0 0 3"/>'),
    ),
    "`add_weld`": Row(
        ONE % "" + TWO + TO_WORLD + WELD % "",
        (
            '<pose relative_to="one::palm">0 0 0.25 0 0 0</pose><placement_frame>palm<',
            '<joint name="palm_welds_to_palm"',
        ),
        ('type="fixed"><origin xyz="0 0 0.25"/>',),
    ),
    "`add_collision_filter_group`": Row(
        ONE % ""
        + "- add_collision_filter_group: {name: g, members: ['one::palm'], ignored_collision_filter_groups: [g]}\n",
        urdf=('<drake:collision_filter_group name="g">',),
    ),
    "`add_model_instance`, `add_directives`": Row(
        ONE % "" + INNER + TO_WORLD + WELD % "cell::",
        ('<model name="cell"><include>', "<pose>0 0 0.25 0 0 0</pose>", "<child>cell::two::palm</child>"),
        ('<link name="cell_two_palm">',),
    ),
}


def test_every_row_about_directives_has_its_test() -> None:
    assert rows_of("converting-directives.md", "| directive |") == list(DIRECTIVES)


@pytest.mark.parametrize("to", ["sdformat", "urdf"])
@pytest.mark.parametrize("what", DIRECTIVES)
def test_directives_become_others(what: str, to: str, tmp_path: Path) -> None:
    row = DIRECTIVES[what]
    jointed = '<link name="b"/><joint name="j" type="revolute"><parent>palm</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>'
    hand = HAND.replace("</model>", jointed + "</model>") if "joint_positions" in what else HAND
    (tmp_path / "package.xml").write_text("<package><name>cell</name></package>")
    (tmp_path / "hand.sdf").write_text(hand)
    (tmp_path / "inner.dmd.yaml").write_text("directives:\n" + TWO)
    file = tmp_path / "cell.dmd.yaml"
    file.write_text("directives:\n" + row.text)
    made = bodyplan.convert(bodyplan.load(file, search_paths=[tmp_path]), to)
    assert made.document.ok
    assert _fails(made.document.dumps(), getattr(row, to)) == []
    assert set(row.lost) <= _lost(made)
