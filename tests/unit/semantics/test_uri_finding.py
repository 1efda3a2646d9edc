"""URIs are found beside files, in search folders and in the environment, and stay in the folders they were found in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.resources.resolver import Finder
from bodyplan.semantics.resources.uri_text import split_uri


def write(path: Path, text: str = "<sdf/>") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def found(finder: Finder, uri: str, *beside: Path) -> Path | str:
    """The path that was found, or the code of the finding."""
    sink = Sink()
    hit = finder.find(uri, beside, sink)
    return hit.path if hit is not None else sink.found[0].code


@pytest.mark.parametrize(
    ("text", "scheme", "rest"),
    [
        ("model://a/b", "model", "a/b"),
        (" PACKAGE://a ", "package", "a"),
        ("file:///x", "file", "/x"),
        ("file:/x", "file", "/x"),
        ("x/y.sdf", "", "x/y.sdf"),
        (r"C:\x\y.sdf", "", r"C:\x\y.sdf"),
        ("C://x", "", "C://x"),
        ("https://h/x", "https", "h/x"),
    ],
)
def test_uri_is_taken_apart(text: str, scheme: str, rest: str) -> None:
    uri = split_uri(text)
    assert (uri.scheme, uri.rest) == (scheme, rest)


@pytest.mark.parametrize("uri", ["m.sdf", "./m.sdf", "file://m.sdf", "file:m.sdf", "model://m.sdf", "sub/../m.sdf"])
def test_file_beside_the_including_file_comes_first(tmp_path: Path, uri: str) -> None:
    inner, top, search = (write(tmp_path / name / "m.sdf").parent for name in ("inner", "top", "search"))
    finder = Finder([search], environment={})
    assert found(finder, uri, inner, top) == inner / "m.sdf"
    (inner / "m.sdf").unlink()
    assert found(Finder([search], environment={}), uri, inner, top) == top / "m.sdf"
    (top / "m.sdf").unlink()
    assert found(Finder([search], environment={}), uri, inner, top) == search / "m.sdf"


def test_search_folders_come_in_order_and_before_the_environment(tmp_path: Path) -> None:
    folders = [write(tmp_path / name / "robot" / "m.sdf").parents[1] for name in ("a", "b", "c", "d")]
    environment = {"GAZEBO_MODEL_PATH": str(folders[3]), "SDF_PATH": os.pathsep.join(["", str(folders[2])])}
    finder = Finder(folders[:2], environment=environment)
    assert finder.folders_for(()) == tuple(map(str, folders))
    for folder in folders:
        assert found(Finder(folders[:2], environment=environment), "model://robot/m.sdf") == folder / "robot/m.sdf"
        (folder / "robot" / "m.sdf").unlink()
    assert found(Finder(folders[:2], environment=environment), "model://robot/m.sdf") == "BP401"


def test_a_search_folder_may_itself_be_what_is_named(tmp_path: Path) -> None:
    by_name = write(tmp_path / "robot" / "own.sdf")
    by_package = write(tmp_path / "x" / "package.sdf")
    write(tmp_path / "x" / "package.xml", "<package><name> robot </name></package>")
    by_config = write(tmp_path / "y" / "config.sdf")
    write(tmp_path / "y" / "model.config", "<model><name>robot</name></model>")
    finder = Finder([tmp_path / name for name in ("robot", "x", "y")], environment={})
    for scheme in ("model", "package"):
        for file in (by_name, by_package, by_config):
            assert found(finder, f"{scheme}://robot/{file.name}") == file
    assert found(finder, "model://robot") == tmp_path / "robot"
    assert found(finder, "package://other/own.sdf") == "BP401"


def test_package_xml_beats_the_name_of_a_folder_for_packages_only(tmp_path: Path) -> None:
    folder = write(tmp_path / "ws" / "robot" / "m.sdf")
    package = write(tmp_path / "other" / "m.sdf")
    write(tmp_path / "other" / "package.xml", "<package><name>robot</name></package>")
    finder = Finder([tmp_path / "ws", tmp_path / "other"], environment={})
    assert found(finder, "package://robot/m.sdf") == package
    assert found(finder, "model://robot/m.sdf") == folder


def test_ament_prefixes_keep_packages_in_share(tmp_path: Path) -> None:
    file = write(tmp_path / "share" / "robot" / "m.urdf")
    assert found(Finder(environment={"AMENT_PREFIX_PATH": str(tmp_path)}), "package://robot/m.urdf") == file


@pytest.mark.parametrize(
    "uri", ["../secret.sdf", "file://../secret.sdf", "model://a/../../secret.sdf", "a/../../secret.sdf"]
)
def test_uri_does_not_climb_out_of_its_folder(tmp_path: Path, uri: str) -> None:
    secret = write(tmp_path / "secret.sdf")
    beside = write(tmp_path / "models" / "a" / "m.sdf").parents[1]
    assert found(Finder(environment={}), uri, beside) == "BP403"
    assert found(Finder([beside], environment={}), uri) == "BP403"
    assert found(Finder([tmp_path], environment={}), uri, beside) == secret


def test_climbing_from_one_known_folder_into_another_is_fine(tmp_path: Path) -> None:
    inner = write(tmp_path / "a" / "m.sdf").parent
    other = write(tmp_path / "b" / "n.sdf")
    assert found(Finder(environment={}), "../b/n.sdf", inner, tmp_path) == other


def test_absolute_paths_are_what_they_say(tmp_path: Path) -> None:
    file = write(tmp_path / "m.sdf")
    for uri in (str(file), file.as_uri(), f"file:{file.as_posix()}"):
        assert found(Finder(environment={}), uri) == file
    assert found(Finder(environment={}), str(tmp_path / "none.sdf")) == "BP401"


def test_percent_and_backslash_spellings_are_understood(tmp_path: Path) -> None:
    file = write(tmp_path / "a b" / "m.sdf")
    assert found(Finder(environment={}), "file://a%20b/m.sdf", tmp_path) == file
    assert found(Finder(environment={}), r"a b\m.sdf", tmp_path) == file


@pytest.mark.parametrize("uri", ["", "  ", "model://", "package:///x", "model:///x/y", "a\0b"])
def test_uri_that_names_nothing_is_malformed(tmp_path: Path, uri: str) -> None:
    assert found(Finder(environment={}), uri, tmp_path) == "BP402"


def test_nothing_is_fetched_without_a_fetcher(tmp_path: Path) -> None:
    assert found(Finder(environment={}), "https://example.org/m", tmp_path) == "BP404"


def test_fetcher_is_asked_last_and_once(tmp_path: Path) -> None:
    write(tmp_path / "here" / "m.sdf")
    fetched = write(tmp_path / "cache" / "m.sdf")
    asked: list[str] = []

    def fetch(uri: str) -> Path | None:
        asked.append(uri)
        if uri == "model://bad/m.sdf":
            raise OSError("no route")
        return fetched if uri.startswith("https:") else None

    finder = Finder(environment={}, fetch=fetch)
    for _ in range(3):
        assert found(finder, "https://example.org/m.sdf", tmp_path) == fetched
        assert found(finder, "here/m.sdf", tmp_path) == tmp_path / "here" / "m.sdf"
        assert found(finder, "model://none/m.sdf", tmp_path) == "BP401"
        assert found(finder, "model://bad/m.sdf", tmp_path) == "BP405"
    assert asked == ["https://example.org/m.sdf", "model://none/m.sdf", "model://bad/m.sdf"]


def test_many_includes_of_one_model_cost_one_lookup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "robot" / "model.config", '<model><sdf version="1.6">m.sdf</sdf></model>')
    file = write(tmp_path / "robot" / "m.sdf")
    finder = Finder([tmp_path], environment={})
    assert finder.find_model("model://robot", ()) is not None
    monkeypatch.setattr(os.path, "exists", lambda path: pytest.fail("looked again"))
    for _ in range(1000):
        model = finder.find_model("model://robot", ())
        assert model is not None
        assert model.path == file
