"""Documents named by URLs: they are opened because the call names them, and what they include lies beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.main import main

PART = '<sdf version="1.9"><model name="m"><link name="l"/><odd/></model></sdf>'
WORLD = '<sdf version="1.9"><world name="w">{0}</world></sdf>'
INCLUDE = "<include><uri>{0}</uri></include>"


@pytest.fixture
def memory() -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec", reason="the extra fleet is not installed")
    system = fsspec.filesystem("memory")
    system.pipe("/robots/part.sdf", PART.encode())
    system.pipe("/secret.sdf", PART.encode())
    yield system
    system.store.clear()


def test_a_document_and_what_lies_beside_it(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    memory.pipe("/robots/world.sdf", WORLD.format(INCLUDE.format("part.sdf")).encode())
    assert main(["check", "memory://robots/world.sdf"]) == 0
    told = capsys.readouterr().out
    assert "memory://robots/part.sdf:1:" in told
    assert "BP201" in told


def test_comments_beside_count_too(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    memory.pipe("/robots/part.sdf", PART.replace("<odd/>", "\n<!-- bodyplan: ignore[BP201] known -->\n<odd/>").encode())
    memory.pipe("/robots/world.sdf", WORLD.format(INCLUDE.format("part.sdf")).encode())
    assert main(["check", "memory://robots/world.sdf"]) == 0
    assert "BP201" not in capsys.readouterr().out


@pytest.mark.parametrize("uri", ["memory://secret.sdf", "../secret.sdf", "https://127.0.0.1:9/part.sdf"])
def test_a_document_can_have_nothing_else_fetched(memory: Any, capsys: pytest.CaptureFixture[str], uri: str) -> None:
    memory.pipe("/robots/world.sdf", WORLD.format(INCLUDE.format(uri)).encode())
    assert main(["check", "memory://robots/world.sdf"]) == 1
    assert "BP40" in capsys.readouterr().out


def test_a_document_here_opens_no_url(memory: Any, tmp_path: Path) -> None:
    world = tmp_path / "world.sdf"
    world.write_text(WORLD.format(INCLUDE.format("memory://robots/part.sdf")), encoding="utf-8")
    assert main(["check", str(world)]) == 1


def test_what_is_not_there_is_told(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "memory://robots/gone.sdf", "nokind://x/y.sdf"]) == 2
    told = capsys.readouterr().out
    assert "memory://robots/gone.sdf: error BP001" in told
    assert "nokind://x/y.sdf: error BP001" in told


def test_without_the_extra_it_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert main(["check", "s3://bucket/robot.urdf"]) == 2
    assert "bodyplan[fleet]" in capsys.readouterr().err
