"""Comments that keep findings from being shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.diagnostics.registry import REGISTRY

HEAD = '<robot name="r"><link name="l"/>\n'
CASES = {
    "the next element": "<!-- bodyplan: ignore[BP201] vendor tag -->\n<odd>\n<odder/></odd>\n<odd/>",
    "not behind it": "<!-- bodyplan: ignore[BP201] -->\n\n<link name='m'/><odd/>",
    "its line": "<odd/> <!-- bodyplan: ignore[unknown-element] -->\n<odd/>",
    "the file": "<odd/><odd/>\n<!-- bodyplan: ignore-file[BP2] -->",
    "inside": "<joint name='j' type='fixed'>\n<!-- bodyplan: ignore[BP201] -->\n<odd/><parent link='l'/><child link='k'/></joint><link name='k'/><odd/>",
}


def codes(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str, name: str = "r.urdf"
) -> list[str]:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    main(["check", "--isolated", "--format", "concise", *options, str(file)])
    return [line.split(": ")[1].split()[1] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("case", "left"),
    [
        ("the next element", ["BP201"]),
        ("not behind it", ["BP901", "BP201"]),
        ("its line", ["BP201"]),
        ("the file", []),
        ("inside", ["BP201"]),
    ],
)
def test_comments_are_about(case: str, left: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = f"{HEAD}{CASES[case]}\n</robot>".replace("<link name='m'/>", "<!-- x -->")
    if case == "not behind it":
        robot = f'{HEAD}<joint name="j" type="fixed">\n<!-- bodyplan: ignore[BP201] -->\n<parent link="l"/><odd/><child link="k"/></joint><link name="k"/></robot>'
    assert codes(robot, tmp_path, capsys) == left


def test_what_is_unused_is_told_for_each_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = f"{HEAD}<!-- bodyplan: ignore[BP201, BP301, pose-cycle] -->\n<odd/></robot>".replace("pose-cycle", "BP640")
    (tmp_path / "r.urdf").write_text(robot, encoding="utf-8")
    assert main(["check", "--strict", str(tmp_path / "r.urdf")]) == 1
    out = capsys.readouterr().out
    assert ":2:1: error BP901: " in out
    assert "BP301, BP640" in out
    # what was not asked for cannot be used
    assert codes(robot, tmp_path, capsys, "--select", "BP201,BP901") == []
    assert codes(robot, tmp_path, capsys, "--ignore", "BP901") == []


def test_what_a_reader_says_is_not_missed_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = f"{HEAD}<!-- bodyplan: ignore[BP703] -->\n<link name='m'/><joint name='j' type='fixed'><parent link='l'/><child link='m'/></joint></robot>"
    assert codes(robot, tmp_path, capsys) == []


@pytest.mark.parametrize("word", ["BP640", "negative-mass", "BP64"])
def test_a_rule_of_physics_is_not_missed_without_the_option(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REGISTRY, "BP640", replace(REGISTRY["BP640"], group="plausible"))
    robot = f"{HEAD}<!-- bodyplan: ignore[{word}] -->\n<link name='m'/><joint name='j' type='fixed'><parent link='l'/><child link='m'/></joint></robot>"
    assert codes(robot, tmp_path, capsys) == []
    assert codes(robot, tmp_path, capsys, "--plausible") == ["BP901"]


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("bodyplan: ignore", "it names no finding"),
        ("bodyplan: ignore[]", "it names no finding"),
        ("bodyplan: ignore[BP2001]", "no rule is called 'BP2001'"),
        ("bodyplan: ignore[unknown-elment]", "did you mean 'unknown-element'?"),
        ("bodyplan: disable[BP201]", "it says neither"),
    ],
)
def test_a_comment_that_is_odd_is_told(
    comment: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.urdf").write_text(f"{HEAD}<!-- {comment} -->\n<odd/></robot>", encoding="utf-8")
    main(["check", "--isolated", str(tmp_path / "r.urdf")])
    out = capsys.readouterr().out
    assert "BP902" in out
    assert said in out
    assert "BP201" in out


def test_prose_that_speaks_of_bodyplan_is_no_comment_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(f"{HEAD}<!-- checked with bodyplan: ignore nothing -->\n</robot>", tmp_path, capsys) == []


def test_included_files_have_their_own_comments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "part.sdf").write_text(
        '<sdf version="1.12"><model name="part"><link name="a">\n<!-- bodyplan: ignore[BP201] -->\n<odd/>'
        "<!-- bodyplan: ignore[BP640] -->\n<pose/></link></model></sdf>",
        encoding="utf-8",
    )
    whole = '<sdf version="1.12"><world name="w"><include><uri>part.sdf</uri></include></world></sdf>'
    assert codes(whole, tmp_path, capsys, name="whole.sdf") == []  # what is unused is told where the file is checked


def test_comments_of_directives_begin_as_those_of_yaml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "directives:\n# bodyplan: ignore[BP752]\n- add_frame:\n    name: f\n    nmae: g\n    X_PF: {base_frame: world}\n"
    assert codes(text, tmp_path, capsys, name="a.dmd.yaml") == []
    assert codes(text.replace("# bodyplan", "# body"), tmp_path, capsys, name="a.dmd.yaml") == ["BP752"]


def test_other_encodings_and_broken_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f'<?xml version="1.0" encoding="UTF-16"?>\n{HEAD}<!-- bodyplan: ignore[BP201] -->\n<odd/></robot>'
    (tmp_path / "r.urdf").write_bytes(text.encode("utf-16"))
    assert main(["check", "--strict", str(tmp_path / "r.urdf")]) == 0
    capsys.readouterr()
    broken = f"{HEAD}<!-- bodyplan: ignore[BP003] -->\n<a></b></robot>"
    assert codes(broken, tmp_path, capsys)[:1] == ["BP003"]
