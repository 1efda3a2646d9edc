"""Where nodes of a document stand: paths of tags with names or numbers, which find them again after a change elsewhere."""

from __future__ import annotations

import re
import sys
from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import quoteattr

from lxml import etree

from ....runtime.parser import correct_xml
from ....runtime.source import literal_name as literal_name_of
from ....runtime.source import literal_tag
from ...core.xpath import BadPath, parse_path
from ..coverage.ledger import NAMESPACE, PATCH_TAG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lxml.etree import _Element

COMMENT, INSTRUCTION = "comment()", "instruction()"
PREFIX_OF = "urn:bodyplan:prefix:"
"""How the namespaces of prefixes begin."""
OWN_PREFIX = "bodyplan"
_OF_PREFIXES = re.compile(rf' xmlns:[^\s=]+="(?:{PREFIX_OF}[^"]*|{NAMESPACE})"')
KEYS = ("name", "reference")
"""Attributes by which an element is known among those of its tag."""
_STEP = re.compile(r"(?P<tag>[^\s/\[]+)(?:\[@(?P<key>\w+)='(?P<value>[^']*)'\]|\[(?P<number>\d+)\])?")
_ODD = re.compile(r"[%'\s]")
_QNAME = re.compile(r"[^\W\d][\w.-]*(?::[^\W\d][\w.-]*)?")
_QUOTED = re.compile(r"%([0-9A-F]{2,6});")


class PrefixedTree(NamedTuple):
    """A document in which prefixes are part of names, as its readers take them, whatever they are declared to be.

    Attributes:
        root: with all comments and instructions; names with a prefix are in a namespace of that prefix.
        prefixes: what the document declares them to be.
        declaration: of XML; empty where there is none.
    """

    root: _Element
    prefixes: dict[str, str]
    declaration: str

    def serialize(self) -> str:
        """The document as text."""
        lines = [etree.tostring(each, encoding="unicode", with_tail=False).rstrip() for each in around(self.root)]
        text = _OF_PREFIXES.sub("", "\n".join(lines))
        said = "".join(f" xmlns:{prefix}={quoteattr(uri)}" for prefix, uri in self.prefixes.items())
        begin = f"<{literal_tag(self.root)}"
        before, _, behind = text.partition(begin)
        return f"{self.declaration}{before}{begin}{said}{behind}\n"


def parse_tree(text: str, prefixes_besides: Iterable[str] = ()) -> PrefixedTree:
    """The tree of a document; prefixes need not be declared.

    Args:
        text: of the document.
        prefixes_besides: what names will be put into it with.
    """
    meant = correct_xml(text.encode())
    assert isinstance(meant, bytes)
    parser = etree.XMLParser(
        encoding="utf-8", recover=True, remove_blank_text=True, resolve_entities=False, huge_tree=True
    )
    old = etree.fromstring(meant, parser)
    prefixes: dict[str, str] = {}
    for prefix, uri in declarations(old):
        prefixes.setdefault(prefix, uri)
    by_uri = {uri: prefix for prefix, uri in prefixes.items()}
    names = {
        prefix for node in old.iter("*") for name in (node.tag, *node.attrib) for prefix in _find_prefix(str(name))
    }
    spaces = {
        prefix: NAMESPACE if prefix == OWN_PREFIX else PREFIX_OF + prefix
        for prefix in {*prefixes, *names, *prefixes_besides}
    }
    root = etree.Element(literal_tag(old), nsmap=spaces)
    _fill(root, old, by_uri)
    for node in old.itersiblings(preceding=True):
        root.addprevious(copy(node))
    for node in reversed(list(old.itersiblings())):
        root.addnext(copy(node))
    declaration = text[: text.index("?>") + 2] + "\n" if text.startswith("<?xml ") else ""
    return PrefixedTree(root, prefixes, declaration)


def declarations(root: _Element) -> Iterator[tuple[str, str]]:
    """Every prefix that is declared in a tree, with its URI, in the order of the text.

    The maps of elements hold what is declared around them again, and there may be many of both.
    """
    events: Any = etree.iterwalk(root, events=("start-ns",))  # its types do not know what this event comes with
    for _, (prefix, uri) in events:
        if prefix:
            yield prefix, uri


def _fill(made: _Element, old: _Element, by_uri: dict[str, str]) -> None:
    made.text = old.text
    for name, value in old.attrib.items():
        made.set(name_of_literal(_literal(str(name), old, by_uri)), value)
    for node in old:
        if not isinstance(node.tag, str):
            made.append(copy(node))
            continue
        inner = etree.SubElement(made, name_of_literal(literal_tag(node)))
        inner.tail = node.tail
        _fill(inner, node, by_uri)


