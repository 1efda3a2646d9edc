"""What changed between two descriptions, with a verdict for each line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from bodyplan.codegen.change_report import what
from bodyplan.codegen.comparison import SchemaChange, compare_versions
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.impact import find_touched
from bodyplan.codegen.lookup import Version

ROOT = '<element name="toy" required="1">{}</element>'
Compare = Callable[..., list[str]]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, Mapping[str, str]]], Path]:
    """Makes the folder of a format: files by version and name."""

    def make(versions: Mapping[str, Mapping[str, str]]) -> Path:
        for version, files in versions.items():
            (tmp_path / "toy" / version).mkdir(parents=True)
            for name, text in files.items():
                (tmp_path / "toy" / version / name).write_text(text, encoding="utf-8")
        return tmp_path / "toy"

    return make


def lines(changes: list[SchemaChange]) -> list[str]:
    return [f"{change.kind}: {what(change)} ({change.verdict})" for change in changes]


@pytest.fixture
def compare(write: Callable[[Mapping[str, Mapping[str, str]]], Path]) -> Compare:
    """The lines of a comparison of two root elements with this content."""

    def call(old: str, new: str, **more: Mapping[str, str]) -> list[str]:
        texts = {"1.0": {"root.sdf": ROOT.format(old)}, "1.1": {"root.sdf": ROOT.format(new)}}
        for version, files in more.items():
            texts[version.lstrip("v").replace("_", ".")] |= files
        return lines(compare_versions(write(texts), "1.0", "1.1")[1])

    return call


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", '<element name="a" type="int" required="0"/>', "added: root:toy/a (compatible)"),
        ("", '<element name="a" type="int" required="1"/>', "added: root:toy/a (breaks writers)"),
        ("", '<attribute name="a" type="int" required="0"/>', "added: root:toy/@a (compatible)"),
        ("", '<element copy_data="true" required="*"/>', "added: root:toy/* (compatible)"),
        ('<element name="a" type="int" required="0"/>', "", "removed: root:toy/a (breaks writers)"),
        ('<element name="a" type="int" required="1"/>', "", "removed: root:toy/a (breaks readers and writers)"),
    ],
)
def test_parts_come_and_go(old: str, new: str, expected: str, compare: Compare) -> None:
    assert compare(old, new) == [expected]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('type="double" max="2"', 'type="double" max="3"', "max 2 -> 3 (breaks readers)"),
        ('type="double" max="3"', 'type="double" max="2"', "max 3 -> 2 (breaks writers)"),
        ('type="double"', 'type="double" min="0"', "min none -> 0 (breaks writers)"),
        ('type="double" min="0"', 'type="double"', "min 0 -> none (breaks readers)"),
        ('type="vector2d" min="0 1"', 'type="vector2d" min="1 0"', "min 0 1 -> 1 0 (breaks readers and writers)"),
        ('type="int"', 'type="double"', "type int -> double (breaks readers)"),
        ('type="unsigned int"', 'type="double"', "type unsigned int -> double (breaks readers)"),
        ('type="double"', 'type="int"', "type double -> int (breaks writers)"),
        ('type="double"', 'type="float"', "type double -> float (compatible)"),
        ('type="double"', 'type="vector3"', "type double -> vector3 (breaks readers and writers)"),
        ('type="double"', 'type="string"', "type double -> string (breaks readers)"),
        ('type="double" default="1"', 'type="double" default="2"', "default '1' -> '2' (breaks readers and writers)"),
        ('type="double" default="1"', 'type="double" default="1.0"', "default '1' -> '1.0' (compatible)"),
        ('type="string" default="a"', 'type="string" default="b"', "default 'a' -> 'b' (breaks readers and writers)"),
    ],
)
def test_facets_have_verdicts(old: str, new: str, expected: str, compare: Compare) -> None:
    texts = (f'<element name="a" {facets} required="0"/>' for facets in (old, new))
    assert compare(*texts) == [f"changed: root:toy/a: {expected}"]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("0", "1", "breaks writers"),
        ("1", "0", "breaks readers"),
        ("0", "*", "breaks readers"),
        ("*", "1", "breaks writers"),
        ("+", "0", "breaks readers and writers"),
        ("0", "-1", "compatible"),
    ],
)
def test_numbers_have_verdicts(old: str, new: str, verdict: str, compare: Compare) -> None:
    texts = (f'<element name="a" type="int" required="{number}"/>' for number in (old, new))
    assert compare(*texts) == [f"changed: root:toy/a: required {old} -> {new} ({verdict})"]


def test_an_attribute_stands_at_most_once_whatever_is_said(compare: Compare) -> None:
    texts = (f'<attribute name="a" type="int" required="{number}"/>' for number in ("*", "0"))
    assert compare(*texts) == ["changed: root:toy/@a: required * -> 0 (compatible)"]


def test_a_default_matters_to_those_who_may_leave_the_part_out(compare: Compare) -> None:
    texts = (f'<attribute name="a" type="int" default="{default}" required="1"/>' for default in (1, 2))
    assert compare(*texts) == ["changed: root:toy/@a: default '1' -> '2' (compatible)"]


def test_attributes_of_a_reference_are_compared(compare: Compare) -> None:
    part = {"part.sdf": '<element name="part" required="0"><element name="x" type="int" required="0"/></element>'}
    reference = '<element name="part" ref="part" required="0">{}</element>'
    attribute = '<attribute name="n" type="int" required="{}"/>'
    texts = (reference.format(attribute.format(number)) for number in (0, 1))
    assert compare(*texts, v1_0=part, v1_1=part) == ["changed: root:toy/part/@n: required 0 -> 1 (breaks writers)"]


def test_a_description_that_moves_to_a_file_of_its_own_changes_no_document(compare: Compare) -> None:
    box = '<element name="box" required="{}"><element name="x" type="int" default="{}" required="0"/></element>'
    found = compare(
        box.format(0, 1),
        '<include filename="box.sdf" required="1"/>',
        v1_1={"box.sdf": box.format("*", 2)},
    )
    assert found == [
        "changed: root:toy/box: required 0 -> 1 (breaks writers)",
        "described elsewhere: root:toy/box: described in root.sdf -> box.sdf (compatible)",
        "changed: root:toy/box/x: default '1' -> '2' (breaks readers and writers)",
    ]


def test_rules_tell_what_was_renamed_and_moved(compare: Compare) -> None:
    a = '<element name="a" required="0"><element name="x" type="int" default="1" required="0"/></element>'
    rules = """<convert name="toy">
      <rename><from element="a"/><to element="b"/></rename>
      <convert name="c"><move><from attribute="n"/><to element="d::n"/></move></convert>
    </convert>"""
    found = compare(
        a + '<element name="c" required="0"><attribute name="n" type="int" required="0"/></element>',
        a.replace('"a"', '"b"').replace('default="1"', 'default="2"')
        + '<element name="c" required="0"><element name="d" required="0">'
        '<element name="n" type="int" required="0"/></element></element>',
        v1_1={"1_0.convert": rules},
    )
    assert found == [
        "renamed: root:toy/a -> root:toy/b (breaks readers and writers)",
        "changed: root:toy/b/x: default '1' -> '2' (breaks readers and writers)",
        "moved: root:toy/c/@n -> root:toy/c/d/n (breaks readers and writers)",
        "added: root:toy/c/d (compatible)",
    ]


def test_rules_of_several_steps_are_followed_and_turned_round(
    write: Callable[[Mapping[str, Mapping[str, str]]], Path],
) -> None:
    rule = '<convert name="toy"><rename><from element="{}"/><to element="{}"/></rename></convert>'
    home = write(
        {
            "1.0": {"root.sdf": ROOT.format('<element name="a" type="int" required="0"/>')},
            "1.1": {
                "root.sdf": ROOT.format('<element name="b" type="int" required="0"/>'),
                "1_0.convert": rule.format("a", "b"),
            },
            "1.2": {
                "root.sdf": ROOT.format('<element name="c" type="int" required="0"/>'),
                "1_1.convert": rule.format("b", "c"),
            },
        }
    )
    verdict = "(breaks readers and writers)"
    assert lines(compare_versions(home, "1.0", "1.2")[1]) == [f"renamed: root:toy/a -> root:toy/c {verdict}"]
    assert lines(compare_versions(home, "1.2", "1.0")[1]) == [f"renamed: root:toy/c -> root:toy/a {verdict}"]
    with pytest.raises(SchemaError, match=r"toy has no version '1\.3'; there are 1\.0, 1\.1, 1\.2"):
        compare_versions(home, "1.0", "1.3")


def test_documents_are_touched_where_they_say_or_leave_out_what_changed(
    write: Callable[[Mapping[str, Mapping[str, str]]], Path], tmp_path: Path
) -> None:
    old = """<attribute name="gone" type="int" required="0"/>
    <element name="size" type="double" max="9" required="0"/><element name="one" type="int" required="*"/>
    <element name="must" type="int" required="0"/><element name="usual" type="int" default="1" required="0"/>"""
    new = """<element name="size" type="double" max="2" required="0"/><element name="one" type="int" required="0"/>
    <element name="must" type="int" required="1"/><element name="usual" type="int" default="2" required="0"/>
    <element name="fresh" type="int" required="1"/><element name="free" type="int" required="0"/>"""
    home = write({"1.0": {"root.sdf": ROOT.format(old)}, "1.1": {"root.sdf": ROOT.format(new)}})
    texts = {
        "touched.toy": '<toy gone="1">\n<size>3</size>\n<one>1</one>\n<one>2</one>\n</toy>',
        "sound.toy": "<toy>\n<size>1</size><one>1</one><must>1</must><usual>1</usual><fresh>1</fresh></toy>",
        "other.toy": "<game/>",
        "broken.toy": "<toy",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    before, changes = compare_versions(home, "1.0", "1.1")
    found = find_touched(changes, Version(before), [str(tmp_path / name) for name in texts])
    assert sorted((touch.file.rpartition("/")[2], touch.line, what(touch.change)) for touch in found) == [
        ("touched.toy", 1, "root:toy/@gone"),
        ("touched.toy", 1, "root:toy/fresh"),
        ("touched.toy", 1, "root:toy/must: required 0 -> 1"),
        ("touched.toy", 1, "root:toy/usual: default '1' -> '2'"),
        ("touched.toy", 2, "root:toy/size: max 9 -> 2"),
        ("touched.toy", 4, "root:toy/one: required * -> 0"),
    ]
