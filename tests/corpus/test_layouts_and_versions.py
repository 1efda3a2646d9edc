"""Formatting keeps what every document of the corpus says, and so does writing it in the newest version.

A sample is looked at each time, all files by ``pytest -m slow tests/corpus/test_layouts_and_versions.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from bodyplan import LoadError, format_text
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.sdformat import NEWEST
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.parsed import ParsedDocument
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.formats.dmd.decoder import decode_text

from .holding import holds_all

pytestmark = pytest.mark.corpus

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINE_END = re.compile(r"\r\n|\r")
SAMPLE = [pytest.param(29, id="sample"), pytest.param(1, id="all", marks=pytest.mark.slow)]


def said(path: Path, data: bytes | str) -> tuple[ParsedDocument[object] | None, Counter[tuple[str, str, str]]]:
    """What a text is read as, and its findings without their places."""
    sink = Sink()
    parsed = read(Source(str(path), data), sink, Options())
    return parsed, Counter((each.code, each.message, each.xpath) for each in sink.finish())


def comments(text: bytes | str) -> list[str]:
    plain = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return COMMENT.findall(LINE_END.sub("\n", plain))


def unindented(comment: str) -> str:
    return "\n".join(map(str.lstrip, comment.split("\n")))


@pytest.mark.parametrize("every", SAMPLE)
def test_formatting_keeps_what_is_said(every: int, corpus_files: tuple[Path, ...]) -> None:
    count = 0
    for path in corpus_files[::every]:
        data = path.read_bytes()
        try:
            made = format_text(data, path=path)
        except LoadError:
            continue
        count += 1
        assert format_text(made, path=path) == made, path
        assert comments(made) == comments(data), path
        (before, findings), (after, findings_after) = said(path, data), said(path, made)
        assert before is not None, path
        assert after is not None, path
        assert after.root == before.root, path
        assert findings_after == findings, path
    assert count > len(corpus_files) // every * 0.9


@pytest.mark.parametrize("every", SAMPLE)
def test_formatting_keeps_what_is_meant(every: int, corpus_files: tuple[Path, ...]) -> None:
    count = 0
    for path in corpus_files[:: every * 2]:
        data = path.read_bytes()
        documents = []
        for text in (data, format_text(data, numbers=True) if said(path, data)[0] else data):
            parsed, _ = said(path, text)
            if parsed is not None:
                documents.append(Document(parsed, str(path), Options(base_dir=path.parent), ()))
        try:
            before, after = (document.scene for document in documents)
        except (LoadError, ValueError):
            continue  # it has no meaning
        count += 1
        assert list(after.frames) == list(before.frames), path
        assert repr(dict(after.links)) == repr(dict(before.links)), path
        assert repr(dict(after.joints)) == repr(dict(before.joints)), path
        assert repr(after.constraints) == repr(before.constraints), path
        for name in before.frames:
            assert (after.pose(name).matrix == before.pose(name).matrix).all(), path
    assert count > len(corpus_files) // every // 2 * 0.5


@pytest.mark.parametrize("every", SAMPLE)
def test_another_version_keeps_what_is_said_and_the_comments(every: int, corpus_files: tuple[Path, ...]) -> None:
    count = changed = 0
    for path in [path for path in corpus_files if path.suffix == ".sdf"][::every]:
        parsed, _ = said(path, path.read_bytes())
        if parsed is None:
            continue
        text = Document(parsed, str(path), Options(), ()).dumps(version=NEWEST)
        after, _ = said(path, text)
        assert after is not None, path
        assert after.read_as == NEWEST, path
        assert holds_all(after.root, parsed.root), path
        # what a rule moves into another element is indented as that is, with its comments
        before, now = (Counter(map(unindented, comments(each))) for each in (parsed.source.data, text))
        assert before == now, path
        lines, old = text.splitlines(), parsed.source.text.splitlines()
        changed += sum((Counter(lines) - Counter(old)).values())
        count += len(old)
    assert changed < count * 0.05


def test_directives_keep_their_bytes(shared: Path) -> None:
    files = sorted((shared / "corpus").rglob("*.dmd.yaml"))
    assert len(files) > 20
    for path in files:
        parsed = decode_text(Source(str(path), path.read_bytes()), Sink(), Options())
        assert parsed is not None, path
        document = Document(parsed, str(path), Options(), ())
        assert document.root is not None
        assert document.dumps().encode() == path.read_bytes(), path
