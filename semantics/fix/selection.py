"""Which fixes the findings of a document have: drafts that were tried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.fix import Fix
from ...diagnostics.records import NamedTuple, dataclass, field
from ...diagnostics.registry import REGISTRY
from ..core.written_file import DisjointChanges
from .candidate import Case
from .registry import find_drafts
from .verification import changes_of, compare_findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ..core.written_file import TextChange
    from .candidate import Draft
    from .verification import TrialLoader, TrialState

MOST_READINGS = 200
"""How often a document is read to try fixes out; what was not tried is not offered."""
MOST_CHARACTERS = 1 << 24
"""How much is read to try them out, with what findings take: ten seconds or so, so that a large document is read less often."""
CHARACTERS_PER_FINDING = 250
"""Characters that take as long to read as one finding takes to be made and compared."""


class Candidate(NamedTuple):
    """A draft for a finding."""

    finding: Diagnostic
    draft: Draft
    safety: str
    others: tuple[Draft, ...]
    fix: Fix | None = None
    """The draft as a fix, once it was tried out."""

    @property
    def keeps(self) -> bool:
        """Whether the document has to mean what it meant."""
        return self.safety in ("kept", "exact")

    @property
    def may_be_safe(self) -> bool:
        """Whether the fix is safe unless it turns out not to be."""
        return self.keeps or (self.safety == "refused" and self.finding.severity == "error")

    @property
    def is_safe(self) -> bool:
        """Whether the fix turned out to be safe."""
        return self.fix is not None and self.fix.safe

    def next(self) -> Candidate | None:
        """The next draft for the finding."""
        if not self.others:
            return None
        return Candidate(self.finding, self.others[0], self.others[0].safety or self.safety, self.others[1:])


class TrialOutcome(NamedTuple):
    """What becomes of a document with some changes: whether it is worse, the findings that are gone, and whether it means
    the same, None where that was not asked."""

    is_worse: bool
    gone: frozenset[int]
    is_same: bool | None


@dataclass
class FixSelector:
    """Tries fixes out."""

    reading: TrialLoader
    left: int = MOST_CHARACTERS
    """How many characters may still be read."""
    _state: TrialState | None = None
    _known: dict[frozenset[tuple[str | None, TextChange]], TrialOutcome] = field(default_factory=dict)
    """What was tried with that state."""

    def candidates(self, state: TrialState, only: Callable[[Diagnostic], bool] | None = None) -> list[Candidate]:
        """A candidate for each of the findings that are to be fixed and have one."""
        found: list[Candidate] = []
        for finding in state.findings:
            if not has_fix(finding) or finding.file not in state.files or (only is not None and not only(finding)):
                continue
            fixing, file = REGISTRY[finding.code].fix, state.files[finding.file]
            assert fixing is not None
            case = Case(finding, fixing, file, self.reading.options, state.document, state.unresolved_names)
            if drafts := find_drafts(case):
                found.append(Candidate(finding, drafts[0], drafts[0].safety or fixing.safety, tuple(drafts[1:])))
        return found

    def find_sound_fixes(self, state: TrialState, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those of some candidates, no two of which overlap, after which nothing new is found, with their fixes."""
        if not candidates or self.left <= 0:
            return []
        is_sound, is_same = self._try(state, candidates)
        if is_sound and is_same:
            return [_add_fix(each, each.may_be_safe, state) for each in candidates]
        if len(candidates) > 1:
            middle = len(candidates) // 2
            return [
                *self.find_sound_fixes(state, candidates[:middle]),
                *self.find_sound_fixes(state, candidates[middle:]),
            ]
        only = candidates[0]
        if is_sound and only.safety == "kept":
            return [_add_fix(only, False, state)]
        another = only.next()
        return [] if another is None else self.find_sound_fixes(state, [another])

    def apply_compatible(self, state: TrialState, chosen: Iterable[Candidate]) -> tuple[list[Candidate], TrialState]:
        """Those of some sound fixes that go together, and the document with them."""
        together, _ = split_overlapping(chosen)
        while together and self.left > 0:
            is_sound, is_same = self._try(state, together)
            if is_sound and is_same:
                changes = changes_of((each.finding, each.draft.changes) for each in together)
                return together, self.reading.apply_changes(state, changes)
            together = together[: len(together) // 2]
        return [], state

    def _try(self, state: TrialState, candidates: Sequence[Candidate]) -> tuple[bool, bool]:
        """Whether some candidates fix their findings and bring nothing new, and whether the meaning is what it has to be."""
        if state is not self._state:
            self._state, self._known = state, {}
        changes = changes_of((each.finding, each.draft.changes) for each in candidates)
        key = frozenset((name, change) for name, each in changes.items() for change in each)
        has_to_keep = state.document is not None and any(each.keeps for each in candidates)
        known = self._known.get(key)
        if known is None or (has_to_keep and known.is_same is None):
            self.left -= _cost(state)
            after = self.reading.apply_changes(state, changes)
            is_worse, gone = compare_findings(state, after, changes)
            is_same = state.means_same(after) if has_to_keep and not is_worse else None
            known = self._known[key] = TrialOutcome(is_worse, frozenset(map(id, gone)), is_same)
        if known.is_worse or any(id(each.finding) not in known.gone for each in candidates):
            return False, False
        return True, bool(known.is_same) if has_to_keep else all(each.safety != "exact" for each in candidates)


def _cost(state: TrialState) -> int:
    """What reading a document takes away of what may still be read."""
    characters = sum(len(file.text) for file in state.files.values())
    return max(characters + CHARACTERS_PER_FINDING * len(state.findings), MOST_CHARACTERS // MOST_READINGS)


def _add_fix(candidate: Candidate, is_safe: bool, state: TrialState) -> Candidate:
    file = state.files[candidate.finding.file]
    edits = tuple(file.edit(change) for change in sorted(set(candidate.draft.changes)))
    return candidate._replace(fix=Fix(candidate.draft.title, is_safe, edits))


def has_fix(finding: Diagnostic) -> bool:
    """Whether there may be a fix: a table's rows say nothing of one, nor do custom parsers."""
    rule = REGISTRY.get(finding.code)
    return rule is not None and rule.fix is not None and not finding.row


def split_overlapping(candidates: Iterable[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The first of some candidates whose changes do not overlap, and the others; the same changes are one."""
    taken: dict[str | None, DisjointChanges] = {}
    first: list[Candidate] = []
    others: list[Candidate] = []
    for each in candidates:
        known = taken.setdefault(each.finding.file, DisjointChanges())
        (first if known.add(each.draft.changes) else others).append(each)
    return first, others
