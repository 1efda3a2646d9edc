"""Documents as tests of pytest."""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr
from _pytest._io import TerminalWriter

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.render.concise import line as line_of
from ...diagnostics.render.printable import printable, printable_line
from ...diagnostics.render.renderer import renderer
from ...runtime.source_lines import SourceLines
from ...semantics.targets.registry import list_targets
from ..extensions import report_extension_errors
from ..messages import WrongCall, format_number, nearest
from ..settings.resolution import SettingsResolver
from .baseline import Baseline, read_baseline
from .check_one import examine
from .discovery import Walk
from .filter import FindingFilter, Verdict
from .job import CheckJob
from .plan import asked_of

NAME = "bodyplan"
"""What the test of a document is called."""


class Models:
    """Collects the documents that ``bodyplan check`` would find in the folders that a run of pytest is about."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._asked: dict[str, CheckJob] = {}
        self._baselines: dict[str, Baseline | None] = {"": None}
        self._warnings: list[Diagnostic] = []

    def pytest_sessionstart(self) -> None:
        """Looks for documents.

        Raises:
            UsageError: a configuration of bodyplan cannot be read, or says what there is not.
        """
        options = self._config.option
        try:
            if options.bodyplan_isolated and options.bodyplan_config:
                raise WrongCall("--bodyplan-isolated uses no configuration, and --bodyplan-config names one")
            deciding = SettingsResolver(
                Namespace(
                    strict=options.bodyplan_strict,
                    target=_check_targets(options.bodyplan_target),
                    config=options.bodyplan_config,
                    isolated=options.bodyplan_isolated,
                    trust=options.bodyplan_trust,
                    confine=options.bodyplan_confine,
                    env=options.bodyplan_env,
                ),
                self._warnings.append,
            )
            walk = Walk(_folders(self._config), lambda path: deciding(path).settings, takes_xacro=True)
            for asked in asked_of(walk, deciding):
                self._asked[os.path.abspath(asked.path)] = asked._replace(path=os.path.normpath(asked.path))
                if asked.settings.baseline not in self._baselines:
                    self._baselines[asked.settings.baseline] = read_baseline(asked.settings.baseline)
        except WrongCall as mistake:
            raise pytest.UsageError(f"bodyplan: {mistake}") from None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says what of configurations has no effect; as lines, since a warning may be made an error."""
        for warning in self._warnings:
            terminalreporter.write_line(line_of(warning, ""))

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A document as a file with one test."""
        asked = self._asked.get(str(file_path))
        if asked is None:
            return None
        baseline = self._baselines[asked.settings.baseline]
        path = os.path.relpath(file_path, self._config.rootpath)
        name = printable(path).replace("::", r":\x3a")
        names: dict[str, Any] = {}
        if name != path:  # pytest would write it as it is, and splits ids at :: and [
            name = name.replace("[", r"\x5b").replace(os.sep, "/")
            names = {"name": name, "nodeid": name}
        return ModelFile.from_parent(parent, path=file_path, asked=asked, baseline=baseline, **names)


class ModelFile(pytest.File):
    """A document."""

    def __init__(self, *, asked: CheckJob, baseline: Baseline | None, **rest: Any) -> None:
        super().__init__(**rest)
        self._document = asked
        self._baseline = baseline

    def collect(self) -> Iterable[pytest.Item]:
        """Its only test."""
        yield ModelItem.from_parent(self, name=NAME, asked=self._document, baseline=self._baseline)


class ModelItem(pytest.Item):
    """The test of a document, which fails where a check by itself would find errors."""

    def __init__(self, *, asked: CheckJob, baseline: Baseline | None, **rest: Any) -> None:
        super().__init__(**rest)
        self._document = asked
        self._baseline = baseline

    def runtest(self) -> None:
        """Checks the document.

        Raises:
            Faulty: there are errors.
        """
        judge = FindingFilter(self._baseline)  # one for each: what a test reports does not depend on those before it
        with report_extension_errors():
            verdict = judge(examine(self._document), self._document.settings)
        text = self._text(verdict, judge)
        if verdict.is_faulty or verdict.is_unreadable:
            raise Faulty(verdict, text)
        if text:
            self.add_report_section("call", NAME, text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The findings as at a terminal."""
        problem = excinfo.value
        if isinstance(problem, Faulty):
            return Findings(problem)
        if isinstance(problem, WrongCall):
            return f"bodyplan: {problem}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the test stands, and what it is called in headings."""
        return self.path, None, f"{NAME}: {printable(self._document.path)}"

    def _text(self, verdict: Verdict, judge: FindingFilter) -> str:
        selection = judge.selection(self._document.settings)
        has_terminal = self.config.pluginmanager.has_plugin("terminalreporter")
        is_coloured = has_terminal and self.config.get_terminal_writer().hasmarkup
        full = renderer("full", SourceLines(), colour=is_coloured, selects=selection.selects)
        return full.report(verdict.path, verdict.shown) + full.end()


class Faulty(Exception):
    """A document has errors."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(verdict.path)
        self.verdict = verdict
        self.text = text


class Findings(TerminalRepr):
    """What is shown of a document with errors: its findings, and in the summary of the run their codes."""

    def __init__(self, faulty: Faulty) -> None:
        self._text = faulty.text.rstrip("\n")
        errors = [d for d in faulty.verdict.shown if d.severity == "error"]
        codes = Counter(d.code for d in errors)
        told = ", ".join(f"{count} × {code}" if count > 1 else code for code, count in codes.items())
        line = errors[0].line if errors else 0
        self.reprcrash = ReprFileLocation(
            printable_line(faulty.verdict.path), line, f"{format_number(len(errors), 'error')}: {told}"
        )

    def toterminal(self, tw: TerminalWriter) -> None:
        """Writes the findings."""
        tw.line(self._text)


def _check_targets(names: list[str]) -> list[str]:
    for name in names:
        if name not in list_targets():
            raise WrongCall(
                f"no reader is called {name!r}{nearest(name, list_targets())}; there are {', '.join(list_targets())}"
            )
    return names


def _folders(config: pytest.Config) -> Iterator[str]:
    """The folders that the run is about, those of files among them."""
    for argument in dict.fromkeys(word.split("::")[0] for word in config.args):
        path = os.path.join(config.invocation_params.dir, argument)
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        if os.path.isdir(folder):
            yield os.path.relpath(folder)
