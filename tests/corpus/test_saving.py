"""What was not changed keeps every byte, in every file of the corpus, in copies, and where its tree is not kept.

``nox -s edits`` looks at all files, else every seventh is.
"""

from __future__ import annotations

import copy
import os
import pickle
from pathlib import Path

import pytest
from bodyplan.runtime import stream_parser
from bodyplan.runtime.saving.encoded_text import as_bytes
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.traversal import elements_in
from bodyplan.semantics.document import parser
from bodyplan.semantics.document.document import Document

pytestmark = pytest.mark.corpus

STEP = 1 if "BODYPLAN_EDITS" in os.environ else 7


def opened(path: Path) -> Document | None:
    """A file by its schema alone."""
    parsed = parser.read(Source(str(path), path.read_bytes()), Sink(), Options())
    return None if parsed is None else Document(parsed, str(path), Options(), ())


def saved(document: Document) -> bytes:
    assert document.root is not None  # it may be changed from here on
    return as_bytes(document.dumps(), document._parsed_document.source)


@pytest.mark.parametrize("is_large", [False, True])
def test_every_byte_stays(corpus_files: tuple[Path, ...], is_large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_large:
        monkeypatch.setattr(parser, "LARGE", -1)
        monkeypatch.setattr(stream_parser, "BLOCK", 1000)
    wrong, count = [], 0
    for path in corpus_files[::STEP]:
        document = opened(path)
        if document is not None:
            count += 1
            data = path.read_bytes()
            if saved(document) != data:
                wrong.append(str(path))
            for twin in (copy.copy(document), copy.deepcopy(document), pickle.loads(pickle.dumps(document))):
                if saved(twin) != data:
                    wrong.append(f"{path}, copied")
    assert count > len(corpus_files[::STEP]) * 0.9
    assert wrong == []


def test_it_does_not_matter_what_was_looked_at(corpus_files: tuple[Path, ...]) -> None:
    wrong = []
    for path in corpus_files[:: 5 * STEP]:
        document = opened(path)
        if document is not None and document.format != "dmd":
            for element in elements_in(document.root):
                for name in element._specs:
                    getattr(element, name)  # makes lists, and elements that hold defaults
            if saved(document) != path.read_bytes():
                wrong.append(str(path))
    assert wrong == []
