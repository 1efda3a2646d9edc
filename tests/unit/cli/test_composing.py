"""``bodyplan rename``, ``attach`` and ``diff``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from bodyplan.cli.main import main

ARM = """<robot name="arm">
  <link name="base"/> <!-- bolted down -->
  <link name="hand"/>
  <joint name="lift" type="fixed"><parent link="base"/><child link="hand"/></joint>
</robot>
"""
GRIPPER = '<robot name="gripper"><link name="base"/><material name="lift"><color rgba="1 0 0 1"/></material></robot>\n'


@pytest.fixture
def arm(tmp_path: Path) -> str:
    (tmp_path / "arm.urdf").write_text(ARM, encoding="utf-8")
    (tmp_path / "gripper.urdf").write_text(GRIPPER, encoding="utf-8")
    return str(tmp_path / "arm.urdf")


@pytest.mark.parametrize("old", ["hand", "arm::hand", '/robot[@name="arm"]/link[@name="hand"]'])
def test_what_would_change_is_shown_and_in_place_it_is_changed(
    arm: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rename", arm, old, "wrist"]) == 0
    shown = capsys.readouterr().out.splitlines()[2:]
    assert [line for line in shown if line[0] in "+-"] == [
        '-  <link name="hand"/>',
        '-  <joint name="lift" type="fixed"><parent link="base"/><child link="hand"/></joint>',
        '+  <link name="wrist"/>',
        '+  <joint name="lift" type="fixed"><parent link="base"/><child link="wrist"/></joint>',
    ]
    assert Path(arm).read_text(encoding="utf-8") == ARM
    assert main(["rename", arm, old, "wrist", "--in-place"]) == 0
    assert Path(arm).read_text(encoding="utf-8") == ARM.replace("hand", "wrist")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["hnd", "wrist"], "nothing is called 'hnd'; did you mean 'hand'?"),
        (["hand", "base"], "'base' is taken"),
        (["twin", "x"], 'say which: /robot[@name="r"]/link[@name="twin"], /robot[@name="r"]/joint[@name="twin"]'),
    ],
)
def test_names_that_cannot_be_end_with_status_2(
    arm: str, call: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if call[0] == "twin":
        text = ARM.replace("hand", "twin").replace("lift", "twin").replace('"arm"', '"r"')
        Path(arm).write_text(text, encoding="utf-8")
    assert main(["rename", arm, *call]) == 2
    assert message in capsys.readouterr().err


def test_documents_that_include_another_are_changed_where_asked(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner.sdf", tmp_path / "outer.sdf"
    inner.write_text('<sdf version="1.10"><model name="m"><link name="l"/></model></sdf>\n', encoding="utf-8")
    text = '<sdf version="1.10"><world name="w"><include><uri>inner.sdf</uri></include><frame name="f" attached_to="m::l"/></world></sdf>\n'
    outer.write_text(text, encoding="utf-8")
    assert main(["rename", str(inner), "l", "k", "--included-by", str(outer), "--in-place"]) == 0
    assert outer.read_text(encoding="utf-8") == text.replace("m::l", "m::k")
    assert main(["check", str(outer)]) == 0


def test_a_robot_is_mounted_on_another(arm: str, capsys: pytest.CaptureFixture[str]) -> None:
    gripper = str(Path(arm).with_name("gripper.urdf"))
    call = ["attach", arm, gripper, "--to", "hand", "--pose", "0,0,0.1,0,0,0", "--prefix", "g_"]
    assert main(call) == 0
    assert '+    <origin xyz="0 0 0.1"/>' in capsys.readouterr().out
    assert main([*call, "--in-place"]) == 0
    text = Path(arm).read_text(encoding="utf-8")
    assert text.startswith(ARM.removesuffix("</robot>\n"))
    assert '<link name="g_base"/>' in text
    assert main(["attach", arm, gripper, "--to", "wrist"]) == 2
    assert "there are base, hand, g_base" in capsys.readouterr().err.replace("base, g_base, hand", "base, hand, g_base")
    assert main(["attach", arm, gripper, "--to", "hand"]) == 2
    assert "a prefix tells them apart" in capsys.readouterr().err
    assert main(["attach", arm, gripper, "--to", "hand", "--pose", "1,2"]) == 2
    assert main(["attach", arm, "nowhere.urdf", "--to", "hand"]) == 2


def test_differences_are_told_with_their_places(arm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", arm, arm]) == 0
    assert capsys.readouterr().out == ""
    other = tmp_path / "other.urdf"
    other.write_text(
        ARM.replace('<link name="base"/>', '<link name="base"><inertial><mass value="2"/></inertial></link>'),
        encoding="utf-8",
    )
    assert main(["diff", arm, str(other)]) == 1
    assert capsys.readouterr().out == f"link base: mass: 0 -> 2  ({arm}:2:3, {other}:2:31)\n"
    assert main(["diff", arm, str(other), "--format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {
        "kind": "link",
        "name": "base",
        "change": "changed",
        "what": "mass",
        "old": 0.0,
        "new": 2.0,
        "old_place": {"file": arm, "line": 2, "column": 3},
        "new_place": {"file": str(other), "line": 2, "column": 31},
        "area": "inertia",
    }
    assert main(["diff", arm, "nowhere.urdf"]) == 2
    assert main(["diff", arm, arm, "--tolerance", "-1"]) == 2


def test_differences_are_a_page_and_some_areas_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other, page = tmp_path / "a.urdf", tmp_path / "b.urdf", tmp_path / "page.html"
    text = '<robot name="r"><link name="l"/><gazebo reference="l"><mu1>0.5</mu1></gazebo></robot>'
    one.write_text(text)
    other.write_text(text.replace("0.5", "0.7"))
    assert main(["diff", str(one), str(other), "--format", "html", "-o", str(page)]) == 1
    assert "model r: gazebo[l]/mu1: 0.5 -\\u003e 0.7" in page.read_text(encoding="utf-8")
    assert main(["diff", str(one), str(other), "--only", "inertia,visual"]) == 0
    assert main(["diff", str(one), str(other), "--only", "collision"]) == 1
    capsys.readouterr()
    assert main(["diff", str(one), str(other), "--only", "colours"]) == 2
    assert "'colours' is no area; there are kinematics" in capsys.readouterr().err


def test_pictures_of_both_robots_stand_in_the_markdown(
    arm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bodyplan.cli.viewing import picture

    pages: dict[str, str] = {}
    monkeypatch.setattr(picture, "save_picture", lambda page, path, size: pages.update({path: page}))
    other, folder, text = tmp_path / "other.urdf", tmp_path / "some (pictures)", tmp_path / "out" / "text.md"
    other.write_text(ARM.replace('"base"', '"foot"'), encoding="utf-8")
    text.parent.mkdir()
    words = ["diff", arm, str(other), "--format", "markdown", "--pictures", str(folder)]
    assert main([*words, "-o", str(text)]) == 1
    assert [os.path.relpath(path, folder) for path in pages] == ["before.png", "after.png", "differences.png"]
    before, after, both = pages.values()
    assert ("foot" in before, "foot" in after) == (False, True)
    assert "link foot: added" in both
    assert folder.is_dir()
    assert "| ![before](../some%20%28pictures%29/before.png) | ![after](" in text.read_text(encoding="utf-8")


def test_what_an_included_file_has_is_named_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = tmp_path / "part.xml"
    part.write_text(
        '<mujoco><worldbody>\n<body name="leg"><geom size=".1"/></body>\n</worldbody></mujoco>', encoding="utf-8"
    )
    whole = tmp_path / "whole.xml"
    whole.write_text('<mujoco><include file="part.xml"/></mujoco>', encoding="utf-8")
    assert main(["rename", str(whole), "leg", "limb"]) == 2
    assert (
        f"nothing is called 'leg' in this file; it is in {part}:2, which this one includes" in capsys.readouterr().err
    )
