"""The version that a document is written in, the newer words that it may go on using, and what is said about it."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.source import Source, literal_tag
from .grammar import Attribute, ElementGrammar, grammar_of
from .versions import list_versions, newest_version, steps_from
from .xml_tree import elements

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.sink import Sink
    from .xml_tree import Editor

TITLES = {"sdformat": "SDFormat", "urdf": "URDF"}
"""Formats as they are spelled in prose."""

NewerTags: TypeAlias = frozenset[tuple[str, str]]
"""Names of elements, each with that of a child or, behind ``@``, of an attribute."""


def find_newer_tags(root: _Element, version: str) -> NewerTags:
    """What a document, as it is written, uses that only the newest version describes there."""
    found: set[tuple[str, str]] = set()
    ahead = [(root, grammar_of(version), grammar_of(newest_version()))]
    while ahead:
        element, own, new = ahead.pop()
        tag = literal_tag(element)
        newer = (new.attributes.keys() - own.attributes.keys()).intersection(map(str, element.attrib))
        found |= {(tag, f"@{name}") for name in newer}
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
        self._own, self._newest, self._words = own, newest, words

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name."""
        new = self._newest.attributes.items()
        found = {name: each for name, each in new if (self.name, f"@{name}") in self._words}
        return found | self._own.attributes

    @cached_property
    def children(self) -> dict[str, ElementGrammar]:
        """Child elements by name."""
        own, newest = self._own.children, self._newest.children
        found = {name: each for name, each in newest.items() if (self.name, name) in self._words}
        for name, each in own.items():
            found[name] = WidenedGrammar(each, newest[name], self._words) if name in newest else each
        return found


class VersionTarget:
    """What to write a document as: a version, and the newer words that the document may go on using.

    ``meant`` is the version whose defaults apply to what is not written; ``sink`` receives losses.
    """

    def __init__(
        self, format: str, version: str, meant: str, sink: Sink, editor: Editor, words: NewerTags = frozenset()
    ) -> None:
        self.format, self.version, self.words, self.sink, self.editor = format, version, words, sink, editor
        self.has_lost = False
        known = list_versions(format)
        self.is_later = known.index(version) > known.index(meant)
        """Whether the document is brought to a later version than its own."""
        self.is_own = version == meant
        """Whether the document is written in its own version."""
        self.same = _same_defaults(format, *sorted((version, meant), key=known.index))
        """Defaults that say the same in both versions, by file and path of what has them."""

    def grammar(self, version: str) -> ElementGrammar:
        """What a version has, with the newer words that the document may go on using."""
        own = grammar_of(version, self.format)
        newest = grammar_of(newest_version(self.format), self.format)
        return WidenedGrammar(own, newest, self.words) if self.words else own

    def report(
        self, rule: Rule, element: _Element, *, attribute: str | None = None, shown: str | None = None, **arguments: Any
    ) -> None:
        """Reports what the version cannot say; ``shown`` is the name of the attribute in the newest version."""
        self.has_lost = True
        path, title = Source(None).xpath(element, shown or attribute), TITLES.get(self.format, self.format)
        names = {"source": self.editor.source, "path": path, "format": title, "version": self.version, **arguments}
        self.sink.report(rule, element, attribute=attribute, **names)


@cache
def _same_defaults(format: str, older: str, newer: str) -> dict[str, tuple[str, ...]]:
    known = list_versions(format)
    found: dict[str, tuple[str, ...]] = {}
    for step in steps_from(older, format):
        if known.index(step.target) <= known.index(newer):
            for place, values in step.same:
                found[place] = (*found.get(place, ()), *values)
    return found
