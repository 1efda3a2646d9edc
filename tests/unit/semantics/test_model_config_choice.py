"""A model folder stands for the best file that its model.config offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.resources.resolver import Finder


def chosen(tmp_path: Path, config: str, name: str = "model.config") -> tuple[str | None, list[str]]:
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / name).write_text(config)
    for file in ("a.sdf", "b.sdf", "c.sdf"):
        (folder / file).write_text("<sdf/>")
    (tmp_path / "out.sdf").write_text("<sdf/>")
    sink = Sink()
    model = Finder(environment={}).find_model("model://robot", [tmp_path], sink)
    return model.path.name if model else None, [d.code for d in sink.found]


@pytest.mark.parametrize(
    ("entries", "file", "codes"),
    [
        ('<sdf version="1.4">a.sdf</sdf><sdf version="1.10">b.sdf</sdf><sdf version="1.9">c.sdf</sdf>', "b.sdf", []),
        ('<sdf version="1.4"> a.sdf </sdf><sdf version="100">b.sdf</sdf>', "a.sdf", ["BP412"]),
        ('<sdf version="1.6">a.sdf</sdf><sdf version="1.6">b.sdf</sdf>', "a.sdf", []),
        ('<sdf version="100">a.sdf</sdf>', "a.sdf", ["BP412"]),
        ("<sdf>a.sdf</sdf>", "a.sdf", ["BP413"]),
        ('<sdf>a.sdf</sdf><sdf version="1.5">b.sdf</sdf>', "b.sdf", []),
        ("", None, ["BP411"]),
        ('<sdf version="1.5"/>', None, ["BP411"]),
        ('<sdf version="1.5">none.sdf</sdf>', None, ["BP411"]),
        ('<sdf version="1.5">../out.sdf</sdf>', None, ["BP403"]),
    ],
)
def test_the_highest_version_that_can_be_read_is_chosen(
    tmp_path: Path, entries: str, file: str | None, codes: list[str]
) -> None:
    assert chosen(tmp_path, f"<model><name>r</name>{entries}</model>") == (file, codes)


def test_manifest_is_read_with_a_warning(tmp_path: Path) -> None:
    config = '<model><sdf version="1.5">a.sdf</sdf></model>'
    assert chosen(tmp_path, config, "manifest.xml") == ("a.sdf", ["BP414"])


def test_folder_without_model_config_is_no_model(tmp_path: Path) -> None:
    assert chosen(tmp_path, "", "README") == (None, ["BP410"])


@pytest.mark.parametrize("config", ["<model>", "", "<package/>", '<!DOCTYPE m [<!ENTITY e SYSTEM "x">]><m>&e;</m>'])
def test_model_config_that_is_not_one_is_reported(tmp_path: Path, config: str) -> None:
    assert chosen(tmp_path, config) == (None, ["BP411"])
