"""The version that a document is written in, and what is said about it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ...runtime.source import Source
from .grammar import ElementGrammar, grammar_of
from .superset_grammar import NewerTags, WidenedGrammar
from .versions import steps_from, versions_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.sink import Sink
    from .xml_tree import Editor

TITLES = {"sdformat": "SDFormat", "urdf": "URDF"}
"""Formats as they are spelled in prose."""


class VersionTarget:
    """What to write a document as: a version, and the newer words that the document may go on using.

    ``meant`` is the version whose defaults apply to what is not written; ``sink`` receives losses.
    """

    def __init__(
        self, format: str, version: str, meant: str, sink: Sink, editor: Editor, words: NewerTags = frozenset()
    ) -> None:
        self.format = format
        self.version = version
        self.words = words
        self.sink = sink
        self.editor = editor
        self.has_lost = False
        known = list(versions_of(format))
        self.is_later = known.index(version) > known.index(meant)
        """Whether the document is brought to a later version than its own."""
        self.is_own = version == meant
        """Whether the document is written in its own version."""
        self.same = _same_defaults(format, *sorted((version, meant), key=known.index))
        """Defaults that say the same in both versions, by file and path of what has them."""

    def grammar(self, version: str) -> ElementGrammar:
        """What a version has, with the newer words that the document may go on using."""
        own = grammar_of(version, self.format)
        newest = grammar_of(list(versions_of(self.format))[-1], self.format)
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
    known = list(versions_of(format))
    found: dict[str, tuple[str, ...]] = {}
    for step in steps_from(older, format):
        if known.index(step.target) <= known.index(newer):
            for place, values in step.same:
                found[place] = (*found.get(place, ()), *values)
    return found
