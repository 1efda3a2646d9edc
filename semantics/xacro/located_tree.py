"""Trees of xacro's own kind, in which elements know where they were written and what led to them."""

from __future__ import annotations

from operator import attrgetter
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from xml.dom import expatbuilder, minidom
from xml.dom.minicompat import NodeList

from .located_text import FileSpan, RawElement, SourceText, XacroFile, attribute_place, tag_place
from .trace_recorder import Evaluation, LocatedElement, MacroStep, Recorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


ATTRIBUTE = 40
"""Characters that an attribute counts as, besides its value."""
NEIGHBOUR_WINDOW = 16
"""How many children beside the last one are looked at first."""
CONDITIONS = ("xacro:if", "xacro:unless")
_append_child: Any = vars(minidom)["_append_child"]
"""Adds a new node, of which nothing has to be looked for and taken out first, as the parser of ``minidom`` does."""


class ChildNodes(NodeList[Any]):
    """What is in an element, looked for where something was found before, since children are gone through in order."""

    _last = 0

    def index(self, node: Any, *_: Any) -> int:
        """The number of a child."""
        for at in range(max(self._last - NEIGHBOUR_WINDOW, 0), min(self._last + NEIGHBOUR_WINDOW, len(self))):
            if self[at] is node:
                self._last = at
                return at
        self._last = super().index(node)
        return self._last

    def remove(self, node: Any) -> None:
        """Takes a child out."""
        del self[self.index(node)]


class PlacedElement(minidom.Element):
    """An element of xacro's tree; ``recorder`` is set in a class of each expansion's own."""

    recorder: Recorder
    file: XacroFile | None = None
    offset = 0
    conditions: tuple[int, ...] = ()
    """Where conditions around it in its file are; the innermost last."""
    led: MacroStep | None = None
    """What led to it besides these."""
    added: dict[str, LocatedElement] | None = None
    """Attributes that were added, by name, with the ``xacro:attribute`` that did it."""
    values: dict[str, Evaluation] | None = None
    """How the values of attributes came about that are not just as they are written."""

    def __init__(self, *names: Any) -> None:
        super().__init__(*names)
        self.childNodes: Any = ChildNodes()

    def chain(self) -> MacroStep | None:
        """What led to the element, the last thing first."""
        if self.file is None:
            return self.led
        step = self.led
        for offset in self.conditions:
            step = MacroStep("where this condition holds", self.file, offset, step)
        return step

    @property
    def place(self) -> FileSpan | None:
        """Its start tag."""
        return None if self.file is None else tag_place(self.file, self.offset)

    def attribute_place(self, name: str | None) -> FileSpan | None:
        """Where one of its attributes is written; its start tag for None."""
        if name is None:
            return self.place
        by = None if self.added is None else self.added.get(name)
        if by is not None:
            return by.place
        return None if self.file is None else attribute_place(self.file, self.offset, name)

    def setAttribute(self, attname: str, value: str) -> None:
        """Notes how the value came about, and what added an attribute."""
        recorder = self.recorder
        by = recorder.current
        if by is not None and by is not self and not self.hasAttribute(attname):
            self.added = {**(self.added or {}), attname: by}
        recorder.meter.characters(len(value))
        value_of = recorder.consume_value()
        if value_of is not None:
            self.values = {**(self.values or {}), attname: value_of}
        super().setAttribute(attname, value)

    def cloneNode(self, deep: bool) -> Any:
        """The same once more, with what led to the copy."""
        recorder, by = self.recorder, self.recorder.current
        if self.tagName == "xacro:macro":
            step = None if by is None else recorder.step_of(f"in this call of {by.tagName.removeprefix('xacro:')}", by)
            return _copy_node(self, recorder, lambda _: step)
        if by is None or by.file is None:
            return _copy_node(self, recorder, lambda old: old)
        file, offset = by.file, by.offset
        return _copy_node(self, recorder, lambda old: MacroStep("inserted here", file, offset, old))


def _size(attributes: Iterable[Any]) -> int:
    return sum([ATTRIBUTE + len(each.value) for each in attributes])


