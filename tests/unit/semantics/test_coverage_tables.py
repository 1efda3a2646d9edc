"""The tables of what conversions carry name what the schemas have."""

from __future__ import annotations

from typing import Any

import bodyplan
import pytest
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import kind_of, parts_of
from bodyplan.semantics.convert.coverage.ledger import UncoveredNode, find_reason
from bodyplan.semantics.convert.coverage.tables import FILE
from bodyplan.semantics.core.bindings import bindings_of, versions_of
from bodyplan.semantics.formats.registry import FORMATS
from bodyplan.semantics.formats.schema_tables import read_schema_table
from lxml import etree

PATHS = ("carried", "without_effect", "represented", "rejected", "values", "zeros")
"""Sections that map paths of parts of records."""
OTHERS = {
    "inertial",
    "geometry",
    "pitch",
    "limits",
    "angles",
    "names",
    "resolved",
    "resolved_in_sdformat",
    "numbers",
    "no_place",
}
NOT_IN_SCHEMAS = {"[rejected] shape: geometry/*/color", "[rejected] shape: geometry/color"}
"""What documents have where the format has none."""


def classes_of(format: str) -> list[Any]:
    return [each for version in versions_of(format) for each in bindings_of(format, version).types.values()]


def inside(classes: list[Any], step: str) -> list[Any]:
    """The classes of what a step leads to."""
    found = []
    for cls in classes:
        for place, part in parts_of(cls).by_place.items():
            if place == step or (step == "*" and not place.startswith("@")):
                kind = kind_of(part.owner, part.field)
                found.append(kind if issubclass(kind, Element) else Element)
    return found


@pytest.mark.parametrize("format", ["mjcf", "sdformat", "skel", "urdf"])
def test_paths_lead_to_what_the_schema_has(format: str) -> None:
    table, known, wrong, count = read_schema_table(format, FILE), classes_of(format), [], 0
    for section in PATHS:
        for aspect, rows in table.get(section, {}).items():
            for path in rows:
                count += 1
                ahead = known
                for step in (each for each in path.split("/") if each not in (".", "**")):
                    ahead = inside(ahead, step)
                if not ahead:
                    wrong.append(f"[{section}] {aspect}: {path}")
    assert count > 40
    assert set(wrong) == (NOT_IN_SCHEMAS if format == "skel" else set())


@pytest.mark.parametrize("format", ["mjcf", "sdformat", "skel", "urdf", "drake"])
def test_tables_have_known_sections(format: str) -> None:
    assert read_schema_table(format, FILE).keys() <= {*PATHS, *OTHERS}


def test_what_is_resolved_is_in_the_schema() -> None:
    known = classes_of("mjcf")
    for path, row in read_schema_table("mjcf", FILE)["resolved"].items():
        ahead = known
        for step in path.split("/") if path not in ("mujoco", "mujocoinclude") else ():
            ahead = inside(ahead, step)
        assert ahead, path
        if path not in ("mujocoinclude", "include"):
            wrong = [
                name for name in row["attributes"] if not any(f"@{name}" in parts_of(each).by_place for each in ahead)
            ]
            assert wrong == [], path


def test_reasons_are_about_formats_that_are_converted() -> None:
    for to in ("sdformat", "urdf"):
        assert read_schema_table(to, FILE)["no_place"].keys() <= {*FORMATS, "any"}


def test_damping_of_a_joint_that_becomes_several_is_compared_axis_by_axis() -> None:
    axes = "".join(f"<{tag}><dynamics><damping>{value}</damping></dynamics></{tag}>"
                   for tag, value in (("axis", 5), ("axis2", 2), ("axis3", -1)))  # fmt: skip
    bodies = "".join(f'<body name="{name}"><transformation>0 0 0 0 0 0</transformation></body>' for name in "ab")
    joint = f'<joint name="j" type="euler"><parent>a</parent><child>b</child><axis_order>zyx</axis_order>{axes}</joint>'
    text = f'<skel version="1.0"><world name="w"><skeleton name="s">{bodies}{joint}</skeleton></world></skel>'
    made = bodyplan.convert(bodyplan.loads(text), "sdformat")
    changed = [each.message for each in made.changes if "<damping>" in each.message]
    assert len(changed) == 1
    assert "is written '-1' and becomes 0" in changed[0]


@pytest.mark.parametrize("format", ["mjcf", "sdformat", "skel", "urdf"])
def test_no_reason_denies_what_the_schema_has(format: str) -> None:
    title = FORMATS[format].title
    tags = {kind.Meta.name for kind in bindings_of(format).types.values()}
    assert len(tags) > 30
    for of in FORMATS.keys() - {format}:
        reasons = read_schema_table(format, FILE)["no_place"]
        for tag in tags:
            left = UncoveredNode(etree.Element(tag), None)
            assert (
                find_reason(left, reasons.get(of) or reasons.get("any", {}), title) != f"nothing in {title} says that"
            )
    made_up = UncoveredNode(etree.Element("made_up"), None)
    assert find_reason(made_up, {}, title) == f"nothing in {title} says that"
