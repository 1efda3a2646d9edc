"""A small contrived format and its whole output: what a change of the compiler does shows as a diff here.

``pytest tests/generated/test_golden.py --update`` writes the output as the new expectation, and fails.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from lxml import etree

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

from bodyplan.codegen import sync

GOLDEN = Path(__file__).parent / "golden"

DOCUMENT = """\
<toy version="{version}">
  <part name="p" kind="left-handed" from="here">
    <name>q</name>
    <class>c</class>
    <str>5</str>
    <list>1</list>
    <list>2</list>
    <field>3</field>
    <any_elements>true</any_elements>
    <leftHand>1 2 3</leftHand>
    <at relative-to="x">1 2 3 0 0 0</at>
    <limit><low>-1</low></limit>
    <axis><limit><high>2</high></limit></axis>
    <spare name="s"><axis><limit><high>1</high></limit></axis><cover/></spare>
    <cover>
      <color><rgb>1 0 0</rgb></color>
      <part name="inside" kind=""><axis><limit><high>1</high></limit></axis><cover/></part>
      <extra file="f"><anything><goes/></anything></extra>
    </cover>
    <part name="below"><axis><limit><high>1</high></limit></axis><cover/></part>
    <unheard>of</unheard>
  </part>
  <shape><box><size>1 1 1</size></box><element/><none/><any/><2d/></shape>
</toy>
""".replace("<2d/>", "")


def expected_files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix().removesuffix(".txt"): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.txt")
    }


def compare(files: dict[str, str], folder: Path, update: bool) -> None:
    """Fails with the diff if ``files`` are not what ``folder`` expects; all of them have ``.txt`` at their end there."""
    if update:
        for path in folder.rglob("*.txt"):
            path.unlink()
        sync.write({f"{name}.txt": text for name, text in files.items()}, folder)
        pytest.fail("expectations were written anew; look at the diff", pytrace=False)
    found = sync.differences({f"{name}.txt": text for name, text in files.items()}, folder)
    strays = sorted(set(expected_files(folder)) - set(files))
    assert not strays
    if found:
        pytest.fail(f"{found[:20_000]}\nif this is meant to be so, run pytest with --update", pytrace=False)


def test_bindings_are_as_expected(request: pytest.FixtureRequest) -> None:
    compare(sync.render(GOLDEN / "schemas"), GOLDEN / "expected", request.config.getoption("--update"))


def test_bindings_of_an_extension_are_as_expected(request: pytest.FixtureRequest) -> None:
    files = sync.render_extension(GOLDEN / "schemas", GOLDEN / "acme.toml")
    compare(files, GOLDEN / "expected_extension", request.config.getoption("--update"))


def test_what_did_not_change_is_one_class_in_both_versions(make_package: Any) -> None:
    make_package("toys", sync.render(GOLDEN / "schemas"), with_runtime=True)
    old, new = importlib.import_module("toys.toy.v1_0"), importlib.import_module("toys.toy.v1_1")
    assert old.Shape is new.Shape
    assert old.Axis is new.Axis
    assert old.Part is not new.Part
    assert old.Cover is not new.Cover, "a cover may hold a part, which is another class"
    assert importlib.import_module("toys.toy").Part is new.Part
    assert old.Part(name_attribute="p").str_ == 0
    assert new.Part(name_attribute="p").str_ == 1


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_names_that_python_keeps_for_itself_are_read_and_written(version: str, make_package: Any) -> None:
    make_package("toys", sync.render(GOLDEN / "schemas"), with_runtime=True)
    bindings = importlib.import_module(f"toys.toy.v{version.replace('.', '_')}")._BINDINGS
    sink = Sink()
    tree = parse(Source("toy.xml", DOCUMENT.format(version=version)), sink)
    assert tree is not None
    toy = bindings.decode(tree, sink)
    (part,) = toy.part
    assert (part.name_attribute, part.name, part.class_, part.str_, part.list_) == ("p", "q", "c", 5, [1, 2])
    assert (part.field_, part.any_elements_, part.from_, part.left_hand.z) == (3, True, "here", 3)
    assert (part.at.relative_to, part.at.value.x, part.limit.low, part.axis.limit.high) == ("x", 1, -1, 2)
    assert (part.spare.name_attribute, part.part[0].name_attribute) == ("s", "below")
    assert part.cover[0].part.kind == ""
    assert part.cover[0].extra.any_elements[0].qname == "anything"
    assert part.any_elements[0].qname == "unheard"
    assert (toy.shape.element, toy.shape.none, toy.shape.any) != (None, None, None)
    written = bindings.encode(toy)
    again = parse(Source("again.xml", written), Sink())
    assert again is not None
    assert bindings.decode(again, Sink()) == toy
    assert etree.tostring(again, method="c14n").split() == etree.tostring(tree, method="c14n").split()


def test_findings_of_a_compiled_schema_are_those_that_it_asks_for(make_package: Any) -> None:
    make_package("toys", sync.render(GOLDEN / "schemas"), with_runtime=True)
    bindings = importlib.import_module("toys.toy.v1_0")._BINDINGS
    sink = Sink()
    tree = parse(Source("toy.xml", DOCUMENT.format(version="1.0")), sink)
    assert tree is not None
    bindings.decode(tree, sink)
    assert [(finding.code, finding.xpath.rsplit("/", 1)[-1]) for finding in sink.finish()] == [
        ("BP106", "str"),
        ("BP201", "unheard"),
    ]


def test_a_class_that_needs_itself_can_be_made(make_package: Any) -> None:
    """A required child that leads back to its own class would never end; it reads as None."""
    make_package("toys", sync.render(GOLDEN / "schemas"), with_runtime=True)
    toys = importlib.import_module("toys.toy")
    part = toys.Part(name_attribute="p")
    assert part.axis.limit.high == 0
    assert part.spare is None
    assert repr(part) == "Part(name_attribute='p')"
