"""Applies conversion rules that do nothing but set attributes to the typed root that was made of a tree.

The tree stays as it was read, and nothing is read again: to find each element of the tree, to read it anew, and to parse the text
once more for what looks at it as it is written was an eighth of a check of pr2.sdf for Drake.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics.records import NamedTuple
from ...runtime.conversions import VersionConversion, WriteRule
from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from ...runtime.conversions import VersionStep
    from ...runtime.field_tables import ReadingContext
    from ...runtime.source import Source


class AttributeRule(NamedTuple):
    """An attribute that each element at a path gets."""

    path: tuple[str, ...]
    """From the root to the elements that the rule is about."""
    inside: tuple[str, ...]
    """From there to what gets the attribute, by first children."""
    attribute: str
    value: str
    count_in: Callable[[_Element], Any]
    """How many elements the rule is about in the tree of a root."""


def set_attributes(
    root: Element, tree: _Element, steps: list[VersionStep], source: Source, context: ReadingContext
) -> bool:
    """Applies steps to the newest version to a typed root; False, with nothing done, where that does not do.

    It does where all rules set attributes, and the typed root has an object for each element that gets one.

    Args:
        root: of the newest version's classes.
        tree: what it was made of.
        steps: those of ``applicable_steps``.
        source: the text of the tree.
        context: reads values as the newest version does.
    """
    names = source.elements_in_use()
    if names is None or any(name[0] == "{" for name in names):
        return False
    changes: list[tuple[Element, str, Any]] = []
    for step in steps:
        rules = _rules_of(step)
        if rules is None or step.root_name != literal_tag(tree):
            return False
        for rule in rules:
            found = _elements_at(_elements_at([root], rule.path), rule.inside)
            if len(found) != rule.count_in(tree):
                return False
            if found:
                part = parts_of(type(found[0])).by_place.get(f"@{rule.attribute}")
                if part is None:
                    return False
                value = part.read_attribute(rule.value, tree, rule.attribute, context)
                changes += [(element, part.field, value) for element in found]
    for element, field, value in changes:
        vars(element)[field] = value
    source.has_new_values = bool(changes)
    return True


@cache
def _rules_of(step: VersionStep) -> list[AttributeRule] | None:
    """The rules of a step; None where one does something else."""
    found = [rule for root in step.roots for rule in _rules_in(root, ())]
    return None if None in found else [rule for rule in found if rule is not None]


def _rules_in(conversion: VersionConversion, path: tuple[str, ...]) -> Iterator[AttributeRule | None]:
    for inner in conversion.conversions:
        yield from [None] if inner.descendants else _rules_in(inner, (*path, inner.name))
    for rule in conversion.operations:
        if not isinstance(rule, WriteRule) or rule.target.attribute is None or not path:
            yield None
        else:
            count = etree.XPath(f"count({'/'.join(path)})")
            yield AttributeRule(path, rule.target.path, rule.target.attribute, rule.value, count)


def _elements_at(elements: list[Element], path: tuple[str, ...]) -> list[Element]:
    """The typed elements at a path below some."""
    for name in path:
        inside: list[Any] = []
        fields = {kind: _field_at(kind, name) for kind in set[Any](map(type, elements))}
        for value in [each.__dict__.get(fields[type(each)]) for each in elements]:
            if type(value) is list:
                inside += value
            elif value is not None:
                inside.append(value)
        elements = [each for each in inside if isinstance(each, Element)]
    return elements


@cache
def _field_at(cls: Any, name: str) -> str:
    """The field of a class for the elements of a name; an empty text where it has none."""
    part = parts_of(cls).by_place.get(name)
    return "" if part is None else part.field
