"""Parts of the tree of a very large document, each made when an element in it is asked for.

The whole tree would take seven times the memory of the text, and to learn which of its elements has which number all
would be decoded again.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from lxml import etree

from .parser import parser_options
from .sink import Sink
from .source import Source
from .text_blocks import TextBlocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from .packed_text import PackedText
    from .source import Numbering, Span
    from .tree_outline import Group

    Decode = Callable[[_Element, Sink, Numbering], object]


class TreePart:
    """The elements of one group, in a tree and a text of their own, and in what is around them of these the start tags alone.

    Args:
        source: that text, with the tree.
        elements: those that have numbers, in their order, but for those around.
        around: those around, with their numbers.
        place: line and column at which the group begins in the text of the document.
        opening: how many characters come before it in its own text.
    """

    __slots__ = ("around", "elements", "source", "_column", "_line")

    def __init__(
        self,
        source: Source,
        elements: list[_Element],
        around: dict[_Element, int],
        place: tuple[int, int],
        opening: int,
    ) -> None:
        self.source = source
        self.elements = elements
        self.around = around
        self._line = place[0] - 1
        self._column = place[1] - 1 - opening

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where in the document a place of its own text is."""
        return line + self._line, column + self._column if line == 1 else column

    def place_span(self, span: Span) -> Span:
        """Where in the document a span of its own text is."""
        line, column, end_line, end_column = span
        if end_line is None or end_column is None:
            return (*self.place(line, column), None, None)
        return (*self.place(line, column), *self.place(end_line, end_column))

    def locate(self, parts: list[tuple[_Element, str | None]]) -> list[tuple[tuple[str, str], Span]]:
        """See ``Source.locate``; none of them is around the part."""
        return [(path, self.place_span(span)) for path, span in self.source.locate(parts)]


class TreeParts:
    """Finds elements by their numbers.

    Args:
        source: the text.
        text: the same, compressed.
        groups: its parts, in their order.
        starts: where the blocks begin in which it was parsed.
        decode: decodes a tree, and calls a function with the elements that get numbers.
    """

    __slots__ = ("_blocks", "_by_root", "_decode", "_first_numbers", "_groups", "_key", "_made", "_name")

    def __init__(
        self, source: Source, text: PackedText, groups: list[Group], starts: list[int], decode: Decode
    ) -> None:
        self._name, self._key = source.name, source.key
        self._blocks = TextBlocks(partial(_read, text, source.encoding or "utf-8"), starts)
        self._groups = groups
        self._first_numbers = [group.first for group in groups]
        self._decode = decode
        self._made: dict[int, TreePart | None] = {}
        self._by_root: dict[_Element, TreePart] = {}

    def element(self, number: int) -> _Element | None:
        """The element that has a number; None for one that is in no part, or only with all of the tree."""
        at = bisect_right(self._first_numbers, number) - 1
        if at < 0 or number >= self._groups[at].behind_last:
            return None
        if at not in self._made:
            part = self._made[at] = self._make_part(self._groups[at])
            if part is not None and part.source.root is not None:
                self._by_root[part.source.root] = part
        part = self._made[at]
        return None if part is None else part.elements[number - self._groups[at].first]

    def part_of(self, element: _Element) -> TreePart | None:
        """The part that an element is in; None for one of another tree."""
        return self._by_root.get(element.getroottree().getroot())

    def _make_part(self, group: Group) -> TreePart | None:
        """The part that a group is; None where that is not certain to have the elements that were numbered."""
        found = self._find_text(group)
        if found is None:
            return None
        text, place = found
        holders = group.holder.chain()
        opening = "".join([holder.start_tag for holder in holders])
        source = Source(self._name, opening + text)
        source.key = self._key
        # the end tags are not there
        parser = etree.XMLParser(**parser_options(source, recover=True))
        root = etree.fromstring(source.text.encode("utf-8", "surrogatepass"), parser, base_url=self._key)
        source.adopt(root)
        around = [root]
        while len(around) < len(holders) and len(around[-1]):
            around.append(around[-1][0])
        if len(around[-1]) != group.children:
            return None
        numbered: list[_Element] = []
        sink = Sink()
        sink.add_source(source)
        self._decode(root, sink, numbered.append)
        if numbered[: len(around)] != around or len(numbered) - len(around) != group.behind_last - group.first:
            return None
        self._note_paths(source, group, around)
        numbers = {element: holder.number for element, holder in zip(around, holders)}
        return TreePart(source, numbered[len(around) :], numbers, place, len(opening))

    def _find_text(self, group: Group) -> tuple[str, tuple[int, int]] | None:
        """The text that a group is, down to the next start tag, and line and column where it begins."""
        blocks = self._blocks
        first = blocks.find_start(*group.begin)
        if first is None:
            return None
        block, before, begin = first
        text = before[begin:] + blocks.read(group.begin.parsed, group.end)
        if group.rest:
            behind = blocks.find_start(group.end, group.rest)
            if behind is None:
                return None
            text = text[: len(text) - len(behind[1]) + behind[2]]
        return text, blocks.line_and_column(block, before, begin)

    @staticmethod
    def _note_paths(source: Source, group: Group, around: list[_Element]) -> None:
        """Notes the paths that depend on what else is in the document."""
        for element, holder in zip(around, group.holder.chain()):
            source.note_path(element, holder.path())
        nameless = group.nameless.copy()
        for child in around[-1]:
            if child.get("name") is None:
                nameless[str(child.tag)] += 1
                source.note_path(child, group.holder.path_of(child, nameless[str(child.tag)]))


def _read(text: PackedText, encoding: str, start: int, end: int) -> str:
    return text.read(start, end).decode(encoding, "replace")
