"""Plugins of real worlds: what is found in them is so by the sources of gz-sim, and faults that are put into them are found."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime import toml

from .plugin_faults import choose_faults

pytestmark = pytest.mark.corpus

CODES = frozenset({"BP113", "BP241", "BP242", "BP243", "BP244", "BP345"})
SEED = 1
CONFIRMED = Path(__file__).parent / "plugin_findings.toml"


def with_plugins(files: tuple[Path, ...]) -> list[Path]:
    return [path for path in files if b"<plugin" in path.read_bytes()]


def findings(text: str, path: Path) -> tuple[bodyplan.Diagnostic, ...]:
    try:
        return tuple(bodyplan.loads(text, search_paths=[path.parent]).diagnostics)
    except bodyplan.LoadError as error:
        return tuple(error.diagnostics)


def test_every_finding_is_confirmed_by_the_source(corpus_files: tuple[Path, ...], shared: Path) -> None:
    corpus = shared / "corpus"
    known = toml.loads(CONFIRMED.read_text(encoding="utf-8"))["finding"]
    expected = {(row["file"], row["line"], row["code"]) for row in known}
    found = {
        (Path(finding.file or path).relative_to(corpus).as_posix(), finding.line, finding.code)
        for path in with_plugins(corpus_files)
        for finding in bodyplan.check(path).diagnostics
        if finding.code in CODES
    }
    assert found == expected
    assert all(row["source"] for row in known)


def test_planted_faults_are_found_at_their_lines(corpus_files: tuple[Path, ...]) -> None:
    """Each is one finding more than without it."""
    planted, missed = 0, []
    for path in with_plugins(corpus_files):
        faults = choose_faults(path, SEED)
        before = findings(path.read_text(), path) if faults else ()
        for fault in faults:
            planted += 1
            made = findings(fault.text, path)
            there = [finding.code for finding in made if finding.line == fault.line and finding.code in CODES]
            if fault.code not in there or len(made) > len(before) + 1:
                missed.append((fault.kind, f"{path.name}:{fault.line}", there, len(made) - len(before)))
    assert planted >= 400
    assert len(missed) <= 0.03 * planted, missed
