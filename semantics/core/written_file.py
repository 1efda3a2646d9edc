"""The text of a file that findings are about: where something is in it, and what it is with changes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from functools import cached_property
from itertools import accumulate, count
from typing import TYPE_CHECKING

from ...diagnostics.fix import Edit
from ...diagnostics.records import NamedTuple
from ...runtime.encoder import escape
from ...runtime.saving.encoded_text import as_bytes, written_text
from ...runtime.saving.layout import Layout
from ...runtime.saving.style import Style, blanks_end, quote_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.saving.layout import WrittenAttribute, WrittenElement
    from ...runtime.source import Source


class TextChange(NamedTuple):
    """A stretch of a text, by offsets, and what comes in its place."""

    start: int
    end: int
    text: str


class WrittenValue(NamedTuple):
    """Where a value is, without the blanks around it, and how it is written."""

    start: int
    end: int
    text: str
    quote: str = ""
    """The quotes around it, for an attribute's."""


class WrittenFile:
    """The text of one source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name
        self.text = written_text(source)

    @property
    def is_xml(self) -> bool:
        """Whether it is no YAML."""
        return self.text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n").startswith("<")

    @cached_property
    def layout(self) -> Layout:
        """Where the elements of the text are."""
        return Layout(self.text)

    @cached_property
    def style(self) -> Style:
        """The layout that new parts of the text follow."""
        return Style(self.layout)

    def offset(self, line: int, column: int) -> int | None:
        """The offset of a place; None where the text has no such place."""
        if not 1 <= line <= len(self.layout.line_starts):
            return None
        found = self.layout.line_starts[line - 1] + column - 1
        return found if found <= len(self.text) else None

    def edit(self, change: TextChange) -> Edit:
        """A change as findings show it."""
        start, end = self.layout.position(change.start), self.layout.position(change.end)
        return Edit(self.name or "<text>", *start, *end, change.text)

    def with_changes(self, changes: Iterable[TextChange]) -> bytes | str:
        """The content of the file with changes that do not overlap."""
        made: list[str] = []
        at = 0
        for start, end, text in sorted(set(changes)):
            made += [self.text[at:start], text]
            at = end
        text = "".join([*made, self.text[at:]])
        return text if isinstance(self.source.data, str) else as_bytes(text, self.source)

    def node(self, finding: Diagnostic) -> WrittenElement | None:
        """The element that a finding is about; None where it is not in the text."""
        at = self.offset(finding.line, finding.column) if finding.line else None
        if at is None or not finding.element:
            return None
        number = bisect_right(self.layout.starts, at) - 1
        if number < 0:
            return None
        node = self.layout.node(number)
        if at >= node.tag_end or self.layout.name(node).rpartition(":")[2] != finding.element.rpartition(":")[2]:
            return None
        return node

    def nodes_before(self, finding: Diagnostic) -> Iterator[WrittenElement]:
        """Elements with the tag that a finding about a text names, which begins in one of them or behind it."""
        at = self.offset(finding.line, finding.column) if finding.line else None
        number = -1 if at is None else bisect_right(self.layout.starts, at) - 1
        node = self.layout.node(number) if number >= 0 else None
        while node is not None:
            if self.layout.name(node).rpartition(":")[2] == finding.element.rpartition(":")[2]:
                yield node
            node = self.layout.parent(node)

    def attribute(self, node: WrittenElement, name: str) -> WrittenAttribute | None:
        """An attribute of an element by its name, with whatever prefix where the name has one."""
        found = self.layout.attributes(node)
        local = name.rpartition("}")[2].rpartition(":")[2]
        if name in found:
            return found[name]
        if name[0] != "{" and ":" not in name:
            return None
        return next((each for each in found.values() if each.name.rpartition(":")[2] == local), None)

    def value(self, node: WrittenElement, attribute: str | None) -> WrittenValue | None:
        """The value of an attribute or of an element's text; None where it is not written plainly."""
        quote = ""
        if attribute is not None:
            written = self.attribute(node, attribute)
            if written is None:
                return None
            start, end = written.value_start, written.value_end
            quote = self.text[end]
        else:
            content = [piece for piece in node.pieces if self.style.is_content(piece)]
            if len(content) != 1 or content[0].kind != "text":
                return None
            start, end = content[0].start, content[0].end
        raw = self.text[start:end]
        if "&" in raw:
            return None
        start, end = start + len(raw) - len(raw.lstrip()), end - (len(raw) - len(raw.rstrip()))
        return WrittenValue(start, max(start, end), raw.strip(), quote)

    def replace_value(self, text: str, value: WrittenValue) -> TextChange:
        """Another text in the place of a value."""
        return TextChange(value.start, value.end, quote_value(text, value.quote) if value.quote else escape(text))

    def rename_element(self, node: WrittenElement, name: str) -> list[TextChange]:
        """Another tag for an element."""
        old = self.layout.name(node)
        changes = [TextChange(node.start + 1, node.start + 1 + len(old), name)]
        if not node.is_empty:
            changes.append(TextChange(node.end_tag + 2, node.end_tag + 2 + len(old), name))
        return changes

    def remove_attribute(self, written: WrittenAttribute) -> TextChange:
        """The text without an attribute and the blanks before it."""
        before = self.text[: written.start]
        return TextChange(len(before.rstrip()), written.end, "")

    def remove_element(self, node: WrittenElement) -> TextChange:
        """The text without an element, and without its lines where nothing else is in them."""
        start, end = node.start, blanks_end(self.text, node.end)
        if self.style.indent(start) is None or (end < len(self.text) and self.text[end] not in "\r\n"):
            return TextChange(node.start, node.end, "")
        return TextChange(self.style.line_start(start), self.style.next_line(end), "")

    def append_element(self, node: WrittenElement, element: str) -> list[TextChange]:
        """An element at the end of what is in another, in the manner of what is there."""
        if node.is_empty:
            at = node.tag_end - 2
            while self.text[at - 1].isspace():
                at -= 1
            if self.style.is_one_line:
                return [TextChange(at, node.tag_end, f">{element}</{self.layout.name(node)}>")]
            end, indent = self.style.line_end, self.style.outer_indent(node)
            inside = f"{end}{indent}{self.style.unit}{element}{end}{indent}"
            return [TextChange(at, node.tag_end, f">{inside}</{self.layout.name(node)}>")]
        children = node.children()
        if not children or not self.style.is_broken(node):
            at = children[-1].end if children else node.tag_end
            return [TextChange(at, at, element)]
        at = children[-1].end
        return [TextChange(at, at, f"{self.style.line_end}{self.style.inner_indent(node)}{element}")]

    def ancestors(self, node: WrittenElement) -> list[WrittenElement]:
        """An element and those that it is in, the root first."""
        found: list[WrittenElement] = []
        current: WrittenElement | None = node
        while current is not None:
            found.insert(0, current)
            current = self.layout.parent(current)
        return found

    def children(self, node: WrittenElement) -> list[WrittenElement]:
        """The elements in another."""
        return [self.layout.node(child.number) for child in node.children()]

    def number_name(self, name: str) -> str:
        """A name with the first number, from 2 on, with which nothing is called so."""
        return next(made for number in count(2) if (made := f"{name}_{number}") not in self.names)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all elements."""
        written = (self.layout.attributes(node).get("name") for node in self.nodes())
        return frozenset(self.text[each.value_start : each.value_end] for each in written if each is not None)

    def nodes(self) -> Iterable[WrittenElement]:
        """All elements in the order of the text."""
        ahead = [self.layout.node(0)]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(self.children(node))

    @cached_property
    def referenced_names(self) -> frozenset[str]:
        """What something may refer to: the names in texts, and in attributes other than ``name``."""
        found: set[str] = set()
        for node in self.nodes():
            for attribute in self.layout.attributes(node).values():
                if attribute.name != "name":
                    found.update(_names_in(self.text[attribute.value_start : attribute.value_end]))
            for piece in node.pieces:
                if piece.kind == "text":
                    found.update(_names_in(self.text[piece.start : piece.end]))
        return frozenset(found)


class DisjointChanges:
    """Changes of a text that do not overlap."""

    def __init__(self) -> None:
        self._changes: set[TextChange] = set()
        self._ordered: list[TextChange] = []

    def __iter__(self) -> Iterator[TextChange]:
        return iter(self._ordered)

    def add(self, changes: Sequence[TextChange]) -> bool:
        """Adds changes that belong together unless one overlaps a change that was there; whether they are there now."""
        if self._changes.issuperset(changes):
            return True
        if any(map(self._overlaps, changes)):
            return False
        self._changes.update(changes)
        for each in changes:
            insort(self._ordered, each)
        return True

    def _overlaps(self, change: TextChange) -> bool:
        at = bisect_left(self._ordered, (change.start,))
        if at and self._ordered[at - 1].end > change.start:
            return True
        if at == len(self._ordered):
            return False
        following = self._ordered[at]
        return following.start == change.start or change.end > following.start


class Shifts:
    """Where places of a text are after changes that do not overlap."""

    def __init__(self, changes: Iterable[TextChange]) -> None:
        self._changes = sorted(set(changes))
        self._moved = list(accumulate((len(text) - (end - start) for start, end, text in self._changes), initial=0))

    def after(self, offset: int) -> int:
        """Where a place is; one in what is replaced is where that begins."""
        above = bisect_left(self._changes, (offset,))
        if above and self._changes[above - 1].end > offset:
            return self._changes[above - 1].start + self._moved[above - 1]
        # what is inserted right there comes before it
        return offset + self._moved[bisect_left(self._changes, (offset, offset + 1))]


def invert_changes(text: str, changes: Iterable[TextChange]) -> Iterator[TextChange]:
    """What makes a text again of what changes, which do not overlap, made of it."""
    moved = 0
    for start, end, new in sorted(set(changes)):
        yield TextChange(start + moved, start + moved + len(new), text[start:end])
        moved += len(new) - (end - start)


def _names_in(text: str) -> list[str]:
    return text.strip().replace("/", "::").split("::")
