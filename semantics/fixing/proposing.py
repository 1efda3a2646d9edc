"""Which fixes the findings of a document have: drafts that were tried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.diagnostics.fix import Fix
from .drafts import Case, NoWay
from .kinds import KINDS
from .trying import came_up, changes_of, rule_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...runtime.diagnostics.diagnostic import Diagnostic
    from .drafts import Draft
    from .trying import Changes, Reading, State
    from .written import Change

MOST_READINGS = 500
"""How often a document is read to try fixes out; what was not tried is not offered."""


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


class Chosen(NamedTuple):
    """A fix that was tried out."""

    candidate: Candidate
    fix: Fix


@dataclass
class Proposing:
    """Tries fixes out.

    Attributes:
        reading: how the document is read.
        left: how often it may still be.
    """

    reading: Reading
    left: int = MOST_READINGS
    _last: tuple[State, list[Candidate], tuple[bool, bool, State]] | None = None

    def candidates(self, state: State, only: Callable[[Diagnostic], bool] | None = None) -> list[Candidate]:
        """A candidate for each of the findings that are to be mended and have one."""
        found: list[Candidate] = []
        for finding in state.findings:
            fixing = getattr(rule_of(finding), "fix", None)
            if fixing is None or finding.row or finding.file not in state.files:
                continue
            if only is not None and not only(finding):
                continue
            case = Case(finding, fixing, state.files[finding.file], state, self.reading.options)
            try:
                drafts = [draft for draft in KINDS[fixing.kind](case) if draft.changes]
            except (NoWay, IndexError, AssertionError):  # the text is laid out as the parser alone understands it
                continue
            if drafts:
                found.append(Candidate(finding, drafts[0], drafts[0].safety or fixing.safety, tuple(drafts[1:])))
        return found

    def sound(self, state: State, candidates: Sequence[Candidate]) -> list[Chosen]:
        """Those of some candidates, no two of which overlap, after which nothing new is found, with how safe they are."""
        if not candidates or self.left <= 0:
            return []
        is_sound, is_same, _ = self._try(state, candidates)
        if is_sound and is_same:
            return [_chosen(each, each.may_be_safe, state) for each in candidates]
        if len(candidates) > 1:
            middle = len(candidates) // 2
            return [*self.sound(state, candidates[:middle]), *self.sound(state, candidates[middle:])]
        only = candidates[0]
        if is_sound and only.safety == "kept":
            return [_chosen(only, False, state)]
        another = only.next()
        return [] if another is None else self.sound(state, [another])

    def applied(self, state: State, chosen: Sequence[Chosen]) -> tuple[list[Chosen], State]:
        """Those of some sound fixes that go together, and the document with them."""
        fixes = {id(each.candidate): each for each in chosen}
        together, _ = apart([each.candidate for each in chosen])
        while together and self.left > 0:
            is_sound, is_same, after = self._try(state, together)
            if is_sound and (is_same or not any(each.may_be_safe for each in together)):
                return [fixes[id(each)] for each in together], after
            together = together[: len(together) // 2]
        return [], state

    def _try(self, state: State, candidates: Sequence[Candidate]) -> tuple[bool, bool, State]:
        """Whether the changes of candidates mend them and bring nothing new, and whether the meaning is what it has to be;
        and the document with them."""
        changes = changes_of((each.finding, each.draft.changes) for each in candidates)
        if self._last is not None and self._last[0] is state and self._last[1] == list(candidates):
            return self._last[2]
        self.left -= 1
        after = self.reading.changed(state, changes)
        verdict = (*self._verdict(state, after, candidates, changes), after)
        self._last = state, list(candidates), verdict
        return verdict

    def _verdict(
        self, state: State, after: State, candidates: Sequence[Candidate], changes: Changes
    ) -> tuple[bool, bool]:
        is_worse, gone = came_up(state, after, changes)
        left = {id(finding) for finding in state.findings} - set(map(id, gone))
        if is_worse or any(id(each.finding) in left for each in candidates):
            return False, False
        if state.document is None:
            return True, all(each.safety != "exact" for each in candidates)
        return True, not any(each.keeps for each in candidates) or state.means(after)


def _chosen(candidate: Candidate, is_safe: bool, state: State) -> Chosen:
    file = state.files[candidate.finding.file]
    edits = tuple(file.edit(change) for change in sorted(set(candidate.draft.changes)))
    return Chosen(candidate, Fix(candidate.draft.title, is_safe, edits))


def apart(candidates: Iterable[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The first of some candidates whose changes do not overlap, and the others; the same changes are one."""
    taken: dict[str | None, list[Change]] = {}
    first: list[Candidate] = []
    others: list[Candidate] = []
    for each in candidates:
        known = taken.setdefault(each.finding.file, [])
        if set(each.draft.changes) <= set(known):
            first.append(each)
        elif any(_overlap(one, other) for one in each.draft.changes for other in known):
            others.append(each)
        else:
            known.extend(each.draft.changes)
            first.append(each)
    return first, others


def _overlap(one: Change, other: Change) -> bool:
    if one.start == other.start:
        return True
    first, second = sorted((one, other))
    return first.end > second.start
