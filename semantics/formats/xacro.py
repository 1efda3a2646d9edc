"""Recognizes documents that xacro has not been through yet: macros for a robot rather than a robot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree

from ...diagnostics import rules
from ...runtime.decoder import NeedsTree
from ...runtime.patterns import compile_pattern
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source

NAME = "xacro"
PREFIX = f"{NAME}:"
EXPRESSION = compile_pattern(r"\$\{[^}]*\}|\$\((?:arg|find|env|optenv|eval|dirname|anon|cwd)\b[^)]*\)")
FOREIGN = frozenset({"plugin", "gazebo", "ros2_control", "mujoco"})
"""Elements that may hold anything: what looks like an expression there is for the program that reads them."""

SHARED = frozenset({"material", "gazebo", "transmission", "ros2_control"})
"""Elements that robots take from documents that have nothing else, and are no robots."""

_ROOT = compile_pattern(
    r"\ufeff?(?:\s+|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^\[>]*>)*<(?P<tag>[^\s!?/>](?:[^>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL,
)
"""All before the content of the root."""


def report_xacro(tree: _Element, source: Source, sink: Sink, *, is_kept: bool) -> None:
    """Reports the first place that is for xacro to fill in.

    Raises:
        NeedsTree: the tree cannot be walked (``is_kept``), and has to be.
    """
    if not (_may_hold(source, "$") or _uses_prefix(tree, source, sink, is_kept)):
        return
    if not is_kept:
        raise NeedsTree
    for element, attribute, what in _leftovers(tree):
        sink.report(rules.UNEXPANDED_XACRO, element, attribute=attribute, what=what)
        return


def uses_xacro(source: Source) -> bool:
    """Whether the root of a document declares xacro's prefix, and something in it is for xacro to fill in."""
    if not source.mentions(f"xmlns:{NAME}"):
        return False
    root = _ROOT.match(source.text)
    if root is None or f"xmlns:{NAME}" not in root["tag"]:
        return False
    if _may_hold(source, f"<{PREFIX}"):
        return True
    if not (_may_hold(source, "${") or _may_hold(source, "$(") or _may_hold(source, f" {PREFIX}")):
        return False
    try:
        tree = etree.fromstring(
            source.text.encode("utf-8", "surrogatepass"),
            etree.XMLParser(encoding="utf-8", no_network=True, resolve_entities=False),
        )
    except etree.XMLSyntaxError:
        return False
    return next(_leftovers(tree), None) is not None


def _uses_prefix(tree: _Element, source: Source, sink: Sink, is_kept: bool) -> bool:
    """Whether an element may have xacro's prefix: declared on the root, as it always is, or reported as undeclared."""
    if any(found.code == rules.UNDECLARED_PREFIX.code and found.arguments["prefix"] == NAME for found in sink.found):
        return True
    namespace = tree.nsmap.get(NAME)
    if namespace is None:
        return False
    return next(tree.iter(f"{{{namespace}}}*"), None) is not None if is_kept else _may_hold(source, f"<{PREFIX}")


def _may_hold(source: Source, word: str) -> bool:
    """Whether a text holds a word outside of comments."""
    if not source.mentions(word):
        return False
    text, outside = source.text, 0
    at = text.find(word)
    # from one word to the next, since there are few of these and may be many comments
    while at >= 0:
        begin = text.find("<!--", outside, at)
        if begin < 0:
            return True
        end = text.find("-->", begin + len("<!--"))
        if end < 0:
            return False
        outside = end + len("-->")
        if outside > at:
            at = text.find(word, outside)
    return False


def _leftovers(tree: _Element) -> Iterator[tuple[_Element, str | None, str]]:
    """What is xacro's, in the order of the document: element, attribute, and what it is."""
    for element in tree.iter():
        tag = literal_tag(element)
        if tag.startswith(PREFIX):
            yield element, None, f"<{tag}>"
        for name, text in (*element.items(), (None, element.text)):
            found = EXPRESSION.search(text) if text and "$" in text else None
            if found is None or (name is None and tag in FOREIGN):
                continue
            if not any(literal_tag(around) in FOREIGN for around in element.iterancestors()):
                yield element, name, found[0]
