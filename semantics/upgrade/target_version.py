"""The version that a document is written in, and what is said about it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ...runtime.source import Source
from .grammar import ElementGrammar, grammar_of
from .rules import steps_from, versions_of
from .superset_grammar import WidenedGrammar

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.sink import Sink
    from .superset_grammar import NewerTags
    from .xml_tree import Editor

TITLES = {"sdformat": "SDFormat", "urdf": "URDF"}
"""Formats as they are spelled in prose."""


class VersionTarget:
    """What to write a document as.

    Args:
        format: whose document it is.
        version: the one to write.
        meant: the version whose defaults stand for what is not written.
        sink: where losses go.
        editor: of the document's tree.
        words: newer ones that the document may go on using.
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
        newest = list(versions_of(self.format))[-1]
        return WidenedGrammar(own, grammar_of(newest, self.format), self.words) if self.words else own

    def report(
        self, rule: Rule, element: _Element, *, attribute: str | None = None, shown: str | None = None, **arguments: Any
    ) -> None:
        """Reports what the version cannot say; ``shown`` is the name of the attribute in the newest version."""
        self.has_lost = True
        self.sink.report(
            rule,
            element,
            attribute=attribute,
            source=self.editor.source,
            path=Source(None).xpath(element, shown or attribute),
            format=TITLES.get(self.format, self.format),
            version=self.version,
            **arguments,
        )


@cache
def _same_defaults(format: str, older: str, newer: str) -> dict[str, tuple[str, ...]]:
    known = list(versions_of(format))
    found: dict[str, tuple[str, ...]] = {}
    for step in steps_from(older, format):
        if known.index(step.target) <= known.index(newer):
            for place, values in step.same:
                found[place] = (*found.get(place, ()), *values)
    return found
