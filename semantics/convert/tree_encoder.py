"""Typed elements of a document that was made, with their comments, as the tree that the stages behind pass on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.field_tables import parts_of
from ...runtime.unknown_elements import is_generic
from ...runtime.values import format_value
from .prefixed_tree import PREFIX_OF, PrefixedTree, declarations, name_of_literal
from .text_layout import FIRST, VERBATIM, sort_children

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ...runtime.field_tables import FieldPart

DRAKE_PREFIX, DRAKE = "drake", "http://drake.mit.edu"
NO_PREFIXES: Mapping[str, str] = {}
XML = "{http://www.w3.org/XML/1998/namespace}"


def encode_tree(
    root: Element,
    declared: Mapping[str, str],
    source: _Element,
    usual: Mapping[str, str] = NO_PREFIXES,
    *,
    sorts: bool = False,
) -> PrefixedTree:
    """The tree of a document.

    Args:
        root: typed, made of nothing that was read.
        declared: prefixes that the document declares, whether or not it uses them.
        source: root of the document that it was made of, which says how namespaces are called.
        usual: prefixes of namespaces of which it says nothing.
        sorts: whether parts come in the order that people are used to, unless names for prefixes are missing.
    """
    name: str = type(root).Meta.name  # type: ignore[attr-defined]
    encoder = _TreeEncoder(declared, source, usual, FIRST.get(name, {}) if sorts else {})
    made = encoder.encode_element(root, name, None)
    tree = PrefixedTree(made, encoder.prefixes)
    names = encoder.names.values()
    if DRAKE_PREFIX in tree.find_undeclared_in(names):
        tree.prefixes = {DRAKE_PREFIX: DRAKE, **tree.prefixes}
    undeclared = tree.find_undeclared_in(names)
    if undeclared and sorts:
        return encode_tree(root, declared, source, usual)
    tree.admit(undeclared)
    return tree


@cache
def _parts_in_order(kind: type[Element], first: tuple[str, ...]) -> dict[str, tuple[int, str, FieldPart]]:
    """The parts of a class by their fields, each with its place among them and its name: an element has few of them.

    Args:
        kind: the class.
        first: elements that come before others.
    """
    parts = parts_of(kind).by_field.items()
    ranks = {name: rank for rank, name in enumerate(first)}
    ordered = sorted(
        parts, key=lambda each: ranks.get(_name_of(each[1]), len(first)) if each[1].kind == "Element" else -1
    )
    return {field: (place, _name_of(part), part) for place, (field, part) in enumerate(ordered)}


def _name_of(part: FieldPart) -> str:
    """The name that a part is written by."""
    has_own_prefix = part.kind == "Attribute" or not part.inner_prefix or ":" in part.name
    return part.name if has_own_prefix else f"{part.inner_prefix}{part.name}"


def _is_verbatim(name: str) -> bool:
    """Whether what is in elements of a name is as it was."""
    return name.rpartition("}")[2].rpartition(":")[2] in VERBATIM


def _holds_elements(value: Any) -> bool:
    return any(isinstance(each, Element) for each in (value if isinstance(value, list) else (value,)))


class _TreeEncoder:
    """Makes nodes of elements, and collects the prefixes that their names need.

    Attributes:
        prefixes: what prefixes are declared to be.
        names: all names, as they are written, with what they are in the tree.
    """

    def __init__(
        self,
        declared: Mapping[str, str],
        source: _Element,
        usual: Mapping[str, str],
        first: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._first = first
        self._parts: dict[tuple[type[Element], str, bool], Mapping[str, tuple[int, str, FieldPart]]] = {}
        """By class, tag, and whether there are other elements among them."""
        self.prefixes = dict(declared)
        self.names: dict[str, str] = {}
        self._known = dict(usual)
        self._usual = tuple(usual.values())
        self._known |= {uri: prefix for prefix, uri in declarations(source)}
        self._known |= {uri: prefix for prefix, uri in source.nsmap.items() if prefix}
        self._number_of_declared = len(declared)

    def encode_element(self, element: Element, tag: str, holder: _Element | None) -> _Element:
        """A typed element with all that it holds, as the last child of another one."""
        names = self.names
        made = (
            self._make_root(tag) if holder is None else etree.SubElement(holder, names.get(tag) or self._declare(tag))
        )
        fields = vars(element)
        if "_comments" in fields:
            for comment in fields["_comments"].get_valid_comments(element):
                made.addprevious(etree.Comment(f"{comment.around[0]}{comment.text}{comment.around[1]}"))
        has_others = "any_elements" in fields or "_kept" in fields
        known = self._parts.get((type(element), tag, has_others))
        if known is None:
            known = self._parts[type(element), tag, has_others] = _parts_in_order(
                type(element), () if has_others else self._first.get(tag, ())
            )
        for _, name, part in sorted([known[field] for field in fields if field in known]):
            value = fields[part.field]
            if value is None:
                continue
            if part.is_extension and (part.tag[:1] == "{" or _holds_elements(value)):
                self.prefixes.setdefault(DRAKE_PREFIX, DRAKE)
            if part.kind == "Element":
                for each in value if isinstance(value, list) else (value,):
                    if not isinstance(each, Element):
                        inner = etree.SubElement(made, names.get(name) or self._declare(name))
                        inner.text = format_value(each) or None
                    elif each._origin is not IMPLIED or each is not value or any(written_fields(each)):
                        self.encode_element(each, name, made)
            elif part.kind == "Attribute":
                made.set(names.get(name) or self._declare(name), format_value(value))
            else:
                made.text = format_value(value)
        if "any_attributes" in fields:
            for name, value in fields["any_attributes"].items():
                made.set(names.get(name) or self._declare(name), value)
        extra: Any
        for extra in element.any_elements if has_others else ():
            if extra.qname is None:
                made.text = f"{made.text or ''}{extra.text or ''}"
            else:
                self._encode_generic(extra, made, is_verbatim=_is_verbatim(tag))
        if has_others and tag in self._first:
            sort_children(made, self._first[tag])
        return made

    def _encode_generic(self, extra: Any, holder: _Element, *, is_verbatim: bool) -> None:
        name: str = extra.qname or ""
        made = etree.SubElement(holder, self.names.get(name) or self._declare(name))
        is_verbatim = is_verbatim or _is_verbatim(name)
        made.text = extra.text or None
        made.tail = extra.tail if extra.tail and not extra.tail.isspace() else None
        for name, value in extra.attributes.items():
            made.set(self.names.get(name) or self._declare(name), value)
        for child in extra.children:
            if is_generic(child):
                self._encode_generic(child, made, is_verbatim=is_verbatim)
        if extra.qname in self._first and not is_verbatim:
            sort_children(made, self._first[extra.qname])

    def _make_root(self, tag: str) -> _Element:
        """An element whose attributes keep the prefixes that they get here, with all that is in it."""
        return etree.Element(self._declare(tag), nsmap={prefix: PREFIX_OF + prefix for prefix in self._usual})

    def _declare(self, name: str) -> str:
        """A name as it is in the tree, which ``names`` has from now on; its prefix is declared if anything says what it stands for."""
        written = name
        if name[:1] == "{" and not name.startswith(XML):
            uri, _, local = name[1:].rpartition("}")
            written = f"{self._find_prefix(uri)}:{local}"
        found = self.names[name] = name_of_literal(written)
        return found

    def _find_prefix(self, uri: str) -> str:
        """The prefix of a namespace: the one that it has here or has in the source, else a new one."""
        for prefix, known in self.prefixes.items():
            if known == uri:
                return prefix
        prefix = self._known.get(uri, "")
        if not prefix or prefix in self.prefixes:
            prefix = f"ns{len(self.prefixes) - self._number_of_declared}"
        self.prefixes[prefix] = uri
        return prefix
