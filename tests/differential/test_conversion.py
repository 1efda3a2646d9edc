"""Robots made SDFormat are the same mechanisms to Drake, and libsdformat loads them."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path

import bodyplan
import pytest

from . import references
from .building import CannotBuild, built
from .conversion import differences, plant_of
from .plants import bodies_of, contacts_of, of_text

needs_drake = pytest.mark.skipif(importlib.util.find_spec("pydrake") is None, reason="pydrake is not installed")
LIBSDFORMAT_12 = "1.9"
"""The newest version that the oldest libsdformat asked here reads."""

BODY = '<inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>'
BODY += '<inertia ixx="1" ixy="0.1" ixz="0" iyy="1.2" iyz="0" izz="1.1"/></inertial>'
LIMIT = '<limit lower="-2" upper="2" effort="1" velocity="1"/>'
ORIGIN = '<origin xyz="0.3 -0.2 0.5" rpy="0.4 1.5708 -0.7"/>'


def arm(type: str, inside: str = "", tag: str = "joint") -> str:
    """Three bodies, the second on a massless one, the last on a joint of a type."""
    links = "".join(f'<link name="{name}">{BODY if name != "m" else ""}</link>' for name in "abmc")
    joints = f"""<joint name="j" type="continuous"><parent link="a"/><child link="m"/>{ORIGIN}</joint>
    <joint name="f" type="fixed"><parent link="m"/><child link="b"/>{ORIGIN}</joint>
    <{tag} name="c" type="{type}"><parent link="b"/><child link="c"/>{ORIGIN}{inside}</{tag}>"""
    return f'<robot name="arm" xmlns:drake="http://drake.mit.edu">{links}{joints}</robot>'


ROBOTS = {
    "revolute": arm("revolute", f'<axis xyz="1 2 3"/>{LIMIT}'),
    "prismatic": arm("prismatic", f'<axis xyz="0 1 1"/>{LIMIT}'),
    "fixed": arm("fixed"),
    "floating": arm("floating"),
    "planar": arm("planar", '<axis xyz="0 1 1"/><dynamics damping="1 2 3"/>'),
    "ball": arm("ball", '<dynamics damping="1"/>', "drake:joint"),
    "universal": arm("universal", '<dynamics damping="1"/>', "drake:joint"),
    "screw": arm("screw", '<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.1"/>', "drake:joint"),
    "world": '<robot name="arm"><link name="world"/><link name="a">' + BODY + "</link>"
    f'<joint name="j" type="revolute"><parent link="world"/><child link="a"/>{ORIGIN}{LIMIT}</joint></robot>',
}
FOLLOWING = arm("revolute", f'<axis xyz="1 2 3"/>{LIMIT}<mimic joint="j" multiplier="2" offset="0.5"/>')
REAL = (
    "example-robot-data/robots/anymal_c_simple_description/urdf/anymal.urdf",
    "example-robot-data/robots/tiago_description/robots/tiago.urdf",
    "example-robot-data/robots/ur_description/urdf/ur5_robot.urdf",
)


@needs_drake
@pytest.mark.oracle
@pytest.mark.parametrize("robot", ROBOTS)
def test_made_robots_are_the_same_to_drake(robot: str) -> None:
    made = bodyplan.convert(bodyplan.loads(ROBOTS[robot]), "sdformat", target="drake")
    assert list(differences(ROBOTS[robot], made.document.dumps())) == []


@needs_drake
@pytest.mark.oracle
@pytest.mark.corpus
@pytest.mark.parametrize("robot", REAL)
def test_real_robots_are_the_same_to_drake(robot: str, shared: Path) -> None:
    document = bodyplan.load(shared / "corpus" / robot, target="drake")
    made = bodyplan.convert(document, "sdformat", target="drake")
    assert list(differences(document.dumps(), made.document.dumps())) == []


@pytest.mark.oracle
@pytest.mark.slow
def test_libsdformat_loads_what_is_made(tmp_path: Path) -> None:
    try:
        program = built(Path(__file__).with_name("link_poses.cc"), tmp_path / "link_poses")
    except CannotBuild as reason:
        pytest.skip(str(reason))
    files = []
    for name, robot in ROBOTS.items():
        made = bodyplan.convert(bodyplan.loads(robot), "sdformat", version=LIBSDFORMAT_12, target="libsdformat")
        assert made.document.ok
        files.append(tmp_path / f"{name}.sdf")
        made.document.save(files[-1])
    given = "".join(f"{file}\n" for file in files)
    done = subprocess.run([program], input=given, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()][1:]
    assert [answer["error"] for answer in answers] == [None] * len(files)
    assert all(answer["links"] for answer in answers)


@needs_drake
@pytest.mark.oracle
@pytest.mark.parametrize("robot", ["revolute", "prismatic", "fixed", "mimic"])
@pytest.mark.parametrize("program", references.PROGRAMS)
def test_made_robots_are_the_same_to_the_readers_of_robots(robot: str, program: str) -> None:
    pytest.importorskip(program)
    text = FOLLOWING if robot == "mimic" else ROBOTS[robot]
    if program == "mujoco":
        text = text.replace('<link name="m"></link>', f'<link name="m">{BODY}</link>')  # it moves nothing without mass
    if program == "pinocchio" and robot == "mimic":
        pytest.skip("it counts a joint that follows as one of its own")
    made = bodyplan.convert(bodyplan.loads(text), "sdformat", target="drake").document.dumps()
    assert list(references.PROGRAMS[program](text, made)) == []
    heavier = made.replace("<mass>2</mass>", "<mass>3</mass>")
    if robot != "fixed":
        assert any("mass" in each for each in references.PROGRAMS[program](text, heavier))


@needs_drake
@pytest.mark.oracle
def test_lumped_links_move_as_they_did() -> None:
    text = ROBOTS["revolute"]
    made = bodyplan.convert(bodyplan.loads(text), "sdformat", target="drake", lump_fixed=True).document.dumps()
    before, after = plant_of(text, "urdf"), plant_of(made, "sdf")
    assert before.num_bodies() - after.num_bodies() == 1
    contexts = before.CreateDefaultContext(), after.CreateDefaultContext()
    for value in (0.0, 0.4, -1.3):
        for plant, context, last in zip((before, after), contexts, ("c", "c_joint")):
            for name in ("j", last):
                plant.GetJointByName(name).set_angle(context, value)
        there, here = before.CalcMassMatrix(contexts[0]), after.CalcMassMatrix(contexts[1])
        assert here == pytest.approx(there, rel=1e-9, abs=1e-9)


TOUCHED = (
    BODY
    + '<collision><geometry><sphere radius="0.1"/></geometry><drake:proximity_properties><drake:mu_static value="{}"/>'
    + "</drake:proximity_properties></collision>"
)
ACTUATOR = """<transmission name="t"><type>SimpleTransmission</type><joint name="j"/><actuator name="m">
<drake:gear_ratio value="7"/></actuator></transmission>"""
GROUPS = """<drake:collision_filter_group name="outer"><drake:member link="a"/>
<drake:ignored_collision_filter_group name="inner"/></drake:collision_filter_group>
<drake:collision_filter_group name="inner"><drake:member link="c"/></drake:collision_filter_group>"""


@needs_drake
@pytest.mark.oracle
@pytest.mark.parametrize("groups", ["", GROUPS], ids=["none", "groups"])
@pytest.mark.parametrize("type", ["continuous", "revolute"])
def test_what_touches_drives_and_follows_is_the_same_to_drake(groups: str, type: str) -> None:
    links = "".join(f'<link name="{name}">{TOUCHED.format(mu)}</link>' for name, mu in zip("abc", (0.4, 0.5, 0.6)))
    joints = f"""<joint name="j" type="{type}"><parent link="a"/><child link="b"/>{ORIGIN}{LIMIT}</joint>
    <joint name="k" type="continuous"><parent link="b"/><child link="c"/>{ORIGIN}<axis xyz="0 1 0"/>
    <mimic joint="j" multiplier="-2" offset="0.5"/></joint>"""
    inside = links + joints + ACTUATOR + groups
    text = f'<robot name="arm" xmlns:drake="http://drake.mit.edu">{inside}</robot>'
    made = bodyplan.convert(bodyplan.loads(text), "sdformat", target="drake").document.dumps()
    assert list(differences(text, made)) == []
    old = of_text(text, "urdf", shapes=True)
    apart = contacts_of(old, bodies_of(old.plant)).apart
    assert apart is not None
    assert (("a", "c") in apart) == bool(groups)
    assert old.plant.num_constraints() == 1
    assert any("after a step" in each for each in differences(text, made.replace('"-2"', '"-2.1"')))
