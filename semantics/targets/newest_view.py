"""SDFormat documents as the newest version describes them, once they are brought to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...runtime.decoder import is_foreign
from ..upgrade.grammar import Attribute, ElementGrammar, grammar_of
from ..upgrade.versions import list_versions, newest_version
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


def is_described(element: _Element, version: str) -> bool:
    """Whether a version describes an element with all around it."""
    tags = [str(around.tag) for around in element.iterancestors()]
    grammar: ElementGrammar | None = grammar_of(version)
    for tag in [*reversed(tags[:-1]), str(element.tag)] if tags else ():
        grammar = None if grammar is None or grammar.copies_anything else grammar.children.get(tag)
    return grammar is not None


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


def newer_parts(root: _Element, version: str) -> Iterator[tuple[_Element, str | None]]:
    """The elements and attributes that the newest version describes, and an older one does not; nothing inside of these."""
    stack = [(root, grammar_of(newest_version()), grammar_of(version))]
    while stack:
        element, newest, older = stack.pop()
        for name in written_attributes(element):
            if name in newest.attributes and name not in older.attributes:
                yield element, name
        if older.copies_anything:
            continue
        for child in element:
            inner, known = newest.children.get(str(child.tag)), older.children.get(str(child.tag))
            if inner is not None and known is None:
                yield child, None
            elif inner is not None and known is not None:
                stack.append((child, inner, known))


def next_version_with(path: tuple[str, ...], older: str) -> str:
    """The first version after an older one that describes a part, by the names from the root to it."""
    known = list_versions()
    later = known[known.index(older) + 1 :]
    return next(version for version in later if part_at(path, version) is not None)


def part_at(path: tuple[str, ...], version: str) -> ElementGrammar | Attribute | None:
    """What a version says of a part, by the names from the root to it, ``@`` before that of an attribute."""
    grammar = grammar_of(version)
    for step in path:
        if step[0] == "@":
            return grammar.attributes.get(step[1:])
        inner = grammar.children.get(step)
        if inner is None:
            return None
        grammar = inner
    return grammar
