"""Typed elements back to XML text, in the order in which they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

from ..diagnostics.records import NamedTuple
from .element import IMPLIED, Element, is_written, written_fields
from .field_tables import parts_of
from .saving.order import in_order, with_insertions
from .saving.origin_marks import COMMENTS, KEPT_TAG, MARK, REPLACES_MARK, VERBATIM
from .source import literal_tag
from .unknown_elements import any_element, place_of
from .value_validation import refuse_misfits
from .values import format_value, lexical

if TYPE_CHECKING:
    from lxml.etree import _Element
    from xsdata.formats.dataclass.models.generics import AnyElement

    from .saving.origin_marks import Marks


def escape(text: str, more: Mapping[str, str] | None = None) -> str:
    """Text with what XML reserves or would change replaced, and with the replacements of ``more``."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    for character, replacement in (more or {}).items():
        text = text.replace(character, replacement)
    return text


_FIELD = attrgetter("field")
_ELEMENT = attrgetter("element")
_QUOTED = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


class Encoder:
    """Writes one document: of each element the fields that hold something, in the order of the description."""

    __slots__ = (
        "_anchors",
        "_namespaces",
        "_names",
        "_scope",
        "_prefixes",
        "_made",
        "_open",
        "_indent",
        "_prefix",
        "_text",
        "_marks",
    )

    def __init__(
        self,
        namespaces: Mapping[str | None, str],
        names: Mapping[_Element, str],
        anchors: Mapping[int, _Element] | None = None,
        marks: Marks | None = None,
        prefix: str = "",
    ) -> None:
        self._anchors = anchors or {}
        self._marks = marks
        self._namespaces = dict(namespaces)
        self._names = names
        self._scope = _Scope({prefix: uri for prefix, uri in namespaces.items() if prefix}, None)
        """Of the element that is being written; the default namespace of the document was dropped."""
        self._prefixes: tuple[Mapping[str | None, str], dict[str, str]] | None = None
        """Prefix to namespace where that was last asked, and the reverse."""
        self._made: dict[str, str] = {}
        """Namespaces that no prefix was declared for, by the prefix that they get on the outermost element."""
        self._open: list[_Open] = []
        self._indent = ""
        self._prefix = prefix
        self._text = ""

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
            name = part.name if part.tag[:1] != "{" else self._extension_name(part.name, part.tag)
            if part.is_extension and part.tag[:1] != "{" and _is_new(value):
                self._declare(part.name, element._specs[part.field].metadata["namespace"])
            if part.kind == "Attribute":
                text = self._open[-1].as_written(value, part.tag if part.tag[:1] == "{" else name)
                self._open[-1].attributes.append(f' {name}="{escape(text, _QUOTED)}"')
            elif part.kind == "Text":
                self._open[-1].text = escape(self._open[-1].as_written(value, None))
                self._open[-1].attributes.append(self._verbatim(value))
            elif part.inner_prefix is None:
                self._children(value, name)
            else:
                with self._use_prefix(part.inner_prefix):
                    self._children(value, name)
        self._end(element)

    def _declare(self, name: str, uri: str) -> None:
        """Has the prefix of a name declared on the outermost element, where nothing declares it."""
        prefix = name.partition(":")[0]
        if prefix not in self._scope.prefixes:
            self._made.setdefault(prefix, uri)

    def _children(self, values: Any, tag: str) -> None:
        self._open[-1].field += 1
        for value in values if isinstance(values, list) else (values,):
            if not isinstance(value, Element):
                self._leaf(value, tag)
            elif values is not value or not (value._origin is IMPLIED and not any(written_fields(value))):
                kept = None if self._marks is None else self._marks.find_kept_number(value)
                if kept is None:
                    self.element(value, tag)
                else:
                    self._open[-1].add(value.source_element, f'<{KEPT_TAG} {MARK}="{kept}"/>', True, value)

    @contextmanager
    def _use_prefix(self, prefix: str) -> Iterator[None]:
        before, self._prefix = self._prefix, prefix
        yield
        self._prefix = before

    def _begin(self, element: Element, tag: str) -> None:
        refuse_misfits(element)
        origin = element.source_element
        tag = self._tag(tag, origin)
        opened = _Open(element, tag, self._indent, self._scope)
        opened.declared = self._enter(origin)
        opened.attributes.append(
            self._mark(element.place_of_another, REPLACES_MARK) if origin is None else self._mark(origin)
        )
        if self._marks is not None and (comments := element.__dict__.get("_comments")) is not None:
            opened.attributes.append(f' {COMMENTS}="{escape(comments.as_data(element), _QUOTED)}"')
        self._open.append(opened)
        self._indent += "  "

    def _end(self, element: Element) -> None:
        done = self._open[-1]
        for name, value in element.__dict__.get("any_attributes", {}).items():
            done.attributes.append(f' {self._qname(name)}="{escape(value, _QUOTED)}"')
        done.field += 1
        for extra in element.any_elements if is_written(element, "any_elements") else ():
            self._any(extra)
        self._open.pop()
        self._indent = self._indent[:-2]
        self._scope = done.scope
        if not self._open:
            self._namespaces.update(self._made)
            for prefix, uri in self._namespaces.items():
                done.attributes.append(_declaration(prefix, uri))
        text = done.finish()
        if self._open:
            anchor = self._anchors.get(id(done.element), done.element.place_of_another)
            self._open[-1].add(done.origin if anchor is None else anchor, text, anchor is None, done.element)
        else:
            self._text = f"{text}\n"

    def _mark(self, there: _Element | None, name: str = MARK) -> str:
        """The attribute that says what an element was read from, where that is asked for."""
        number = None if self._marks is None or there is None else self._marks.number(there)
        return "" if number is None else f' {name}="{number}"'

    def _verbatim(self, value: Any) -> str:
        """The attribute that says that a text is read as it is, where that is asked for."""
        return "" if self._marks is None or type(value) is not str else f' {VERBATIM}=""'

    def _enter(self, origin: _Element | None) -> str:
        """Declares the prefixes that the element which is being written declared where it was read."""
        if origin is None:
            return ""
        scope, around = self._scope
        # to ask each element for all prefixes that it knows takes long where there are many
        is_inside = around is not None and origin.getparent() is around
        known = _declared_in(origin) if is_inside else origin.nsmap
        own: dict[str | None, str] = {
            prefix: uri for prefix, uri in known.items() if prefix and scope.get(prefix) != uri
        }
        if origin.prefix is None:
            tag = str(origin.tag)
            default = tag[1 : tag.rindex("}")] if tag[:1] == "{" else ""
            if scope.get(None, "") != default:
                own[None] = default
        self._scope = _Scope({**scope, **own} if own else scope, origin)
        return "".join(_declaration(prefix, uri) for prefix, uri in own.items())

    def result(self) -> str:
        """The text of the outermost element."""
        return self._text

    def _tag(self, tag: str, there: _Element | None) -> str:
        if not self._prefix or ":" in tag:
            return tag
        return self._prefix + tag if there is None else self._names.get(there, tag)

    def _leaf(self, value: Any, tag: str) -> None:
        holder = self._open[-1]
        there = holder.next_there(tag)
        tag = self._tag(tag, there)
        scope = self._scope
        if there is None:
            text, attributes, inside = escape(format_value(value)), "", ""
        else:
            declared = self._enter(there)
            text = escape(lexical(there.text, value))
            attributes = "".join(
                f' {self._qname(str(name))}="{escape(str(word), _QUOTED)}"' for name, word in there.items()
            )
            attributes += declared + self._mark(there) + self._verbatim(value)
            inside = "".join(self._generic(any_element(child), child) + escape(child.tail or "") for child in there)
        self._scope = scope
        body = f">{text}{inside}</{tag}>" if text or inside else "/>"
        holder.items.append(_Item(there, f"{self._indent}<{tag}{attributes}{body}", _content(there), holder.field))

    def _any(self, extra: Any) -> None:
        holder = self._open[-1]
        if extra.qname is None:
            holder.text += escape(extra.text or "")
            return
        read = place_of(extra)
        if read is None:
            read = holder.next_there(self._qname(extra.qname))
        text = self._generic(extra, read, None if read is None else self._names.get(read))
        tail = extra.tail if extra.tail and not extra.tail.isspace() else ""
        holder.items.append(_Item(read, self._indent + text, escape(tail), holder.field))

    def _generic(self, extra: AnyElement, there: _Element | None, tag: str | None = None) -> str:
        """The text of a generic element.

        Args:
            extra: the element.
            there: what it was read from, as far as is known: it says which prefixes are declared where.
            tag: its name, where that is not its own.
        """
        scope = self._scope
        declared = self._enter(there)
        tag = tag or self._qname(extra.qname or "", there)
        attributes = "".join(
            f' {self._qname(name)}="{escape(value, _QUOTED)}"' for name, value in extra.attributes.items()
        )
        children = [child for child in extra.children if isinstance(child, type(extra))]
        known: Sequence[_Element | None] = () if there is None else there[:]
        if [child.tag for child in known if child is not None] != [child.qname for child in children]:
            known = [None] * len(children)
        inside = escape(extra.text or "") + "".join(
            self._generic(child, read) + escape(child.tail or "") for child, read in zip(children, known)
        )
        self._scope = scope
        attributes += declared + self._mark(there)
        return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"

    def _qname(self, name: str, there: _Element | None = None) -> str:
        """A name as it is written at its place; that of an element with the prefix that it had."""
        if name[:1] != "{":
            return name
        uri, local = name[1:].rsplit("}", 1)
        if uri == "http://www.w3.org/XML/1998/namespace":
            return f"xml:{local}"
        if there is not None and self._scope.prefixes.get(there.prefix) == uri:
            return local if there.prefix is None else f"{there.prefix}:{local}"
        return f"{self._prefix_of(uri) or self._made_prefix(uri)}:{local}"

    def _extension_name(self, name: str, tag: str) -> str:
        """The name of a tag of an extension with the prefix that its namespace has here, or else that of its table."""
        uri = tag[1 : tag.rindex("}")]
        known = self._prefix_of(uri)
        prefix, _, local = name.partition(":")
        if known is None:
            known = (
                prefix
                if prefix not in self._scope.prefixes and self._made.get(prefix, uri) == uri
                else self._made_prefix(uri)
            )
            self._made[known] = uri
        return f"{known}:{local}"

    def _prefix_of(self, uri: str) -> str | None:
        """The first prefix bound to a namespace here."""
        scope = self._scope.prefixes
        if self._prefixes is None or self._prefixes[0] is not scope:
            found: dict[str, str] = {}
            for prefix, known in scope.items():
                if prefix:
                    found.setdefault(known, prefix)
            self._prefixes = scope, found
        return self._prefixes[1].get(uri)

    def _made_prefix(self, uri: str) -> str:
        for prefix, known in self._made.items():
            if known == uri and prefix not in self._scope.prefixes:
                return prefix
        number = len(self._made)
        while (prefix := f"ns{number}") in self._scope.prefixes or prefix in self._made:
            number += 1
        self._made[prefix] = uri
        return prefix


