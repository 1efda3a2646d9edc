"""SDFormat documents as the newest version describes them, once they are brought to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...runtime.decoder import is_foreign
from ..upgrade.grammar import ElementGrammar, grammar_of
from ..upgrade.versions import newest_version
from .predicates import written_attributes

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.source import Source


def described_parts(root: _Element) -> Iterator[tuple[_Element, ElementGrammar]]:
    """Every element that the newest version describes, with its description."""
    stack = [(root, grammar_of(newest_version()))]
    while stack:
        element, grammar = stack.pop()
        yield element, grammar
        if grammar.copies_anything:
            continue
        children = grammar.children
        for child in element:
            inner = children.get(str(child.tag))
            if inner is not None:
                stack.append((child, inner))


def unknown_parts(source: Source) -> Iterator[tuple[_Element, str | None]]:
    """Elements and attributes that the newest version does not describe."""
    if source.root is None:
        return
    for element, grammar in described_parts(source.root):
        for name in written_attributes(element):
            if ":" not in name and name not in grammar.attributes:
                yield element, name
        if not grammar.copies_anything:
            for child in element:
                if not is_foreign(child) and child.tag not in grammar.children:
                    yield child, None
