"""What is included, with what the include says of it: name, pose, placement, plugins, parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lxml import etree

from ....runtime.element import is_written
from .copies import shallow
from .params import apply_params, params_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .context import SdformatContext
    from .elements import Actor, Includable, Include, Model


def overridden(context: SdformatContext, element: Includable, include: Include, kind: str) -> Includable:
    """A copy of what is included, a model where ``kind`` says so, with all that the include says of it."""
    made = shallow(element)
    if include.pose is not None:
        made.pose = include.pose
    for field in ("name", "namespace", "placement_frame") if kind == "model" else ("name",):
        if text := getattr(include, field).strip():
            setattr(made, field, text)
    if kind == "model" and is_written(include, "static"):
        cast("Model", made).static = include.static
    if kind != "light" and include.plugin:
        plugged = cast("Model | Actor", made)
        plugged.plugin = [*plugged.plugin, *include.plugin]
    return _with_params(context, made, include)


def _with_params(context: SdformatContext, element: Includable, include: Include) -> Includable:
    """What is included, with the parameters that the include passes to it."""
    source = include.source_element
    found = params_of(source) if source is not None and is_written(include, "any_elements") else []
    if not found or source is None:
        return element
    sink, other_formats = context.sink, context.provenance.other_formats
    host = sink.source_of(source)
    # a prefix need not be declared
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    outer = element.source_element
    namespaces = {**({} if outer is None else outer.nsmap), **source.nsmap}
    text = context.bindings.encode(element, namespaces=namespaces)
    root = etree.fromstring(text.encode(), parser, base_url=host.key if host is not None else None)
    for params in found:
        apply_params(params, root, sink)
    if host is not None:
        host.origins.update((made, source) for made in root.iter())
    left = {inner.uri: other_formats[id(inner)] for inner in _includes_in(element) if id(inner) in other_formats}
    made: Includable = context.bindings.decode(root, sink, name=type(element).__name__, silent=True)
    for inner in _includes_in(made):
        if inner.uri in left:
            other_formats[id(inner)] = left[inner.uri]
    return made


def _includes_in(element: Includable) -> Iterator[Include]:
    """The includes that are left in a model and in what is nested in it; an actor or a light has none."""
    if hasattr(type(element), "include"):
        model = cast("Model", element)
        yield from model.include
        for nested in model.model:
            yield from _includes_in(nested)
