"""The texts that an editor holds, and what is found in them as the configuration of their projects says."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from ...diagnostics.fix import Edit
from ...diagnostics.records import replace
from ...runtime.files import FILES, Unreadable
from ...runtime.overlay_files import OverlayFiles
from ...runtime.source import Source
from ...runtime.source_lines import MOST_BYTES, decode
from ...semantics.core.report import Report
from ...semantics.core.text_edits import edits_between
from ...semantics.document.lenient import read_unfinished
from ...semantics.document.loader import resolve_options
from ..checking.check_one import options_of
from ..checking.discovery import Walk
from ..checking.filter import FindingFilter
from ..checking.job import CheckResult
from ..checking.suppression import NOT_SUPPRESSIBLE, WORD, suppressions_in_text, suppressions_of
from ..messages import WrongCall
from ..settings.project import project_folder
from ..settings.resolution import SettingsResolver
from ..settings.settings import DEFAULTS
from .editor_settings import EditorSettings
from .positions import LineIndex
from .snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ...diagnostics.fix import Fix
    from ...semantics.core.options import Options
    from ..settings.settings import Settings

MOST_DOCUMENTS = 5000
"""Documents of a project in which names are looked for."""
REPORTED = 20
"""After how many of them progress is reported."""


def path_of_uri(uri: str) -> str:
    """The file of a URI; the URI itself, without its scheme, for what is in no file yet."""
    parts = urlsplit(uri)
    return url2pathname(parts.path) if parts.scheme == "file" else unquote(parts.path)


def uri_of_path(path: str) -> str:
    """The URI of a file."""
    return Path(os.path.abspath(path)).as_uri()


def _folder_of(path: str) -> str:
    """The folder of the project of a file."""
    return project_folder(os.path.dirname(path) or os.curdir)


class OpenText:
    """A text that is open, as it is at one moment."""

    def __init__(self, texts: OpenTexts, uri: str, text: str, version: int | None) -> None:
        self._texts = texts
        self.uri = uri
        self.path = path_of_uri(uri)
        self.text = text
        self.version = version

    @cached_property
    def lines(self) -> LineIndex:
        """Its lines."""
        return LineIndex(self.text, self.snapshot.markup.line_starts)

    @cached_property
    def settings(self) -> Settings:
        """Those of its project."""
        return self._texts.settings_of(self.path)

    @cached_property
    def snapshot(self) -> Snapshot:
        """What can be read of it."""
        return Snapshot(self.text, self.path, self.options(None))

    def options(self, target: str | None) -> Options:
        """What it is read with; texts that are open come in the place of their files."""
        options = resolve_options(options_of(self.settings, target), Path(self.path).parent)
        return replace(options, files=OverlayFiles(options.files, self._texts.contents()))

    @cached_property
    def findings(self) -> Sequence[Diagnostic]:
        """What ``check`` reports of it."""
        reports = []
        for target in self.settings.targets or (None,):
            document = self.snapshot.document
            if target is not None:
                document = read_unfinished(self.text, self.path, self.options(target))
            reports.append(Report(self.path, document.diagnostics))
        found = {each.file for report in reports for each in report.diagnostics}
        files = OverlayFiles(FILES, self._texts.contents())
        suppressions = list(suppressions_in_text(self.text, self.path))
        for file in found - {None, self.path}:
            suppressions += suppressions_of(str(file), files)
        result = CheckResult(self.path, tuple(reports), tuple(suppressions))
        return FindingFilter()(result, self.settings).shown

    def findings_on(self, first: int, last: int) -> list[Diagnostic]:
        """The findings on some lines, from 1."""
        return [
            each
            for each in self.findings
            if each.file == self.path and each.line <= last and (each.end_line or each.line) >= first
        ]

    def find_fixes(self, first: int, last: int) -> list[tuple[Diagnostic, Fix]]:
        """The findings on some lines, from 1, that can be fixed, and how."""
        here = self.findings_on(first, last)
        if not here:
            return []
        from ...semantics.fix.api import find_fixes_in_bytes

        contents = dict(self._texts.contents())
        markup, options = self.snapshot.markup, options_of(self.settings, None)
        if not markup.is_well_formed:
            # what is the same as in the text that is made well-formed can be fixed there
            contents[self.path] = markup.repair()[0].encode("utf-8", "surrogatepass")
        found = find_fixes_in_bytes(
            self.path, here, options, contents[self.path], lambda files: OverlayFiles(files, contents)
        )
        made = [(each, found[each]) for each in here if each in found]
        return [(each, fix) for each, fix in made if markup.is_well_formed or self._is_applicable(fix)]

    def _is_applicable(self, fix: Fix) -> bool:
        """Whether a fix of the text that was made well-formed changes only what is written as it is there."""
        repairs = self.snapshot.markup.repair()[1]
        places = [place for each in fix.edits for place in ((each.line, each.column), (each.end_line, each.end_column))]
        is_here = all(each.file == self.path for each in fix.edits)
        return is_here and all(repairs.find_written(*place) == place for place in places)

    def fix_all(self) -> list[Edit]:
        """What all safe fixes of the findings that are shown change, in all files."""
        from ...semantics.fix.api import fix_selected
        from ...semantics.fix.verification import TrialLoader

        loader = TrialLoader.of_source(Source(self.path, self.text), self.options(None))
        if loader is None:
            return []
        shown = {(each.code, each.message) for each in self.findings}
        made = fix_selected(loader, False, lambda _: lambda each: (each.code, each.message) in shown)
        return [
            edit
            for name, text in made.texts.items()
            for edit in edits_between(made.before[name], text, name or self.path)
        ]

    def make_suppression(self, finding: Diagnostic) -> Edit | None:
        """The comment that keeps a finding from being shown; None where none can."""
        markup = self.snapshot.markup
        if finding.code in NOT_SUPPRESSIBLE or not markup.names:
            return None
        number = markup.element_at(self.lines.offset_of(finding.line, finding.column))
        if number < 0:
            return None
        if not markup.is_well_formed and number in markup.cut:
            return None  # the comment could be in a tag
        line, column = markup.position(markup.starts[number])
        begin = self.text[markup.line_starts[line - 1] : markup.starts[number]]
        comment = f"<!-- {WORD} ignore[{finding.code}] -->"
        if not begin.strip():
            end = "\r\n" if "\r\n" in self.text else "\n"
            return Edit(self.path, line, column, line, column, f"{comment}{end}{begin}")
        if number == 0 or not markup.is_well_formed:
            return None
        stop = markup.line_starts[line] if line < len(markup.line_starts) else len(self.text)
        place = markup.position(
            markup.line_starts[line - 1] + len(self.text[markup.line_starts[line - 1] : stop].rstrip())
        )
        return Edit(self.path, *place, *place, f" {comment}")


class OpenTexts:
    """All texts that are open, by their URIs.

    Args:
        arguments: of the call.
    """

    def __init__(self, arguments: Namespace) -> None:
        self._arguments = arguments
        self._open: dict[str, OpenText] = {}
        self._closed: dict[str, OpenText] = {}
        self._walked: dict[str, list[str]] = {}
        self._contents: dict[str, bytes] | None = None
        self.editor = EditorSettings()
        self.mistake = ""
        """What is wrong with the configuration of a project, which then counts as none."""

    def __getitem__(self, uri: str) -> OpenText:
        return self._open[uri]

    def __iter__(self) -> Iterator[OpenText]:
        return iter(list(self._open.values()))

    def get(self, uri: str) -> OpenText | None:
        """The text of a URI; None for one that is not open."""
        return self._open.get(uri)

    def put(self, uri: str, text: str, version: int | None) -> None:
        """Takes a text that was opened or changed; what was read of others may depend on it."""
        self._open[uri] = OpenText(self, uri, text, version)
        self._renew(uri)

    def remove(self, uri: str) -> None:
        """Forgets a text that was closed."""
        self._open.pop(uri, None)
        self._renew(uri)

    def renew_all(self) -> None:
        """Forgets what was read, as files have changed."""
        self._renew("")

    def by_path(self, path: str | None) -> OpenText | None:
        """The text of a file; None for one that is not open."""
        if path is None:
            return None
        real = os.path.realpath(path)
        return next((each for each in self if os.path.realpath(each.path) == real), None)

    def text_of(self, path: str | None) -> OpenText | None:
        """The text of a file, open or not; None for one that cannot be read."""
        found = self.by_path(path)
        if found is not None or path is None:
            return found
        real = os.path.realpath(path)
        if real not in self._closed:
            try:
                text = decode(FILES.read(real, MOST_BYTES))
            except (Unreadable, ValueError):
                return None
            self._closed[real] = OpenText(self, uri_of_path(path), text, None)
        return self._closed[real]

    def texts_with(self, name: str, text: OpenText, report: Callable[[int, int], None]) -> list[OpenText]:
        """The texts of a project that may mention a name: all that are open, and documents that are not.

        Args:
            name: the name.
            text: one of the project's.
            report: told how many documents were looked at, and how many there are.
        """
        wanted = name.encode("utf-8", "surrogatepass")
        return self._texts_of(self._walk(_folder_of(text.path)), lambda held: wanted in held, report)

    def texts_like(self, words: str, folders: Sequence[str]) -> list[OpenText]:
        """The texts that may hold words, in capitals or not: all that are open, and documents of folders and projects."""
        roots = dict.fromkeys([*folders, *(_folder_of(each.path) for each in self)])
        paths = [path for each in roots for path in self._walk(each)]
        wanted = words.lower().encode("utf-8", "surrogatepass")
        # of other letters than those of ASCII each document is looked at
        return self._texts_of(paths, lambda held: not wanted.isascii() or wanted in held.lower(), lambda *_: None)

    def _texts_of(
        self, paths: Sequence[str], may_hold: Callable[[bytes], bool], report: Callable[[int, int], None]
    ) -> list[OpenText]:
        """All texts that are open, and those of files that hold what is looked for."""
        found = {os.path.realpath(each.path): each for each in self}
        for number, path in enumerate(paths):
            if number % REPORTED == 0:
                report(number, len(paths))
            real = os.path.realpath(path)
            if real in found:
                continue
            try:
                if not may_hold(FILES.read(real, MOST_BYTES)):
                    continue
            except Unreadable:
                continue
            closed = self.text_of(path)
            if closed is not None:
                found[real] = closed
        return list(found.values())

    def _walk(self, folder: str) -> list[str]:
        """The documents in a folder."""
        if folder not in self._walked:
            walk = Walk([folder], self.settings_of, takes_parts=True)
            try:
                self._walked[folder] = list(islice(walk, MOST_DOCUMENTS))
            except WrongCall:
                self._walked[folder] = []
        return self._walked[folder]

    def contents(self) -> dict[str, bytes]:
        """What the files hold whose texts are open."""
        if self._contents is None:
            self._contents = {each.path: each.text.encode("utf-8", "surrogatepass") for each in self}
        return self._contents

    def settings_of(self, path: str) -> Settings:
        """The settings of a file, as they are now."""
        try:
            return SettingsResolver(self.editor.add_to(self._arguments), lambda _: None)(path).settings
        except WrongCall as mistake:
            self.mistake = str(mistake)
            return DEFAULTS

    def _renew(self, changed: str) -> None:
        self._contents = None
        self._closed.clear()
        if not changed:
            self._walked.clear()
            self.mistake = ""
        for uri, known in self._open.items():
            if uri != changed:
                self._open[uri] = OpenText(self, uri, known.text, known.version)
