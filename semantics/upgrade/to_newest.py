"""Brings a document to the newest version of SDFormat.

A rule needs certain names in the document. Where one of them does not occur in the text at all, the rule has nothing
to do, and a document that no rule can touch skips conversion.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple, replace
from ...runtime.conversions import (
    AddRule,
    ConversionPath,
    DeprecationRule,
    MapRule,
    Operation,
    RemoveRule,
    UnflattenRule,
    VersionConversion,
    VersionStep,
    WriteRule,
)
from ...runtime.patterns import compile_pattern
from ...runtime.source import SUPERSETS_OF_ASCII, Source, literal_tag
from .engine import apply_step
from .unflatten_names import DELIMITER, NAMED
from .versions import newest_version, steps_from
from .xml_tree import Editor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ...runtime.sink import Sink

EMPTY = '""'
"""Represents an attribute with nothing in it."""

MOST_NAMES = 24
"""Places of a name that are looked at one by one."""

_NAMED_TAG = compile_pattern(rf"<(?:{'|'.join(sorted(NAMED))})".encode())


class Trigger(NamedTuple):
    """Texts that have to be there for a rule to do something, and names that it brings into the document."""

    needs: tuple[str, ...]
    makes: frozenset[str]
    elements: frozenset[str]
    """Those of ``needs`` that can only be names of elements."""


class _Text:
    """A text that remembers what was looked for in it; where the elements in it are known, those are looked at first."""

    __slots__ = ("known", "made", "names", "source", "text")

    def __init__(self, source: Source) -> None:
        text = _searchable(source)
        self.source = source if text is source.data else Source(None, text)
        self.text = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.names = source.elements_in_use()
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
            # the delimiter may be written as character references; one letter is found in a fraction of the time of two
            return (b"&" in text and b"&#" in text) or (self.source.mentions(DELIMITER) and _has_scoped_name(text))
        if self.names is None or not self.source.mentions(literal):
            return self.source.mentions(literal)
        return _has_attribute(text, literal.encode())

    def meets(self, trigger: Trigger) -> bool:
        if self.names is not None and not trigger.elements <= self.names:
            return False
        return all(map(self.has, trigger.needs))

    def add(self, names: frozenset[str]) -> None:
        self.made |= names
        if self.names is not None:
            self.names |= names


def _has_attribute(text: bytes, name: bytes) -> bool:
    """Whether a name may be that of an attribute: a blank is before it, and a blank or an equals sign behind it."""
    at = -1
    for _ in range(MOST_NAMES):  # of most names a text has a few, and to find these takes a fraction of a pattern
        at = text.find(name, at + 1)
        if at < 0:
            return False
        behind = text[at + len(name) : at + len(name) + 1]
        if text[at - 1 : at].isspace() and (behind.isspace() or behind == b"="):
            return True
    return re.compile(rb"%b(?<=\s%b)[\s=]" % (name, name)).search(text, at) is not None


def _has_scoped_name(text: bytes) -> bool:
    """Whether the delimiter is in or behind the tag of an element whose name may be scoped, before the next tag."""
    # from one delimiter to the next: most texts have few, and many elements with names
    delimiter = DELIMITER.encode()
    last = text.rfind(b":") + 1  # a single letter is found in a fraction of the time of two
    end = 0
    while end >= 0 and (at := text.find(delimiter, end, last)) >= 0:
        begin = text.rfind(b"<", end, at)
        if begin >= 0 and _NAMED_TAG.match(text, begin, at):
            return True
        end = text.find(b"<", at)
    return False


def is_needed(version: str, source: Source) -> bool:
    """Whether a rule between ``version`` and the newest version could do something to a document with this text.

    False is certain. True may be wrong where the names occur, but not in the places that the rule is about.
    """
    there = _Text(source)
    return any(there.meets(trigger) for step in steps_from(version) for trigger in triggers(step))


def applicable_steps(version: str, source: Source) -> list[VersionStep]:
    """What could do something of the steps from ``version`` on, counting names that rules before bring in."""
    there = _Text(source)
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
    names = source.elements_in_use()
    if names is not None and len(steps) == 2 and (joined := _join_steps(*steps)) is not None:
        step, added = joined
        if not any(name.endswith(added) for name in names):
            return [step]
    return steps


@cache
def _join_steps(adding: VersionStep, mapping: VersionStep) -> tuple[VersionStep, str] | None:
    """Two steps as one, and a name that no element may have before; None where they cannot be joined.

    They can where the first does nothing but add elements of one name, and the second nothing but map their values and take them
    away, so that what a value is mapped to is known. All axes of SDFormat 1.4 are such: to make an element in each and take it away
    again was half of what an older version costs in a check of pr2.sdf.
    """
    rules = {operation for root in mapping.roots for operation in _operations_in(root)}
    removed = {rule.target for rule in rules if isinstance(rule, RemoveRule) and not rule.only_empty}
    if len(removed) != 1 or len(rules) != 2 or any(root.operations for root in mapping.roots):
        return None
    (gone,) = removed
    written = next((rule for rule in rules if isinstance(rule, MapRule) and rule.source == gone), None)
    if written is None or gone.attribute is not None or len(gone.path) != 1:
        return None
    added = {operation for root in adding.roots for operation in _operations_in(root)}
    value = next((rule.value for rule in added if isinstance(rule, AddRule) and rule.target == gone), None)
    new = dict(written.values).get(value or "")
    if len(added) != 1 or new is None:
        return None
    reached = {
        (holder.name, inner.name)
        for root in mapping.roots
        for holder in root.conversions
        if holder.descendants and not holder.operations
        for inner in holder.conversions
        if not inner.descendants and set(inner.operations) == rules and inner.operations[-1] != written
    }
    rule = WriteRule(written.target, new)

    def join(conversion: VersionConversion, around: str) -> VersionConversion | None:
        inside = [join(inner, conversion.name) for inner in conversion.conversions]
        is_reached = not conversion.operations or (around, conversion.name) in reached
        if conversion.descendants or not is_reached or None in inside:
            return None
        operations = (rule,) if conversion.operations else ()
        return replace(conversion, conversions=tuple(filter(None, inside)), operations=operations)

    roots = [join(root, "") for root in adding.roots]
    return None if None in roots else (replace(mapping, roots=tuple(filter(None, roots))), gone.path[0])


def _operations_in(conversion: VersionConversion) -> Iterator[Operation]:
    yield from conversion.operations
    for inner in conversion.conversions:
        yield from _operations_in(inner)


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
        if not isinstance(operation, AddRule | WriteRule):
            needed |= _names(operation.source)
            elements.update(operation.source.path)
    # long names are found fastest and are the rarest
    ordered = sorted(needed, key=lambda name: (-len(name), name))
    return Trigger(tuple(ordered), makes, frozenset(elements))


def _names(location: ConversionPath) -> frozenset[str]:
    return frozenset(location.path if location.attribute is None else (*location.path, location.attribute))


def upgrade(root: _Element, version: str, source: Source | None, sink: Sink) -> set[_Element]:
    """Applies every conversion rule between ``version`` and the newest version to the tree below ``root``.

    The tree is changed in place. Elements stay the same objects wherever they end up; those that a rule makes are noted
    in ``source.origins``. ``source`` is the text that the tree was read from, if any; ``sink`` receives BP804
    (dropped-by-conversion) and BP805 (reference-leaves-model). Answers the elements whose attributes, text or children
    were changed, besides the version attribute of ``root``.
    """
    editor = Editor(source)
    steps = steps_from(version)
    # the text shows cheaply that there is nothing to do; without one every step is tried
    text = source if source is not None and source.root is root and source.data else None
    with sink.freeze_paths():
        was_in_order = source is not None and source.is_in_order
        if source is not None:
            source.before_change()
        for step in steps if text is None else applicable_steps(version, text):
            apply_step(root, step, editor, sink)
    names_of_roots = [name for step in steps if (name := step.root_name) is not None]
    if literal_tag(root) in names_of_roots and literal_tag(root) != names_of_roots[-1]:
        editor.retag(root, names_of_roots[-1])
    root.set("version", newest_version())
    if source is not None:
        source.is_in_order = was_in_order and not (editor.moves or source.origins)
        if editor.touched:
            source.after_change()
    return editor.touched


def _searchable(source: Source) -> str | bytes:
    """The text for looking for names: as bytes where that saves decoding it."""
    encoding = source.encoding or "utf-8"
    return source.data if encoding.lower() in SUPERSETS_OF_ASCII else source.text
