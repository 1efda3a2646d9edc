"""Every document of the corpus survives load → dumps in the canonical layout → load: equal objects, equal XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.parsed import ParsedDocument
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.document.parser import read
from lxml import etree

from .holding import holds_all

pytestmark = pytest.mark.corpus

COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
ENTITY = re.compile(rb"&(?!amp;|lt;|gt;|quot;|apos;|#)(\w+;)")


class Loaded(NamedTuple):
    """A file of the corpus as it was read."""

    path: Path
    parsed: ParsedDocument[Any]


def schema_level(path: Path, text: str | bytes) -> ParsedDocument[Any] | None:
    return read(Source(str(path), text), Sink(), Options())


@pytest.fixture(scope="module")
def loaded(corpus_files: tuple[Path, ...]) -> list[Loaded]:
    pairs = ((path, schema_level(path, path.read_bytes())) for path in corpus_files)
    return [Loaded(path, parsed) for path, parsed in pairs if parsed is not None]


def document(file: Loaded) -> Document:
    return Document(file.parsed, str(file.path), Options(), ())


def tree_of(data: bytes) -> etree._Element:
    """The tree without comments and document type, whose entities are texts; undeclared prefixes are recovered."""
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, recover=True, huge_tree=True)
    return etree.fromstring(ENTITY.sub(rb"&amp;\1", DOCTYPE.sub(b"", COMMENT.sub(b"", data))), parser)


def words(text: str | None) -> list[str]:
    """A text for comparing: blanks do not count, numbers and truth values are compared as such."""
    return [_value(word) for word in (text or "").split()]


def _value(word: str) -> str:
    if word.lower() in ("true", "false"):
        return "1.0" if word.lower() == "true" else "0.0"
    try:
        return repr(float(word)) if "_" not in word else word
    except ValueError:
        return word


def differences(left: etree._Element, right: etree._Element, path: str = "") -> Iterator[str]:
    """Where two trees differ, but for comments and the spelling of numbers."""
    here = f"{path}/{left.tag!s}"
    if left.tag != right.tag:
        yield f"{here}: <{right.tag!s}>"
        return
    mine = {name: words(str(value)) for name, value in left.items()}
    other = {name: words(str(value)) for name, value in right.items()}
    if mine != other:
        yield f"{here}: attributes {mine} {other}"
    if words(left.text) != words(right.text):
        yield f"{here}: text {left.text!r} {right.text!r}"
    if len(left) != len(right):
        yield f"{here}: children {[child.tag for child in left]} {[child.tag for child in right]}"
        return
    for one, two in zip(left, right):
        yield from differences(one, two, here)
        if words(one.tail) != words(two.tail):
            yield f"{here}: text after <{one.tag!s}> {one.tail!r} {two.tail!r}"


def test_comparison_of_trees_sees_what_differs() -> None:
    text = b"<a n='1'><b>1.0 x</b><c/>tail</a>"
    same = b"<a n='1.0'><!-- c --><b> 1 x</b> <c/> tail </a>"
    assert list(differences(tree_of(text), tree_of(same))) == []
    for other in (
        b"<a n='2'><b>1.0 x</b><c/>tail</a>",
        b"<a n='1'><c/><b>1.0 x</b>tail</a>",
        b"<a n='1'><b>1.0 x</b></a>",
    ):
        assert list(differences(tree_of(text), tree_of(other)))


def test_nearly_every_file_is_read(loaded: list[Loaded], corpus_files: tuple[Path, ...]) -> None:
    read_files = {file.path for file in loaded}
    unread = [path for path in corpus_files if path not in read_files]
    print(f"{len(corpus_files)} files, {len(loaded)} read")
    for path in unread:
        sink = Sink()
        read(Source(str(path), path.read_bytes()), sink, Options())
        assert any(finding.code in ("BP003", "BP007") for finding in sink.found), path


def test_documents_are_written_as_they_were(loaded: list[Loaded]) -> None:
    wrong = []
    for file in loaded:
        text = document(file).dumps(canonical=True)
        found = next(differences(tree_of(file.path.read_bytes()), tree_of(text.encode())), None)
        if found is not None:
            wrong.append(f"{file.path}: {found[:300]}")
        again = schema_level(file.path, text)
        if again is None or again.root != file.parsed.root or again.version != file.parsed.version:
            wrong.append(f"{file.path}: objects differ")
    print(f"{len(loaded)} round trips")
    assert wrong == []


def test_documents_are_the_same_in_the_newest_version(loaded: list[Loaded]) -> None:
    """Documents of older versions, written in the newest one, are read again with all that they held.

    More may be there: a default that the newest version does not have any more is written out.
    """
    wrong = []
    older = [
        file
        for file in loaded
        if file.parsed.format == "sdformat" and file.parsed.read_as != bindings_of("sdformat").version
    ]
    for file in older:
        again = schema_level(file.path, document(file).dumps(version=bindings_of("sdformat").version))
        if again is None or not holds_all(again.root, file.parsed.root):
            wrong.append(str(file.path))
    print(f"{len(older)} round trips in the newest version")
    assert wrong == []


def test_writing_twice_changes_nothing(loaded: list[Loaded]) -> None:
    for file in loaded[::10]:
        text = document(file).dumps(canonical=True)
        again = schema_level(file.path, text)
        assert again is not None
        assert document(Loaded(file.path, again)).dumps(canonical=True) == text, file.path
