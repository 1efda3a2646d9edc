"""``bodyplan schema`` and ``bodyplan codegen``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bodyplan.cli.main import main
from lxml import etree

Run = Callable[..., tuple[int, str, str]]

BOX = '<element name="box" required="0"><description>A box.</description>\n<attribute name="n" type="int"/></element>\n'


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


def test_xsd_is_a_schema(run: Run) -> None:
    status, out, _ = run("schema", "xsd", "urdf")
    assert status == 0
    etree.XMLSchema(etree.fromstring(out.encode()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "sdformat", "1.99", "//link"], "1.99"),
        (["show", "sdformat", "1.12", "//lnk"], "//lnk"),
        (["diff", "1.11"], "usage: bodyplan schema"),
        (["diff", "urdf", "1.0", "1.1", "1.2"], "usage: bodyplan schema"),
        (["xsd", "vrml"], "usage: bodyplan schema xsd"),
        ([], "usage: bodyplan schema"),
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
