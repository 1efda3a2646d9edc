"""Reads the files that directives name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.source import Source
from ...resources.source_files import fill_source
from .decoder import read_directives
from .yaml_tree import YamlSource

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.protocols import Pipeline
    from ...ir.world import WorldIR
    from .directives import Directives


def load_directives(path: Path, sink: Sink, options: Options) -> Directives | None:
    """The directives of a file, None after a finding."""
    source = _source(path, sink, options)
    return None if source is None else read_directives(YamlSource(source.name, source.data), sink)


def load_model(path: Path, sink: Sink, options: Options, pipeline: Pipeline) -> WorldIR | None:
    """The first world of a model file, None after a finding."""
    source = _source(path, sink, options)
    own = replace(options, base_dir=path.parent)
    parsed = pipeline.read(source, sink, own) if source is not None else None
    found = pipeline.describe(parsed, sink, own) if parsed is not None else ()
    return found[0] if found else None


def _source(path: Path, sink: Sink, options: Options) -> Source | None:
    source = Source(str(path))
    return source if fill_source(source, path, sink, options.files, options.max_bytes) else None
