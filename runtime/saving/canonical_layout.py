"""One layout for every XML text: an element a line, two blanks deeper inside, attributes in the order of the description.

It works on the tags as they are written, so that comments, instructions, CDATA, references and texts stay as they are.
Between elements blanks mean nothing to any reader; in a text they may, so texts are never laid out anew.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ..element import Element
from ..field_tables import kind_of, parts_of
from ..numbers import FINITE, underflows
from ..patterns import compile_pattern
from ..source import NO_ELEMENT
from ..values import SHAPES, format_double
from .layout import LINE_END

if TYPE_CHECKING:
    from ..field_tables import FieldPart
    from .layout import Layout, MarkupPiece, WrittenElement

UNIT = "  "
_BLANKS = " \t\r\n"
"""All that XML takes for blanks."""
_WORD = compile_pattern(r"[^ \t\r\n]+")
_NUMBERS = frozenset({float, *(shape for shape, part, _ in SHAPES if part is float)})
"""Types whose texts are numbers that may have digits behind the point."""


class _ElementSchema(NamedTuple):
    """What the description says of an element."""

    kind: type | None
    """An element's class, or the type of its text; None for an element that is not described."""
    prefix: str = ""
    """What names of everything inside are written with."""

    @property
    def holds_no_text(self) -> bool:
        """Whether a text has no meaning in it, but for what a plugin makes of it."""
        kind = self.kind
        return kind is not None and issubclass(kind, Element) and "Text" not in _kinds_of_parts(kind)

    @property
    def holds_elements(self) -> bool:
        """Whether it contains described elements and no text."""
        return self.holds_no_text and "Element" in _kinds_of_parts(self.kind)

    @property
    def text_kind(self) -> type | None:
        """The type of its text, None where that is not described."""
        kind = self.kind
        if kind is None or not issubclass(kind, Element):
            return kind
        text = next((part for part in parts_of(kind).by_field.values() if part.kind == "Text"), None)
        return None if text is None else kind_of(kind, text.field)

    def inside(self, name: str) -> _ElementSchema:
        """The same of an element in it."""
        if self.kind is None or not issubclass(self.kind, Element):
            return _UNKNOWN
        known = _elements_of(self.kind)
        part = known.get(name) or known.get(name.removeprefix(self.prefix))
        return (
            _UNKNOWN
            if part is None
            else _ElementSchema(kind_of(part.owner, part.field), part.inner_prefix or self.prefix)
        )


_UNKNOWN = _ElementSchema(None)


@cache
def _kinds_of_parts(kind: type | None) -> frozenset[str]:
    return frozenset(part.kind for part in parts_of(kind).by_field.values())


@cache
def _elements_of(kind: type) -> dict[str, FieldPart]:
    return {part.name: part for part in parts_of(kind).by_field.values() if part.kind == "Element"}


@cache
def _attributes_of(kind: type) -> dict[str, type]:
    """The types of attributes by their names, in the order of the description."""
    parts = parts_of(kind).by_field.values()
    return {part.name: kind_of(kind, part.field) for part in parts if part.kind == "Attribute"}


def format_layout(layout: Layout, root: type[Element] | None, numbers: bool) -> str:
    """The text in the one layout.

    Args:
        layout: a text that was parsed, and whose elements are those of its tree.
        root: the class of its root element.
        numbers: whether to write numbers as the shortest text that reads back as the same.
    """
    return _Formatter(layout, numbers).document(_ElementSchema(root))


