"""Since when a part exists, and since when it is advised against."""

from __future__ import annotations

from typing import Any

from bodyplan.codegen.passes.collection import collect
from bodyplan.codegen.passes.history import note_history
from bodyplan.codegen.passes.names import name_classes

ROOT = '<element name="toy" required="1"><attribute name="a" type="int" required="0"/>{}</element>'
B = '<element name="b" type="int" required="{}"/>'


def test_the_first_version_that_has_a_part_counts(read_format: Any) -> None:
    versions = {"1.0": ROOT.format(""), "1.1": ROOT.format(B.format(0)), "1.2": ROOT.format(B.format(-1))}
    docs = {"root": '["toy/b"]\ndoc = "B."\ndeprecated = "use a"'}
    compiled = collect(read_format({version: {"root": text} for version, text in versions.items()}, docs))
    name_classes(compiled)
    note_history(compiled)
    assert compiled.since["Toy", ""] == compiled.since["Toy", "True:a"] == "1.0"
    assert compiled.since["Toy", "False:b"] == "1.1"
    assert compiled.deprecated_since.keys() == {("Toy", "False:b")}
