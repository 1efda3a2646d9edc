"""What ends an expansion is a finding at its place; so is what a document in xacro says in vain."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
LINK = '<link name="l"/>'


def found_in(content: str, **options: object) -> list[tuple[str, str, int, int]]:
    """Codes, severities and places in a document whose content begins on line 2."""
    text = f'<robot name="r" {NAMESPACE}><xacro:if value="true"/>\n{content}\n</robot>'
    try:
        found = bodyplan.loads(text, **options).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [(d.code, d.severity, d.line, d.column) for d in found]


FAULTS = {
    "an unknown property": ('<link name="a ${b} ${x}"/><xacro:property name="b" value="1"/>', "BP440", 15),
    "an unknown property in a property": ('<xacro:property name="p" value="1 ${q}"/><link name="${p}"/>', "BP440", 35),
    "a property to forward": ('<xacro:macro name="m" params="p:=^">${p}</xacro:macro><xacro:m/>', "BP440", 55),
    "a default": ('<xacro:macro name="m" params="a p:=${q}">${p}</xacro:macro><xacro:m a=""/>', "BP440", 36),
    "no expression": ('<link name="${1 +}"/>', "BP441", 13),
    "an unclosed expression": ('<link name="a${1"/>', "BP441", 14),
    "an expression after an entity": ('<link name="&amp;${1 +}"/>', "BP441", 7),
    "a key that is not there": ("<link name=\"${dict(a=1)['b']}\"/>", "BP441", 13),
    "a text between tags": ("<link name='l'><a>  ${1/0}</a></link>", "BP441", 21),
    "an unknown macro": ("<a><xacro:nothing/></a>", "BP442", 4),
    "a macro called by name": ('<xacro:call macro="nothing"/>', "BP442", 1),
    "a parameter too many": ('<xacro:macro name="m"/><xacro:m a="1"/>', "BP443", 33),
    "a parameter too few": ('<xacro:macro name="m" params="a b"/><xacro:m a="1"/>', "BP443", 37),
    "a block too few": ('<xacro:macro name="m" params="*a"/><xacro:m/>', "BP443", 36),
    "a block too many": ('<xacro:macro name="m"/><xacro:m><a/></xacro:m>', "BP443", 24),
    "an argument": ('<link name="$(arg a)"/>', "BP444", 13),
    "a file": ('<xacro:include filename="none.xacro"/>', "BP445", 1),
    "a file with values": ("<link name=\"${xacro.load_yaml('none.yaml')}\"/>", "BP445", 13),
    "a package": ('<link name="$(find none)"/>', "BP446", 13),
    "a circle": ('<xacro:property name="a" value="${a}"/><link name="${a}"/>', "BP447", 33),
    "a condition": ('<xacro:if value="perhaps"/>', "BP448", 1),
    "an attribute": ("<xacro:property/>", "BP448", 1),
    "a name": ('<xacro:property name="a b" value="1"/>', "BP448", 1),
    "a block": ('<xacro:insert_block name="b"/>', "BP448", 1),
    "an outer scope": ('<xacro:property name="a" value="1" scope="parent"/>', "BP448", 1),
    "an unknown substitution": ('<link name="$(nothing a)"/>', "BP441", 13),
    "a variable of the environment": ('<link name="$(env BODYPLAN_NONE)"/>', "BP441", 13),
    "what a document ends with": ("<link name=\"${xacro.fatal('no')}\"/>", "BP441", 13),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_ends_an_expansion_has_a_place(fault: str) -> None:
    content, code, column = FAULTS[fault]
    assert [each for each in found_in(content) if each[1] == "error"] == [(code, "error", 2, column)]


def test_a_fault_in_a_macro_tells_the_calls(tmp_path: Path) -> None:
    (tmp_path / "m.xacro").write_text(
        f'<robot {NAMESPACE}>\n<xacro:macro name="m" params="n"><link name="${{n / 0}}"/></xacro:macro>\n</robot>'
    )
    file = tmp_path / "r.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}>\n<xacro:include filename="m.xacro"/>\n<xacro:m n="2"/>\n</robot>')
    (found,) = bodyplan.check(file).diagnostics
    assert (found.file, found.line, found.column, found.end_column) == (str(tmp_path / "m.xacro"), 2, 46, 54)
    assert [(other.line, other.message) for other in found.related] == [(3, "n is set here"), (3, "in this call of m")]


def test_a_file_that_is_no_xml_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.xacro").write_text("<robot>\n  <link></robot>")
    file = tmp_path / "r.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}>\n<xacro:include filename="m.xacro"/>\n</robot>')
    (found,) = bodyplan.check(file).diagnostics
    assert (found.code, found.file, found.line) == ("BP003", str(tmp_path / "m.xacro"), 2)
    assert [(other.file, other.line) for other in found.related] == [(str(file), 2)]


def test_a_file_that_may_be_missing_is_no_fault() -> None:
    assert found_in(f'<xacro:include filename="none.xacro" optional="true"/>{LINK}') == []


SAID_IN_VAIN = {
    "a parameter": ('<xacro:macro name="m" params="a b">${a}</xacro:macro><xacro:m a="" b=""/>', "BP451", 33),
    "a property": ('<xacro:property name="p" value="1"/>', "BP452", 17),
    "a property inside": (
        '<xacro:property name="p" value="1"/>${p}<xacro:macro name="m"><xacro:property name="p" value="2"/></xacro:macro><xacro:m/>',
        "BP453",
        88,
    ),
    "a macro": ('<xacro:macro name="m"/>', "BP454", 14),
    "an expression": ('<a b="1 ${2.5}"/>', "BP456", 9),
    "a text in an expression": ("<a b=\"${'x'}\"/>", "BP456", 7),
    "an attribute that xacro does not know": ('<xacro:property name="p" value="1" more=""/>${p}', "BP450", 1),
}


@pytest.mark.parametrize("case", SAID_IN_VAIN)
def test_what_is_said_in_vain(case: str) -> None:
    content, code, column = SAID_IN_VAIN[case]
    found = found_in(f"<gazebo>{content}</gazebo>\n{LINK}")
    assert [(each[0], each[2], each[3]) for each in found] == [(code, 2, column + 8)]


FINE = {
    "used under a condition that does not hold": '<xacro:property name="p" value="1"/><xacro:if value="0">${p}</xacro:if>',
    "used by a file's values": '<xacro:property name="p" value="1"/><a b="${dict(q=p)}"/>',
    "used by what is called": (
        '<xacro:macro name="a">${x}</xacro:macro><xacro:macro name="b" params="x"><xacro:a/></xacro:macro>'
        '<xacro:b x="1"/>'
    ),
    "passed on": '<xacro:property name="p" value="1"/><xacro:macro name="m" params="p:=^">${p}</xacro:macro><xacro:m/>',
    "a block": '<xacro:macro name="m" params="*b"><xacro:insert_block name="b"/></xacro:macro><xacro:m><a/></xacro:m>',
    "a property of elements": '<xacro:property name="b"><a/></xacro:property><xacro:insert_block name="b"/>',
    "a macro called by name": "<xacro:macro name=\"m\"/><xacro:call macro=\"${'m' + ''}\"/>",
    "a parameter of the name of a property": (
        '<xacro:property name="p" value="1"/>${p}<xacro:macro name="m" params="p">${p}</xacro:macro><xacro:m p="2"/>'
    ),
    "set anew": '<xacro:property name="p" value="1"/><xacro:property name="p" value="2"/>${p}',
    "an escaped expression": '<a b="$${1}"/>',
}


@pytest.mark.parametrize("case", FINE)
def test_what_is_not_said_in_vain(case: str) -> None:
    assert found_in(f"<gazebo>{FINE[case]}</gazebo>{LINK}") == []


def test_arguments_that_the_document_does_not_know() -> None:
    declared = f'<xacro:arg name="side" default=""/><gazebo><a b="$(arg side)"/></gazebo>{LINK}'
    assert found_in(declared, arguments={"sied": "x"}) == [("BP455", "warning", 0, 0)]
    used = f'<gazebo><a b="$(arg side)"/></gazebo>{LINK}'
    assert found_in(used, arguments={"side": "x"}) == [("BP455", "warning", 2, 15)]
    assert found_in(declared, arguments={"side": "x"}) == []


def test_what_is_included_is_not_asked_for_what_it_offers(tmp_path: Path) -> None:
    (tmp_path / "parts.xacro").write_text(
        f'<robot {NAMESPACE}><xacro:property name="p" value="1"/><xacro:macro name="m"/><xacro:macro name="n"/></robot>'
    )
    file = tmp_path / "r.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}><xacro:include filename="parts.xacro"/><xacro:m/>{LINK}</robot>')
    assert bodyplan.check(file).diagnostics == ()
    assert bodyplan.check(tmp_path / "parts.xacro").diagnostics == ()


def test_warnings_are_errors_in_strict_mode() -> None:
    text = f'<robot name="r" {NAMESPACE}><xacro:property name="p" value="1"/>{LINK}</robot>'
    with pytest.raises(bodyplan.LoadError, match="BP452"):
        bodyplan.loads(text, strict=True)


def test_parameters_of_a_macro_that_does_nothing_are_not_missed() -> None:
    assert found_in(f'<xacro:macro name="m" params="a"/><xacro:m a=""/>{LINK}') == []
    inside = f'<xacro:macro name="m" params="a"><gazebo/></xacro:macro><xacro:m a=""/>{LINK}'
    assert [code for code, *_ in found_in(inside)] == ["BP451"]
