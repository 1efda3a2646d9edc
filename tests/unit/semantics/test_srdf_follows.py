"""SRDF documents follow when names of their robot change."""

from __future__ import annotations

import random
from pathlib import Path

import bodyplan
import pytest
from bodyplan import srdf, urdf
from bodyplan.cli.main import main
from bodyplan.semantics.compose.srdf_files import find_srdf_files
from bodyplan.semantics.compose.srdf_parts import attach_srdf, extract_srdf

LIMIT = "<limit lower='-2' upper='2' effort='1' velocity='1'/><axis xyz='0 0 1'/>"


def robot_of(count: int, name: str = "r") -> str:
    """A chain of links with a ball each."""
    ball = "<collision><geometry><sphere radius='0.1'/></geometry></collision>"
    links = "".join(f"<link name='l{i}'>{ball}</link>" for i in range(count))
    joints = "".join(
        f"<joint name='j{i}' type='revolute'><parent link='l{i}'/><child link='l{i + 1}'/>{LIMIT}</joint>"
        for i in range(count - 1)
    )
    return f"<robot name='{name}'>{links}{joints}</robot>"


def srdf_of(count: int, name: str = "r") -> str:
    """Every kind of part that names links or joints."""
    last = count - 1
    return f"""<robot name='{name}'>
  <!-- of the arm -->
  <virtual_joint name='world_joint' type='fixed' parent_frame='world' child_link='l0'/>
  <group name='arm'><chain base_link='l0' tip_link='l{last - 1}'/></group>
  <group name='hand'><link name='l{last}'/><joint name='j{last - 1}'/></group>
  <group name='l1'><group name='arm'/><group name='hand'/></group>
  <group_state name='home' group='arm'><joint name='j0' value='0.5'/><joint name='j1' value='0'/></group_state>
  <end_effector name='grip' parent_link='l{last - 1}' group='hand' parent_group='arm'/>
  <passive_joint name='j2'/>
  <joint_property joint_name='j1' property_name='p' value='1'/>
  <link_sphere_approximation link='l1'><sphere center='0 0 0' radius='1'/></link_sphere_approximation>
  <disable_default_collisions link='l0'/>
  <enable_collisions link1='l0' link2='l{last}'/>
  <disable_collisions link1='l0' link2='l1' reason='Adjacent'/>
</robot>
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "package.xml").write_text("<package><name>p</name></package>", encoding="utf-8")
    for folder in ("urdf", "config"):
        (tmp_path / folder).mkdir()
    (tmp_path / "urdf" / "r.urdf").write_text(robot_of(5), encoding="utf-8")
    (tmp_path / "config" / "r.srdf").write_text(srdf_of(5), encoding="utf-8")
    return tmp_path


def test_srdf_documents_of_the_package_are_found(package: Path) -> None:
    other = package / "config" / "other.srdf"
    other.write_text(srdf_of(5, name="another"), encoding="utf-8")
    (package / "urdf" / "another.urdf").write_text(robot_of(5, name="another"), encoding="utf-8")
    found = find_srdf_files(urdf.load(package / "urdf" / "r.urdf"))
    assert [Path(each.path or "").name for each in found.documents] == ["r.srdf"]
    assert found.others == ()


def test_which_of_two_robots_of_a_name_is_meant_is_not_known(package: Path) -> None:
    (package / "config" / "r.srdf").rename(package / "config" / "both.srdf")
    (package / "urdf" / "coarse.urdf").write_text(robot_of(5), encoding="utf-8")
    found = find_srdf_files(urdf.load(package / "urdf" / "r.urdf"))
    assert found.documents == ()
    assert [Path(each).name for each in found.others] == ["both.srdf"]


def test_renaming_a_link_that_a_group_has_the_name_of(package: Path) -> None:
    doc = urdf.load(package / "urdf" / "r.urdf")
    about = srdf.load(package / "config" / "r.srdf")
    assert bodyplan.rename(doc, "l1", "upper", files=[about]) == (doc, about)
    text = about.dumps()
    assert text == srdf_of(5).replace("link='l1'", "link='upper'").replace("link2='l1'", "link2='upper'")
    assert bodyplan.rename(doc, "j0", "shoulder", files=[about]) == (doc, about)
    assert about.root.group_state[0].joint[0].name == "shoulder"


def test_after_many_renames_robot_and_srdf_agree(package: Path) -> None:
    robot, about = package / "urdf" / "r.urdf", package / "config" / "r.srdf"
    draw = random.Random(7)
    doc = urdf.load(robot)
    found = find_srdf_files(doc).documents
    for number in range(50):
        names = [each.name for each in (*doc.root.link, *doc.root.joint)]
        bodyplan.rename(doc, draw.choice(names), f"n{number}", files=found)
    doc.save()
    found[0].save()
    assert bodyplan.check(about, strict=True).diagnostics == ()
    before, after = srdf.loads(srdf_of(5)).root, srdf.load(about).root
    assert [len(group.joint) for group in after.group] == [len(group.joint) for group in before.group]
    assert not {"l0", "l1", "j0", "j1"} & {each.link for each in after.link_sphere_approximation}
    assert "<!-- of the arm -->" in about.read_text(encoding="utf-8")


def test_the_command_changes_both_files(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot, about = package / "urdf" / "r.urdf", package / "config" / "r.srdf"
    assert main(["rename", str(robot), "l3", "wrist"]) == 0
    assert "+++ " + str(about) in capsys.readouterr().out
    assert main(["rename", "--in-place", str(robot), "l3", "wrist"]) == 0
    assert "tip_link='wrist'" in about.read_text(encoding="utf-8")
    assert main(["rename", "--in-place", str(robot), "r", "arm"]) == 0
    assert srdf.load(about).root.name == "arm"
    assert main(["check", "--strict", str(package)]) == 0


def test_names_in_an_srdf_in_xacro_follow_but_for_those_that_are_put_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot, pairs = tmp_path / "arm.urdf", tmp_path / "arm.srdf.xacro"
    robot.write_text(
        '<robot name="arm"><link name="base"/><link name="left_hand"/><joint name="turn" type="continuous">'
        '<parent link="base"/><child link="left_hand"/></joint></robot>',
        encoding="utf-8",
    )
    text = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="side" params="prefix">
  <group name="${prefix}arm"><chain base_link="base" tip_link="${prefix}hand"/></group>
</xacro:macro>
<xacro:side prefix="left_"/>
<group name="turn"><joint name="turn"/></group>
<disable_collisions link1="base" link2="left_hand" reason="Adjacent"/>
</robot>
"""
    pairs.write_text(text, encoding="utf-8")
    assert main(["rename", "--write", str(robot), "turn", "shoulder"]) == 0
    text = text.replace('<joint name="turn"/>', '<joint name="shoulder"/>')
    assert pairs.read_text(encoding="utf-8") == text
    assert main(["check", str(pairs)]) == 0
    capsys.readouterr()
    assert main(["rename", "--write", str(robot), "left_hand", "palm"]) == 0
    assert pairs.read_text(encoding="utf-8") == text.replace('link2="left_hand"', 'link2="palm"')
    assert "xacro puts 'left_hand' together" in capsys.readouterr().err


