"""Texts of very large documents are compressed while nobody asks for them, and nothing of them is lost."""

from __future__ import annotations

import pickle
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime import source
from bodyplan.runtime.packed_text import PIECE, PackedText
from bodyplan.semantics.document.document import get_parsed

MODELS = "".join(
    f'  <model name="m{i}"><link name="l"><inertial><mass>{i + 1}</mass></inertial></link></model>\n'
    for i in range(source.LARGE // 80)
)
WORLD = f'<sdf version="1.12">\n <world name="w">\n{MODELS} </world>\n</sdf>\n'


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A large world, in a library to which all large texts are very large."""
    monkeypatch.setattr(source, "VERY_LARGE", source.LARGE)
    path = tmp_path / "world.sdf"
    path.write_text(WORLD, "utf-8")
    return path


@pytest.mark.parametrize("at", [0, 1, PIECE - 8, PIECE - 7, PIECE - 6, PIECE - 1, PIECE, 2 * PIECE - 3, 3 * PIECE - 6])
def test_a_word_is_found_wherever_it_stands(at: int) -> None:
    text = bytearray(b"<a/> " * (3 * PIECE // 5 + 1))[: 3 * PIECE]
    text[at : at + 6] = b"drake:"
    packed = PackedText(bytes(text))
    assert packed.holds(b"drake:")
    assert not packed.holds(b"drake:x")
    assert packed.unpack() == text


def test_a_text_without_a_word_does_not_hold_it() -> None:
    assert not PackedText(b"").holds(b"a")
    assert not PackedText(b"drake").holds(b"drake:")
    assert not PackedText(b"ab" * PIECE).holds(b"aa")


def test_a_sound_document_keeps_its_text_packed_and_saves_it_as_it_was(path: Path) -> None:
    document = bodyplan.load(path)
    assert get_parsed(document).source._data == b""
    assert document.dumps() == WORLD
    assert pickle.loads(pickle.dumps(document)).dumps() == WORLD


def test_an_edited_document_keeps_the_rest_of_its_text(path: Path) -> None:
    document = bodyplan.load(path)
    inertials = bodyplan.find_all(document, bodyplan.sdformat.Inertial)
    inertials[2].mass = 30.5
    assert document.dumps() == WORLD.replace("<mass>3</mass>", "<mass>30.5</mass>")


@pytest.mark.parametrize(
    ("wrong", "put"),
    [("<mass>7</mass>", "<mass>heavy</mass>"), ('<model name="m7">', '<model name="m6">'), ("</world>", "</wor>")],
)
def test_findings_are_the_same_and_at_the_same_places(
    path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str, put: str
) -> None:
    path.write_text(WORLD.replace(wrong, put), "utf-8")
    packed = [str(each) for each in bodyplan.check(path).diagnostics]
    monkeypatch.setattr(source, "VERY_LARGE", 1 << 62)
    assert packed == [str(each) for each in bodyplan.check(path).diagnostics]
    assert packed


def test_other_encodings_are_read_alike(path: Path) -> None:
    text = WORLD.replace("<sdf", '<?xml version="1.0" encoding="utf-16"?>\n<sdf', 1)
    path.write_bytes(text.encode("utf-16"))
    assert bodyplan.load(path).ok
