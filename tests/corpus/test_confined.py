"""What a document says by itself stays the same where reading is confined to its folder."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

pytestmark = pytest.mark.corpus

OF_FILES = {"BP407", "BP657", "BP658", "BP676"}
"""Rules about files that a document names: one that lies outside is not looked for."""


def test_documents_of_the_corpus_are_judged_alike(corpus_files: tuple[Path, ...]) -> None:
    different, lead_outside = [], 0
    for path in corpus_files:
        free, confined = bodyplan.check(path), bodyplan.check(path, confine=True)
        said = [
            [finding.to_dict() for finding in report.diagnostics if finding.code not in OF_FILES]
            for report in (free, confined)
        ]
        if said[0] != said[1] or free.ok != confined.ok:
            different.append(path)
        lead_outside += any(finding.code == "BP407" for finding in confined.diagnostics)
    assert different == []
    assert lead_outside >= 3