def test_a_robot_that_the_call_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot, about = tmp_path / "a" / "robot.urdf", tmp_path / "b" / "about.srdf"
    for path, text in ((robot, robot_of(5)), (about, srdf_of(6))):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    assert "BP350" not in {each.code for each in bodyplan.check(about).diagnostics}
    assert {each.code for each in bodyplan.check(about, with_=robot).diagnostics} >= {"BP350"}
    assert main(["check", "-q", str(about), "--with", str(robot)]) == 1
    alone = capsys.readouterr().out
    assert "BP350" in alone
    assert main(["check", "-q", str(robot), "--with", str(about)]) == 1
    assert capsys.readouterr().out == alone
    assert main(["check", "-q", str(about)]) == 0
    assert main(["check", str(tmp_path), "--with", str(about)]) == 2
    assert [each.code for each in bodyplan.check(about, with_=tmp_path / "none.urdf").diagnostics] == ["BP362"]


def test_a_part_of_a_robot_takes_what_is_said_of_it_along(package: Path) -> None:
    doc, about = urdf.load(package / "urdf" / "r.urdf"), srdf.load(package / "config" / "r.srdf")
    part = bodyplan.extract(doc, "l2")
    taken = extract_srdf(about, part, "l2")
    root = taken.root
    assert root.name == part.root.name
    assert [(chain.base_link, chain.tip_link) for group in root.group for chain in group.chain] == [("l2", "l3")]
    assert [group.name for group in root.group] == ["arm", "hand", "l1"]
    assert root.group_state == []  # both of its joints are gone
    assert [each.child_link for each in root.virtual_joint] == ["l2"]
    assert [each.name for each in root.end_effector] == ["grip"]
    assert (root.passive_joint[0].name, root.joint_property, root.disable_collisions) == ("j2", [], [])
    part.save(package / "urdf" / "part.urdf")
    taken.save(package / "config" / "part.srdf")
    assert bodyplan.check(package / "config" / "part.srdf", strict=True).diagnostics == ()
    tip = extract_srdf(about, bodyplan.extract(doc, "l4"), "l4")
    assert [group.name for group in tip.root.group] == ["hand", "l1"]
    assert tip.root.end_effector == []


