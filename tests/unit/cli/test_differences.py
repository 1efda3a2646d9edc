"""Unified diffs: ``patch`` takes them, also where ``difflib`` is asked about parts of the texts only."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from bodyplan.cli import unified_diff
from bodyplan.cli.main import main


def changed(lines: list[str], random: random.Random) -> list[str]:
    made = list(lines)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(made) + 1)
        made[at : at + random.randrange(4)] = random.choices(("a\n", "b\n", "<c/>\n", "new\n"), k=random.randrange(4))
    return made


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch")
@pytest.mark.parametrize("most_pairs", [unified_diff.MOST_PAIRS, 30, 0])
def test_patch_makes_the_one_text_of_the_other(
    most_pairs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unified_diff, "MOST_PAIRS", most_pairs)
    source = random.Random(5)
    for _ in range(40):
        lines = [source.choice((f"line {number}\n", "<c/>\n")) for number in range(source.randrange(1, 40))]
        before, after = "".join(lines), "".join(changed(lines, source)).removesuffix(source.choice(("\n", "?")))
        file = tmp_path / "text"
        file.write_text(before, encoding="utf-8")
        made = "".join(unified_diff.difference(str(file), before, after))
        subprocess.run(["patch", "-s", str(file)], input=made.encode(), check=True, cwd=tmp_path)
        assert file.read_text(encoding="utf-8") == after if file.exists() else after == ""


def test_parts_that_are_looked_at_alone_give_the_same_diff(monkeypatch: pytest.MonkeyPatch) -> None:
    before = "".join(f"line {number}\n" for number in range(300))
    after = before.replace("line 100\n", "other\n").replace("line 200\n", "")
    whole = list(unified_diff.difference("x", before, after))
    monkeypatch.setattr(unified_diff, "MOST_PAIRS", 100)
    assert list(unified_diff.difference("x", before, after)) == whole


def test_markdown_has_tables_in_which_names_are_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for number, mass in enumerate((1, 2)):
        path = tmp_path / f"{number}.urdf"
        path.write_text(
            f'<robot name="r"><link name="a|b*[x](y)&lt;img&gt;"><inertial><mass value="{mass}"/>'
            '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>',
            encoding="utf-8",
        )
        texts.append(str(path))
    assert main(["diff", *texts, "--format", "markdown", "--only", "inertia"]) == 1
    told = capsys.readouterr().out
    (row,) = [line for line in told.splitlines() if "mass" in line]
    assert row == r"| link `a\|b*[x](y)<img>` | `mass` | `1` | `2` |"
    assert "#### inertia" in told
    assert main(["diff", texts[0], texts[0], "--format", "markdown"]) == 0
    assert "no differences" in capsys.readouterr().out