def _find_prefix(name: str) -> list[str]:
    prefix, colon, _ = name.partition(":")
    return [prefix] if colon and name[0] != "{" else []


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
    uris = {str(name)[1:].partition("}")[0] for name in (node.tag, *node.attrib) if str(name)[:1] == "{"}
    return {OWN_PREFIX if uri == NAMESPACE else uri.removeprefix(PREFIX_OF): uri for uri in uris}


def name_of_literal(name: str) -> str:
    """The name of an attribute in such a tree by the one that is written."""
    prefix, colon, local = name.partition(":")
    if not colon or name[0] == "{":
        return name
    return f"{{{NAMESPACE if prefix == OWN_PREFIX else PREFIX_OF + prefix}}}{local}"


def around(root: _Element) -> list[_Element]:
    """A root and what stands before and behind it."""
    return [*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings()]


def nodes_in(holder: _Element) -> list[_Element]:
    """What is in an element, but for what an earlier conversion stored."""
    return [each for each in holder if each.tag != PATCH_TAG]


def read_node_tag(node: _Element) -> str:
    """What kind of node it is: the name of an element as it is written, or a word for others."""
    if isinstance(node.tag, str):
        return literal_tag(node)
    return COMMENT if isinstance(node, etree._Comment) else INSTRUCTION


def key_of(node: _Element) -> tuple[str, str] | None:
    """The attribute by which an element is known, and its value; None for one without."""
    if isinstance(node.tag, str):
        for key in KEYS:
            if (value := node.get(key)) is not None:
                return key, value
    return None


class Level:
    """What stands side by side, as it is now.

    Args:
        nodes: in order.
    """

    def __init__(self, nodes: Iterable[_Element]) -> None:
        self.nodes = list(nodes)
        self._alike: dict[str, list[_Element]] = {}
        for node in self.nodes:
            self._alike.setdefault(read_node_tag(node), []).append(node)
        self._keys = {node: key_of(node) for node in self.nodes}
        self._counts = Counter((read_node_tag(node), self._keys[node]) for node in self.nodes)
        self._known: dict[Any, _Element] = {}
        for node in self.nodes:
            self._known.setdefault((read_node_tag(node), self._keys[node]), node)
        self._numbers = {node: n for alike in self._alike.values() for n, node in enumerate(alike, 1)}

    def step(self, node: _Element) -> str:
        """How to get to a node; a root needs no name."""
        tag, key = read_node_tag(node), self._keys[node]
        if key is not None and self._counts[tag, key] == 1 and node.getparent() is not None:
            return f"{tag}[@{key[0]}='{_ODD.sub(_quote_character, key[1])}']"
        return tag if len(self._alike[tag]) == 1 else f"{tag}[{self._numbers[node]}]"

    def find(self, step: str) -> _Element | None:
        """The node that a step leads to; None where there is none."""
        match = _STEP.fullmatch(step)
        alike = [] if match is None else self._alike.get(match["tag"], [])
        if match is None or not alike:
            return None
        if match["key"] is not None:
            value = _QUOTED.sub(_unquote_character, match["value"])
            return self._known.get((match["tag"], (match["key"], value)))
        number = int((match["number"] or "1")[:9])
        return alike[number - 1] if number <= len(alike) else None


def _quote_character(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X};"


def _unquote_character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code <= sys.maxunicode else match[0]


def steps_of(path: str) -> Sequence[str]:
    """The steps of a path, from the root on; of an order, those that stand side by side."""
    return [match[0] for match in _STEP.finditer(path)]


def element_at(root: _Element, xpath: str, prefixes: Mapping[str | None, str]) -> _Element | None:
    """The element that a path as findings print it leads to, or whose attribute it does; None where there is none.

    A document may have had a say in it: nothing but such a path is followed, for other expressions can take any time.
    """
    path = xpath.partition("/@")[0]
    try:
        if not all(_QNAME.fullmatch(name) for step in parse_path(path).steps for name in (step.tag, *step.attributes)):
            return None
        found: Any = root.xpath(path, namespaces={prefix: uri for prefix, uri in prefixes.items() if prefix})
    except (BadPath, etree.XPathError):
        return None
    return found[0] if found else None


def digest(node: _Element) -> str:
    """A short word for what is in a node, whatever its layout is."""
    from hashlib import sha256

    return sha256(repr(_content(node)).encode()).hexdigest()[:8]


def _content(node: Any) -> tuple[Any, ...]:
    if not isinstance(node.tag, str):
        return (read_node_tag(node), collapse_whitespace(node.text))
    inner = tuple((_content(each), collapse_whitespace(each.tail)) for each in nodes_in(node))
    return (literal_tag(node), tuple(sorted(node.attrib.items())), collapse_whitespace(node.text), inner)


def collapse_whitespace(text: str | None) -> str:
    """A text without its layout."""
    return " ".join((text or "").split())
