"""``bodyplan tree``: links as a tree in the terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bodyplan.cli import render_tree
from bodyplan.cli.main import main

ROBOT = """\
<robot name="arm">
  <link name="base"><inertial><mass value="2.50001"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="left"/><link name="right"/><link name="tip"/>
  <joint name="l" type="revolute"><parent link="base"/><child link="left"/><limit lower="-1.5707963" upper="2" effort="3" velocity="4"/></joint>
  <joint name="r" type="continuous"><parent link="base"/><child link="right"/><mimic joint="l" multiplier="-1" offset="0.1"/></joint>
  <joint name="t" type="fixed"><parent link="left"/><child link="tip"/></joint>
</robot>
"""
LOOP = """\
<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="ab" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="ac" type="screw"><parent>a</parent><child>c</child><thread_pitch>2</thread_pitch><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="bc" type="prismatic"><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>
"""
Show = Callable[..., list[str]]


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Show:
    for variable in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)

    def call(text: str, *words: str) -> list[str]:
        file = tmp_path / "robot.xml"
        file.write_text(text, encoding="utf-8")
        assert main(["tree", str(file), *words]) == 0
        return capsys.readouterr().out.splitlines()

    return call


def test_links_with_masses_joints_types_limits_and_what_they_follow(show: Show) -> None:
    assert show(ROBOT) == [
        "arm: 4 links, 3 joints, 2 degrees of freedom, 2.5 kg",
        "base       2.5 kg",
        "├─ left      0 kg  l  revolute    -1.571 … 2 rad (-90° … 114.6°)",
        "│  └─ tip    0 kg  t  fixed",
        "└─ right     0 kg  r  continuous  mimics l × -1 + 0.1",
    ]


def test_a_part(show: Show) -> None:
    assert show(ROBOT, "--root", "left")[1:] == ["left    0 kg", "└─ tip  0 kg  t  fixed"]
    assert show(ROBOT, "--depth", "0")[1:] == ["base  2.5 kg  … 2 joints below"]


def test_what_closes_a_loop_stands_in_parentheses(show: Show) -> None:
    assert show(LOOP)[1:] == [
        "a          1 kg",
        "├─ b       1 kg  ab  revolute",
        "│  └─ (c)        bc  prismatic           closes a loop",
        "└─ c       1 kg  ac  screw -3.142 m/rev",
    ]  # fmt: skip


def test_a_joint_that_is_passed_backwards_says_so(show: Show) -> None:
    text = LOOP.replace("<parent>a</parent><child>c</child>", "<parent>c</parent><child>a</child>").replace(
        '<joint name="bc" type="prismatic"><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint>', ""
    )
    lines = show(text)
    assert [line.split()[0] for line in lines[1:]] == ["c", "└─", "└─"]
    backwards = text.replace('<link name="a"/>', '<link name="a"/><link name="d"/>').replace(
        "</model>", '<joint name="da" type="fixed"><parent>d</parent><child>a</child></joint></model>'
    )
    assert sum("child of this joint is the link above" in line for line in show(backwards)) == 1


def test_constraints_that_close_loops_are_told(show: Show) -> None:
    text = """<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/>
    <joint name="j" type="floating"><parent link="a"/><child link="b"/></joint>
    <drake:ball_constraint><drake:ball_constraint_body_A name="a"/><drake:ball_constraint_p_AP value="0 0 1"/>
    <drake:ball_constraint_body_B name="b"/><drake:ball_constraint_p_BQ value="0 0 0"/></drake:ball_constraint></robot>"""
    assert show(text)[-1] == "ball constraint between r::a and r::b"


def test_colours_are_those_of_pictures_and_only_where_they_are_wanted(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b" not in "".join(show(ROBOT))
    coloured = show(ROBOT, "--color", "always")
    assert "\x1b[34mrevolute\x1b[0m" in "".join(coloured)
    assert [re.sub(r"\x1b\[\d+m", "", line) for line in coloured] == show(ROBOT)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert show(ROBOT) == coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in "".join(show(ROBOT))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_where_the_lines_cannot_be_written_there_are_others(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, raw = tmp_path / "robot.urdf", io.BytesIO()
    file.write_text(ROBOT, encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert main(["tree", str(file)]) == 0
    lines = raw.getvalue().decode("ascii").splitlines()
    assert lines[2:] == [
        "|- left      0 kg  l  revolute    -1.571 .. 2 rad (-90 deg .. 114.6 deg)",
        "|  `- tip    0 kg  t  fixed",
        "`- right     0 kg  r  continuous  mimics l * -1 + 0.1",
    ]


def test_json_has_the_rows(show: Show) -> None:
    data = json.loads("\n".join(show(LOOP, "--format", "json")))
    assert [(row["link"], row["depth"], row["joint"], row["closes_loop"]) for row in data["tree"]] == [
        ("m::a", 0, None, False),
        ("m::b", 1, "m::ab", False),
        ("m::c", 2, "m::bc", True),
        ("m::c", 1, "m::ac", False),
    ]
    assert data["tree"][1]["limits"] == [["-inf", "inf"]]
    mimic = json.loads("\n".join(show(ROBOT, "--format", "json")))["tree"][3]["mimics"]
    assert mimic == [{"joint": "arm::l", "multiplier": -1.0, "offset": 0.1}]


def test_deep_trees_have_short_lines(show: Show) -> None:
    count = 2000
    links = "".join(f'<link name="k{n}"/>' for n in range(count))
    joints = "".join(
        f'<joint name="j{n}" type="fixed"><parent link="k{n - 1}"/><child link="k{n}"/></joint>'
        for n in range(1, count)
    )
    lines = show(f'<robot name="r">{links}{joints}</robot>')
    assert len(lines) == count + 1
    assert max(map(len, lines)) < 3 * render_tree.DEEPEST + 60
    assert lines[-1].lstrip().startswith(f"{count - 2 - render_tree.DEEPEST}> ")


def test_worlds_without_joints(show: Show) -> None:
    world = "<model name='g'><static>true</static><link name='l'/></model><model name='b'><link name='l'/></model>"
    assert show(f"<sdf version='1.9'><world name='w'>{world}</world></sdf>") == [
        "w: 2 links, 0 joints, 0 degrees of freedom, 2 kg",
        "g::l  1 kg  static",
        "b::l  1 kg",
    ]


def test_of_several_worlds_the_first_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.sdf"
    world = "<world name='{0}'><model name='{0}'><link name='l'/></model></world>"
    file.write_text(f"<sdf version='1.9'>{world.format('v')}{world.format('w')}</sdf>", encoding="utf-8")
    assert main(["tree", str(file)]) == 0
    out, err = capsys.readouterr()
    assert "the first of 2 worlds is shown" in err
    assert out.startswith("v: 1 link")
