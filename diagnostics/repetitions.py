"""Findings that an author repeats: those of one kind in one file become one that stands for all.

What makes findings of a rule one kind is said in the file of the rule (``fold``). Fixes, comments and baselines speak of
single places, so this comes last, where findings are shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from .diagnostic import Diagnostic
from .fix import Fix
from .records import replace
from .registry import REGISTRY

LEAST: Final = 3
"""Findings of one kind in a file from which on one stands for all."""


def fold(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, with one in place of those of a kind that a file has ``LEAST`` times or more, at the first of them.

    It has them all as its ``places``; ``unfold`` gives them back.
    """
    kinds: dict[Hashable, list[Diagnostic]] = {}
    folded: list[list[Diagnostic]] = []
    for each in diagnostics:
        kind = kind_of(each)
        if kind is None or each.places:
            folded.append([each])
        elif kind in kinds:
            kinds[kind].append(each)
        else:
            kinds[kind] = [each]
            folded.append(kinds[kind])
    if len(folded) == len(diagnostics):
        return list(diagnostics)
    few = [group for group in folded if 1 < len(group) < LEAST]
    if not few:
        return [_fold_group(group) for group in folded]
    number = {id(each): index for index, each in enumerate(diagnostics)}
    parts = [part for group in folded for part in ([[each] for each in group] if len(group) < LEAST else [group])]
    return [_fold_group(group) for group in sorted(parts, key=lambda group: number[id(group[0])])]


def unfold(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, with those that one stands for in its place."""
    return [each for diagnostic in diagnostics for each in (diagnostic.places or (diagnostic,))]


def kind_of(diagnostic: Diagnostic) -> tuple[str, ...] | None:
    """What findings of its kind in its file have in common; None where its rule says none."""
    rule = REGISTRY.get(diagnostic.code)
    if rule is None or not rule.fold or not diagnostic.line:
        return None
    own = {"element": diagnostic.element, "attribute": diagnostic.attribute, **diagnostic.arguments}
    if not own.keys() >= set(rule.fold):  # made by hand
        return None
    said = (str(own[name]) for name in rule.fold)
    return diagnostic.code, diagnostic.row, diagnostic.severity, diagnostic.file or "", *diagnostic.argument_sets, *said


def _fold_group(group: list[Diagnostic]) -> Diagnostic:
    if len(group) == 1:
        return group[0]
    refused_by = tuple([name for name in group[0].refused_by if all(name in each.refused_by for each in group)])
    return replace(group[0], places=tuple(group), fix=_join_fixes(group), refused_by=refused_by)


def _join_fixes(group: Iterable[Diagnostic]) -> Fix | None:
    """One fix of all that can be fixed; None where they get into each other's way."""
    fixes = [each.fix for each in group if each.fix is not None]
    if not fixes:
        return None
    edits = sorted({edit for fix in fixes for edit in fix.edits}, key=lambda edit: (edit.file, edit.line, edit.column))
    if any(
        before.file == after.file and (before.end_line, before.end_column) > (after.line, after.column)
        for before, after in pairwise(edits)
    ):
        return None
    return Fix(fixes[0].title, all(fix.safe for fix in fixes), tuple(edits))
