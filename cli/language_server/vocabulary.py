"""What may be written in documents of a format, from the classes of its versions: elements, attributes and their values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Protocol

from ...diagnostics.records import NO_DEFAULT, dataclass, replace
from ...runtime.element import Element
from ...runtime.field_docs import texts_of_fields
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.fields import Kind
from ...runtime.patterns import compile_pattern
from ...semantics.core.bindings import bindings_of
from ...semantics.formats.schema_tables import read_schema_table
from ...semantics.support.rows import Verdict
from ...semantics.support.tables import SUPPORT_TARGETS, facts
from ...semantics.targets.registry import TARGET_PROFILES
from ...semantics.targets.tables import table

_UNIT = compile_pattern(r"\bUnit: (.+?)\.(?= [A-Z]|$)")
_DEFAULT = compile_pattern(r"\s*\bDefault: (?:``(.*?)``|(\w+))\.")
_SINCE = compile_pattern(r"\s*\bSince ([\d.]+\d)\.")
_DEPRECATED = compile_pattern(r"\s*\bDeprecated since [\d.]+\d(?:: (.*?))?\.(?=\s|$)")
DEFAULTS = "Default"
"""The class of elements that hold defaults, in the formats that have any."""
OF_ONE_ALONE = frozenset({"class", "file", "content_type", "lengthrange"})
"""Attributes that no defaults have, besides names."""
SHARED = frozenset({"material", "mesh", "hfield"})
"""Kinds of things that defaults may refer to."""
_BOOLEANS = ("true", "false")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """An element, an attribute or the text of an element, as one kind of element may hold it.

    Attributes:
        name: as it is written, with its prefix; empty for a text.
        kind: ``element``, ``attribute`` or ``text``.
        documentation: what it means, in our words.
        unit: that of its numbers; empty where it has none.
        default: what it reads as where it is not written, as it would be written; None where there is nothing.
        since: the version of the format that brought it; empty for those that were always there.
        deprecated: what is to be written in its place, None where it is not deprecated.
        required: whether it has to be written.
        repeats: whether there may be several.
        words: all values that it may have, in their order; empty where these are not listed.
        is_open: whether it may also have values that are not among ``words``.
        refers: the kind of names that it holds; None where it holds no name of something else.
        defines: the kind of what it gives a name to.
        uri: the kind of file that it names, such as a mesh.
        numbers: how many numbers it holds, 0 for what holds none.
        holds: the class of an element that holds others.
    """

    name: str
    kind: str
    documentation: str
    unit: str
    default: str | None
    since: str
    deprecated: str | None
    required: bool
    repeats: bool
    words: tuple[str, ...]
    is_open: bool
    refers: Kind | None
    defines: Kind | None
    uri: str | None
    numbers: int
    holds: type[Element] | None
    prefix: str
    """What names inside of it are written with."""
    value_type: type | None = None
    """The type of what is written; None for an element that holds others, and where no class has it."""
    is_default: bool = False
    """Whether the element gives defaults to others of its name."""
    suggested: tuple[str, ...] = ()
    """Values that are usual; any other may be written."""
    table: PartTable | None = None
    """What describes its inside where no class does, or more of it than its class."""


def _is_of_one_alone(term: Term) -> bool:
    """Whether an attribute says something of one element that defaults cannot say of many."""
    if term.kind != "attribute":
        return False
    refers = term.refers is not None and not SHARED.issuperset(term.refers.kinds)
    return term.defines is not None or refers or term.name in OF_ONE_ALONE


class PartTable(Protocol):
    """Describes what is inside of an element that documents are read without."""

    def terms(self) -> Mapping[str, Term]:
        """See ``terms_of``."""
        ...


def terms_inside(term: Term) -> Mapping[str, Term]:
    """What an element may hold, see ``terms_of``."""
    known = {} if term.holds is None else terms_of(term.holds, term.prefix)
    if term.is_default:
        known = {name: replace(each, required=False) for name, each in known.items() if not _is_of_one_alone(each)}
    return known if term.table is None else {**known, **term.table.terms()}


def terms_of(cls: type[Element], prefix: str = "") -> Mapping[str, Term]:
    """What elements of a class may hold, by its name, with ``@`` before that of an attribute; that of a text is empty.

    Args:
        cls: the class.
        prefix: what names inside of it are written with.
    """
    return _terms_of(cls, prefix)


@cache
def _terms_of(cls: Any, prefix: str) -> Mapping[str, Term]:
    documented = texts_of_fields(cls)
    made: dict[str, Term] = {}
    format = cls.__module__.rpartition(".")[0].rpartition(".")[0].rpartition(".")[2]
    # of the words of its enumerations these are there for the sake of older releases
    gone_words = read_schema_table(format, "gone.toml").get("words", {})
    with_prefix = _names_with_prefix(format, prefix) if prefix else frozenset()
    for field, part in parts_of(cls).by_field.items():
        if prefix and part.name.startswith(prefix) and part.name not in with_prefix:
            continue  # what is read without the prefix, nothing knows
        spec = cls._specs[field]
        about = spec.metadata
        kind = kind_of(cls, field)
        text = documented.get(field, "")
        name = part.name if part.kind != "Text" else ""
        if prefix and name and ":" not in name and part.kind == "Element":
            name = f"{prefix}{name}"
        holds = kind if issubclass(kind, Element) else None
        if holds is not None and not text:
            text = " ".join((holds.__doc__ or "").split())
        deprecated = _DEPRECATED.search(text)
        since, default, unit = _SINCE.search(text), _DEFAULT.search(text), _UNIT.search(text)
        bare = _DEPRECATED.sub("", _SINCE.sub("", _DEFAULT.sub("", text)))
        bare = bare if unit is None else bare.replace(unit[0], "")
        words: tuple[str, ...] = ()
        if issubclass(kind, Enum):
            gone = gone_words.get(f"{cls.Meta.name}/@{name}", ())
            words = tuple(word for member in kind if (word := str(member.value)) not in gone)
        elif kind is bool:
            words = _BOOLEANS
        made[f"@{name}" if part.kind == "Attribute" else name] = Term(
            name=name,
            kind=part.kind.lower(),
            documentation=bare.strip(),
            unit="" if unit is None else unit[1],
            default=None if default is None else default[1] if default[1] is not None else "",
            since="" if since is None else since[1],
            deprecated=None if deprecated is None else deprecated[1] or "",
            required=bool(about.get("required")) or (spec.default is NO_DEFAULT and spec.default_factory is NO_DEFAULT),
            repeats=part.repeats,
            words=words,
            is_open=bool(about.get("is_open")),
            refers=about.get("refers"),
            defines=about.get("defines"),
            uri=about.get("uri"),
            numbers=_count_numbers(kind),
            holds=holds,
            prefix=part.inner_prefix or prefix,
            value_type=kind if holds is None else None,
            is_default=holds is not None and holds is not cls and cls.__name__ == DEFAULTS,
        )
    return made


def _names_with_prefix(format: str, prefix: str) -> frozenset[str]:
    """Names that are read with the prefix also where all others are read without it."""
    stripped = (each for target in TARGET_PROFILES.values() for each in table(target, format).stripped)
    return frozenset[str]().union(*(each.keeps for each in stripped if each.name.startswith(prefix)))


def _count_numbers(kind: type) -> int:
    if kind is float:
        return 1
    return len(getattr(kind, "_fields", ())) if issubclass(kind, tuple) else 0


def root_term(format: str, version: str | None, tag: str, package: str | None = None) -> Term:
    """The root element of documents of a version of a format; its newest version where there is no such one."""
    try:
        bindings = bindings_of(format, version or None, package)
    except KeyError:
        bindings = bindings_of(format, package=package)
    root = bindings.root
    return Term(
        name=tag,
        kind="element",
        documentation=" ".join((root.__doc__ or "").split()),
        unit="",
        default=None,
        since="",
        deprecated=None,
        required=True,
        repeats=False,
        words=(),
        is_open=False,
        refers=None,
        defines=None,
        uri=None,
        numbers=0,
        holds=root,
        prefix="",
    )


def find_verdicts(format: str, path: str) -> dict[str, tuple[Verdict, str]]:
    """What each target does with an element or attribute, by its path, and when or why: those that read the format.

    Args:
        format: the format.
        path: as ``Support`` has it, such as ``model/joint/@type``.
    """
    found = {}
    for name in SUPPORT_TARGETS:
        about = facts(name)
        reads = about.formats.get(format)
        if reads is not None:
            found[about.title] = reads.verdict(path), reads.about(path)
    return found
