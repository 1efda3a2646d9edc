"""Extension tables as records."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.readers.extension import read_extension

TEXT = """\
[extension]
name = "acme"
prefix = "ac"
namespace = "http://acme.example"
match = "literal"
[[tag]]
name = "pad"
doc = "What touches."
format = ["sdformat"]
at = ["link", "ac:gripper"]
occurs = "+"
attributes = [{ name = "id", type = "int", required = "1" }]
"""


def test_rows_are_tags_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "acme.toml").write_text(TEXT, encoding="utf-8")
    table = read_extension(tmp_path / "acme.toml")
    (tag,) = table.tags
    assert (table.name, table.prefix, table.namespace) == ("acme", "ac", "http://acme.example")
    assert (tag.name, list(tag.formats), list(tag.at), tag.occurs) == ("pad", ["sdformat"], ["link", "ac:gripper"], "+")


PLUGINS = """
[extension]
name = "mine"
prefix = "mine"
namespace = "http://mine.example"

[[plugin]]
{}
"""


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('class = "A"', "needs library"),
        ('library = "a"\nmade_up = 1', "unknown key 'made_up'"),
        ('library = "a"\nparameters = [{ type = "double" }]', "needs a name"),
        ('library = "a"\nparameters = [{ name = "b", type = "metre" }]', "type"),
        ('library = "a"\nparameters = [{ name = "b", names = "wheel" }]', "names"),
    ],
)
def test_faulty_rows_of_plugins_are_refused(row: str, message: str, tmp_path: Path) -> None:
    table = tmp_path / "mine.toml"
    table.write_text(PLUGINS.format(row))
    with pytest.raises(SchemaError, match=message):
        read_extension(table)
