"""What holds for a document: configuration files, the call over them, and ``config show``."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.cli.messages import WrongCall
from bodyplan.cli.settings.files import configuration_for, in_folder
from bodyplan.cli.settings.resolution import SettingsResolver

FULL = """\
select = ["BP1", "BP2"]
ignore = ["unknown-element"]
include = ["*.xml"]
exclude = ["old/"]
respect-gitignore = false
targets = ["drake"]
strict = true
search-paths = ["models"]
package-roots = ["../ws"]
extensions = ["tables/acme.toml", "acme_tags"]
confine = true
baseline = "known.json"
cache-dir = ".cache"

[severity]
BP201 = "note"

[per-file-ignores]
"test/**" = ["BP3"]
"""


@pytest.fixture(autouse=True)
def _fresh() -> None:
    in_folder.cache_clear()


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_every_key_is_read_and_paths_are_as_seen_from_the_file(tmp_path: Path) -> None:
    write(tmp_path / "bodyplan.toml", FULL)
    settings = SettingsResolver(Namespace(trust=True))(tmp_path / "deep" / "a.sdf").settings
    assert settings.search_paths == (str(tmp_path / "models"),)
    assert settings.package_roots == (str(tmp_path.parent / "ws"),)
    assert settings.extensions == (str(tmp_path / "tables" / "acme.toml"), "acme_tags")
    assert (settings.baseline, settings.cache_dir) == (str(tmp_path / "known.json"), str(tmp_path / ".cache"))
    assert (settings.strict, settings.confine, settings.respect_gitignore) == (True, True, False)
    assert settings.severity == (("BP201", "note"),)
    assert settings.per_file_ignores == (("test/**", ("BP3",)),)
    assert settings.home == str(tmp_path)


def test_the_nearest_file_that_speaks_of_bodyplan_counts(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.bodyplan]\nstrict = true\n")
    write(tmp_path / "a" / "pyproject.toml", "[tool.other]\n")
    write(tmp_path / "a" / "b" / "pyproject.toml", "[tool.bodyplan]\n")
    write(tmp_path / "a" / "b" / "bodyplan.toml", "confine = true\n")
    assert configuration_for(tmp_path / "a" / "x.sdf").file == tmp_path / "pyproject.toml"
    assert configuration_for(tmp_path / "a" / "b" / "c" / "x.sdf").file == tmp_path / "a" / "b" / "bodyplan.toml"


def test_a_call_replaces_what_is_written_and_adds_folders_and_tables(tmp_path: Path) -> None:
    write(tmp_path / "bodyplan.toml", FULL)
    call = Namespace(select=["BP3"], target=["dart"], search_path=["/more"], extensions=[], strict=False)
    decided = SettingsResolver(call)(tmp_path / "a.sdf")
    assert decided.settings.select == ("BP3",)
    assert decided.settings.targets == ("dart",)
    assert decided.settings.search_paths == ("/more", str(tmp_path / "models"))
    assert decided.settings.strict
    assert decided.where["select"] == "the call"
    assert decided.where["search_paths"] == f"the call, {tmp_path / 'bodyplan.toml'}:8"


def test_a_file_that_the_call_names_holds_for_all(tmp_path: Path) -> None:
    write(tmp_path / "bodyplan.toml", "strict = true\n")
    other = write(tmp_path / "ci" / "strange.toml", 'ignore = ["BP3"]\n')
    assert SettingsResolver(Namespace(config=str(other)))(tmp_path / "a.sdf").settings.ignore == ("BP3",)
    assert not SettingsResolver(Namespace(isolated=True))(tmp_path / "a.sdf").settings.strict


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("strict = true\nignroe = []\n", 2, "no key 'ignroe'; did you mean 'ignore'?"),
        ("\n[seveity]\nBP201 = 'note'\n", 2, "did you mean 'severity'?"),
        ("strict = 1\n", 1, "strict has to be true or false"),
        ("\nselect = 'BP3'\n", 2, "select has to be a list of texts"),
        ("ignore = ['BP999']\n", 1, "no rule is called 'BP999'"),
        ("ignore = ['unknown-elment']\n", 1, "did you mean 'unknown-element'?"),
        ("targets = ['darke']\n", 1, "did you mean 'drake'?"),
        ("[severity]\nBP201 = 'fatal'\n", 1, "one of error, warning, note"),
        ("[per-file-ignores]\n'a' = 'BP2'\n", 1, "has to be a list of texts"),
        ("strict = \n", 0, "line 1"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int, said: str, tmp_path: Path) -> None:
    for name, before, lines in (("bodyplan.toml", "", 0), ("pyproject.toml", "[tool.bodyplan]\n", 1)):
        if name == "pyproject.toml" and (line == 0 or text.strip()[0] == "[" or "\n[" in text):
            continue  # broken TOML is whose file it is; tables have other headers there
        in_folder.cache_clear()
        file = write(tmp_path / name / name, before + text)
        with pytest.raises(WrongCall) as problem:
            configuration_for(file.parent / "a.sdf")
        assert said in str(problem.value)
        assert str(problem.value).startswith(f"{file}:{line + lines}: " if line else str(file))


def test_a_table_of_a_shared_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = write(tmp_path / "pyproject.toml", "[project]\nname = 'x'\n[tool.bodyplan.severity]\nBP201 = 'bad'\n")
    with pytest.raises(WrongCall, match=rf"{file.name}:3: severity says 'bad'"):
        configuration_for(tmp_path / "a.sdf")


@pytest.mark.parametrize("name", ["gone.toml", "pyproject.toml"])
def test_a_file_that_says_nothing_of_it_is_a_wrong_call(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "pyproject.toml", "[project]\n")
    assert main(["check", "--config", str(tmp_path / name), "a.sdf"]) == 2
    assert name in capsys.readouterr().err


def test_what_holds_is_shown_with_where_it_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "bodyplan.toml", FULL)
    assert main(["config", "show", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert [line.split() for line in out.splitlines() if "strict" in line] == [["strict", "true", f"{file}:7"]]
    assert main(["config", "show", "--format", "json", "--search-path", "x", str(tmp_path / "a.sdf")]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["file"] == str(file)
    assert shown["settings"]["severity"] == {"value": {"BP201": "note"}, "from": f"{file}:15"}
    assert shown["settings"]["search-paths"]["value"] == ["x", str(tmp_path / "models")]


def test_each_document_has_its_own_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = '<robot name="r"><link name="l"/><odd/></robot>'
    for name, text in (("a", "strict = true\n"), ("b", ""), ("c", 'ignore = ["BP201"]\n')):
        write(tmp_path / name / "r.urdf", odd)
        write(tmp_path / name / "bodyplan.toml", text)
    assert main(["check", "--format", "json", str(tmp_path)]) == 1
    found = [[d["severity"] for d in report["diagnostics"]] for report in json.loads(capsys.readouterr().out)]
    assert found == [["error"], ["warning"], []]
