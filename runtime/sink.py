"""Collects findings and gives each its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from lxml.etree import _Element

from ..diagnostics import rules
from ..diagnostics.diagnostic import Diagnostic, Related
from ..diagnostics.rule import Rule, Severity
from .budget import Budget, OverBudget
from .lazy_finding import InnerSpan, LazyFinding, LoadFindings
from .source import ElementLocation, literal_tag, source_of

if TYPE_CHECKING:
    from .element import Element
    from .source import Source

Leniency = Callable[[Rule, _Element, "str | None"], "tuple[str, ...] | None"]
"""Whether an error is a warning where only what no reader loads is an error, and if so, who refuses it all the same; None:
it is an error. Asked with the rule, the element and the part of it."""

SaidByRow = tuple[Rule, _Element, "str | None", Callable[[], dict[str, Any]]]
"""What a row of a table says of an element or of an attribute of it, and what finds the arguments out, which these determine."""

MOST_FINDINGS = 50_000
"""Findings kept of one load; what comes after is counted only, so that hostile input cannot fill the memory."""


class Sink:
    """Where checks report to.

    Places are looked up among the sources that were added, when they are first asked for; an element of no known source
    is reported without a place.
    """

    __slots__ = (
        "strict",
        "severities",
        "leniency",
        "found",
        "left_out",
        "budget",
        "absent",
        "lacking",
        "has_odd_numbers",
        "_sources",
        "_decoded",
        "_by_root",
        "_errors_left_out",
        "_seen",
        "_with_path",
        "_at_once",
    )

    def __init__(
        self,
        *,
        strict: bool = False,
        severities: Mapping[str, Severity] | None = None,
        leniency: Leniency | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.strict = strict
        self.severities = severities or {}
        """Severities by code that replace the rules' own, as a target sees them."""
        self.leniency = leniency
        """Which errors are warnings where they are; asked unless the sink is strict."""
        self.found: list[LazyFinding] = []
        self.left_out = 0
        self.budget = budget or Budget()
        """What the load may amount to."""
        self.absent: set[str] = set()
        """Names of what should be there, but could not be had, which was reported; empty for names that are not known, and ``::``
        where what has such a name is a model."""
        self.lacking: list[_Element | Element] = []
        """Elements that should have brought something which could not be had."""
        self.has_odd_numbers = False
        """Whether a number that was decoded is infinite, or none."""
        self._sources: dict[str, Source] = {}
        self._decoded: set[str] = set()
        self._by_root: dict[_Element, Source] = {}
        self._errors_left_out = 0
        self._seen: set[tuple[object, ...]] = set()
        self._with_path = 0
        self._at_once = False

    @property
    def ok(self) -> bool:
        """Whether no error was reported."""
        return not self._errors_left_out and all(finding.severity != "error" for finding in self.found)

    def add_source(self, source: Source) -> None:
        """Makes the elements of ``source`` known for looking up places."""
        self._sources[source.key] = source

    def note_decoded(self, source: Source) -> None:
        """Notes that what there is to find in a text when it is decoded was reported here."""
        self._decoded.add(source.key)

    def has_decoded(self, source: Source) -> bool:
        """Whether no finding about a place means that its decoder had nothing to say of it: others may have read it before."""
        return source.key in self._decoded and not self.left_out

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources that were added, in order."""
        return tuple(self._sources.values())

    @property
    def document(self) -> str | None:
        """What the document is called that everything else was read for; None for a text without a name."""
        return next((source.name for source in self._sources.values()), None)

    def source_of(self, element: _Element | int) -> Source | None:
        """The source that an element, or the one that has a number, was read from."""
        if isinstance(element, int):
            return source_of(element)
        root = element.getroottree().getroot()
        known = self._by_root.get(root)
        if known is None:
            known = self._sources.get(element.getroottree().docinfo.URL or "")
            if known is not None:
                self._by_root[root] = known  # asking a tree for its name takes long
        return known

    def has_element(self, name: str) -> bool:
        """Whether an element of any source may be called so."""
        return any(source.has_element(name) for source in self._sources.values())

    def mentions(self, word: str) -> bool:
        """Whether the text of any source holds ``word``, which is ASCII."""
        return any(source.mentions(word) for source in self._sources.values())

    def report(
        self,
        rule: Rule,
        at: _Element | Element | ElementLocation | None = None,
        /,
        *,
        attribute: str | None = None,
        source: Source | None = None,
        line: int = 0,
        column: int = 0,
        end_at: tuple[int | None, int | None] = (None, None),
        related: Iterable[Related | tuple[str, _Element | Element | None]] = (),
        severity: Severity | None = None,
        **arguments: Any,
    ) -> LazyFinding | None:
        """Adds a finding and answers it; None if it was there already.

        Args:
            rule: the kind of finding.
            at: the element it is about (typed or XML), None for a finding about a whole file.
            attribute: name of the attribute of ``at`` that it is about.
            source: the file, where ``at`` does not name it.
            line: place in ``source`` where there is no element, or of something in the element, counted from 1.
            column: see ``line``.
            end_at: line and column where that place ends.
            related: other places, each with what it is.
            severity: overrides the rule's own, for targets that are stricter or more lenient.
            arguments: what the finding says, as data, and what the rule's message speaks of; what only the hint
                speaks of may be a function that finds it out.
        """
        refused_by: tuple[str, ...] | None = ()
        level = severity or self.severities.get(rule.code) or rule.severity
        if self.strict and level == "warning":
            level = rule.strict
        elif level == "error" and self.leniency is not None and not self.strict:
            part = f"@{attribute}" if attribute is not None else arguments.get("part")
            refused_by = self.forgive(rule, at, part)
            level = "error" if refused_by is None else "warning"
        if len(self.found) >= MOST_FINDINGS:
            self._leave_out(level)
            return None
        place = None if isinstance(at, ElementLocation) else place_of(at)
        if isinstance(at, ElementLocation):
            source, line, column = at.source, at.line, at.column
        elif place is not None:
            source = self.source_of(place) or source
        # as they are, for the text of a number takes long; what has no hash goes by its text
        said: tuple[object, ...] = tuple([value for value in arguments.values() if not callable(value)])
        try:
            hash(said)
        except TypeError:
            said = tuple(map(str, said))
        key: tuple[object, ...]
        if place is not None and source is not None:
            key = (rule.code, rule.row, said, place if isinstance(place, int) else source.anchor(place), attribute)
        else:
            key = (rule.code, rule.row, said, source.name if source is not None else None, line, column)
        if key in self._seen:
            return None
        self._seen.add(key)
        about = at if isinstance(at, ElementLocation) else None if source is None else place
        span = None if isinstance(at, ElementLocation) else (line, column, *end_at)
        if about is not None and span is not None:
            span = InnerSpan(*span) if line else None
        found = LazyFinding(
            rule,
            level,
            arguments,
            source,
            about,
            at.tag if isinstance(at, ElementLocation) else literal_tag(place) if isinstance(place, _Element) else "",
            attribute,
            span,
            tuple([each if isinstance(each, Related) else (each[0], *self._place(each[1])) for each in related])
            if related
            else (),
            refused_by or (),
        )
        if self._at_once:
            found.find_path()
        self.add(found)
        return found

    def report_rows(self, source: Source, rows: Iterable[SaidByRow]) -> None:
        """``report``, of all that rows of a table say of parts of a text as it is written, which may be thousands."""
        severities, leniency, seen, found = self.severities, self.leniency, self._seen, self.found
        is_plain = not self.strict and not source.origins
        known: dict[str, tuple[Severity, bool]] = {}
        for rule, at, attribute, find_arguments in rows:
            if not is_plain or len(found) >= MOST_FINDINGS:
                self.report(rule, at, attribute=attribute, source=source, **find_arguments())
                continue
            row = rule.row
            key = row, at, attribute
            if key in seen:
                continue
            seen.add(key)
            if row not in known:
                level = severities.get(rule.code) or rule.severity
                known[row] = level, level == "error" and leniency is not None
            level, may_be_forgiven = known[row]
            refused_by = None
            if may_be_forgiven:
                refused_by = self.forgive(rule, at, None if attribute is None else f"@{attribute}")
                level = "error" if refused_by is None else "warning"
            tag = "" if rule.words is None else literal_tag(at)
            finding = LazyFinding(rule, level, find_arguments, source, at, tag, attribute, None, (), refused_by or ())
            if self._at_once:
                finding.find_path()
            found.append(finding)

    def forgive(
        self, rule: Rule, at: _Element | Element | ElementLocation | None, part: str | None
    ) -> tuple[str, ...] | None:
        """Who refuses what the rule calls an error, about a part of the element ``at``, and others load; None: all do."""
        place = None if isinstance(at, ElementLocation) else place_of(at)
        if isinstance(place, int):
            source = self.source_of(place)
            place = None if source is None else source.element(place)
        if self.leniency is None or self.strict or place is None:
            return None
        return self.leniency(rule, place, part)

    def add(self, finding: LazyFinding | Diagnostic) -> None:
        """Adds a finding that was made elsewhere."""
        if len(self.found) < MOST_FINDINGS:
            self.found.append(LazyFinding.of_record(finding) if isinstance(finding, Diagnostic) else finding)
        else:
            self._leave_out(finding.severity)

    def _leave_out(self, severity: Severity) -> None:
        self.left_out += 1
        self._errors_left_out += severity == "error"

    def note_absent(self, name: str, at: _Element | Element) -> None:
        """Notes that something could not be had, which was reported: what else is said of it only follows from that.

        Args:
            name: that of what is not there; empty where it is not known.
            at: the element that should have brought it.
        """
        self.absent.add(name)
        self.lacking.append(at)

    def mark(self) -> object:
        """What was found so far; for ``forget``."""
        return len(self.found), self._errors_left_out, frozenset(self._seen)

    def forget(self, mark: Any) -> None:
        """Drops all findings since ``mark``: they were made by an attempt that is made anew."""
        count, self._errors_left_out, seen = mark
        del self.found[count:]
        self._seen = set(seen)
        self._with_path = min(self._with_path, count)

    @contextmanager
    def freeze_paths(self) -> Iterator[None]:
        """Holds while trees are changed: findings made before and meanwhile keep the paths that they have then."""
        for finding in self.found[self._with_path :]:
            finding.find_path()
        self._with_path = len(self.found)
        before, self._at_once = self._at_once, True
        try:
            yield
        finally:
            self._at_once = before

    @contextmanager
    def within_budget(self) -> Iterator[None]:
        """Holds while a load works: what amounts to too much ends the work, and is an error."""
        try:
            yield
        except OverBudget as over:
            self.report(rules.OVER_BUDGET, over.at, what=over.what, limit=over.limit)

    def map_severity(self, severity_of: Callable[[LazyFinding], Severity | None]) -> None:
        """Gives findings the severity that a target sees in them; None leaves one as it is.

        In strict mode nothing becomes less severe, and warnings become errors.
        """
        for finding in self.found:
            level = severity_of(finding)
            if self.strict and level != "error":
                level = "error" if level == "warning" else None
            finding.severity = level or finding.severity

    def deduplicate(self, twins: Iterable[tuple[LazyFinding, LazyFinding]]) -> None:
        """Takes out findings, the second of each pair, that say what the first says, which becomes as severe."""
        duplicates = []
        for kept, other in twins:
            duplicates.append(other)
            if other.severity == "error":
                kept.severity = "error"
        self.drop(duplicates)

    def drop(self, findings: Iterable[LazyFinding]) -> None:
        """Takes findings out."""
        dropped = set(map(id, findings))
        if dropped:
            self.found = [finding for finding in self.found if id(finding) not in dropped]

    def about(self, at: _Element | Element | None, *rules: Rule) -> list[LazyFinding]:
        """What some rules have found about an element, as far as it was found in a document that is still there."""
        place, codes = place_of(at), {rule.code for rule in rules}
        return [each for each in self.found if each.code in codes and each.is_about(place)]

    def finish(self) -> tuple[Diagnostic, ...]:
        """All findings, by file in the order of their first finding, then by place."""
        return self.finish_later().records()

    def finish_later(self) -> LoadFindings:
        """The same, where it may be that nobody looks at them."""
        if self.left_out:
            left_out, self.left_out = self.left_out, 0
            rule = rules.TOO_MANY_FINDINGS
            message = rule.message.format(count=left_out)
            record = Diagnostic(rule.code, rule.name, "note", message, self.found[0].file, 0, 0, "")
            self.found.append(LazyFinding.of_record(record))
        all_found = self.found
        for source in self._sources.values():
            if source.expansion is not None and all_found:
                records = source.expansion.map_findings([each.record() for each in all_found], source.name)
                all_found = [LazyFinding.of_record(each) for each in records]
        return LoadFindings(list(all_found), partial(_arrange, [source.name for source in self._sources.values()]))

    def _place(self, related: _Element | Element | None) -> tuple[Source | None, _Element | int | None]:
        place = place_of(related)
        return None if place is None else self.source_of(place), place


def _arrange(names: list[str | None], findings: list[LazyFinding]) -> list[LazyFinding]:
    """Findings by file in the order of the first of each, then by place; ``names`` are those of all texts that were read."""
    files: defaultdict[str | None, list[LazyFinding]] = defaultdict(list)
    for finding in findings:
        files[finding.file].append(finding)
    return [
        finding
        for name, found in files.items()
        for finding in sorted(found if names.count(name) < 2 else _deduplicate(found), key=LazyFinding.place)
    ]


def _deduplicate(findings: list[LazyFinding]) -> list[LazyFinding]:
    """Findings of a file that was read more than once, without those that say the same of one place."""
    alike: dict[tuple[object, ...], list[LazyFinding]] = {}
    for finding in findings:
        alike.setdefault((finding.code, finding.row, *finding.place()), []).append(finding)
    # what a finding says takes long to find out, and most stand alone
    repeated = {id(finding) for group in alike.values() if len(group) > 1 for finding in _find_repeated(group)}
    return [finding for finding in findings if id(finding) not in repeated]


def _find_repeated(findings: list[LazyFinding]) -> Iterator[LazyFinding]:
    """Findings of one rule about one place that say what an earlier one says."""
    seen: set[object] = set()
    for finding in findings:
        # a custom parser's finding has no arguments
        said = tuple(map(str, finding.arguments.values())) or finding.message
        if said in seen:
            yield finding
        seen.add(said)


def place_of(place: _Element | Element | None) -> _Element | int | None:
    """The XML element behind ``place``, or the number that it has where the tree is not kept."""
    if place is None or isinstance(place, _Element):
        return place
    # importing the class of typed elements would go round in a circle
    number = getattr(place, "_origin", None)
    return number if type(number) is int else place.source_element


def xml_of(place: _Element | Element | None) -> _Element | None:
    """The XML element behind ``place``, if it came from a document."""
    # importing the class of typed elements would go round in a circle
    return place if place is None or isinstance(place, _Element) else place.source_element
