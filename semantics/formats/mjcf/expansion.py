"""Documents by themselves: what is included is put in, and elements say themselves what their classes give them.

Frames, copies and attached models stay as they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.field_tables import parts_of
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...core.bindings import bindings_of
from ...core.parsed import ExpandedDocument
from .assembly import DEFAULT_TAGS
from .classes import ACTUATORS, MAIN, Classes, fields_of_every_actuator, is_default_for
from .document_tree import tag_of
from .includes import Includer, path_of_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ....mjcf.newest import Mujoco
    from ....runtime.element import Element
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline
    from .classes import DefaultClass
    from .document_tree import DocumentTree

CLASS, CHILDCLASS = "class", "childclass"
ORIENTATIONS = frozenset({"quat", "axisangle", "xyaxes", "zaxis", "euler"})
"""Attributes of which an element has one at most, though its class may have another."""

WHOLE = frozenset({"user"})
"""Lists of numbers of which a class gives all or none; of others it gives those that the element does not have."""


def expand(parsed: ParsedDocument[Mujoco], sink: Sink, options: Options, pipeline: Pipeline) -> ExpandedDocument:
    """See ``Format.expand``. Classes stay where an element cannot say itself what it has from one."""
    unheard = Sink(budget=sink.budget)  # what is wrong was reported when the document was read
    bindings = bindings_of(parsed.format, package=options.bindings)
    # as it is now, with places of all its elements
    again = pipeline.read(Source(parsed.source.name, bindings.encode(parsed.root)), unheard, options)
    if again is None:
        return ExpandedDocument(parsed.root)
    path = path_of_document(parsed.source.name, options)
    expander = _Expander(Includer(again.root, unheard, options, path).read_tree(), unheard)
    text = etree.tostring(expander.expand())
    made = pipeline.read(Source(parsed.source.name, text), unheard, options)
    return ExpandedDocument(parsed.root if made is None else made.root)


class _Expander:
    def __init__(self, document: DocumentTree, sink: Sink) -> None:
        self.document = document
        self.classes = Classes(document, sink)
        self.has_rest = False
        """Whether an element cannot say what its class gives it."""

    def expand(self) -> _Element:
        """The document as a tree."""
        document = self.document
        root = _copy(document.tag, document.root)
        named: list[tuple[_Element, DefaultClass]] = []
        ahead: list[tuple[str, Element, _Element, DefaultClass | None]] = [(document.tag, document.root, root, None)]
        while ahead:
            around, element, made, childclass = ahead.pop()
            for tag, child in document.inside(element):
                inner = _copy(tag, child)
                made.append(inner)
                if element is document.root and tag == "default":
                    self._copy_inside(child, inner)
                    continue
                of_inside = self.classes.find(child, CHILDCLASS) or childclass
                inner.attrib.pop(CHILDCLASS, None)
                if f"@{CLASS}" in _places(child):
                    given = self.classes.find(child, "class_") or childclass or self.classes.main
                    inner.attrib.pop(CLASS, None)
                    called = "equality" if around == "equality" else DEFAULT_TAGS.get(tag, tag)
                    self._write_given(child, inner, given, called)
                    named.append((inner, given))
                ahead.append((tag, child, inner, of_inside))
        if self.has_rest:
            for inner, given in named:
                if given.name != MAIN:
                    inner.set(CLASS, given.name)
        else:
            for section in root.findall("default"):
                root.remove(section)
        return root

    def _copy_inside(self, element: Element, made: _Element) -> None:
        """Puts all that is in an element into its copy, as it is."""
        ahead = [(element, made)]
        while ahead:
            element, made = ahead.pop()
            for tag, child in self.document.inside(element):
                inner = _copy(tag, child)
                made.append(inner)
                ahead.append((child, inner))

    def _write_given(self, element: Element, made: _Element, given: DefaultClass, tag: str) -> None:
        """Writes what a class gives into an element that does not say it itself."""
        places, layers = _places(element), given.layers(tag)
        gains = given.layers_with_gains(tag) if tag in ACTUATORS else layers
        if any(tag_of(each) != tag_of(element) for each in gains if tag in ACTUATORS):
            gains, self.has_rest = (), True  # what others say in words of their own stays with the class
        with_gains = set(map(id, gains))
        for layer in layers:
            source = layer.source_element
            if source is None:
                continue
            self.has_rest |= any(isinstance(each.tag, str) for each in source)
            for name, text in source.items():
                place = f"@{name}"
                part = _places(layer).get(place)
                if name == CLASS or part is None or not is_default_for(type(element), layer, part.field):
                    continue
                if id(layer) not in with_gains and part.field not in fields_of_every_actuator():
                    continue
                if name in made.attrib:
                    made.set(name, _complete(made.attrib[name], text, name))
                elif place not in places or (name in ORIENTATIONS and not ORIENTATIONS.isdisjoint(made.keys())):
                    self.has_rest = True
                else:
                    made.set(name, text)


def _places(element: Element) -> Mapping[str, Any]:
    return parts_of(type(element)).by_place


def _complete(written: str, given: str, name: str) -> str:
    """The numbers of an element with those that its class has beyond them."""
    own, more = written.split(), given.split()
    if name in WHOLE or len(own) >= len(more) or not all(map(_is_number, more)):
        return written
    return " ".join(own + more[len(own) :])


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _copy(tag: str, element: Element) -> _Element:
    """An element by itself, with its attributes."""
    source = element.source_element
    items = () if source is None else source.items()
    # what a prefix says that nothing declares belongs to no description, nor can it be written
    return etree.Element(tag, {name: text for name, text in items if ":" not in name or name[:1] == "{"})
