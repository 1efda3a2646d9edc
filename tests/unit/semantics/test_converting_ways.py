"""What can be asked of a conversion: lumped links, stored parts and their way back, URIs, copies, folders, layout."""

from __future__ import annotations

import json
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.cli.main import main
from lxml import etree

from tests.accounting import unaccounted

BODY = """<inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="{mass}"/>
<inertia ixx="1" ixy="0.1" ixz="0" iyy="1.2" iyz="0" izz="1.1"/></inertial>"""
SKIN = '<collision><geometry><box size="1 2 3"/></geometry></collision><visual name="v"><geometry><sphere radius="1"/></geometry></visual>'


def joint(name: str, type: str, parent: str, child: str) -> str:
    origin = '<origin xyz="0.3 -0.2 0.5" rpy="0.4 1.5708 -0.7"/>'
    return f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>{origin}</joint>'


FIXED = f"""<robot name="r"><link name="a">{BODY.format(mass=2)}</link><link name="b">{BODY.format(mass=3)}{SKIN}</link>
<link name="c">{BODY.format(mass=0.5)}</link><link name="d">{BODY.format(mass=1)}</link>
{joint("ab", "fixed", "a", "b")}{joint("bc", "fixed", "b", "c")}{joint("cd", "continuous", "c", "d")}
<gazebo reference="b"><sensor name="s" type="imu"/></gazebo></robot>"""


def test_fixed_links_become_one_body_and_stay_as_frames() -> None:
    document = bodyplan.loads(FIXED)
    made = bodyplan.convert(document, "sdformat", lump_fixed=True)
    before, after = document.scene, made.document.scene
    assert made.document.ok
    assert list(after.links) == ["r::a", "r::d"]
    assert after.links["r::a"].mass == 5.5
    for name in ("r::b", "r::c", "r::d"):
        assert np.allclose(before.pose(name, q={"r::cd": 0.3}).matrix, after.pose(name, q={"r::cd": 0.3}).matrix)
    body = made.document.root.model.link[0]
    assert [each.name for each in body.collision] == ["a_fixed_joint_lump__b_collision"]
    assert [(each.name, each.pose.relative_to) for each in body.sensor] == [("s", "b")]
    told = [each.message for each in made.changes if "frame" in each.message]
    assert "<link> 'c' becomes frame 'c' of link 'a', which has its mass and shapes" in told
    assert "<joint> 'ab' becomes frame 'ab' of link 'a'" in told


def test_lumped_inertia_is_that_of_both_bodies() -> None:
    scene = bodyplan.loads(FIXED).scene
    made = bodyplan.convert(bodyplan.loads(FIXED), "sdformat", lump_fixed=True).document.scene.links["r::a"]
    total, first = np.zeros((3, 3)), np.zeros(3)
    bodies = [(scene.links[f"r::{name}"], scene.pose(f"r::{name}", "r::a").matrix) for name in "abc"]
    placed = [(body.mass, at[:3, :3] @ body.com + at[:3, 3], at[:3, :3], body.inertia) for body, at in bodies]
    centre = sum((mass * at for mass, at, *_ in placed), first) / made.mass
    for mass, at, turn, inertia in placed:
        away = at - centre
        total += turn @ inertia @ turn.T + mass * (away @ away * np.eye(3) - np.outer(away, away))
    assert np.allclose(made.com, centre, atol=1e-12)
    assert np.allclose(made.inertia, total, atol=1e-12)


def test_joints_that_are_to_stay_are_not_lumped() -> None:
    asked = FIXED.replace(
        "</robot>", '<gazebo reference="bc"><preserveFixedJoint>true</preserveFixedJoint></gazebo></robot>'
    )
    made = bodyplan.convert(bodyplan.loads(asked), "sdformat", lump_fixed=True)
    assert list(made.document.scene.links) == ["r::a", "r::c", "r::d"]


STORED = """<robot name="r" version="1.0">
  <link name="a"><visual><geometry><sphere radius="1"/></geometry></visual></link>
  <link name="b"/>
  <joint name="j" type="revolute">
    <parent link="a"/>
    <child link="b"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/>
    <safety_controller k_velocity="7.25" soft_upper_limit="0.5"/>
  </joint>
  <transmission name="t"><type>x</type><joint name="j"/><actuator name="m"/></transmission>
</robot>"""


def test_stored_parts_come_back() -> None:
    there = bodyplan.convert(bodyplan.loads(STORED), "sdformat", keep=True)
    assert there.losses == ()
    back = bodyplan.convert(there.document, "urdf")
    assert [each.message for each in back.losses] == []
    assert bodyplan.diff(bodyplan.loads(STORED), back.document) == ()
    assert _content(back.document.dumps()) == _content(STORED)


def _content(text: str) -> object:
    def of(element: etree._Element) -> object:
        return (
            element.tag,
            sorted(element.attrib.items()),
            (element.text or "").strip(),
            sorted(map(repr, map(of, element))),
        )

    return of(etree.fromstring(text))


