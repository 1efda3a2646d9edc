"""The records that templates read: what is code already is of that type, names and values are quoted already."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...runtime.presence import PresenceRules
from ..code import PythonCode, argument, identifier, quote


@dataclass(slots=True, kw_only=True)
class FieldView:
    """The declaration of a field."""

    name: str
    annotation: PythonCode
    kind: str
    """``attribute``, ``element`` or ``text``."""
    xml_name: str | None = None
    """Where that is not the field's own."""
    namespace: str | None = None
    """The constant of the namespace that it belongs to."""
    default: PythonCode | None = None
    default_factory: PythonCode | None = None
    absent: PythonCode | None = None
    required: bool = False
    minimum: PythonCode | None = None
    maximum: PythonCode | None = None
    count: PythonCode | None = None
    unsigned: bool = False
    several_words: bool = False
    is_open: bool = False
    several: PythonCode | None = None
    inner_prefix: str | None = None
    refers: str | None = None
    """The constant of the kind of names that it holds one of."""
    defines: str | None = None
    """The constant of the kind of the element that it is the name of."""
    naming: list[PythonCode] = field(default_factory=list)
    """What else there is to say of names, as arguments."""
    doc: list[PythonCode] = field(default_factory=list)

    @property
    def arguments(self) -> list[PythonCode]:
        """The arguments of the declaration."""
        names = (self.namespace, self.refers, self.defines)
        namespace, refers, defines = (None if name is None else identifier(name) for name in names)
        given: dict[str, PythonCode | None] = {
            "namespace": namespace,
            "default": self.default,
            "default_factory": self.default_factory,
            "required": quote(True) if self.required else None,
            "absent": self.absent,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "count": self.count,
            "several_words": quote(True) if self.several_words else None,
            "unsigned": quote(True) if self.unsigned else None,
            "is_open": quote(True) if self.is_open else None,
            "several": self.several,
            "inner_prefix": None if self.inner_prefix is None else quote(self.inner_prefix),
            "refers": refers,
            "defines": defines,
        }
        first = [] if self.xml_name is None else [quote(self.xml_name), *filter(None, [given.pop("namespace")])]
        return [*first, *(argument(key, value) for key, value in given.items() if value is not None), *self.naming]


@dataclass(slots=True, kw_only=True)
class ScalarView:
    """How a text becomes a value."""

    kind: str
    """``text``: it is one; ``word``: it is one without the blanks at its ends; ``scalar``; ``enum``; ``words``: members of an
    enumeration."""
    function: str = ""
    """Of ``runtime.scalars``."""
    known: str | None = None
    """Dictionary of the context with values of texts that were read before."""
    enum: str = ""
    is_open: bool = False


@dataclass(slots=True, kw_only=True)
class BoundView:
    """A test of a value that was read; ``test`` is an operator, or empty where ``report`` itself compares."""

    test: PythonCode
    limit: PythonCode
    report: str
    """Method of the context."""
    may_fail: PythonCode = field(default_factory=PythonCode)
    """What is asked of the value before ``report`` compares; empty: nothing."""


@dataclass(slots=True, kw_only=True)
class PartView:
    """A branch of a decoder: an attribute, a child or the element's own text."""

    name: str
    """Of its field."""
    test: str
    """The name to compare with."""
    is_literal: bool = False
    """Whether that is the name as it is written, with its prefix."""
    deprecated: str | None = None
    change: str = ""
    """What became of it in the newest version: ``""`` nothing, ``gone``, ``repeats`` (a list in one version and
    single in the other), ``content`` (it is read as that version does)."""
    reader: ScalarView | None = None
    """None for an element with a class."""
    bounds: list[BoundView] = field(default_factory=list)
    repeats: bool = False
    decoder: str | None = None
    """Name of the function that reads the child."""
    stripped: tuple[str, tuple[str, ...]] | None = None
    """Prefix that names inside lose before they are read, and the names that keep it."""
    holder: str | None = None
    """Class of the newest version that holds the value there."""
    projection: tuple[str, ...] | None = None
    """Of a child that is meant as far as it can have defaults: the attributes that have no meaning in it."""
    is_choice: bool = False
    """Whether it is one of several children of which exactly one has to be there."""
    has_default: bool = False
    is_noted: bool = False
    """Whether the decoder notes in a variable that it read one: of a part that is required, or may be there many times,
    that costs less than to look into the object; a variable for a part that is seldom there costs more."""


