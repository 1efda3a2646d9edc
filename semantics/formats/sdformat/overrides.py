"""What is included, with what the include says of it: name, pose, placement, plugins, parameters.

``<experimental:params>`` add, modify, remove or replace single elements of the included model. ``element_id``, a scoped
name in that model, says which element; ``action``, on the element itself or on each of its children, what is done.

Spec: SDFormat proposal "Parameter passing".
"""

from __future__ import annotations

from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

from ....diagnostics import rules
from ....runtime.element import is_written
from ....runtime.source import literal_tag
from ...ir.scoped_names import SEPARATOR
from .elements import shallow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from .context import SdformatContext
    from .elements import Actor, Includable, Include, Model

PARAMS = "experimental:params"
ACTIONS = ("add", "modify", "remove", "replace")
IDENTIFIER = "element_id"

_OPTIONAL = {
    ("pose", "relative_to"),
    ("pose", "degrees"),
    ("pose", "rotation_format"),
    ("frame", "attached_to"),
    ("model", "canonical_link"),
    ("model", "placement_frame"),
    ("xyz", "expressed_in"),
    ("inertial", "auto"),
    ("camera", "name"),
}
"""Attributes that need not be written in order to be modified."""


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
    if source is None or not is_written(include, "any_elements"):
        return element
    params = [child for child in source if literal_tag(child) == PARAMS]
    if not params:
        return element
    sink, other_formats = context.sink, context.provenance.other_formats
    host = sink.source_of(source)
    # a prefix need not be declared
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    outer = element.source_element
    namespaces = {**({} if outer is None else outer.nsmap), **source.nsmap}
    text = context.bindings.encode(element, namespaces=namespaces)
    root = etree.fromstring(text.encode(), parser, base_url=host.key if host is not None else None)
    changes = _Changes(root, sink)
    for order in chain.from_iterable(params):
        changes.apply_order(order)
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


class _Changes:
    """Carries out params on the XML of a model; what cannot be done is reported and left out."""

    def __init__(self, model: _Element, sink: Sink) -> None:
        self.model = model
        self.sink = sink
        self.children = _ChildIndex()

    def apply_order(self, order: _Element) -> None:
        """Carries out one child of the params."""
        identifier, action, tag = order.get(IDENTIFIER), order.get("action"), literal_tag(order)
        if identifier is None:
            self._refuse(order, f"it has no {IDENTIFIER}")
        elif action is not None and action not in ACTIONS:
            self._refuse(order, f"there is no action {action!r}")
        elif identifier.endswith(SEPARATOR):
            self._refuse(order, f"a name is missing at the end of {identifier!r}")
        elif action == "add":
            self._add_named(order, identifier)
        elif (target := self._find(identifier, tag)) is None:
            self._refuse(order, f"there is no <{tag}> {identifier!r}")
        elif action is not None:
            self._change(order, action, target)
        else:
            for child in order:
                self._change_child(child, target)

    def _change(self, order: _Element, action: str, target: _Element) -> None:
        if action == "modify":
            self._modify(order, target)
        elif action == "replace":
            self.children.replace(target, _clean(order))
        elif len(order) == 0:
            self.children.replace(target)
        else:
            for child in order:
                found = self.children.first(target, literal_tag(child), child.get("name", ANY))
                if found is None:
                    self._refuse(child, f"there is no such <{literal_tag(child)}>")
                else:
                    self.children.replace(found)

    def _add_named(self, order: _Element, identifier: str) -> None:
        name, tag = order.get("name"), literal_tag(order)
        if not name:
            self._refuse(order, "what is added needs a name")
        elif (parent := self._find(identifier, ANY)) is None:
            self._refuse(order, f"there is no element {identifier!r}")
        elif tag != "plugin" and self.children.first(parent, tag, name) is not None:
            self._refuse(order, f"there is a <{tag}> {name!r} already")
        else:
            self.children.append(parent, _clean(order))

    def _find(self, identifier: str, tag: Any) -> _Element | None:
        """The element with a scoped name; the last part of the name is one of a ``tag``."""
        current: _Element | None = self.model
        parts = identifier.split(SEPARATOR) if identifier else []
        for number, part in enumerate(parts, 1):
            if current is not None:
                current = self.children.first(current, tag if number == len(parts) else ANY, part)
        return current

    def _change_child(self, order: _Element, target: _Element) -> None:
        action, tag = order.get("action"), literal_tag(order)
        if action is None or action not in ACTIONS:
            self._refuse(order, "it has no action" if action is None else f"there is no action {action!r}")
        elif action == "add":
            self.children.append(target, _clean(order))
        elif (child := self.children.first(target, tag, order.get("name", ANY))) is None:
            self._refuse(order, f"there is no such <{tag}>")
        elif action == "replace" and child.get("name") is not None and order.get("name") is None:
            self._refuse(order, "what replaces it needs a name")
        else:
            self._change(order, action, child)

    def _modify(self, order: _Element, target: _Element) -> None:
        for key, value in order.items():
            if key in (IDENTIFIER, "action") or (":" in str(key) and str(key)[:1] != "{"):
                continue
            if key not in target.attrib and key[:1] != "{" and (literal_tag(target), key) not in _OPTIONAL:
                self._refuse(order, f"there is no attribute {key!r}")
                return
            if key == "name":
                self.children.rename(target, value)
            else:
                target.set(key, value)
        if len(order) == 0:
            if order.text is not None and order.text.strip():
                target.text = order.text
            elif len(target) == 0 and (target.attrib or target.getparent() is None):
                target.text = None  # so that the default counts
            elif len(target) == 0:
                self.children.replace(target)
        for child in order:
            tag = literal_tag(child)
            found = self.children.first(target, tag, child.get("name", ANY))
            found = self.children.first(target, tag, None) if found is None else found
            if found is None:
                self._refuse(child, f"there is no such <{tag}>")
            else:
                self._modify(child, found)

    def _refuse(self, at: _Element, reason: str) -> None:
        self.sink.report(rules.PARAMETER_REFUSED, at, tag=literal_tag(at), reason=reason)