class _Formatter:
    def __init__(self, layout: Layout, numbers: bool) -> None:
        self._layout = layout
        self._text = layout.text
        self._numbers = numbers
        self._made: list[str] = []

    def document(self, root: _ElementSchema) -> str:
        node, text = self._layout.node(0), self._text
        begin = 1 if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0
        self._outside(begin, node.start)
        if self._made:
            self._made.append("\n" * min(2, max(1, self._breaks_before(node.start))))
        self._element(node, root, "")
        self._outside(node.end, len(text))
        found = LINE_END.search(text)
        # a parser takes every line end for the same one
        line_end = found[0] if found else "\n"
        return text[:begin] + LINE_END.sub(line_end, "".join(self._made) + "\n")

    def _outside(self, start: int, end: int) -> None:
        """What is outside the root element: each on its own line, except a comment behind something else."""
        at = start
        for match in NO_ELEMENT.finditer(self._text, start, end):
            if self._text[at : match.start()].strip(_BLANKS):
                break
            self._outer(*match.span(), is_behind=start > 1 and match[0].startswith("<!--"))
            at = match.end()
        rest = self._text[at:end].strip(_BLANKS)
        if rest:  # more than a document has, which lenient readers pass over
            first = self._text.index(rest, at)
            self._outer(first, first + len(rest))

    def _outer(self, start: int, end: int, is_behind: bool = False) -> None:
        breaks = self._breaks_before(start)
        if self._made:
            self._made.append(" " if is_behind and breaks == 0 else "\n" * min(2, max(1, breaks)))
        self._made.append(self._text[start:end])

    def _breaks_before(self, at: int) -> int:
        """How many line ends there are between something and what precedes it."""
        start = at
        while start > 0 and self._text[start - 1] in _BLANKS:
            start -= 1
        return len(LINE_END.findall(self._text, start, at))

    def _element(self, node: WrittenElement, known: _ElementSchema, indent: str) -> None:
        name, written = self._layout.name(node), self._text
        self._made.append(f"<{name}{self._attributes(node, known)}")
        inner = written[node.tag_end : node.end_tag]
        if not inner or (known.holds_no_text and not inner.strip(_BLANKS)):
            self._made.append("/>")
            return
        self._made.append(">")
        if self._is_laid_out(node, known):
            self._inside(node, known, indent)
        else:
            self._made.append(self._content(node, known))
        self._made.append(f"</{name}>")

    def _is_laid_out(self, node: WrittenElement, known: _ElementSchema) -> bool:
        """Whether blanks between what is in an element mean nothing."""
        space = self._layout.attributes(node).get("xml:space")
        if space is not None and self._text[space.value_start : space.value_end] == "preserve":
            return False
        kinds = {piece.kind for piece in node.pieces if not self._is_blank(piece)}
        if known.holds_elements:
            return "cdata" not in kinds and kinds != {"text"}
        return "element" in kinds and not kinds & {"text", "cdata"}

    def _inside(self, node: WrittenElement, known: _ElementSchema, indent: str) -> None:
        inner = indent + UNIT
        pieces = [piece for piece in node.pieces if not self._is_blank(piece)]
        is_after_text = False
        for index, piece in enumerate(pieces):
            text = self._text[piece.start : piece.end]
            if piece.kind == "text":  # where none belongs; it is kept as it was written, blanks and all
                self._made.append(text)
                is_after_text = True
                continue
            if not is_after_text:
                self._separate(node, pieces, index, inner)
            is_after_text = False
            if piece.kind == "element":
                child = self._layout.node(piece.number)
                self._element(child, known.inside(self._layout.name(child)), inner)
            else:
                self._made.append(text)
        if not is_after_text:
            self._made.append(f"\n{indent}")

    def _separate(self, node: WrittenElement, pieces: list[MarkupPiece], index: int, indent: str) -> None:
        """Begins a line for what comes, or goes on in the line for a comment that ends it."""
        if self._ends_line(node, pieces, index):
            self._made.append(" ")
        else:
            has_gap = index > 0 and self._breaks_before(pieces[index].start) > 1
            self._made.append(("\n\n" if has_gap else "\n") + indent)

    def _ends_line(self, node: WrittenElement, pieces: list[MarkupPiece], index: int) -> bool:
        """Whether a comment follows something on its line, with nothing but comments after it."""
        if pieces[index].kind != "comment" or self._breaks_before(pieces[index].start):
            return False
        for piece in pieces[index + 1 :]:
            if self._breaks_before(piece.start):
                return True
            if piece.kind != "comment":
                return False
        return index > 0 or self._breaks_before(node.end_tag) > 0

    def _content(self, node: WrittenElement, known: _ElementSchema) -> str:
        """What is in an element with a text; the blanks around a value go."""
        written = self._text[node.tag_end : node.end_tag]
        kind = known.text_kind
        if (
            kind is None
            or kind is str
            or any(piece.kind != "text" for piece in node.pieces)
            or not written.strip(_BLANKS)
        ):
            return written
        return self._value(written.strip(_BLANKS), kind)

    def _attributes(self, node: WrittenElement, known: _ElementSchema) -> str:
        attributes = self._layout.attributes(node)
        kind = known.kind
        kinds = _attributes_of(kind) if kind is not None and issubclass(kind, Element) else {}
        names = [name for name in kinds if name in attributes] + [name for name in attributes if name not in kinds]
        made: list[str] = []
        for name in names:
            there = attributes[name]
            value = self._text[there.value_start : there.value_end]
            quote = "'" if '"' in value else '"'
            made.append(f" {name}={quote}{self._value(value, kinds.get(name))}{quote}")
        return "".join(made)

    def _value(self, text: str, kind: type | None) -> str:
        if not self._numbers or kind not in _NUMBERS:
            return text
        words = _WORD.findall(text)
        if not all(map(FINITE.fullmatch, words)):
            return text  # what readers make of it is for each of them to say
        return _WORD.sub(lambda match: _shortest(match[0]), text)

    def _is_blank(self, piece: MarkupPiece) -> bool:
        return piece.kind == "text" and not self._text[piece.start : piece.end].strip(_BLANKS)


def _shortest(word: str) -> str:
    """A decimal number in its shortest form."""
    value = float(word)
    return word if math.isinf(value) or underflows(value, word) else format_double(value)
