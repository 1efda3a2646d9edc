"""All versions of a format as one: each class with its parts, and since when and until when they are there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from ..model import CompiledFormat, Definition, Key, Part

FACETS = ("default", "type", "minimum", "maximum", "occurs")
"""What is compared between versions."""


@dataclass(slots=True)
class PartHistory:
    """A part of a class: as its newest version has it, and in which versions it is there."""

    part: Part
    anchor: str
    versions: list[str] = field(default_factory=list)
    history: dict[str, list[tuple[str, str | None]]] = field(default_factory=dict)
    """For each facet that changed: since which version it is what, oldest first."""
    element: str | None = None
    """Class of the element there."""

    @property
    def label(self) -> str:
        """As it is spoken of: ``@name``, ``<name>`` or ``text``."""
        name = self.part.xml_name
        return {"attribute": f"@{name}", "text": "text"}.get(self.part.kind, f"<{name}>")


@dataclass(slots=True)
class Elements:
    """A class of elements."""

    name: str
    page: str
    definition: Definition
    version: str
    """The newest version that has it."""
    versions: list[str] = field(default_factory=list)
    entries: dict[str, PartHistory] = field(default_factory=dict)
    parents: list[str] = field(default_factory=list)
    """Classes of the elements that it may appear in, in its newest version."""

    @property
    def label(self) -> str:
        """``<name>``."""
        prefix = self.definition.prefix
        return f"<{prefix}:{self.definition.xml_name}>" if prefix else f"<{self.definition.xml_name}>"


def page_of(key: Key) -> str:
    """The page of a definition."""
    return key[0].replace(":", "-")


def anchor_of(class_name: str, part: Part | None = None) -> str:
    """The anchor of a class or one of its parts on its page."""
    if part is None:
        return class_name
    mark = {"attribute": "@", "text": "#"}.get(part.kind, "")
    return f"{class_name}.{mark}{part.field_name}".replace("#value", "text")


def gather_classes(compiled: CompiledFormat) -> dict[str, Elements]:
    """The classes of all versions by name, those of the newest version as they are there."""
    versions = [each for each in compiled.versions if "+" not in each]
    classes: dict[str, Elements] = {}
    for version in versions:
        unused = set(compiled.find_unused(version))
        for key, definition in compiled.definitions[version].items():
            if key not in unused:
                _add(compiled, classes, version, definition)
    for each in classes.values():
        definitions = compiled.definitions[each.version]
        each.parents = sorted(
            {
                compiled.class_names[key]
                for key, definition in definitions.items()
                if any(part.target == each.definition.key for part in definition.parts)
            }
        )
    return classes


def _add(compiled: CompiledFormat, classes: dict[str, Elements], version: str, definition: Definition) -> None:
    name = compiled.class_names[definition.key]
    found = classes.setdefault(name, Elements(name, page_of(definition.key), definition, version))
    found.definition, found.version, found.page = definition, version, page_of(definition.key)
    if version not in found.versions:
        found.versions.append(version)
    for part in definition.parts:
        anchor = anchor_of(name, part)
        entry = found.entries.setdefault(anchor, PartHistory(part, anchor))
        entry.part, entry.element = part, compiled.class_names[part.target] if part.target else None
        if version not in entry.versions:
            entry.versions.append(version)
        for facet in FACETS:
            spans = entry.history.setdefault(facet, [])
            value = getattr(part, facet)
            if not spans or spans[-1][1] != value:
                spans.append((version, value))


def users_of(classes: dict[str, Elements]) -> dict[str, list[str]]:
    """For each kind of name, the anchors of the parts that give one."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in classes.values():
        for anchor, entry in each.entries.items():
            if entry.part.naming is not None and entry.part.naming.defines:
                found[entry.part.naming.defines].append(anchor)
    return found
