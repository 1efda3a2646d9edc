"""``bodyplan example``: what it writes, where, and what it leaves alone."""

from __future__ import annotations

import ast
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.example import EXAMPLES, FOLDER
from bodyplan.cli.main import main

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_written_under_its_name_and_is_what_it_is_said_to_be(name: str) -> None:
    assert main(["example", name]) == 0
    assert Path(name).read_bytes() == (FOLDER / name).read_bytes()
    loaded = bodyplan.read_lenient(Path(name).read_text(), name)
    assert loaded.format == EXAMPLES[name].partition(":")[0].lower()
    assert bool(bodyplan.check(name).diagnostics) == (name == "faulty.urdf")


def test_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(EXAMPLES)
    assert list(Path().iterdir()) == []


def test_another_name_and_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["example", "arm.sdf", "-o", "robots/mine.sdf"]) == 0
    assert Path("robots/mine.sdf").read_bytes() == (FOLDER / "arm.sdf").read_bytes()
    capfdbinary.readouterr()
    assert main(["example", "arm.sdf", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out == (FOLDER / "arm.sdf").read_bytes()


def test_what_somebody_changed_stays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", "arm.urdf"]) == 0
    assert main(["example", "arm.urdf"]) == 0  # it says the same
    Path("arm.urdf").write_text("mine")
    capsys.readouterr()
    assert main(["example", "arm.urdf"]) == 2
    assert capsys.readouterr().err == (
        "bodyplan: arm.urdf is there already and says something else; --force replaces it\n"
    )
    assert Path("arm.urdf").read_text() == "mine"
    assert main(["example", "--force", "arm.urdf"]) == 0
    assert Path("arm.urdf").read_bytes() == (FOLDER / "arm.urdf").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arm.urfd"], "there is no example 'arm.urfd'; did you mean 'arm.urdf'?"),
        (["table"], "there is no example 'table'; there are arm.urdf, arm.sdf,"),
        (["-o", "a.urdf"], "which example is a.urdf to be? There are arm.urdf, arm.sdf,"),
    ],
)
def test_mistaken_call_names_the_examples(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", *words]) == 2
    assert said in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_package_holds_every_example() -> None:
    tree = ast.parse((ROOT / "hatch_build.py").read_text(encoding="utf-8"))
    (packed,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXAMPLES"
    ]
    assert packed == tuple(EXAMPLES)
