"""What did not change from one version to the next, down to the last descendant, is one class."""

from __future__ import annotations

from typing import Any

from bodyplan.codegen.passes.collection import collect
from bodyplan.codegen.passes.names import name_classes
from bodyplan.codegen.passes.shared_classes import share_classes

ROOT = """\
<element name="toy" required="1">
  <element name="same" required="0"><attribute name="a" type="int" default="{shared}" required="0"/></element>
  <element name="outer" required="0">
    <element name="inner" required="0"><attribute name="a" type="int" default="{inner}" required="0"/></element>
  </element>
</element>
"""


def owners(read_format: Any, *texts: str) -> dict[str, list[str]]:
    compiled = collect(read_format({f"1.{number}": {"root": text} for number, text in enumerate(texts)}))
    name_classes(compiled)
    share_classes(compiled)
    keys = compiled.definitions["1.0"]
    return {key[1]: [compiled.owners[version, key][0] for version in compiled.versions] for key in keys}


def test_a_change_deep_inside_makes_new_classes_of_all_around_it(read_format: Any) -> None:
    found = owners(read_format, ROOT.format(shared=1, inner=1), ROOT.format(shared=1, inner=2))
    assert found == {
        "toy": ["1.0", "1.1"],
        "toy/same": ["1.0", "1.0"],
        "toy/outer": ["1.0", "1.1"],
        "toy/outer/inner": ["1.0", "1.1"],
    }


def test_versions_without_a_difference_share_everything(read_format: Any) -> None:
    found = owners(read_format, *[ROOT.format(shared=1, inner=1)] * 3)
    assert all(versions == ["1.0"] * 3 for versions in found.values())
