"""A sample of the corpora and of generated documents in every version: no error, no link moved without a word.

``python -m tests.differential.versions`` looks at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .versions import Libsdformat, corpus_files, generated, libsdformat, problems, problems_of_file

EVERY = 40


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Libsdformat | None]:
    worker = libsdformat(tmp_path_factory.mktemp("libsdformat"))
    yield worker
    if worker is not None:
        worker.close()


def test_files_of_the_corpora_can_be_written_in_every_version(shared: Path, theirs: Libsdformat | None) -> None:
    found = [problem for path in corpus_files(EVERY) for problem in problems_of_file(path, theirs)]
    assert found == []


def test_generated_documents_can_be_written_in_every_version(theirs: Libsdformat | None) -> None:
    tried = list(generated(300))
    assert tried
    assert [problem for name, document in tried for problem in problems(document, name, theirs)] == []
