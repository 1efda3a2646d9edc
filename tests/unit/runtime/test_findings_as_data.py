"""What a finding is about stands in it as data, whatever words are made of it."""

from __future__ import annotations

from typing import Any

import bodyplan
import pytest
from bodyplan.diagnostics import rules
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.runtime import sink as sink_module
from bodyplan.runtime.sink import Sink


def found(text: str, name: str, target: Any = None) -> Diagnostic:
    try:
        diagnostics = bodyplan.loads(text, target=target).diagnostics
    except bodyplan.LoadError as error:
        diagnostics = error.diagnostics
    (one,) = (diagnostic for diagnostic in diagnostics if diagnostic.name == name)
    return one


def sdf(inside: str) -> str:
    return f'<sdf version="1.12"><model name="m"><link name="l"/>{inside}</model></sdf>'


def urdf(inside: str) -> str:
    return f'<robot name="r"><link name="l"/>{inside}</robot>'


@pytest.mark.parametrize(
    ("text", "name", "place", "wanted"),
    [
        (
            sdf("<pose>1 2 x 0 0 0</pose>"),
            "not-a-value",
            ("pose", None),
            {"type": "pose", "case": "unreadable", "text": "x"},
        ),
        (sdf("<pose>1 2x 3 0 0 0</pose>"), "not-a-value", ("pose", None), {"case": "trailing_inside", "text": "2x"}),
        (sdf("<pose>1 2 inf 0 0 0</pose>"), "not-a-value", ("pose", None), {"case": "not_finite", "text": "inf"}),
        (
            sdf("<pose>1 2 3</pose>"),
            "wrong-length",
            ("pose", None),
            {"type": "pose", "case": "too_few", "count": 3, "expected": 6},
        ),
        (sdf("<static>perhaps</static>"), "not-a-value", ("static", None), {"type": "bool", "text": "perhaps"}),
        (
            urdf('<material name="m"><color rgba="1 0"/></material>'),
            "wrong-length",
            ("color", "rgba"),
            {"type": "color", "case": "too_few", "count": 2, "expected": (3, 4)},
        ),
        (
            urdf('<joint name="j" type="revolut"><parent link="l"/><child link="l"/></joint>'),
            "not-allowed",
            ("joint", "type"),
            {"text": "revolut", "suggested": "revolute"},
        ),
        (sdf("<joint name='j' typ='fixed'/>"), "unknown-attribute", ("joint", "typ"), {"suggested": "@type"}),
        (sdf("<statc>true</statc>"), "unknown-element", ("statc", None), {"tag": "statc", "suggested": "static"}),
        (sdf("<odd/>"), "unknown-element", ("odd", None), {"suggested": None}),
        (urdf("<joint name='j'/>"), "missing-attribute", ("joint", None), {"part": "@type"}),
        (
            urdf('<joint name="j" type="revolute"><parent link="l"/><child link="l"/></joint>'),
            "required-here",
            ("joint", None),
            {"part": "limit", "condition": "type", "value": "revolute"},
        ),
    ],
)
def test_findings_carry_what_they_are_about(
    text: str, name: str, place: tuple[str, str | None], wanted: dict[str, Any]
) -> None:
    finding = found(text, name)
    assert (finding.element, finding.attribute) == place
    assert wanted.items() <= finding.arguments.items()


def test_a_finding_of_a_consumer_carries_its_row() -> None:
    finding = found(sdf("<allow_auto_disable>1</allow_auto_disable>"), "not-used-by-consumer", "drake")
    assert (finding.code, finding.row, finding.element) == ("BP702", "drake/unused", "allow_auto_disable")
    assert finding.arguments == {"name": "allow_auto_disable", "parent": "model", "value": "1"}
    assert finding.message == "Drake makes no use of <allow_auto_disable> in <model>."


def test_the_family_is_the_beginning_of_the_code() -> None:
    assert found(sdf("<odd/>"), "unknown-element").family == "BP2"


def test_findings_of_one_place_differ_by_their_data() -> None:
    text = urdf('<material name="m"><color rgba="1x 1y 0 1"/></material>')
    rest = [
        finding.arguments["rest"] for finding in bodyplan.loads(text).diagnostics if finding.name == "trailing-text"
    ]
    assert rest == ["x", "y"]


def test_errors_that_were_left_out_are_counted_whatever_else_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sink_module, "MOST_FINDINGS", 2)
    sink = Sink()
    for line in (1, 2):
        sink.report(rules.XML_LOOSE, line=line, reason="it is odd")
    sink.report(rules.UNKNOWN_FORMAT, line=3, tag="x", expected="<sdf>")
    assert not sink.ok
    sink.found = sink.found[:1]
    assert not sink.ok
