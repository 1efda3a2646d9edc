"""Where nodes of a document stand: paths of tags with names or numbers, which find them again after a change elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.parsing import as_meant
from ...runtime.source import literal_tag
from .ledger import KEPT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.etree import _Element

COMMENT, INSTRUCTION = "comment()", "instruction()"
NOWHERE = "urn:bodyplan:nowhere:"
"""How names begin that stand for prefixes that a document declares nowhere."""
_DECLARED = re.compile(rf' xmlns:[^\s=]+="{NOWHERE}[^"]*"')
KEYS = ("name", "reference")
"""Attributes by which an element is known among those of its tag."""
_STEP = re.compile(r"(?P<tag>[^\s/\[]+)(?:\[@(?P<key>\w+)='(?P<value>[^']*)'\]|\[(?P<number>\d+)\])?")
_ODD = re.compile(r"[%'\s]")


def parsed_tree(text: str) -> _Element:
    """The root of a document with all of its comments and instructions; prefixes need not be declared."""
    meant = as_meant(text.encode())
    assert isinstance(meant, bytes)
    parser = etree.XMLParser(
        encoding="utf-8", recover=True, remove_blank_text=True, resolve_entities=False, huge_tree=True
    )
    root = etree.fromstring(meant, parser)
    if None in root.nsmap:  # names are compared as they are written
        for node in root.iter("*"):
            if node.prefix is None:
                node.tag = etree.QName(node).localname
        etree.cleanup_namespaces(root, keep_ns_prefixes=[prefix for prefix in root.nsmap if prefix])
    undeclared = {prefix for node in root.iter("*") for prefix in _undeclared(node)}
    return _declared(root, undeclared) if undeclared else root


def _undeclared(node: _Element) -> list[str]:
    names = [str(name) for name in (node.tag, *node.attrib)]
    return [name.partition(":")[0] for name in names if ":" in name and name[0] != "{"]


def _declared(root: _Element, prefixes: Iterable[str]) -> _Element:
    """The tree with names for prefixes that are declared nowhere, which the tree of no document can do without."""
    made = with_prefixes(root, {prefix: NOWHERE + prefix for prefix in prefixes})
    for node in made.iter("*"):
        node.tag = _named(str(node.tag))
        for name, value in list(node.attrib.items()):
            if _named(str(name)) != name:
                del node.attrib[name]
                node.set(_named(str(name)), value)
    return made


def _named(name: str) -> str:
    prefix, colon, local = name.partition(":")
    return f"{{{NOWHERE}{prefix}}}{local}" if colon and name[0] != "{" else name


def with_prefixes(root: _Element, prefixes: dict[str, str]) -> _Element:
    """A root with more prefixes declared, in the place of one without."""
    made = etree.Element(root.tag, dict(root.attrib), nsmap={**root.nsmap, **prefixes})
    made.text = root.text
    before, behind = list(root.itersiblings(preceding=True)), list(root.itersiblings())
    made.extend(list(root))
    for node in reversed(before):
        made.addprevious(node)
    for node in reversed(behind):
        made.addnext(node)
    return made


def written_tree(root: _Element, text: str) -> str:
    """A document of a root, with the declaration of XML of ``text``."""
    head = text[: text.index("?>") + 2] + "\n" if text.startswith("<?xml ") else ""
    lines = (etree.tostring(each, encoding="unicode", with_tail=False).rstrip() for each in around(root))
    return head + _DECLARED.sub("", "\n".join(lines)) + "\n"


def around(root: _Element) -> list[_Element]:
    """A root and what stands before and behind it."""
    return [*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings()]


def nodes_in(holder: _Element) -> list[_Element]:
    """What stands in an element, but for what an earlier conversion stored."""
    return [each for each in holder if each.tag != KEPT]


def called(node: _Element) -> str:
    """What kind of node it is: the name of an element as it is written, or a word for others."""
    if isinstance(node.tag, str):
        return literal_tag(node)
    return COMMENT if node.tag is etree.Comment else INSTRUCTION


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
            self._alike.setdefault(called(node), []).append(node)
        self._keys = {node: key_of(node) for node in self.nodes}
        self._counts = Counter((called(node), self._keys[node]) for node in self.nodes)
        self._numbers = {node: n for alike in self._alike.values() for n, node in enumerate(alike, 1)}

    def step(self, node: _Element) -> str:
        """How to get to a node; a root needs no name."""
        tag, key = called(node), self._keys[node]
        if key is not None and self._counts[tag, key] == 1 and node.getparent() is not None:
            return f"{tag}[@{key[0]}='{_ODD.sub(_quoted, key[1])}']"
        return tag if len(self._alike[tag]) == 1 else f"{tag}[{self._numbers[node]}]"

    def find(self, step: str) -> _Element | None:
        """The node that a step leads to; None where there is none."""
        match = _STEP.fullmatch(step)
        alike = [] if match is None else self._alike.get(match["tag"], [])
        if match is None or not alike:
            return None
        if match["key"] is not None:
            value = re.sub(r"%([0-9A-F]{2,6});", lambda found: chr(int(found[1], 16)), match["value"])
            return next((each for each in alike if self._keys[each] == (match["key"], value)), None)
        number = int(match["number"] or 1)
        return alike[number - 1] if number <= len(alike) else None


def _quoted(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X};"


def steps_of(path: str) -> Sequence[str]:
    """The steps of a path, from the root on; of an order, those that stand side by side."""
    return [match[0] for match in _STEP.finditer(path)]


def digest(node: _Element) -> str:
    """A short word for what stands in a node, whatever its layout is."""
    from hashlib import sha256

    return sha256(repr(_content(node)).encode()).hexdigest()[:8]


def _content(node: Any) -> tuple[Any, ...]:
    if not isinstance(node.tag, str):
        return (called(node), words(node.text))
    inner = tuple((_content(each), words(each.tail)) for each in nodes_in(node))
    return (literal_tag(node), tuple(sorted(node.attrib.items())), words(node.text), inner)


def words(text: str | None) -> str:
    """A text without its layout."""
    return " ".join((text or "").split())
