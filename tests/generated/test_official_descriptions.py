"""``schemas/sdformat`` and what is compiled from it say what the official descriptions say: no fact more, none less.

The official files are read here with plain ElementTree, not with the importer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from bodyplan import sdformat
from bodyplan.codegen.compiler import compile_format
from bodyplan.codegen.grammar import version_key
from bodyplan.codegen.model import CompiledFormat

pytestmark = pytest.mark.corpus

FACETS = ("type", "default", "required", "min", "max", "ref", "copy_data", "filename")
VERSIONS = tuple(sdformat.VERSIONS)


class Fact(NamedTuple):
    """One element, attribute or include with what is said of it."""

    place: str
    kind: str
    facets: tuple[tuple[str, str], ...]


def facts(file: Path) -> Iterator[Fact]:
    yield from _facts(ElementTree.parse(file).getroot(), file.name)


def _facts(node: ElementTree.Element, above: str) -> Iterator[Fact]:
    if node.tag == "description":
        return
    place = f"{above}/{'@' * (node.tag == 'attribute')}{node.get('name', node.get('filename', '*'))}"
    yield Fact(place, node.tag, tuple((name, node.attrib[name]) for name in FACETS if name in node.attrib))
    for child in node:
        yield from _facts(child, place)


@pytest.fixture(scope="module")
def official(shared: Path) -> Path:
    return shared / "spec" / "sdformat"


@pytest.fixture
def published(official: Path, version: str) -> Path:
    """The official folder of a version."""
    if not (official / version).is_dir():
        pytest.skip(f"the official files beside the checkout end before SDFormat {version}")
    return official / version


@pytest.fixture(scope="module")
def compiled(checkout: Path) -> CompiledFormat:
    return compile_format(checkout / "schemas", "sdformat")


def test_the_versions_are_the_official_ones(official: Path, compiled: CompiledFormat) -> None:
    published = [path.name for path in official.iterdir() if path.is_dir()]
    assert compiled.versions[: len(published)] == sorted(published, key=version_key)
    assert tuple(compiled.versions) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_descriptions_say_what_the_official_ones_say(version: str, published: Path, checkout: Path) -> None:
    ours = checkout / "schemas" / "sdformat" / version
    assert {p.name for p in ours.iterdir()} == {p.name for p in published.iterdir() if p.suffix in (".sdf", ".convert")}
    counts: Counter[str] = Counter()
    for file in sorted(published.glob("*.sdf")):
        expected, found = Counter(facts(file)), Counter(facts(ours / file.name))
        assert found == expected, f"{file.name}: {(found - expected) + (expected - found)}"
        assert [fact for fact in facts(ours / file.name) if fact.kind != "attribute"] == [
            fact for fact in facts(file) if fact.kind != "attribute"
        ], f"{file.name}: the order of the elements"
        counts.update(fact.kind for fact in expected.elements())
    print(f"sdformat {version}: {counts['element']} elements, {counts['attribute']} attributes, 0 differences")


@pytest.mark.parametrize("version", VERSIONS)
def test_conversion_rules_are_the_official_ones(version: str, published: Path, checkout: Path) -> None:
    def outline(node: ElementTree.Element) -> object:
        text = (node.text or "").strip()
        return node.tag, node.attrib, text, [outline(child) for child in node]

    for file in sorted(published.glob("*.convert")):
        ours = checkout / "schemas" / "sdformat" / version / file.name
        assert outline(ElementTree.parse(ours).getroot()) == outline(ElementTree.parse(file).getroot()), file.name


@pytest.mark.parametrize("version", VERSIONS)
def test_no_prose_was_taken_over(version: str, checkout: Path) -> None:
    for file in (checkout / "schemas" / "sdformat" / version).iterdir():
        text = file.read_text(encoding="utf-8")
        assert "<description" not in text, file.name
        assert "<!--" not in text, file.name


@pytest.mark.parametrize("version", VERSIONS)
def test_compiled_classes_have_the_official_types_defaults_and_occurrences(
    version: str, published: Path, compiled: CompiledFormat
) -> None:
    """What an ``<include>`` puts in has the type of its file and the ``required`` of its place."""
    roots = {file.name: ElementTree.parse(file).getroot() for file in published.glob("*.sdf")}
    expected: dict[tuple[str, str, str], tuple[str | None, str | None, str | None]] = {}

    def occurs(node: ElementTree.Element) -> str:
        written = node.get("required", "0")
        # XML allows an attribute once, whatever the description says
        return {"*": "0", "+": "1"}.get(written, written) if node.tag == "attribute" else written

    def leaf(node: ElementTree.Element) -> bool:
        return node.get("type") is not None and not any(c.tag != "description" for c in node) and not node.get("ref")

    def default(node: ElementTree.Element) -> str | None:
        written = node.get("default")
        return None if written == "__default__" else written

    def note(stem: str, node: ElementTree.Element, path: str) -> None:
        for child in node:
            if child.tag == "description" or child.get("copy_data"):
                continue
            target = roots[child.get("filename", "")] if child.tag == "include" else child
            name = "@" * (target.tag == "attribute") + target.get("name", "")
            typed = target.tag == "attribute" or leaf(target)
            value = (target.get("type"), default(target)) if typed else (None, None)
            expected.setdefault((stem, path, name), (*value, occurs(child)))
            if child.get("ref"):
                # whatever stands inside is said again by the element that is referred to
                names = {(inner.tag, inner.get("name")) for inner in roots[f"{child.get('ref')}.sdf"]}
                assert {(inner.tag, inner.get("name")) for inner in child if inner.tag != "description"} <= names
            elif child.tag == "element":
                note(stem, child, f"{path}/{name}")
        if node.get("type") is not None and node.tag == "element" and not leaf(node):
            expected[stem, path, ""] = (node.get("type"), default(node), "0")

    for file, root in roots.items():
        note(file.removesuffix(".sdf"), root, root.get("name", ""))
    found = {
        (
            definition.key[0],
            definition.key[1],
            "" if part.kind == "text" else "@" * (part.kind == "attribute") + part.name,
        ): (part.type, part.default, part.occurs)
        for definition in compiled.definitions[version].values()
        for part in definition.parts
        if not definition.prefix and not part.prefix
    }
    assert found == expected
