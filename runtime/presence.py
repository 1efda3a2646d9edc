"""Rules about which parts of an element may be there beside each other."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Literal, TypeAlias

PresenceKind: TypeAlias = Literal["exclusive", "one_of", "together", "requires"]
"""``exclusive``: of at most one bundle there is anything. ``one_of``: at least one bundle is complete. ``together``: of the
parts there are all or none. ``requires``: where the first part is, the others are."""

PresenceRules: TypeAlias = tuple[tuple[PresenceKind, tuple[tuple[str, ...], ...]], ...]
"""Each rule with its bundles of fields."""


def find_broken_rules(there: Collection[str], rules: PresenceRules) -> PresenceRules:
    """The rules that an element breaks which has the fields in ``there``."""
    broken: PresenceRules = ()
    for rule in rules:
        if not _KEEPS[rule[0]](there, rule[1]):
            broken += (rule,)
    return broken


def _is_exclusive(there: Collection[str], bundles: tuple[tuple[str, ...], ...]) -> bool:
    found = False
    for bundle in bundles:
        for part in bundle:
            if part in there:
                if found:
                    return False
                found = True
                break
    return True


def _has_one(there: Container[str], bundles: tuple[tuple[str, ...], ...]) -> bool:
    return any(all(part in there for part in bundle) for bundle in bundles)


def _is_together(there: Container[str], bundles: tuple[tuple[str, ...], ...]) -> bool:
    return len({part in there for bundle in bundles for part in bundle}) < 2


def _has_required(there: Container[str], bundles: tuple[tuple[str, ...], ...]) -> bool:
    first, *others = (part for bundle in bundles for part in bundle)
    return first not in there or all(part in there for part in others)


_KEEPS = {"exclusive": _is_exclusive, "one_of": _has_one, "together": _is_together, "requires": _has_required}