def _is_new(value: Any) -> bool:
    """Whether a field holds an element that was read from no text."""
    return any(
        isinstance(each, Element) and each._origin is None for each in (value if isinstance(value, list) else (value,))
    )


def _declared_in(element: _Element) -> dict[str, str]:
    """The prefixes that an element declares itself, as it does the default under an empty one."""
    walk = cast("Iterator[tuple[str, Any]]", etree.iterwalk(element, events=("start-ns", "start")))
    return dict(declared for event, declared in takewhile(lambda found: found[0] == "start-ns", walk))


def _declaration(prefix: str | None, uri: str) -> str:
    return f' xmlns{":" if prefix else ""}{prefix or ""}="{escape(uri, _QUOTED)}"'


class _Scope(NamedTuple):
    """The namespaces that prefixes are bound to."""

    prefixes: Mapping[str | None, str]
    element: _Element | None
    """The element that was read whose own and outer prefixes are among them."""


class _Item(NamedTuple):
    """A child that was written."""

    there: _Element | None
    """The XML element that it was read from."""
    text: str
    tail: str
    """Text that stood behind it where no text belongs: it is written back just as it was."""
    field: int
    """Which of the element's fields it is of."""
    element: Element | None = None
    """The typed element that it is, if it is one."""


class _Open:
    """An element that is being written."""

    __slots__ = (
        "element",
        "tag",
        "indent",
        "scope",
        "declared",
        "attributes",
        "text",
        "items",
        "origin",
        "field",
        "_there",
        "_used",
        "_taken",
    )

    def __init__(self, element: Element, tag: str, indent: str, scope: _Scope) -> None:
        self.element = element
        self.tag = tag
        self.indent = indent
        self.field = 0
        self.scope = scope
        """That around it."""
        self.declared = ""
        """Its own declarations of prefixes."""
        self.attributes: list[str] = []
        self.text = ""
        self.items: list[_Item] = []
        self.origin: _Element | None = element.source_element
        self._there: dict[str, list[_Element]] | None = None
        self._used: dict[str, int] = {}
        self._taken: set[_Element] = set()
        if self.origin is not None and is_written(element, "any_elements"):
            # what is kept knows its place, which no text may take then
            for extra in element.any_elements:
                place = place_of(extra)  # type: ignore[arg-type]
                if place is not None and place.getparent() is self.origin:
                    self._taken.add(place)

    def add(self, there: _Element | None, text: str, is_own: bool, element: Element) -> None:
        """Adds a child element.

        Args:
            there: the XML element whose place it has; a copy comes behind what is added before it.
            text: what it is written as.
            is_own: whether nothing else but a copy can have that place.
            element: which it is.
        """
        if is_own and there is not None:
            if there in self._taken:
                there = None
            else:
                self._taken.add(there)
        self.items.append(_Item(there, text, _content(there), self.field, element))

    def as_written(self, value: Any, attribute: str | None) -> str:
        """The text of a value: as it was written if it still means the same."""
        if self.origin is None:
            return format_value(value)
        if attribute is None:
            return lexical(self.origin.text, value)
        written = self.origin.get(attribute)
        if written is None and ":" in attribute:
            local = "}" + attribute.split(":", 1)[1]
            written = next((text for name, text in self.origin.items() if str(name).endswith(local)), None)
        return lexical(written, value)

    def next_there(self, tag: str) -> _Element | None:
        """The child that the next value of this name was read from: texts have no identity but their number."""
        if self.origin is None:
            return None
        if self._there is None:
            self._there = {}
            for child in self.origin:
                self._there.setdefault(literal_tag(child), []).append(child)
        number = self._used.get(tag, 0)
        there = self._there.get(tag, ())
        while number < len(there) and there[number] in self._taken:
            number += 1
        self._used[tag] = number + 1
        return there[number] if number < len(there) else None

    def finish(self) -> str:
        head = f"{self.indent}<{self.tag}{''.join(self.attributes)}{self.declared}"
        if not self.items:
            return f"{head}>{self.text}</{self.tag}>" if self.text else f"{head}/>"
        parts = [head, ">", self.text]
        # blanks beside a text would become a part of it
        is_text = bool(self.text)
        for item in self._order_items():
            parts += [item.text.lstrip(" ") if is_text else f"\n{item.text}", item.tail]
            is_text = bool(item.tail)
        parts.append(f"</{self.tag}>" if is_text else f"\n{self.indent}</{self.tag}>")
        return "".join(parts)

    def _order_items(self) -> list[_Item]:
        """The children in the order of the document they came from; a new one follows the one before it."""
        if len(self.items) < 2:
            return self.items
        items = self.items
        if self.origin is not None:
            places = {child: float(index) for index, child in enumerate(self.origin)}
            items = in_order(items, _FIELD, lambda item: None if item.there is None else places.get(item.there))
        insertions = self.element.__dict__.get("_inserted")
        return with_insertions(items, _FIELD, _ELEMENT, insertions) if insertions else items


def _content(there: _Element | None) -> str:
    """The text behind an element, unless it is blank."""
    tail = there.tail if there is not None else None
    return escape(tail) if tail and not tail.isspace() else ""
