"""What became of a version's parts in the newest version, whose objects the decoders of older ones make as well."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import CompiledFormat, ElementAttr, ElementClass, Part
from .values import has_bounds


class NewestVersion:
    """The classes of the newest version, to compare with.

    Args:
        compiled: the format.
        fields: names of the fields of each class of that version.
    """

    def __init__(self, compiled: CompiledFormat, fields: Mapping[str, frozenset[str]]) -> None:
        self.compiled = compiled
        self.fields = fields
        self._parts: dict[str, dict[tuple[bool, str], Part]] = {
            compiled.class_names[key]: {_place(part): part for part in definition.parts}
            for key, definition in compiled.definitions[compiled.newest].items()
        }

    def change(self, cls: ElementClass, attr: ElementAttr) -> str:
        """How the newest class's field differs; see ``PartView.change``."""
        part = attr.part
        if cls.name in self.fields and attr.name not in self.fields[cls.name] and self._has_class_of(part):
            return "gone"
        other = self._parts.get(cls.name, {}).get(_place(part))
        if other is None:
            return ""
        if self._content(part) != self._content(other):
            return "content"
        return "repeats" if part.repeats != other.repeats else ""

    def holder(self, cls: ElementClass, attr: ElementAttr) -> str | None:
        """The class that holds the text of a leaf which became an element of its own.

        Without attributes such an element can be made of the value, whatever else it may have.
        """
        part = attr.part
        other = self._parts.get(cls.name, {}).get(_place(part))
        if part.kind != "leaf" or part.repeats or has_bounds(part):
            return None
        if other is None or other.kind != "child" or other.repeats or other.target is None:
            return None
        for text in self.compiled.definitions[self.compiled.newest][other.target].parts:
            if text.kind == "text" and (text.type, text.enum) == (part.type, None) == (text.type, part.enum):
                plain = part.type != "string" and not has_bounds(text)
                return self.compiled.class_names[other.target] if plain else None
        return None

    def _has_class_of(self, part: Part) -> bool:
        """Whether the newest version could make an object of a child; where it has no such class, that decides."""
        return part.target is None or self.compiled.class_names[part.target] in self.fields

    def _content(self, part: Part) -> object:
        return part.kind, part.type, part.enum, part.target and self.compiled.class_names[part.target]


def _place(part: Part) -> tuple[bool, str]:
    return part.kind == "attribute", part.field_name
