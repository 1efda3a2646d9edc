"""Notes since when each part exists and since when it is deprecated."""

from __future__ import annotations

from ..model import CompiledFormat


def note_history(compiled: CompiledFormat) -> None:
    """Fills ``since`` and ``deprecated_since`` by class name and part."""
    for version in compiled.versions:
        for key, definition in compiled.definitions[version].items():
            name = compiled.class_names[key]
            compiled.since.setdefault((name, ""), version)
            for part in definition.parts:
                place = (name, f"{part.kind == 'attribute'}:{part.field_name}")
                compiled.since.setdefault(place, version)
                if part.deprecated:
                    compiled.deprecated_since.setdefault(place, version)
