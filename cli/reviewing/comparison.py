"""What changed between two trees: which documents mean something else, and which findings are new or gone."""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from ...diagnostics.errors import LoadError
from ...diagnostics.fingerprints import Fingerprints
from ...diagnostics.records import NamedTuple, dataclass, replace
from ...runtime.source_lines import SourceLines
from ...semantics.diff.differences import Difference, diff
from ..checking.check_one import examine
from ..checking.discovery import GITIGNORE, PACKAGE_FILE, Walk
from ..checking.filter import FindingFilter
from ..checking.plan import asked_of
from ..checking.progress import Progress
from ..documents import load_document
from ..settings.argument_sets import narrow_to_one
from ..settings.files import FILES as CONFIGURATIONS
from ..settings.resolution import SettingsResolver

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ...semantics.document.document import Document
    from ..checking.job import CheckJob, CheckResult
    from .git import Tree

Status = Literal["added", "deleted", "renamed", "changed"]

FOR_ALL = (*CONFIGURATIONS, GITIGNORE, PACKAGE_FILE)
"""Files that say how documents are read, or which there are; where one changes, all are looked at."""
ALIKE = 0.6
"""How much of a text stays where its file is renamed."""
MOST_COMPARED = 1 << 20
"""Bytes of a file that is compared with others."""
MOST_PAIRS = 2500
"""Of new and deleted documents whose texts are compared."""


class Finding(NamedTuple):
    """A finding, with names of files as they are in the tree."""

    severity: str
    code: str
    file: str
    line: int | None
    column: int | None
    message: str


@dataclass(frozen=True)
class DocumentReview:
    """What changed about one document.

    Attributes:
        path: where it stands; of a deleted one, where it stood.
        status: what happened to it.
        was: where it stood before, where it was renamed.
        through: files of others by which it changes, where it says the same itself.
        differences: what it means differently; None where one of the two cannot be read.
        new: findings that were not there before.
        gone: findings that are there no more.
    """

    path: str
    status: Status
    was: str | None
    through: tuple[str, ...]
    differences: tuple[Difference, ...] | None
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]

    @property
    def has_effect(self) -> bool:
        """Whether more changed than its text."""
        return bool(self.status != "changed" or self.differences or self.new or self.gone) or (
            self.differences is None and not self.through
        )


class Side:
    """The documents of one tree.

    Args:
        tree: the tree.
        arguments: of the call.
        top: the folder of the repository that the call was made for.
    """

    def __init__(self, tree: Tree, arguments: Namespace, top: str) -> None:
        self.tree = tree
        self._root = os.path.join(os.path.realpath(tree.folder), "")
        own = Namespace(**vars(arguments))
        own.search_path = [self._place_of(each, top) for each in arguments.search_path]
        deciding = SettingsResolver(own)
        walk = Walk([self._root], lambda path: deciding(path).settings, takes_xacro=True)
        self.jobs = {self.name_of(job.path): job for job in asked_of(walk, deciding, chosen=arguments.matrix)}
        self._matrix = arguments.matrix
        self._filter = FindingFilter()
        self._lines = SourceLines()

    def _place_of(self, folder: str, top: str) -> str:
        """A folder of the repository as it is in the tree."""
        inside = os.path.relpath(os.path.realpath(folder), top)
        return folder if inside.startswith(os.pardir) else os.path.join(self._root, inside)

    def name_of(self, path: str) -> str:
        """A path as seen from the top of the tree, with slashes."""
        whole = os.path.abspath(path)
        return whole.removeprefix(self._root).replace(os.sep, "/") if whole.startswith(self._root) else path

    def plain(self, text: str) -> str:
        """A text that speaks of files of the tree as if it were the repository."""
        return text.replace(self._root, "")

    def load(self, path: str) -> Document | None:
        """A document, loaded; None where it cannot be, or is not there."""
        if path not in self.jobs:
            return None
        job = self.jobs[path]
        settings, _ = narrow_to_one(job.settings, job.path, self._matrix)
        try:
            document = load_document(job.path, settings, partial=True)
            _ = document.scenes
        except LoadError:
            return None
        return document

    def findings(self, found: CheckResult, job: CheckJob) -> dict[str, Finding]:
        """What is reported for a document, by what it is known by whatever the document is called."""
        verdict = self._filter(found, job.settings)
        shown = [d for d in (*verdict.shown, *verdict.repeated) if d.severity != "note"]
        marks = Fingerprints(lambda file, line: self._lines.get(job.path if file == "" else file, line), self._root)
        known = marks.of("", (replace(d, file=None) if d.file == job.path else d for d in shown))
        return {mark: self._finding(d, job.path) for mark, d in zip(known, shown)}

    def _finding(self, d: Diagnostic, path: str) -> Finding:
        return Finding(d.severity, d.code, self.name_of(d.file or path), d.line, d.column, self.plain(d.message))


