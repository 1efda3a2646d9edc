"""Where nodes of a document stand: paths of tags with names or numbers, which find them again after a change elsewhere."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.patterns import compile_pattern
from ....runtime.source import literal_tag
from ...core.xpath import BadPath, parse_path
from ..coverage.ledger import PATCH_TAG

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lxml.etree import _Element

COMMENT, INSTRUCTION = "comment()", "instruction()"
KEYS = ("name", "reference")
"""Attributes by which an element is known among those of its tag."""
_STEP = compile_pattern(r"(?P<tag>[^\s/\[]+)(?:\[@(?P<key>\w+)='(?P<value>[^']*)'\]|\[(?P<number>\d+)\])?")
_ODD = compile_pattern(r"[%'\s]")
_QNAME = compile_pattern(r"[^\W\d][\w.-]*(?::[^\W\d][\w.-]*)?")
_QUOTED = compile_pattern(r"%([0-9A-F]{2,6});")


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
