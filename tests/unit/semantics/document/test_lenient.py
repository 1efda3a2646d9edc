"""Texts as editors hold them: not complete, not well-formed, not saved."""

from __future__ import annotations

import random
from pathlib import Path

import bodyplan
import pytest

ROBOT = """<robot name="cart">
  <link name="base"/>
  <link name="wheel"/>
  <joint name="axle" type="continuous">
    <parent link="base"/>
    <child link="wheel"/>
  </joint>
</robot>
"""


def found(doc: bodyplan.Document) -> list[tuple[str, int, int]]:
    return [(each.code, each.line, each.column) for each in doc.diagnostics]


@pytest.mark.parametrize("path", ["examples/faulty.urdf", "examples/arm.sdf", "examples/arm.urdf"])
def test_a_sound_text_is_read_as_check_reads_it(path: str) -> None:
    doc = bodyplan.read_lenient(Path(path).read_text(encoding="utf-8"), path)
    assert doc.diagnostics == bodyplan.check(path).diagnostics


@pytest.mark.parametrize("path", ["examples/arm.sdf", "examples/arm.urdf", "examples/faulty.urdf"])
def test_a_truncated_text_has_its_elements_and_no_findings_far_from_the_cut(path: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    known = {(each.code, each.message) for each in bodyplan.check(path).diagnostics}
    for cut in random.Random(3).sample(range(len(text)), 60):
        doc = bodyplan.read_lenient(text[:cut], path)
        line = text.count("\n", 0, cut) + 1
        new = [each for each in doc.diagnostics if (each.code, each.message) not in known]
        assert [str(each) for each in new if abs(each.line - line) > 2] == []


def test_a_tag_that_is_being_typed_leaves_the_others() -> None:
    doc = bodyplan.read_lenient(ROBOT.replace("  <joint", "  <link na\n  <joint"), "cart.urdf")
    assert [link.name for link in doc.root.link] == ["base", "wheel"]
    assert doc.root.joint[0].child.link == "wheel"
    assert found(doc) == [("BP003", 4, 3), ("BP003", 4, 9)]
    place = bodyplan.location_of(doc.root.joint[0], "name")
    assert (place.line, place.column, place.end_column) == (5, 10, 21)


def test_places_are_those_of_the_text_behind_a_quotation_mark_that_is_missing() -> None:
    doc = bodyplan.read_lenient(ROBOT.replace('<link name="base"/>', "<link name=base/><link nam='c'/>"), "cart.urdf")
    assert doc.root.link[0].name == "base"
    unknown = next(each for each in doc.diagnostics if each.code == "BP202")
    line = "  <link name=base/><link nam='c'/>"
    assert (unknown.line, unknown.column) == (2, line.index("nam=") + 1)
    place = bodyplan.location_of(doc.root.link[1])
    assert line[place.column - 1 : place.end_column - 1] == "<link nam='c'/>"


def test_what_stands_in_the_text_is_still_found() -> None:
    doc = bodyplan.read_lenient(ROBOT.replace("continuous", "continous").removesuffix("</robot>\n"), "cart.urdf")
    assert ("BP107", 4) in [(code, line) for code, line, _ in found(doc)]


@pytest.mark.parametrize(
    ("text", "path", "format"),
    [
        ("", "a.sdf", "sdformat"),
        ("", "a.urdf", "urdf"),
        ("<", "a.skel", "skel"),
        ("<mujo", "a.xml", "mjcf"),
        ("<sdf", None, "sdformat"),
        ("directives:\n- add_model:\n    name: a\n    file: [", "a.dmd.yaml", "dmd"),
        ("directives", "a.dmd.yaml", "dmd"),
        ("\0\ud800", "a.urdf", "urdf"),
    ],
)
def test_hardly_anything_is_a_document(text: str, path: str | None, format: str) -> None:
    doc = bodyplan.read_lenient(text, path)
    assert doc.format == format
    assert [each.severity for each in doc.diagnostics][:1] == ["error"]


def test_texts_that_are_not_saved_are_read_in_the_place_of_files(tmp_path: Path) -> None:
    world = '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include></model></sdf>'
    part = '<sdf version="1.9"><model name="part"><link name="{}"/></model></sdf>'
    top = tmp_path / "top.sdf"
    assert [each.severity for each in bodyplan.read_lenient(world, top).diagnostics][:1] == ["error"]
    doc = bodyplan.read_lenient(world, top, files={tmp_path / "part.sdf": part.format("one")})
    assert sorted(doc.scene.links) == ["m::part::one"]
    (tmp_path / "part.sdf").write_text(part.format("saved"))
    assert sorted(bodyplan.read_lenient(world, top).scene.links) == ["m::part::saved"]
    doc = bodyplan.read_lenient(world, top, files={tmp_path / "part.sdf": part.format("two")})
    assert sorted(doc.scene.links) == ["m::part::two"]


def test_a_file_of_macros_that_is_not_saved_is_read(tmp_path: Path) -> None:
    pytest.importorskip("xacro")
    head = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r">'
    text = f'{head}<xacro:include filename="m.xacro"/><xacro:l n="base"/></robot>'
    macro = f'{head}<xacro:macro name="l" params="n"><link name="${{n}}"/></xacro:macro></robot>'
    doc = bodyplan.read_lenient(text, tmp_path / "r.urdf.xacro", files={tmp_path / "m.xacro": macro})
    assert [link.name for link in doc.root.link] == ["base"]


def test_a_broken_text_in_xacro_is_expanded() -> None:
    pytest.importorskip("xacro")
    text = (
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r">\n  <xacro:property name="n" value=base/>\n'
        '  <link name="${n}"/>\n  <li'
    )
    doc = bodyplan.read_lenient(text, "r.xacro")
    assert [link.name for link in doc.root.link] == ["base"]
    assert {code for code, _, _ in found(doc)} == {"BP003"}


def test_a_part_of_documents_is_read_as_one_of_them() -> None:
    part = '<!-- <mujoco/> -->\n<mujocoinclude>\n  <worldbody><body name="b"><geom size=".1" mass="x"/></body></worldbody>\n'
    part += '  <actuator><motor joint="of_another_file"/></actuator>\n</mujocoinclude>\n'
    doc = bodyplan.read_lenient(part, "part.xml")
    assert (doc.format, [body.name for body in doc.root.worldbody[0].body]) == ("mjcf", ["b"])
    assert found(doc) == [("BP101", 3, part.splitlines()[2].index("mass") + 1)]
    cut = bodyplan.read_lenient(part[: part.index("<actuator")] + "<act", "part.xml")
    assert [body.name for body in cut.root.worldbody[0].body] == ["b"]
    assert "BP007" not in {code for code, _, _ in found(cut)}
