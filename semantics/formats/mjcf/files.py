"""Files that documents name: where they are looked for, and which are not there.

Spec: MJCF reference, ``compiler``: ``meshdir``, ``texturedir``, ``assetdir``, ``strippath``; ``include``, ``model``. Unlike
readers of other formats MuJoCo knows no search path: a name leads to one place, or to two for what is included.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.files import Outside
from ....runtime.parser import parse
from ....runtime.source import Source
from ...core.uri_fields import find_uri_fields
from ...resources.resolver import Finder
from ...resources.source_files import fill_source, seen_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...core.options import Options
    from .model import MjcfModel, MjcfPart
    from .settings import CompilerSettings

TEXTURES = frozenset({"texture"})
"""Elements whose files are in the folder of textures; others are in that of meshes."""
OPENED = ("mesh", "texture", "hfield", "skin", "flexcomp")
"""Elements whose files are opened when a model is compiled."""


def folder_of(tag: str, settings: CompilerSettings) -> Path | None:
    """The folder in which files of an element are; None for a text that is in no folder."""
    field = "texturedir" if tag in TEXTURES else "meshdir"
    inside = settings.asset_folder(field)
    return None if settings.folder is None else settings.folder / inside


def path_in(name: str, tag: str, settings: CompilerSettings) -> Path | None:
    """Where a file is that an element names; None for a text that is in no folder."""
    if settings.get("strippath"):
        name = name.rpartition("/")[2].rpartition("\\")[2]
    folder = folder_of(tag, settings)
    return None if folder is None else folder / name


def path_of(part: MjcfPart, field: str = "file") -> Path | None:
    """Where the file is that a part of a model names; None where it names none, or is in no folder."""
    name: str | None = part.get(field)
    return path_in(name, part.tag, part.settings) if name else None


def check_files(model: MjcfModel, sink: Sink, options: Options) -> None:
    """Reports files that are not there."""
    parts = [part for section in ("asset", "deformable") for part in model.sections.get(section, ())]
    parts += [part for body in model.bodies() for part in body.flexcomps]
    for part in parts:
        if part.tag not in OPENED or part.is_written("builtin"):
            continue
        for field, _ in find_uri_fields(type(part.element)):
            path = path_of(part, field)
            if path is not None and not _is_there(path, part, field, sink, options):
                report_missing(part.get(field), [path.parent], part.element, field, sink, options)
                break


def _is_there(path: Path, part: MjcfPart, field: str, sink: Sink, options: Options) -> bool:
    try:
        return options.files.is_file(path)
    except Outside:
        sink.report(rules.URI_OUTSIDE, part.element, attribute=field, uri=part.get(field))
        return True


def report_missing(
    name: str, folders: Iterable[Path], at: Element, attribute: str, sink: Sink, options: Options
) -> None:
    """Reports a file that is not there."""
    finder = Finder((), environment={}, files=options.files, looks_around=False)
    told = finder.explain_later(name, tuple(folders), sink, at, is_file=True, otherwise="check the name")
    sink.report(rules.NAMED_FILE_MISSING, at, attribute=attribute, severity="error", uri=name, **told)


def read_xml(path: Path, at: Element, sink: Sink, options: Options) -> _Element | None:
    """The root of a file that an element names; None where it cannot be read, which is reported."""
    source = Source(seen_name(path, sink.document))
    if not fill_source(source, path, sink, options.files, options.max_bytes, at):
        return None
    if not source.data.strip():
        sink.report(rules.NOTHING_TO_INCLUDE, at, attribute="file", file=path.name)
        return None
    return parse(source, sink, options.max_bytes)
