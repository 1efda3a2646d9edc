"""Notes since when each part exists, since when it is deprecated, and what is gone."""

from __future__ import annotations

from ..model import CompiledFormat
from .names import field_name


def note_history(compiled: CompiledFormat) -> None:
    """Fills ``since`` and ``deprecated_since`` by class name and part, and ``gone`` of each definition."""
    before: dict[str, set[str]] = {}
    for version in compiled.versions:
        for key, definition in compiled.definitions[version].items():
            name = compiled.class_names[key]
            compiled.since.setdefault((name, ""), version)
            fields = {field_name(part.field_name) for part in definition.parts}
            known = before.setdefault(name, set())
            definition.gone = tuple(sorted(known - fields))
            known |= fields
            for part in definition.parts:
                place = (name, f"{part.kind == 'attribute'}:{part.field_name}")
                compiled.since.setdefault(place, version)
                if part.deprecated:
                    compiled.deprecated_since.setdefault(place, version)
