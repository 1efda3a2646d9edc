"""Findings that are known already: kept in a file, and no longer reported.

Findings are recognised by their fingerprints, so that edits elsewhere in a document do not bring them back.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...diagnostics.fingerprints import Fingerprints, name_from
from ...diagnostics.records import NamedTuple
from ...diagnostics.registry import REGISTRY
from ...diagnostics.rule import PLAUSIBLE
from ...diagnostics.rules import FILE_UNREADABLE
from ...runtime.atomic_write import write_atomically
from ...runtime.files import FILES, Unreadable
from ...runtime.source_lines import SourceLines
from ..messages import WrongCall

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic

FILE = "bodyplan-baseline.json"
"""Where a baseline is written if nothing says another place."""
VERSION = 1
MOST_BYTES = 1 << 30


class BaselineEntry(NamedTuple):
    """A finding of a baseline; the message is for those who read the file."""

    file: str
    code: str
    fingerprint: str
    message: str


class Baseline:
    """The known findings of one run.

    Args:
        path: the file; names of documents in it are as seen from its folder.
        entries: what it holds.
        adopts: whether all that is found becomes known.
    """

    def __init__(self, path: str, entries: Sequence[BaselineEntry] = (), *, adopts: bool = False) -> None:
        self.path = path
        self._adopts = adopts
        self._home = os.path.dirname(os.path.abspath(path))
        self._known = {entry.fingerprint: entry for entry in entries}
        self._seen: dict[str, BaselineEntry] = {}
        self._lines = SourceLines()
        self._checked: set[str] = set()
        self._judged_by_physics: set[str] = set()

    def split_known(
        self, shown: Sequence[Diagnostic], path: str, everything: Sequence[Diagnostic], *, plausible: bool = False
    ) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """Those that are new, and those that are known.

        Args:
            shown: findings of a document.
            path: the document.
            everything: all its findings, by which similar ones are distinguished.
            plausible: whether rules were looked at that only ``--plausible`` asks for.
        """
        name = name_from(path, self._home)
        self._checked.add(name)
        if plausible:
            self._judged_by_physics.add(name)
        prints = dict(zip(map(id, everything), Fingerprints(self._lines.get, self._home).of(path, everything)))
        new: list[Diagnostic] = []
        known: list[Diagnostic] = []
        for finding in shown:
            fingerprint = prints[id(finding)]
            file = name_from(finding.file or path, self._home)
            is_known = fingerprint in self._known or self._adopts
            if finding.code == FILE_UNREADABLE.code:  # nothing is known of such a file
                is_known = False
            else:
                self._seen[fingerprint] = BaselineEntry(file, finding.code, fingerprint, finding.message)
            (known if is_known else new).append(finding)
        return new, known

    def find_known_ids(self, everything: Sequence[Diagnostic], path: str, lines: SourceLines) -> set[int]:
        """The ids of those of all findings of a text that are known.

        Args:
            everything: the findings.
            path: the document.
            lines: the lines of the text.
        """
        prints = Fingerprints(lines.get, self._home).of(path, everything)
        return {id(finding) for finding, fingerprint in zip(everything, prints) if fingerprint in self._known}

    def find_stale_entries(self) -> list[BaselineEntry]:
        """Entries of documents that were checked, or are not there any more, which no finding of the run has."""
        return [
            entry
            for fingerprint, entry in self._known.items()
            if fingerprint not in self._seen
            and (entry.file in self._looked_at(entry.code) or not os.path.exists(os.path.join(self._home, entry.file)))
        ]

    def _looked_at(self, code: str) -> set[str]:
        """The documents that would have a finding of that code again."""
        rule = REGISTRY.get(code)
        return self._judged_by_physics if rule is not None and rule.group == PLAUSIBLE else self._checked

    def write(self) -> int:
        """Writes what the run has found, beside entries of documents that were not checked; returns how many there are.

        Raises:
            OSError: the file cannot be written; it is as it was.
        """
        gone = {entry.fingerprint for entry in self.find_stale_entries()}
        kept = {mark: entry for mark, entry in self._known.items() if mark not in gone} | self._seen
        files: dict[str, list[dict[str, Any]]] = {}
        for entry in sorted(kept.values()):
            row = {"code": entry.code, "fingerprint": entry.fingerprint, "message": entry.message}
            files.setdefault(entry.file, []).append(row)
        text = json.dumps({"bodyplan-baseline": VERSION, "files": files}, indent=1, ensure_ascii=True)
        write_atomically(self.path, f"{text}\n".encode())
        return len(kept)


def read_baseline(path: str, *, adopts: bool = False) -> Baseline:
    """The baseline in a file.

    Args:
        path: the file.
        adopts: whether it is to be written anew, and need not be there yet.

    Raises:
        WrongCall: it cannot be read, or is none.
    """
    if adopts and not os.path.lexists(path):
        return Baseline(path, adopts=True)
    try:
        content = json.loads(FILES.read(path, MOST_BYTES))
        if content["bodyplan-baseline"] != VERSION:
            raise WrongCall(f"{path}: the baseline has another version; write a new one with --write-baseline")
        entries = [
            BaselineEntry(file, str(row["code"]), str(row["fingerprint"]), str(row["message"]))
            for file, rows in content["files"].items()
            for row in rows
        ]
    except Unreadable as problem:
        raise WrongCall(f"{path}: {problem}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise WrongCall(f"{path}: this is not a baseline; write one with --write-baseline") from None
    return Baseline(path, entries, adopts=adopts)


def summary(gone: Sequence[BaselineEntry]) -> str:
    """What is said of entries that nothing has any more."""
    counts = Counter(entry.file for entry in gone)
    files = ", ".join(f"{file} ({count})" for file, count in sorted(counts.items()))
    return f"{len(gone)} of the baseline are found no more: {files}; --write-baseline drops them"
