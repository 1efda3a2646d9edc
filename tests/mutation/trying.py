"""Whether tests notice a mutant: a process of its own tries each one.

Most mutants are in functions. A process that has imported the package and all tests forks, and the child changes that
function. A mutant of what runs at import needs a process that has not imported the package yet.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy  # noqa: F401  # once for all mutants
import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook
from lxml import etree  # noqa: F401

from .points import Mutant
from .recording import OPTIONS, selection
from .swapping import Functions, functions, swap

LEAST = 2.0
"""Seconds of the processor that any test may take."""
TIMES = 2
"""A test that takes so many times as long as without a mutant has noticed it."""
IMPORTING = 60.0
"""What may go by before the first test."""
MEMORY = 8 << 30
CANNOT = 99
"""The exit status of a child that cannot change its function."""


class Trial:
    """Tries mutants, one after the other."""

    def __init__(self, root: Path, where: str = "tests") -> None:
        self._root, self._where = root, where
        self._folder = Path(tempfile.mkdtemp(prefix="mutation-"))
        self._here: Connection | None = None

    def close(self) -> None:
        """Ends the process that has imported everything, and removes what tests have left."""
        if self._here is not None:
            self._here.send(None)
        shutil.rmtree(self._folder, ignore_errors=True)

    def by_function(self, mutant: Mutant, tests: Mapping[str, float]) -> str | None:
        """``killed``, ``survived`` or ``untested``; None where the change is not one of a function alone."""
        if self._here is None:
            self._here = self._started()
        self._here.send((mutant, dict(tests)))
        answer: str | None = self._here.recv()
        return answer

    def by_import(self, mutant: Mutant, tests: Mapping[str, float]) -> str:
        """The same, by a process that imports the changed source in the place of the file's."""
        if not tests:
            return "untested"
        code = self._imported(mutant, tests)
        if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
            # either the mutant keeps the tests from being imported, or they are not there
            same = (self._root / mutant.file).read_bytes()[mutant.start : mutant.end].decode()
            if self._imported(mutant._replace(text=same), tests) != 0:
                return "untested"
        return "survived" if code == 0 else "killed"

    def _started(self) -> Connection:
        here, there = Pipe()
        if os.fork() == 0:
            here.close()
            _silently()
            plugins = [_Server(self._root, there), _Settled()]
            os._exit(int(pytest.main(selection(self._folder / "tmp", [self._where]), plugins=plugins)))
        there.close()
        return here

    def _imported(self, mutant: Mutant, tests: Mapping[str, float]) -> int:
        def run() -> int:
            sys.dont_write_bytecode = True
            replace(self._root / mutant.file, mutant.applied(self._root))
            options = [*OPTIONS, "-x", f"--basetemp={self._folder / 'tmp'}", *tests]
            return int(pytest.main(options, plugins=[_Settled(), _Limits(tests)]))

        return _forked(run)


class _Server:
    def __init__(self, root: Path, connection: Connection) -> None:
        self._root, self._connection = root, connection

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        there = functions()
        gc.freeze()
        while (asked := self._connection.recv()) is not None:
            mutant, tests = asked
            chosen = {items[test]: limit for test, limit in tests.items() if test in items}
            code = _forked(lambda: self._changed(mutant, chosen, there)) if chosen else 0  # noqa: B023
            self._connection.send({0: "survived", CANNOT: None}.get(code, "killed") if chosen else "untested")
        return True

    def _changed(self, mutant: Mutant, chosen: dict[pytest.Item, float], there: Functions) -> int:
        path = self._root / mutant.file
        if not _is_imported(path):  # a test will
            replace(path, mutant.applied(self._root))
        elif not swap(str(path), path.read_bytes(), mutant.applied(self._root), there):
            return CANNOT
        items = list(chosen)
        items[0].config.pluginmanager.register(_Stop())
        items[0].config.pluginmanager.register(_Limits({item.nodeid: limit for item, limit in chosen.items()}))
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return 0


class _Settled:
    """Hypothesis gives the same examples each time, and makes none smaller: that a test fails is all that is asked."""

    def pytest_configure(self) -> None:
        import hypothesis  # pytest wants to be the first to import it

        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("settled", deadline=None, database=None, derandomize=True, phases=phases)
        hypothesis.settings.load_profile("settled")


class _Limits:
    """Ends the process in a test that takes too long."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        allowed = LEAST + TIMES * self._seconds.get(nodeid, 0.0)
        signal.setitimer(signal.ITIMER_PROF, allowed)
        signal.alarm(int(20 + 20 * allowed))  # for what waits


class _Stop:
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(1)


def _forked(run: Callable[[], int]) -> int:
    """The exit status of a child that runs something."""
    if (child := os.fork()) == 0:
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
            for number in (signal.SIGPROF, signal.SIGALRM):
                signal.signal(number, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, IMPORTING)
            _silently()
            os._exit(run())
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what the tests have started
    return os.waitstatus_to_exitcode(status)


def _silently() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def _is_imported(path: Path) -> bool:
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return os.path.realpath(path) in {os.path.realpath(file) for file in files if file}


def replace(file: Path, source: bytes) -> None:
    """From now on importing ``file`` runs ``source``."""
    usual = SourceFileLoader.get_code
    there = os.path.realpath(file)

    def get_code(self: Any, name: str) -> Any:
        if os.path.realpath(self.path) == there:
            return compile(source, self.path, "exec", dont_inherit=True)
        return usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    # pytest loads the modules of installed plugins by itself, and bodyplan is one
    by_pytest = AssertionRewritingHook.find_spec

    def find_spec(self: Any, name: str, *where: Any) -> Any:
        return None if name.partition(".")[0] == "bodyplan" else by_pytest(self, name, *where)

    AssertionRewritingHook.find_spec = find_spec  # type: ignore[method-assign]