def _copy_node(node: Any, recorder: Recorder, led: Any) -> Any:
    """A deep copy of a node, whose elements came about as ``led`` says of those that they are copies of."""
    if isinstance(node, PlacedElement):
        attributes = node.attributes.values()
        recorder.meter.element(_size(attributes))
        twin = type(node)(node.tagName, node.namespaceURI, node.prefix)
        twin.ownerDocument = node.ownerDocument
        twin.file, twin.offset, twin.conditions = node.file, node.offset, node.conditions
        twin.led, twin.added, twin.values = led(node.led), node.added, node.values
        for attribute in attributes:
            name, uri, local = attribute.nodeName, attribute.namespaceURI, attribute.localName
            copied = minidom.Attr(name, uri, local, attribute.prefix)
            copied.value = attribute.value
            copied.ownerDocument = node.ownerDocument
            twin.setAttributeNode(copied)
        for child in node.childNodes:
            _append_child(twin, _copy_node(child, recorder, led))
        return twin
    if isinstance(node, PlacedText):
        text = PlacedText()
        text.ownerDocument, text._data, text.value = node.ownerDocument, node._data, node.value
        text.recorder = recorder
        recorder.meter.characters(len(text._data))
        return text
    recorder.meter.characters(len(node.nodeValue or ""))
    return node.cloneNode(True)


class PlacedText(minidom.Text):
    """A text between tags."""

    value: Evaluation | None = None
    """How it came about."""
    recorder: Recorder | None = None

    def _set_data(self, data: str) -> None:
        if self.recorder is not None:
            self.recorder.meter.characters(len(data))
            self.value = self.recorder.consume_value()
        self._data = data

    data = nodeValue = property(attrgetter("_data"), _set_data)  # pyright: ignore[reportAssignmentType]  # as minidom has it


class Builder(expatbuilder.ExpatBuilderNS):
    """Makes a tree of a file, with elements of a class; ``led`` is what led to the file."""

    def __init__(self, file: XacroFile, element: type[PlacedElement], led: MacroStep | None) -> None:
        super().__init__()
        self._file, self._led, self._recorder = file, led, element.recorder
        self._notes = not file.elements
        self._texts: list[tuple[PlacedText, int]] = []
        """With where they begin."""
        self._open: list[int] = []
        self._conditions: list[int] = []
        classes = SimpleNamespace(**{**vars(minidom), "Element": element, "Text": PlacedText})
        self._start = _with_classes(expatbuilder.ExpatBuilderNS.start_element_handler, classes)
        self._characters = _with_classes(expatbuilder.ExpatBuilderNS.character_data_handler_cdata, classes)

    def getParser(self) -> Any:
        """A parser that reports where texts begin."""
        parser = super().getParser()
        parser.buffer_text = False
        return parser

    def start_element_handler(self, name: str, attributes: Any) -> None:
        """Makes an element, and notes where it is."""
        self._start(self, name, attributes)
        node: Any = self.curNode
        node.file, node.led, node.conditions = self._file, self._led, tuple(self._conditions)
        node.offset = self._here()
        written = {}
        attributes = node.attributes.values()
        for each in attributes:
            text = SourceText.at(each.value, self._file, node.offset, each.nodeName)
            written[each.nodeName] = text
            each._value = text
        if self._notes:
            around = self._open[-1] if self._open else -1
            self._open.append(len(self._file.elements))
            self._file.elements.append(RawElement(node.tagName, written, node.offset, around))
        if node.tagName in CONDITIONS:
            self._conditions.append(node.offset)
        self._recorder.meter.element(_size(attributes))

    def end_element_handler(self, name: str) -> None:
        """Leaves an element."""
        node: Any = self.curNode
        if node.tagName in CONDITIONS:
            self._conditions.pop()
        if self._notes:
            self._open.pop()
        super().end_element_handler(name)

    def character_data_handler_cdata(self, data: str) -> None:
        """Adds to a text, or begins one."""
        self._characters(self, data)
        node = self.curNode.childNodes[-1] if self.curNode.childNodes else None
        if isinstance(node, PlacedText) and not (self._texts and self._texts[-1][0] is node):
            self._texts.append((node, self._here()))

    def build_tree(self) -> Any:
        """The tree; raises ``ExpatError`` where the text is not well-formed."""
        document = self.parseString(self._file.text)
        for node, offset in self._texts:
            node.data = SourceText.at(node.data, self._file, offset, None)
            node.recorder = self._recorder
            self._file.texts += [node.data] if self._notes else []
        return document

    def _here(self) -> int:
        parser = self.getParser()
        return self._file.offset(parser.CurrentLineNumber, parser.CurrentColumnNumber)


def nodes_of(root: Any) -> Iterator[Any]:
    """All nodes of a tree, in its order."""
    waiting = [root]
    while waiting:
        yield (node := waiting.pop())
        waiting += reversed(node.childNodes)


def _with_classes(function: Any, classes: SimpleNamespace) -> Any:
    """A method of the builder that makes nodes of other classes."""
    return FunctionType(
        function.__code__, {**function.__globals__, "minidom": classes}, function.__name__, function.__defaults__
    )
