"""How a document of one version becomes one of the next: the records that compiled conversion rules consist of.

``generated/<format>/conversions.py`` holds them, made of the ``.convert`` files in ``schemas/<format>/``.
"""

from __future__ import annotations

from ..diagnostics.records import dataclass


@dataclass(frozen=True, slots=True)
class ConversionPath:
    """An element below the one that a rule is about, or one of its attributes; no path is that element itself."""

    path: tuple[str, ...]
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class RenameRule:
    """A value becomes the text of an element, or its attribute, where it stood."""

    source: ConversionPath
    target: ConversionPath


@dataclass(frozen=True, slots=True)
class MoveRule:
    """An element, or a value, goes somewhere else; with ``copy`` it stays as well."""

    source: ConversionPath
    target: ConversionPath
    copy: bool


@dataclass(frozen=True, slots=True)
class AddRule:
    """An attribute is set; an element is added at the end."""

    target: ConversionPath
    value: str | None


@dataclass(frozen=True, slots=True)
class RemoveRule:
    """An attribute or every child of a name goes, or only what is empty."""

    target: ConversionPath
    only_empty: bool


@dataclass(frozen=True, slots=True)
class MapRule:
    """Where a value is one of those listed, another value is written elsewhere."""

    source: ConversionPath
    target: ConversionPath
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WriteRule:
    """A value is written at a path. No file has such rules: ``to_newest.py`` puts them together from others."""

    target: ConversionPath
    value: str


@dataclass(frozen=True, slots=True)
class DeprecationRule:
    """What is at this path has no counterpart any more."""

    target: ConversionPath


@dataclass(frozen=True, slots=True)
class UnflattenRule:
    """Models are inferred from names such as ``A::B``."""


Operation = RenameRule | MoveRule | AddRule | RemoveRule | MapRule | WriteRule | DeprecationRule | UnflattenRule


@dataclass(frozen=True, slots=True)
class VersionConversion:
    """Rules about the children of a name, or with ``descendants`` about every such element below."""

    name: str
    descendants: bool
    conversions: tuple[VersionConversion, ...]
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class VersionStep:
    """All rules between two versions that follow each other. ``roots`` are about the root element.

    ``same`` are defaults before and after that say the same, by file and path of what has them. There is one object of each; to compare all that is in two of them would take its time.
    """

    origin: str
    target: str
    roots: tuple[VersionConversion, ...] = ()
    same: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def root_name(self) -> str | None:
        """Name of the root element, as the rules have it; None without rules."""
        return self.roots[0].name if self.roots else None
