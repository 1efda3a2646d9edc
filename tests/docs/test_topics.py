"""The pages about single topics do what they show.

Each page is run from top to bottom in a folder of its own, beside a copy of ``examples/``. A block whose first line
names a file (```` ```xml robot.sdf ````) is written to it, Python blocks share their names, commands are run; a text
block after either is what it prints.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.resources.environment import ENVIRONMENT
from bodyplan.semantics.resources.fuel_cache import VARIABLES

from tests.docs.blocks import Block, blocks_of

ROOT = Path(__file__).resolve().parents[2]
TOPICS = (
    "loading",
    "graphs",
    "typed-bindings",
    "editing",
    "fixing",
    "plausibility",
    "formatting",
    "composing",
    "converting",
    "converting-sdformat-to-urdf",
    "converting-skel",
    "converting-to-mjcf",
    "converting-to-directives",
    "converting-to-skel",
    "converting-directives",
    "scenes",
    "sdformat",
    "urdf",
    "skel",
    "mjcf",
    "srdf",
    "drake",
    "extensions",
    "xacro",
    "uris",
    "viewing",
    "scene-json",
    "support",
    "meaning",
    "schemas",
    "diagnostics",
    "editors",
    "cli",
    "tutorial-types",
    "tutorial-new-version",
)
ELSEWHERE = (
    *("pipelines", "configuration", "suppressing"),
    *(
        "quickstart-ros",
        "quickstart-gazebo",
        "quickstart-drake",
        "quickstart-python",
        "quickstart-spec",
        "quickstart-dart",
    ),
)
"""Pages that tests/pipelines and test_quickstarts.py run, at a shell."""
OTHERS = ("xmllint",)
"""Programs of others, which are called where they are installed."""
NOT_RUN = re.compile(r"bodyplan codegen (?!.*--output)")
"""Commands that would change the checkout."""


def called(line: str) -> str:
    """What one command line prints to standard output."""
    words = shlex.split(line, comments=True)
    if words[0] in OTHERS:
        if shutil.which(words[0]):
            subprocess.run(words, check=True, capture_output=True)
        return ""
    assert words[0] == "bodyplan", line
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        status = main(words[1:])
    assert status == ("faulty" in line or words[1] == "diff"), line
    return printed.getvalue().replace(os.getcwd(), "/home/me")


def run_console(text: str) -> None:
    """Runs the lines that begin with ``$ ``, and compares what follows each one, if anything does."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        if not NOT_RUN.match(line):
            printed = called(line)
            assert not expected or printed == expected, line


def run_python(block: Block, page: Path, names: dict[str, Any]) -> str:
    """Runs a block with the names of those before it, and answers what it prints."""
    printed = io.StringIO()
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, names)  # noqa: S102 - it is our own page
    return printed.getvalue()


@pytest.fixture
def beside_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for variable in (*ENVIRONMENT, "CMAKE_PREFIX_PATH", *VARIABLES):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]
    importlib.invalidate_caches()


@pytest.mark.usefixtures("beside_examples")
@pytest.mark.parametrize("topic", TOPICS)
def test_page_does_what_it_shows(topic: str) -> None:
    page = ROOT / "docs" / f"{topic}.md"
    text = page.read_text(encoding="utf-8")
    if "codegen generate" in text:
        pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")
    if topic == "xacro":
        pytest.importorskip("xacro", reason="the extra xacro is not installed")
    names: dict[str, Any] = {"__name__": topic}
    printed: str | None = None
    for block in blocks_of(text):
        if block.file:
            os.makedirs(os.path.dirname(block.file) or ".", exist_ok=True)
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            printed = run_python(block, page, names)
            continue
        elif block.language == "console":
            run_console(block.text)
        elif block.language == "text":
            assert printed is not None, f"{page.name}:{block.line}: nothing was run before"
            assert printed == block.text, f"{page.name}:{block.line}"
        printed = None


def test_every_page_with_code_is_run() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
    code = {
        name for name, text in texts.items() if {block.language for block in blocks_of(text)} & {"python", "console"}
    }
    assert sorted(code - {*TOPICS, *ELSEWHERE}) == []


def test_index_leads_to_every_topic() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [topic for topic in TOPICS if f"({topic}.md)" not in index] == []
