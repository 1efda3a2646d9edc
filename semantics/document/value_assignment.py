"""Changes one value of a document's text: an attribute, or the text of an element.

It works on the text and on the classes of the document's own version, so that documents with errors can be mended too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...diagnostics.errors import LoadError
from ...diagnostics.families import VALUES, family_of
from ...runtime.element import Element
from ...runtime.encoder import escape
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.forbidden_xml import unescape_attribute
from ...runtime.parser import parse
from ...runtime.saving.encoded_text import written_text
from ...runtime.saving.layout import Layout
from ...runtime.saving.rewriter import TextRewriter
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.bindings import bindings_of
from ..core.options import Options
from ..core.xpath import BadPath, Path, PathStep, parse_path, unknown
from ..formats.registry import FORMATS
from .parser import read
from .serialization import fits

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.field_tables import FieldPart
    from ...runtime.saving.layout import WrittenElement


class ChangedText(NamedTuple):
    """A text in which a value was set."""

    text: str
    findings: tuple[Diagnostic, ...]
    """What is wrong with it at the level of its schema, and was not before."""
    found: tuple[Diagnostic, ...]
    """All that is wrong with it at that level."""
    format: str


class InvalidValue(ValueError):
    """A value that does not fit its place; the text says what does."""


def with_value(source: Source, path: str, value: str) -> ChangedText:
    """The text of a document with another value.

    Attributes and elements that are not there, and that the description of the document's version allows there, are added.

    Args:
        source: the document, which was read to ``source.data`` only.
        path: where, as findings print it; see ``paths``.
        value: the text of the value, without any escapes of XML.

    Raises:
        BadPath: the path leads nowhere.
        LoadError: the document is not well-formed.
        NotTaken: the value is none of its type.
        ValueError: the document is of a format that is no XML.
    """
    target = parse_path(path)
    sink = Sink()
    parsed = read(source, sink, Options())
    if parsed is None:
        raise LoadError(sink.finish_later())
    if not FORMATS[parsed.format].tags:
        raise ValueError(f"{FORMATS[parsed.format].title} are no XML")
    own = bindings_of(parsed.format, parsed.read_as).types.get(type(parsed.root).__name__)
    plain = Source(source.name, source.data)
    parse(plain, Sink(), len(source.data))
    layout = Layout(written_text(source))
    if not fits(layout, plain):
        raise BadPath("the tags of the document cannot be told apart")
    text = _ValueSetter(layout, own).text(target, value)
    after = Sink()
    read(Source(source.name, text), after, Options(), format=parsed.format)
    before = {(each.code, each.xpath, each.message) for each in sink.finish()}
    found = after.finish()
    new = tuple(each for each in found if (each.code, each.xpath, each.message) not in before)
    refused = [each for each in new if family_of(each.code) == VALUES]
    if refused:
        raise InvalidValue("; ".join(filter(None, (refused[0].message, refused[0].hint))))
    return ChangedText(text, new, found, parsed.format)


class _EditedElement(NamedTuple):
    """An element of the text, with what the description says of it."""

    node: WrittenElement
    kind: type | None
    """Its class, or the type of its text; None where it is not described."""
    prefix: str


class _ValueSetter:
    def __init__(self, layout: Layout, root: type[Element] | None) -> None:
        self._layout = layout
        self._root = root
        self._rewriting = TextRewriter(layout)

    def text(self, path: Path, value: str) -> str:
        place = _EditedElement(self._layout.node(0), self._root, "")
        first = path.steps[0]
        tag = self._layout.name(place.node)
        if tag != first.tag or not self._matches_step(place.node, first):
            raise BadPath(f"the root element is <{tag}>, not {first.written[1:]}")
        for number, step in enumerate(path.steps[1:], 1):
            inner = self._inside(place, step)
            if inner is None:
                self._add(place, path.steps[number:], path.attribute, value)
                return self._rewriting.patches.result()
            place = inner
        if path.attribute is not None:
            self._set_attribute(place, path.attribute, value)
        else:
            self._set_text(place, value)
        return self._rewriting.patches.result()

    def _inside(self, place: _EditedElement, step: PathStep) -> _EditedElement | None:
        """The element that a step leads to; None for one that is not there, and that may be added."""
        nodes = [self._layout.node(piece.number) for piece in place.node.children()]
        alike = [node for node in nodes if self._layout.name(node) == step.tag]
        meant = [node for node in alike if self._matches_step(node, step)]
        if step.number is not None and not step.attributes:
            # findings count the elements that have no name, as long as there are any
            meant = [node for node in meant if self._value(node, "name") is None] or meant
        part = _part(place, step.tag)
        if step.number is not None:
            meant = meant[step.number - 1 : step.number]
        if len(meant) == 1:
            kind, prefix = None, ""
            if part is not None:
                kind, prefix = kind_of(part.owner, part.field), part.inner_prefix or place.prefix
            return _EditedElement(meant[0], kind, prefix)
        holder = f"<{self._layout.name(place.node)}>"
        if len(meant) > 1:
            raise BadPath(
                f"{holder} has {len(meant)} elements {step.written[1:]}; say which: {self._choices(meant, step)}"
            )
        if step.is_plain and part is not None:
            return None
        if alike:
            key = next(iter(step.attributes), None)
            values = [value for node in alike if key is not None and (value := self._value(node, key)) is not None]
            if key is not None:
                raise unknown(f"<{step.tag}> with the {key}", step.attributes[key], holder, values)
            raise BadPath(f"{holder} has only {len(alike)} elements <{step.tag}>")
        raise unknown("element", step.tag, holder, [*map(self._layout.name, nodes), *_names(place.kind, "Element")])

    def _matches_step(self, node: WrittenElement, step: PathStep) -> bool:
        return all(self._value(node, name) == value for name, value in step.attributes.items())

    def _value(self, node: WrittenElement, name: str) -> str | None:
        there = self._layout.attributes(node).get(name)
        return None if there is None else unescape_attribute(self._layout.text[there.value_start : there.value_end])

    def _text(self, node: WrittenElement) -> str:
        """The text of an element as readers have it, without what stands around it."""
        written = self._layout.text
        found = [
            unescape_attribute(written[piece.start : piece.end])
            if piece.kind == "text"
            else written[piece.start + len("<![CDATA[") : piece.end - len("]]>")]
            for piece in node.pieces
            if piece.kind in ("text", "cdata")
        ]
        return "".join(found).strip()

    def _choices(self, nodes: list[WrittenElement], step: PathStep) -> str:
        names = [self._value(node, "name") for node in nodes]
        if len(set(names)) == len(names) and None not in names:
            return ", ".join(f'{step.tag}[@name="{name}"]' for name in names)
        return ", ".join(f"{step.written[1:]}[{number}]" for number in range(1, len(nodes) + 1))

    def _set_attribute(self, place: _EditedElement, name: str, value: str) -> None:
        written = self._layout.attributes(place.node)
        known = [*written, *_names(place.kind, "Attribute")]
        if name not in known:
            raise unknown("attribute", name, f"<{self._layout.name(place.node)}>", known)
        if self._value(place.node, name) != value:
            self._rewriting.set_attribute(place.node.number, name, value)

    def _set_text(self, place: _EditedElement, value: str) -> None:
        tag = self._layout.name(place.node)
        if not _accepts_text(place.kind) or (place.kind is None and place.node.children()):
            raise BadPath(_no_text(tag, place.kind))
        if self._text(place.node) != value.strip():
            self._rewriting.set_text(place.node.number, value)

    def _add(self, place: _EditedElement, steps: tuple[PathStep, ...], attribute: str | None, value: str) -> None:
        """Adds what a path leads to; every element of it but the first is in one that is added, too."""
        kind, prefix = place.kind, place.prefix
        holder = f"<{self._layout.name(place.node)}>"
        for step in steps:
            part = _part(_EditedElement(place.node, kind, prefix), step.tag)
            if part is None:
                raise unknown("element", step.tag, holder, _names(kind, "Element"))
            if not step.is_plain:
                raise BadPath(f"{holder} has no element {step.written[1:]}")
            kind, prefix, holder = kind_of(part.owner, part.field), part.inner_prefix or prefix, f"<{step.tag}>"
        if attribute is not None and attribute not in _names(kind, "Attribute"):
            raise unknown("attribute", attribute, holder, _names(kind, "Attribute"))
        if attribute is None and not _accepts_text(kind):
            raise BadPath(_no_text(steps[-1].tag, kind))
        quoted = escape(value, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
        inner = (
            f"<{steps[-1].tag}>{escape(value)}" if attribute is None else f'<{steps[-1].tag} {attribute}="{quoted}">'
        )
        opened = "".join(f"<{step.tag}>" for step in steps[:-1])
        closed = "".join(f"</{step.tag}>" for step in reversed(steps))
        tree = parse(Source(None, f"{opened}{inner}{closed}"), Sink())
        assert tree is not None, "names that the description has are names of XML"
        self._rewriting.add(place.node.number, self._place_of(place, steps[0].tag), tree)

    def _place_of(self, place: _EditedElement, tag: str) -> int | None:
        """Behind which child an element belongs by the order of the description; None: before all of them."""
        order = {name: rank for rank, name in enumerate(_names(place.kind, "Element"))}
        own = order.get(tag, len(order))
        behind = None
        for piece in place.node.children():
            if order.get(self._layout.name(self._layout.node(piece.number)), len(order)) <= own:
                behind = piece.number
        return behind


def _part(place: _EditedElement, tag: str) -> FieldPart | None:
    kind = place.kind
    if kind is None or not issubclass(kind, Element):
        return None
    plain = tag.removeprefix(place.prefix)
    return next(
        (part for part in parts_of(kind).by_field.values() if part.kind == "Element" and part.name in (tag, plain)),
        None,
    )


def _names(kind: type | None, of: str) -> list[str]:
    """Names of the elements or attributes that an element has by its description."""
    if kind is None or not issubclass(kind, Element):
        return []
    return [part.name for part in parts_of(kind).by_field.values() if part.kind == of]


def _accepts_text(kind: type | None) -> bool:
    if kind is None or not issubclass(kind, Element):
        return True
    return any(part.kind == "Text" for part in parts_of(kind).by_field.values())


def _no_text(tag: str, kind: type | None) -> str:
    attributes = [f"@{name}" for name in _names(kind, "Attribute")]
    inside = [*attributes, *_names(kind, "Element")]
    return f"<{tag}> takes no text; it has {', '.join(inside)}" if inside else f"<{tag}> takes no text"
