"""``docs/pipelines.md`` and the pages beside it do what they show, from top to bottom in an empty folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import bodyplan
import pytest

from tests.docs.blocks import Block, blocks_of
from tests.pipelines.console import Shell, commands_of, is_as_shown
from tests.pipelines.repositories import released

REPOSITORY = "https://github.com/bodyplan/bodyplan"
TAG = f"v{bodyplan.__version__}"
OTHERS = ("pre-commit", "cmake", "ctest")
"""Programs of others that a machine may lack; commands that call them are left out there."""


@pytest.fixture(scope="module")
def page(checkout: Path) -> list[Block]:
    return blocks_of((checkout / "docs" / "pipelines.md").read_text(encoding="utf-8"))


def tried(page: list[Block], folder: Path, environment: dict[str, str]) -> set[str]:
    """Runs a page; answers the programs that were not there."""
    missing = set()
    with Shell(folder, environment) as shell:
        for block in page:
            if block.file:
                (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
                (folder / block.file).write_text(block.text, encoding="utf-8")
            for command, shown in commands_of(block.text) if block.language == "console" else ():
                program = command.split()[0]
                if program in OTHERS and shutil.which(program, path=environment["PATH"]) is None:
                    missing.add(program)
                    continue
                status, printed = shell(command)
                # columns are as wide as what is in them
                seen = re.sub(" {2,}", "  ", printed.replace(str(folder), "/home/me/project"))
                assert is_as_shown(seen, re.sub(" {2,}", "  ", shown)), f"line {block.line}: {command}\n{printed}"
                assert shown or status == 0, f"line {block.line}: {command} ends with {status}"
    return missing


def test_page_does_what_it_shows(page: list[Block], programs: dict[str, str], tmp_path: Path, checkout: Path) -> None:
    pytest.importorskip("shtab", reason="completion needs the extra 'completion'")
    calls = "".join(block.text for block in page if block.language == "console")
    assert tried([block for block in page if "pre-commit" not in block.text], tmp_path, programs) <= set(OTHERS)
    assert all(f"$ {program} " in calls for program in OTHERS)
    # the example is what the page arrives at
    example = checkout / "examples" / "pipeline"
    files = [path.relative_to(example) for path in example.rglob("*") if path.is_file() and path.name != "README.md"]
    assert len(files) > 5
    texts = {block.file: block.text for block in page if block.file}
    for file in files:
        text = texts[str(file)] if file.parts[0] == ".pre-commit-config.yaml" else (tmp_path / file).read_text()
        assert (example / file).read_text() == text, file


@pytest.mark.parametrize("name", ["suppressing", "configuration"])
def test_pages_beside_it_do_what_they_show(name: str, programs: dict[str, str], tmp_path: Path, checkout: Path) -> None:
    blocks = blocks_of((checkout / "docs" / f"{name}.md").read_text(encoding="utf-8"))
    assert any(block.language == "console" for block in blocks)
    tried(blocks, tmp_path, programs)


@pytest.mark.slow
def test_page_does_what_it_shows_with_all_that_it_installs(
    page: list[Block], machine: Callable[..., dict[str, str]], tmp_path: Path, checkout: Path
) -> None:
    repository = released(checkout, tmp_path / "released", TAG)
    environment = machine(**{f"url.{repository}.insteadOf": REPOSITORY})
    (tmp_path / "project").mkdir()
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    assert tried(page, tmp_path / "project", environment) <= {"cmake", "ctest"}


def test_shown_output_has_gaps() -> None:
    assert is_as_shown("a\nb\nc\n", "a\n…\n")
    assert is_as_shown("3 passed in 0.1s\n", "3 passed in …\n")
    assert is_as_shown("x\ny\n", "…\ny\n")
    assert not is_as_shown("a\nb\n", "a\n")
    assert not is_as_shown("a\n", "a\n…\nb\n")
    assert not is_as_shown("4 passed\n", "3 passed…\n")
