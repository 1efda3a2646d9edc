"""How readers of a format take texts, as ``format.toml`` says."""

from __future__ import annotations

from pathlib import Path

from bodyplan.codegen.compiler import read_lexical
from bodyplan.runtime.lexical import Lexical


def test_rules_that_are_not_named_do_not_hold(tmp_path: Path) -> None:
    (tmp_path / "format.toml").write_text("trims = true\n", encoding="utf-8")
    assert read_lexical(tmp_path / "format.toml") == Lexical(trims=True)


def test_without_a_file_texts_are_taken_as_they_are_written(tmp_path: Path) -> None:
    assert read_lexical(tmp_path / "format.toml") == Lexical()
