"""What editors are given, tried in the editors themselves where they are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.language_server.editor_settings import read_settings
from bodyplan.semantics.formats.registry import FORMATS

EDITORS = Path("editors")
VSCODE = EDITORS / "vscode"
VSCE = Path("node_modules/@vscode/vsce/vsce")
FAULTY = Path("examples/faulty.urdf")
NEOVIM = """
vim.g.bodyplan_command = {{ "{python}", "-m", "bodyplan", "lsp", "--isolated" }}
dofile("{recipe}")
vim.cmd("edit {file}")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, each in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write((each.lnum + 1) .. " " .. (each.code or each.user_data.lsp.code) .. "\\n")
end
vim.cmd("qall!")
"""
EMACS = """
(package-initialize)
(load "{recipe}")
(setq bodyplan-command (list "{python}" "-m" "bodyplan" "lsp" "--isolated") eglot-sync-connect 60 eglot-connect-timeout 60)
(find-file "{file}")
(run-hooks 'post-command-hook)
(with-timeout (60)
  (while (null (flymake-diagnostics))
    (accept-process-output nil 0.1)
    (when flymake-mode (flymake-start))))
(dolist (each (flymake-diagnostics))
  (princ (format "%d %s\\n" (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each))))
(kill-emacs)
"""


def expected() -> list[tuple[int, str]]:
    return sorted((each.line, each.code) for each in bodyplan.check(FAULTY).diagnostics)


def run_script(script: str, path: Path, recipe: Path, *command: str) -> str:
    names = {"python": sys.executable, "recipe": recipe.resolve(), "file": FAULTY.resolve()}
    path.write_text(script.format(**{name: Path(value).as_posix() for name, value in names.items()}), encoding="utf-8")
    home = {"HOME": str(path.parent), "XDG_CONFIG_HOME": str(path.parent), "XDG_DATA_HOME": str(path.parent)}
    environment = {**os.environ, **home, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, env=environment, check=False)
    return f"{done.stdout}\n{done.stderr}"


def test_neovim_shows_the_findings(tmp_path: Path) -> None:
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    neovim = shutil.which("nvim")
    if neovim is None:
        pytest.skip("Neovim is not installed")
    recipe = EDITORS / "neovim" / "bodyplan.lua"
    shown = run_script(NEOVIM, tmp_path / "show.lua", recipe, neovim, "--clean", "--headless", "-S")
    found = re.findall(r"^(\d+) (BP\d+)\s*$", shown, re.MULTILINE)
    assert sorted((int(line), code) for line, code in found) == expected(), shown


def test_emacs_shows_the_findings(tmp_path: Path) -> None:
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    emacs = shutil.which("emacs")
    if emacs is None:
        pytest.skip("Emacs is not installed")
    shown = run_script(EMACS, tmp_path / "show.el", EDITORS / "emacs" / "bodyplan.el", emacs, "--batch", "-q", "-l")
    if "Cannot open load file" in shown and "eglot" in shown:
        pytest.skip("Emacs has no eglot")
    found = re.findall(r"^(\d+) bodyplan \[(BP\d+)\]", shown, re.MULTILINE)
    assert sorted((int(line), code) for line, code in found) == expected(), shown


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    return loaded


def test_the_extension_knows_the_endings_of_all_formats(manifest: dict[str, Any]) -> None:
    told = {ending for row in manifest["contributes"]["languages"] for ending in row["extensions"]}
    xml = {ending for row in FORMATS.values() if row.tags for ending in row.endings if ending != ".xml"}
    assert xml <= told
    source = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
    assert all(f'"{row["id"]}"' in source for row in manifest["contributes"]["languages"])
    assert all(ending.lstrip(".") in source for ending in told)


def test_the_commands_of_the_extension_are_there(manifest: dict[str, Any]) -> None:
    source = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
    assert all(f'"{each["command"]}"' in source for each in manifest["contributes"]["commands"])
    for step in manifest["contributes"]["walkthroughs"][0]["steps"]:
        assert (VSCODE / step["media"]["markdown"]).is_file()


def test_the_server_reads_the_settings_of_the_extension(manifest: dict[str, Any]) -> None:
    given: dict[str, Any] = {}
    for name, about in manifest["contributes"]["configuration"]["properties"].items():
        *path, last = name.removeprefix("bodyplan.").split(".")
        there = given
        for step in path:
            there = there.setdefault(step, {})
        there[last] = {"boolean": True, "array": ["x"]}.get(about["type"], "x")
    read = read_settings({"bodyplan": given})
    assert read.shows_degrees
    assert dict(read.options) == {"target": ["x"], "search_path": ["x"], "plausible": True}


@pytest.fixture
def extension(tmp_path: Path) -> Path:
    """The folder of the extension with the packages that it is built with, or a copy of it in which they are installed."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if (VSCODE / VSCE).is_file():
        return VSCODE
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, nor are the packages of editors/vscode: npm ci in that folder")
    copied = tmp_path / "vscode"
    shutil.copytree(VSCODE, copied, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    command = [npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=0"]
    done = subprocess.run(command, cwd=copied, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the packages of editors/vscode cannot be installed: {done.stderr.strip()[-200:]}")
    return copied


@pytest.mark.slow
def test_the_extension_is_built_and_packed(extension: Path, tmp_path: Path, manifest: dict[str, Any]) -> None:
    packed = tmp_path / "bodyplan.vsix"
    command = ["node", VSCE.as_posix(), "package", "--no-dependencies", "-o", str(packed)]
    done = subprocess.run(command, cwd=extension, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(packed) as archive:
        names = set(archive.namelist())
        assert {"extension/package.json", "extension/dist/extension.js", "extension/readme.md"} <= names
        assert {f"extension/{row['path'][2:]}" for row in manifest["contributes"]["grammars"]} <= names
        steps = manifest["contributes"]["walkthroughs"][0]["steps"]
        assert {f"extension/{step['media']['markdown']}" for step in steps} <= names
        assert json.loads(archive.read("extension/package.json")) == manifest
        assert not [name for name in names if "node_modules" in name or name.endswith(".ts")]
        built = archive.read("extension/dist/extension.js").decode()
    # one file, with the client of the protocol in it
    assert set(re.findall(r"require\(\"((?!node:)[^\"]+)\"\)", built)) >= {"vscode"}
    assert "vscode-languageclient" not in re.findall(r"require\(\"([^\"]+)\"\)", built)
