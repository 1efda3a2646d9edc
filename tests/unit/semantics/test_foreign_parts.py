"""Parts that a format does not have and whose reader is known: one note for each reader, and errors in strict mode."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.semantics.formats.foreign_parts import FILE, foreign_parts_of
from bodyplan.semantics.formats.registry import FORMATS
from bodyplan.semantics.formats.schema_tables import read_schema_table

ROBOT = """<robot name="r">
  <link name="a">
    <inertial><mass value="1"/><inertia {inertia}/></inertial>
    <collision {collision}><geometry {geometry}><sphere radius="1"/></geometry>{inside}</collision>
    {link}
  </link>
</robot>
"""
INERTIA = 'ixx="1" iyy="1" izz="1" ixy="0.1" ixz="0" iyz="0"'


def findings(*, strict: bool = False, **parts: str) -> tuple[Diagnostic, ...]:
    values = {"inertia": INERTIA, "collision": "", "geometry": "", "inside": "", "link": "", **parts}
    text = ROBOT.format(**values)
    if not strict:
        return bodyplan.loads(text).diagnostics
    with pytest.raises(bodyplan.LoadError) as raised:
        bodyplan.loads(text, strict=True)
    return tuple(raised.value.diagnostics)


def test_all_parts_of_a_reader_are_one_note() -> None:
    found = findings(inside='<sdf resolution="64"/><sdf resolution="64"/>', link="<fem/>")
    assert {(each.code, each.severity) for each in found} == {("BP214", "note")}
    assert [each.line for each in found] == [4, 4, 5]
    assert len({each.message for each in found}) == 1
    assert found[0].message.startswith("<sdf> in <collision>, <fem> in <link>: Isaac Gym")


def test_what_no_reader_is_known_for_stays_a_warning() -> None:
    found = findings(inside="<sdf/>", link="<wings/>")
    assert [(each.code, each.severity) for each in found] == [("BP214", "note"), ("BP201", "warning")]


def test_strict_mode_makes_errors_of_them() -> None:
    assert [(each.code, each.severity) for each in findings(inside="<sdf/>", strict=True)] == [("BP201", "error")]


def test_the_lower_half_of_a_matrix_is_harmless_where_it_repeats_the_upper() -> None:
    (found,) = findings(inertia=f'{INERTIA} iyx="0.10"')
    assert found.code == "BP214"
    (found,) = findings(inertia=f'{INERTIA} iyx="0.2"')
    assert (found.code, found.severity) == ("BP202", "warning")


@pytest.mark.parametrize(
    ("origin", "code"), [('<origin xyz="0 0 0.0" rpy="0 -0 0"/>', "BP214"), ('<origin xyz="0 0 1"/>', "BP201")]
)
def test_zeros_where_no_reader_looks_are_harmless(origin: str, code: str) -> None:
    (found,) = findings(link=origin)
    assert found.code == code


def test_sdformat_has_a_table_too() -> None:
    (found,) = bodyplan.loads(
        '<sdf version="1.12"><model name="m"><link name="l"><contact/></link></model></sdf>'
    ).diagnostics
    assert (found.code, found.severity) == ("BP214", "note")


@pytest.mark.parametrize("format", [name for name in FORMATS if read_schema_table(name, FILE)])
def test_tables_name_parts_that_the_format_does_not_have(format: str) -> None:
    rows = read_schema_table(format, FILE)["foreign"]
    parts = [part for row in rows for part in row["parts"]]
    assert len(parts) == len(set(parts)) == len(foreign_parts_of(format))
    assert len({row["of"] for row in rows}) == len(rows)
    for row in rows:
        assert set(row) <= {"of", "says", "parts", "equals", "zero"}
        assert set(row.get("equals", {})) <= {part.partition("/@")[2] for part in row["parts"]}
        assert len(row["says"]) < 100
