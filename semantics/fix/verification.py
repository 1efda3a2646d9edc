"""What a document is like with some changes: read anew, and compared with what it was."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ...diagnostics.errors import BodyplanError
from ...runtime.files import Unreadable
from ...runtime.source import Source
from ..document.analysis import analyze
from ..document.loader import load_lenient
from ..postprocess.typo_recovery import find_unresolved_names
from ..targets.policies import sink_for
from .overlay import OverlayFiles
from .text_edit import Shifts, WrittenFile

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ..core.options import Options
    from ..document.document import Document
    from .text_edit import TextChange

Contents: TypeAlias = "Mapping[str | None, bytes | str]"
"""What files hold that were changed, by the names that findings have for them."""
Changes = dict["str | None", "list[TextChange]"]

SEVERITY_RANK = {"note": 0, "warning": 1, "error": 2}
TOLERANCE = 1e-9
"""How far the numbers of two scenes may be apart that are the same."""


@dataclass
class TrialState:
    """A document with some changes.

    Attributes:
        contents: the files that were changed.
        findings: what is wrong with it, without strictness.
        document: what it holds; None where there are errors.
        sources: the texts that it was read from.
        reading: how it was read.
    """

    contents: Contents
    findings: tuple[Diagnostic, ...]
    document: Document[Any] | None
    sources: Mapping[str | None, Source]
    reading: TrialLoader

    @cached_property
    def unresolved_names(self) -> list[str]:
        """Names that lead nowhere and resemble nothing, also where that follows from something else that is wrong."""
        reading = self.reading
        sink = sink_for(reading.options)
        source = Source(reading.name, self.contents.get(reading.name, reading.data))
        analyze(source, sink, reading.options, reading.format, recovers_from_typos=False)
        return find_unresolved_names(sink.found)

    @cached_property
    def files(self) -> dict[str | None, WrittenFile]:
        """The texts by their names."""
        return {name: WrittenFile(source) for name, source in self.sources.items()}

    def means_same(self, other: TrialState) -> bool:
        """Whether both have a meaning, and the same."""
        from ..diff.differences import diff

        if self.document is None or other.document is None:
            return False
        try:
            return not diff(self.document, other.document, TOLERANCE)
        except BodyplanError:
            return False


class TrialLoader:
    """How a document is read again and again.

    Args:
        source: the document.
        options: what the caller asked for.
        format: what it has to be.
    """

    def __init__(self, source: Source, options: Options, format: str | None = None) -> None:
        self.name, self.data = source.name, source.data
        # strictness makes no difference to what is found, but to what is refused
        self.options = replace(options, strict=False)
        self._asked = options
        self.format = format

    def state(self, contents: Contents) -> TrialState:
        """The document with what some files are to hold."""
        return self._state(contents, self.options)

    def findings(self, state: TrialState) -> tuple[Diagnostic, ...]:
        """What is wrong with the document in a state, as strictly as the caller asked for."""
        return self._state(state.contents, self._asked).findings if self._asked.strict else state.findings

    def _state(self, contents: Contents, options: Options) -> TrialState:
        others = {name: data for name, data in contents.items() if name is not None and isinstance(data, bytes)}
        options = replace(options, files=OverlayFiles(options.files, others)) if others else options
        source = Source(self.name, contents.get(self.name, self.data))
        document, sink = load_lenient(source, options, self.format)
        # what xacro makes of a text says nothing of how that can be changed
        expanded = {each.name for each in sink.sources if each.expansion is not None}
        sources = () if source.expansion is not None else (each for each in sink.sources if each.name not in expanded)
        # a file that was read several times is the same each time
        return TrialState(
            contents, sink.finish(), document if sink.ok else None, {each.name: each for each in sources}, self
        )

    def apply_changes(self, state: TrialState, changes: Changes) -> TrialState:
        """The document with more changes."""
        made = {name: state.files[name].with_changes(each) for name, each in changes.items()}
        return self.state({**state.contents, **made})

    @classmethod
    def of_source(cls, source: Source, options: Options) -> TrialLoader | None:
        """That of a text, or of the file that it is called where it has none; None where that cannot be read."""
        if not source.data:
            try:
                source.data = options.files.read(source.name or "", options.max_bytes)
            except Unreadable:
                return None
        return cls(source, options)


def compare_findings(before: TrialState, after: TrialState, changes: Changes) -> tuple[bool, list[Diagnostic]]:
    """Whether changes brought findings that were not there, or made some graver; and which findings are gone.

    Args:
        before: the document without the changes.
        after: with them.
        changes: by file.
    """
    shifts = {name: Shifts(each) for name, each in changes.items()}
    left = list(before.findings)
    ahead = list(after.findings)
    for key in _KEYS:
        known: dict[Hashable, list[Diagnostic]] = {}
        for finding in left:
            known.setdefault(key(finding, _shift_position(finding, before, after, shifts)), []).append(finding)
        unmatched: list[Diagnostic] = []
        matched: Counter[int] = Counter()
        for finding in ahead:
            same = known.get(key(finding, (finding.line, finding.column)))
            if not same:
                unmatched.append(finding)
                continue
            was = same.pop(0)
            matched[id(was)] += 1
            if SEVERITY_RANK[finding.severity] > SEVERITY_RANK[was.severity]:
                return True, []
        left = [finding for finding in left if not matched[id(finding)]]
        ahead = unmatched
    return bool(ahead), left


def _shift_position(
    finding: Diagnostic, before: TrialState, after: TrialState, shifts: Mapping[str | None, Shifts]
) -> tuple[int, int]:
    """Where a finding stands once its file was changed."""
    made = shifts.get(finding.file)
    if made is None or not finding.line or finding.file not in after.files:
        return finding.line, finding.column
    at = before.files[finding.file].offset(finding.line, finding.column)
    return (finding.line, finding.column) if at is None else after.files[finding.file].place(made.after(at))


_KEYS: tuple[Callable[[Diagnostic, tuple[int, int]], Hashable], ...] = (
    lambda finding, place: (finding.code, finding.row, finding.file, place, finding.message),
    lambda finding, place: (finding.code, finding.row, finding.file, finding.message),
    lambda finding, place: (finding.code, finding.row, finding.file, place),
    lambda finding, place: (finding.code, finding.row, finding.file, place[0]),
)
"""What tells that two findings are the same, the surest first."""


def changes_of(fixes: Iterable[tuple[Diagnostic, Sequence[TextChange]]]) -> Changes:
    """All changes of some fixes by file."""
    found: Changes = {}
    for finding, changes in fixes:
        found.setdefault(finding.file, []).extend(changes)
    return found
