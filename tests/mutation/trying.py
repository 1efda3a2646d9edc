"""Whether tests notice a mutant: a process of its own imports the changed source in the place of the file's."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from .points import Mutant

SECONDS = 60
"""What a mutant may take of the processor; one that takes longer has been noticed."""


def verdict(mutant: Mutant, tests: Sequence[str], root: Path) -> str:
    """``killed``, ``survived`` or ``untested``.

    A fork spares the time that it takes to import pytest and what it needs; the package itself is not imported before.
    """
    if not tests:
        return "untested"
    code = _forked(mutant, tests, root)
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        # either the mutant keeps the tests from being imported, or they are not there
        same = (root / mutant.file).read_bytes()[mutant.start : mutant.end].decode()
        if _forked(mutant._replace(text=same), tests, root) != 0:
            return "untested"
    return "survived" if code == 0 else "killed"


def _forked(mutant: Mutant, tests: Sequence[str], root: Path) -> int:
    if (child := os.fork()) == 0:
        os._exit(_try(mutant, tests, root))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _try(mutant: Mutant, tests: Sequence[str], root: Path) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    replace(root / mutant.file, mutant.applied(root))
    options = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header")
    return int(pytest.main([*options, *tests]))


def replace(file: Path, source: bytes) -> None:
    """From now on importing ``file`` runs ``source``."""
    usual = SourceFileLoader.get_code
    there = os.path.realpath(file)

    def get_code(self: Any, name: str) -> Any:
        if os.path.realpath(self.path) == there:
            return compile(source, self.path, "exec", dont_inherit=True)
        return usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
