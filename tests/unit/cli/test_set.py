"""``bodyplan set``: where a path leads, and what a place takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main

URDF = """\
<?xml version='1.0'?>
<robot name='r'>
  <!-- the base -->
  <link name="a">
    <inertial>
      <mass   value = '1.25'/>  <!-- kg -->
    </inertial>
  </link>
  <link name="b"/>
  <joint name="j" type="fixed"> <parent link="a"/> <child link="b"/> </joint>
</robot>
"""
SDF = """\
<sdf version="1.9">
  <model name="m">
    <link name="l">
      <pose>0 0 0 0 0 0</pose>
      <sensor name="s" type="imu">
        <visualize><!-- why --> true </visualize>
      </sensor>
    </link>
    <plugin name="p" filename="f"><gain><![CDATA[1]]></gain></plugin>
  </model>
</sdf>
"""
CHANGES = {
    "an attribute": (URDF, '/robot/link[@name="a"]/inertial/mass/@value', "2.5", "'1.25'", "'2.5'"),
    "a path as findings print it": (
        URDF,
        "/robot[@name=\"r\"]/link[@name='a']/inertial/mass/@value",
        "-1e-3",
        "1.25",
        "-1e-3",
    ),
    "by number": (URDF, "/robot/link[1]/inertial/mass/@value", "2", "'1.25'", "'2'"),
    "an attribute that is not there": (URDF, "/robot/joint/@type", "floating", '"fixed"', '"floating"'),
    "characters that XML reserves": (URDF, "/robot/@name", "<'&", "name='r'", "name='&lt;&apos;&amp;'"),
    "a text beside a comment": (SDF, "/sdf/model/link/sensor/visualize", "false", "--> true", "--> false"),
    "a text in CDATA that no description knows": (SDF, "/sdf/model/plugin/gain", "x<y", "[1]", "[x<y]"),
    "an attribute that is added": (
        SDF,
        "/sdf/model/link/pose/@relative_to",
        "__model__",
        "<pose>",
        '<pose relative_to="__model__">',
    ),
    "an element that is added where the description has it": (
        SDF,
        '/sdf/model[@name="m"]/link/sensor/update_rate',
        "10",
        '"imu">\n',
        '"imu">\n        <update_rate>10</update_rate>\n',
    ),
    "elements in each other that are added": (
        URDF,
        '/robot/link[@name="b"]/inertial/origin/@xyz',
        "1 0 0",
        '<link name="b"/>',
        '<link name="b">\n    <inertial>\n      <origin xyz="1 0 0"/>\n    </inertial>\n  </link>',
    ),
}
REFUSALS = {
    "no number": ('/robot/link[@name="a"]/inertial/mass/@value', "heavy", "which is not a number; write it like 1.5"),
    "none of the words": ("/robot/joint/@type", "hinge", "use one of 'revolute', 'continuous'"),
    "too few numbers": ("/robot/joint/axis/@xyz", "1 2", "2 values where 3 are needed"),
    "a misspelt element": ("/robot/link[1]/inertail/mass/@value", "1", "<link> has no element 'inertail'; did you mean 'inertial'?"),
    "a misspelt attribute": ("/robot/joint/@tpye", "fixed", "<joint> has no attribute 'tpye'; did you mean 'type'?"),
    "a misspelt attribute of what would be added": ("/robot/joint/axis/@xzy", "1 0 0", "did you mean 'xyz'?"),
    "an unknown name": ('/robot/link[@name="c"]/inertial/mass/@value', "1", "<robot> has no <link> with the name 'c'; it has a, b"),
    "several": ("/robot/link/inertial/mass/@value", "1", 'say which: link[@name="a"], link[@name="b"]'),
    "too high a number": ("/robot/link[3]/inertial/mass/@value", "1", "<robot> has only 2 elements <link>"),
    "another root": ("/sdf/model/@name", "x", "the root element is <robot>, not sdf"),
    "an element without text": ("/robot/joint", "1", "<joint> takes no text; it has @name, @type"),
    "no path": ("robot", "1", "no path from the root element"),
    "a path with something else in it": ("/robot/link[last()]", "1", "it stops at '[last()]'"),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_one_value_changes(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, path, value, old, new = CHANGES[case]
    file = tmp_path / "robot.xml"
    file.write_text(text)
    assert main(["set", str(file), path, value]) == 0
    shown = capsys.readouterr()
    assert file.read_text() == text
    assert shown.out.startswith(f"--- {file}\n+++ {file}\n@@ ")
    assert main(["set", "--in-place", str(file), path, value]) == 0
    assert text.count(old) == 1
    assert file.read_text() == text.replace(old, new)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("case", REFUSALS)
def test_what_cannot_be_set_is_refused(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, value, message = REFUSALS[case]
    file = tmp_path / "robot.urdf"
    file.write_text(URDF)
    assert main(["set", "--in-place", str(file), path, value]) == 2
    output = capsys.readouterr()
    assert file.read_text() == URDF
    assert output.out == ""
    assert message in output.err


@pytest.mark.parametrize("written", ["1 2 <!-- 3 -->3 0 0 0", "<![CDATA[1 2 3 0 0 0]]>", "&#49; 2 3 0 0 0"])
def test_a_value_that_is_there_already_changes_nothing(written: str, tmp_path: Path) -> None:
    file = tmp_path / "model.sdf"
    text = SDF.replace("0 0 0 0 0 0", written)
    file.write_text(text)
    assert main(["set", "--in-place", str(file), "/sdf/model/link/pose", "1 2 3 0 0 0"]) == 0
    assert file.read_text() == text


def test_what_else_becomes_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "robot.urdf"
    file.write_text(URDF)
    assert main(["set", str(file), "/robot/joint/limit/@upper", "1"]) == 0
    assert "BP204: <limit> lacks its attribute 'effort'" in capsys.readouterr().err


def test_a_document_with_errors_can_be_mended(tmp_path: Path) -> None:
    file = tmp_path / "robot.urdf"
    file.write_text('<robot name="r"><link name="l"/><joint name="j" type="hinge"/></robot>')
    assert main(["set", "--in-place", str(file), "/robot/joint/@type", "revolute"]) == 0
    assert 'type="revolute"' in file.read_text()


def test_a_document_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.urdf").write_text("<robot>")
    assert main(["set", str(tmp_path / "broken.urdf"), "/robot/@name", "x"]) == 1
    assert main(["set", str(tmp_path / "missing.urdf"), "/robot/@name", "x"]) == 2
    assert "error BP003" in capsys.readouterr().err


def test_a_path_from_anywhere_leads_to_the_only_such_element(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robot.urdf"
    limits = '<limit lower="0" upper="1" effort="1" velocity="1"/>'
    joints = "".join(
        f'<joint name="{name}" type="revolute"><parent link="a"/><child link="{name}l"/>{limits}</joint>'
        for name in "jk"
    )
    file.write_text(f'<robot name="r"><link name="a"/><link name="jl"/><link name="kl"/>{joints}</robot>')
    assert main(["set", str(file), '//joint[@name="k"]/limit/@upper', "2", "--write"]) == 0
    assert file.read_text().count('upper="2"') == 1
    assert file.read_text().index('name="k"') < file.read_text().index('upper="2"')
    capsys.readouterr()
    for path, words in (("//limit/@upper", "say which"), ("//limits/@upper", "is nowhere in the document")):
        assert main(["set", str(file), path, "3"]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ('//link[@name="a"]/@name', "base", "nothing is called 'a' any more, but for 1 reference; rename"),
        ("//joint/@name", "k", None),
        ("//joint/parent/@link", "c", None),
    ],
)
def test_references_to_a_name_that_is_gone_are_told(
    path: str, value: str, words: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robot.urdf"
    file.write_text(URDF)
    assert main(["set", str(file), path, value]) == 0
    told = capsys.readouterr().err
    assert "is called" not in told if words is None else words in told


def test_a_name_that_references_had_waited_for_is_no_surprise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robot.urdf"
    file.write_text(URDF.replace('parent link="a"', 'parent link="base"'))
    assert main(["set", str(file), '//link[@name="a"]/@name', "base"]) == 0
    assert "is called" not in capsys.readouterr().err
