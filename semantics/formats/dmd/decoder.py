"""The text of Drake model directives to typed directives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.parsed import ParsedDocument
from .directives import Directives
from .parser import DirectiveParser
from .yaml_tree import YamlSource, parse_yaml

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ....runtime.source import Source
    from ...core.options import Options


def decode_text(source: Source, sink: Sink, options: Options) -> ParsedDocument[Directives] | None:
    """See ``Format.decode_text``."""
    placed = YamlSource(source.name, source.data)
    directives = read_directives(placed, sink)
    if directives is None:
        return None
    return ParsedDocument(format="dmd", version="", read_as="", root=directives, source=placed)


def read_directives(source: YamlSource, sink: Sink) -> Directives | None:
    """The directives of a text, None where it is no YAML."""
    tree = parse_yaml(source, sink)
    return None if tree is None else DirectiveParser(tree, sink).parse_directives()
