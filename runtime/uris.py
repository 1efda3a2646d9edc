"""Which fields of a class hold URIs, and of what files; ``schemas/`` says it, as of names (``references.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_URI_FIELDS_CACHE: dict[Any, tuple[tuple[str, str], ...]] = {}


def uri_fields(cls: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class of typed elements that hold URIs, each with the kind of file: ``("uri", "mesh")``."""
    found = _URI_FIELDS_CACHE.get(cls)
    if found is None:
        specs: Mapping[str, Any] = getattr(cls, "_specs", None) or cls.__dataclass_fields__
        found = _URI_FIELDS_CACHE[cls] = tuple(
            (field, spec.metadata["uri"]) for field, spec in specs.items() if "uri" in spec.metadata
        )
    return found
