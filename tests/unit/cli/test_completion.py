"""What shells complete of a call."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bodyplan.cli import completion
from bodyplan.cli.main import COMMANDS, main

shtab = pytest.importorskip("shtab", reason="completion needs the extra 'completion'")
bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")

PLAIN = {
    "ACTION", "ADDRESS", "AREA,...", "BASE", "COMMAND", "ELEMENT", "EXAMPLE", "FORMAT", "FRAME", "HEAD", "JOINT=VALUE", "LINK", "N", "JOINT", "TEXT", "NAME", "NAME:=VALUE", "NEW", "OLD", "P", "SHELL", "T", "URI",
    "URL",    "V", "VALUE", "VERDICT", "VERSION", "WxH", "X,Y,Z,ROLL,PITCH,YAW", "XPATH",
    "[FORMAT] OLD NEW", 
}  # fmt: skip
"""Arguments that are no files, or have choices of their own."""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completion") / "bodyplan.bash"
    program = "import sys; from bodyplan.cli.main import main; sys.exit(main(['completion', 'bash']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    file.write_text(done.stdout)
    return file


def completed(script: Path, folder: Path, *words: str) -> set[str]:
    """What bash offers for the last word of a call."""
    program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_bodyplan; printf "%s\\n" "${COMPREPLY[@]}"'
    command = ["bash", "--norc", "-c", program, "bash", str(script), "bodyplan", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@bash
def test_commands_options_choices_codes_and_files_are_completed(script: Path, tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").touch()
    (tmp_path / "models").mkdir()
    assert completed(script, tmp_path, "") == set(COMMANDS)
    assert completed(script, tmp_path, "ch") == {"check"}
    assert completed(script, tmp_path, "check", "--str") == {"--strict"}
    assert completed(script, tmp_path, "check", "--format", "s") == {"sarif"}
    assert completed(script, tmp_path, "check", "--strict", "--target", "da") == {"dart"}
    assert completed(script, tmp_path, "check", "--ignore", "BP90") >= {"BP901", "BP902"}
    assert completed(script, tmp_path, "check", "--select", "BP") >= {"BP2", "BP201"}
    assert completed(script, tmp_path, "explain", "BP30") >= {"BP301"}
    assert completed(script, tmp_path, "check", "") == {"arm.sdf", "models"}
    assert completed(script, tmp_path, "check", "--search-path", "") == {"models"}
    assert completed(script, tmp_path, "config", "s") == {"show"}
    assert completed(script, tmp_path, "config", "show", "--form") == {"--format"}


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_shell_has_a_script_that_names_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    if shell not in shtab.SUPPORTED_SHELLS:
        pytest.skip(f"this version of shtab knows no {shell}")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in script] == []
    assert "BP301" in script
    if shutil.which(shell) and shell != "tcsh":
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_every_argument_is_a_file_or_known_to_be_none() -> None:
    met = {action.metavar for action in completion._actions(completion.build_full_parser(shtab)) if action.metavar}
    assert met - PLAIN == completion.FILES | completion.FOLDERS | completion.CODES


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == (
        "bodyplan: this needs shtab; install the extra: pip install 'bodyplan[completion]'\n"
    )
