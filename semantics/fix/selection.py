"""Which fixes the findings of a document have: drafts that were tried out."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ...diagnostics.fix import Fix
from ...diagnostics.registry import REGISTRY
from .candidate import Case, NoFixFound
from .registry import KINDS
from .verification import changes_of, compare_findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from .candidate import Draft
    from .text_edit import TextChange
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

    @property
    def keeps(self) -> bool:
        """Whether the document has to mean what it meant."""
        return self.safety in ("kept", "exact")

    @property
    def may_be_safe(self) -> bool:
        """Whether the fix is safe unless it turns out not to be."""
        return self.keeps or (self.safety == "refused" and self.finding.severity == "error")

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


class ChosenFix(NamedTuple):
    """A fix that was tried out."""

    candidate: Candidate
    fix: Fix


@dataclass
class FixSelector:
    """Tries fixes out.

    Attributes:
        reading: how the document is read.
        left: how many characters may still be.
    """

    reading: TrialLoader
    left: int = MOST_CHARACTERS
    _state: TrialState | None = None
    _known: dict[frozenset[tuple[str | None, TextChange]], TrialOutcome] = field(default_factory=dict)
    """What was tried with that state."""
    _after: tuple[frozenset[tuple[str | None, TextChange]], TrialState] | None = None
    """What was tried last, and what came of it."""

    def candidates(self, state: TrialState, only: Callable[[Diagnostic], bool] | None = None) -> list[Candidate]:
        """A candidate for each of the findings that are to be mended and have one."""
        found: list[Candidate] = []
        for finding in state.findings:
            if not has_fix(finding) or finding.file not in state.files or (only is not None and not only(finding)):
                continue
            fixing = REGISTRY[finding.code].fix
            assert fixing is not None
            case = Case(finding, fixing, state.files[finding.file], state, self.reading.options)
            try:
                drafts = [draft for draft in KINDS[fixing.kind](case) if draft.changes]
            except (NoFixFound, IndexError, AssertionError):  # the text is laid out as the parser alone understands it
                continue
            if drafts:
                found.append(Candidate(finding, drafts[0], drafts[0].safety or fixing.safety, tuple(drafts[1:])))
        return found

    def find_sound_fixes(self, state: TrialState, candidates: Sequence[Candidate]) -> list[ChosenFix]:
        """Those of some candidates, no two of which overlap, after which nothing new is found, with how safe they are."""
        if not candidates or self.left <= 0:
            return []
        is_sound, is_same, _ = self._try(state, candidates)
        if is_sound and is_same:
            return [_make_chosen_fix(each, each.may_be_safe, state) for each in candidates]
        if len(candidates) > 1:
            middle = len(candidates) // 2
            return [
                *self.find_sound_fixes(state, candidates[:middle]),
                *self.find_sound_fixes(state, candidates[middle:]),
            ]
        only = candidates[0]
        if is_sound and only.safety == "kept":
            return [_make_chosen_fix(only, False, state)]
        another = only.next()
        return [] if another is None else self.find_sound_fixes(state, [another])

    def apply_compatible(self, state: TrialState, chosen: Sequence[ChosenFix]) -> tuple[list[ChosenFix], TrialState]:
        """Those of some sound fixes that go together, and the document with them."""
        fixes = {id(each.candidate): each for each in chosen}
        together, _ = split_overlapping([each.candidate for each in chosen])
        while together and self.left > 0:
            is_sound, is_same, after = self._try(state, together)
            if is_sound and is_same:
                if after is None:
                    changes = changes_of((each.finding, each.draft.changes) for each in together)
                    after = self.reading.apply_changes(state, changes)
                return [fixes[id(each)] for each in together], after
            together = together[: len(together) // 2]
        return [], state

    def _try(self, state: TrialState, candidates: Sequence[Candidate]) -> tuple[bool, bool, TrialState | None]:
        """What becomes of a document with the changes of some candidates.

        Returns:
            whether they mend their findings and bring nothing new; whether the meaning is what it has to be; and the
            document with them, None where that was not made again.
        """
        if state is not self._state:
            self._state, self._known, self._after = state, {}, None
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
            self._after = key, after
        if known.is_worse or any(id(each.finding) not in known.gone for each in candidates):
            return False, False, None
        kept = bool(known.is_same) if has_to_keep else all(each.safety != "exact" for each in candidates)
        return True, kept, self._after[1] if self._after is not None and self._after[0] == key else None


def _cost(state: TrialState) -> int:
    """What reading a document takes away of what may still be read."""
    characters = sum(len(file.text) for file in state.files.values())
    return max(characters + CHARACTERS_PER_FINDING * len(state.findings), MOST_CHARACTERS // MOST_READINGS)


def _make_chosen_fix(candidate: Candidate, is_safe: bool, state: TrialState) -> ChosenFix:
    file = state.files[candidate.finding.file]
    edits = tuple(file.edit(change) for change in sorted(set(candidate.draft.changes)))
    return ChosenFix(candidate, Fix(candidate.draft.title, is_safe, edits))


def has_fix(finding: Diagnostic) -> bool:
    """Whether there may be a fix: a table's rows say nothing of one, nor do custom parsers."""
    rule = REGISTRY.get(finding.code)
    return rule is not None and rule.fix is not None and not finding.row


def split_overlapping(candidates: Iterable[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The first of some candidates whose changes do not overlap, and the others; the same changes are one."""
    taken: dict[str | None, _DisjointChanges] = {}
    first: list[Candidate] = []
    others: list[Candidate] = []
    for each in candidates:
        known = taken.setdefault(each.finding.file, _DisjointChanges())
        (first if known.add(each.draft.changes) else others).append(each)
    return first, others


class _DisjointChanges:
    """Changes of a text that do not overlap."""

    def __init__(self) -> None:
        self._changes: set[TextChange] = set()
        self._ordered: list[TextChange] = []

    def add(self, changes: Sequence[TextChange]) -> bool:
        """Adds changes that belong together, unless one of them overlaps a change that was there; says whether they are there."""
        if self._changes.issuperset(changes):
            return True
        if any(map(self._overlaps, changes)):
            return False
        self._changes.update(changes)
        for each in changes:
            insort(self._ordered, each)
        return True

    def _overlaps(self, change: TextChange) -> bool:
        at = bisect_left(self._ordered, (change.start,))
        if at and self._ordered[at - 1].end > change.start:
            return True
        if at == len(self._ordered):
            return False
        following = self._ordered[at]
        return following.start == change.start or change.end > following.start
