"""What generated decoders call when a document is not just as its description says."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from xsdata.formats.dataclass.models.generics import AnyElement

from .diagnostics import rules_values as rules
from .source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .diagnostics.rule import Rule
    from .diagnostics.sink import Sink

Decoder = Callable[["_Element", "Context"], Any]


class Context:
    """One pass of decoding over one document.

    ``types`` maps class names to the classes to make; ``newest`` tells about elements that a later version knows;
    ``foreign`` are tags that others add to the format, which are kept without a word; ``silent`` drops all findings
    (for a document that was checked in its own version already).
    """

    __slots__ = ("sink", "types", "newest", "foreign", "version", "silent")

    def __init__(
        self,
        sink: Sink,
        types: Mapping[str, type[Any]],
        newest: Mapping[str, Mapping[str, Any]],
        version: str,
        foreign: frozenset[str] = frozenset(),
        silent: bool = False,
    ) -> None:
        self.sink = sink
        self.types = types
        self.newest = newest
        self.version = version
        self.foreign = foreign
        self.silent = silent

    def report(self, rule: Rule, at: _Element, attribute: str | None = None, **arguments: Any) -> None:
        """Passes a finding on, unless this pass is silent."""
        if not self.silent:
            self.sink.report(rule, at, attribute=attribute, **arguments)

    def leaf(self, element: _Element) -> None:
        """Reports what stands in or on an element that holds a text only."""
        tag = literal_tag(element)
        for name in element.keys():
            if ":" not in name and name[0] != "{":
                self.report(rules.UNKNOWN_ATTRIBUTE, element, name, parent=tag, name=name, suggestion="remove it")
        for child in element:
            if not is_foreign(child, self.foreign):
                self.report(rules.UNKNOWN_ELEMENT, child, parent=tag, tag=literal_tag(child), suggestion="remove it")

    def unknown_attribute(self, owner: Any, element: _Element, name: str, text: str, known: tuple[str, ...]) -> None:
        """Keeps an attribute that the description does not have, and says so unless it is in a namespace."""
        if self._newer_attribute(owner, element, name, text):
            return
        written = _written_name(element, name)
        owner.any_attributes[name] = text
        if ":" in written or written.startswith("xmlns"):
            return
        self.report(
            rules.UNKNOWN_ATTRIBUTE,
            element,
            name,
            parent=literal_tag(element),
            name=name,
            suggestion=suggest(name, known, "{!r}"),
        )

    def unknown_element(self, owner: Any, element: _Element, child: _Element, known: tuple[str, ...]) -> None:
        """Keeps an element that the description does not have.

        One that a later version has is read as that version reads it, one in a namespace or of a known foreign kind
        is kept without a word; any other is reported.
        """
        if self._newer_element(owner, element, child):
            return
        owner.any_elements.append(any_element(child))
        if is_foreign(child, self.foreign):
            return
        tag = literal_tag(child)
        self.report(
            rules.UNKNOWN_ELEMENT,
            child,
            parent=literal_tag(element),
            tag=tag,
            suggestion=suggest(tag, known, "<{}>"),
        )

    def repeated(self, element: _Element, child: _Element) -> None:
        """Reports a second element where one is allowed; the first one counts."""
        self.report(rules.REPEATED_ELEMENT, child, parent=literal_tag(element), tag=literal_tag(child))

    def missing(self, element: _Element, seen: int, table: tuple[tuple[int, str, bool], ...]) -> None:
        """Reports required parts that are not in ``seen``; ``table`` holds (bit, name, whether there is a default)."""
        tag = literal_tag(element)
        for bit, name, has_default in table:
            if seen & bit:
                continue
            if name[0] == "@":
                self.report(rules.MISSING_ATTRIBUTE, element, parent=tag, name=name[1:])
            else:
                rule = rules.MISSING_ELEMENT if has_default else rules.REQUIRED_CHILD
                self.report(rule, element, parent=tag, tag=name)

    def stray_text(self, element: _Element, text: str) -> None:
        """Reports text where only elements belong."""
        self.report(rules.STRAY_TEXT, element, text=" ".join(text.split())[:40], parent=literal_tag(element))

    def below(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value under its minimum."""
        self.report(
            rules.OUT_OF_RANGE, at, attribute, what=_name(at, attribute), value=value, bound=f"at least {bound:g}"
        )

    def above(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value over its maximum."""
        self.report(
            rules.OUT_OF_RANGE, at, attribute, what=_name(at, attribute), value=value, bound=f"at most {bound:g}"
        )

    def deprecated(self, at: _Element, attribute: str | None, instead: str) -> None:
        """Reports something that the specification advises against."""
        self.report(rules.DEPRECATED, at, attribute, what=_name(at, attribute), instead=instead)

    def choice(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str, Any], is_open: bool
    ) -> Any:
        """The member of an enumeration with this text; the text itself, after a finding, where there is none."""
        written = text or ""
        member = values.get(written)
        if member is None:
            member = values.get(written.strip())
        if member is not None:
            return member
        if is_open:
            self.report(rules.UNLISTED_VALUE, at, attribute, what=_name(at, attribute), text=written)
        else:
            listed = suggest(written, tuple(values), "{!r}", f"use one of {', '.join(map(repr, values))}")
            self.report(
                rules.NOT_ALLOWED, at, attribute, what=_name(at, attribute), text=written, suggestion=listed
            )
        return written

    def _newer_element(self, owner: Any, element: _Element, child: _Element) -> bool:
        entry = self.newest.get(type(owner).__name__, {}).get(str(child.tag))
        if entry is None:
            return False
        field, repeats, decode = entry
        if field not in owner.__dataclass_fields__:
            return False
        self.report(rules.NEWER_THAN_DECLARED, child, what=f"<{literal_tag(child)}>", version=self.version)
        value = decode(child, self)
        if repeats:
            getattr(owner, field).append(value)
        elif value is not None:
            setattr(owner, field, value)
        return True

    def _newer_attribute(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        entry = self.newest.get(type(owner).__name__, {}).get("@" + name)
        if entry is None:
            return False
        field, _, decode = entry
        if field not in owner.__dataclass_fields__:
            return False
        self.report(
            rules.NEWER_THAN_DECLARED,
            element,
            name,
            what=f"attribute {name!r} of <{literal_tag(element)}>",
            version=self.version,
        )
        value = decode(text, element, name, self)
        if value is not None:
            setattr(owner, field, value)
        return True


def any_element(element: _Element) -> AnyElement:
    """An element as plain data: name, attributes, text, children."""
    return AnyElement(
        qname=str(element.tag),
        text=_content(element.text),
        tail=_content(element.tail),
        attributes={str(name): str(value) for name, value in element.items()},
        children=[any_element(child) for child in element],
    )


def is_foreign(element: _Element, foreign: frozenset[str]) -> bool:
    """Whether an element belongs to somebody else: it has a prefix, or its name is listed."""
    tag = literal_tag(element)
    return ":" in tag or tag in foreign


def suggest(word: str, known: tuple[str, ...], form: str, otherwise: str = "remove it, or put it in a namespace") -> str:
    """Advice that names the nearest known spelling, if one is near."""
    near = difflib.get_close_matches(word, [name for name in known if name], n=1, cutoff=0.6)
    return f"did you mean {form.format(near[0])}?" if near else otherwise


def _content(text: str | None) -> str | None:
    return text if text and not text.isspace() else None


def _written_name(element: _Element, name: str) -> str:
    if name[:1] != "{":
        return name
    uri, local = name[1:].split("}", 1)
    prefix = next((key for key, value in element.nsmap.items() if value == uri and key), "ns")
    return f"{prefix}:{local}"


def _name(at: _Element, attribute: str | None) -> str:
    tag = literal_tag(at)
    return f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"


