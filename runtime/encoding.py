"""Typed elements back to XML text, in the order in which they were read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from xsdata.formats.dataclass.models.generics import AnyElement

from .element import IMPLIED, Element, written_fields
from .source import literal_tag
from .values import format_value

if TYPE_CHECKING:
    from lxml.etree import _Element

Encode = Callable[[Any, str, "Encoder"], None]

_QUOTED = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}


class Encoder:
    """Writes one document; generated encoders call its methods in the order of the description."""

    __slots__ = ("_namespaces", "_prefixes", "_open", "_indent", "_prefix", "_keep")

    def __init__(self, namespaces: Mapping[str | None, str]) -> None:
        self._namespaces = dict(namespaces)
        self._prefixes = {uri: prefix for prefix, uri in namespaces.items() if prefix}
        self._open: list[_Open] = []
        self._indent = ""
        self._prefix = ""
        self._keep: tuple[str, ...] = ()

    @contextmanager
    def prefixed(self, prefix: str, keep: tuple[str, ...]) -> Iterator[None]:
        """Writes everything inside with a prefix, as an extension asks for."""
        before = self._prefix, self._keep
        self._prefix, self._keep = prefix, keep
        yield
        self._prefix, self._keep = before

    def begin(self, element: Element, tag: str) -> None:
        """Starts an element; attributes come next."""
        tag = self._tag(tag)
        self._open.append(_Open(element, tag, self._indent))
        self._indent += "  "

    def attribute(self, element: Element, field: str, name: str) -> None:
        """Writes an attribute that holds a value."""
        value = _slot(element, field)
        if value is not None:
            self._open[-1].attributes.append(f' {name}="{escape(format_value(value), _QUOTED)}"')

    def text(self, element: Element, field: str) -> None:
        """Writes the element's own text."""
        value = _slot(element, field)
        if value is not None:
            self._open[-1].text = escape(format_value(value))

    def leaf(self, element: Element, field: str, tag: str) -> None:
        """Writes a child that holds a text only."""
        value = _slot(element, field)
        if value is not None:
            self._leaf(value, tag)

    def leaves(self, element: Element, field: str, tag: str) -> None:
        """Writes a list of children that hold texts only."""
        for value in _slot(element, field) or ():
            self._leaf(value, tag)

    def child(self, element: Element, field: str, tag: str, encode: Encode) -> None:
        """Writes a child element."""
        value = _slot(element, field)
        if value is not None and not (value._origin is IMPLIED and not any(written_fields(value))):
            encode(value, tag, self)

    def children(self, element: Element, field: str, tag: str, encode: Encode) -> None:
        """Writes a list of child elements."""
        for value in _slot(element, field) or ():
            encode(value, tag, self)

    def end(self, element: Element) -> None:
        """Writes what the description does not know and closes the element."""
        for name, value in (_slot(element, "any_attributes") or {}).items():
            self._open[-1].attributes.append(f' {self._qname(name)}="{escape(value, _QUOTED)}"')
        for extra in _slot(element, "any_elements") or ():
            self._any(extra)
        done = self._open.pop()
        self._indent = self._indent[:-2]
        if not self._open:
            for prefix, uri in self._namespaces.items():
                name = f"xmlns:{prefix}" if prefix else "xmlns"
                done.attributes.append(f' {name}="{escape(uri, _QUOTED)}"')
        text = done.finish()
        if self._open:
            self._open[-1].items.append((done.tag, done.element._origin, text))
        else:
            self._open.append(done)

    def result(self) -> str:
        """The text of the outermost element."""
        return self._open[0].finished

    def _tag(self, tag: str) -> str:
        return tag if not self._prefix or ":" in tag else self._prefix + tag

    def _leaf(self, value: Any, tag: str) -> None:
        tag = self._tag(tag)
        text = escape(format_value(value))
        line = f"{self._indent}<{tag}>{text}</{tag}>\n" if text else f"{self._indent}<{tag}/>\n"
        self._open[-1].items.append((tag, None, line))

    def _any(self, extra: Any) -> None:
        if extra.qname is None:
            self._open[-1].text += escape(extra.text or "")
            return
        tag = self._qname(extra.qname)
        self._open[-1].items.append((tag, None, self._indent + self._generic(extra) + "\n"))

    def _generic(self, extra: AnyElement) -> str:
        tag = self._qname(extra.qname or "")
        attributes = "".join(
            f' {self._qname(name)}="{escape(value, _QUOTED)}"' for name, value in extra.attributes.items()
        )
        inside = escape(extra.text or "") + "".join(
            self._generic(child) + escape(child.tail or "") for child in extra.children if isinstance(child, AnyElement)
        )
        return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"

    def _qname(self, name: str) -> str:
        if name[:1] != "{":
            return name
        uri, local = name[1:].split("}", 1)
        if uri == "http://www.w3.org/XML/1998/namespace":
            return f"xml:{local}"
        prefix = self._prefixes.get(uri)
        if prefix is None:
            prefix = self._prefixes[uri] = f"ns{len(self._prefixes)}"
            self._namespaces[prefix] = uri
        return f"{prefix}:{local}"


class _Open:
    """An element that is being written."""

    __slots__ = ("element", "tag", "indent", "attributes", "text", "items", "finished")

    def __init__(self, element: Element, tag: str, indent: str) -> None:
        self.element = element
        self.tag = tag
        self.indent = indent
        self.attributes: list[str] = []
        self.text = ""
        self.items: list[tuple[str, Any, str]] = []
        self.finished = ""

    def finish(self) -> str:
        head = f"{self.indent}<{self.tag}{''.join(self.attributes)}"
        if self.items:
            body = "".join(item[2] for item in self._ordered())
            self.finished = f"{head}>{self.text}\n{body}{self.indent}</{self.tag}>\n"
        elif self.text:
            self.finished = f"{head}>{self.text}</{self.tag}>\n"
        else:
            self.finished = f"{head}/>\n"
        return self.finished

    def _ordered(self) -> list[tuple[str, Any, str]]:
        """The children in the order of the document they came from; new ones stay behind their kind."""
        origin: _Element | None = self.element.source_element
        if origin is None or len(self.items) < 2:
            return self.items
        by_element: dict[Any, int] = {}
        by_tag: dict[str, list[int]] = {}
        for index, child in enumerate(origin):
            by_element[child] = index
            by_tag.setdefault(literal_tag(child), []).append(index)
        used: dict[str, int] = {}
        last = -1.0
        keyed: list[tuple[float, int, tuple[str, Any, str]]] = []
        for number, item in enumerate(self.items):
            tag, element, _ = item
            place: float | None = None
            if element is not None and element is not IMPLIED:
                place = by_element.get(element)
            elif tag in by_tag:
                # texts have no identity: the n-th written is the n-th that was there
                count = used.get(tag, 0)
                used[tag] = count + 1
                places = by_tag[tag]
                place = places[count] if count < len(places) else places[-1] + 0.5
            if place is None:
                place = last + 0.25 if last >= 0 else -0.5
            last = place
            keyed.append((place, number, item))
        keyed.sort(key=lambda entry: entry[:2])
        return [item for _, _, item in keyed]


def _slot(element: Element, field: str) -> Any:
    """The value of a field that was written, None otherwise."""
    try:
        return getattr(type(element), field).__get__(element)
    except AttributeError:
        return None
