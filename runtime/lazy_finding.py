"""Findings of a load that is under way: what takes long to find out is found out when it is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..diagnostics.diagnostic import Diagnostic, OpenDiagnostic, Related, advise_later
from ..diagnostics.families import family_of
from ..diagnostics.records import NamedTuple, replace
from .patterns import compile_pattern
from .source import ElementLocation, literal_tag
from .spelling import LateAdvice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lxml.etree import _Element

    from ..diagnostics.rule import Rule, Severity
    from .source import Source, Span

RelatedPlace = tuple[str, "Source | None", "_Element | int | None"]
"""What is said of another place, its file, and the element there or its number."""

_new = object.__new__
_NUMBER = compile_pattern(r"\[[^]]*\]")

_Words = tuple[str, "str | None", dict[str, Any], "str | None"]
"""Message, hint, arguments and detail."""


class InnerSpan(NamedTuple):
    """The span of something in an element, such as its text, where that is another than that of the element."""

    line: int
    column: int
    end_line: int | None
    end_column: int | None


class LazyFinding:
    """What a ``Diagnostic`` is made of in the end. Its severity may change; all else is as it was reported.

    Args:
        rule: its kind.
        severity: how bad it is.
        raw: its arguments, or a function that finds them out; those that only the hint speaks of may be such functions, too.
        source: the file.
        at: the element that it is about, or its number, or its place; None where it is about ``span`` in the file.
        tag: the name of that element, empty where it is not known.
        attribute: name of the attribute that it is about.
        span: where it is, if that is not where ``at`` is.
        related: other places.
        refused_by: who refuses the document over it, where that is known of its place rather than of its rule.
    """

    __slots__ = (
        *("code", "name", "row", "severity", "file", "attribute"),
        *(
            "_rule",
            "_raw",
            "_source",
            "_at",
            "_tag",
            "_path",
            "_span",
            "_text",
            "_related",
            "_record",
            "_refused_by",
        ),
    )

    def __init__(
        self,
        rule: Rule,
        severity: Severity,
        raw: dict[str, Any] | Callable[[], dict[str, Any]],
        source: Source | None,
        at: _Element | ElementLocation | int | None,
        tag: str,
        attribute: str | None,
        span: Span | None,
        related: tuple[RelatedPlace | Related, ...] = (),
        refused_by: tuple[str, ...] = (),
    ) -> None:
        self.code, self.name, self.row = rule.code, rule.name, rule.row
        self.severity: Severity = severity
        self.file = None if source is None else source.name
        self.attribute = attribute
        self._rule, self._raw = rule, raw
        self._source, self._at, self._tag = source, at, tag
        self._path: tuple[str, str] | None = ("", "") if at is None else None
        self._span = span
        self._text: _Words | None = None
        self._related = related
        self._record: Diagnostic | None = None
        self._refused_by = refused_by

    @classmethod
    def of_record(cls, record: Diagnostic) -> LazyFinding:
        """One that was complete from the start, such as that of a custom parser."""
        found = object.__new__(cls)
        found.code, found.name, found.row, found.severity = record.code, record.name, record.row, record.severity
        found.file, found.attribute = record.file, record.attribute
        found._source = found._at = None
        found._path = record.xpath, record.element
        found._span = record.line, record.column, record.end_line, record.end_column
        found._raw = record.arguments
        found._text = record.message, record.hint, record.arguments, record.detail
        found._related = record.related
        found._refused_by = record.refused_by
        found._record = record
        return found

    def become(self, rule: Rule, **arguments: Any) -> None:
        """Makes it a finding of another rule about the same place, with the severity and the words of that."""
        self.code, self.name, self.row, self.severity = rule.code, rule.name, rule.row, rule.severity
        self._rule, self._raw = rule, arguments
        self._text = self._record = None
        self._refused_by = ()

    def find_element(self) -> _Element | None:
        """The element that it is about; None where that is gone or not known."""
        if self._at is None or self._source is None or isinstance(self._at, ElementLocation):
            return None
        return self._source.element(self._at)

    def record(self) -> Diagnostic:
        """The finding as plain data."""
        if self._record is None:
            advised = None if callable(self._raw) else self._find_late_arguments()
            if advised is None:
                message, hint, arguments, detail = self._words()
            else:
                message, hint, arguments, detail = self._rule.message.format_map(advised), None, {}, None
            xpath, element = self._path or self.find_path()
            line, column, end_line, end_column = self._span or self._place()
            if isinstance(self._at, ElementLocation):
                end_line, end_column = self._at.source.end_of(self._at, self.attribute) or (None, None)
            made = _new(OpenDiagnostic)
            # in threes at most, or Python makes a tuple of them first
            made.code, made.name, made.row = self.code, self.name, self.row
            made.message, made.hint, made.detail = message, hint, detail
            made.severity, made.arguments = self.severity, arguments
            made.file, made.line, made.column = self.file, line, column
            made.end_line, made.end_column = end_line, end_column
            made.xpath, made.element, made.attribute = xpath, element, self.attribute
            made.related = self.find_related() if self._related else ()
            made.refused_by = self._find_refusing(xpath) if self.severity == "warning" else ()
            made.places = made.argument_sets = ()
            made.fix = None
            made.__class__ = Diagnostic
            finding: Diagnostic = made
            self._record = finding
            if advised is not None:
                advise_later(finding, partial(_find_advice, self._rule, advised))
        elif self._record.severity != self.severity:
            refused_by = self._record.refused_by if self.severity == "warning" else ()
            self._record = replace(self._record, severity=self.severity, refused_by=refused_by)
        return self._record

    @property
    def family(self) -> str:
        """See ``Diagnostic``."""
        return family_of(self.code)

    @property
    def line(self) -> int:
        """See ``Diagnostic``."""
        return self._place()[0]

    @property
    def column(self) -> int:
        """See ``Diagnostic``."""
        return self._place()[1]

    @property
    def xpath(self) -> str:
        """See ``Diagnostic``."""
        return self.find_path()[0]

    @property
    def element(self) -> str:
        """See ``Diagnostic``."""
        return self.find_path()[1]

    @property
    def message(self) -> str:
        """See ``Diagnostic``."""
        return self._words()[0]

    @property
    def hint(self) -> str | None:
        """See ``Diagnostic``."""
        return self._words()[1]

    @property
    def arguments(self) -> dict[str, Any]:
        """See ``Diagnostic``."""
        return self._words()[2]

    def find_related(self) -> tuple[Related, ...]:
        """See ``Diagnostic``."""
        if not self._related:
            return ()
        return tuple([each if isinstance(each, Related) else _relate(*each) for each in self._related])

    def argument(self, name: str) -> Any:
        """One of the arguments, without finding out the others; None where there is no such argument."""
        raw = self._raw() if callable(self._raw) else self._raw
        value = raw.get(name)
        return value() if callable(value) else value

    def find_path(self) -> tuple[str, str]:
        """The path and the name of the element; changes of the tree make no difference once they were asked for."""
        if self._path is None:
            if isinstance(self._at, ElementLocation):
                path = f"{self._at.xpath}/@{self.attribute}" if self.attribute else self._at.xpath
                self._path = path, self._at.tag
            else:
                assert self._source is not None, "else the path is known from the start"
                assert self._at is not None, "else the path is known from the start"
                element = self._source.element(self._at)
                self._path = self._source.xpath(element, self.attribute), literal_tag(element)
        return self._path

    def find_xml_element(self) -> _Element | None:
        """The XML element that it is about; None where the text is known by its places only."""
        if self._at is None or self._source is None or isinstance(self._at, ElementLocation):
            return None
        return self._source.element(self._at)

    def add_argument(self, name: str, value: object) -> None:
        """Adds something to what it says, which was found out later."""
        raw = self._raw() if callable(self._raw) else self._raw
        self._raw = {**raw, name: value}
        self._text = self._record = None

    @property
    def xml(self) -> _Element | None:
        """What it is about, where that is an element of a tree that was kept."""
        at = self._at
        return None if at is None or isinstance(at, (int, ElementLocation)) else at

    def find_node(self, source: Source) -> tuple[_Element, str | None] | None:
        """The element of a source that it is about, and the attribute; None where only its place says, as that of a text."""
        at = self._at
        if self._source is not source or isinstance(self._span, InnerSpan):
            return None
        return None if at is None or isinstance(at, (int, ElementLocation)) else (at, self.attribute)

    def is_about(self, element: object) -> bool:
        """Whether this is about an element, which may be given as its number."""
        return self._at is not None and self._at == element

    def anchor(self) -> tuple[object, ...]:
        """The same for findings about one element, without looking its place up."""
        if self._at is None or isinstance(self._at, ElementLocation) or self._source is None:
            return self.file, self.line, self.column
        return self._source, self._source.anchor(self._source.element(self._at))

    def place(self) -> tuple[int, int]:
        """Line and column."""
        span = self._span or self._place()
        return span[0], span[1]

    def _place(self) -> Span:
        if self._span is None:
            if isinstance(self._at, ElementLocation):
                self._span = self._at.line, self._at.column, None, None
            else:
                assert self._source is not None, "else the place is known from the start"
                assert self._at is not None, "else the place is known from the start"
                if self._path is None:
                    self.find_path()
                self._span = self._source.span(self._source.element(self._at), self.attribute)
        return self._span

    @staticmethod
    def locate(findings: Iterable[LazyFinding]) -> None:
        """Looks up the places of findings, those in one text together."""
        by_source: dict[Source, tuple[list[LazyFinding], list[tuple[_Element, str | None]]]] = {}
        for finding in findings:
            if finding._path is not None or finding._span is not None:
                continue
            source, at = finding._source, finding._at
            if source is None or at is None or isinstance(at, ElementLocation):
                continue
            if source not in by_source:
                by_source[source] = [], []
            found, parts = by_source[source]
            found.append(finding)
            parts.append((source.element(at) if isinstance(at, int) else at, finding.attribute))
        for source, (found, parts) in by_source.items():
            for finding, (path, span) in zip(found, source.locate(parts)):
                finding._path, finding._span = path, span

    def _find_refusing(self, xpath: str) -> tuple[str, ...]:
        """Who refuses the document over this, as far as its rule or its place says."""
        if self._refused_by or not self._rule.refused_by:
            return self._refused_by
        path = _NUMBER.sub("", xpath)
        return tuple([reader for place, reader in self._rule.refused_by if _is_at(path, place)])

    def _find_late_arguments(self) -> dict[str, Any] | None:
        """Its arguments, where some are advice that can be found out after the load, and all else is found out."""
        rule, raw = self._rule, self._raw
        if self._text is not None or callable(raw) or rule.words is not None or rule.detail is not None:
            return None
        late = [each for each in raw.values() if callable(each)]
        for each in late:
            if not isinstance(each, LateAdvice):
                return None
            each.let_go()  # records hold no document
        return raw if late else None

    def _words(self) -> _Words:
        if self._text is None:
            rule, raw = self._rule, self._raw
            if callable(raw):  # which finds out all of them
                raw = arguments = raw()
            else:
                arguments = _find_out(raw)
            if rule.hint is None and rule.words is None and rule.detail is None:  # as nearly all that targets say
                self._text = rule.message.format_map(raw), None, arguments, None
                return self._text
            words = rule.words(self._tag, self.attribute, raw) if rule.words is not None else {}
            message = rule.message.format(**{**raw, **words})
            hint = _format_hint(rule, {**arguments, **words})
            detail = rule.detail.format(**{**arguments, **words}) or None if rule.detail else None
            self._text = message, hint, arguments, detail
        return self._text


class LoadFindings:
    """The findings of a load that is over; they are put in order, placed and worded when they are first asked for.

    Args:
        pending: the findings as they were reported.
        arrange: puts them in order; of those that say the same of one place it leaves one.
    """

    __slots__ = ("_arrange", "_pending", "_records")

    def __init__(self, pending: list[LazyFinding], arrange: Callable[[list[LazyFinding]], list[LazyFinding]]) -> None:
        self._pending = pending
        self._arrange: Callable[[list[LazyFinding]], list[LazyFinding]] | None = arrange
        self._records: tuple[Diagnostic, ...] | None = None

    @property
    def ok(self) -> bool:
        """Whether none is an error, without making records."""
        pending = self._pending  # before it is asked whether there are records, for another thread may be making them
        if self._records is None:
            kinds = {(finding.code, finding.row, finding.severity == "error") for finding in pending}
            errors = [kind for kind in kinds if kind[2]]
            # the first of a kind stays, whatever says the same
            if not errors or any((code, row, False) not in kinds for code, row, _ in errors):
                return not errors
        return not any(finding.severity == "error" for finding in self._records or self._in_order())

    def records(self) -> tuple[Diagnostic, ...]:
        """All of them."""
        if self._records is None:
            found = self._in_order()  # before it is asked again, for another thread may be at it
            if self._records is None:
                self._records = tuple([finding.record() for finding in found])
                self._pending = []  # records hold no document
        return self._records

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.records())

    def _in_order(self) -> list[LazyFinding]:
        # in this order, for another thread may be at it: to arrange what is arranged changes nothing
        arrange, found = self._arrange, self._pending
        if arrange is not None:
            LazyFinding.locate(found)
            found = self._pending = arrange(found)
            self._arrange = None
        return found


def _find_advice(rule: Rule, raw: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Hint and arguments of a finding of a rule that has its hint of these alone."""
    arguments = _find_out(raw)
    return _format_hint(rule, arguments), arguments


def _format_hint(rule: Rule, told: dict[str, Any]) -> str | None:
    form = rule.hint or ""
    # a name to write is no advice where nothing has a similar one
    is_empty = told.get("suggested", "") is None and "{suggested" in form
    return None if is_empty else form.format(**told) or None


def _find_out(raw: dict[str, Any]) -> dict[str, Any]:
    """Arguments, with those that are functions found out."""
    if not any(map(callable, raw.values())):
        return {**raw}
    return {name: value() if callable(value) else value for name, value in raw.items()}


def _relate(text: str, source: Source | None, place: _Element | int | None) -> Related:
    if source is None or place is None:
        return Related(text, None, 0, 0)
    return Related(text, source.name, *source.span(source.element(place)))


def _is_at(path: str, place: str) -> bool:
    """Whether the path of an element is one that ``Rule.refused_by`` means."""
    root, _, end = place.partition("//")
    return (not root or path.startswith((f"/{root}/", f"/{root}@")) or path == f"/{root}") and (
        not end or path.endswith(f"/{end}")
    )
