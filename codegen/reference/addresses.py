"""Where the reference of an element or attribute is to be read."""

from __future__ import annotations

from ...runtime.diagnostics.pages import DOCUMENTATION
from ..model import CompiledFormat, Definition, Part
from .gathering import anchor_of, page_of


def address_of(compiled: CompiledFormat, definition: Definition, part: Part | None = None) -> str:
    """The address of an element of the format, or of a part of it."""
    anchor = anchor_of(compiled.class_names[definition.key], part)
    return f"{DOCUMENTATION}reference/{compiled.name}/{page_of(definition.key)}/#{anchor}"
