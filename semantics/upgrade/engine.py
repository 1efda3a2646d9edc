"""Applies conversion rules to a tree, in place.

The meaning of each rule is libsdformat's: the first child of a name counts, an element is only added where there is
none, conversions of children come before the rules about the element itself, and rules about descendants do not look
into plugins and elements of other vocabularies.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.conversions import (
    AddRule,
    ConversionPath,
    DeprecationRule,
    MapRule,
    MoveRule,
    Operation,
    RemoveRule,
    RenameRule,
    UnflattenRule,
    VersionConversion,
    VersionStep,
)
from .unflatten_names import unflatten
from .xml_tree import Editor, children, elements, first, is_foreign, set_text, text_of, walk

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink


def apply_step(root: _Element, step: VersionStep, editor: Editor, sink: Sink) -> None:
    """Brings the document below ``root`` one version further. The version attribute is left alone."""
    context = _StepConversion(editor, sink, step.target)
    for conversion in step.roots:
        context.convert(root, conversion)


class _StepConversion:
    def __init__(self, editor: Editor, sink: Sink, version: str) -> None:
        self.editor = editor
        self.sink = sink
        self.version = version

    def convert(self, element: _Element, conversion: VersionConversion) -> None:
        for nested in conversion.conversions:
            if nested.descendants:
                for found in descendants_of(element, nested.name):
                    self.convert(found, nested)
            else:
                for child in children(element, nested.name):
                    self.convert(child, nested)
        for operation in conversion.operations:
            _OPERATIONS[type(operation)](self, element, operation)

    def rename(self, element: _Element, rule: RenameRule) -> None:
        value = value_at(element, rule.source)
        if value is None:
            return
        name = rule.target.path[-1]
        if rule.source.path:
            target = walk(element, rule.source.path)
            assert target is not None
            self.editor.retag(target, name)
            self.editor.empty(target)
        else:
            target = self.editor.make(element, name, element)
            if rule.source.attribute is not None:
                self.editor.unset_attribute(element, rule.source.attribute)
        if rule.target.attribute is None:
            target.text = value
        else:
            self.editor.set_attribute(target, rule.target.attribute, value)

    def move(self, element: _Element, rule: MoveRule) -> None:
        holder = walk(element, rule.source.path if rule.source.attribute is not None else rule.source.path[:-1])
        if holder is None:
            return
        if rule.source.attribute is None:
            self._move_element(element, rule, holder)
            return
        value = holder.get(rule.source.attribute)
        if value is None:
            return
        self._write(element, rule.target, value, holder)
        if not rule.copy and rule.target != rule.source:
            self.editor.unset_attribute(holder, rule.source.attribute)

    def _move_element(self, element: _Element, rule: MoveRule, holder: _Element) -> None:
        moved = first(holder, rule.source.path[-1])
        if moved is None:
            return
        if rule.target.attribute is not None:
            value = text_of(moved)
            if value is None:
                return
            self._write(element, rule.target, value, moved)
            if not rule.copy:
                self.editor.delete(moved)
            return
        parent = self.editor.make_path(element, rule.target.path[:-1], moved)
        if rule.copy:
            original, moved = moved, deepcopy(moved)
            self.editor.append(parent, moved)
            for new, old in zip(moved.iter(), original.iter()):
                self.editor.came_from(new, old)
        else:
            self.editor.append(parent, moved)
        self.editor.retag(moved, rule.target.path[-1])

    def add(self, element: _Element, rule: AddRule) -> None:
        if rule.target.attribute is not None:
            self.editor.set_attribute(element, rule.target.attribute, rule.value or "")
        elif first(element, rule.target.path[-1]) is None:
            new = self.editor.make(element, rule.target.path[-1], element)
            new.text = rule.value

    def remove(self, element: _Element, rule: RemoveRule) -> None:
        name = rule.target.attribute
        if name is not None:
            value = element.get(name)
            if value is not None and not (rule.only_empty and value):
                self.editor.unset_attribute(element, name)
            return
        for child in children(element, rule.target.path[-1]):
            if not rule.only_empty or not (child.attrib or elements(child) or text_of(child)):
                self.editor.delete(child)

    def map(self, element: _Element, rule: MapRule) -> None:
        value = value_at(element, rule.source)
        for known, new in rule.values:
            if known == value:
                origin = walk(element, rule.source.path)
                self._write(element, rule.target, new, element if origin is None else origin)
                return

    def report_deprecated(self, element: _Element, rule: DeprecationRule) -> None:
        *path, leaf = rule.target.path
        holder = walk(element, tuple(path))
        if holder is None:
            return
        found = first(holder, leaf)
        if found is None and holder.get(leaf) is None:
            return
        self.sink.report(
            rules.DEPRECATED_PLACE,
            holder if found is None else found,
            attribute=leaf if found is None else None,
            source=self.editor.source,
            path="/".join(rule.target.path),
            version=self.version,
        )

    def unflatten(self, element: _Element, _: UnflattenRule) -> None:
        unflatten(element, self.editor, self.sink)

    def _write(self, element: _Element, target: ConversionPath, value: str, origin: _Element) -> None:
        if target.attribute is not None:
            self.editor.set_attribute(self.editor.make_path(element, target.path, origin), target.attribute, value)
            return
        parent = self.editor.make_path(element, target.path[:-1], origin)
        set_text(self.editor.make(parent, target.path[-1], origin), value)


_OPERATIONS: dict[type[Operation], Callable[[_StepConversion, _Element, Any], None]] = {
    MoveRule: _StepConversion.move,
    RenameRule: _StepConversion.rename,
    AddRule: _StepConversion.add,
    RemoveRule: _StepConversion.remove,
    MapRule: _StepConversion.map,
    DeprecationRule: _StepConversion.report_deprecated,
    UnflattenRule: _StepConversion.unflatten,
}


def value_at(element: _Element, location: ConversionPath) -> str | None:
    """The attribute or text at a location below ``element``; None where there is none."""
    holder = walk(element, location.path)
    if holder is None:
        return None
    return holder.get(location.attribute) if location.attribute is not None else text_of(holder)


def descendants_of(element: _Element, name: str) -> list[_Element]:
    """Every element below called ``name`` that rules about descendants reach, in document order."""
    found = []
    # siblings share their ancestors, so that one answer per parent is enough
    inside: dict[_Element, bool] = {}
    for candidate in element.iter(f"{{*}}{name}"):
        if candidate is element or candidate.prefix is not None:
            continue
        parent = candidate.getparent()
        assert parent is not None
        reached = inside.get(parent)
        if reached is None:
            reached = inside[parent] = _reaches(element, parent)
        if reached:
            found.append(candidate)
    return found


def _reaches(element: _Element, inner: _Element) -> bool:
    current: _Element | None = inner
    while current is not None:
        if is_foreign(current):
            return False
        if current is element:
            return True
        current = current.getparent()
    return False
