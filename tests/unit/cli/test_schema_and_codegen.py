"""``bodyplan schema`` and ``bodyplan codegen``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bodyplan.cli import codegen
from bodyplan.cli.main import main
from lxml import etree

Run = Callable[..., tuple[int, str, str]]

BOX = """\
<element name="box" required="0"><description>A box.</description>
<attribute name="n" type="int" required="0"/></element>
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*argv: object) -> tuple[int, str, str]:
        status = main([str(word) for word in argv])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


def test_show_says_what_an_element_allows(run: Run) -> None:
    status, out, _ = run("schema", "show", "sdformat", "1.12", "//joint/axis/limit")
    assert status == 0
    assert "<lower>" in out


def test_diff_takes_sdformat_when_no_format_is_named(run: Run) -> None:
    status, out, _ = run("schema", "diff", "1.11", "1.12")
    assert status == 0
    assert out
    assert run("schema", "diff", "sdformat", "1.11", "1.12")[1] == out


def test_diff_tells_bounds_with_their_verdict(run: Run) -> None:
    lines = run("schema", "diff", "1.4", "1.5")[1].splitlines()
    assert "~ camera:camera/horizontal_fov: max 1.5708 -> 6.283186 (breaks readers)" in lines


def test_diff_in_other_formats_says_the_same(run: Run) -> None:
    lines = run("schema", "diff", "urdf", "1.1", "1.2")[1].splitlines()
    page = json.loads(run("schema", "diff", "urdf", "1.1", "1.2", "--format", "json")[1])
    assert page["title"] == "urdf: from 1.1 to 1.2"
    assert len(page["changes"]) == len(lines) > 0
    assert {change["verdict"] for change in page["changes"]} >= {"compatible"}
    markdown = run("schema", "diff", "urdf", "1.1", "1.2", "--format", "markdown")[1]
    assert markdown.startswith("# urdf: from 1.1 to 1.2\n")
    assert sum(line.startswith("| `") for line in markdown.splitlines()) == len(lines)


def test_diff_names_the_documents_that_are_touched(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robot.sdf"
    path.write_text(
        '<sdf version="1.7">\n<model name="m"><link name="l"/></model>\n<model name="n"/></sdf>', encoding="utf-8"
    )
    out = run("schema", "diff", "1.7", "1.8", "--corpus", tmp_path)[1]
    assert f"{path}:3:1: root:sdf/model: required * -> 0 (breaks writers)\n" in out
    assert out.count(str(path)) == 1
    page = json.loads(run("schema", "diff", "1.7", "1.8", "--corpus", path, "--format", "json")[1])
    assert [(entry["line"], entry["xpath"]) for entry in page["corpus"]] == [(3, '/sdf/model[@name="n"]')]
    assert run("schema", "diff", "1.7", "1.8", "--corpus", tmp_path / "gone")[0] == 2


def test_xsd_is_a_schema(run: Run) -> None:
    status, out, _ = run("schema", "xsd", "urdf")
    assert status == 0
    etree.XMLSchema(etree.fromstring(out.encode()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "sdformat", "1.99", "//link"], "1.99"),
        (["show", "sdformat", "1.12", "//lnk"], "//lnk"),
        (["diff", "1.11"], "see bodyplan schema"),
        (["diff", "1.11", "1.99"], "sdformat has no version '1.99'"),
        (["diff", "urdf", "1.0", "1.1", "1.2"], "see bodyplan schema"),
        (["xsd", "vrml"], "see bodyplan schema xsd"),
        ([], "see bodyplan schema"),
    ],
)
def test_what_there_is_not_is_status_2(run: Run, words: list[str], message: str) -> None:
    status, out, err = run("schema", *words)
    assert (status, out) == (2, "")
    assert message in err


