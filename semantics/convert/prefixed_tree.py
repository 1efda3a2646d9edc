"""A document as a tree with all comments, in which prefixes are part of names: what the stages of a conversion pass on.

Readers of robot descriptions take prefixes for parts of names, whatever they are declared to be, or not at all.
"""

from __future__ import annotations

from contextlib import suppress
from copy import copy, deepcopy
from itertools import chain
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

from lxml import etree

from ...diagnostics.records import dataclass
from ...runtime.forbidden_xml import has_document_type
from ...runtime.parser import correct_xml
from ...runtime.patterns import compile_pattern
from ...runtime.source import LAST_LINE, literal_tag
from ...runtime.source import literal_name as literal_name_of
from .coverage.ledger import NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

PREFIX_OF = "urn:bodyplan:prefix:"
"""How the namespaces of prefixes begin."""
OWN_PREFIX = "bodyplan"
DECLARATION = '<?xml version="1.0"?>\n'
_COLON = "\ua789bodyplan\ua789"
"""Stands for a colon in names that no tree can have, which readers of documents let pass."""
_OF_PREFIXES = compile_pattern(rf' xmlns:[^\s=]+="(?:{PREFIX_OF}[^"]*|{NAMESPACE})"')

_TAG_OF, _KEYS_OF = attrgetter("tag"), methodcaller("keys")
_IN_NAMESPACES = etree.XPath("descendant-or-self::*[namespace-uri()] | descendant-or-self::*/@*[namespace-uri()]")
"""Elements and attributes with prefixes, of which there are few."""
_HAS_XML_NAMES = etree.XPath("boolean(descendant-or-self::*/@xml:*)")
"""Whether there are names whose prefix nothing declares, since it is XML's own."""


@dataclass(slots=True)
class PrefixedTree:
    """A document with its prefixes.

    Attributes:
        root: with all comments and instructions; names with a prefix are in a namespace of that prefix.
        prefixes: what the document declares them to be.
        declaration: of XML; empty where there is none.
    """

    root: _Element
    prefixes: dict[str, str]
    declaration: str = DECLARATION

    def copy(self) -> PrefixedTree:
        """The same with nodes of its own."""
        return PrefixedTree(deepcopy(self.root.getroottree()).getroot(), dict(self.prefixes), self.declaration)

    def admit(self, prefixes: Iterable[str]) -> None:
        """Makes the root know prefixes, so that names with them can be put into the tree."""
        spaces = {each: _namespace(each) for each in (*self.prefixes, *prefixes)}
        etree.cleanup_namespaces(self.root, top_nsmap=spaces, keep_ns_prefixes=list(spaces))

    def find_undeclared(self) -> set[str]:
        """Prefixes of names that the document does not declare."""
        spaces = self.find_undeclared_in(f"{{{uri}}}" for _, uri in declarations(self.root))
        if not spaces and not _HAS_XML_NAMES(self.root):
            return set()  # as of most, and this takes less time than to look at all names
        found: Any = _IN_NAMESPACES(self.root)
        return self.find_undeclared_in(getattr(each, "attrname", None) or str(each.tag) for each in found)

    def find_undeclared_in(self, names: Iterable[str]) -> set[str]:
        """Prefixes of some names that the document does not declare."""
        return prefixes_of(names).keys() - {*self.prefixes, OWN_PREFIX}

    def serialize(self, *, indent: bool = True) -> str:
        """The document as text, an element a line."""
        if indent:
            etree.indent(self.root, "  ")
        lines = [etree.tostring(each, encoding="unicode", with_tail=False).rstrip() for each in around(self.root)]
        text = _OF_PREFIXES.sub("", "\n".join(lines)).replace(_COLON, ":")
        said = "".join(f" xmlns:{prefix}={quoteattr(uri)}" for prefix, uri in self.prefixes.items())
        begin = f"<{literal_tag(self.root)}"
        before, _, behind = text.partition(begin)
        return f"{self.declaration}{before}{begin}{said}{behind}\n"


def parse_tree(text: str) -> PrefixedTree:
    """The tree of a document; prefixes need not be declared."""
    old, is_strict = _parse(text.encode())
    prefixes: dict[str, str] = {}
    for prefix, uri in declarations(old) if "xmlns" in text else ():
        prefixes.setdefault(prefix, uri)
    by_uri = {uri: prefix for prefix, uri in prefixes.items()}
    # a strict text has no other prefixes than those that it declares, and XML's own
    is_plain = is_strict and "xmlns" not in text and not _HAS_XML_NAMES(old)
    names = set[str]() if is_plain else _find_names(old)
    root = old
    if prefixes or any(name[0] == "{" or ":" in name for name in names):
        used = {prefix for name in names for prefix in _find_prefix(name)}
        root = etree.Element(literal_tag(old), nsmap={prefix: _namespace(prefix) for prefix in {*prefixes, *used}})
        _fill(root, old, by_uri)
        for node in reversed(list(old.itersiblings(preceding=True))):
            root.addprevious(copy(node))
        for node in reversed(list(old.itersiblings())):
            root.addnext(copy(node))
    return PrefixedTree(root, prefixes, text[: text.index("?>") + 2] + "\n" if text.startswith("<?xml ") else "")


