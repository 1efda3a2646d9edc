"""Description files as records; what the reader does not accept is in tests/generated/bad_schemas."""

from __future__ import annotations

from typing import Any

from bodyplan.codegen.grammar import Include, SchemaNode

ROOT = """\
<element name="toy" required="1">
  <attribute name="kind" type="string" default="a" required="1"/>
  <element name="mass" type="double" min="0" max="2" required="-1"/>
  <element copy_data="true" required="*"/>
  <include filename="pose.sdf" required="0"/>
</element>
"""


def test_a_file_is_the_tree_of_its_elements_with_places(read_format: Any) -> None:
    source = read_format({"1.0": {"root": ROOT, "pose": '<element name="pose" type="pose" required="0"/>'}})
    toy = source.versions["1.0"]["root"]
    kind, mass, anything, pose = toy.children
    assert (toy.name, toy.path, toy.occurs, toy.line) == ("toy", "toy", "1", 1)
    assert isinstance(kind, SchemaNode)
    assert isinstance(mass, SchemaNode)
    assert isinstance(anything, SchemaNode)
    assert (kind.kind, kind.path, kind.default) == ("attribute", "toy/@kind", "a")
    assert (mass.minimum, mass.maximum, mass.occurs, mass.line) == ("0", "2", "-1", 3)
    assert anything.copy_data
    assert isinstance(pose, Include)
    assert (pose.stem, pose.occurs) == ("pose", "0")
