"""Typed elements back to XML text, in the order in which they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .element import IMPLIED, Element, is_written, written_fields
from .fitting import refuse_misfits
from .generic import any_element
from .parts import parts_of
from .source import literal_tag
from .values import format_value, lexical

if TYPE_CHECKING:
    from lxml.etree import _Element
    from xsdata.formats.dataclass.models.generics import AnyElement


def escape(text: str, more: Mapping[str, str] | None = None) -> str:
    """Text with what XML reserves or would change replaced, and with the replacements of ``more``."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    for character, replacement in (more or {}).items():
        text = text.replace(character, replacement)
    return text


_QUOTED = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


class Encoder:
    """Writes one document: of each element the fields that hold something, in the order of the description."""

    __slots__ = ("_anchors", "_namespaces", "_names", "_prefixes", "_open", "_indent", "_prefix")

    def __init__(
        self,
        namespaces: Mapping[str | None, str],
        names: Mapping[_Element, str],
        anchors: Mapping[int, _Element] | None = None,
    ) -> None:
        self._anchors = anchors or {}
        self._namespaces = dict(namespaces)
        self._names = names
        self._prefixes = {uri: prefix for prefix, uri in namespaces.items() if prefix}
        self._open: list[_Open] = []
        self._indent = ""
        self._prefix = ""

    def element(self, element: Element, tag: str) -> None:
        """Writes an element with all that it holds.

        Raises:
            ValueError: a list of the element was changed, and holds what does not fit.
        """
        self._begin(element, tag)
        fields = element.__dict__
        for part in parts_of(type(element)).by_field.values():
            value = fields.get(part.field)
            if value is None:
                continue
            if part.kind == "Attribute":
                text = self._open[-1].as_written(value, part.name)
                self._open[-1].attributes.append(f' {part.name}="{escape(text, _QUOTED)}"')
            elif part.kind == "Text":
                self._open[-1].text = escape(self._open[-1].as_written(value, None))
            elif part.inner_prefix is None:
                self._children(value, part.name)
            else:
                with self._prefixed(part.inner_prefix):
                    self._children(value, part.name)
        self._end(element)

    def _children(self, values: Any, tag: str) -> None:
        for value in values if isinstance(values, list) else (values,):
            if not isinstance(value, Element):
                self._leaf(value, tag)
            elif values is not value or not (value._origin is IMPLIED and not any(written_fields(value))):
                self.element(value, tag)

    @contextmanager
    def _prefixed(self, prefix: str) -> Iterator[None]:
        before, self._prefix = self._prefix, prefix
        yield
        self._prefix = before

    def _begin(self, element: Element, tag: str) -> None:
        refuse_misfits(element)
        tag = self._tag(tag, element.source_element)
        self._open.append(_Open(element, tag, self._indent))
        self._indent += "  "

    def _end(self, element: Element) -> None:
        for name, value in element.__dict__.get("any_attributes", {}).items():
            self._open[-1].attributes.append(f' {self._qname(name)}="{escape(value, _QUOTED)}"')
        for extra in element.any_elements if is_written(element, "any_elements") else ():
            self._any(extra)
        done = self._open.pop()
        self._indent = self._indent[:-2]
        if not self._open:
            for prefix, uri in self._namespaces.items():
                name = f"xmlns:{prefix}" if prefix else "xmlns"
                done.attributes.append(f' {name}="{escape(uri, _QUOTED)}"')
        text = done.finish()
        if self._open:
            anchor = self._anchors.get(id(done.element))
            self._open[-1].add(
                done.tag, done.element.source_element if anchor is None else anchor, text, anchor is None
            )
        else:
            self._open.append(done)

    def result(self) -> str:
        """The text of the outermost element."""
        return self._open[0].finished

    def _tag(self, tag: str, there: _Element | None) -> str:
        if not self._prefix or ":" in tag:
            return tag
        return self._prefix + tag if there is None else self._names.get(there, tag)

    def _leaf(self, value: Any, tag: str) -> None:
        holder = self._open[-1]
        there = holder.next_there(tag)
        tag = self._tag(tag, there)
        if there is None:
            text, attributes, inside = escape(format_value(value)), "", ""
        else:
            text = escape(lexical(there.text, value))
            attributes = "".join(
                f' {self._qname(str(name))}="{escape(str(word), _QUOTED)}"' for name, word in there.items()
            )
            inside = "".join(self._generic(any_element(child)) + escape(child.tail or "") for child in there)
        body = f">{text}{inside}</{tag}>" if text or inside else "/>"
        holder.items.append((tag, there, f"{self._indent}<{tag}{attributes}{body}\n"))

    def _any(self, extra: Any) -> None:
        if extra.qname is None:
            self._open[-1].text += escape(extra.text or "")
            return
        tag = self._qname(extra.qname)
        there = self._open[-1].next_there(tag)
        if there is not None:
            tag = self._names.get(there, tag)
        self._open[-1].items.append((tag, there, self._indent + self._generic(extra, tag) + "\n"))

    def _generic(self, extra: AnyElement, tag: str | None = None) -> str:
        tag = tag or self._qname(extra.qname or "")
        attributes = "".join(
            f' {self._qname(name)}="{escape(value, _QUOTED)}"' for name, value in extra.attributes.items()
        )
        inside = escape(extra.text or "") + "".join(
            self._generic(child) + escape(child.tail or "") for child in _children_of(extra)
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

    __slots__ = (
        "element",
        "tag",
        "indent",
        "attributes",
        "text",
        "items",
        "finished",
        "_origin",
        "_there",
        "_used",
        "_taken",
    )

    def __init__(self, element: Element, tag: str, indent: str) -> None:
        self.element = element
        self.tag = tag
        self.indent = indent
        self.attributes: list[str] = []
        self.text = ""
        self.items: list[tuple[str, _Element | None, str]] = []
        """Name, XML element that it was read from, and text of each child."""
        self.finished = ""
        self._origin: _Element | None = element.source_element
        self._there: dict[str, list[_Element]] | None = None
        self._used: dict[str, int] = {}
        self._taken: set[_Element] = set()

    def add(self, tag: str, there: _Element | None, text: str, is_own: bool) -> None:
        """Adds a child element.

        Args:
            tag: its name.
            there: the XML element whose place it has; a copy comes behind what is added before it.
            text: what it is written as.
            is_own: whether nothing else but a copy can have that place.
        """
        if is_own and there is not None:
            if there in self._taken:
                there = None
            else:
                self._taken.add(there)
        self.items.append((tag, there, text))

    def as_written(self, value: Any, attribute: str | None) -> str:
        """The text of a value: as it was written if it still means the same."""
        if self._origin is None:
            return format_value(value)
        if attribute is None:
            return lexical(self._origin.text, value)
        written = self._origin.get(attribute)
        if written is None and ":" in attribute:
            local = "}" + attribute.split(":", 1)[1]
            written = next((text for name, text in self._origin.items() if str(name).endswith(local)), None)
        return lexical(written, value)

    def next_there(self, tag: str) -> _Element | None:
        """The child that the next value of this name was read from: texts have no identity but their number."""
        if self._origin is None:
            return None
        if self._there is None:
            self._there = {}
            for child in self._origin:
                self._there.setdefault(literal_tag(child), []).append(child)
        number = self._used.get(tag, 0)
        there = self._there.get(tag, ())
        while number < len(there) and there[number] in self._taken:
            number += 1
        self._used[tag] = number + 1
        return there[number] if number < len(there) else None

    def finish(self) -> str:
        head = f"{self.indent}<{self.tag}{''.join(self.attributes)}"
        if self.items:
            body = "".join(text + _text_after(there) for _, there, text in self._ordered())
            # blanks behind a text would become a part of it
            inside = self.text + body.lstrip() if self.text else f"\n{body}"
            self.finished = f"{head}>{inside}{self.indent}</{self.tag}>\n"
        elif self.text:
            self.finished = f"{head}>{self.text}</{self.tag}>\n"
        else:
            self.finished = f"{head}/>\n"
        return self.finished

    def _ordered(self) -> list[tuple[str, _Element | None, str]]:
        """The children in the order of the document they came from; a new one follows the one before it."""
        if self._origin is None or len(self.items) < 2:
            return self.items
        places = {child: index for index, child in enumerate(self._origin)}
        keyed = []
        last = -1.0
        for number, item in enumerate(self.items):
            known = places.get(item[1]) if item[1] is not None else None
            last = float(known) if known is not None else last + 1e-6
            keyed.append((last, number, item))
        keyed.sort(key=lambda entry: entry[:2])
        return [item for _, _, item in keyed]


def _children_of(extra: AnyElement) -> list[AnyElement]:
    return [child for child in extra.children if isinstance(child, type(extra))]


def _text_after(there: _Element | None) -> str:
    """Text that stood behind an element where no text belongs: it is written back all the same."""
    tail = there.tail if there is not None else None
    return escape(tail) if tail and not tail.isspace() else ""
