"""Tags of an extension take their places in the definitions of a format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bodyplan.codegen.passes.collection import collect
from bodyplan.codegen.passes.extension import extend
from bodyplan.codegen.readers.extension import read_extension

ROOT = '<element name="toy" required="1"><element name="joint" required="*"><attribute name="name" type="string" required="1"/></element></element>'
TABLE = """\
[extension]
name = "acme"
prefix = "acme"
namespace = "http://acme.example"
match = "{match}"

[[tag]]
name = "ratio"
doc = "A ratio."
format = ["toy"]
at = ["joint"]
occurs = "0"
text = {{ type = "double", unit = "1", default = "1", above = 0 }}

[[tag]]
name = "serial"
kind = "attribute"
doc = "A number."
format = ["toy", "other"]
at = ["toy"]
occurs = "0"
text = {{ type = "int" }}

[[tag]]
name = "elsewhere"
doc = "Not here."
format = ["other"]
at = ["toy"]
occurs = "0"
text = {{ type = "int" }}
"""


def extended(read_format: Any, folder: Path, match: str) -> Any:
    (folder / "acme.toml").write_text(TABLE.format(match=match), encoding="utf-8")
    compiled = collect(read_format({"1.0": {"root": ROOT}}))
    extend(compiled, read_extension(folder / "acme.toml"))
    return compiled.definitions["1.0"]


def test_a_tag_becomes_a_part_of_the_elements_it_may_stand_in(read_format: Any, tmp_path: Path) -> None:
    definitions = extended(read_format, tmp_path, "namespace")
    (ratio,) = (part for part in definitions["root", "toy/joint"].parts if part.prefix)
    assert (ratio.kind, ratio.field_name, ratio.xml_name) == ("leaf", "acme_ratio", "acme:ratio")
    assert (ratio.default, ratio.above, ratio.namespace, ratio.literal) == ("1", "0", "http://acme.example", False)
    assert [(part.kind, part.xml_name) for part in definitions["root", "toy"].parts if part.prefix] == [
        ("attribute", "acme:serial")
    ]


def test_a_prefix_may_be_compared_as_it_is_written(read_format: Any, tmp_path: Path) -> None:
    definitions = extended(read_format, tmp_path, "literal")
    assert [part.literal for part in definitions["root", "toy/joint"].parts if part.prefix] == [True]
