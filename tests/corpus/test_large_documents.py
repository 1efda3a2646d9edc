"""Every document of the corpus says the same where it is read as a large one, whose tree is not kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import stream_parser
from bodyplan.semantics.document import parser

pytestmark = pytest.mark.corpus


def told(path: Path) -> Any:
    try:
        document = bodyplan.load(path)
    except bodyplan.LoadError as error:
        return [found.to_dict() for found in error.diagnostics]
    frames = {
        name: (frame.kind, frame.attached_to, frame.pose, getattr(frame.element, "source_element", None) is None)
        for name, frame in document.scene.frames.items()
    }
    return [found.to_dict() for found in document.diagnostics], frames, document.dumps(canonical=True)


def test_all_documents_read_as_large_ones_say_the_same(
    corpus_files: tuple[Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [told(path) for path in corpus_files]
    monkeypatch.setattr(parser, "LARGE", -1)
    monkeypatch.setattr(stream_parser, "BLOCK", 1000)
    different = [str(path) for path, before in zip(corpus_files, wanted) if told(path) != before]
    assert different == []