def test_missing_extra_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("bodyplan.codegen.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    status, out, err = run("codegen", "check")
    assert (status, out) == (2, "")
    assert "bodyplan[codegen]" in err


def test_import_of_one_version_goes_to_its_folder(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "official" / "1.13"
    source.mkdir(parents=True)
    (source / "box.sdf").write_text(BOX, encoding="utf-8")
    status, out, err = run("codegen", "import", "sdformat", source, "--output", tmp_path / "schemas")
    assert status == 0
    assert out.split()[1] == "box.sdf"
    assert err.startswith("1 file taken over")
    text = (tmp_path / "schemas" / "sdformat" / "1.13" / "box.sdf").read_text(encoding="utf-8")
    assert "A box" not in text
    assert 'name="n"' in text


@pytest.mark.slow
def test_import_of_a_folder_of_versions_keeps_their_folders(run: Run, tmp_path: Path) -> None:
    for version in ("1.13", "1.14"):
        (tmp_path / "official" / version).mkdir(parents=True)
        (tmp_path / "official" / version / "box.sdf").write_text(BOX, encoding="utf-8")
    assert run("codegen", "import", "sdformat", tmp_path / "official", "--output", tmp_path / "out")[0] == 0
    assert sorted(path.name for path in (tmp_path / "out" / "sdformat").iterdir()) == [
        "1.13",
        "1.14",
        "PROVENANCE.toml",
    ]


@pytest.mark.slow
def test_import_prints_and_writes_a_report(run: Run, tmp_path: Path) -> None:
    for version, more in (("1.13", ""), ("1.14", '<attribute name="kind" type="string" required="0"/>')):
        source = tmp_path / "official" / version
        source.mkdir(parents=True)
        (source / "box.sdf").write_text(BOX.replace("</element>", f"{more}</element>"), encoding="utf-8")
        page = tmp_path / f"{version}.md"
        words = ("codegen", "import", "sdformat", source, "--output", tmp_path / "out", "--report", page)
        assert run(*words, "--dry-run")[0] == 0
        assert not (tmp_path / "out" / "sdformat" / version).exists()
        status, out, _ = run(*words)
        assert status == 0
        assert out.endswith(page.read_text(encoding="utf-8"))
    text = (tmp_path / "1.14.md").read_text(encoding="utf-8")
    assert text.startswith("# sdformat 1.14, compared with 1.13\n")
    assert "| `box:box/@kind` | compatible | `1.14/box.sdf:2` |" in text


def test_verify_names_an_edited_fact(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "official" / "1.13"
    source.mkdir(parents=True)
    (source / "box.sdf").write_text(BOX, encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(codegen, "CHECKOUT", tmp_path)
    assert run("codegen", "import", "sdformat", source)[0] == 0
    assert run("codegen", "verify", "--against", source) == (0, "", "")
    box = tmp_path / "schemas" / "sdformat" / "1.13" / "box.sdf"
    box.write_text(box.read_text(encoding="utf-8").replace('required="0"/>', 'required="1"/>'), encoding="utf-8")
    status, out, err = run("codegen", "verify", "--against", tmp_path / "official")
    assert status == 1
    assert out.startswith("sdformat 1.13: box:box/@n: required is '1' here, '0' officially (")
    assert "1 difference" in err
    assert run("codegen", "verify", "vrml", "--against", source)[0] == 2
    assert run("codegen", "verify", "--against", tmp_path / "gone")[0] == 2


def test_import_from_what_is_no_folder_of_a_version_is_status_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.sdf").write_text(BOX, encoding="utf-8")
    assert run("codegen", "import", "sdformat", tmp_path, "--output", tmp_path / "out")[0] == 2
    assert run("codegen", "import", "sdformat", tmp_path / "gone", "--output", tmp_path / "out")[0] == 2


def test_import_of_a_faulty_description_is_status_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "1.13").mkdir()
    (tmp_path / "1.13" / "box.sdf").write_text("<element nme='box'/>", encoding="utf-8")
    status, _, err = run("codegen", "import", "sdformat", tmp_path / "1.13", "--output", tmp_path / "out")
    assert status == 1
    assert "box.sdf:1: <element> has no facet 'nme'" in err


@pytest.mark.slow
def test_generate_of_one_version_writes_its_package_only(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("codegen", "generate", "--format", "urdf", "--version", "1.2", "--output", tmp_path)
    assert status == 0
    assert out.splitlines()
    assert all(name.startswith("urdf/v1_2/") for name in out.splitlines())
    assert (tmp_path / "urdf" / "v1_2" / "__init__.py").is_file()


@pytest.mark.parametrize(
    "words",
    [
        ["--version", "1.12"],
        ["--extensions", "table.toml"],
        ["--format", "urdf", "--version", "9.9", "--output", "out"],
    ],
)
def test_generate_called_wrongly_is_status_2(run: Run, words: list[str], tmp_path: Path) -> None:
    status, out, err = run("codegen", "generate", *words)
    assert (status, out) == (2, "")
    assert err.startswith("bodyplan: ")


@pytest.mark.parametrize("given", ["official", "official/1.13", "own"])
def test_an_xsd_of_a_version_that_is_not_installed(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import shutil

    from bodyplan.codegen.xsd import SCHEMAS

    monkeypatch.chdir(tmp_path)
    official = tmp_path / "official" / "1.13"
    shutil.copytree(SCHEMAS / "sdformat" / "1.12", official)
    (official / "1_11.convert").unlink()
    light = official / "light.sdf"
    text = light.read_text(encoding="utf-8")
    new = '<element name="flicker" type="double" default="0" required="0"/>'
    light.write_text(
        text.replace("</element>", f"{new}</element>", 1)
        if "/>" not in text
        else text.rsplit("</element>", 1)[0] + f"{new}</element>"
    )
    shutil.copytree(official, tmp_path / "own" / "sdformat" / "1.13")
    assert main(["schema", "xsd", "sdformat", "1.13", "--schemas", given, "-o", "new.xsd"]) == 0
    assert 'name="flicker"' in Path("new.xsd").read_text(encoding="utf-8")
    assert main(["schema", "xsd", "sdformat", "1.13"]) == 2
    assert main(["schema", "xsd", "sdformat", "--schemas", "nowhere"]) == 2
    assert "nowhere: not a folder" in capsys.readouterr().err
