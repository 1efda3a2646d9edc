"""Masses and moments that no body has are reported alike in all formats, where they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan import Diagnostic
from bodyplan.semantics.document.loader import check_bytes

URDF = """<robot name="arm">
  <link name="fore">
    <inertial>
      <mass value="{mass}"/>
      <inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
</robot>"""
SDF = """<sdf version="1.12">
  <model name="arm"><link name="fore">
    <inertial>
      <mass>{mass}</mass>
      <inertia><ixx>{xx}</ixx><iyy>{yy}</iyy><izz>{zz}</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>
    </inertial>
  </link></model>
</sdf>"""
SKEL = """<skel version="1.0"><world name="w"><skeleton name="arm">
  <body name="fore">
    <inertia>
      <mass>{mass}</mass>
      <moment_of_inertia>
        <ixx>{xx}</ixx><iyy>{yy}</iyy><izz>{zz}</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>
      </moment_of_inertia>
    </inertia>
  </body>
  <joint name="root" type="weld"><parent>world</parent><child>fore</child></joint>
</skeleton></world></skel>"""
FORMATS = [URDF, SDF, SKEL]


def findings(text: str, **options: Any) -> list[Diagnostic]:
    return list(check_bytes("document.xml", options, data=text.encode()).diagnostics)


def body(text: str, mass: object, xx: object = 1, yy: object = 1, zz: object = 1) -> str:
    return text.format(mass=mass, xx=xx, yy=yy, zz=zz)


FAULTS = [
    ((-2,), ("BP640", "BP620", "BP666"), 4, "link 'fore' has the mass -2 kg"),
    ((0,), ("BP643", "BP643", "BP666"), 4, "link 'fore' has an inertia and no mass"),
    ((1e-5,), ("BP643", "BP643", "BP643"), 4, "link 'fore' has a moment of 1 kg m² and 1e-05 kg"),
    (
        (2, -1),
        ("BP641", "BP620", "BP667"),
        5,
        "link 'fore' has principal moments -1, 1, 1 kg m²; none can be negative",
    ),
    (
        (2, 1, 1, 3),
        ("BP642", "BP620", "BP667"),
        5,
        "link 'fore' has principal moments 1, 1, 3 kg m²; the last exceeds the sum of the others",
    ),
]


@pytest.mark.parametrize(("numbers", "codes", "line", "message"), FAULTS)
def test_all_formats_say_the_same(numbers: tuple[float, ...], codes: tuple[str, ...], line: int, message: str) -> None:
    for text, code in zip(FORMATS, codes):
        (found,) = findings(body(text, *numbers))
        assert (found.code, found.line, found.message) == (code, line, message)
        assert found.severity == ("error" if code == "BP620" else "warning")


@pytest.mark.parametrize("numbers", [(2, 1, 1, 2), (1e-3, 1e-3, 1e-3, 1e-3), (1e-6, 1e-6, 1e-6, 1e-6), (5, 0, 0, 0)])
def test_bodies_and_placeholders_are_fine(numbers: tuple[float, ...]) -> None:
    for text in FORMATS:
        assert findings(body(text, *numbers)) == []


@pytest.mark.parametrize("mass", ["two", "1e999", ""])
def test_a_mass_that_is_no_number_is_one_mistake(mass: str) -> None:
    for text in FORMATS:
        found = findings(body(text, mass))
        assert len(found) == 1, found
        assert found[0].code.startswith("BP1")


def test_each_of_two_mistakes_is_found_once() -> None:
    assert [each.code for each in findings(body(URDF, -2, 1, 1, 3))] == ["BP640", "BP642"]
    assert [each.code for each in findings(body(URDF, 0, 1, 1, 3))] == ["BP643", "BP642"]
    assert [each.code for each in findings(body(SKEL, 0, 1, 1, 3))] == ["BP666", "BP667"]
    assert [each.code for each in findings(body(SDF, -2, 1, 1, 3))] == ["BP620"]
    assert [each.code for each in findings(body(SDF, 0, 1, 1, 3))] == ["BP643", "BP620"]


def test_numbers_that_are_not_finite() -> None:
    assert [(each.code, each.message) for each in findings(body(SDF, "inf"))] == [
        ("BP620", "link 'fore' has the mass inf kg")
    ]
    assert [each.code for each in findings(body(SKEL, "inf"))] == ["BP666"]
    (found,) = findings(body(SDF, 1, "nan"))
    assert (found.code, found.message) == ("BP620", "link 'fore' has a moment of inertia that is not finite")


def test_moments_that_are_not_written_are_named_as_such() -> None:
    text = '<sdf version="1.12"><model name="m"><link name="l"><inertial><mass>0</mass></inertial></link></model></sdf>'
    (found,) = findings(text)
    assert (found.code, found.message) == ("BP643", "link 'l' has an inertia, 1 kg m² where none is written, and 0 kg")


def test_a_mass_of_zero_is_fine_where_nothing_moves() -> None:
    static = body(SDF, 0).replace('<link name="fore">', '<static>true</static><link name="fore">')
    assert findings(static) == []
    nested = static.replace("<link", '<model name="inner"><link').replace("</link>", "</link></model>")
    assert findings(nested) == []


def test_computed_moments_are_not_judged() -> None:
    shape = '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>'
    text = '<sdf version="1.12"><model name="m"><link name="l"><inertial auto="true"/>{}</link></model></sdf>'
    assert findings(text.format(shape)) == []


@pytest.mark.parametrize(("target", "expected"), [("libsdformat", ["BP643"]), ("drake", ["BP719"])])
def test_one_finding_for_what_a_target_replaces(target: str, expected: list[str]) -> None:
    assert [each.code for each in findings(body(SDF, 0), target=target)] == expected


def test_drake_is_told_of_the_whole_element() -> None:
    for text, numbers, code in ((URDF, (2, 1, 1, 3), "BP642"), (URDF, (0,), "BP643"), (SDF, (2, 1, 1, 3), "BP620")):
        (found,) = findings(body(text, *numbers), target="drake")
        assert (found.code, found.line, found.severity) == (code, 3, "warning")


def test_what_an_included_robot_has_is_reported_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(body(URDF, 0), encoding="utf-8")
    world = '<sdf version="1.12"><world name="w"><include><uri>arm.urdf</uri></include></world></sdf>'
    (tmp_path / "world.sdf").write_text(world, encoding="utf-8")
    report = bodyplan.check(tmp_path / "world.sdf")
    found = [each for each in report.diagnostics if each.code == "BP643"]
    assert [(Path(str(each.file)).name, each.line) for each in found] == [("arm.urdf", 4)]
