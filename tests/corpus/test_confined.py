"""What a document says by itself stays the same where reading is confined to its folder."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

pytestmark = pytest.mark.corpus

OF_FILES = {"BP407", "BP657", "BP658", "BP676"}
"""Rules about files that a document names: one that lies outside is not looked for."""


def test_documents_of_the_corpus_are_judged_alike(corpus_files: tuple[Path, ...]) -> None:
    different, lead_outside, of_neighbours = [], 0, 0
    for path in corpus_files:
        free, confined = bodyplan.check(path), bodyplan.check(path, confine=True)
        lead_outside += any(finding.code == "BP407" for finding in confined.diagnostics)
        missing = find_missing(confined) - find_missing(free)
        if missing and all(is_outside(name, path) for name in missing):
            # what it includes by name is a neighbour, and judged with it where it may be read
            of_neighbours += 1
        elif said_of(free) != said_of(confined) or free.ok != confined.ok:
            different.append(path)
    assert different == []
    assert lead_outside >= 3
    assert 3 <= of_neighbours <= 30


def said_of(report: bodyplan.Report) -> list[dict[str, object]]:
    """The findings, without the advice about what is missing: it speaks of what is beside the document."""
    found = [finding.to_dict() for finding in report.diagnostics if finding.code not in OF_FILES]
    return [{**each, "hint": None} if each["code"] == "BP401" else each for each in found]


def find_missing(report: bodyplan.Report) -> set[str]:
    """What was not found, by the names that the document has for it."""
    return {finding.message.split("'")[1] for finding in report.diagnostics if finding.code == "BP401"}


def is_outside(name: str, path: Path) -> bool:
    """Whether what a document names is there, but outside of its folder and package."""
    found = bodyplan.explain_uri(name, path).found
    packages = (at for at in path.parents if (at / "package.xml").is_file() or (at / "model.config").is_file())
    return found is not None and not Path(found).is_relative_to(next(packages, path.parent))
