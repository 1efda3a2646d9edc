"""A plugin of pytest that records what each test runs, with coverage around it, and how long it takes."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from .points import ROOMS

CHOSEN = ("-m", "not (slow or corpus or oracle)")
LEFT = (
    "tests/mutation", "tests/test_packaging.py", "tests/typing", "tests/test_growth.py",
    # what these ask runs in processes of its own
    "tests/hostile", "tests/pipelines", "tests/generated/test_new_version.py",
)  # fmt: skip
OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "--no-header")
WHERE = "BODYPLAN_MUTATION_RECORD"


def selection(folder: Path, where: Sequence[str] = ("tests",)) -> list[str]:
    """The tests that mutants are shown to, as arguments of pytest; their files are made in ``folder``."""
    return [*OPTIONS, f"--basetemp={folder}", *CHOSEN, *where, *(f"--ignore={path}" for path in LEFT)]


def record(root: Path, state: Path, only: Sequence[str] = ()) -> None:
    """Runs tests once: ``coverage.sqlite`` tells which of them runs which line, ``tests.json`` the rest.

    Tests that fail are left out. What is known of others stays where ``only`` some are run.
    """
    if not only:
        (state / "tests.json").unlink(missing_ok=True)
    settings = state / "coverage.rc"
    sources = ",".join(str(root / room) for room in ROOMS)
    settings.write_text(
        f"[run]\nrelative_files = true\ndata_file = {state / 'coverage.sqlite'}\nsource = {sources}\n",
        encoding="utf-8",
    )
    words = ["-m", "coverage", "run", *(["--append"] if only else []), "--rcfile", settings]
    # not below the checkout, whose folders beginning with a dot are passed over and which is a project of its own
    with TemporaryDirectory(prefix="mutation-") as folder:
        words += ["-m", "pytest", "-p", __name__, *selection(Path(folder) / "tmp", only or ("tests",))]
        environment = {**os.environ, WHERE: str(state / "tests.json")}
        subprocess.run([sys.executable, *map(str, words)], cwd=root, env=environment, check=False)


class Recorder:
    """Names what runs: a test, or a fixture that several tests share."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.users: dict[str, list[str]] = defaultdict(list)
        self._running = ""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Which tests ask for a shared fixture."""
        for item in session.items:
            for fixtures in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                for each in fixtures:
                    if each.scope != "function":
                        self.users[_name(each)].append(item.nodeid)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._run(item.nodeid)
        before = _processor()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = _processor() - before
            self._run("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant says nothing about one."""
        if report.failed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        before = self._running
        self._run(_name(fixturedef))
        try:
            return (yield)
        finally:
            self._run(before)

    def pytest_sessionfinish(self) -> None:
        """Adds to what is known."""
        path = Path(os.environ[WHERE])
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"seconds": {}, "users": {}}
        known["seconds"].update(self.seconds)
        known["seconds"] = {test: took for test, took in known["seconds"].items() if test not in self.failed}
        known["users"].update(self.users)
        path.write_text(json.dumps(known), encoding="utf-8")

    def _run(self, context: str) -> None:
        from coverage import Coverage

        self._running = context
        if (current := Coverage.current()) is not None:
            current.switch_context(context)


def _processor() -> float:
    """What this process has taken of the processor, in s."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _name(fixture: Any) -> str:
    return f"fixture {fixture.baseid} {fixture.argname}"


def pytest_configure(config: pytest.Config) -> None:
    """Registers the recorder where a recording was asked for."""
    if WHERE in os.environ:
        config.pluginmanager.register(Recorder())
