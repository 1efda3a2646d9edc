"""Tells from the text of a document alone whether any conversion rule could touch it.

A rule needs certain names in the document. Where one of them does not occur in the text at all, the rule has nothing
to do, and a document that no rule can touch skips conversion.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

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
from .unflatten_names import DELIMITER, NAMED
from .versions import steps_from

EMPTY = '""'
"""Represents an attribute with nothing in it."""

_SCOPED_NAME = re.compile(rf"<(?:{'|'.join(sorted(NAMED))})[^<]*{DELIMITER}".encode())


class Trigger(NamedTuple):
    """Texts that have to be there for a rule to do something, and names that it brings into the document."""

    needs: tuple[str, ...]
    makes: frozenset[str]
    elements: frozenset[str]
    """Those of ``needs`` that can only be names of elements."""


class _Text:
    """A text that remembers what was looked for in it; where the elements in it are known, those are looked at first."""

    __slots__ = ("known", "made", "names", "text")

    def __init__(self, text: str | bytes, names: frozenset[str] | None) -> None:
        self.text = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.names = names
        self.made: frozenset[str] = frozenset()
        self.known: dict[str, bool] = {}

    def has(self, literal: str) -> bool:
        if literal in self.made or (self.names is not None and literal in self.names):
            return True
        found = self.known.get(literal)
        if found is None:
            found = self.known[literal] = self._search(literal)
        return found

    def _search(self, literal: str) -> bool:
        text = self.text
        if literal == EMPTY:
            return EMPTY.encode() in text or b"''" in text
        if literal == DELIMITER:
            # the delimiter may be written as character references
            return b"&#" in text or (DELIMITER.encode() in text and _SCOPED_NAME.search(text) is not None)
        if self.names is None or literal.encode() not in text:
            return literal.encode() in text
        return re.search(rf"{literal}(?<=\s{literal})[\s=]".encode(), text) is not None  # the name of an attribute

    def meets(self, trigger: Trigger) -> bool:
        if self.names is not None and not trigger.elements <= self.names:
            return False
        return all(map(self.has, trigger.needs))

    def add(self, names: frozenset[str]) -> None:
        """Takes note of names that conversion brings in."""
        self.made |= names
        if self.names is not None:
            self.names |= names


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
        made = None
        met: frozenset[Trigger] = frozenset()
        while made != there.made:  # what one rule makes may be what another needs
            made = there.made
            met = frozenset(filter(there.meets, triggers(step)))
            there.add(frozenset().union(*(trigger.makes for trigger in met)))
        if met:
            steps.append(_select_rules(step, met))
    return steps


@cache
def _select_rules(step: VersionStep, met: frozenset[Trigger]) -> VersionStep:
    """The rules of a step whose triggers are met."""

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
    """The triggers of all rules of a step, in their order."""

    def collect(conversion: VersionConversion, context: frozenset[str]) -> list[Trigger]:
        nested = (collect(each, context | {each.name}) for each in conversion.conversions)
        return [*chain.from_iterable(nested), *(_trigger(each, context) for each in conversion.operations)]

    return tuple(dict.fromkeys(trigger for root in step.roots for trigger in collect(root, frozenset())))


def _trigger(operation: Operation, context: frozenset[str]) -> Trigger:
    needed, elements = set(context), set(context)
    makes: frozenset[str] = frozenset()
    if isinstance(operation, UnflattenRule):
        needed.add(DELIMITER)
    elif isinstance(operation, DeprecationRule):
        needed |= _names(operation.target)
        elements.update(operation.target.path[:-1])  # the last one may be an attribute
    elif isinstance(operation, RemoveRule):
        needed |= _names(operation.target)
        elements.update(operation.target.path)
        if operation.only_empty and operation.target.attribute is not None:
            needed.add(EMPTY)
    else:
        makes = _names(operation.target)
        if not isinstance(operation, AddRule):
            needed |= _names(operation.source)
            elements.update(operation.source.path)
    # long names are found fastest and are the rarest
    ordered = sorted(needed, key=lambda name: (-len(name), name))
    return Trigger(tuple(ordered), makes, frozenset(elements))


def _names(location: ConversionPath) -> frozenset[str]:
    return frozenset(location.path if location.attribute is None else (*location.path, location.attribute))
