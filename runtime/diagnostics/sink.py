"""Collects findings and gives each its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import rules
from .diagnostic import Diagnostic, Related
from .rule import Rule, Severity

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..element import Element
    from ..source import Source

MOST_FINDINGS = 50_000
"""Findings kept of one load; what comes after is counted only, so that hostile input cannot fill the memory."""


class Sink:
    """Where checks report to.

    A finding is placed at once, so that a later change of the tree does not move it. Places are looked up among the
    sources that were added; an element of no known source is reported without a place.
    """

    __slots__ = ("strict", "severities", "found", "left_out", "_sources", "_errors", "_seen")

    def __init__(self, *, strict: bool = False, severities: Mapping[str, Severity] | None = None) -> None:
        self.strict = strict
        self.severities = severities or {}
        """Severities by code that replace the rules' own, as a consumer sees them."""
        self.found: list[Diagnostic] = []
        self.left_out = 0
        self._sources: dict[str, Source] = {}
        self._errors = 0
        self._seen: set[tuple[str, str, str | None, int, int]] = set()

    @property
    def ok(self) -> bool:
        """Whether no error was reported."""
        return self._errors == 0

    def add_source(self, source: Source) -> None:
        """Makes the elements of ``source`` known for looking up places."""
        self._sources[source.key] = source

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources that were added, in order."""
        return tuple(self._sources.values())

    def source_of(self, element: _Element) -> Source | None:
        """The source that ``element`` was read from."""
        return self._sources.get(element.getroottree().docinfo.URL or "")

    def mentions(self, word: str) -> bool:
        """Whether the text of any source holds ``word``, which is ASCII."""
        return any(source.mentions(word) for source in self._sources.values())

    def report(
        self,
        rule: Rule,
        at: _Element | Element | None = None,
        /,
        *,
        attribute: str | None = None,
        source: Source | None = None,
        line: int = 0,
        column: int = 0,
        related: tuple[tuple[str, _Element | Element | None], ...] = (),
        severity: Severity | None = None,
        **arguments: Any,
    ) -> Diagnostic | None:
        """Adds a finding and answers it; None if it was there already.

        Args:
            rule: the kind of finding.
            at: the element it is about (typed or XML), None for a finding about a whole file.
            attribute: name of the attribute of ``at`` that it is about.
            source: the file, where ``at`` does not tell.
            line: place in ``source`` where there is no element, counted from 1.
            column: see ``line``.
            related: other places, each with what it is.
            severity: overrides the rule's own, for consumers that are stricter or more lenient.
            arguments: what the rule's message speaks of.
        """
        level = severity or self.severities.get(rule.code) or rule.severity
        if self.strict and level == "warning":
            level = rule.strict
        if len(self.found) >= MOST_FINDINGS:
            self._errors += level == "error"
            self.left_out += 1
            return None
        element = xml_of(at)
        xpath = ""
        if element is not None:
            source = self.source_of(element) or source
            if source is not None:
                line, column = source.position(element, attribute)
                xpath = source.xpath(element, attribute)
        file = source.name if source is not None else None
        message = rule.message.format(**arguments)
        key = (rule.code, message, file, line, column)
        if key in self._seen:
            return None
        self._seen.add(key)
        found = Diagnostic(
            rule.code,
            rule.name,
            level,
            message,
            file,
            line,
            column,
            xpath,
            rule.hint.format(**arguments) if rule.hint else None,
            tuple(self._related(text, place) for text, place in related),
            arguments,
        )
        self.add(found)
        return found

    def add(self, diagnostic: Diagnostic) -> None:
        """Adds a finding that is complete already."""
        if diagnostic.severity == "error":
            self._errors += 1
        if len(self.found) < MOST_FINDINGS:
            self.found.append(diagnostic)
        else:
            self.left_out += 1

    def forget(self, count: int) -> None:
        """Drops all findings but the first ``count``: they were made by an attempt that is made anew."""
        for finding in self.found[count:]:
            self._errors -= finding.severity == "error"
            self._seen.discard((finding.code, finding.message, finding.file, finding.line, finding.column))
        del self.found[count:]

    def judge(self, severity_of: Callable[[Diagnostic], Severity | None]) -> None:
        """Gives findings the severity that a consumer sees in them; None leaves one as it is.

        In strict mode nothing becomes less severe, and warnings become errors.
        """
        for index, finding in enumerate(self.found):
            level = severity_of(finding)
            if self.strict and level != "error":
                level = "error" if level == "warning" else None
            if level is None or level == finding.severity:
                continue
            self._errors += (level == "error") - (finding.severity == "error")
            self.found[index] = replace(finding, severity=level)

    def escalate(self, diagnostic: Diagnostic) -> None:
        """Makes an error of a finding that turned out to be the cause of one."""
        if diagnostic.severity == "error":
            return
        self._errors += 1
        for index, found in enumerate(self.found):
            if found is diagnostic:
                self.found[index] = replace(found, severity="error")

    def finish(self) -> tuple[Diagnostic, ...]:
        """All findings, by file in the order of their first finding, then by place."""
        if self.left_out:
            left_out, self.left_out = self.left_out, 0
            self.found.append(
                Diagnostic(
                    rules.TOO_MANY_FINDINGS.code,
                    rules.TOO_MANY_FINDINGS.name,
                    "note",
                    rules.TOO_MANY_FINDINGS.message.format(count=left_out),
                    self.found[0].file,
                    0,
                    0,
                    "",
                )
            )
        files: dict[str | None, int] = {}
        for diagnostic in self.found:
            files.setdefault(diagnostic.file, len(files))
        return tuple(sorted(self.found, key=lambda d: (files[d.file], d.line, d.column)))

    def _related(self, text: str, place: _Element | Element | None) -> Related:
        element = xml_of(place)
        source = self.source_of(element) if element is not None else None
        if element is None or source is None:
            return Related(text, None, 0, 0)
        return Related(text, source.name, *source.position(element))


def xml_of(place: _Element | Element | None) -> _Element | None:
    """The XML element behind ``place``, if it came from a document."""
    if place is None:
        return None
    # told apart by what they have: importing the class of typed elements would go round in a circle
    return getattr(place, "source_element", place)  # type: ignore[arg-type]
