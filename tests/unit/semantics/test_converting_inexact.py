"""What of a document was not read as it is written is in the elements that its decoder noted, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from bodyplan.runtime.element import Element
from bodyplan.runtime.source import Source
from bodyplan.semantics.convert.coverage.unparsed_text import find_misreading, find_misreadings, with_ancestors
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.document import get_parsed
from bodyplan.semantics.document.loader import load_lenient

ROBOT = """<robot name="r"{version}>
  <link name="a"><visual><origin {origin}/><geometry><box size="{size}"/></geometry></visual></link>
  <link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/>{limit}</joint>
  <gazebo reference="a">{block}</gazebo>
</robot>"""
PLAIN = {
    "version": "",
    "origin": 'xyz="0 0 1"',
    "size": "1 1 1",
    "limit": '<limit lower="0" upper="1" effort="1" velocity="1"/>',
    "block": "<mu1>1</mu1>",
}


def parse(**parts: str) -> Any:
    text = ROBOT.format(**(PLAIN | parts))
    document, _ = load_lenient(Source(None, text.encode()), Options(), "urdf")
    assert document is not None
    return get_parsed(document)


def find(root: Element, noted: set[Any] | None) -> list[Any]:
    return list(find_misreadings(root, {}, noted, has_drakes_tags=False))


@pytest.mark.parametrize(
    ("parts", "count"),
    [
        ({}, 0),
        ({"version": ' version="1.2"'}, 0),
        ({"size": "1 1 1x"}, 1),
        ({"size": "one"}, 1),
        ({"size": "1 1 1 1"}, 1),
        ({"origin": 'xyz="nothing" rpy="0 0 0x"'}, 2),
        ({"limit": PLAIN["limit"] * 2 + "nothing"}, 1),
        ({"limit": '<limit lower="" effort="1" velocity="1"/>'}, 1),
        ({"block": "some text"}, 1),
        ({"block": "<mu1>1</mu1> some text"}, 1),
    ],
)
def test_all_that_is_misread_is_in_what_was_noted(parts: dict[str, str], count: int) -> None:
    parsed = parse(**parts)
    found = find(parsed.root, None)
    assert len(found) == count
    assert find(parsed.root, with_ancestors(parsed.source.inexact)) == found


def test_of_a_document_that_is_as_described_nothing_is_noted() -> None:
    assert parse().source.inexact == set()


def test_an_attribute_of_an_element_that_was_not_noted_is_read_as_it_is_written() -> None:
    parsed = parse(size="1 1 1x")
    origin = parsed.root.link[0].visual[0].origin
    assert origin.source_element not in with_ancestors(parsed.source.inexact)
    assert find_misreading(origin, origin.source_element, "xyz") is None