def review(base: Side, head: Side) -> Iterator[DocumentReview]:
    """What changed about each document of two trees, in the order of their paths."""
    changed = frozenset(_find_changes(base.tree.blobs, head.tree.blobs))
    if not changed:
        return
    renamed = _find_renames(base, head)
    results = {path: examine(job) for path, job in head.jobs.items()}
    is_for_all = any(path.rpartition("/")[2] in FOR_ALL for path in changed)
    reported: set[Finding] = set()
    paths = sorted(head.jobs.keys() | base.jobs.keys() - set(renamed.values()))
    for path in Progress(len(paths), doing="comparing").over(paths):
        was = renamed.get(path, path)
        if path not in head.jobs:
            gone = base.findings(examine(base.jobs[path]), base.jobs[path])
            yield DocumentReview(path, "deleted", None, (), (), (), tuple(gone.values()))
            continue
        through = _asked_for(results[path], head.name_of, changed)
        is_changed = path in changed or was != path or path not in base.jobs
        if not is_changed and not through and not is_for_all:
            continue
        after = head.findings(results[path], head.jobs[path])
        before = base.findings(examine(base.jobs[was]), base.jobs[was]) if was in base.jobs else {}
        # what is found in an included file is reported once
        new = [each for mark, each in after.items() if mark not in before and each not in reported]
        gone_now = [each for mark, each in before.items() if mark not in after and each not in reported]
        reported.update(each for each in (*new, *gone_now) if each.file not in (path, was))
        status: Status = "changed" if was == path and path in base.jobs else "renamed" if was in base.jobs else "added"
        differences = () if status == "added" else _differences(base, head, was, path)
        made = DocumentReview(
            path,
            status,
            was if was != path else None,
            () if is_changed else tuple(each for each in through if each != path),
            differences,
            tuple(new),
            tuple(gone_now),
        )
        if is_changed or made.has_effect:
            yield made


def _find_changes(base: dict[str, str], head: dict[str, str]) -> Iterator[str]:
    return (path for path in base.keys() | head.keys() if base.get(path) != head.get(path))


def _asked_for(found: CheckResult, name_of: Callable[[str], str], changed: frozenset[str]) -> tuple[str, ...]:
    """The changed files that were asked for while a document was read, there or not."""
    if found.record is None:  # not known: any may be
        return tuple(sorted(changed))
    asked = {name_of(path) for _, _, path, _ in found.record.answers}
    return tuple(sorted(asked & changed))


def _differences(base: Side, head: Side, was: str, path: str) -> tuple[Difference, ...] | None:
    one, other = base.load(was), head.load(path)
    if one is None or other is None:
        return None
    try:
        return diff(one, other)
    except LoadError:
        return None


def _find_renames(base: Side, head: Side) -> dict[str, str]:
    """The documents that stood elsewhere before: those whose text is the same, then those whose text is most alike."""
    added = sorted(head.jobs.keys() - base.jobs.keys() - base.tree.blobs.keys())
    deleted = sorted(base.jobs.keys() - head.jobs.keys() - head.tree.blobs.keys())
    found: dict[str, str] = {}
    for path in added:
        same = [old for old in deleted if base.tree.blobs.get(old) == head.tree.blobs.get(path)]
        if same:
            found[path] = same[0]
            deleted.remove(same[0])
    if len(added) * len(deleted) > MOST_PAIRS:
        return found
    pairs = sorted(
        ((_likeness(base.jobs[old].path, head.jobs[path].path), path, old) for path in added for old in deleted),
        key=lambda pair: (-pair[0], *pair[1:]),
    )
    for likeness, path, old in pairs:
        if likeness >= ALIKE and path not in found and old not in found.values():
            found[path] = old
    return found


def _likeness(path: str, another: str) -> float:
    """How much of the lines of two texts is in both, from 0 to 1."""
    lines = SourceLines()
    one, other = (Counter(line.strip() for line in _lines_of(lines, each)) for each in (path, another))
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def _lines_of(lines: SourceLines, path: str) -> Iterable[str]:
    if os.path.getsize(path) > MOST_COMPARED:
        return
    number = 1
    while (line := lines.get(path, number)) is not None:
        yield line
        number += 1