@dataclass(slots=True, kw_only=True)
class ConditionView:
    """Parts that the value of an attribute asks for or makes meaningless."""

    attribute: str
    table: str
    """Name of the constant that holds ``rows``."""
    rows: list[tuple[str, bool, tuple[str, ...]]]
    """Field, whether it is required (or else meaningless), with which values."""


@dataclass(slots=True, kw_only=True)
class ClassView:
    """A class and its decoder."""

    name: str
    xml_name: str
    namespace: str | None
    doc: list[PythonCode]
    is_root: bool
    opens: bool
    """Whether names inside have a scope of their own."""
    any_content: bool
    function: str
    """Name of the decoder after ``decode_``."""
    owner: str
    """What the decoder calls the object that it makes."""
    declarations: list[FieldView]
    attributes: list[PartView]
    children: list[PartView]
    text: PartView | None
    text_is_optional: bool
    """Whether the text may be left out, since there are attributes."""
    required: list[str]
    choice: tuple[str, ...]
    presence: PresenceRules
    """Which parts, by their fields, may be there beside each other."""
    conditions: list[ConditionView]

    @property
    def parts(self) -> list[PartView]:
        """All branches of the decoder."""
        return [*self.attributes, *self.children, *([self.text] if self.text else [])]

    @property
    def decoder(self) -> str:
        """Name of the decoder."""
        return f"decode_{self.function}"

    @property
    def presence_table(self) -> str:
        """Name of the constant that holds ``presence``."""
        return f"{self.function}_presence".upper()

    @property
    def presence_fields(self) -> tuple[str, ...]:
        """Fields without all of which no rule of ``presence`` is broken; none where one asks for something."""
        if any(kind == "one_of" for kind, _ in self.presence):
            return ()
        return tuple(sorted({field for _, bundles in self.presence for bundle in bundles for field in bundle}))

    @property
    def only_excludes(self) -> bool:
        """Whether it takes two fields to break a rule of ``presence``, which few elements have: rules need not be asked of others."""
        return all(kind == "exclusive" for kind, _ in self.presence)

    @property
    def presence_fields_table(self) -> str:
        """Name of the constant that holds ``presence_fields``."""
        return f"{self.function}_presence_fields".upper()

    @property
    def reads_values(self) -> bool:
        """Whether the decoder needs a variable for values."""
        return any(part.reader and part.reader.kind in ("scalar", "enum", "words") for part in self.parts)


@dataclass(slots=True, kw_only=True)
class ImportView:
    """Names that a module takes from another."""

    module: str
    names: list[PythonCode]
    """As they are imported: with ``as`` where they are called otherwise."""


@dataclass(slots=True, kw_only=True)
class NamespaceView:
    """The constant of an extension's namespace."""

    constant: str
    prefix: str
    name: str
    is_literal: bool


@dataclass(slots=True, kw_only=True)
class KindView:
    """The constant of a kind of names."""

    constant: str
    name: str
    among: tuple[str, ...]
    """Kinds of what may be meant."""
    words: tuple[str, ...]
    separator: str | None


@dataclass(slots=True, kw_only=True)
class MemberView:
    """A member of an enumeration."""

    name: str
    value: str
    doc: list[PythonCode]


@dataclass(slots=True, kw_only=True)
class EnumView:
    """An enumeration."""

    name: str
    doc: list[PythonCode]
    members: list[MemberView]
    any_case: bool = False
    """Whether upper and lower case are one to readers."""

    @property
    def texts(self) -> list[PythonCode]:
        """The values, short ones first: tools that show the type cut it where it gets long."""
        return sorted((quote(member.value) for member in self.members), key=lambda value: (len(value), value))