def _parse(data: bytes) -> tuple[_Element, bool]:
    """The root of a text with all comments, and whether it is strict XML: what that forbids is taken as it is meant."""
    if not has_document_type(data):
        with suppress(etree.XMLSyntaxError):  # most texts are strict, and looking for what is not takes longer
            return etree.fromstring(data, _parser(recover=False)), True
    meant = correct_xml(data)
    assert isinstance(meant, bytes)
    return etree.fromstring(meant, _parser(recover=True)), False


def _parser(recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8", recover=recover, remove_blank_text=True, resolve_entities=False, huge_tree=True
    )


def _find_names(root: _Element) -> set[str]:
    """All names of elements and attributes in a tree, of which there are few."""
    nodes = list(root.iter("*"))
    return {*map(_TAG_OF, nodes), *chain.from_iterable(map(_KEYS_OF, nodes))}


def declarations(root: _Element) -> Iterator[tuple[str, str]]:
    """Every prefix that is declared in a tree, with its URI, in the order of the text.

    The maps of elements hold what is declared around them again, and there may be many of both.
    """
    events: Any = etree.iterwalk(root, events=("start-ns",))  # its types do not know what this event comes with
    for _, (prefix, uri) in events:
        if prefix:
            yield prefix, uri


def _namespace(prefix: str) -> str:
    return NAMESPACE if prefix == OWN_PREFIX else PREFIX_OF + prefix


def _fill(made: _Element, old: _Element, by_uri: dict[str, str]) -> None:
    made.text = old.text
    for name, value in old.attrib.items():
        made.set(name_of_literal(_literal(str(name), old, by_uri)), value)
    for node in old:
        if not isinstance(node.tag, str):
            made.append(copy(node))
            _set_line(made[-1], node)
            continue
        inner = etree.SubElement(made, name_of_literal(literal_tag(node)))
        inner.tail = node.tail
        _set_line(inner, node)
        _fill(inner, node, by_uri)


def _set_line(made: Any, node: _Element) -> None:
    """Lets a node know the line of the one that it is a copy of, by which it is known what stands beside a comment.

    lxml takes no line behind ``LAST_LINE``; of nodes that are all at that one, none is known to stand at the end of another's.
    """
    made.sourceline = min(node.sourceline or 0, LAST_LINE)


def _find_prefix(name: str) -> list[str]:
    prefix, colon, _ = name.partition(":")
    return [prefix] if colon and prefix and name[0] != "{" else []


def _literal(name: str, node: _Element, by_uri: dict[str, str]) -> str:
    """The name of an attribute as it is written."""
    if name[0] != "{" or name.startswith((f"{{{NAMESPACE}}}", "{http://www.w3.org/XML")):
        return name
    written = literal_name_of(node, name)
    if ":" in written:
        return written
    uri, _, local = name[1:].rpartition("}")
    return f"{by_uri[uri]}:{local}" if uri in by_uri else local


def literal_name(attribute: str) -> str:
    """The name of an attribute of such a tree as it is written."""
    space, _, local = attribute[1:].rpartition("}")
    return f"{space.removeprefix(PREFIX_OF)}:{local}" if attribute.startswith(f"{{{PREFIX_OF}") else attribute


def prefixes_in(node: _Element) -> dict[str, str]:
    """The prefixes that the names of an element of such a tree and of its attributes have, with their namespaces."""
    return prefixes_of((str(node.tag), *map(str, node.keys())))


def prefixes_of(names: Iterable[str]) -> dict[str, str]:
    """The prefixes that names in such a tree have, with their namespaces."""
    uris = {name[1:].partition("}")[0] for name in names if name[:1] == "{"}
    return {OWN_PREFIX if uri == NAMESPACE else uri.removeprefix(PREFIX_OF): uri for uri in uris}


def name_of_literal(name: str) -> str:
    """The name of an element or attribute in such a tree by the one that is written."""
    prefix, colon, local = name.partition(":")
    if not colon or name[0] == "{":
        return name
    local = local.replace(":", _COLON)
    return f"{{{_namespace(prefix)}}}{local}" if prefix else f"{_COLON}{local}"


def around(root: _Element) -> list[_Element]:
    """A root and what stands before and behind it."""
    return [*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings()]
