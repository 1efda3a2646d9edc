"""Names of classes, fields and members."""

from __future__ import annotations

from typing import Any

import pytest
from bodyplan.codegen.passes.collection import collect
from bodyplan.codegen.passes.names import class_name, field_name, member_name, name_classes

LIMIT = '<element name="limit" required="0"><attribute name="a" type="int" required="0"/></element>'
ROOT = f"""\
<element name="toy" required="1">
  <element name="axis" required="0">{LIMIT}</element>
  <element name="spring" required="0">{LIMIT}</element>
  <element name="joint" required="0"/>
</element>
"""


def test_an_element_is_named_after_itself_and_after_its_parent_where_two_differ(read_format: Any) -> None:
    compiled = collect(read_format({"1.0": {"root": ROOT}}))
    name_classes(compiled)
    assert sorted(compiled.class_names.values()) == ["Axis", "AxisLimit", "Joint", "Spring", "SpringLimit", "Toy"]


@pytest.mark.parametrize(
    ("written", "name"), [("linear_acceleration", "LinearAcceleration"), ("2d", "N2d"), ("none", "None_")]
)
def test_class_names(written: str, name: str) -> None:
    assert class_name(written) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [("leftActuator", "left_actuator"), ("class", "class_"), ("2d", "n2d"), ("list", "list_"), ("xml", "xml_")],
)
def test_field_names(written: str, name: str) -> None:
    assert field_name(written) == name


@pytest.mark.parametrize(("written", "name"), [("linear-x", "LINEAR_X"), ("", "EMPTY"), ("3d", "N3D")])
def test_member_names(written: str, name: str) -> None:
    assert member_name(written) == name
