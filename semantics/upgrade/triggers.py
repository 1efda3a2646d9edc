"""Tells from the text of a document alone whether any conversion rule could touch it.

A rule needs certain names in the document. Where one of them does not occur in the text at all, the rule has nothing
to do, and a document that no rule can touch skips conversion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from ...runtime.conversions import (
    AddRule,
    ConversionPath,
    DeprecationRule,
    Operation,
    RemoveRule,
    UnflattenRule,
    VersionConversion,
    VersionStep,
)
from .rules import steps_from
from .unflatten_names import DELIMITER, NAMED

EMPTY = '""'
"""Stands for an attribute with nothing in it."""

_NAMING = tuple(sorted(NAMED))


@dataclass(frozen=True, slots=True)
class Trigger:
    """Texts that have to be there for a rule to do something, and names that it brings into the document."""

    needs: tuple[str, ...]
    makes: frozenset[str]
    elements: frozenset[str]
    """Those of ``needs`` that can only be names of elements."""


class _Text:
    """A text that remembers what was looked for in it; where the elements in it are known, those are looked at first."""

    __slots__ = ("known", "made", "names", "text")

    def __init__(self, text: str | bytes, names: frozenset[str] | None = None) -> None:
        self.text = text
        self.names = names
        self.made: set[str] = set()
        self.known: dict[str, bool] = {}

    def has(self, literal: str) -> bool:
        if literal in self.made or (self.names is not None and literal in self.names):
            return True
        found = self.known.get(literal)
        if found is None:
            found = self.known[literal] = self._search(literal)
        return found

    def _search(self, literal: str) -> bool:
        if literal == EMPTY:
            return _find(self.text, EMPTY) >= 0 or _find(self.text, "''") >= 0
        if literal == DELIMITER:
            return _has_scoped_name(self.text)
        if self.names is not None:
            return _may_have_attribute(self.text, literal)
        return _find(self.text, literal) >= 0

    def meets(self, trigger: Trigger) -> bool:
        if self.names is not None and not trigger.elements <= self.names:
            return False
        return all(map(self.has, trigger.needs))

    def add(self, names: Iterable[str]) -> None:
        """Takes note of names that conversion brings in."""
        self.made.update(names)
        if self.names is not None:
            self.names |= self.made


def _find(text: str | bytes, literal: str, start: int = 0) -> int:
    return text.find(literal, start) if isinstance(text, str) else text.find(literal.encode(), start)


def _may_have_attribute(text: str | bytes, name: str) -> bool:
    """Whether a name occurs with a blank before it, and what can follow the name of an attribute after it."""
    at = _find(text, name)
    while at >= 0:
        around = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        before, after = (each if isinstance(each, str) else each.decode("latin-1") for each in around)
        if before.isspace() and (after == "=" or after.isspace()):
            return True
        at = _find(text, name, at + 1)
    return False


def _has_scoped_name(text: str | bytes) -> bool:
    """Whether the delimiter occurs in a start tag that can name part of a model, or may as character references."""
    if _find(text, "&") >= 0 and _find(text, "&#") >= 0:
        return True
    colon, tag_start = (":", "<") if isinstance(text, str) else (b":", b"<")
    # one character is found much faster than two
    at = text.find(colon)  # type: ignore[arg-type]
    while at >= 0:
        if text[at + 1 : at + 2] == colon:
            tag = text.rfind(tag_start, 0, at)  # type: ignore[arg-type]
            head = text[tag + 1 : tag + 10]
            if (head if isinstance(head, str) else head.decode("latin-1")).startswith(_NAMING):
                return True
            at += 1
        at = text.find(colon, at + 1)  # type: ignore[arg-type]
    return False


def may_apply(version: str, text: str | bytes, names: frozenset[str] | None = None) -> bool:
    """Whether a rule between ``version`` and the newest version could do something to a document with this text.

    ``names`` are those of all elements, where they are known; the text alone does as well. Bytes have to be in an
    encoding that has ASCII as its lower half. False is certain. True may be wrong where the names occur, but not in the
    places that the rule is about.
    """
    there = _Text(text, names)
    return any(there.meets(trigger) for step in steps_from(version) for trigger in triggers(step))


def applicable_steps(version: str, text: str | bytes, names: frozenset[str] | None = None) -> list[VersionStep]:
    """What could do something of the steps from ``version`` on, counting names that rules before bring in."""
    there = _Text(text, names)
    steps = []
    for step in steps_from(version):
        made = -1
        met: list[int] = []
        known = _all_triggers(step)
        while made < len(there.made):  # what one rule makes may be what another needs
            made = len(there.made)
            met = [number for number, trigger in enumerate(known) if there.meets(trigger)]
            if met:
                there.add([name for number in met for name in known[number].makes])
        if met:
            steps.append(_select_rules(step, tuple(met)))
    return steps


@cache
def _select_rules(step: VersionStep, numbers: tuple[int, ...]) -> VersionStep:
    """The rules of a step whose triggers are met, which are reported by number."""
    known = _all_triggers(step)
    met = {known[number] for number in numbers}

    def select_conversion(conversion: VersionConversion, context: frozenset[str]) -> VersionConversion:
        nested = (select_conversion(inner, context | {inner.name}) for inner in conversion.conversions)
        return replace(
            conversion,
            conversions=tuple(inner for inner in nested if inner.conversions or inner.operations),
            operations=tuple(each for each in conversion.operations if _trigger(each, context) in met),
        )

    return replace(step, roots=tuple(select_conversion(root, frozenset()) for root in step.roots))


@cache
def triggers(step: VersionStep) -> tuple[Trigger, ...]:
    """The least that has to be in a text for ``step`` to matter: what others imply is left out."""
    needs = {frozenset(trigger.needs): trigger for trigger in _all_triggers(step)}
    return tuple(trigger for key, trigger in needs.items() if not any(other < key for other in needs))


@cache
def _all_triggers(step: VersionStep) -> tuple[Trigger, ...]:
    found: list[Trigger] = []
    for root in step.roots:
        _collect(root, frozenset(), found)
    return tuple(found)


def _collect(conversion: VersionConversion, context: frozenset[str], found: list[Trigger]) -> None:
    for nested in conversion.conversions:
        _collect(nested, context | {nested.name}, found)
    found += [_trigger(operation, context) for operation in conversion.operations]


def _trigger(operation: Operation, context: frozenset[str]) -> Trigger:
    needs = context | _needs(operation)
    elements = context.union(*(location.path for location in _locations(operation)))
    # long names are found fastest and are the rarest
    ordered = sorted(needs, key=lambda name: (-len(name), name))
    return Trigger(tuple(ordered), _makes(operation), elements)


def _needs(operation: Operation) -> set[str]:
    if isinstance(operation, UnflattenRule):
        return {DELIMITER}
    if isinstance(operation, AddRule):
        return set()
    if isinstance(operation, (RemoveRule, DeprecationRule)):
        empty = isinstance(operation, RemoveRule) and operation.only_empty and operation.target.attribute is not None
        return _names(operation.target) | ({EMPTY} if empty else set())
    return _names(operation.source)


def _locations(operation: Operation) -> Iterator[ConversionPath]:
    """Where elements have to be for a rule to do something."""
    if isinstance(operation, DeprecationRule):
        yield ConversionPath(operation.target.path[:-1])  # the last one may be an attribute
    elif isinstance(operation, RemoveRule):
        yield operation.target
    elif not isinstance(operation, (AddRule, UnflattenRule)):
        yield operation.source


def _makes(operation: Operation) -> frozenset[str]:
    if isinstance(operation, (UnflattenRule, DeprecationRule, RemoveRule)):
        return frozenset()
    return frozenset(_names(operation.target))


def _names(location: ConversionPath) -> set[str]:
    return {*location.path, *([location.attribute] if location.attribute is not None else [])}
