"""Parses a large document while its decoders walk through it: each child is freed once the decoder has had it.

The whole tree would take seven times the memory of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lxml import etree

from .attribute_counts import may_be_too_many
from .decoder import NeedsTree
from .forbidden_xml import root_tag_end
from .parser import MAX_DEPTH, depth_of_first, parser_options
from .stream_locations import StreamedPlaces

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .source import Source
    from .tree_outline import TreeOutline

BLOCK = 1 << 16
"""Bytes that are parsed at a time, at least."""


_KNOWN_FROM_START_TAG = frozenset(("tag", "prefix", "nsmap", "attrib", "items", "keys", "get", "text", "xpath"))
"""What the start tag says of an element, ``xpath`` of its attributes; and the text before the first child, which is there when that is."""


def stream(source: Source, rare: Iterable[str] = ()) -> StreamedElement:
    """The root of a document that is parsed no further than to the end of the root's start tag.

    Args:
        source: the text.
        rare: names of elements; once the text is parsed to its end, ``source.absent`` are those that none has.

    Raises:
        lxml.etree.XMLSyntaxError: there is a fault so far; so does walking through a tree that has one.
        NeedsTree: the document takes a closer look: it has a document type, a default namespace, perhaps an element with
            too many attributes, or an encoding that ASCII is no part of.
    """
    start = root_tag_end(source.data)
    if start < 0:
        raise NeedsTree
    parser = _BlockParser(source, rare)
    root = parser.begin(start)
    source.encoding = root.getroottree().docinfo.encoding
    if None in root.nsmap or may_be_too_many(source.data, source.encoding):
        raise NeedsTree
    return StreamedElement(root, parser)


class _BlockParser:
    """The parser of a text, and how far it is.

    Events of elements would take a third of the parser's time. Instead the parser is given a processing instruction at
    the start of the root's content, whose event leads to the root. A parser that reports events holds itself, and is
    left to the cycle collector with what of the tree was not walked through.

    Attributes:
        ended: whether the document was parsed to its end.
        places: the locations of elements.
        outline: notes what is where, if there is one.
    """

    __slots__ = ("ended", "outline", "places", "_data", "_next", "_parser", "_root", "_source", "_unseen")

    def __init__(self, source: Source, rare: Iterable[str]) -> None:
        self.ended = False
        self.outline: TreeOutline | None = None
        self.places = StreamedPlaces(source)
        self._source = source
        self._unseen = {f"{{*}}{name}" for name in rare}
        self._data = source.data
        self._next = 0
        options: dict[str, Any] = parser_options(source, recover=False) | {"remove_pis": False}
        self._parser = etree.XMLPullParser(events=("pi",), **options)

    def begin(self, start: int) -> _Element:
        """Parses as far as the content of the root element, and answers that."""
        self.places.begin_block(0)
        self._feed(self._data[:start])
        for _ in self._parser.read_events():
            pass  # those before the root mean nothing
        self._parser.feed(b"<?bodyplan?>")
        mark = next((element for _, element in self._parser.read_events()), None)
        root = mark.getparent() if mark is not None else None
        if mark is None or root is None:
            raise NeedsTree  # the declared encoding makes something else of it
        root.remove(mark)
        self._next = start
        self._root = root
        return root

    def parse_block(self) -> None:
        """Parses the next block."""
        start, data = self._next, self._data
        if start < len(data):
            # the end of a tag, since a parser that sees half of a text may take it for blanks between tags
            at = start + BLOCK
            end = data.find(b">", at) if isinstance(data, bytes) else data.find(">", at)
            self._next = end + 1 if end >= 0 else len(data)
            self.places.begin_block(start)
            self._feed(data[start : self._next])
        else:
            self._parser.close()
            self.ended = True
            self._data = b""
        # to go through the tree takes less than to search the text, and next to nothing where no tree has had such a name
        seen = {str(element.tag) for element in self._root.iter(*self._unseen)} if self._unseen else ()
        self._unseen.difference_update(f"{{*}}{tag.rpartition('}')[2]}" for tag in seen)
        if self.ended:
            self._source.absent = frozenset(name.removeprefix("{*}") for name in self._unseen)
        for _ in self._parser.read_events():
            raise NeedsTree  # a tree without processing instructions needs the other parser

    @property
    def end(self) -> int:
        """How far the text is parsed."""
        return self._next

    def find_location(self, element: _Element, attribute: str | None) -> tuple[int, int, str] | None:
        """Line, column and path of an element, or of its attribute; None where it is unknown."""
        return self.places.find_location(self._root, element, attribute, self._next)

    def _feed(self, text: bytes | str) -> None:
        self._parser.feed(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


class StreamedElement:
    """An element that is not parsed to its end: its children can be walked through once, and are freed behind the walk.

    The start tag reads as that of the element itself, and ``tail`` as if nothing came behind. Asking for the number of children parses the element to its
    end; asking for anything else raises ``NeedsTree``.
    """

    __slots__ = ("_element", "_parent", "_parser")

    tail = None

    def __init__(self, element: _Element, parser: _BlockParser, parent: StreamedElement | None = None) -> None:
        self._element = element
        self._parser = parser
        self._parent = parent
        parser.places.walked.add(element)
        if parser.outline is not None:
            parser.outline.note_holder(element)

    def __getattr__(self, name: str) -> Any:
        if name not in _KNOWN_FROM_START_TAG:
            raise NeedsTree
        return getattr(self._element, name)

    def note_outline(self, outline: TreeOutline) -> list[int]:
        """Has it noted what is where from here on, before anything is walked through; answers where blocks will begin."""
        self._parser.outline = outline
        outline.note_holder(self._element)
        return self._parser.places.blocks.starts

    def find_location(self, at: Any, attribute: str | None) -> tuple[int, int, str] | None:
        """See ``Numbers.locate``."""
        return self._parser.find_location(at._element if isinstance(at, StreamedElement) else at, attribute)

    def __len__(self) -> int:
        while not self._is_complete():
            self._parser.parse_block()
        return len(self._element)

    def __iter__(self) -> Iterator[Any]:
        return self[:]

    def __getitem__(self, children: slice) -> Iterator[Any]:
        """The children one by one, each parsed to its end, but for those that are larger than a block."""
        element, parser, outline = self._element, self._parser, self._parser.outline
        while True:
            is_complete = self._is_complete()
            # what comes behind may still belong to the last child
            ready = element[:] if is_complete else element[:-1]
            if ready:
                if depth_of_first(ready[0]) > MAX_DEPTH - self._depth():
                    raise NeedsTree
                noted = None if outline is None else outline.begin_group(element, ready, parser.end)
                yield from ready
                if outline is not None and noted is not None:
                    outline.end_group(noted, ready[-1], parser.end)
                count = len(ready)
                del ready
                del element[:count]
            if is_complete:
                return
            parser.parse_block()
            # one that has a child has no text to come
            if len(element) == 1 and len(element[0]) and not parser.ended:
                child = StreamedElement(element[0], parser, self)
                noted = None if outline is None else outline.begin_group(element, element[:], parser.end)
                yield child
                while not child._is_complete():
                    parser.parse_block()
                if element[0].tail:
                    raise NeedsTree  # a text between elements is a finding
                if outline is not None and noted is not None:
                    outline.end_group(noted, element[0], parser.end)
                parser.places.walked.discard(element[0])
                del element[:1]

    def _is_complete(self) -> bool:
        if self._parser.ended:
            return True
        return self._parent is not None and (self._element.getnext() is not None or self._parent._is_complete())

    def _depth(self) -> int:
        return 1 if self._parent is None else 1 + self._parent._depth()
