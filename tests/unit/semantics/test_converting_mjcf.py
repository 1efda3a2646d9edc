"""Models of MJCF as robots of URDF: what is written in them is there, or is told."""

from __future__ import annotations

from math import radians
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bodyplan
import pytest

if TYPE_CHECKING:
    from pathlib import Path

ARM = """<mujoco model="arm">
  <compiler autolimits="true"/>
  <default>
    <joint damping="0.5" armature="0.1"/>
    <default class="red"><geom rgba="1 0 0 1" friction="2"/></default>
  </default>
  <worldbody>
    <light pos="0 0 2"/>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="base" childclass="red">
      <geom name="g" type="box" size=".1 .2 .3"/>
      <body name="upper" pos="0 0 .4">
        <joint name="a" axis="0 1 0" range="-90 90" ref="30"/>
        <joint name="b" type="slide" axis="0 0 1" range="0 1"/>
        <geom type="sphere" size=".1" contype="0" conaffinity="0"/>
        <geom type="sphere" size=".1" contype="2" conaffinity="4"/>
        <site name="tip" pos="0 0 .2"/>
      </body>
    </body>
  </worldbody>
  <equality>
    <joint joint1="a" joint2="b" polycoef="0.1 2 0 0 0"/>
    <connect body1="base" body2="upper" anchor="0 0 1"/>
  </equality>
  <actuator><motor name="m" joint="a" gear="2"/></actuator>
  <sensor><jointpos joint="a"/></sensor>
</mujoco>
"""
TRIANGLES = "0 0 0 1 0 0 0 1 0 0 0 1"


def robot_of(text: str) -> Any:
    return bodyplan.convert(bodyplan.loads(text), "urdf")


def told(findings: Any) -> list[tuple[int, str]]:
    return [(each.line, each.message.partition(" is not")[0]) for each in findings]


def test_several_joints_of_a_body_have_a_link_between_them_which_is_told_once() -> None:
    made = robot_of(ARM)
    robot = made.document.root
    ends = {joint.name: (joint.parent.link, joint.child.link) for joint in robot.joint}
    between = ends["a"][1]
    assert ends["b"] == (between, "upper")
    assert ends["a"][0] == "base"
    assert sum("link without mass between" in each.message for each in made.changes) == 1


def test_a_coordinate_is_zero_where_the_document_draws_the_joint() -> None:
    made = robot_of(ARM)
    joint = next(each for each in made.document.root.joint if each.name == "a")
    assert joint.limit.lower == pytest.approx(radians(-120))
    assert joint.limit.upper == pytest.approx(radians(60))
    assert (joint.mimic.joint, joint.mimic.multiplier) == ("b", 2)
    assert joint.mimic.offset == pytest.approx(0.1)  # between what each has moved
    assert any("zero is at 0.523599 rad" in each.message and each.line == 13 for each in made.changes)


def test_classes_are_resolved() -> None:
    robot = robot_of(ARM).document.root
    link = next(each for each in robot.link if each.name == "base")
    named = {material.name: material.color.rgba for material in robot.material}
    assert named[link.visual[0].material.name] == (1, 0, 0, 1)
    assert [joint.dynamics.damping for joint in robot.joint if joint.name in "ab"] == [0.5, 0.5]


def test_what_has_no_place_is_lost_where_it_stands() -> None:
    made = robot_of(ARM)
    assert told(made.losses) == [
        (4, "attribute 'armature' of <joint>"),
        (5, "attribute 'friction' of <geom>"),
        (8, "<light>"),
        (9, "<geom> 'floor'"),
        (23, "<connect>"),
        (25, "<motor> 'm'"),
        (26, "<sensor>"),
    ]


def test_shapes_are_seen_or_touched_as_their_masks_say() -> None:
    made = robot_of(ARM)
    link = next(each for each in made.document.root.link if each.name == "upper")
    assert (len(link.visual), len(link.collision)) == (2, 1)
    assert [each.line for each in made.changes if "masks of contacts" in each.message] == [16]


def test_files_are_named_from_the_document(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    corners = (" ".join(f"v {row}" for row in ("0 0 0", "1 0 0", "0 1 0", "0 0 1"))).replace(" v", "\nv")
    (tmp_path / "parts" / "cog.obj").write_text(f"{corners}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", encoding="utf-8")
    path = tmp_path / "model.xml"
    path.write_text(
        '<mujoco><compiler meshdir="parts"/><asset><mesh name="cog" file="cog.obj" scale="2 2 2"/>'
        f'<mesh name="inline" vertex="{TRIANGLES}"/></asset><worldbody><body name="b">'
        '<geom type="mesh" mesh="cog"/><geom type="mesh" mesh="inline"/></body></worldbody></mujoco>',
        encoding="utf-8",
    )
    made = bodyplan.convert(path, "urdf")
    link = next(each for each in made.document.root.link if each.name == "b")
    assert [each.geometry.mesh.filename for each in link.visual] == ["parts/cog.obj"]
    assert link.visual[0].geometry.mesh.scale == (2, 2, 2)
    assert any("corners stand in no file" in each.message for each in made.losses)


def test_included_files_are_accounted_for(tmp_path: Path) -> None:
    part = '<mujocoinclude><option timestep="0.1"/><sensor/></mujocoinclude>'
    (tmp_path / "part.xml").write_text(part, encoding="utf-8")
    path = tmp_path / "model.xml"
    path.write_text(
        '<mujoco><include file="part.xml"/><worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>',
        encoding="utf-8",
    )
    made = bodyplan.convert(path, "urdf")
    inside = [each.message.partition(" is not")[0] for each in made.losses if str(each.file).endswith("part.xml")]
    assert inside == ["<option>", "<sensor>"]


def test_ball_joints_are_chains_and_free_bodies_are_free() -> None:
    body = '<body name="a"><freejoint/><geom size="1"/><body name="b"><joint name="j" type="ball"/><geom size="1"/></body></body>'
    made = robot_of(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    assert [joint.type for joint in made.document.root.joint] == ["continuous"] * 3
    assert any("3 joints" in each.message for each in made.changes)
    assert "world" not in [link.name for link in made.document.root.link]


def test_meshes_without_volume_are_left_out_of_robots_for_mujoco(tmp_path: Path) -> None:
    (tmp_path / "one.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\n", encoding="utf-8")
    file = tmp_path / "shell.xml"
    file.write_text(
        '<mujoco><asset><mesh name="one" file="one.obj" inertia="shell"/></asset><worldbody><body name="b"><freejoint/>'
        '<geom type="mesh" mesh="one" mass="1"/></body></worldbody></mujoco>',
        encoding="utf-8",
    )
    made = bodyplan.convert(file, "urdf", target="mujoco")
    assert [str(each.arguments["reason"]) for each in made.losses] == [
        "its mesh has no volume, which MuJoCo refuses in URDF"
    ]
    assert "one.obj" not in made.document.dumps()
    assert "one.obj" in bodyplan.convert(file, "urdf").document.dumps()
