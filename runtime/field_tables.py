"""What a class says of its fields, as tables for reading and writing: made of the declarations, for each class once."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol, get_args, get_type_hints

from ..diagnostics.records import NamedTuple
from . import scalars, values
from .names import function_name

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .element import Element
    from .fields import FieldSpec

_SCALAR_READERS: dict[type, Callable[..., Any]] = {
    bool: scalars.boolean,
    float: scalars.double,
    int: scalars.integer,
    str: scalars.string,
    values.Color: scalars.color,
    values.Doubles: scalars.doubles,
    values.Integers: scalars.integers,
    values.Pose: scalars.pose,
    values.Quaternion: scalars.quaternion,
    values.Strings: scalars.strings,
    values.Time: scalars.time,
    values.Vector2d: scalars.vector2d,
    values.Vector2i: scalars.vector2i,
    values.Vector3: scalars.vector3,
    values.Vector4: scalars.vector4,
}


class ReadingContext(scalars.TextContext, Protocol):
    """What reading a part has to know of the pass of decoding that it belongs to."""

    def choice(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str | None, Any], is_open: bool
    ) -> Any:
        """The member of an enumeration with a text."""
        ...

    def several_words(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str | None, Any], is_open: bool
    ) -> Any:
        """The members of an enumeration that a text names."""
        ...


class FieldPart(NamedTuple):
    """Where a field is in the XML."""

    field: str
    kind: str
    """``Attribute``, ``Element`` or ``Text``."""
    name: str
    """As it is written, with its prefix."""
    tag: str
    """What decoders know it by."""
    repeats: bool
    is_extension: bool
    """Whether it belongs to an extension of the format."""
    inner_prefix: str | None
    owner: type[Element]
    several: bool | Mapping[str, tuple[str, ...]] = False
    """Whether readers take all of them where the description has one, or with which values of which attributes."""

    @property
    def place(self) -> str:
        """The name, with a mark in front of an attribute's."""
        return f"@{self.name}" if self.kind == "Attribute" else self.name

    def allows_several(self, element: _Element) -> bool:
        """Whether readers of an element take every part of this name in it, though there is to be one."""
        if isinstance(self.several, bool):
            return self.several
        return any(element.get(name) in words for name, words in self.several.items())

    def read_child(self, child: _Element, ctx: ReadingContext) -> Any:
        """The value of a child element; None, after a finding, where it holds none."""
        from .element import Element

        kind, spec = kind_of(self.owner, self.field), self.owner._specs[self.field]
        if issubclass(kind, Element):
            return decoder_of(kind)(child, ctx)
        return _read_value(kind, spec, child.text, child, None, ctx)

    def read_attribute(self, text: str, element: _Element, name: str, ctx: ReadingContext) -> Any:
        """The value of an attribute; None, after a finding, where it holds none."""
        return _read_value(kind_of(self.owner, self.field), self.owner._specs[self.field], text, element, name, ctx)


class ClassParts(NamedTuple):
    """The parts of a class."""

    by_field: dict[str, FieldPart]
    by_place: dict[str, FieldPart]
    """By the names that decoders know them by, with a mark in front of an attribute's."""


NO_PARTS = ClassParts({}, {})


_PARTS_CACHE: dict[Any, ClassParts] = {}
_DECODERS: dict[Any, Callable[[_Element, Any], Any]] = {}


def parts_of(cls: Any) -> ClassParts:
    """The parts of an element's class in the order of the description, without what that does not have."""
    found = _PARTS_CACHE.get(cls)
    if found is None:
        found = _PARTS_CACHE[cls] = _parts_of(cls)
    return found


def _parts_of(cls: Any) -> ClassParts:
    by_field: dict[str, FieldPart] = {}
    by_place: dict[str, FieldPart] = {}
    for field, spec in cls._specs.items():
        about = spec.metadata
        kind = about["type"]
        if kind not in ("Attribute", "Element", "Text"):
            continue
        name, extension = about.get("name", ""), about.get("extension")
        part = by_field[field] = FieldPart(
            field=field,
            kind=kind,
            name=name if extension is None else f"{extension.prefix}:{name}",
            tag=name if extension is None else extension.tag(name),
            repeats=spec.default_factory is list,
            is_extension=extension is not None,
            inner_prefix=about.get("inner_prefix"),
            owner=cls,
            several=about.get("several", False),
        )
        if kind != "Text":
            by_place[f"@{part.tag}" if kind == "Attribute" else part.tag] = part
    return ClassParts(by_field, by_place)


def decoder_of(cls: Any) -> Callable[[_Element, Any], Any]:
    """The function that reads elements of a class of them."""
    found = _DECODERS.get(cls)
    if found is None:
        module = importlib.import_module(f"{cls.__module__}_xml")
        found = _DECODERS[cls] = getattr(module, f"decode_{function_name(cls.__name__)}")
    return found


def _read_value(
    kind: type, spec: FieldSpec, text: str | None, at: _Element, attribute: str | None, ctx: ReadingContext
) -> Any:
    if issubclass(kind, Enum):
        words: dict[str | None, Any] = {member.value: member for member in kind}
        if spec.metadata.get("several_words"):
            return ctx.several_words(text, at, attribute, words, spec.metadata.get("is_open", False))
        return ctx.choice(text, at, attribute, words, spec.metadata.get("is_open", False))
    read = scalars.unsigned_integer if spec.metadata.get("unsigned") else _SCALAR_READERS[kind]
    return read(text, at, attribute, ctx)


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


@cache
def kind_of(cls: Any, field: str) -> type:
    """The class of a field's value, or of each of its values; of several the first."""
    hint = _hints(cls)[field]
    while inner := [each for each in get_args(hint) if each is not NoneType]:
        hint = inner[0]
    kind: type = hint
    return kind
