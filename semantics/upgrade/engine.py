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
    WriteRule,
)
from .unflatten_names import unflatten
from .xml_tree import Editor, children, elements, first, is_foreign, set_text, text_of, walk

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink


def apply_step(root: _Element, step: VersionStep, editor: Editor, sink: Sink, *, title: str = "SDFormat") -> None:
    """Brings the document below ``root`` one version further. The version attribute is left alone.

    ``title`` is whose versions they are.
    """
    context = _StepConversion(editor, sink, f"{title} {step.target}")
    for conversion in step.roots:
        context.convert(root, conversion)


class _StepConversion:
    def __init__(self, editor: Editor, sink: Sink, version: str) -> None:
        self.editor = editor
        self.sink = sink
        self.version = version

    def convert(self, element: _Element, conversion: VersionConversion) -> None:
        for nested in conversion.conversions:
            for found in (descendants_of if nested.descendants else children)(element, nested.name):
                self.convert(found, nested)
        for operation in conversion.operations:
            _OPERATIONS[type(operation)](self, element, operation)

    def rename(self, element: _Element, rule: RenameRule) -> None:
        value = value_at(element, rule.source)
        if value is None:
            return
        name = rule.target.path[-1]
        target = walk(element, rule.source.path) if rule.source.path else None
        if target is not None:
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
        moved = walk(element, rule.source.path)
        if moved is None:
            return
        if rule.source.attribute is None and rule.target.attribute is None:
            self._move_element(element, rule, moved)
            return
        value = value_at(element, rule.source)
        if value is None:
            return
        self._write(element, rule.target, value, moved)
        if rule.copy or rule.target == rule.source:
            return
        if rule.source.attribute is not None:
            self.editor.unset_attribute(moved, rule.source.attribute)
        else:
            self.editor.delete(moved)

    def _move_element(self, element: _Element, rule: MoveRule, moved: _Element) -> None:
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
        origin = walk(element, rule.source.path)
        if origin is None:
            return
        value = _value_of(origin, rule.source)
        new = next((new for known, new in rule.values if known == value), None)
        if new is not None:
            self._write(element, rule.target, new, origin)

    def write(self, element: _Element, rule: WriteRule) -> None:
        self._write(element, rule.target, rule.value, element)

    def report_deprecated(self, element: _Element, rule: DeprecationRule) -> None:
        *path, leaf = rule.target.path
        holder = walk(element, tuple(path))
        found = first(holder, leaf) if holder is not None else None
        attribute = leaf if found is None else None
        if found is not None or (holder is not None and holder.get(leaf) is not None):
            names: dict[str, Any] = {"path": "/".join(rule.target.path), "version": self.version}
            at = holder if found is None else found
            self.sink.report(rules.DEPRECATED_PLACE, at, attribute=attribute, source=self.editor.source, **names)

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
    WriteRule: _StepConversion.write,
    DeprecationRule: _StepConversion.report_deprecated,
    UnflattenRule: _StepConversion.unflatten,
}


def value_at(element: _Element, location: ConversionPath) -> str | None:
    """The attribute or text at a location below ``element``; None where there is none."""
    holder = walk(element, location.path)
    return None if holder is None else _value_of(holder, location)


def _value_of(holder: _Element, location: ConversionPath) -> str | None:
    return holder.get(location.attribute) if location.attribute is not None else text_of(holder)


def descendants_of(element: _Element, name: str) -> list[_Element]:
    """Every element below called ``name`` that rules about descendants reach, in document order."""
    # siblings share their ancestors, so that one answer per parent is enough
    reached: dict[_Element | None, bool] = {}
    found = []
    for candidate in element.iter(f"{{*}}{name}"):
        if candidate is element or candidate.prefix is not None:
            continue
        parent = candidate.getparent()
        if parent not in reached:
            reached[parent] = _reaches(element, parent)
        if reached[parent]:
            found.append(candidate)
    return found


def _reaches(element: _Element, inner: _Element | None) -> bool:
    while inner is not None and inner is not element and not is_foreign(inner):
        inner = inner.getparent()
    return inner is element and not is_foreign(element)
