"""Every document of the corpus, cut off somewhere: its elements are read, and what is missing is no finding elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.markup import Markup

pytestmark = pytest.mark.corpus

CUTS = 3
MOST_CHARACTERS = 100_000
NEAR = 2
"""Lines from the cut within which there may be findings that the whole file does not have."""
MOST_FAR = 0.01


def read_text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        return None


def test_truncated_documents_have_their_elements_and_no_findings_far_from_the_cut(
    corpus_files: tuple[Path, ...],
) -> None:
    chance = random.Random(5)
    count, far = 0, []
    for path in corpus_files:
        text = read_text(path)
        if not text or len(text) > MOST_CHARACTERS:
            continue
        known = {(each.code, each.message) for each in bodyplan.read_lenient(text, path).diagnostics}
        whole = Markup(text)
        for _ in range(CUTS):
            cut = chance.randrange(len(text))
            document = bodyplan.read_lenient(text[:cut], path)
            if whole.is_well_formed:
                complete = {(start, end) for start, end in zip(whole.starts, whole.ends) if end <= cut}
                there = Markup(text[:cut])
                assert complete <= set(zip(there.starts, there.ends)), (path, cut)
            count += 1
            line = text.count("\n", 0, cut) + 1
            new = [each for each in document.diagnostics if (each.code, each.message) not in known]
            if any(each.file != str(path) or abs(each.line - line) > NEAR for each in new):
                far.append((str(path), cut, [str(each) for each in new]))
    assert count > 1000
    assert len(far) <= MOST_FAR * count, far[:5]
