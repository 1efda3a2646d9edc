"""Undoes conversion rules where an older version does not know what they made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.conversions import (
    AddRule,
    ConversionPath,
    MapRule,
    MoveRule,
    RenameRule,
    VersionConversion,
    VersionStep,
)
from .engine import descendants_of, value_at
from .grammar import ElementGrammar, default_of, grammar_at, grammar_of, knows, same
from .xml_tree import children, elements, first, retag, set_text, text_of, walk

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .target_version import VersionTarget


class StepReverser:
    """Undoes steps of conversion, and remembers what that did."""

    def __init__(self, target: VersionTarget) -> None:
        self.target = target
        self.renamed: dict[tuple[_Element, str], str] = {}
        """What an undone rule wrote as an attribute, and how the newest version calls it."""
        self.moved: set[_Element] = set()
        self.emptied: set[_Element] = set()
        """What lost something that was moved back."""
        self.written_on: dict[_Element, tuple[str, ...]] = {}
        """Where rules write an attribute that values are mapped to: they make what they do not find, without a text."""

    def undo(self, root: _Element, step: VersionStep) -> None:
        """Undoes one step; steps are undone last first."""
        for conversion in reversed(step.roots):
            self._undo(root, conversion, step)

    def _undo(self, element: _Element, conversion: VersionConversion, step: VersionStep) -> None:
        older = grammar_at(element, grammar_of(step.origin, self.target.format))
        may_say = grammar_at(element, self.target.grammar(step.origin))
        for operation in reversed(conversion.operations):
            if older is None or may_say is None:
                break
            if isinstance(operation, RenameRule) or (isinstance(operation, MoveRule) and not operation.copy):
                if knows(older, operation.source) and not knows(may_say, operation.target):
                    self._move_back(element, operation.target, operation.source, older)
            elif isinstance(operation, MapRule):
                if operation.target.attribute is not None:
                    self.written_on[element] = operation.target.path
                if knows(older, operation.source) and not knows(older, operation.target):
                    self._map_back(element, operation, older)
            elif isinstance(operation, AddRule) and operation.value is not None and not knows(older, operation.target):
                self._remove_added(element, operation, older, step)
        for nested in reversed(conversion.conversions):
            for child in (descendants_of if nested.descendants else children)(element, nested.name):
                self._undo(child, nested, step)

    def _move_back(self, element: _Element, here: ConversionPath, back: ConversionPath, older: ElementGrammar) -> None:
        holder = walk(element, here.path)
        if here.attribute is None and back.attribute is None:
            parent = self._path(element, back.path[:-1], older, holder) if holder is not None else None
            if holder is not None and parent is not None and first(parent, back.path[-1]) is None:
                self._leaves(element, here.path[:-1])
                self.target.editor.append(parent, holder)
                retag(holder, back.path[-1])
                self.moved.add(holder)
            return
        value = value_at(element, here)
        if value is None or holder is None:
            return
        self._write(element, back, value, older, holder)
        self._leaves(element, here.path if here.attribute is not None else here.path[:-1])
        written = walk(element, back.path)
        if here.attribute is not None and back.attribute is not None and written is not None:
            self.renamed[written, back.attribute] = here.attribute
        self._erase(holder, here)

    def _erase(self, holder: _Element, location: ConversionPath) -> None:
        if location.attribute is not None:
            del holder.attrib[location.attribute]
        else:
            self.target.editor.delete(holder)

    def _leaves(self, element: _Element, path: tuple[str, ...]) -> None:
        """Takes note of the elements that something leaves on its way back."""
        left = (walk(element, path[:end]) for end in range(1, len(path) + 1))
        self.emptied.update(each for each in left if each is not None)

    def is_hollow(self, element: _Element) -> bool:
        """Whether all that an element held was moved back."""
        is_empty = element in self.emptied and not (element.attrib or text_of(element))
        return is_empty and all(map(self.is_hollow, elements(element)))

    def _map_back(self, element: _Element, rule: MapRule, older: ElementGrammar) -> None:
        holder = walk(element, rule.target.path)
        value = value_at(element, rule.target)
        known = next((known for known, new in rule.values if new == value), None)
        if known is not None and holder is not None:
            self._write(element, rule.source, known, older, holder)
            self._erase(holder, rule.target)

    def _remove_added(self, element: _Element, rule: AddRule, older: ElementGrammar, step: VersionStep) -> None:
        """Takes out what is added to every older document; without it the document says something else."""
        value = value_at(element, rule.target)
        name = rule.target.attribute or rule.target.path[-1]
        if value is not None:
            for holder in [element] if rule.target.attribute is not None else children(element, name):
                self._erase(holder, rule.target)
        path = self.written_on.get(element)
        if path is not None and walk(element, path) is None:
            default = default_of(older, ConversionPath(path))
            if default is not None:
                set_text(self._path(element, path, older, element), default)
        newer = grammar_at(element, grammar_of(step.target, self.target.format))
        instead = value if value is not None else default_of(newer, rule.target)
        if not same(instead or "", rule.value or ""):
            always, instead = f"{name} {rule.value}", f"{name} {instead}" if instead else f"no {name}"
            self.target.report(rules.MEANING_CHANGES, element, always=always, instead=instead)

    def _write(
        self, element: _Element, location: ConversionPath, value: str, older: ElementGrammar, origin: _Element
    ) -> None:
        if location.attribute is not None:
            self._path(element, location.path, older, origin).set(location.attribute, value)
        else:
            parent = self._path(element, location.path[:-1], older, origin)
            set_text(self.target.editor.make_path(parent, location.path[-1:], origin), value)

    def _path(self, element: _Element, path: tuple[str, ...], older: ElementGrammar, origin: _Element) -> _Element:
        for name in path:
            older = older.children[name]
            found = first(element, name)
            if found is None:
                found = self.target.editor.make(element, name, origin)
                for attribute in older.attributes.values():
                    if attribute.required and attribute.default is not None:
                        found.set(attribute.name, attribute.default)
            element = found
        return element
