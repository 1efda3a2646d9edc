"""Models that stand for what an include names and cannot be had: empty, with the frames that the document speaks of."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from lxml import etree

from ....runtime.element import is_written
from ....runtime.sink import Sink
from ...resources.uri_text import NAMED, split_uri
from ..placeholders import LINK, SHAPE, Names, find_names_inside, find_scoped_names

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from lxml.etree import _Element

    from ....runtime.source import Source
    from .context import SdformatContext
    from .elements import Include, Model


def make_placeholder(context: SdformatContext, include: Include, uri: str, taken: Container[str]) -> Model:
    """The model that replaces what an include names.

    Args:
        context: of the document.
        include: the include.
        uri: what it names.
        taken: names beside it that a name which is not written may not be.
    """
    name = name_of_include(include, uri)
    while name in taken and not (include.name or "").strip():
        name += "_"
    source = include.source_element
    host = None if source is None else context.sink.source_of(source)
    names = find_names_inside([name], _names_spoken_of(context, host))
    if include.placement_frame.strip():
        names.setdefault(include.placement_frame.strip(), {})
    root = _model(name, names, uri)
    if host is not None and source is not None:
        host.origins.update((made, source) for made in root.iter())
    made = cast("Model", context.bindings.decode(root, Sink(), name="Model", silent=True))
    if include.pose is not None:
        made.pose = include.pose
    if include.placement_frame.strip():
        made.placement_frame = include.placement_frame.strip()
    if is_written(include, "static"):
        made.static = include.static
    return made


def _names_spoken_of(context: SdformatContext, host: Source | None) -> Iterator[tuple[str, ...]]:
    """The names of what is inside of models, in the file of an include and in the document that includes that file."""
    for source in dict.fromkeys((*context.sink.sources[:1], *((host,) if host is not None else ()))):
        if source.key not in context.scoped_names:
            root = source.root
            context.scoped_names[source.key] = () if root is None else find_scoped_names(root)
        yield from context.scoped_names[source.key]


def name_of_include(include: Include, uri: str) -> str:
    """What the model of an include is called: as the include says, or most likely by its URI."""
    own = (include.name or "").strip()
    if own:
        return own
    parts = split_uri(uri)
    rest = unquote(parts.rest).replace("\\", "/").rstrip("/")
    if parts.scheme in NAMED:
        return rest.partition("/")[0].replace("::", "_") or "model"
    return PurePosixPath(rest).stem.replace("::", "_") or "model"


def _model(name: str, names: Names, uri: str | None = None) -> _Element:
    root = etree.Element("model", name=name)
    link = etree.SubElement(root, "link", name=LINK)
    if uri is not None:
        geometry = etree.SubElement(etree.SubElement(link, "visual", name=SHAPE), "geometry")
        etree.SubElement(etree.SubElement(geometry, "mesh"), "uri").text = uri
    for each, inner in names.items():
        if each == LINK or each.startswith("__"):
            continue
        if inner:
            root.append(_model(each, inner))
        else:
            etree.SubElement(root, "frame", name=each, attached_to=LINK)
    return root
