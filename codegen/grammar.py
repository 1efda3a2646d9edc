"""What a description file says, as plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..runtime.lexical import Lexical

TYPES = {
    "string",
    "bool",
    "int",
    "unsigned int",
    "float",
    "double",
    "vector2i",
    "vector2d",
    "vector3",
    "vector4",
    "quaternion",
    "pose",
    "color",
    "time",
    "doubles",
    "strings",
}
OCCURS = {"0", "1", "+", "*", "-1"}


@dataclass(slots=True, kw_only=True)
class Node:
    """An ``<element>`` or ``<attribute>`` of a description file; ``path`` starts with the file's root element."""

    kind: str
    name: str
    path: str
    file: str
    line: int
    type: str | None = None
    default: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    occurs: str = "0"
    ref: str | None = None
    copy_data: bool = False
    children: list[Node | Include] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Include:
    """An ``<include filename>``: the root element of another file stands here."""

    stem: str
    occurs: str
    file: str
    line: int


@dataclass(slots=True, kw_only=True)
class Overlay:
    """What the documentation overlay says of one element or attribute."""

    doc: str = ""
    unit: str | None = None
    enum: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    open: bool = False
    any_case: bool = False
    choice: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    required_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    forbidden_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    several: bool = False
    several_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    min: str | None = None
    max: str | None = None
    deprecated: str | None = None
    origin: str | None = None


@dataclass(slots=True, kw_only=True)
class ExtensionTag:
    """One row of an extension table."""

    name: str
    formats: tuple[str, ...]
    at: tuple[str, ...]
    occurs: str
    line: int
    facets: dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Extension:
    """An extension table: tags that a program or a user adds to a format."""

    name: str
    prefix: str
    namespace: str
    literal: bool
    file: str
    tags: list[ExtensionTag]


@dataclass(slots=True, kw_only=True)
class FormatSource:
    """Everything that ``schemas/<format>/`` says: per version the root node of each file, the overlay, and how texts
    are taken."""

    name: str
    versions: dict[str, dict[str, Node]]
    overlay: dict[str, dict[str, Overlay]]
    lexical: Lexical

    @property
    def newest(self) -> str:
        """The newest version."""
        return max(self.versions, key=version_key)


def version_key(version: str) -> tuple[int, ...]:
    """Sorts versions by their numbers: 1.9 stands before 1.10."""
    return tuple(int(part) for part in version.split("."))
