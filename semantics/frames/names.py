"""Looking up references among scoped names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import partial
from typing import Any

from ..description.names import MODEL_FRAME, SEPARATOR, WORLD, scoped

MOST_CANDIDATES = 2000
"""Names among which a similar one is sought; the search is slow and a hint is only a hint."""


def full_name(reference: str, scope: str) -> str | None:
    """The full name that ``reference`` means in ``scope``, None where it cannot mean anything.

    ``world`` means the root frame in the scope of the world only.
    """
    if reference == MODEL_FRAME:
        return None if scope == WORLD else scope
    if reference == WORLD:
        return WORLD if scope == WORLD else scoped(WORLD, scope)
    name = scoped(reference, scope)
    return name.removesuffix(SEPARATOR + MODEL_FRAME)


def scope_text(scope: str) -> str:
    """``scope`` as messages call it."""
    return "the world" if scope == WORLD else f"model {scope!r}"


def unresolved(reference: str, scope: str, names: Iterable[str]) -> dict[str, Any]:
    """What findings say of a reference that leads nowhere: itself, where it was looked up, and what may be meant."""
    return {"reference": reference, "scope": scope_text(scope), "advice": partial(advice, reference, scope, names)}


def advice(reference: str, scope: str, names: Iterable[str]) -> str:
    """A hint that names what was probably meant, or nothing."""
    prefix = "" if scope == WORLD else scope + SEPARATOR
    near: list[str] = []
    elsewhere: list[str] = []
    last = reference.rsplit(SEPARATOR, 1)[-1]
    for name in names:
        if len(near) >= MOST_CANDIDATES:
            break
        if name.startswith(prefix):
            near.append(name[len(prefix) :])
        if name == last or name.endswith(SEPARATOR + last):
            elsewhere.append(name)
    for name in elsewhere:
        if name.startswith(prefix):
            return f"did you mean {name[len(prefix) :]!r}?"
    similar = get_close_matches(reference, near, 1, 0.75)
    if similar:
        return f"did you mean {similar[0]!r}?"
    if elsewhere:
        return f"{elsewhere[0]!r} is outside: references lead down into nested models only"
    return ""
