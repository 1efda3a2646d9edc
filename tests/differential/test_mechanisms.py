"""Models and skeletons made robots are the same mechanisms to Drake, DART, pinocchio and MuJoCo."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import bodyplan
import pytest

from . import robot_readers, skeletons
from .mechanisms import differences
from .plants import bodies_of, contacts_of, of_file, of_text

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(importlib.util.find_spec("pydrake") is None, reason="pydrake is not installed"),
]

BODY = "<inertial><pose>0.1 0.2 0.3 0.1 0.2 0.3</pose><mass>2</mass><inertia><ixx>1</ixx><ixy>0.1</ixy><iyy>1.2</iyy>"
BODY += "<izz>1.1</izz></inertia></inertial>"
PLACES = ("0 0 0.5 0.4 1.5708 -0.7", "0.3 -0.2 0.5 0 0.3 0", "0.2 0.1 -0.4 1 2 3")
LIMIT = "<limit><lower>-2</lower><upper>2</upper><effort>3</effort><velocity>1</velocity></limit>"
AXIS = f"<axis><xyz>1 2 3</xyz>{LIMIT}<dynamics><damping>0.5</damping></dynamics></axis>"


def arm(type: str, inside: str = "", around: str = "") -> str:
    """Three links whose frames are not at their joints, the last on a joint of a type."""
    links = "".join(f'<link name="{name}"><pose>{place}</pose>{BODY}</link>' for name, place in zip("abc", PLACES))
    first = f"<pose>{PLACES[1]}</pose><parent>a</parent><child>b</child>{AXIS}"
    last = f"<pose>{PLACES[2]}</pose><parent>b</parent><child>c</child>{inside}"
    joints = f'<joint name="j" type="revolute">{first}</joint><joint name="k" type="{type}">{last}</joint>'
    return f'<sdf version="1.9"><model name="arm">{links}{joints}{around}</model></sdf>'


HELD = '<joint name="w" type="fixed"><parent>world</parent><child>a</child></joint>'
UNIVERSAL = "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"
MODELS = {
    "revolute": arm("revolute", AXIS),
    "prismatic": arm("prismatic", AXIS, HELD),
    "continuous": arm("continuous", AXIS.replace("1 2 3", "0 0 1"), HELD),
    "axis of the model": arm("revolute", AXIS.replace("<xyz>", '<xyz expressed_in="__model__">'), HELD),
    "fixed": arm("fixed"),
    "ball": arm("ball", around=HELD),
    "universal": arm("universal", UNIVERSAL, HELD),
    "screw": arm("screw", "<axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.25</screw_thread_pitch>", HELD),
    "the other way round": arm("fixed", around='<link name="d"/><joint name="l" type="continuous">'
    f"<pose>{PLACES[0]}</pose><parent>d</parent><child>c</child>{AXIS}</joint>{HELD}"),
    "static": arm("fixed", around="<static>true</static>").replace("revolute", "fixed").replace(AXIS, ""),
    "several free links": arm("fixed", around='<link name="d"><pose>1 2 3 0 0 0</pose></link>'),
}  # fmt: skip
SKEL_BODY = (
    "<inertia><mass>2</mass><offset>0.1 0.2 0.3</offset><moment_of_inertia><ixx>1</ixx><iyy>1.2</iyy><izz>1.1</izz>"
)
SKEL_BODY += "<ixy>0.1</ixy><ixz>0</ixz><iyz>0</iyz></moment_of_inertia></inertia>"
SKELETONS = {
    "weld": "",
    "revolute": "<axis><xyz>0 0.6 0.8</xyz></axis>",
    "prismatic": "<axis><xyz>0 0.6 0.8</xyz></axis>",
    "universal": "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>",
    "ball": "",
    "euler": "<axis_order>xyz</axis_order>",
    "translational": "",
    "planar": '<plane type="zx"/>',
}
"""What stands in joints of SKEL, by type; DART's parser reads no document further than a screw."""


def skeleton(type: str, inside: str) -> str:
    """Four bodies whose frames are not at their joints, the first held or free, the second on a joint of a type."""
    bodies = "".join(
        f'<body name="{name}"><transformation>{place}</transformation>{SKEL_BODY}</body>'
        for name, place in zip(
            "abcd", ("0 0 0.5 0.4 0 -0.7", "0.3 -0.2 0.5 0 0.3 0", "0.2 0.1 -0.4 1 2 3", "1 1 1 0 0 0")
        )
    )
    joints = "".join(
        f'<joint type="{kind}" name="{name}"><transformation>{place}</transformation><parent>{parent}</parent>'
        f"<child>{child}</child>{more}</joint>"
        for kind, name, place, parent, child, more in (
            ("weld", "i", "0.1 0 0 0 0.2 0", "world", "a", ""),
            (type, "j", "0.2 0.1 -0.4 1 2 3", "a", "b", inside),
            ("revolute", "k", "0 0.3 0 0.5 0 0", "b", "c", SKELETONS["revolute"]),
            ("revolute", "l", "0.3 0 0 0 0 0.5", "a", "d", SKELETONS["revolute"]),
        )
    )
    return f'<skel version="1.0"><world name="w"><skeleton name="arm">{bodies}{joints}</skeleton></world></skel>'


REAL = (
    "drake/examples/acrobot/Acrobot.sdf",
    "drake/multibody/parsing/test/sdf_parser_test/model_with_directly_nested_models.sdf",
    "drake/examples/planar_gripper/planar_gripper.sdf",
)


