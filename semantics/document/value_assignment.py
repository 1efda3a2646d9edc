"""Changes an attribute or the text of an element in a document's text, which may have errors."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...diagnostics.errors import LoadError
from ...diagnostics.families import VALUES, family_of
from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.encoder import escape
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.forbidden_xml import unescape_attribute
from ...runtime.parser import parse
from ...runtime.saving.encoded_text import written_text
from ...runtime.saving.layout import Layout
from ...runtime.saving.rewriter import TextRewriter
from ...runtime.sink import Sink
from ...runtime.source import Source, literal_tag
from ..core.bindings import bindings_of
from ..core.options import Options
from ..core.references import NamesIn
from ..core.xpath import BadPath, Path, PathStep, parse_path, unknown
from ..formats.registry import FORMATS
from .parser import read
from .serialization import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.saving.layout import WrittenElement


MOST_PLACES = 4
"""How many elements are named where a path leads to several."""


class ChangedText(NamedTuple):
    """A text in which a value was set."""

    text: str
    findings: tuple[Diagnostic, ...]
    """What is wrong with it at the level of its schema, and was not before."""
    found: tuple[Diagnostic, ...]
    """All that is wrong with it at that level."""
    format: str
    broken: dict[str, int]
    """Names that nothing has any more, with how many references to each are left."""


class InvalidValue(ValueError):
    """A value that does not fit its place; the text says what does."""


def with_value(source: Source, path: str, value: str) -> ChangedText:
    """The text of a document with another value, given without escapes of XML, at a path as findings print it.

    Attributes and elements that are not there, and that the description of the document's version allows there, are
    added. Raises ``BadPath``, ``LoadError``, ``InvalidValue``, or a ``ValueError`` for a format that is no XML.
    """
    anywhere = path.startswith("//")
    target = parse_path(path[1:] if anywhere else path)
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
    if anywhere:
        target = _find_only(plain, path, target)
    text = _ValueSetter(layout).set_value(_Description(own, ""), target, value)
    after = Sink()
    changed = read(Source(source.name, text), after, Options(), format=parsed.format)
    before = {(each.code, each.xpath, each.message) for each in sink.finish()}
    found = after.finish()
    new = tuple(each for each in found if (each.code, each.xpath, each.message) not in before)
    refused = [each for each in new if family_of(each.code) == VALUES]
    if refused:
        raise InvalidValue("; ".join(filter(None, (refused[0].message, refused[0].hint))))
    broken = {} if changed is None else _count_broken(NamesIn(parsed.root), NamesIn(changed.root))
    return ChangedText(text, new, found, parsed.format, broken)


def _count_broken(before: NamesIn, after: NamesIn) -> dict[str, int]:
    """How many references to each name lead to nothing because nothing has it any more."""
    left = _count_unresolved(after)
    left.subtract(_count_unresolved(before))
    gone = _definitions(before) - _definitions(after)
    counts = {name: sum(count for parts, count in left.items() if name in parts) for _, name in sorted(gone)}
    return {name: count for name, count in counts.items() if count > 0}


def _definitions(names: NamesIn) -> set[tuple[str, str]]:
    return {(each.kind, each.name) for each in names.definitions}


def _count_unresolved(names: NamesIn) -> Counter[tuple[str, ...]]:
    return Counter(
        tuple(each.parts) for each in names.references if not each.is_keyword and None in names.resolve(each)
    )


def _find_only(source: Source, text: str, path: Path) -> Path:
    """The path from the root to the one element that a path from anywhere leads to.

    Raises:
        BadPath: it leads to none, or to several.
    """
    elements = () if source.root is None else source.root.iter("*")
    matching = [each for each in elements if _matches_path(each, path.steps)]
    found = [each for each in matching if path.attribute is None or each.get(path.attribute) is not None] or matching
    if len(found) != 1:
        places = [source.xpath(each) for each in found[:MOST_PLACES]]
        more = f" and {len(found) - len(places)} more" if len(found) > len(places) else ""
        told = f"is at {', '.join(places)}{more}: say which" if found else "is nowhere in the document"
        raise BadPath(f"{text!r} {told}")
    return parse_path(source.xpath(found[0]))._replace(attribute=path.attribute)


def _matches_path(element: _Element, steps: Sequence[PathStep]) -> bool:
    """Whether the last step leads to an element, and those before to the ones around it."""
    at: _Element | None = element
    for step in reversed(steps):
        if at is None or literal_tag(at) != step.tag:
            return False
        if any(at.get(name) != value for name, value in step.attributes.items()):
            return False
        before = [each for each in at.itersiblings("*", preceding=True) if each.tag == at.tag]
        if step.number not in (None, len(before) + 1):
            return False
        at = at.getparent()
    return True


class _Description:
    """What a format's description says about the parts of an element.

    ``kind`` is its class, or the type of its text; None where it is not described. ``prefix`` is that of the tags inside.
    """

    def __init__(self, kind: type | None, prefix: str) -> None:
        self.is_known, self._prefix = kind is not None, prefix
        is_text = kind is None or not issubclass(kind, Element)
        self._parts = [] if is_text else [*parts_of(kind).by_field.values()]
        self.takes_text = is_text or any(part.kind == "Text" for part in self._parts)

    def names(self, of: str) -> list[str]:
        """The names of the elements or attributes."""
        return [part.name for part in self._parts if part.kind == of]

    def child(self, tag: str) -> _Description | None:
        """The element of a name; None where there is to be none."""
        names = (tag, tag.removeprefix(self._prefix))
        part = next((each for each in self._parts if each.kind == "Element" and each.name in names), None)
        return part and _Description(kind_of(part.owner, part.field), part.inner_prefix or self._prefix)

    def refuse_text(self, tag: str) -> BadPath:
        """The error where text is to be set that the element does not have."""
        inside = [*(f"@{name}" for name in self.names("Attribute")), *self.names("Element")]
        return BadPath(f"<{tag}> takes no text; it has {', '.join(inside)}" if inside else f"<{tag}> takes no text")


class _ValueSetter:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rewriting = TextRewriter(layout)

    def set_value(self, about: _Description, path: Path, value: str) -> str:
        """The text with the value at a path; ``about`` describes the root element."""
        node = self._layout.node(0)
        first = path.steps[0]
        tag = self._layout.name(node)
        if tag != first.tag or not self._matches_step(node, first):
            raise BadPath(f"the root element is <{tag}>, not {first.written[1:]}")
        for number, step in enumerate(path.steps[1:], 1):
            inside = about.child(step.tag)
            child = self._find_child(node, about, inside, step)
            if child is None:
                self._add(node, about, path.steps[number:], path.attribute, value)
                return self._rewriting.patches.result()
            node, about = child, inside or _Description(None, "")
        tag, name = self._layout.name(node), path.attribute
        if name is not None:
            known = [*self._layout.attributes(node), *about.names("Attribute")]
            if name not in known:
                raise unknown("attribute", name, f"<{tag}>", known)
            if self._value(node, name) != value:
                self._rewriting.set_attribute(node.number, name, value)
        elif not about.takes_text or (not about.is_known and node.children()):
            raise about.refuse_text(tag)
        elif self._text(node) != value.strip():
            self._rewriting.set_text(node.number, value)
        return self._rewriting.patches.result()

    def _find_child(
        self, node: WrittenElement, about: _Description, inside: _Description | None, step: PathStep
    ) -> WrittenElement | None:
        """The element that a step leads to; None for one that is not there, and that may be added."""
        nodes = [self._layout.node(piece.number) for piece in node.children()]
        alike = [each for each in nodes if self._layout.name(each) == step.tag]
        found = [each for each in alike if self._matches_step(each, step)]
        if step.number is not None:
            if not step.attributes:
                # findings count the elements that have no name, as long as there are any
                found = [each for each in found if self._value(each, "name") is None] or found
            found = found[step.number - 1 : step.number]
        if len(found) == 1:
            return found[0]
        holder = f"<{self._layout.name(node)}>"
        if found:
            raise BadPath(
                f"{holder} has {len(found)} elements {step.written[1:]}; say which: {self._choices(found, step)}"
            )
        if step.is_plain and inside is not None:
            return None
        if not alike:
            raise unknown("element", step.tag, holder, [*map(self._layout.name, nodes), *about.names("Element")])
        key = next(iter(step.attributes), None)
        if key is None:
            raise BadPath(f"{holder} has only {len(alike)} elements <{step.tag}>")
        values = [value for each in alike if (value := self._value(each, key)) is not None]
        raise unknown(f"<{step.tag}> with the {key}", step.attributes[key], holder, values)

    def _matches_step(self, node: WrittenElement, step: PathStep) -> bool:
        return all(self._value(node, name) == value for name, value in step.attributes.items())

    def _value(self, node: WrittenElement, name: str) -> str | None:
        there = self._layout.attributes(node).get(name)
        return None if there is None else unescape_attribute(self._layout.text[there.value_start : there.value_end])

    def _text(self, node: WrittenElement) -> str:
        """The text of an element as readers have it, without the blanks around it."""
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

    def _add(
        self, node: WrittenElement, about: _Description, steps: tuple[PathStep, ...], attribute: str | None, value: str
    ) -> None:
        """Adds what a path leads to; every element of it but the first is in one that is added, too."""
        inside, holder = about, f"<{self._layout.name(node)}>"
        for step in steps:
            child = inside.child(step.tag)
            if child is None:
                raise unknown("element", step.tag, holder, inside.names("Element"))
            if not step.is_plain:
                raise BadPath(f"{holder} has no element {step.written[1:]}")
            inside, holder = child, f"<{step.tag}>"
        if attribute is not None and attribute not in inside.names("Attribute"):
            raise unknown("attribute", attribute, holder, inside.names("Attribute"))
        if attribute is None and not inside.takes_text:
            raise inside.refuse_text(steps[-1].tag)
        quoted = escape(value, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
        content = f">{escape(value)}" if attribute is None else f' {attribute}="{quoted}">'
        opened = "><".join(step.tag for step in steps)
        closed = "".join(f"</{step.tag}>" for step in reversed(steps))
        tree = parse(Source(None, f"<{opened}{content}{closed}"), Sink())
        assert tree is not None, "names that the description has are names of XML"
        # behind which child it belongs by the order of the description; None: before all of them
        order = {name: rank for rank, name in enumerate(about.names("Element"))}
        own, behind = order.get(steps[0].tag, len(order)), None
        for piece in node.children():
            if order.get(self._layout.name(self._layout.node(piece.number)), len(order)) <= own:
                behind = piece.number
        self._rewriting.add(node.number, behind, tree)
