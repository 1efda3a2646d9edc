"""The URIs in typed elements: which fields hold one is a fact of their schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ...diagnostics.records import NamedTuple
from ...runtime.element import Element


class NamedUri(NamedTuple):
    """A URI in a field of a typed element."""

    owner: Element
    field: str
    number: int | None
    """Which of the values of a list; None: the field has one."""
    kind: str
    """What the URI leads to: ``"mesh"``, ``"texture"``, ``"script"``."""
    written: str
    """The value of the field."""


@cache
def find_uri_fields(cls: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class of typed elements that hold URIs, each with the kind of file: ``("uri", "mesh")``."""
    specs: Mapping[str, Any] = getattr(cls, "_specs", None) or cls.__dataclass_fields__
    return tuple((field, spec.metadata["uri"]) for field, spec in specs.items() if "uri" in spec.metadata)


def uris_of(element: Element) -> Iterator[NamedUri]:
    """The URIs that are right in an element; blank ones lead to nothing and do not count."""
    written = vars(element)
    for field, kind in find_uri_fields(type(element)):
        value = written.get(field)
        if value is None:
            continue
        values = value if isinstance(value, list) else [value]
        for index, each in enumerate(values):
            if isinstance(each, str) and each.strip():
                yield NamedUri(element, field, index if isinstance(value, list) else None, kind, each)
