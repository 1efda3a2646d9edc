"""BP013 (unexpanded-xacro): a document that is still xacro says so once, at the first place; an expanded one never."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.runtime.source import Source
from bodyplan.semantics.formats.xacro import uses_xacro

XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
LINK = '<link name="l"/>'


@pytest.fixture(autouse=True)
def _without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bodyplan.semantics.xacro.expansion.is_installed", lambda: False)


def robot(content: str, attributes: str = "") -> str:
    return f'<robot name="r" {attributes}>\n{content}\n</robot>'


def model(content: str, attributes: str = "") -> str:
    return f'<sdf version="1.9" {attributes}><model name="m">\n{content}\n</model></sdf>'


def findings(text: str, **options: bool) -> list[tuple[str, str, int]]:
    try:
        found = bodyplan.loads(text, **options).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [(finding.code, finding.severity, finding.line) for finding in found]


UNEXPANDED = {
    "macro": f'<xacro:macro name="a" params="x">{LINK}</xacro:macro>{LINK}<xacro:a x="1"/>',
    "property": f'<xacro:property name="a" value="1"/>{LINK}',
    "name": '<link name="${prefix}_l"/>',
    "argument": '<link name="$(arg prefix)_l"/>',
    "inside a foreign block": f'{LINK}<plugin name="p" filename="f"><xacro:if value="1"/></plugin>',
}


@pytest.mark.parametrize("case", UNEXPANDED)
@pytest.mark.parametrize("document", [robot, model])
def test_what_is_for_xacro_is_reported_once(case: str, document: type) -> None:
    text = document(UNEXPANDED[case], XACRO)
    of_xacro = [found for found in findings(text) if found[0] == "BP013"]
    assert of_xacro == [("BP013", "warning", 2)]
    assert ("BP013", "error", 2) in findings(text, strict=True)
    assert not {"BP201", "BP202"} & {code for code, *_ in findings(text)} - ({"BP201"} if "plugin" in text else set())


EXPANDED = {
    "declared and not used": LINK,
    "in a comment": f"<!-- ${{x}} <xacro:macro/> -->{LINK}<!-- $(arg x) -->",
    "text for a program": f'{LINK}<plugin name="p" filename="f"><topic>/camera_${{name}}</topic></plugin>',
    "no expression": '<link name="a$b"/>',
}


@pytest.mark.parametrize("case", EXPANDED)
@pytest.mark.parametrize("document", [robot, model])
def test_an_expanded_document_is_none(case: str, document: type) -> None:
    assert "BP013" not in {code for code, *_ in findings(document(EXPANDED[case], XACRO), strict=True)}


def test_a_large_document_and_other_encodings_are_looked_through() -> None:
    links = "".join(f'<link name="l{number}"><self_collide>false</self_collide></link>\n' for number in range(12_000))
    large = model(links + '<link name="${x}"/>')
    assert "BP013" in {code for code, *_ in findings(large)}
    text = '<?xml version="1.0" encoding="UTF-16"?>' + robot('<link name="${x}"/>')
    assert [d.code for d in bodyplan.loads(text.encode("utf-16")).diagnostics] == ["BP013"]


def test_what_is_in_a_comment_is_not_taken_for_xacro() -> None:
    text = (
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><!-- <xacro:a/> ${x} --><link name="a"/></robot>'
    )
    assert not uses_xacro(Source("r.urdf", text.encode()))
    assert uses_xacro(Source("r.urdf", text.replace("<link ", "<xacro:b/><link ").encode()))