def test_stored_part_of_what_is_gone_is_lost() -> None:
    there = bodyplan.convert(bodyplan.loads(STORED), "sdformat", keep=True).document
    text = (
        there.dumps()
        .replace('<joint name="j"', '<joint name="other"')
        .replace('relative_to="j"', 'relative_to="other"')
    )
    back = bodyplan.convert(bodyplan.loads(text), "urdf")
    lost = [each.message for each in back.losses]
    assert any("<safety_controller>" in each and "what it stood in is not there any more" in each for each in lost)
    assert all("<transmission>" not in each for each in lost)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "pkg" / "meshes").mkdir(parents=True)
    (tmp_path / "pkg" / "urdf").mkdir()
    (tmp_path / "pkg" / "package.xml").write_text('<package format="3"><name>pkg</name></package>')
    (tmp_path / "pkg" / "meshes" / "a.stl").write_text("solid a\nendsolid a\n")
    mesh = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
    shapes = mesh.format("package://pkg/meshes/a.stl") + mesh.format("package://pkg/meshes/gone.stl")
    (tmp_path / "pkg" / "urdf" / "r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    return tmp_path / "pkg"


def test_uris_are_those_of_the_reader_where_they_lead_to_the_same_file(package: Path) -> None:
    document = bodyplan.load(package / "urdf" / "r.urdf")
    made = bodyplan.convert(document, "sdformat", target="gazebo")
    text = made.document.dumps()
    assert "<uri>model://pkg/meshes/a.stl</uri>" in text
    assert "<uri>model://pkg/meshes/gone.stl</uri>" in text
    assert [each.message for each in made.changes if "model://" in each.message] == [
        "attribute 'filename' of <mesh> of link 'a' becomes model://pkg/meshes/a.stl: the same file",
        "<mesh> of link 'a' becomes model://pkg/meshes/gone.stl, as Gazebo's converter has it",
    ]
    assert unaccounted(document.dumps(), made, str(package / "urdf" / "r.urdf")) == []
    assert "package://pkg/meshes/a.stl" in bodyplan.convert(document, "sdformat", target="drake").document.dumps()


def test_command_copies_files_beside_the_result(package: Path, tmp_path: Path) -> None:
    out = tmp_path / "out" / "r.sdf"
    asked = ["convert", str(package / "urdf" / "r.urdf"), "--to", "sdformat", "-o", str(out)]
    assert main([*asked, "--assets", str(tmp_path / "out" / "files")]) == 0
    uri = bodyplan.load(out).root.model.link[0].visual[0].geometry.mesh.uri  # type: ignore[union-attr]
    assert uri == "files/pkg/meshes/a.stl"
    assert (out.parent / uri).read_text() == "solid a\nendsolid a\n"
    assert main([*asked, "--assets", str(tmp_path / "out" / "files")]) == 0
    (out.parent / uri).write_text("another")
    assert main([*asked, "--assets", str(tmp_path / "out" / "files")]) == 2


def test_command_converts_a_folder(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (package / "urdf" / "s.urdf").write_text(STORED)
    assert main(["convert", str(package), "--to", "sdformat"]) == 2
    capsys.readouterr()
    asked = ["convert", str(package), "--to", "sdformat", "-o", str(tmp_path / "out")]
    assert main([*asked, "--format", "json"]) == 0
    answered = capsys.readouterr()
    assert sorted(each.relative_to(tmp_path / "out").as_posix() for each in (tmp_path / "out").rglob("*.sdf")) == [
        "urdf/r.sdf",
        "urdf/s.sdf",
    ]
    assert [len(each["diagnostics"]) > 2 for each in json.loads(answered.out)] == [False, True]
    assert "2 of 2 documents converted; 2 parts lost" in answered.err
    assert main([*asked, "--strict"]) == 1
    (package / "urdf" / "bad.urdf").write_text('<robot name="r"><link name="a"/><link name="a"/></robot>')
    assert main(asked) == 1
    assert main(["convert", str(tmp_path / "out"), "--to", "sdformat", "-o", str(tmp_path / "again")]) == 0


def test_poses_stand_first_and_numbers_are_spelled_as_they_were() -> None:
    text = FIXED.replace('xyz="0.3 -0.2 0.5"', 'xyz="3.0e-1 -.20 0.50"')
    made = bodyplan.convert(bodyplan.loads(text), "sdformat").document.dumps()
    assert (
        '<joint name="cd" type="continuous">\n      <pose relative_to="c">3.0e-1 -.20 0.50 0.4 1.5708 -0.7</pose>'
        in made
    )


def test_positions_do_not_lend_rotations_their_spelling() -> None:
    visual = '<visual><origin xyz="0 0 .1" rpy="0 0 0"/><geometry><sphere radius="1"/></geometry></visual>'
    collision = '<collision><origin xyz="0.0 0 0.0" rpy="0 1 0"/><geometry><sphere radius="1"/></geometry></collision>'
    robot = bodyplan.loads(f'<robot name="r"><link name="a">{visual}{collision}</link></robot>')
    made = bodyplan.convert(robot, "sdformat").document.dumps()
    assert "<pose>0 0 .1 0 0 0</pose>" in made
    assert "<pose>0.0 0 0.0 0 1 0</pose>" in made
