"""How generated classes declare their fields: ``upper: float = attribute(default=1.0)``.

A declaration says what type checkers cannot know: where in the XML a field is, and what it reads as. It holds what
``dataclasses.field`` does, with xsdata's metadata; ``dataclasses.fields`` gives such a field for it.
"""

from __future__ import annotations

from typing import Any

from ..diagnostics.records import NO_DEFAULT, NamedTuple


class FieldSpec:
    """A declared field of a class of elements.

    Attributes:
        default: what it reads as where it is not written; ``NO_DEFAULT`` where that is made, or has to be given.
        default_factory: makes that, for each object anew.
        metadata: see ``element``.
    """

    __slots__ = ("default", "default_factory", "metadata")

    def __init__(self, metadata: dict[str, Any], default: Any = NO_DEFAULT, default_factory: Any = NO_DEFAULT) -> None:
        self.default = default
        self.default_factory = default_factory
        self.metadata = metadata


class Namespace(NamedTuple):
    """Where the tags of an extension belong."""

    prefix: str
    name: str
    is_literal: bool = False
    """Whether readers compare the prefix as it is written, whatever it is bound to."""

    def tag(self, name: str) -> str:
        """What identifies an element or attribute of the extension by its name."""
        return f"{self.prefix}:{name}" if self.is_literal else f"{{{self.name}}}{name}"


class Kind(NamedTuple):
    """A kind of names in documents of a format."""

    name: str
    among: tuple[str, ...] = ()
    """The kinds of what may be meant where a name of this kind is wanted; empty: of this kind alone."""
    words: tuple[str, ...] = ()
    """What may be used instead of a name and is none."""
    separator: str | None = None
    """What leads into a nested scope; None: names are not scoped."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of what may be meant."""
        return self.among or (self.name,)


class ReferencePath(NamedTuple):
    """Where objects of a class hold references that are looked up by themselves."""

    references: list[str]
    """The fields that are some."""
    through: list[str]
    """The fields that hold objects with some."""


def attribute(name: str | None = None, namespace: Namespace | None = None, **about: Any) -> Any:
    """A field that is in an attribute; the arguments are those of ``element``."""
    return _declare_field("Attribute", name, namespace, **about)


def element(name: str | None = None, namespace: Namespace | None = None, **about: Any) -> Any:
    """A field that is in a child element.

    Args:
        name: its name in the XML, without prefix, where that is not the field's own.
        namespace: of the extension that has it.
        default: what the field reads as where it is not written; an empty list is made for each object anew.
        default_factory: makes that, for each object anew; without either the field is required.
        required: the specification wants it to be written, whether or not it has a default.
        absent: what a required field reads as in a faulty document that lacks it; None unless given.
        minimum: smallest value, inclusive.
        maximum: largest value, inclusive.
        count: how many numbers or words it may hold, least and most; None: any number.
        unsigned: a whole number that has no sign.
        several_words: it holds any number of words of an enumeration.
        is_open: other words are allowed than the enumeration has.
        several: readers take all of them, though the specification has one; or the values of attributes of the enclosing
            element with which they do, by the attributes' names.
        inner_prefix: names of everything inside are written with this prefix and read without it.
        refers: it holds the name of something of this kind; ``runtime/references.py`` explains this and the following.
        refers_by: it holds the name of something of the kind that this field of the element says.
        scope: where that is looked up, other than around it.
        scoped: whether the name may lead into nested scopes, where that is not as the format has it.
        unfollowed: no reader minds that nothing has the name.
        enters: references inside of the element are looked up in what this one leads to.
        defines: it holds the name of its element, which is of this kind.
        shares: siblings of any kind have to have other names.
        uri: it holds the URI of a file of this kind, such as a mesh.
        is_pose: it holds the pose of its element.
    """
    return _declare_field("Element", name, namespace, **about)


def text(**about: Any) -> Any:
    """A field that is in the element's own text; the arguments are those of ``element``."""
    return _declare_field("Text", None, None, **about)


def generic(kind: str, default_factory: Any) -> Any:
    """A field for what the description does not have, which xsdata calls a part of this kind."""
    return FieldSpec({"type": kind, "namespace": "##any"}, default_factory=default_factory)


def _declare_field(
    kind: str,
    name: str | None,
    namespace: Namespace | None,
    *,
    default: Any = NO_DEFAULT,
    default_factory: Any = NO_DEFAULT,
    required: bool = False,
    absent: Any = None,
    minimum: float | None = None,
    maximum: float | None = None,
    **other: Any,
) -> Any:
    metadata: dict[str, Any] = {"type": kind}
    if name is not None:
        metadata["name"] = name
    if namespace is not None:
        metadata["namespace"] = namespace.name
        metadata["extension"] = namespace
    if required:
        metadata["required"] = True
    if absent is not None:
        metadata["absent"] = absent
    if minimum is not None:
        metadata["min_inclusive"] = minimum
    if maximum is not None:
        metadata["max_inclusive"] = maximum
    metadata.update(other)
    if default == []:
        default, default_factory = NO_DEFAULT, list
    return FieldSpec(metadata, default, default_factory)


def with_xml_name(spec: FieldSpec, name: str) -> FieldSpec:
    """A declaration that knows the name of its part in the XML: the field's own unless another was given."""
    metadata = spec.metadata
    if "name" not in metadata and metadata["type"] in ("Attribute", "Element"):
        spec.metadata = {"name": name, **metadata}
    return spec
