"""A new format in a checkout: its descriptions, its bindings, its decoder and front end, and its row in the registry.

``nox -s new-format -- NAME`` runs this. What it makes works: ``bodyplan check`` reads a document with a model of links.
The elements of the format take the place of these.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path

from ..identifiers import is_identifier
from ..json_tables import write_tables
from ..sync import format_files, render, write
from .files import insert_before, run_scaffold, write_files

NAME = re.compile(r"[a-z][a-z0-9]*")

ROOT = """\
<element name="{name}" required="1">
  <attribute name="version" type="string" default="1.0" required="0"/>
  <attribute name="name" type="string" default="" required="1"/>
  <element name="link" required="*">
    <attribute name="name" type="string" default="" required="1"/>
  </element>
</element>
"""
DOCS = """\
["{name}"]
doc = "Root of the document, a model."

["{name}/@version"]
doc = "Version of the format that the document was written for."

["{name}/@name"]
doc = "Name of the model."

["{name}/link"]
doc = "A rigid body."

["{name}/link/@name"]
doc = "Name of the link, which no other link of the model has."
defines = "link"
"""
LEXICAL = """\
# How readers of {name} take texts (runtime/lexical.py); as SDFormat does, where this is silent.
"""
DECODER = '''\
"""The tree of a document of {name} to its typed root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument
from ..tree_decoder import decode_tree

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....{name}.newest import {cls}
    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ...core.options import Options


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[{cls}]:
    """See ``Format.decode``."""
    bindings = bindings_of("{name}", package=options.bindings)
    root: {cls} = decode_tree(bindings.decode, tree, source, sink, place)
    return ParsedDocument(
        format="{name}",
        version=tree.get("version") or bindings.version,
        read_as=bindings.version,
        root=root,
        source=source,
    )
'''
FRONT_END = '''\
"""Front end of {name}: a document becomes one description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.world import WorldIR

if TYPE_CHECKING:
    from ....{name}.newest import {cls}
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline


def describe(parsed: ParsedDocument[{cls}], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """The model as one description; reports what is wrong with it."""
    root = parsed.root
    description = WorldIR("{name}", element=root)
    description.add_model(root.name, element=root)
    for link in root.link:
        description.add_link(link.name, scope=root.name, element=link)
    return (description,)
'''
ROW = """\
register(
    Format(
        name="{name}",
        title="{title}",
        tags=("{name}",),
        endings=(".{name}",),
        decoding=".{name}.decoder",
        new='<?xml version="1.0"?>\\n<{name} version="{{version}}" name="{{name}}"/>\\n',
        front_end=".{name}.front_end",
    )
)
"""
REGISTRY = "semantics/formats/registry.py"
OPTIONS = "semantics/core/options.py"
PUBLIC = "public.py"
FLOORS = "tests/test_architecture.py"


def add_format(checkout: Path, name: str) -> list[str]:
    """Writes the files of a new format; answers their paths in the checkout.

    Raises:
        ValueError: the name is none or taken.
    """
    if NAME.fullmatch(name) is None or not is_identifier(name):
        raise ValueError(f"{name!r} is no name in lower case")
    words = {"name": name, "cls": name.capitalize(), "title": name.upper()}
    made = {
        f"schemas/{name}/1.0/root.sdf": ROOT,
        f"schemas/{name}/docs/root.toml": DOCS,
        f"schemas/{name}/format.toml": LEXICAL,
        f"semantics/formats/{name}/__init__.py": '"""Meaning of {name}."""\n',
        f"semantics/formats/{name}/decoder.py": DECODER,
        f"semantics/formats/{name}/front_end.py": FRONT_END,
        f"changelog.d/format-{name}.added.md": "`bodyplan.{name}` holds the elements of {title}, and `load` and `check` read its documents.\n",
    }
    floor = f'    "semantics.formats.{name}": "diagnostics runtime {name} .ir .core .formats",\n'
    texts = {path: (checkout / path).read_text(encoding="utf-8") for path in (OPTIONS, PUBLIC)}
    changed = {
        REGISTRY: insert_before(checkout, REGISTRY, "\n\ndef find_robot", ROW.format(**words)),
        OPTIONS: re.sub(r'(?m)^(Format = Literal\[.*), "mjcf"', rf'\1, "{name}", "mjcf"', texts[OPTIONS]),
        PUBLIC: re.sub(r'(?m)^(    "": \(.*)\),$', rf'\1, "{name}"),', texts[PUBLIC]).replace(
            "    from . import dmd as dmd\n", f"    from . import {name} as {name}\n    from . import dmd as dmd\n"
        ),
        FLOORS: insert_before(checkout, FLOORS, '    "semantics.xacro":', floor),
    }
    made = {path: text.format(**words) for path, text in made.items()}
    # the place of an import depends on the name
    sorted_files = format_files({path: text for path, text in {**made, **changed}.items() if path.endswith(".py")})
    made, changed = ({path: sorted_files.get(path, text) for path, text in files.items()} for files in (made, changed))
    write_files(checkout, made, changed)
    generated = write(render(checkout / "schemas", [name]), checkout / "generated", owned=[name])
    return [*made, *changed, *(f"generated/{path}" for path in generated), *write_tables(checkout)]


def main(words: list[str]) -> int:
    """Takes the words after ``nox -s new-format --``."""
    parser = ArgumentParser(prog="nox -s new-format --", description="Make a format of XML documents.")
    parser.add_argument("name", metavar="NAME", help="in lower case: the root element, the ending and the package")
    rest = "Now describe its elements in schemas/{name}, and what they mean in {made[5]}."
    return run_scaffold(parser, words, add_format, rest)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
