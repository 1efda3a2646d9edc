"""A document's text and XML tree, with the places of elements and attributes found on demand.

Reading never pays for positions: a finding looks at the line that the parser noted. Only where that line has several
tags of a name, or the end of a long one, the start tags of the whole text are counted.
"""

from __future__ import annotations

import io
import itertools
import re
from array import array
from bisect import bisect_left, bisect_right
from functools import partial
from operator import add, attrgetter, length_hint
from re import Match
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakValueDictionary

from ..diagnostics.records import NamedTuple
from ..diagnostics.spans import begins, end_in_lines, extent, find_tag_end
from .patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml.etree import _Element

    from .markup import Repairs
    from .packed_text import PackedText

    Numbering = Callable[[Any], Any]
    Locate = Callable[[Any, "str | None"], "tuple[int, int, str] | None"]

Span = tuple[int, int, "int | None", "int | None"]
"""Line and column where something begins and ends; None for an end that is not known."""

SpanInLine = tuple[int, "int | None", "int | None"]
"""A column, and those behind the end of the value and of the start tag; 0 and None where they are not on the line."""

NO_ELEMENT = compile_pattern(
    r"<(?=[!?])(?:!--.*?--|!\[CDATA\[.*?\]\]|\?.*?\?"
    r"|!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*'|\[.*?\]\s*(?=>))*)>",
    re.DOTALL,
)
_START = compile_pattern(r"<[^/!?]")
_TAG = compile_pattern(r"<[^\s/>]+((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.DOTALL)
_ATTRIBUTE = compile_pattern(r"([^\s=\"'/]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.DOTALL)
_LINE_END = compile_pattern(r"\r\n|\n|\r")
_AFTER_NAME = frozenset(("", "/", ">", " ", "\t", "\r", "\n"))
_IN_TAG = frozenset(("/", ">", " ", "\t"))
_LINE_FEED = 10
_TAG_OF = attrgetter("tag")
_COUNTER = itertools.count()
_MOST_ELEMENTS = 32
"""Bits of an element's number that identify it within its source."""
_NUMBERED: WeakValueDictionary[int, Source] = WeakValueDictionary()
"""Sources whose elements have numbers, by the number of the first."""

SUPERSETS_OF_ASCII = frozenset({"utf-8", "ascii", "us-ascii", "iso-8859-1"})
"""Encodings, in lower case, in which a character of ASCII is one byte, and such a byte nothing else."""

LARGE = 1 << 19
"""Bytes of a document from which on its tree is not kept, and all its names are not collected to look for a few."""

VERY_LARGE = 1 << 25
"""Bytes of a text from which on it is compressed while nobody asks for it, for a twentieth to an eighth of the time to read its document."""

LEAST_BETWEEN_COLONS = 512
"""Bytes: a text with more colons is searched itself for a word with one; to go from one to the next takes as long."""

AROUND_COLONS = 16
"""Bytes of a word before and after its colon by which most texts are known not to have it."""

LEAST_INDEXED = 8
"""Siblings that are looked through each time; the numbers of more are kept."""

LONG_LINE = 1 << 12
"""Characters of a line that is looked through for each tag; in a longer one the tags of the text are counted."""

LAST_LINE = 65_535
"""From this line on the parser does not distinguish lines."""

MOST_LINES = 1000
"""Lines that are looked through each time: of a tag for where it begins, and of a text down to a place."""

MOST_COUNTED = 24
"""Places whose lines are counted each from the beginning of the text; for more the beginnings of all lines are kept."""

BYTES_A_PLACE = 512
"""Bytes of a text for each place that is looked up in it: in fewer, all of its lines are made text at once, which takes as long as to
make text of a line for every so many."""

MOST_NUMBERED = 8
"""Elements of a large text that are numbered by counting those before; for more all are numbered, which takes fifteen times as long as one."""


def cut_around_colons(text: bytes) -> bytes:
    """What is around each colon of a text, all of it where it has many.

    Most have few, so that words with a colon are found in it, or not, at a fraction of the cost of a search of the text.
    """
    parts: list[bytes] = []
    at = -1
    for _ in range(len(text) // LEAST_BETWEEN_COLONS):
        at = text.find(b":", at + 1)
        if at < 0:
            return b"\n".join(parts)
        parts.append(text[max(at - AROUND_COLONS, 0) : at + AROUND_COLONS])
    return text


class ElementNumbers(partial[int]):
    """Gives elements numbers, in the order in which it is called with them."""

    # what is called with an element takes it for a default, which no number ever needs

    source: Source
    end: int
    """The number after the last that there is for elements of the source."""
    locate: Locate
    """Line, column and path of an element, or of its attribute, while it is parsed; None where that is not known yet."""

    def find_location(self, at: Any, attribute: str | None, tag: str) -> ElementLocation | None:
        """The place of an element of which nothing will be left; None where that is unknown."""
        place = self.locate(at, attribute)
        if place is None:
            return None
        return ElementLocation(self.source, *place, tag)

    @property
    def next_number(self) -> int:
        """The number that the next element gets."""
        # asking for the next number would use it up; the numbers left show it, too
        return self.end - length_hint(self.args[0])


class ElementLocation(NamedTuple):
    """The place of an element, or of its attribute, in a text whose tree was not kept."""

    source: Source
    line: int
    column: int
    xpath: str
    tag: str


class Expansion(Protocol):
    """A text that was made of another one."""

    is_library: bool
    """Whether the other one is a part of others, and nothing by itself."""
    findings: Sequence[Any]
    """What was found in the other one."""

    def map_findings(self, findings: Sequence[Any], name: str | None) -> list[Any]:
        """Findings, where they are about the text that was made, at the places that they come from.

        Args:
            findings: all findings.
            name: the file of those that are about the text.
        """
        ...

    def span_of(self, line: int, column: int) -> tuple[str | None, int, int, int, int] | None:
        """The file, and line and column where it begins and ends, that something at a place of the text comes from."""
        ...


class PartOfTree(Protocol):
    """A part of the tree of a text, with that part of the text."""

    source: Source
    """The part of the text."""
    around: dict[_Element, int]
    """Elements around it, of which it has the start tags alone, with their numbers."""

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where in the whole text a line and column of the part are."""
        ...

    def place_span(self, span: Span) -> Span:
        """Where in the whole text a span of the part is."""
        ...

    def locate(self, parts: list[tuple[_Element, str | None]]) -> list[tuple[tuple[str, str], Span]]:
        """See ``Source.locate``; no element is one of those around."""
        ...


class PartsOfTree(Protocol):
    """Makes parts of a tree when elements in them are asked for."""

    def element(self, number: int) -> _Element | None:
        """The element that has a number; None for one that is in no part."""
        ...

    def part_of(self, element: _Element) -> PartOfTree | None:
        """The part that an element is in; None for one of another tree."""
        ...


class Source:
    """One file or text that was parsed.

    ``name`` is what findings call it; ``key`` distinguishes its elements from those of other sources; ``origins`` names, for an
    element that a conversion made, the element of the text that it came from; ``names`` how an element was written whose
    name the reader changed, ``tags`` the same of a name that a conversion changed.
    """

    __slots__ = (
        "name",
        "key",
        "_data",
        "_packed",
        "encoding",
        "is_template",
        "keeps_tree",
        "is_only_checked",
        "parts",
        "origins",
        "names",
        "tags",
        "_root",
        "_again",
        "decode",
        "_by_number",
        "_first_number",
        "_attributes",
        "_numbers",
        "_paths",
        "_elements",
        "_text",
        "_ordinals",
        "_has_all_ordinals",
        "_ordinals_counted",
        "_starts",
        "_lines_counted",
        "_line_starts",
        "_line_feeds",
        "_written_lines",
        "_read_lines",
        "_spans",
        "_tells_lines",
        "_elements_in_use",
        "is_converted",
        "has_new_values",
        "is_in_order",
        "_pointed_at",
        "_around_colons",
        "_mentioned",
        "absent",
        "numbers_given",
        "holders",
        "expansion",
        "repairs",
        "inexact",
        "__weakref__",
    )

    def __init__(self, name: str | None, data: bytes | str = b"") -> None:
        number = next(_COUNTER)
        self.name = name
        self.key = f"bodyplan:{number}"
        self._data = data
        self._packed: PackedText | None = None
        self.encoding: str | None = None
        self.is_template = False
        """Whether it is what a document is made of, in xacro, and no document itself."""
        self.keeps_tree = False
        """Whether the places of most elements will be asked for, so that no tree is let go of, however large the text."""
        self.is_only_checked = False
        """Whether nothing will be asked of the document but what is wrong with it."""
        self.parts: PartsOfTree | None = None
        """The tree in parts, of a very large text that is only checked, for as long as there is no tree of the whole."""
        self._first_number = number << _MOST_ELEMENTS
        self._elements: list[_Element] | None = None
        self._text: str | None = None
        self._root: _Element | None = None
        self._again: Callable[[Source, Numbering], object] | None = None
        self.decode: Callable[[_Element, Any, Numbering], object] | None = None
        """Decodes a tree of the text, or of a part, and calls a function with the elements that get numbers."""
        self._by_number: list[_Element] | None = None
        self.origins: dict[_Element, _Element] = {}
        self.names: dict[_Element, str] = {}
        self.tags: dict[_Element, str] = {}
        self._attributes: tuple[tuple[str, int], dict[str, int]] | None = None
        self._numbers: dict[tuple[_Element, str], dict[_Element, int]] = {}
        self._paths: dict[_Element, str] = {}
        self._ordinals: dict[_Element, int] = {}
        self._has_all_ordinals = False
        self._ordinals_counted = 0
        self._starts: list[int] | None = None
        self._lines_counted = 0
        self._line_starts: array[int] | None = None
        self._line_feeds: Any = None
        """Where lines end, as an array of numpy, once elements of a name were looked for."""
        self._written_lines: list[str] | None = None
        self._read_lines: tuple[io.BytesIO, list[bytes]] | None = None
        """What reads the lines, and those that it has read, down to the last that was asked for."""
        self._spans: dict[tuple[str, str, str | None], SpanInLine] = {}
        self._tells_lines: bool | None = None
        self._elements_in_use: frozenset[str] | None = None
        self._pointed_at: dict[int, _Element] = {}
        self._mentioned: dict[tuple[str, str | None], bool] = {}
        self._around_colons: bytes | None = None
        self.absent: frozenset[str] = frozenset()
        """Names that no element has, of those that were looked for while the text was parsed; without prefixes."""
        self.numbers_given = 0
        """How many elements were given numbers."""
        self.holders: array[int] | None = None
        """For each element that was given a number that of the one around it, counted from the first; see ``numbered``."""
        self.expansion: Expansion | None = None
        """The places of a text that was made from another one; None for a text as it was written."""
        self.repairs: Repairs | None = None
        """How columns differ from those of the text as it was written, for one that was made well-formed."""
        self.is_converted = False
        """Whether elements of the tree are not as they are in the text."""
        self.has_new_values = False
        """Whether typed objects have values that conversion gave them, which elements of the tree do not have."""
        self.is_in_order = True
        """Whether the tree has the elements of the text, and no others, in their order."""
        self.inexact: set[_Element] | None = None
        """Elements of the tree of which the decoder said anything, or read less than is written; None where nobody noted them."""

    def put_expansion(self, text: str, expansion: Expansion) -> None:
        """Puts what was made of the text in its place, before it is parsed.

        Args:
            text: what was made of it.
            expansion: knows what is where in the text that was written.
        """
        self.data, self._text, self.encoding, self.expansion = text, None, None, expansion

    @property
    def data(self) -> bytes | str:
        """The document as it was read."""
        packed = self._packed
        if packed is not None:
            self._data, self._packed = packed.unpack(), None
        return self._data

    @data.setter
    def data(self, data: bytes | str) -> None:
        self._data, self._packed = data, None
        self._mentioned.clear()
        self._around_colons = None

    @property
    def length(self) -> int:
        """How many bytes or characters the document has as it was read."""
        return len(self._data if self._packed is None else self._packed)

    @property
    def is_very_large(self) -> bool:
        """Whether the text is one that is compressed while nobody asks for it."""
        return isinstance(self._data, bytes) and len(self._data) >= VERY_LARGE

    def pack(self) -> PackedText | None:
        """Keeps a very large text compressed until it is asked for: of a sound document it hardly ever is, once that is read."""
        if self.is_very_large:
            from .packed_text import PackedText

            assert isinstance(self._data, bytes), "only such texts are very large"
            self._packed, self._data, self._text = PackedText(self._data), b"", None
            self._around_colons = None
        return self._packed

    @property
    def text(self) -> str:
        """The document as text."""
        if self._text is None:
            if isinstance(self.data, str):
                self._text = self.data
            else:
                try:
                    self._text = self.data.decode(self.encoding or "utf-8", "replace")
                except LookupError:
                    self._text = self.data.decode("utf-8", "replace")
        return self._text

    def mentions(self, word: str) -> bool:
        """Whether the text holds ``word``, which is ASCII; of ``<`` and a name, whether an element may be called so."""
        asked = word, self.encoding
        found = self._mentioned.get(asked)
        if found is None:
            is_absent = word[:1] == "<" and word[1:] in self.absent
            found = self._mentioned[asked] = not is_absent and self._holds(word)
        return found

    def has_element(self, name: str) -> bool:
        """Whether an element may be called so; certain where none is. A tree is gone through in less time than its text is searched."""
        if self._root is None or self.is_converted:
            return self.mentions(f"<{name}")
        return next(self._root.iter(f"{{*}}{name}"), None) is not None

    def _holds(self, word: str) -> bool:
        if self._packed is not None and (self.encoding or "utf-8").lower() in SUPERSETS_OF_ASCII:
            return self._packed.holds(word.encode())
        if isinstance(self.data, bytes) and self._is_in(self.data, word.encode()):
            return True
        # in an encoding that does not contain ASCII, the bytes say nothing
        return (isinstance(self.data, str) or b"\0" in self.data[:4]) and word in self.text

    def _is_in(self, data: bytes, word: bytes) -> bool:
        """Whether the text holds a word, of which the part around a colon is looked for first."""
        before = word.find(b":")
        if 0 <= before <= AROUND_COLONS:
            if self._around_colons is None:
                self._around_colons = cut_around_colons(data)
            if word[: before + AROUND_COLONS] not in self._around_colons:
                return False
        return data.find(word) >= 0  # which finds a single letter in a fifth of the time that ``in`` takes

    def adopt(self, root: _Element) -> None:
        """Takes the tree that the text was parsed to."""
        self._root = root
        encoding = root.getroottree().docinfo.encoding
        if encoding != self.encoding:
            self.encoding, self._text = encoding, None  # what was decoded before it was known may be wrong
        self._elements = None
        self._ordinals, self._has_all_ordinals = {}, False

    def put_right(self, root: _Element) -> None:
        """Changes another tree of the text as the source's own was changed when it was adopted: most never are."""

    @property
    def root(self) -> _Element | None:
        """The tree that the text was parsed to; made now where the elements were numbered only."""
        if self._root is None and self._again is not None:
            self._make_tree()
        return self._root

    def make_numbers(self, locate: Locate) -> ElementNumbers:
        """Gives elements numbers, in the order in which it is called with them; for a tree that is not kept.

        Args:
            locate: see ``Numbers``.
        """
        end = self._first_number + (1 << _MOST_ELEMENTS)
        numbers = ElementNumbers(next, iter(range(self._first_number, end)))
        numbers.source, numbers.end, numbers.locate = self, end, locate
        return numbers

    def set_reparser(
        self,
        again: Callable[[Source, Numbering], object],
        decode: Callable[[_Element, Any, Numbering], object] | None = None,
    ) -> None:
        """To be called once elements have numbers, so that their tree is made when one of them is asked for.

        Args:
            again: parses the text to a tree that is kept, adopts it, and calls a function with elements in the same order.
            decode: does the last for a tree; not where there are numbers for all elements.
        """
        self._again, self.decode = again, decode
        _NUMBERED[self._first_number] = self

    def _make_tree(self) -> list[_Element]:
        assert self._again is not None, "numbered() comes before any number is looked up"
        found: list[_Element] = []
        self._pointed_at.clear()
        self._again(self, found.append)
        self._by_number = found
        return found

    def element(self, place: _Element | int) -> _Element:
        """The element that ``place`` is, or whose number it is."""
        return self.by_number(place) if isinstance(place, int) else place

    def by_number(self, number: int) -> _Element:
        """The element that was given a number."""
        if self._pointed_at and (found := self._pointed_at.get(number)) is not None:
            return found
        if self._by_number is None and self.parts is not None and (found := self.parts.element(number)) is not None:
            return found
        return self._by_whole_tree(number)

    def _by_whole_tree(self, number: int) -> _Element:
        known = self._by_number or self._make_tree()
        return known[number - self._first_number]

    def before_change(self) -> None:
        """To be called before elements are added, moved or taken away: their order gives the places of their tags."""
        self._in_order()
        self.is_in_order = False

    def let_go_of_elements(self) -> None:
        """Keeps no list of all elements, through which the collector of cycles would walk, where they can be had from the tree again."""
        if type(self) is Source and self.is_in_order:
            self._elements = None

    def after_change(self) -> None:
        """To be called after elements were added, moved or taken away: they have other paths now."""
        self._paths.clear()
        self._numbers.clear()
        self.is_converted = True

    @property
    def size(self) -> int:
        """How many elements the text has."""
        root = self.root
        if root is not None and self._counts_elements():
            return int(root.xpath("count(descendant-or-self::*)"))
        return len(self._in_order())

    def number(self, element: _Element) -> int | None:
        """Which of all elements of the text one is, from 0; None for one that a conversion made."""
        return None if element in self.origins else self._number(element)

    def elements_in_tree(self) -> list[_Element]:
        """All elements of the tree as it is now, outer ones first: the one that numbers lead to, where there are any."""
        if self._again is not None and self._by_number is None:
            self._make_tree()
        return [] if self.root is None else list(self.root.iter())

    def _in_order(self) -> list[_Element]:
        """All elements in the order of the text."""
        if self._elements is None:
            self._elements = list(self.root.iter()) if self.root is not None else []
        return self._elements

    def elements_in_use(self) -> frozenset[str] | None:
        """Names of all elements, as they were when the text was parsed; None for a large document, or without a tree.

        Looking for a few names in a large text is faster than collecting all.
        """
        if self._elements_in_use is None and self._root is not None and len(self.data) < LARGE:
            self._elements_in_use = frozenset(map(str, set(map(_TAG_OF, self._in_order()))))
        return self._elements_in_use

    def anchor(self, element: _Element) -> _Element:
        """The element of the text at ``element``; for one without text, the nearest parent that has some."""
        if self.parts is not None and (part := self.parts.part_of(element)) is not None and element in part.around:
            return self._by_whole_tree(part.around[element])
        if not self.origins and element.sourceline:
            return element
        origin = self.origins.get(element, element)
        while not origin.sourceline:
            parent = origin.getparent()
            if parent is None:
                break
            origin = self.origins.get(parent, parent)
        return origin

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Line and column (from 1) of the start tag of ``element``, or of its attribute."""
        origin = self.anchor(element)
        if self.parts is not None and (part := self.parts.part_of(origin)) is not None:
            return part.place(*part.source.position(origin, attribute))
        column = self._find_column(self._line_of_tag(origin), self._tag_in_text(origin), attribute)
        return (origin.sourceline or 0, column) if column else self._place_by_number(element, attribute)

    def line(self, element: _Element) -> int:
        """Line (from 1) of the start tag of ``element``, which is known of more tags than their columns."""
        origin = self.anchor(element)
        if self.parts is not None and self.parts.part_of(origin) is not None:
            return self.position(element)[0]
        written = self._line_of_tag(origin)
        if _begins_outside(written) and f"<{self._tag_in_text(origin)}" in written:
            return origin.sourceline or 0
        return self.position(element)[0]

    def counts_all_tags(self) -> bool:
        """Whether each start tag of the text is an element of the tree, so that their numbers are the same."""
        return len(self.start_tags()) == len(self._in_order())

    def element_at(self, line: int, column: int) -> _Element | None:
        """The element whose start tag begins at a line and column of a text with such tags; None where none does."""
        starts, lines = self.start_tags(), self.find_line_starts()
        offset = lines[line - 1] + column - 1 if 0 < line <= len(lines) else -1
        number = bisect_left(starts, offset)
        return self._in_order()[number] if number < len(starts) and starts[number] == offset else None

    def position_of_text(self, element: _Element, text: str, is_behind: bool = False) -> tuple[int, int]:
        """Line and column of the text that an element begins with, or that ``is_behind`` it.

        That of the element, where the text is written with references to characters.
        """
        if self.parts is not None and (part := self.parts.part_of(element)) is not None:
            return part.place(*part.source.position_of_text(element, text, is_behind))
        place = self.position(element)
        last = element
        while is_behind and len(last):
            last = last[-1]
        line, column = self.position(last)
        if not line:
            return place
        begin = self.text.find(">", self.offset(line, column)) + 1
        begin += len(last.text or "") if is_behind else 0
        # a text is not looked for in all that follows
        end = begin + 2 * (len(last.text or "") + len(text)) + LONG_LINE
        found = self.text.find(text.strip().partition("\n")[0], begin, end)
        return place if found < 0 else self.line_and_column(found)

    def span(self, element: _Element, attribute: str | None = None) -> tuple[int, int, int | None, int | None]:
        """The same, and line and column where it ends: behind the tag, the value of the element or of its attribute.

        None for the end where an entity holds the element.
        """
        origin = self.anchor(element)
        if self.parts is not None and (part := self.parts.part_of(origin)) is not None:
            return part.place_span(part.source.span(origin, attribute))
        tag = self._tag_in_text(origin)
        column, last, last_of_tag = self._span_in_line(self._line_of_tag(origin), tag, attribute)
        line = origin.sourceline or 0
        if last is None and len(origin):  # what has elements inside has no value
            last = last_of_tag
        if last is not None:
            return line, column, line, last
        if column:
            place, end = (line, column), end_in_lines(self._lines(), line, column)
        else:
            place, offset = self._place_by_number(element, attribute), self._offset(element, attribute)
            end = None if offset is None else self._end(offset, tag, attribute)
        return (*place, None, None) if end is None else (*place, *end)

    def locate(self, parts: Sequence[tuple[_Element, str | None]]) -> list[tuple[tuple[str, str], Span]]:
        """Path, name and span of each of many elements or attributes, in a third of what it takes to ask for them one by one."""
        if type(self) is not Source or self.origins or self.names or self.tags:
            return self._locate_one_by_one(parts)
        if self.parts is not None:
            return self._locate_in_parts(parts, self.parts)
        lines: list[str] = []
        if len(parts) * BYTES_A_PLACE > len(self.data):
            lines = self._lines()
        behind = min(len(lines) + 1, LAST_LINE) if self._has_parser_lines() else 0
        found: list[tuple[tuple[str, str], Span]] = []
        paths, spans = self._paths, self._spans
        for element, attribute in parts:
            tag = literal_tag(element)
            path = paths.get(element)
            if path is None:
                parent = element.getparent()
                above = "" if parent is None else paths.get(parent) or self._path(parent)
                path = paths[element] = f"{above}/{self._step(element, parent, tag)}"
            line = element.sourceline or 0
            key = lines[line - 1] if 0 < line < behind else self._line_of_tag(element), tag, attribute
            column, last, last_of_tag = spans.get(key) or self._span_in_line(*key)
            if last is None and len(element):
                last = last_of_tag
            span = self.span(element, attribute) if last is None else (line, column, line, last)
            found.append(((f"{path}/@{attribute}" if attribute else path, tag), span))
        return found

    def _locate_one_by_one(self, parts: Sequence[tuple[_Element, str | None]]) -> list[tuple[tuple[str, str], Span]]:
        return [((self.xpath(*part), literal_tag(part[0])), self.span(*part)) for part in parts]

    def _locate_in_parts(
        self, parts: Sequence[tuple[_Element, str | None]], made: PartsOfTree
    ) -> list[tuple[tuple[str, str], Span]]:
        found: list[tuple[tuple[str, str], Span]] = []
        for part, group in itertools.groupby(parts, key=lambda each: made.part_of(self.anchor(each[0]))):
            inside = list(group)
            found += self._locate_one_by_one(inside) if part is None else part.locate(inside)
        return found

    def end_of(self, place: ElementLocation, attribute: str | None) -> tuple[int, int] | None:
        """Line and column behind what stood at a place while the text was parsed."""
        return self._end(self.offset(place.line, place.column), place.tag, attribute)

    def offset(self, line: int, column: int) -> int:
        """Where in the text a line and column are, counted from 1."""
        if line <= MOST_LINES and self._counts_lines():
            return sum(map(len, itertools.islice(self._lines(), line - 1))) + line + column - 2
        return self.find_line_starts()[line - 1] + column - 1

    def _end(self, offset: int, tag: str, attribute: str | None) -> tuple[int, int] | None:
        end = extent(self.text, offset) if begins(self.text, offset, tag, attribute) else None
        return None if end is None else self.line_and_column(end)

    def _tag_in_text(self, origin: _Element) -> str:
        """The name of an element as it is in the text."""
        if not self.tags and not self.names:
            return literal_tag(origin)
        return self.tags.get(origin) or self._written_tag(origin)

    def _span_in_line(self, written: str, tag: str, attribute: str | None) -> SpanInLine:
        """Where an element or its attribute is by the line that the start tag ends on, if that is certain.

        It is found once for each line and tag, for many lines of a text are equal.
        """
        known = self._spans.get((written, tag, attribute)) or _find_only_tag(written, tag, attribute)
        if known is None:
            column = self._find_column(written, tag, attribute)
            end = extent(written, column - 1) if column else None
            end_of_tag = find_tag_end(written, column - 1) if column and end is None else None
            known = column, None if end is None else end + 1, None if end_of_tag is None else end_of_tag + 1
        self._spans[written, tag, attribute] = known
        return known

    def _line_of_tag(self, origin: _Element) -> str:
        """The text of the line that a start tag ends on; empty where the parser does not know it."""
        line = origin.sourceline
        if not line or line >= LAST_LINE or not (self._tells_lines or self._has_parser_lines()):
            return ""
        return self._line(line)

    def _find_column(self, written: str, tag: str, attribute: str | None) -> int:
        """The column of a start tag that ends on a line; 0 where it may begin before, or another of that name is there."""
        if not _begins_outside(written):
            return 0
        begin = f"<{tag}"
        found, at = -1, written.find(begin)
        while at >= 0:
            end = at + len(begin)
            if written[end : end + 1] in _AFTER_NAME:
                if found >= 0:
                    return 0
                found = at
            at = written.find(begin, end)
        if found >= 0 and attribute is not None:
            found = self._attribute_offsets(written, found).get(attribute, found)
        return found + 1

    def _place_by_number(self, element: _Element, attribute: str | None) -> tuple[int, int]:
        """The place by counting all start tags of the text."""
        offset = self._offset(element, attribute)
        return (element.sourceline or 0, 1) if offset is None else self.line_and_column(offset)

    def _offset(self, element: _Element, attribute: str | None) -> int | None:
        """Where a start tag or its attribute begins; None where an entity that expands to elements makes the text and
        the tree differ.
        """
        offset = self._find_start(element)
        if offset is None or attribute is None:
            return offset
        return self._attribute_offsets(self.text, offset).get(attribute, offset)

    def _find_start(self, element: _Element) -> int | None:
        """Where a start tag begins."""
        start = self._find_start_above(self.anchor(element))
        if start is not None:
            return start
        starts = self.start_tags()
        ordinal = self._ordinal(element)
        return None if ordinal is None or len(starts) != len(self._in_order()) else starts[ordinal]

    def _find_start_above(self, origin: _Element) -> int | None:
        """Where a start tag of several lines begins; None where that is not certain.

        It is the last ``<`` before its end, which is certain where its last line has no other ``<`` or ``>``. To count the tags
        and lines of a whole world of 3,000 shapes for the few such tags with findings was a tenth of a check for Drake.
        """
        line = origin.sourceline or 0
        if not 1 < line < LAST_LINE or type(self) is not Source or not self._has_parser_lines():
            return None
        last = self._line(line)
        if "<" in last or last.count(">") != 1:
            return None
        for number in range(line - 1, max(line - 1 - MOST_LINES, 0), -1):
            written = self._line(number)
            at = written.rfind("<")
            if at >= 0:
                end = at + 1 + len(tag := self._tag_in_text(origin))
                is_certain = written.startswith(tag, at + 1) and written[end : end + 1] in _AFTER_NAME
                return self.offset(number, at + 1) if is_certain else None
        return None

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a place in the text, from 1."""
        if self._counts_lines():
            begin = self.text.rfind("\n", 0, offset) + 1
            return self.text.count("\n", 0, begin) + 1, offset - begin + 1
        begins = self.find_line_starts()
        line = bisect_right(begins, offset)
        return line, offset - begins[line - 1] + 1

    def _counts_lines(self) -> bool:
        """Whether the lines down to one more place are counted, rather than the beginnings of all of them kept."""
        if self._line_starts is not None or self._lines_counted >= MOST_COUNTED or "\r" in self.text:
            return False
        self._lines_counted += 1
        return True

    def find_line_starts(self) -> array[int]:
        """Where each line of the text begins."""
        if self._line_starts is None:
            # a list would take as much memory as the text
            self._line_starts = array("Q", [0])
            if "\r" in self.text:
                self._line_starts.extend(map(Match.end, _LINE_END.finditer(self.text)))
            else:  # a match for each line would take four times as long
                ends = itertools.accumulate(map(len, self._written_lines or self.text.split("\n")))
                self._line_starts.extend(map(add, ends, itertools.count(1)))
                self._line_starts.pop()
        return self._line_starts

    def _has_parser_lines(self) -> bool:
        """Whether the parser counted lines as this does, and every element is in the text itself."""
        if self._tells_lines is None:
            document = self.root.getroottree().docinfo if self.root is not None else None
            # most texts need not be decoded for this
            told = isinstance(self.data, bytes) and b"\r" not in self.data
            told = told or self.text.count("\r") == self.text.count("\r\n")
            self._tells_lines = told and document is not None and not document.doctype
        return self._tells_lines

    def xpath(self, element: _Element, attribute: str | None = None) -> str:
        """Path of ``element`` by names where there are names, by number where tags repeat without them."""
        part = None if self.parts is None else self.parts.part_of(element)
        path = self._path(element) if part is None else part.source.xpath(element)
        return f"{path}/@{attribute}" if attribute else path

    def note_path(self, element: _Element, path: str) -> None:
        """Says what the path of an element is, and what those of all in it begin with."""
        self._paths[element] = path

    def _path(self, element: _Element) -> str:
        paths = self._paths
        inside: list[_Element] = []
        current: _Element | None = element
        path: str | None = ""
        while current is not None and (path := paths.get(current)) is None:
            inside.append(current)
            current = current.getparent()
        path = path or ""
        while inside:
            step = inside.pop()
            tag = self._written_tag(step) if self.names else literal_tag(step)
            path = paths[step] = f"{path}/{self._step(step, current, tag)}"
            current = step
        return path

    def _written_tag(self, element: _Element) -> str:
        known = self.names.get(element) if self.names else None
        return literal_tag(element) if known is None else known

    def _step(self, element: _Element, parent: _Element | None, tag: str) -> str:
        name = self._name(element)
        if name is not None:
            return named_step(tag, name)
        if parent is None:
            return tag
        key = parent, str(element.tag)
        numbers = self._numbers.get(key)
        if numbers is None or element not in numbers:
            # a parent counts its children each time, of which it may have very many
            count = len(parent)
            if count == 1 or (count < LEAST_INDEXED and list(map(_TAG_OF, parent)).count(element.tag) == 1):
                return tag
            alike = [child for child in parent.iterchildren(key[1]) if self._name(child) is None]
            numbers = self._numbers[key] = dict(zip(alike, itertools.count(1)))
        return f"{tag}[{numbers[element]}]" if len(numbers) > 1 else tag

    def _name(self, element: _Element) -> str | None:
        """What the text calls an element."""
        return element.get("name")

    def number_in_text(self, element: _Element) -> int | None:
        """Which of all elements of the text ``element`` is, or what it is in if a conversion made it; from 0."""
        return self._ordinal(self.anchor(element))

    def stop_pointing(self) -> bool:
        """Forgets the arguments of ``point_at``; False where all numbers are known already, by a tree that is to stay."""
        self._pointed_at.clear()
        return self._by_number is None

    def point_at(self, element: _Element, number: int) -> None:
        """Says which element of the tree has a number, so that not all have to be numbered again to find it."""
        self._pointed_at[number] = element

    def owns(self, number: int) -> bool:
        """Whether an element of this text was given a number."""
        return self._first_number <= number < self._first_number + self.numbers_given

    @property
    def has_tree(self) -> bool:
        """Whether the tree is there, so that asking for it makes none."""
        return self._root is not None

    def number_of(self, ordinal: int) -> int:
        """The number of an element that was given numbers in the order of the text."""
        return self._first_number + ordinal

    def _ordinal(self, element: _Element) -> int | None:
        current: _Element | None = element
        while current is not None:
            number = self._number(self.origins.get(current, current))
            if number is not None:
                return number
            current = current.getparent()
        return None

    def _number(self, element: _Element) -> int | None:
        number = self._ordinals.get(element)
        if number is None and not self._has_all_ordinals:
            self._find_ordinals(element)
            number = self._ordinals.get(element)
        return number

    def _find_ordinals(self, element: _Element) -> None:
        """Finds the numbers of an element and of what is in it, or of all elements.

        Those before one are counted by the parser's library, which makes no objects of them: to number all for a few was a tenth of
        saving a world of 3,000 shapes.
        """
        if self._ordinals_counted < MOST_NUMBERED and self._counts_elements():
            self._ordinals_counted += 1
            if element.getroottree().getroot() is self._root:
                before = int(element.xpath("count(preceding::*) + count(ancestor::*)"))
                self._ordinals.update(zip(element.iter(), itertools.count(before)))
        else:
            self._ordinals, self._has_all_ordinals = dict(zip(self._in_order(), itertools.count())), True

    def _counts_elements(self) -> bool:
        """Whether elements are counted, where all of them are in no list: of a large tree that is as it is in the text."""
        return self._elements is None and len(self.data) >= LARGE and self.is_in_order and type(self) is Source

    def find_tag_lines(self, tag: str) -> dict[_Element, int]:
        """The line that the start tag of each element of a name begins on; of none where the text may have others of that name.

        By numpy, which counts the lines of a text in a fifth of what Python takes: to count from tag to tag of all names was an
        eighth of a page of a world of 3,000 shapes.
        """
        if tag[:1] == "{" or not self.is_in_order or not self._has_parser_lines() or self.root is None:
            return {}
        import numpy as np  # which checks do without

        text, begin = self.text, f"<{tag}"
        parts = text.split(begin)
        starts = np.cumsum(list(map(len, parts[:-1]))) + len(begin) * np.arange(len(parts) - 1)
        if self._line_feeds is None:
            letters = (
                np.frombuffer(text.encode("ascii"), np.uint8)
                if text.isascii()
                else np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
            )
            self._line_feeds = np.flatnonzero(letters == _LINE_FEED)
        counted = (np.searchsorted(self._line_feeds, starts) + 1).tolist()
        lines = [line for line, part in zip(counted, parts[1:]) if part[:1] in _AFTER_NAME]
        elements = list(self.root.iter(tag))
        return dict(zip(elements, lines)) if len(elements) == len(lines) else {}

    def start_tags(self) -> list[int]:
        """Where each start tag begins: every ``<`` before a name, outside of what holds no elements."""
        if self._starts is None:
            _, self._starts = element_starts(self.text)
        return self._starts

    def _attribute_offsets(self, text: str, start: int) -> dict[str, int]:
        """Where each attribute of the tag at ``start`` of a line, or of all of the text, begins; cached for the last tag."""
        if self._attributes is None or self._attributes[0] != (text, start):
            self._attributes = (text, start), attribute_offsets(text, start)
        return self._attributes[1]

    def _line(self, number: int) -> str:
        """The text of a line, counted from 1; empty behind the last.

        To split the bytes down to the line takes less than half of what it takes to split the text, and findings are about few lines.
        """
        lines = self._written_lines
        if lines is None:
            encoding = self.encoding or "utf-8"
            if isinstance(self.data, bytes) and encoding.lower() in SUPERSETS_OF_ASCII:
                reader, read = self._read_lines = self._read_lines or (io.BytesIO(self.data), [])
                if number > len(read):
                    read.extend(itertools.islice(reader, number - len(read)))
                return read[number - 1].decode(encoding, "replace").removesuffix("\n") if number <= len(read) else ""
            lines = self._lines()
        return lines[number - 1] if number <= len(lines) else ""

    def _lines(self) -> list[str]:
        if self._written_lines is None:
            self._written_lines = self.text.split("\n")
        return self._written_lines


def _find_only_tag(written: str, tag: str, attribute: str | None) -> SpanInLine | None:
    """``Source._span_in_line`` of a line that holds one tag and no other; None where that is not certain.

    Most tags with findings stand so, and patterns take three times as long: of the hundreds of findings of a robot for Drake,
    half are at lines of their own.
    """
    begin, end = written.find("<"), written.find(">") + 1
    behind = begin + 1 + len(tag)
    is_only = 0 <= begin < end and written.rfind("<") == begin and written.rfind(">") == end - 1
    if not is_only or not written.startswith(tag, begin + 1) or written[behind] not in _IN_TAG:
        return None
    if len(written) > LONG_LINE or "'" in written or written.count('"', begin, end) % 2:
        return None
    if attribute is None:
        return (begin + 1, end + 1, None) if written[end - 2] == "/" else (begin + 1, None, end + 1)
    at = written.find(f' {attribute}="', behind, end) + 1
    if not at or written.find('"', behind, at) >= 0:  # it may be in the value of another
        return None
    return at + 1, written.index('"', at + len(attribute) + 2) + 2, None


def _begins_outside(written: str) -> bool:
    """Whether a line is short enough to be looked through, and begins outside of any tag.

    One that begins within a tag has that tag's end before anything else.
    """
    first = written.find("<")
    return first >= 0 and len(written) <= LONG_LINE and written.find(">", 0, first) < 0


def blank_non_elements(text: str) -> str:
    """A text with blanks in the place of what holds no elements."""
    return NO_ELEMENT.sub(lambda match: " " * len(match[0]), text)


def element_starts(text: str) -> tuple[str, list[int]]:
    """A text with blanks in the place of what holds no elements, and where each start tag begins."""
    blanked = blank_non_elements(text)
    return blanked, list(map(Match.start, _START.finditer(blanked)))


def attribute_offsets(text: str, start: int) -> dict[str, int]:
    """The span of each attribute of a tag, by its name."""
    match = _TAG.match(text, start)
    if match is None:
        return {}
    offsets: dict[str, int] = {}
    for found in _ATTRIBUTE.finditer(text, match.start(1), match.end(1)):
        offsets.setdefault(found[1], found.start())
    return offsets


def named_step(tag: str, name: str) -> str:
    """A step of a path to an element that has a name."""
    quote = "'" if '"' in name else '"'
    return f"{tag}[@name={quote}{name}{quote}]"


def source_of(number: int) -> Source | None:
    """The source whose element has a number, None where no document holds it any more."""
    return _NUMBERED.get(number >> _MOST_ELEMENTS << _MOST_ELEMENTS)


def element_of(number: int) -> _Element | None:
    """The element that has a number, None where no document holds its text any more."""
    source = source_of(number)
    return None if source is None else source.by_number(number)


def literal_name(element: _Element, name: str) -> str:
    """The name of an attribute of ``element`` as it is written, by the one that it has without its prefix."""
    if name[:1] != "{":
        return name
    uri, local = name[1:].rsplit("}", 1)
    # asking for all namespaces takes long where there are many
    path = "name(@*[namespace-uri() = $uri and local-name() = $local])"
    return str(element.xpath(path, uri=uri, local=local)) or local


def literal_names(element: _Element) -> dict[str, str]:
    """The names of all attributes of ``element`` as they are written, by those that they have without their prefixes."""
    names = list(map(str, element.keys()))
    if len(names) < LEAST_INDEXED:
        return {name: literal_name(element, name) for name in names}
    prefixes = {uri: prefix for prefix, uri in element.nsmap.items() if prefix}
    return {
        # a prefix that needs no declaration is XML's own
        name: f"{prefixes.get(name[1:].rpartition('}')[0], 'xml')}:{name.rpartition('}')[2]}"
        if name[0] == "{"
        else name
        for name in names
    }


def literal_tag(element: _Element) -> str:
    """The name of an element as it is written: prefix and local name, without any namespace."""
    tag = str(element.tag)
    if tag[0] != "{":
        return tag
    local = tag[tag.rindex("}") + 1 :]
    return f"{element.prefix}:{local}" if element.prefix else local
