"""What a description file says, as plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..runtime.lexical import Lexical
from ..runtime.presence import PresenceKind

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
    "integers",
    "strings",
}
COUNTED = {"double": "doubles", "float": "doubles", "int": "integers", "string": "strings"}
"""Types of which there may be several, each with the type of all of them."""
OCCURS = {"0", "1", "+", "*", "-1"}
NO_DEFAULT = "__default__"
"""The value of a default where there is none."""


@dataclass(slots=True, kw_only=True)
class SchemaNode:
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
    above: str | None = None
    """A bound that a value has to exceed."""
    count: tuple[int, int | None] | None = None
    """How many numbers or words there may be, where the type does not say that; None at the end: any number."""
    occurs: str = "0"
    ref: str | None = None
    projects: bool = False
    """Whether the element that ``ref`` names is meant as far as it can have defaults: nothing in it is required."""
    unprojected: bool = False
    """Whether it has no meaning where the element around it is meant so."""
    copy_data: bool = False
    prose: str = ""
    """The official description, where the file still holds it; blanks are single."""
    children: list[SchemaNode | Include] = field(default_factory=list)

    @property
    def value_type(self) -> str | None:
        """The type of the whole value: where there may be several, that of all of them."""
        return self.type if self.count is None or self.type is None else COUNTED[self.type]


@dataclass(slots=True, kw_only=True)
class Include:
    """An ``<include filename>``: the root element of another file comes here."""

    stem: str
    occurs: str
    file: str
    line: int
    prose: str = ""


PRESENCE: tuple[PresenceKind, ...] = ("exclusive", "one_of", "together", "requires")
"""Keys of tables with rules about parts beside each other."""


class PresenceRule(NamedTuple):
    """Which parts of an element may or have to be there together."""

    kind: PresenceKind
    bundles: tuple[tuple[str, ...], ...]
    """Names of parts; a bundle is complete when all of them are there."""


def presence_of(table: Mapping[str, Any]) -> tuple[PresenceRule, ...]:
    """The rules of a table: each a text of bundles, such as ``site1+site2 body1+body2+anchor``."""
    return tuple(
        PresenceRule(kind, tuple(tuple(bundle.split("+")) for bundle in text.split()))
        for kind in PRESENCE
        for text in table.get(kind, ())
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFacets:
    """What the value of an element or attribute has to do with names, and with files."""

    refers: str | None = None
    """It is the name of something of this kind."""
    refers_by: str | None = None
    """It is the name of something of the kind that this attribute beside it says."""
    scope: str = "around"
    """Where that is looked up: ``around`` it, ``outside`` of the element that holds it, or in what is ``included``."""
    scoped: bool | None = None
    """Whether it may lead into nested scopes, where that is not as the format has it."""
    unfollowed: bool = False
    """Whether no reader minds that nothing has the name."""
    defines: str | None = None
    """It is the name of the element around it, which is of this kind."""
    shares: bool = False
    """Whether siblings of any kind have to have other names."""
    enters: bool = False
    """Whether names inside of the element around it are looked up in what it refers to."""
    uri: str | None = None
    """It is the URI of a file of this kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontEndCoverage:
    """What a front end puts into descriptions, which follow it, by the paths of elements and attributes."""

    poses: tuple[str, ...] = ()
    """Elements whose pose it takes."""
    references: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    """Extensions all of whose references it takes."""
    passed_over: tuple[str, ...] = ()
    """Elements inside of which no reader follows references."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRules:
    """What ``names.toml`` says of the names of a format."""

    separator: str | None = None
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What may be meant where a name of this kind is wanted, for kinds that cover several."""
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that are no names but may be used where a name of this kind is expected."""
    everywhere: dict[str, NameFacets] = field(default_factory=dict)
    """What attributes are that have a name, wherever they are: what the overlay says of one comes first."""
    kept: dict[str, NameFacets] = field(default_factory=dict)
    """What is in content that is kept as it is: ``tag``, ``parent/tag``, ``tag/@attribute``, ``@attribute``."""
    described: FrontEndCoverage = field(default_factory=FrontEndCoverage)
    siblings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """In which order children of an element are asked for their names, those that are no frames."""


@dataclass(slots=True, kw_only=True)
class SchemaOverlay:
    """What the documentation overlay says of one element or attribute."""

    doc: str = ""
    unit: str | None = None
    enum: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    open: bool = False
    any_case: bool = False
    several_words: bool = False
    """Whether it holds any number of the values."""
    choice: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    presence: tuple[PresenceRule, ...] = ()
    expected: tuple[str, ...] = ()
    required_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    forbidden_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    several: bool = False
    several_when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    min: str | None = None
    max: str | None = None
    above: str | None = None
    below: str | None = None
    deprecated: str | None = None
    origin: str | None = None
    naming: NameFacets | None = None
    opens: bool = False
    is_pose: bool = False


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
    line: int
    """Where the prefix is given."""
    text: str
    """What the file holds."""
    tags: list[ExtensionTag]


@dataclass(slots=True, kw_only=True)
class FormatSource:
    """Everything that ``schemas/<format>/`` says: per version the root node of each file, the overlay, how texts are
    taken, and what names there are."""

    name: str
    versions: dict[str, dict[str, SchemaNode]]
    overlay: dict[str, dict[str, SchemaOverlay]]
    lexical: Lexical
    names: NameRules = field(default_factory=NameRules)
    usage: tuple[str, ...] = ()
    """Attributes that documents have most, most often first."""

    @property
    def newest(self) -> str:
        """The newest version."""
        return max(self.versions, key=version_key)


def version_key(version: str) -> tuple[int, ...]:
    """Sorts versions by their numbers: 1.9 comes before 1.10."""
    return tuple(int(part) for part in version.split("."))