def test_a_robot_that_is_mounted_brings_what_is_said_of_it(package: Path) -> None:
    path = package / "config" / "r.srdf"
    doc, about = urdf.load(package / "urdf" / "r.urdf"), srdf.load(path)
    other, of_other = urdf.loads(robot_of(4, "grip")), srdf.loads(srdf_of(4, "grip"))
    joint = bodyplan.attach(doc, other, "l4", prefix="g_")
    attach_srdf(about, of_other, doc, "g_l0", "g_")
    names = [group.name for group in about.root.group]
    assert names == ["arm", "hand", "l1", "g_arm", "g_hand", "g_l1"]
    assert [each.name for each in about.root.end_effector] == ["grip", "g_grip"]
    assert [each.name for each in about.root.virtual_joint] == ["world_joint"]
    pairs = [(each.link1, each.link2, each.reason) for each in about.root.disable_collisions]
    assert ("g_l0", "g_l1", "Adjacent") in pairs
    assert pairs[-1] == ("l4", "g_l0", "Adjacent")
    assert isinstance(joint, urdf.Joint)
    doc.save()
    about.save()
    assert bodyplan.check(path, strict=True).diagnostics == ()
    with pytest.raises(bodyplan.BadName, match="prefix"):
        attach_srdf(about, of_other, doc, "g_l0", "g_")


def test_commands_that_compose_change_srdf_documents(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot, about = package / "urdf" / "r.urdf", package / "config" / "r.srdf"
    out, of_out = package / "out" / "part.urdf", package / "out" / "part.srdf"
    assert main(["extract", str(robot), "l2", "-o", str(out), "--srdf", str(of_out)]) == 0
    assert main(["check", "--strict", str(out), str(of_out)]) == 0
    lens = package / "lens.urdf"
    lens.write_text("<robot name='lens'><link name='glass'/></robot>", encoding="utf-8")
    assert main(["attach", str(robot), str(lens), "--to", "l4", "--in-place"]) == 0
    assert main(["check", "--strict", str(robot), str(about)]) == 0
    assert main(["extract", str(lens), "glass", "--srdf", str(of_out)]) == 2
    assert "0 SRDF documents" in capsys.readouterr().err
