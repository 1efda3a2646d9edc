"""A format is one folder and one row: a toy goes all the way, and every row of ours names what there is."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.formats import registry

WALL = '<wall name="w">\n  <block name="a" mass="2"/>\n  <block name="b" mass="1" on=\'a\'/>\n</wall>\n'


@pytest.fixture
def toy(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a format that only this test knows."""
    monkeypatch.syspath_prepend(str(checkout / "tests" / "toys"))
    row: registry.Format = importlib.import_module("brick").ROW
    registry.register(row)
    yield row.name
    del registry.FORMATS[row.name]
    for name in [name for name in sys.modules if name.split(".")[0] == "brick"]:
        del sys.modules[name]


def test_a_toy_format_is_loaded_resolved_and_written(toy: str) -> None:
    document = bodyplan.loads(WALL)
    assert document.format == toy
    assert type(document.root).__name__ == "Wall"
    assert {name: link.mass for name, link in document.scene.links.items()} == {"w::a": 2.0, "w::b": 1.0}
    assert document.scene.joints["w::b_on_a"].parent == "w::a"
    assert document.dumps() == document.dumps(expand=True) == WALL


def test_a_toy_format_is_checked_with_places(toy: str, tmp_path: Path) -> None:
    path = tmp_path / "w.brick"
    path.write_text(WALL.replace("on='a'", "on='c'").replace("<block", "<blok/><block", 1), encoding="utf-8")
    found = {(finding.line, finding.severity) for finding in bodyplan.check(path, strict=True).diagnostics}
    assert {(2, "error"), (3, "error")} <= found
    with pytest.raises(bodyplan.LoadError, match="begins a document of brick, not of urdf"):
        bodyplan.urdf.load(path)
    with pytest.raises(bodyplan.LoadError, match=r"expected <sdf>, <robot>, <skel>.* or <wall>"):
        bodyplan.loads("<house/>")


def test_a_toy_format_can_be_included(toy: str, tmp_path: Path) -> None:
    (tmp_path / "w.brick").write_text(WALL, encoding="utf-8")
    text = "<sdf version='1.12'><world name='x'><include><uri>w.brick</uri><pose>0 0 3 0 0 0</pose></include></world></sdf>"
    scene = bodyplan.loads(text, base_dir=tmp_path).scene
    assert scene.pose("w::a").translation[2] == 3.0


def test_the_command_line_knows_a_toy_format(toy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "w.brick"
    path.write_text(WALL, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0
    assert "1 file checked" in capsys.readouterr().err
    assert main(["resolve", str(path), "--format", "json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["links"]) == ["w::a", "w::b"]
    assert main(["print", str(path)]) == 0
    assert capsys.readouterr().out == WALL
    assert main(["print", str(path), "--version", "2"]) == 2
    assert "written in version 1 only" in capsys.readouterr().err


def test_a_name_or_a_root_element_is_registered_once(toy: str) -> None:
    row = registry.FORMATS[toy]
    with pytest.raises(ValueError, match="'brick' is registered already"):
        registry.register(row)
    with pytest.raises(ValueError, match="'sdf' is registered already"):
        registry.register(registry.Format(name="other", title="", tags=("sdf",), endings=(), decoding="", front_end=""))
    assert "other" not in registry.FORMATS


PARTS = {
    "decoding": ("tree", "source", "sink", "options", "place"),
    "front_end": ("parsed", "sink", "options", "pipeline"),
    "expanding": ("parsed", "sink", "options", "pipeline"),
    "writing": ("parsed", "options", "version", "expanded", "marks"),
}
FUNCTIONS = {"decoding": "decode", "front_end": "describe", "expanding": "expand", "writing": "write"}


@pytest.mark.parametrize("row", registry.FORMATS.values(), ids=list(registry.FORMATS))
def test_what_a_row_names_is_there(row: registry.Format, checkout: Path) -> None:
    for part in [part for part in PARTS if getattr(row, part) is not None]:
        function, taken = FUNCTIONS[part], PARTS[part]
        if part == "decoding" and not row.tags:
            function, taken = "decode_text", ("source", "sink", "options")
        module = importlib.import_module(getattr(row, part), registry.__package__)
        assert tuple(inspect.signature(getattr(module, function)).parameters) == taken
    assert row.newest_version() == ((row.has_schema and max_version(checkout, row.name)) or "")
    assert (checkout / "schemas" / row.name).is_dir() == row.has_schema
    assert callable(getattr(bodyplan, row.name).load)


def max_version(checkout: Path, name: str) -> str:
    versions = [path.name for path in (checkout / "schemas" / name).iterdir() if path.name[0].isdigit()]
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def test_every_folder_of_formats_has_a_row(checkout: Path) -> None:
    folders = {path.parent.name for path in (checkout / "semantics" / "formats").glob("*/front_end.py")}
    assert folders == set(registry.FORMATS)
    schemas = {path.name for path in (checkout / "schemas").iterdir() if (path / "format.toml").is_file()}
    assert schemas == set(registry.with_schema())


def test_no_ending_tells_two_formats() -> None:
    endings = [ending for row in registry.FORMATS.values() for ending in row.endings]
    assert len(endings) == len(set(endings))
