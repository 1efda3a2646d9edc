"""``Document.check``: what is wrong with a document as it is now, where it would be written."""

from __future__ import annotations

import bodyplan
import pytest

URDF = """<robot name="r">
  <link name="a"/>
  <link name="b"/>

  <joint name="j" type="revolute">
    <parent link="a"/><child link="b"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <odd/>
</robot>"""


def test_an_unchanged_document_has_the_findings_that_it_was_loaded_with() -> None:
    document = bodyplan.loads(URDF)
    assert document.diagnostics
    assert document.check().diagnostics == document.diagnostics
    assert document.root.name == "r"
    assert document.check().diagnostics == document.diagnostics


def test_findings_about_changes_have_the_places_of_what_was_changed() -> None:
    document = bodyplan.loads(URDF)
    document.root.joint[0].child.link = "c"
    document.root.joint[0].limit.any_attributes["uper"] = "2"
    report = document.check()
    assert not report.ok
    found = {finding.code: finding for finding in report.diagnostics}
    (before,) = document.diagnostics
    assert found[before.code] == before
    assert (found["BP202"].line, found["BP202"].column) == (7, 57)
    assert document.dumps().splitlines()[6][56:60] == "uper"
    assert found["BP202"].xpath == '/robot[@name="r"]/joint[@name="j"]/limit/@uper'
    assert [finding.line for finding in report.diagnostics if finding.severity == "error"] == [6]
    document.root.joint[0].child.link = "b"
    document.root.joint[0].limit.any_attributes.clear()
    assert document.check().diagnostics == document.diagnostics


def test_what_was_added_has_the_place_where_it_would_be_written() -> None:
    document = bodyplan.loads(URDF)
    document.root.joint[0].mimic = bodyplan.urdf.Mimic(joint="nobody")
    (finding,) = [each for each in document.check().diagnostics if each.severity == "error"]
    assert "mimic" in document.dumps().splitlines()[finding.line - 1]
    assert (finding.line, finding.xpath) == (8, '/robot[@name="r"]/joint[@name="j"]/mimic/@joint')


def test_a_text_inside_has_its_own_place() -> None:
    document = bodyplan.loads(
        '<sdf version="1.12"><model name="m">\n<link name="a"><inertial>\n<mass>1</mass>\n</inertial></link></model></sdf>'
    )
    document.root.model.link[0].inertial.mass = -1
    lines = [finding.line for finding in document.check().diagnostics if "mass" in finding.message]
    assert lines
    assert set(lines) <= {2, 3}


def test_values_that_do_not_fit_are_findings() -> None:
    document = bodyplan.loads(URDF)
    document.root.link.append("c")
    (finding,) = document.check().diagnostics
    assert (finding.code, finding.line) == ("BP112", 1)
    assert "Robot(name='r').link[2] is 'c'" in finding.message


@pytest.mark.parametrize("version", ["1.2", "1.6", "1.12"])
def test_documents_of_every_version_are_checked(version: str) -> None:
    document = bodyplan.loads(f'<sdf version="{version}"><model name="m"><link name="l"/></model></sdf>')
    assert document.check().diagnostics == document.diagnostics
    document.root.model.link[0].name = "n"
    assert document.check().ok
    document.root.model.link.append(bodyplan.sdformat.Link(name="n"))
    assert not document.check().ok


def test_a_deeply_nested_document_is_checked_again() -> None:
    text = "".join(f'<model name="m{i}"><link name="l"/>' for i in range(180)) + "</model>" * 180
    document = bodyplan.loads(f'<sdf version="1.12">{text}</sdf>')
    assert document.root is not None
    assert document.check().ok
