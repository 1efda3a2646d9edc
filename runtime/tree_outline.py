"""What is where in a very large document, noted while it is parsed, so that parts of its tree can be made later without the rest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lxml import etree

from ..diagnostics.records import NamedTuple
from .source import literal_tag, named_step

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from lxml.etree import _Element

    from .source import ElementNumbers


class OutlinedElement:
    """An element whose children are read one after the other, such as a world.

    Attributes:
        element: what its start tag says.
        parent: the one around it; None around the root.
    """

    __slots__ = ("element", "nameless", "number", "parent", "_ordinal")

    def __init__(self, element: _Element, parent: OutlinedElement | None, number: int) -> None:
        self.element = etree.Element(str(element.tag), dict(element.attrib), dict(element.nsmap))
        self.parent = parent
        self.number = number
        self.nameless: Counter[str] = Counter()
        """How many of its children have no name, by their tags; those that were read so far."""
        self._ordinal = 0 if parent is None else parent.count(element)

    def count(self, child: _Element) -> int:
        """Which one the next child is of those of its tag that have no name, from 1."""
        tag = str(child.tag)
        self.nameless[tag] += child.get("name") is None
        return self.nameless[tag]

    @property
    def start_tag(self) -> str:
        """Its start tag, with all namespaces."""
        return f"{etree.tostring(self.element).decode().removesuffix('/>')}>"

    def path(self) -> str:
        """Its path, once the document is parsed."""
        if self.parent is None:
            return f"/{literal_tag(self.element)}"
        return self.parent.path_of(self.element, self._ordinal)

    def path_of(self, child: _Element, ordinal: int) -> str:
        """The path of a child, once the document is parsed; see ``count``."""
        tag, name = literal_tag(child), child.get("name")
        if name is None:
            step = f"{tag}[{ordinal}]" if self.nameless[str(child.tag)] > 1 else tag
        else:
            step = named_step(tag, name)
        return f"{self.path()}/{step}"

    def chain(self) -> list[OutlinedElement]:
        """The root, and so on down to this one."""
        return [*(() if self.parent is None else self.parent.chain()), self]


class Mark(NamedTuple):
    """Where a start tag is."""

    parsed: int
    """How far the text was parsed at some time, in bytes."""
    behind: int
    """How many start tags are there from this one on."""


class Group(NamedTuple):
    """Children of a holder that were parsed when they were read, one after the other, or one that was parsed while it was."""

    holder: OutlinedElement
    children: int
    """How many there are."""
    begin: Mark
    """Where the first begins."""
    end: int
    """How far the text was parsed once the last was read, in bytes."""
    rest: int
    """How many start tags are there behind the last."""
    nameless: Counter[str]
    """``OutlinedElement.nameless`` before them."""
    first: int
    """The first number that an element in them was given."""
    behind_last: int
    """The number after the last."""


class TreeOutline:
    """Notes the groups of a document that is decoded.

    Args:
        tags: those of elements whose children say nothing of one another; such a one is a holder where all around it are.
        numbers: gives elements their numbers.
    """

    __slots__ = ("groups", "_ahead", "_holders", "_numbers", "_tags")

    def __init__(self, tags: Container[str], numbers: ElementNumbers) -> None:
        self.groups: list[Group] = []
        self._ahead: Mark | None = None
        """Where the next child begins, if that was seen when the last group ended."""
        self._holders: dict[_Element, OutlinedElement] = {}
        self._numbers = numbers
        self._tags = tags

    def note_holder(self, element: _Element) -> None:
        """Notes an element whose children will be read one after the other, before it is decoded."""
        parent = element.getparent()
        around = None if parent is None else self._holders.get(parent)
        if str(element.tag) in self._tags and (parent is None or around is not None):
            self._holders[element] = OutlinedElement(element, around, self._numbers.next_number)
            self._ahead = None

    def begin_group(self, element: _Element, children: Sequence[_Element], parsed: int) -> Group | None:
        """Notes children before they are decoded; None where no group is to end.

        Args:
            element: the one that they are in.
            children: all that are parsed, or one that is not parsed to its end.
            parsed: how far the text is parsed.
        """
        holder = self._holders.get(element)
        if holder is None or children[0] in self._holders:
            return None
        nameless = holder.nameless.copy()
        for child in children:
            holder.count(child)
        begin = self._ahead or Mark(
            parsed, _count(children[0], "following::*") + _count(children[0], "descendant-or-self::*")
        )
        number = self._numbers.next_number
        return Group(holder, len(children), begin, parsed, 0, nameless, number, number)

    def end_group(self, noted: Group, last: _Element, end: int) -> None:
        """Notes that these children were decoded, of which one is the last, and how far the text is parsed by then."""
        rest = _count(last, "following::*")
        self.groups.append(noted._replace(end=end, rest=rest, behind_last=self._numbers.next_number))
        self._ahead = Mark(end, rest) if last.getnext() is not None else None


def _count(element: _Element, path: str) -> int:
    found: float = element.xpath(f"count({path})")
    return int(found)
