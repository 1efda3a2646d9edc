"""Reads the files that directives name."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.diagnostics import rules as general
from ....runtime.source import Source
from .decoding import read_directives
from .yaml_tree import YamlSource

if TYPE_CHECKING:
    from ....runtime.diagnostics.sink import Sink
    from ...description.description import Description
    from ...options import Options
    from ...pipeline import Pipeline
    from .directives import Directives


def load_directives(path: Path, sink: Sink) -> Directives | None:
    """The directives of a file, None after a finding."""
    source = _source(path, sink)
    return None if source is None else read_directives(YamlSource(source.name, source.data), sink)


def load_model(path: Path, sink: Sink, options: Options, pipeline: Pipeline) -> Description | None:
    """The first world of a model file, None after a finding."""
    source = _source(path, sink)
    own = replace(options, base_dir=path.parent)
    parsed = pipeline.read(source, sink, own) if source is not None else None
    found = pipeline.describe(parsed, sink, own) if parsed is not None else ()
    return found[0] if found else None


def _source(path: Path, sink: Sink) -> Source | None:
    source = Source(os.fspath(path))
    sink.add_source(source)
    try:
        source.data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        sink.report(general.FILE_UNREADABLE, source=source, file=os.fspath(path), reason=reason)
        return None
    return source
