"""What README and docs say is true: the code runs, the commands work, the links lead somewhere."""

from __future__ import annotations

import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
BODYPLAN = str(Path(sys.executable).with_name("bodyplan"))


def blocks(language: str) -> list[str]:
    """The README's fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Calls of the program in the README that name files of ours."""
    lines = "".join(blocks("sh") + blocks("console")).splitlines()
    calls = [re.sub(r"^(\$ |.* && \.venv/bin/)|\s+#.*", "", line) for line in lines]
    return [call for call in calls if call.startswith("bodyplan ") and ("examples/" in call or "explain" in call)]


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", blocks("python"))
def test_readme_program_runs(program: str) -> None:
    done = run(sys.executable, "-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", commands())
def test_readme_command_does_what_it_says(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    before = set(tmp_path.iterdir())
    done = run(BODYPLAN, *shlex.split(command)[1:], cwd=tmp_path)
    assert done.returncode == (1 if "faulty" in command else 0), done.stderr
    assert done.stdout or "check" in command or set(tmp_path.iterdir()) > before


def test_readme_begins_without_a_checkout(tmp_path: Path) -> None:
    calls = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("bodyplan example ")]
    assert calls
    for call in calls:
        for command in call.split(" && "):
            done = run(BODYPLAN, *shlex.split(command)[1:], cwd=tmp_path)
            assert done.returncode == ("check" in command and "faulty" in command), done.stderr
    assert {each.name for each in tmp_path.iterdir()} == {"arm.urdf", "faulty.urdf"}


def test_readme_shows_what_commands_print() -> None:
    shown = [line for block in blocks("console") for line in block.splitlines() if line != "…"]
    printed: list[str] = []
    for line in shown:
        if line.startswith("$ "):
            printed = run(BODYPLAN, *shlex.split(line)[2:]).stdout.splitlines()
        else:
            assert line in printed


def test_readme_opens_with_the_two_lines_that_continuous_integration_runs() -> None:
    opening = README.partition("\n```sh\n")[0]
    assert len(opening.splitlines()) <= 4
    job, tests = blocks("sh")[0].splitlines()
    assert job == ("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/bodyplan check examples/arm.urdf")
    assert tests == 'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]" && .venv/bin/pytest'
    runs = (ROOT / ".ci" / "run").read_text()
    (taken,) = re.findall(r"done < <\((sed .*)\)$", runs, re.MULTILINE)
    assert run("bash", "-c", taken).stdout.splitlines() == [job, tests]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
NO_ROOMS = {"editable", "dist", "build", "__pycache__"}


def named_paths() -> list[str]:
    """Files and folders that the page on the architecture names; ``<…>`` stands for any name."""
    tree = re.findall(
        r"^([\w./]+)  ", "".join(re.findall(r"^```\n(.*?)^```", ARCHITECTURE, re.MULTILINE | re.DOTALL)), re.MULTILINE
    )
    quoted = re.findall(r"`(\.?[\w.*<>-]+(?:/[\w.*<>-]*)+|[\w-]+\.(?:py|toml|md))`", ARCHITECTURE)
    return [*tree, *quoted]


def test_architecture_names_files_and_folders_that_are_there() -> None:
    named = named_paths()
    assert len(named) > 50
    missing = [path for path in named if not list(ROOT.glob(re.sub(r"<\w+>", "*", path).rstrip("/")))]
    assert missing == [], "docs/architecture.md names what is not there"


def test_architecture_names_every_room() -> None:
    folders = [ROOT, ROOT / "semantics", ROOT / "codegen", ROOT / "diagnostics", ROOT / "runtime"]
    rooms = [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in folder.iterdir()
        if path.is_dir() and path.name not in NO_ROOMS and not path.name.startswith(".") and any(path.rglob("*.*"))
    ]
    assert [room for room in rooms if f"{room}/" not in named_paths()] == [], "docs/architecture.md leaves out a room"


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:runtime|semantics)(?:\.\w+)+)`", ARCHITECTURE))))
def test_architecture_names_objects_that_are_there(name: str) -> None:
    pkgutil.resolve_name(f"bodyplan.{name}")


def test_architecture_names_methods_that_are_there() -> None:
    code = "".join(
        path.read_text() for room in ("diagnostics", "runtime", "semantics") for path in (ROOT / room).rglob("*.py")
    )
    methods = re.findall(r"`([A-Z]\w+)\.(\w+)\b", ARCHITECTURE)
    assert len(methods) > 2
    assert [
        f"{owner}.{name}"
        for owner, name in methods
        if f"class {owner}" not in code or not re.search(rf"^    def {name}\(", code, re.MULTILINE)
    ] == []
