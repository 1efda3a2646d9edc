"""A small format for the compiler's steps to work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

pytest.importorskip("xsdata", reason="compiling needs the extra 'codegen'")

from bodyplan.codegen.grammar import FormatSource
from bodyplan.codegen.readers.description import read_version
from bodyplan.codegen.readers.overlay import read_overlay
from bodyplan.runtime.lexical import Lexical

ReadFormat = Callable[..., FormatSource]


@pytest.fixture
def read_format(tmp_path: Path) -> ReadFormat:
    """Reads descriptions given as text, by version and file stem, and the overlay's tables by file stem."""

    def read(versions: Mapping[str, Mapping[str, str]], docs: Mapping[str, str] | None = None) -> FormatSource:
        for version, files in versions.items():
            for stem, text in files.items():
                (tmp_path / version).mkdir(exist_ok=True)
                (tmp_path / version / f"{stem}.sdf").write_text(text, encoding="utf-8")
        (tmp_path / "docs").mkdir()
        for stem, text in (docs or {}).items():
            (tmp_path / "docs" / f"{stem}.toml").write_text(text, encoding="utf-8")
        return FormatSource(
            name="toy",
            versions={version: read_version(tmp_path / version) for version in versions},
            overlay=read_overlay(tmp_path / "docs"),
            lexical=Lexical(),
        )

    return read
