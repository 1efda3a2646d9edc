"""What is wrong in an expansion is reported where it was written, with what led there."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.diagnostics.diagnostic import Diagnostic

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def robot(content: str) -> str:
    """A document whose content begins on line 2."""
    return f'<robot name="r" {NAMESPACE}>\n{dedent(content).strip()}\n</robot>\n'


def check(folder: Path, content: str, **files: str) -> list[Diagnostic]:
    for name, held in files.items():
        (folder / f"{name}.xacro").write_text(robot(held))
    file = folder / "r.urdf.xacro"
    file.write_text(robot(content))
    return list(bodyplan.check(file).diagnostics)


def where(d: Diagnostic, folder: Path) -> str:
    assert d.file is not None
    return f"{Path(d.file).relative_to(folder)}:{d.line}:{d.column}-{d.end_line}:{d.end_column}"


def led(d: Diagnostic, folder: Path) -> list[str]:
    return [f"{Path(o.file or '').relative_to(folder)}:{o.line}:{o.column} {o.message}" for o in d.related]


def test_one_fault_in_a_macro_is_one_finding_with_all_calls(tmp_path: Path) -> None:
    calls = "\n".join(f'<xacro:part name="p{n}"/>' for n in range(8))
    content = '<xacro:macro name="part" params="name">\n<link name="${name}"><visul/></link>\n</xacro:macro>\n' + calls
    found = [d for d in check(tmp_path, content) if d.code == "BP201"]
    assert [where(d, tmp_path) for d in found] == ["r.urdf.xacro:3:22-3:30"]
    assert led(found[0], tmp_path) == [f"r.urdf.xacro:{5 + n}:1 in this call of part" for n in range(8)]


def test_different_faults_of_one_element_stay_apart(tmp_path: Path) -> None:
    content = """
        <xacro:macro name="part" params="name">
          <link name="${name}"/><joint name="${name}_j"/>
        </xacro:macro>
        <xacro:part name="a"/>
        <xacro:part name="b"/>
        """
    found = [d for d in check(tmp_path, content) if where(d, tmp_path).startswith("r.urdf.xacro:3:25")]
    assert len({d.message for d in found}) == len(found) > 1
    assert {len(d.related) for d in found} == {2}


def test_a_chain_leads_through_files_macros_conditions_and_blocks(tmp_path: Path) -> None:
    inner = """
        <xacro:macro name="inner" params="*shape">
          <xacro:if value="true">
            <link name="l"><visual><geometry><xacro:insert_block name="shape"/></geometry><orign/></visual></link>
          </xacro:if>
        </xacro:macro>
        """
    content = """
        <xacro:include filename="inner.xacro"/>
        <xacro:macro name="outer">
          <xacro:inner><sphere radius="x"/></xacro:inner>
        </xacro:macro>
        <xacro:outer/>
        """
    found = {d.code: d for d in check(tmp_path, content, inner=inner)}
    origin = found["BP201"]
    assert where(origin, tmp_path) == "inner.xacro:4:83-4:91"
    calls = ["r.urdf.xacro:4:3 in this call of inner", "r.urdf.xacro:6:1 in this call of outer"]
    assert led(origin, tmp_path) == ["inner.xacro:3:3 where this condition holds", *calls]
    block = found["BP101"]
    assert where(block, tmp_path) == "r.urdf.xacro:4:24-4:34"
    assert led(block, tmp_path) == [
        "inner.xacro:4:38 inserted here",
        "r.urdf.xacro:6:1 in this call of outer",
    ]


def test_an_include_is_part_of_the_chain(tmp_path: Path) -> None:
    (found,) = check(tmp_path, '<xacro:include filename="a.xacro"/>', a='<link name="l" nme="x"/>')
    assert where(found, tmp_path) == "a.xacro:2:16-2:23"
    assert led(found, tmp_path) == ["r.urdf.xacro:2:1 included here"]


def test_a_value_is_reported_where_it_is_written(tmp_path: Path) -> None:
    content = """
        <xacro:property name="heavy" value="lots"/>
        <xacro:macro name="part" params="mass:=${heavy}">
          <link name="l"><inertial>
            <mass value="${mass}"/>
            <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="${mass + '1'}"/>
          </inertial></link>
        </xacro:macro>
        <xacro:part/>
        """
    found = {d.element: d for d in check(tmp_path, content) if d.code == "BP101"}
    assert where(found["mass"], tmp_path) == "r.urdf.xacro:2:30-2:42"
    assert led(found["mass"], tmp_path) == [
        "r.urdf.xacro:5:11 used here",
        "r.urdf.xacro:3:26 passed on as mass",
        "r.urdf.xacro:9:1 in this call of part",
    ]
    assert where(found["inertia"], tmp_path) == "r.urdf.xacro:6:54-6:73"
    assert led(found["inertia"], tmp_path) == [
        "r.urdf.xacro:3:26 mass is set here",
        "r.urdf.xacro:2:30 heavy is set here",
        "r.urdf.xacro:9:1 in this call of part",
    ]


def test_a_value_beside_an_empty_prefix_is_reported_where_it_is_written(tmp_path: Path) -> None:
    content = """
        <xacro:arg name="prefix" default="{}"/>
        <xacro:macro name="weld" params="child">
          <joint name="j" type="fixed"><parent link="a"/><child link="$(arg prefix)${{child}}"/></joint>
        </xacro:macro>
        <link name="a"/>
        <xacro:weld child="b"/>
        """
    (finding,) = check(tmp_path, content.format(""))
    assert where(finding, tmp_path) == "r.urdf.xacro:7:13-7:22"
    (finding,) = check(tmp_path, content.format("left_"))
    assert where(finding, tmp_path).startswith("r.urdf.xacro:4:")


def test_the_text_of_an_element_is_a_value(tmp_path: Path) -> None:
    file = tmp_path / "m.sdf.xacro"
    file.write_text(
        f'<sdf version="1.9" {NAMESPACE}>\n<xacro:property name="m" value="lots"/>\n'
        '<model name="m"><link name="l"><inertial>\n<mass>${m}</mass>\n</inertial></link></model></sdf>'
    )
    (found,) = (d for d in bodyplan.check(file).diagnostics if d.code == "BP101")
    assert where(found, tmp_path) == "m.sdf.xacro:2:26-2:38"
    assert led(found, tmp_path) == ["m.sdf.xacro:4:1 used here"]


def test_attributes_and_elements_that_xacro_makes(tmp_path: Path) -> None:
    content = """
        <xacro:element xacro:name="lnk" name="a"/>
        <link name="l"><xacro:attribute name="nme" value="x"/></link>
        """
    found = [where(d, tmp_path) for d in check(tmp_path, content) if d.code in ("BP201", "BP202")]
    assert found == ["r.urdf.xacro:2:1-2:43", "r.urdf.xacro:3:16-3:55"]


def test_related_places_are_those_of_the_source(tmp_path: Path) -> None:
    content = """
        <link name="base"/>
        <xacro:macro name="part"><link name="base"/></xacro:macro>
        <xacro:part/>
        """
    (found,) = (d for d in check(tmp_path, content) if d.code == "BP540" or ("base" in d.message and d.related))
    assert where(found, tmp_path).startswith("r.urdf.xacro:3:")
    assert any(place.startswith("r.urdf.xacro:2:") for place in led(found, tmp_path))


def test_renderers_tell_the_chain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = "\n".join(f'<xacro:part name="p{n}"/>' for n in range(8))
    file = tmp_path / "r.urdf.xacro"
    file.write_text(robot(f'<xacro:macro name="part" params="name">\n<lnk n="${{name}}"/>\n</xacro:macro>\n{calls}'))
    assert main(["check", "--isolated", "--format", "full", "--select", "BP201", str(file)]) == 1
    text = capsys.readouterr().out
    assert text.count("in this call of part") == 5
    assert "… and 3 more places" in text
    main(["check", "--isolated", "--format", "json", "--select", "BP201", str(file)])
    (report,) = json.loads(capsys.readouterr().out)
    assert [place["line"] for place in report["diagnostics"][0]["related"]] == list(range(5, 13))
    main(["check", "--isolated", "--format", "sarif", "--select", "BP201", str(file)])
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert len(result["relatedLocations"]) == 8
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 3


def test_a_comment_in_the_source_keeps_a_finding_from_being_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.urdf.xacro"
    file.write_text(robot('<link name="l">\n<!-- bodyplan: ignore[BP201] meant -->\n<visul/>\n</link>'))
    assert main(["check", "--isolated", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_elements_of_a_document_know_where_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf.xacro"
    file.write_text(robot('<xacro:macro name="m">\n  <link name="l"/>\n</xacro:macro>\n<xacro:m/>'))
    document = bodyplan.load(file)
    place = bodyplan.location_of(document.root.link[0])
    assert (place.file, place.line, place.column, place.end_column) == (str(file), 3, 3, 19)
    assert document.check().diagnostics == document.diagnostics


def test_a_document_of_xacro_that_was_changed_has_places_of_its_text(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf.xacro"
    file.write_text(robot('<link name="l${1}"/>'))
    document = bodyplan.load(file)
    document.root.link.append(bodyplan.urdf.Link(name="apart"))
    assert {d.file for d in document.check().diagnostics if d.code == "BP543"} == {None}


def test_what_a_conversion_reports_is_in_the_text_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(
        '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:macro name="pair" params="n">\n'
        '<link name="${n}_a"/><link name="${n}_b"/>\n<joint name="${n}" type="continuous">\n<parent link="${n}_a"/>'
        '<child link="${n}_b"/>\n<safety_controller k_velocity="1"/>\n</joint></xacro:macro>\n'
        '<xacro:pair n="left"/>\n</robot>',
        encoding="utf-8",
    )
    (lost,) = bodyplan.convert(bodyplan.load(path), to="sdformat").losses
    assert (lost.file, lost.line, "safety_controller" in lost.message) == (str(path), 6, True)
