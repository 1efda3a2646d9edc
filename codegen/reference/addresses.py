"""Where the reference of an element or attribute is to be read."""

from __future__ import annotations

from ...diagnostics.pages import DOCUMENTATION
from ..model import CompiledFormat, Definition, Part
from .entries import anchor_of, page_of


def address_of(compiled: CompiledFormat, definition: Definition, part: Part | None = None) -> str:
    """The address of an element of the format, or of a part of it."""
    name = compiled.class_names[definition.key]
    # a class stands on the page of its newest version, whichever description file had it before
    key = next(
        key
        for version in reversed(compiled.versions)
        for key in compiled.definitions[version]
        if compiled.class_names[key] == name
    )
    return f"{DOCUMENTATION}reference/{compiled.name}/{page_of(key)}/#{anchor_of(name, part)}"