@pytest.mark.parametrize("model", MODELS)
def test_made_models_are_the_same_to_drake(model: str) -> None:
    made = bodyplan.convert(bodyplan.loads(MODELS[model]), "urdf", target="drake")
    assert made.document.ok
    assert list(differences(of_text(MODELS[model], "sdf"), of_text(made.document.dumps(), "urdf"))) == []


@pytest.mark.corpus
@pytest.mark.parametrize("file", REAL)
def test_real_models_are_the_same_to_drake(file: str, shared: Path) -> None:
    path = shared / "corpus" / file
    made = bodyplan.convert(bodyplan.load(path, target="drake"), "urdf", target="drake")
    assert list(differences(of_file(path), of_text(made.document.dumps(), "urdf"))) == []


@pytest.mark.skipif(importlib.util.find_spec("dartpy") is None, reason="dartpy is not installed")
@pytest.mark.parametrize("format", ["urdf", "sdformat"])
@pytest.mark.parametrize("kind", SKELETONS)
def test_skeletons_are_the_same_to_dart(kind: str, format: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.skel"
    path.write_text(skeleton(kind, SKELETONS[kind]), encoding="utf-8")
    assert skeletons.verdict(path, format) == "same"


@pytest.mark.skipif(importlib.util.find_spec("dartpy") is None, reason="dartpy is not installed")
@pytest.mark.parametrize("format", ["urdf", "sdformat"])
def test_moments_without_mass_are_the_same_to_dart(format: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.skel"
    text = skeleton("revolute", SKELETONS["revolute"]).replace("<mass>2</mass>", "<mass>0</mass>")
    path.write_text(text, encoding="utf-8")
    assert skeletons.verdict(path, format) == "same"


@pytest.mark.parametrize("reader", robot_readers.READERS)
@pytest.mark.parametrize("model", MODELS)
def test_robots_are_the_same_to_their_readers(model: str, reader: str) -> None:
    pytest.importorskip(reader)
    old = of_text(MODELS[model], "sdf").plant
    if not robot_readers.compares(old):
        pytest.skip("its coordinates are others there")
    read, target = robot_readers.READERS[reader]
    text = bodyplan.convert(bodyplan.loads(MODELS[model]), "urdf", target=target).document.dumps()
    assert list(robot_readers.differences(old, read(text))) == []


@pytest.mark.skipif(importlib.util.find_spec("mujoco") is None, reason="mujoco is not installed")
@pytest.mark.parametrize("model", ["ball", "screw", "several free links"])
def test_mujoco_loads_robots(model: str) -> None:
    import mujoco

    document = bodyplan.loads(MODELS[model])
    text = bodyplan.convert(document, "urdf", target="mujoco").document.dumps()
    robot = mujoco.MjModel.from_xml_string(text)
    old = of_text(MODELS[model], "sdf").plant
    context = old.CreateDefaultContext()
    assert abs(float(robot.body_mass.sum()) - old.CalcTotalMass(context)) < 1e-5
    if model != "screw":
        assert robot.nv == old.num_velocities()


SHAPE = (
    '<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry><surface><friction><ode>{}'
    "</ode></friction></surface></collision>"
)
TOUCHING = """<sdf version="1.9" xmlns:drake="http://drake.mit.edu"><model name="arm"><link name="a">{a}</link>
<link name="b">{b}</link><link name="c">{c}</link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>
<limit><lower>-1</lower><upper>2</upper><effort>30</effort></limit></axis><drake:gear_ratio>7</drake:gear_ratio></joint>
<joint name="k" type="revolute"><parent>b</parent><child>c</child><axis><xyz>1 0 0</xyz>
<limit><effort>0</effort></limit></axis><drake:mimic joint="j" multiplier="2" offset="0.5"/></joint>
{groups}<self_collide>{collides}</self_collide></model></sdf>"""
GROUPS = """<drake:collision_filter_group name="outer"><drake:member>a</drake:member>
<drake:ignored_collision_filter_group>inner</drake:ignored_collision_filter_group></drake:collision_filter_group>
<drake:collision_filter_group name="inner"><drake:member>c</drake:member></drake:collision_filter_group>"""


@pytest.mark.parametrize("collides", ["true", "false"])
@pytest.mark.parametrize("groups", ["", GROUPS], ids=["none", "groups"])
def test_what_touches_drives_and_follows_is_the_same_to_drake(groups: str, collides: str) -> None:
    friction = ("<mu>0.9</mu><mu2>0.4</mu2>", "", "<mu>0.5</mu><mu2>0.5</mu2>")
    shapes = {name: BODY + SHAPE.format(each) for name, each in zip("abc", friction)}
    text = TOUCHING.format(groups=groups, collides=collides, **shapes)
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target="drake").document.dumps()
    old, new = of_text(text, "sdf", shapes=True), of_text(made, "urdf", shapes=True)
    assert list(differences(old, new)) == []
    apart = contacts_of(old, bodies_of(old.plant)).apart
    assert apart is not None
    assert (("a", "c") in apart) == bool(groups)
    assert old.plant.num_constraints() == 1
    wrong = made.replace('multiplier="2"', 'multiplier="2.1"')
    assert any("after a step" in each for each in differences(old, of_text(wrong, "urdf", shapes=True)))
