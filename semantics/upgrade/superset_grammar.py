"""Newer words that a document of an older version uses already, so that saving it keeps them.

Readers take them: what an older description does not know is looked for in the newest one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ...runtime.source import literal_tag
from .grammar import Attribute, ElementGrammar, grammar_of
from .versions import versions_of
from .xml_tree import elements

if TYPE_CHECKING:
    from lxml.etree import _Element


NewerTags: TypeAlias = frozenset[tuple[str, str]]
"""Names of elements, each with that of a child or, behind ``@``, of an attribute."""


def find_newer_tags(root: _Element, version: str, format: str = "sdformat") -> NewerTags:
    """What a document, as it is written, uses that only the newest version describes there."""
    found: set[tuple[str, str]] = set()
    newest = list(versions_of(format))[-1]
    ahead = [(root, grammar_of(version, format), grammar_of(newest, format))]
    while ahead:
        element, own, new = ahead.pop()
        tag = literal_tag(element)
        found |= {
            (tag, f"@{name}")
            for name in map(str, element.attrib)
            if name in new.attributes and name not in own.attributes
        }
        for child in elements(element):
            name = literal_tag(child)
            if name in new.children:
                if name in own.children:
                    ahead.append((child, own.children[name], new.children[name]))
                else:
                    found.add((tag, name))
    return frozenset(found)


class WidenedGrammar(ElementGrammar):
    """What a version says of an element, and what the newest one says of newer words in it."""

    def __init__(self, own: ElementGrammar, newest: ElementGrammar, words: NewerTags) -> None:
        # not what is worked out when it is asked for
        vars(self).update({name: value for name, value in vars(own).items() if name not in ("attributes", "children")})
        self._own = own
        self._newest = newest
        self._words = words

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name."""
        new = self._newest.attributes.items()
        return {
            **{name: each for name, each in new if (self.name, f"@{name}") in self._words},
            **self._own.attributes,
        }

    @cached_property
    def children(self) -> dict[str, ElementGrammar]:
        """Child elements by name."""
        own, newest = self._own.children, self._newest.children
        found = {name: each for name, each in newest.items() if (self.name, name) in self._words}
        for name, each in own.items():
            found[name] = WidenedGrammar(each, newest[name], self._words) if name in newest else each
        return found
