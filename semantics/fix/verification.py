"""What a document is like with some changes: read again, and compared with what it was."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ...diagnostics.errors import BodyplanError
from ...diagnostics.records import dataclass, replace
from ...diagnostics.registry import REGISTRY
from ...runtime.files import Unreadable
from ...runtime.lazy_finding import LazyFinding
from ...runtime.overlay_files import OverlayFiles
from ...runtime.source import Source
from ..core.written_file import DisjointChanges, Shifts, WrittenFile, invert_changes
from ..document.loader import load_lenient
from ..postprocess.typo_recovery import SUGGESTED, find_unresolved_names, make_place_key
from .candidate import Case
from .registry import find_drafts

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ..core.options import Options
    from ..core.written_file import TextChange
    from ..document.document import Document
    from ..postprocess.corrections import CorrectedSource, Correction

    WrittenFiles = Mapping[str | None, WrittenFile]

Contents: TypeAlias = "Mapping[str | None, bytes | str]"
"""What files hold that were changed, by the names that findings have for them."""
Changes = dict["str | None", "list[TextChange]"]

SEVERITY_RANK = {"note": 0, "warning": 1, "error": 2}
TOLERANCE = 1e-9
"""How far the numbers of two scenes may be apart that are the same."""
MOST_KEPT = 2
"""How many states are kept: what was read to find out what follows from misspelt names is the next trial mostly."""


@dataclass
class TrialState:
    """A document with some changes."""

    contents: Contents
    findings: tuple[Diagnostic, ...]
    """Without strictness."""
    document: Document[Any] | None
    """None where there are errors."""
    sources: Mapping[str | None, Source]
    unrecovered: Sequence[LazyFinding]
    """The findings with those that follow from misspelt names."""
    is_recovered: bool
    """Whether it was found out which these are."""

    @cached_property
    def unresolved_names(self) -> list[str]:
        """Names of nothing that resemble no other, also where that follows from something else that is wrong."""
        return find_unresolved_names(self.unrecovered)

    @cached_property
    def files(self) -> dict[str | None, WrittenFile]:
        """The texts by their names."""
        return {name: WrittenFile(source) for name, source in self.sources.items()}

    def means_same(self, other: TrialState) -> bool:
        """Whether both have a meaning, and the same."""
        from ..diff.differences import compare_meanings

        if self.document is None or other.document is None:
            return False
        try:
            return compare_meanings(self.document, other.document, TOLERANCE)
        except BodyplanError:
            return False


class TrialLoader:
    """Reads a document, which has to be of ``format``, with one set of changes after the other."""

    def __init__(self, source: Source, options: Options, format: str | None = None) -> None:
        self.name, self.data = source.name, source.data
        # strictness makes no difference to what is found, but to what is refused
        self.options = replace(options, strict=False)
        self._asked = options
        self.format = format
        self.is_expanded = False
        """Whether what was read last is written in xacro."""
        self._kept: dict[frozenset[tuple[str | None, bytes | str]], TrialState] = {}
        self._is_nested = False

    def state(self, contents: Contents) -> TrialState:
        """The document with what some files are to hold."""
        key = frozenset(contents.items())
        if key not in self._kept:
            self._kept[key] = self._state(contents, self.options)
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return self._kept[key]

    def findings(self, state: TrialState) -> tuple[Diagnostic, ...]:
        """What is wrong with the document in a state, as strictly as the caller asked for."""
        return self._state(state.contents, self._asked).findings if self._asked.strict else state.findings

    def _state(self, contents: Contents, options: Options) -> TrialState:
        others = {name: data for name, data in contents.items() if name is not None and isinstance(data, bytes)}
        options = replace(options, files=OverlayFiles(options.files, others)) if others else options
        source = Source(self.name, contents.get(self.name, self.data))
        unrecovered: list[LazyFinding] | None = None

        def read_corrected(corrected: CorrectedSource, found: list[LazyFinding]) -> list[LazyFinding] | None:
            nonlocal unrecovered
            is_first, unrecovered = unrecovered is None, found
            return self._read_corrected(corrected, found, contents) if is_first and source.expansion is None else None

        document, sink = load_lenient(source, options, self.format, read_corrected=read_corrected)
        # what xacro makes of a text says nothing of how that can be changed
        expanded = {each.name for each in sink.sources if each.expansion is not None}
        self.is_expanded = source.expansion is not None
        sources = () if self.is_expanded else (each for each in sink.sources if each.name not in expanded)
        # a file that was read several times is the same each time
        return TrialState(
            contents,
            sink.finish(),
            document if sink.ok else None,
            {each.name: each for each in sources},
            sink.found if unrecovered is None else unrecovered,
            unrecovered is not None,
        )

    def _read_corrected(
        self, corrected: CorrectedSource, found: list[LazyFinding], contents: Contents
    ) -> list[LazyFinding] | None:
        """What would be found in a text with its misspelt names corrected: in the text that fixes of them make of it."""
        file = WrittenFile(corrected)
        changes = None if self._is_nested else self._draft_corrections(corrected.corrections, file)
        if changes is None:
            return None
        self._is_nested = True
        try:
            after = self.state({**contents, self.name: file.with_changes(changes)})
        finally:
            self._is_nested = False
        if after.is_recovered:
            return None
        back, seen = {self.name: Shifts(invert_changes(file.text, changes))}, []
        for finding in after.findings:
            line, column = _shift_position(finding, after.files, {self.name: file}, back)
            seen.append(LazyFinding.of_record(replace(finding, line=line, column=column)))
        # what else is found then has to say what the text calls the elements around it
        return seen if set(map(make_place_key, seen)) <= set(map(make_place_key, found)) else None

    def _draft_corrections(self, corrections: Iterable[Correction], file: WrittenFile) -> list[TextChange] | None:
        """What fixes change that correct misspelt names; None where there is more to correct."""
        changes = DisjointChanges()
        for each in corrections:
            finding = each.finding.record()
            fixing = REGISTRY[finding.code].fix
            if finding.code not in SUGGESTED or fixing is None or file.name != finding.file:
                return None
            drafts = find_drafts(Case(finding, fixing, file, self.options))
            if not drafts or not changes.add(drafts[0].changes):
                return None
        return list(changes)

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
    """Whether changes, by file, brought findings that were not there, or made some graver; and which findings are gone."""
    shifts = {name: Shifts(each) for name, each in changes.items()}
    left = list(before.findings)
    ahead = list(after.findings)
    for key in _KEYS:
        known: dict[Hashable, list[Diagnostic]] = {}
        for finding in left:
            place = _shift_position(finding, before.files, after.files, shifts)
            known.setdefault(key(finding, place), []).append(finding)
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
    finding: Diagnostic, before: WrittenFiles, after: WrittenFiles, shifts: Mapping[str | None, Shifts]
) -> tuple[int, int]:
    """Where a finding is once its file was changed."""
    made = shifts.get(finding.file)
    if made is None or not finding.line or finding.file not in before or finding.file not in after:
        return finding.line, finding.column
    at = before[finding.file].offset(finding.line, finding.column)
    return (finding.line, finding.column) if at is None else after[finding.file].layout.position(made.after(at))


_KEYS: tuple[Callable[[Diagnostic, tuple[int, int]], Hashable], ...] = (
    lambda finding, place: (finding.code, finding.row, finding.file, place, finding.message),
    lambda finding, place: (finding.code, finding.row, finding.file, finding.message),
    lambda finding, place: (finding.code, finding.row, finding.file, place),
    lambda finding, place: (finding.code, finding.row, finding.file, place[0]),
)
"""What two findings have in common that are the same, the surest first."""


def changes_of(fixes: Iterable[tuple[Diagnostic, Sequence[TextChange]]]) -> Changes:
    """All changes of some fixes by file."""
    found: Changes = {}
    for finding, changes in fixes:
        found.setdefault(finding.file, []).extend(changes)
    return found
