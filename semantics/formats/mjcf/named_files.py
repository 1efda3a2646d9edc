"""The files that a document needs, for what lists and copies them: also those that included and attached documents name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.sink import Sink
from ...core.named_files import NamedFile
from ...core.uri_fields import find_uri_fields
from .assembly import assemble
from .files import OPENED, path_of
from .includes import path_of_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....mjcf.newest import Mujoco
    from ....runtime.source import Source
    from ...core.options import Options
    from ...core.parsed import ParsedDocument

NAMING = ("include", "model")
"""Elements that name other documents."""
DOCUMENT = "model"
"""The kind of a file that is included or attached."""


def find_named_files(parsed: ParsedDocument[Mujoco], options: Options) -> Iterator[NamedFile]:
    """See ``Format.find_named_files``."""
    sink = Sink()
    own = parsed.source
    sink.add_source(own)
    model = assemble(parsed, sink, options)
    start = path_of_document(own.name, options)
    folder = None if start is None else start.parent
    naming = _find_naming(sink.sources, folder, options)
    for source in sink.sources:
        if source is not own and source.name is not None:
            uri = os.path.relpath(source.name, folder or os.curdir).replace(os.sep, "/")
            naming_text, line = naming.get(options.files.real(Path(source.name)), (own, 0))
            yield NamedFile(DOCUMENT, uri, naming_text.name, line, source.name)
    for section in ("asset", "deformable"):
        for part in model.sections.get(section, ()):
            if part.tag not in OPENED:
                continue
            for field, kind in find_uri_fields(type(part.element)):
                path, name = path_of(part, field), part.get(field)
                if not name:
                    continue
                there = part.element.source_element
                holder = None if there is None else sink.source_of(there)
                line = 0 if holder is None or there is None else holder.position(there, None)[0]
                found = None if path is None else os.path.normpath(path)
                yield NamedFile(kind, name, own.name if holder is None else holder.name, line, found)


def _find_naming(sources: Iterable[Source], folder: Path | None, options: Options) -> dict[str, tuple[Source, int]]:
    """By the real path of a document, the text that names it first, and the line."""
    found: dict[str, tuple[Source, int]] = {}
    for source in sources:
        if source.root is None or source.name is None:
            continue
        folders = [each for each in (folder, Path(source.name).parent) if each is not None]
        for element in source.root.iter(*NAMING):
            name = element.get("file")
            paths = [each / name for each in folders if name and options.files.is_file(each / name)]
            if paths:
                found.setdefault(options.files.real(paths[0]), (source, source.position(element, None)[0]))
    return found
