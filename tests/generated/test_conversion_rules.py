"""Each compiled conversion rule does to a document made for it what it says, and is undone on the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from bodyplan.runtime.conversions import (
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
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.upgrade.engine import apply_step, value_at
from bodyplan.semantics.upgrade.grammar import ElementGrammar, grammar_of, knows
from bodyplan.semantics.upgrade.reverse_rules import StepReverser
from bodyplan.semantics.upgrade.target_version import VersionTarget
from bodyplan.semantics.upgrade.versions import list_versions, steps_from
from bodyplan.semantics.upgrade.xml_tree import Editor
from lxml import etree

VALUE = "7"


class Case(NamedTuple):
    step: VersionStep
    path: tuple[str, ...]
    """Elements from the root to the one that the rule is about."""
    operation: Operation

    def __str__(self) -> str:
        return f"{self.step.target}:{'/'.join(self.path)}:{self.operation}"


def cases(described: bool) -> Iterator[Case]:
    for step in steps_from(list_versions()[0]):
        for root in step.roots:
            for path, operation in rules(root, (), step):
                if (_at(grammar_of(step.origin), path) is not None) == described:
                    yield Case(step, path, operation)


def rules(
    conversion: VersionConversion, outer: tuple[str, ...], step: VersionStep
) -> Iterator[tuple[tuple[str, ...], Operation]]:
    path = (*outer, conversion.name)
    if conversion.descendants:
        path = next(_paths_to(grammar_of(step.origin), conversion, step))
    for operation in conversion.operations:
        yield path, operation
    for nested in conversion.conversions:
        yield from rules(nested, path, step)


def _paths_to(root: ElementGrammar, conversion: VersionConversion, step: VersionStep) -> Iterator[tuple[str, ...]]:
    """Where an element of a name may stand that has all that rules about it need."""
    ahead = [((root.name,), root)]
    while ahead:
        path, grammar = ahead.pop(0)
        if path[-1] == conversion.name and all(
            _at(grammar, (conversion.name, nested.name)) for nested in conversion.conversions
        ):
            yield path
        ahead += [((*path, name), child) for name, child in grammar.children.items() if path.count(name) < 1]


def _at(root: ElementGrammar, path: tuple[str, ...]) -> ElementGrammar | None:
    found: ElementGrammar | None = root if path[0] == root.name else None
    for name in path[1:]:
        found = found.children.get(name) if found is not None else None
    return found


def build(path: tuple[str, ...], location: ConversionPath, value: str) -> tuple[etree._Element, etree._Element]:
    """A document with nothing but a value at a location below the element at a path; its root, and that element."""
    root = about = etree.Element(path[0])
    for name in path[1:]:
        about = etree.SubElement(about, name)
    holder = about
    for name in location.path:
        holder = etree.SubElement(holder, name)
    if location.attribute is not None:
        holder.set(location.attribute, value)
    else:
        holder.text = value
    return root, about


WITH_A_SOURCE = [case for case in cases(described=True) if isinstance(case.operation, (RenameRule, MoveRule, MapRule))]


@pytest.mark.parametrize("case", WITH_A_SOURCE, ids=str)
def test_what_a_rule_moves_arrives_and_comes_back(case: Case) -> None:
    rule = case.operation
    assert isinstance(rule, (RenameRule, MoveRule, MapRule))
    value, expected = rule.values[0] if isinstance(rule, MapRule) else (VALUE, VALUE)
    root, about = build(case.path, rule.source, value)
    apply_step(root, case.step, Editor(None), Sink())
    assert value_at(about, rule.target) == expected
    older = _at(grammar_of(case.step.origin), case.path)
    assert older is not None
    StepReverser(VersionTarget("sdformat", case.step.origin, case.step.target, Sink(), Editor(None))).undo(
        root, case.step
    )
    stays = isinstance(rule, MoveRule) and rule.copy
    if knows(older, rule.source) and not knows(older, rule.target) and not stays:
        # two rules that lead to one place lead back to one of theirs
        assert value in [value_at(about, source) for source in _sources_of(rule.target, case)]
    else:
        assert value_at(about, rule.target) == expected or value_at(about, rule.source) == value


def _sources_of(target: ConversionPath, case: Case) -> list[ConversionPath]:
    others = [other.operation for other in WITH_A_SOURCE if (other.step, other.path) == (case.step, case.path)]
    return [
        other.source
        for other in others
        if isinstance(other, (RenameRule, MoveRule, MapRule)) and other.target == target
    ]


@pytest.mark.parametrize(
    "case",
    [case for case in cases(described=True) if isinstance(case.operation, (AddRule, RemoveRule, DeprecationRule))],
    ids=str,
)
def test_what_a_rule_adds_is_there_and_what_it_removes_is_not(case: Case) -> None:
    rule = case.operation
    assert isinstance(rule, (AddRule, RemoveRule, DeprecationRule))
    only_empty = isinstance(rule, RemoveRule) and rule.only_empty
    root, about = build(case.path, rule.target, "" if only_empty else VALUE)
    sink = Sink()
    if isinstance(rule, AddRule):
        root, about = build(case.path, ConversionPath(()), "")
    apply_step(root, case.step, Editor(None), sink)
    if isinstance(rule, DeprecationRule):
        assert [finding.code for finding in sink.found] == ["BP804"]
    elif isinstance(rule, RemoveRule):
        assert value_at(about, rule.target) is None
    else:
        assert knows(_found(case), rule.target)
        found = about.find("/".join(rule.target.path))
        assert found is not None
        assert (found.text or None) == rule.value


def _found(case: Case) -> ElementGrammar:
    found = _at(grammar_of(case.step.target), (grammar_of(case.step.target).name, *case.path[1:]))
    assert found is not None
    return found


def test_rules_that_no_document_is_made_for_are_few() -> None:
    """Rules about what their older version does not describe are listed in ``conversions.toml``."""
    without = [case for case in cases(described=False) if not isinstance(case.operation, UnflattenRule)]
    assert {case.step.target for case in without} <= {"1.2", "1.5"}
    assert len(without) < len(WITH_A_SOURCE) / 10
