"""Whether a change of a description breaks programs.

A change breaks *readers* if a sound document of the new version holds what a program for the old one does not expect or
takes for something else; parts that it does not know it passes over. It breaks *writers* if a sound document of the old
version is not sound in the new one or means something else.
"""

from __future__ import annotations

BOTH = ("readers", "writers")
READERS = ("readers",)
WRITERS = ("writers",)
NEITHER: tuple[str, ...] = ()
BOUNDS = ("min", "max")
NEEDED = ("1", "+")
"""How often a required part may occur."""

_NUMBERS = {"0": (0, 1), "-1": (0, 1), "1": (1, 1), "*": (0, 2), "+": (1, 2)}
"""At least and at most, where two means any number."""

_WIDER = {
    "int": {"double", "float"},
    "unsigned int": {"int", "double", "float"},
    "double": {"doubles"},
    "float": {"doubles"},
}
"""Types that have every value of another, by the other."""

_SAME = {frozenset({"double", "float"})}


def occurrence(kind: str, occurs: str) -> str:
    """How often a part may occur: an attribute at most once, whatever its description says."""
    return {"*": "0", "+": "1"}.get(occurs, occurs) if kind == "attribute" else occurs


def of_addition(occurs: str) -> tuple[str, ...]:
    """Whom a new part breaks that may occur so often."""
    return WRITERS if _NUMBERS[occurs][0] else NEITHER


def of_removal(occurs: str) -> tuple[str, ...]:
    """Whom it breaks that a part is gone that could occur so often."""
    return BOTH if _NUMBERS[occurs][0] else WRITERS


def of_change(facet: str, old: str | None, new: str | None, *, written: tuple[bool, bool]) -> tuple[str, ...]:
    """Whom it breaks that a facet has another value.

    ``written`` says whether documents of the old version, and of the new one, have to write what has the facet.
    """
    if facet == "type":
        return _of_types(old, new)
    if facet == "default":
        if _numbers(old) == _numbers(new) is not None:
            return NEITHER
        return (NEITHER if written[1] else READERS) + (NEITHER if written[0] else WRITERS)
    if facet == "required":
        return _of_numbers(str(old), str(new))
    if facet in BOUNDS:
        return _of_bounds(facet, old, new)
    return NEITHER


def _of_types(old: str | None, new: str | None) -> tuple[str, ...]:
    if frozenset({str(old), str(new)}) in _SAME:
        return NEITHER
    if old is None or new is None:
        return READERS if old is None else WRITERS
    if new == "string" or new in _wider(old):
        return READERS
    if old == "string" or old in _wider(new):
        return WRITERS
    return BOTH


def _wider(kind: str) -> set[str]:
    found = set(_WIDER.get(kind, ()))
    return found.union(*(_wider(other) for other in found))


def _of_numbers(old: str, new: str) -> tuple[str, ...]:
    (least, most), (lower, upper) = _NUMBERS[old], _NUMBERS[new]
    readers = READERS if lower < least or upper > most else NEITHER
    writers = WRITERS if lower > least or upper < most else NEITHER
    return readers + writers


def _of_bounds(facet: str, old: str | None, new: str | None) -> tuple[str, ...]:
    before, after = _numbers(old), _numbers(new)
    if before is None or after is None:
        return NEITHER if before is after else READERS if after is None else WRITERS
    sign = 1 if facet == "min" else -1
    pairs = list(zip(before, after, strict=False))
    readers = READERS if any(sign * now < sign * was for was, now in pairs) else NEITHER
    writers = WRITERS if any(sign * now > sign * was for was, now in pairs) else NEITHER
    return readers + writers


def outside(bound: str, limit: str | None, text: str | None) -> bool:
    """Whether a number in a text is below a ``min`` or above a ``max``."""
    values, limits = _numbers(text), _numbers(limit)
    if values is None or limits is None:
        return False
    sign = 1 if bound == "min" else -1
    return any(sign * value < sign * limits[min(at, len(limits) - 1)] for at, value in enumerate(values))


def _numbers(text: str | None) -> list[float] | None:
    try:
        return [float(word) for word in text.split()] or None if text is not None else None
    except ValueError:
        return None
