"""``<experimental:params>`` of an include: single elements of the included model added, modified, removed, replaced.

Which element is meant says ``element_id``, a scoped name in the included model; what is to be done says ``action``,
on the element itself or on each of its children.

Spec: SDFormat proposal "Parameter passing".
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ...ir.scoped_names import SEPARATOR
from .children import ANY, ChildIndex

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink

TAG = "experimental:params"
ACTIONS = ("add", "modify", "remove", "replace")
IDENTIFIER = "element_id"


def params_of(include: _Element) -> list[_Element]:
    """The ``<experimental:params>`` of an include."""
    return [child for child in include if literal_tag(child) == TAG]


def apply_params(params: _Element, model: _Element, sink: Sink) -> None:
    """Carries out ``params`` on the XML of a model; what cannot be done is reported and left out."""
    children = ChildIndex()
    for order in params:
        _Order(order, model, children, sink).carry_out()


class _Order:
    """One child of the params."""

    def __init__(self, order: _Element, model: _Element, children: ChildIndex, sink: Sink) -> None:
        self.order = order
        self.model = model
        self.children = children
        self.sink = sink

    def carry_out(self) -> None:
        identifier, action = self.order.get(IDENTIFIER), self.order.get("action")
        if identifier is None:
            self._refuse(self.order, f"it has no {IDENTIFIER}")
            return
        if action is not None and action not in ACTIONS:
            self._refuse(self.order, f"there is no action {action!r}")
            return
        if identifier.endswith(SEPARATOR):
            self._refuse(self.order, f"a name is missing at the end of {identifier!r}")
            return
        if action == "add":
            self._add_named(identifier)
            return
        target = self._find(identifier, literal_tag(self.order))
        if target is None:
            self._refuse(self.order, f"there is no <{literal_tag(self.order)}> {identifier!r}")
        elif action == "modify":
            self._modify(self.order, target)
        elif action == "remove":
            self._remove(self.order, target)
        elif action == "replace":
            self.children.replace(target, _clean(self.order))
        else:
            for child in self.order:
                self._change_child(child, target)

    def _add_named(self, identifier: str) -> None:
        name = self.order.get("name")
        if not name:
            self._refuse(self.order, "what is added needs a name")
            return
        parent = self._find(identifier, None)
        if parent is None:
            self._refuse(self.order, f"there is no element {identifier!r}")
        elif literal_tag(self.order) != "plugin" and self._child(parent, literal_tag(self.order), name) is not None:
            self._refuse(self.order, f"there is a <{literal_tag(self.order)}> {name!r} already")
        else:
            self.children.append(parent, _clean(self.order))

    def _find(self, identifier: str, tag: str | None) -> _Element | None:
        """The element with a scoped name; the last part of the name is one of a ``tag``."""
        current: _Element | None = self.model
        parts = identifier.split(SEPARATOR) if identifier else []
        for number, part in enumerate(parts):
            if current is None:
                return None
            wanted = tag if number == len(parts) - 1 else None
            current = self._child(current, wanted, part)
        return current

    def _change_child(self, order: _Element, target: _Element) -> None:
        action = order.get("action")
        tag = literal_tag(order)
        if action not in ACTIONS:
            self._refuse(order, "it has no action" if action is None else f"there is no action {action!r}")
        elif action == "add":
            self.children.append(target, _clean(order))
        else:
            child = self._child(target, tag, order.get("name"))
            if child is None:
                self._refuse(order, f"there is no such <{tag}>")
            elif action == "modify":
                self._modify(order, child)
            elif action == "remove":
                self._remove(order, child)
            elif child.get("name") is not None and order.get("name") is None:
                self._refuse(order, "what replaces it needs a name")
            else:
                self.children.replace(child, _clean(order))

    def _modify(self, order: _Element, target: _Element) -> None:
        for key, value in order.items():
            if key in (IDENTIFIER, "action") or (":" in str(key) and str(key)[:1] != "{"):
                continue
            if key not in target.attrib and not _is_foreign(str(key)) and (literal_tag(target), key) not in _OPTIONAL:
                self._refuse(order, f"there is no attribute {key!r}")
                return
            if key == "name":
                self.children.rename(target, value)
            else:
                target.set(key, value)
        if len(order) == 0:
            if order.text is not None and order.text.strip():
                target.text = order.text
            elif len(target) == 0:
                self._reset(target)
        for child in order:
            found = self._child(target, literal_tag(child), child.get("name"))
            if found is None:
                found = self.children.first(target, literal_tag(child), None)
            if found is None:
                self._refuse(child, f"there is no such <{literal_tag(child)}>")
            else:
                self._modify(child, found)

    def _remove(self, order: _Element, target: _Element) -> None:
        if len(order) == 0:
            self.children.remove(target)
        for child in order:
            found = self._child(target, literal_tag(child), child.get("name"))
            if found is None:
                self._refuse(child, f"there is no such <{literal_tag(child)}>")
            else:
                self.children.remove(found)

    def _reset(self, target: _Element) -> None:
        """Takes a value away, so that the default holds."""
        if target.attrib or target.getparent() is None:
            target.text = None
        else:
            self.children.remove(target)

    def _child(self, parent: _Element, tag: str | None, name: str | None) -> _Element | None:
        return self.children.first(parent, ANY if tag is None else tag, ANY if name is None else name)

    def _refuse(self, at: _Element, reason: str) -> None:
        self.sink.report(rules.PARAMETER_REFUSED, at, tag=literal_tag(at), reason=reason)


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


def _clean(order: _Element) -> _Element:
    """A copy of an order as an element of the model."""
    made = deepcopy(order)
    made.tail = None
    for key in (IDENTIFIER, "action"):
        made.attrib.pop(key, None)
    return made


def _is_foreign(key: str) -> bool:
    return ":" in key or key[:1] == "{"
