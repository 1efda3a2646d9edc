"""Looking up references among scoped names."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from ...runtime.spelling import SpellingIndex, suggest
from ..ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, make_scoped_name

MOST_CANDIDATES = 100
"""Places in which a name is looked for that is not where a reference leads to; a hint is only a hint."""


def full_name(reference: str, scope: str) -> str | None:
    """The full name that ``reference`` means in ``scope``, None where it cannot mean anything.

    ``world`` means the root frame in the scope of the world only.
    """
    if reference == MODEL_FRAME:
        return None if scope == WORLD else scope
    if reference == WORLD:
        return WORLD if scope == WORLD else make_scoped_name(WORLD, scope)
    name = make_scoped_name(reference, scope)
    return name.removesuffix(SEPARATOR + MODEL_FRAME)


class ScopedNames:
    """Full names among which references are sought that lead nowhere; read when the first advice is asked for."""

    __slots__ = ("_names", "_inside", "_by_last")

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._inside: dict[str, SpellingIndex] = {}
        self._by_last: dict[str, list[str]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def advice(self, reference: str, scope: str) -> str:
        """A hint that names what was probably meant, or nothing."""
        if not self._inside:
            self._build_index()
        prefix = "" if scope == WORLD else scope + SEPARATOR
        elsewhere = self._by_last.get(reference.rpartition(SEPARATOR)[2], ())
        for name in elsewhere:
            inside = name[len(prefix) :]
            if name.startswith(prefix) and inside != reference and _is_part(reference, inside):
                return suggest(inside, "{!r}")
        near = self._nearest(reference, scope)
        if near is not None:
            return suggest(near, "{!r}")
        for name in elsewhere:
            if not name.startswith(prefix):
                return f"{name!r} is outside: references lead down into nested models only"
        return ""

    def _nearest(self, reference: str, scope: str) -> str | None:
        """The reference with what is misspelt in it put right, part by part."""
        inside = "" if scope == WORLD else scope
        found: list[str] = []
        for part in reference.split(SEPARATOR):
            known = self._inside.get(inside)
            if known is None:
                return None
            full = f"{inside}{SEPARATOR}{part}" if inside else part
            near = part if full in self._names else known.nearest(part)
            if near is None:
                return None
            found.append(near)
            inside = f"{inside}{SEPARATOR}{near}" if inside else near
        text = SEPARATOR.join(found)
        return None if text == reference else text

    def _build_index(self) -> None:
        inside: dict[str, list[str]] = {"": []}
        for name in self._names:
            scope, _, last = name.rpartition(SEPARATOR)
            inside.setdefault(scope, []).append(last)
            same = self._by_last.setdefault(last, [])
            if len(same) < MOST_CANDIDATES:
                same.append(name)
        self._inside = {scope: SpellingIndex(names) for scope, names in inside.items()}


def _is_part(one: str, other: str) -> bool:
    """Whether one of two names has the other's parts, in their order, with some of its own between them."""
    fewer, more = sorted((one.split(SEPARATOR), other.split(SEPARATOR)), key=len)
    left = iter(more)
    return all(part in left for part in fewer)


def describe_unresolved(reference: str, scope: str, names: ScopedNames) -> dict[str, Any]:
    """What findings say of a reference that leads nowhere: itself, where it was looked up, and what may be meant."""
    where = "the world" if scope == WORLD else f"model {scope!r}"
    return {"reference": reference, "scope": where, "advice": partial(names.advice, reference, scope)}