def _clean(order: _Element) -> _Element:
    """A copy of an order as an element of the model."""
    made = deepcopy(order)
    made.tail = None
    for key in (IDENTIFIER, "action"):
        made.attrib.pop(key, None)
    return made


ANY: Any = ...
"""Stands for every tag or name."""


class _ChildIndex:
    """The children of elements by tag and name; all changes of these are made here."""

    def __init__(self) -> None:
        self._known: dict[_Element, dict[tuple[Any, Any], list[_Element]]] = {}

    def first(self, parent: _Element, tag: Any, name: Any) -> _Element | None:
        """The first child with a tag and a name, None for one without a name."""
        if parent not in self._known:
            self._known[parent] = {}
            for child in parent:
                self._note(parent, child)
        found = self._known[parent].get((tag, name))
        return found[0] if found else None

    def append(self, parent: _Element, child: _Element) -> None:
        """Puts a child at the end."""
        parent.append(child)
        if parent in self._known:
            self._note(parent, child)

    def replace(self, child: _Element, other: _Element | None = None) -> None:
        """Puts another child in the place of one, or takes it out."""
        parent = child.getparent()
        if parent is None:
            return
        if other is None:
            parent.remove(child)
        else:
            parent.replace(child, other)
        if other is not None and _keys(child) != _keys(other):
            self._known.pop(parent, None)
        elif parent in self._known:
            for key in _keys(child):
                found = self._known[parent][key]
                at = found.index(child)
                found[at : at + 1] = [] if other is None else [other]

    def rename(self, child: _Element, name: str) -> None:
        """Gives a child another name."""
        parent = child.getparent()
        if parent is not None and child.get("name") != name:
            self._known.pop(parent, None)
        child.set("name", name)

    def _note(self, parent: _Element, child: _Element) -> None:
        for key in _keys(child):
            self._known[parent].setdefault(key, []).append(child)


def _keys(child: _Element) -> tuple[tuple[Any, Any], ...]:
    tag, name = literal_tag(child), child.get("name")
    return (tag, name), (ANY, name), (tag, ANY), (ANY, ANY)
