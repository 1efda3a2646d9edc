"""The compiled model: xsdata's classes and attributes, with the facts that xsdata has no place for beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

from xsdata.codegen.models import Attr, Class

from ..runtime.conversions import VersionStep
from ..runtime.lexical import Lexical
from .grammar import NameFacets, NameRules, PresenceRule

Key = tuple[str, str]
"""Identity of a definition: stem of its file, path inside it."""


@dataclass(slots=True, kw_only=True)
class Part:
    """One thing an element can hold: its text, an attribute or a child."""

    kind: str
    """``attribute``, ``text``, ``leaf`` (a child with a text only) or ``child``."""
    name: str
    doc_key: Key
    type: str | None = None
    target: Key | None = None
    occurs: str = "0"
    default: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    above: str | None = None
    below: str | None = None
    count: tuple[int, int | None] | None = None
    """How many numbers or words there may be, where the type does not say that."""
    enum: str | None = None
    enum_open: bool = False
    several_words: bool = False
    """Whether it holds any number of words of the enumeration."""
    projects: bool = False
    """Whether the child is meant as far as it can have defaults."""
    unprojected: bool = False
    """Whether it has no meaning where the element around it is meant so."""
    doc: str = ""
    unit: str | None = None
    deprecated: str | None = None
    required_when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    forbidden_when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    optional: bool = False
    """Whether readers do without it, though the description requires it."""
    expected: bool = False
    """Whether to leave it out is a mistake, though readers put a default in its place."""
    several: bool = False
    """Whether readers take all of them where the description says that there is one."""
    several_when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """With which values of which attributes of the enclosing element they do."""
    prefix: str | None = None
    namespace: str | None = None
    literal: bool = False
    strips: tuple[str, ...] | None = None
    """Tags of the extension that keep their prefix, where everything else inside is read without it."""
    naming: NameFacets | None = None
    is_pose: bool = False
    """Whether it is the pose of the element around it."""
    file: str = ""
    line: int = 0
    """Where it is described."""

    @property
    def repeats(self) -> bool:
        """Whether there may be several."""
        return self.occurs in ("*", "+")

    @property
    def is_required(self) -> bool:
        """Whether there has to be one."""
        return self.occurs in ("1", "+")

    @property
    def field_name(self) -> str:
        """The name before it is made a Python name."""
        return f"{self.prefix}_{self.name}" if self.prefix else self.name

    @property
    def xml_name(self) -> str:
        """The name as it is written."""
        return f"{self.prefix}:{self.name}" if self.prefix else self.name


@dataclass(slots=True, kw_only=True)
class Definition:
    """An element that becomes a class, in one version."""

    key: Key
    xml_name: str
    parts: list[Part] = field(default_factory=list)
    any_content: bool = False
    choice: tuple[str, ...] = ()
    presence: tuple[PresenceRule, ...] = ()
    doc: str = ""
    prefix: str | None = None
    namespace: str | None = None
    opens: bool = False
    """Whether names inside have a scope of their own."""
    file: str = ""
    line: int = 0
    """Where it is described."""


@dataclass(slots=True, kw_only=True)
class Enumeration:
    """A closed or open list of words."""

    name: str
    values: dict[str, str]
    doc: str = ""
    any_case: bool = False
    """Whether upper and lower case are one to readers."""
    file: str = ""
    line: int = 0
    """Where it is described first."""


@dataclass(slots=True, kw_only=True)
class CompiledFormat:
    """A format after the passes: definitions per version, their class names and owners."""

    name: str
    versions: list[str]
    definitions: dict[str, dict[Key, Definition]]
    roots: dict[str, Key]
    lexical: Lexical
    names: NameRules = field(default_factory=NameRules)
    usage: tuple[str, ...] = ()
    """Attributes that documents have most, most often first."""
    enums: dict[str, Enumeration] = field(default_factory=dict)
    added_enums: set[str] = field(default_factory=set)
    """Names of those enumerations that a user's extension adds."""
    extensions: tuple[tuple[str, str, bool], ...] = ()
    """Prefix and namespace of each extension of a user's, and whether the prefix is compared as it is written."""
    class_names: dict[Key, str] = field(default_factory=dict)
    owners: dict[tuple[str, Key], tuple[str, Key]] = field(default_factory=dict)
    """(version, definition) to the first version and definition that are the same: the class is generated there."""
    since: dict[tuple[str, str], str] = field(default_factory=dict)
    """(class name, part) to the first version that has it."""
    steps: list[VersionStep] = field(default_factory=list)
    """From each version to the next, oldest first; none to a version that a user's extension makes."""
    deprecated_since: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def newest(self) -> str:
        """The newest version."""
        return self.versions[-1]

    def find_unused(self, version: str) -> list[Key]:
        """Definitions of a version that are described but occur in no document."""
        definitions = self.definitions[version]
        used, ahead = set[Key](), [self.roots[version]]
        while ahead:
            key = ahead.pop()
            if key not in used:
                used.add(key)
                ahead += [part.target for part in definitions[key].parts if part.target]
        return [key for key in definitions if key not in used]


@dataclass
class ElementAttr(Attr):
    """xsdata's attribute, with the part that it represents."""

    part: Part = field(default_factory=lambda: Part(kind="", name="", doc_key=("", "")), compare=False)


@dataclass
class ElementClass(Class):
    """xsdata's class, with the definition that it represents."""

    definition: Definition | None = field(default=None, compare=False)
    version: str = field(default="", compare=False)
    external: bool = field(default=False, compare=False)
    """Whether it is only referred to: named tuples, enumerations, classes of another package."""

    @property
    def element_attrs(self) -> list[ElementAttr]:
        """The attributes, as what they are here."""
        return [attr for attr in self.attrs if isinstance(attr, ElementAttr)]
