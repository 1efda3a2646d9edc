"""The text of Drake model directives to typed directives, and the files that these name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.source import Source
from ...core.parsed import ParsedDocument, Pipeline
from ...resources.source_files import fill_source
from .directives import Directives
from .parser import DirectiveParser
from .yaml_tree import YamlSource, parse_yaml

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...ir.world import WorldIR
    from .directives import Directives


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


def load_directives(path: Path, sink: Sink, options: Options) -> Directives | None:
    """The directives of a file, None after a finding."""
    source = YamlSource(str(path))
    is_read = fill_source(source, path, sink, options.files, options.max_bytes)
    return read_directives(source, sink) if is_read else None


def load_model(path: Path, sink: Sink, options: Options, pipeline: Pipeline) -> WorldIR | None:
    """The first world of a model file, None after a finding."""
    source, own = Source(str(path)), replace(options, base_dir=path.parent)
    if not fill_source(source, path, sink, options.files, options.max_bytes):
        return None
    parsed = pipeline.read(source, sink, own)
    found = pipeline.describe(parsed, sink, own) if parsed is not None else ()
    return found[0] if found else None
