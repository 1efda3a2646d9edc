"""A document's text and XML tree, with the places of elements and attributes found on demand.

Reading never pays for positions: the first finding builds an index of start tags by one scan of the text.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_NO_ELEMENT = re.compile(
    r"<(?=[!?])(?:!--.*?--|!\[CDATA\[.*?\]\]|\?.*?\?"
    r"|!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*'|\[.*?\]\s*(?=>))*)>",
    re.DOTALL,
)
_START = re.compile(r"<[^/!?]")
_TAG = re.compile(r"<[^\s/>]+((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([^\s=\"'/]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n|\r")
_COUNTER = itertools.count()

MANY = 10_000
"""Elements of a document that are too many to collect their names, or to index for a few findings."""

FEW = 8
"""Look-ups of elements that are cheaper one by one than with an index of all, in a document of many."""


class Source:
    """One file or text that was parsed.

    ``name`` is what findings call it; ``key`` tells its elements from those of other sources; ``origins`` names, for an
    element that a conversion made, the element of the text that it came from; ``names`` how an element was written whose
    name the reader changed.
    """

    __slots__ = (
        "name",
        "key",
        "data",
        "root",
        "origins",
        "names",
        "_numbers",
        "_elements",
        "_text",
        "_ordinals",
        "_starts",
        "_asked",
        "_lines",
        "_names_in_use",
    )

    def __init__(self, name: str | None, data: bytes | str = b"") -> None:
        self.name = name
        self.key = f"bodyplan:{next(_COUNTER)}"
        self.data = data
        self._elements: list[_Element] = []
        self._text: str | None = None
        self.root: _Element | None = None
        self.origins: dict[_Element, _Element] = {}
        self.names: dict[_Element, str] = {}
        self._numbers: dict[_Element, dict[_Element, int]] = {}
        self._ordinals: dict[_Element, int] | None = None
        self._starts: list[int] | None = None
        self._asked = 0
        self._lines: list[int] | None = None
        self._names_in_use: frozenset[str] | None = None

    @property
    def text(self) -> str:
        """The document as text."""
        if self._text is None:
            if isinstance(self.data, str):
                self._text = self.data
            else:
                declared = self.root.getroottree().docinfo.encoding if self.root is not None else None
                try:
                    self._text = self.data.decode(declared or "utf-8", "replace")
                except LookupError:
                    self._text = self.data.decode("utf-8", "replace")
        return self._text

    def mentions(self, word: str) -> bool:
        """Whether the text holds ``word``, which is ASCII."""
        if isinstance(self.data, bytes) and word.encode() in self.data:
            return True
        # in an encoding that ASCII is no part of, the bytes tell nothing
        return (isinstance(self.data, str) or b"\0" in self.data[:4]) and word in self.text

    def adopt(self, root: _Element) -> None:
        """Takes the tree that the text was parsed to.

        Holding on to all its elements in the order of the text gives them their numbers, and makes walking the tree
        twice as fast: lxml makes each of its element objects once.
        """
        self.root = root
        self._elements = list(root.iter())
        self._ordinals = None

    def names_in_use(self) -> frozenset[str] | None:
        """Names of all elements and attributes, as they were when the text was parsed; None where they are many.

        Looking for a few names in the text is faster then than collecting all.
        """
        if self._names_in_use is None and len(self._elements) < MANY:
            used = {str(element.tag) for element in self._elements}
            for element in self._elements:
                used.update(element.keys())
            self._names_in_use = frozenset(used)
        return self._names_in_use

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Line and column (from 1) of the start tag of ``element``, or of its attribute."""
        starts = self._start_tags()
        ordinal = self._ordinal(element)
        if ordinal is None or len(starts) != len(self._elements):
            # an entity that expands to elements makes the text and the tree differ
            return element.sourceline or 0, 1
        offset = starts[ordinal]
        if attribute is not None:
            offset = self._attribute_offset(offset, attribute)
        return self._place(offset)

    def xpath(self, element: _Element, attribute: str | None = None) -> str:
        """Path of ``element`` by names where there are names, by number where tags repeat without them."""
        steps = []
        current: _Element | None = element
        while current is not None:
            steps.append(self._step(current))
            current = current.getparent()
        path = "/" + "/".join(reversed(steps))
        return f"{path}/@{attribute}" if attribute else path

    def _step(self, element: _Element) -> str:
        tag = self.names.get(element) or literal_tag(element)
        name = element.get("name")
        parent = element.getparent()
        if name is not None:
            return _named(tag, name)
        if parent is None:
            return tag
        numbers = self._numbers.get(parent)
        if numbers is None or element not in numbers:
            numbers = self._numbers[parent] = _numbered(parent)
        number = numbers[element]
        return f"{tag}[{number}]" if number else tag

    def _ordinal(self, element: _Element) -> int | None:
        current: _Element | None = element
        while current is not None:
            number = self._number(self.origins.get(current, current))
            if number is not None:
                return number
            current = current.getparent()
        return None

    def _number(self, element: _Element) -> int | None:
        if self._ordinals is None:
            if self._asked < FEW and len(self._elements) >= MANY:
                self._asked += 1
                try:
                    return self._elements.index(element)
                except ValueError:
                    return None
            self._ordinals = {each: index for index, each in enumerate(self._elements)}
        return self._ordinals.get(element)

    def _start_tags(self) -> list[int]:
        """Where each start tag begins: every ``<`` before a name, outside of what holds no elements."""
        if self._starts is None:
            text = _NO_ELEMENT.sub(lambda match: " " * len(match[0]), self.text)
            self._starts = [match.start() for match in _START.finditer(text)]
        return self._starts

    def _attribute_offset(self, start: int, attribute: str) -> int:
        match = _TAG.match(self.text, start)
        if match is None:
            return start
        for found in _ATTRIBUTE.finditer(match[1]):
            if found[1] == attribute:
                return match.start(1) + found.start()
        return start

    def _place(self, offset: int) -> tuple[int, int]:
        if self._lines is None:
            text = self.text
            if self._asked < FEW and len(self._elements) >= MANY and "\r" not in text:
                return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
            if "\r" in text:
                self._lines = [0, *(match.end() for match in _LINE_END.finditer(text))]
            else:
                lengths = map((1).__add__, map(len, text.split("\n")))
                self._lines = [0, *itertools.accumulate(lengths)]
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


def _named(tag: str, name: str) -> str:
    quote = "'" if '"' in name else '"'
    return f"{tag}[@name={quote}{name}{quote}]"


def _numbered(parent: _Element) -> dict[_Element, int]:
    """The number of each child without a name among those of its tag, 0 for the only one."""
    counts: dict[object, int] = {}
    numbers: dict[_Element, int] = {}
    for child in parent:
        if child.get("name") is None:
            numbers[child] = counts[child.tag] = counts.get(child.tag, 0) + 1
    return {child: number if counts[child.tag] > 1 else 0 for child, number in numbers.items()}


def literal_tag(element: _Element) -> str:
    """The name of an element as it is written: prefix and local name, without any namespace."""
    tag = str(element.tag)
    if tag[:1] != "{":
        return tag
    local = tag[tag.index("}") + 1 :]
    return f"{element.prefix}:{local}" if element.prefix else local
