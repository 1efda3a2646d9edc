"""The tests that run a line, as coverage with contexts tells: those that run least else come first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from .points import ROOMS

MOST = 120
"""Tests that are asked about one mutant: a line that more of them run breaks nearly all of them."""
UNIT = ("-m", "not (slow or corpus or oracle)", "tests/unit", "tests/fuzz/test_typed_documents.py")


def record(root: Path, data: Path) -> None:
    """Runs the tests once, and records which of them runs which line."""
    settings = data.with_suffix(".rc")
    sources = ",".join(rooms_in(root))
    settings.write_text(
        f"[run]\ndynamic_context = test_function\nrelative_files = true\ndata_file = {data}\nsource = {sources}\n",
        encoding="utf-8",
    )
    words = ["-m", "coverage", "run", "--rcfile", settings, "-m", "pytest", "-q", "-n", "0", *UNIT]
    subprocess.run([sys.executable, *map(str, words)], cwd=root, env=dict(os.environ), check=True)


def rooms_in(root: Path) -> list[str]:
    """The folders that are mutated, as they are imported."""
    return [str(root / "editable" / "bodyplan" / room) for room in ROOMS]


class Choice:
    """Which tests to ask about a line."""

    def __init__(self, root: Path, data: Path) -> None:
        from coverage import CoverageData

        recorded = CoverageData(str(data))
        recorded.read()
        self._lines: dict[str, dict[int, list[str]]] = {}
        sizes: Counter[str] = Counter()
        for measured in recorded.measured_files():
            lines = recorded.contexts_by_lineno(measured)
            self._lines[os.path.relpath(os.path.realpath(root / measured), root)] = lines
            for contexts in lines.values():
                sizes.update(contexts)
        self._sizes = sizes

    def tests(self, file: str, line: int) -> list[str]:
        """The tests that run a line, as pytest names them; of one that runs at import, those that run its file."""
        lines = self._lines.get(file, {})
        contexts = {context for context in lines.get(line, ()) if context}
        if not contexts and "" in lines.get(line, ()):
            contexts = {context for others in lines.values() for context in others if context}
        chosen = sorted(contexts, key=lambda context: (self._sizes[context], context))
        return [_node(context) for context in chosen[:MOST]]


def _node(context: str) -> str:
    """``tests.unit.test_x.test_y`` as pytest names it."""
    parts = context.split(".")
    module = next(n for n, part in enumerate(parts, 1) if part.startswith("test_"))
    return "::".join(["/".join(parts[:module]) + ".py", *parts[module:]])
