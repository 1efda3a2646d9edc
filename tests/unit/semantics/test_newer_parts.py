"""What another version of SDFormat knows is told as that."""

from __future__ import annotations

from collections.abc import Iterator

import bodyplan
import pytest
from bodyplan.semantics.formats.schema_tables import read_schema_table
from bodyplan.semantics.upgrade.grammar import ElementGrammar, grammar_of
from bodyplan.semantics.upgrade.versions import list_versions
from lxml import etree

OLDER = list_versions()[:-1]
ANY_VERSION = read_schema_table("sdformat", "format.toml")["any_version"]
DEPTH = 7
"""Elements around a part: no place of its own lies deeper."""


def findings(text: str) -> tuple[bodyplan.Diagnostic, ...]:
    try:
        return bodyplan.loads(text).diagnostics
    except bodyplan.LoadError as error:
        return error.diagnostics


def places(
    own: ElementGrammar, later: list[ElementGrammar], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Paths of elements that ``own`` knows, each with a part that only a later version has there."""
    if own.copies_anything or len(path) > DEPTH:
        return
    names = {f"@{name}" for each in later for name in each.attributes} - {f"@{name}" for name in own.attributes}
    names |= {name for each in later for name in each.children} - own.children.keys()
    for name in sorted(names):
        yield path, name
    for name, child in own.children.items():
        if name not in path:
            yield from places(child, [each.children[name] for each in later if name in each.children], (*path, name))


@pytest.mark.slow
@pytest.mark.parametrize("version", OLDER)
def test_what_a_later_version_has_is_newer_than_declared(version: str) -> None:
    known = list_versions()
    later = [grammar_of(each) for each in known[known.index(version) + 1 :]]
    root = etree.Element(grammar_of(version).name, version=version)
    missed = []
    for path, part in places(grammar_of(version), later, ()):
        if not path or f"{path[-1]}/{part}" in ANY_VERSION:
            continue
        root[:] = []
        element = root
        for name in path:
            element = etree.SubElement(element, name)
        if part[0] == "@":
            element.set(part[1:], "1")
        else:
            element = etree.SubElement(element, part)
        found = {
            finding.code
            for finding in findings(etree.tostring(root, encoding="unicode"))
            if finding.element == element.tag
        }
        if "BP207" not in found or found & {"BP201", "BP202"}:
            missed.append(("/".join(path), part, sorted(found)))
    assert missed == []


def test_the_flag_of_axes_is_newer_in_1_4() -> None:
    text = """<sdf version="1.4"><model name="m"><link name="a"/><link name="b"/><joint name="j" type="revolute">
<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>
</joint></model></sdf>"""
    (finding,) = findings(text)
    assert (finding.code, finding.element) == ("BP207", "use_parent_model_frame")


def test_what_only_earlier_versions_have_says_until_when() -> None:
    text = '<sdf version="1.12"><model name="m"><link name="a"><pose frame="x">0 0 0 0 0 0</pose></link></model></sdf>'
    (finding,) = findings(text)
    assert (finding.code, finding.hint) == ("BP202", "remove it: version 1.6 is the last that has it")
