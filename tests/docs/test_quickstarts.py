"""The quickstarts work from top to bottom for somebody who has nothing but what they install.

Each page is followed at a shell, in an empty folder and with an empty home: blocks that name a file are written, lines that
begin with ``$`` are run, and what stands below them has to be what they print. ``sh`` blocks install what is there already.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import blocks_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("quickstart-*.md"), key=lambda page: page.stem)
PROGRAMS = Path(sys.executable).parent
NEEDED = {
    r"xacro|cart": "xacro",
    r"--extensions|explain |schema ": "jinja2",
}
"""Packages that commands need, by what stands in these."""
REFERENCES = {"quickstart-drake": "pydrake", "quickstart-dart": "dartpy"}
"""What ``compare.py`` of a page compares with."""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def missing_for(command: str, page: str) -> str | None:
    """What a command needs that is not installed."""
    needed = [package for pattern, package in NEEDED.items() if re.search(pattern, command)]
    if "compare.py" in command:
        needed.append(REFERENCES[page])
    if command.startswith("xmllint"):
        return None if shutil.which("xmllint") else "xmllint"
    return next((each for each in needed if importlib.util.find_spec(each) is None), None)


def run_commands(text: str, page: str, folder: Path, home: Path) -> set[str]:
    """Runs the commands of a block; answers what some could not be run without."""
    environment = {"PATH": os.pathsep.join((str(PROGRAMS), os.defpath)), "HOME": str(home), "LANG": "C.UTF-8"}
    lacking: set[str] = set()
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        missing = missing_for(line, page)
        if missing is not None:
            lacking.add(missing)
            continue
        done = subprocess.run(
            ["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        fails = ": error BP" in expected or line.startswith("bodyplan diff")
        assert done.returncode == fails, f"{line}\n{done.stdout}{done.stderr}"
        printed = re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)  # pages have no blanks at the ends of lines
        assert not expected or printed == expected, line
    return lacking


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_quickstart_does_what_it_shows(page: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "work", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    lacking: set[str] = set()
    run = 0
    for block in blocks_of(page.read_text(encoding="utf-8")):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            lacking |= run_commands(block.text, page.stem, folder, home)
            run += 1
        else:
            assert block.language == "sh"
            assert re.fullmatch(r"pip install '?bodyplan(\[\w+\])?'?\n", block.text)
    assert run > 2
    if lacking:
        pytest.skip(f"all else was run; this is not installed: {', '.join(sorted(lacking))}")


def test_readme_and_index_lead_to_every_quickstart() -> None:
    assert len(PAGES) == 6
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if f"(docs/{page.name})" not in readme or f"({page.name})" not in index] == []
