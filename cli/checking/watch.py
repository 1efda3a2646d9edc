"""Checks documents again when they or what they read is changed."""

from __future__ import annotations

import glob
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...runtime.file_stamps import FileStamps, now, stamp_of
from ..elapsed_time import end_elapsed_time
from ..messages import WrongCall, complain, format_number
from ..settings.files import forget, places
from .check_one import examine
from .discovery import nearest_folder

if TYPE_CHECKING:
    from argparse import Namespace

    from ...runtime.file_stamps import Stamp
    from ..settings.resolution import SettingsResolver
    from .discovery import Walk
    from .job import CheckJob, CheckResult

    CheckPlan = tuple[SettingsResolver, Walk, list[CheckJob]]

SECONDS = 0.5
"""Between two looks at the files."""
REST = 10
"""How much longer than a look the time to the next one is, at least, in large projects."""


class KeptResults:
    """What was found in documents, for as long as nothing is changed that it follows from."""

    def __init__(self) -> None:
        self._kept: dict[CheckJob, tuple[CheckResult, FileStamps]] = {}
        self._shown: list[CheckJob] = []

    def has_news(self, documents: Sequence[CheckJob]) -> bool:
        """Whether there are other documents than in the last check, or one is to be checked anew."""
        return list(documents) != self._shown or not self.hold()

    def hold(self) -> bool:
        """Whether all would be found again."""
        return all(self._kept[asked][1].hold() for asked in self._shown)

    def check(self, documents: Sequence[CheckJob]) -> Iterator[CheckResult]:
        """What there is in each document, in order."""
        before, self._kept, self._shown = self._kept, {}, list(documents)
        for asked in documents:
            known = before.get(asked)
            if known is None or not known[1].hold():
                begun = now()
                found = examine(asked)
                known = found, FileStamps(_files_of(asked, found), begun)
            self._kept[asked] = known
            yield known[0]


def _files_of(asked: CheckJob, found: CheckResult) -> set[str]:
    """The files that a check of a document read or looked for."""
    named = {finding.file for report in found.reports for finding in report.diagnostics if finding.file}
    read = {path for _, _, path, _ in found.record.answers} if found.record is not None else set[str]()
    return {asked.path, *named, *read, *asked.settings.extensions}


class WatchedFolders:
    """The files that say which documents there are, and how they are checked.

    Args:
        paths: those of the call.
        named: further files that the call names.
    """

    def __init__(self, paths: Iterable[str], named: Iterable[str]) -> None:
        self._folders = sorted({nearest_folder(path) for path in paths if os.path.isdir(path) or glob.has_magic(path)})
        configured = {os.fspath(place) for path in paths for place in places(os.path.join(path, "_"))}
        self._named = sorted({*configured, *named})
        self._stamps: dict[str, Stamp] = {}
        self.look()

    def look(self) -> bool:
        """Whether there was a change since the last look."""
        before, self._stamps = self._stamps, {path: stamp_of(path) for path in (*self._named, *self._below())}
        return before != self._stamps

    def _below(self) -> Iterator[str]:
        for top in self._folders:
            for folder, folders, files in os.walk(top):
                folders[:] = [name for name in folders if not name.startswith(".")]
                yield from (os.path.join(folder, name) for name in files)


def watch(
    paths: Sequence[str],
    arguments: Namespace,
    plan: Callable[[], CheckPlan],
    report: Callable[[CheckPlan, Callable[[Sequence[CheckJob]], Iterator[CheckResult]]], int],
) -> int:
    """Checks documents, and again whenever there is a change, until Ctrl-C.

    Args:
        paths: the files and folders of the call.
        arguments: of the call.
        plan: finds the documents and how each is to be checked.
        report: has documents checked and shows what is found.

    Raises:
        WrongCall: the first check cannot be made.
    """
    end_elapsed_time()
    kept = KeptResults()
    around = WatchedFolders(paths, filter(None, (arguments.config, arguments.baseline)))
    planned = plan()
    while True:
        report(planned, kept.check)
        sys.stdout.flush()
        if not arguments.quiet:
            complain(f"watching {format_number(len(planned[2]), 'document')}; Ctrl-C ends that")
        is_news = False
        while not is_news:
            begun = time.monotonic()
            is_changed = around.look()
            if is_changed or not kept.hold():
                try:
                    forget()
                    planned = plan()
                    is_news = kept.has_news(planned[2])
                except WrongCall as mistake:  # a configuration that is being worked on
                    complain(str(mistake))
            if not is_news:
                time.sleep(max(SECONDS, REST * (time.monotonic() - begun)))
