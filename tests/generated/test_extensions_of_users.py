"""Tables and packages of tags wherever documents are read: keyword, command line, configuration, installed packages."""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.cli.settings import files
from bodyplan.semantics.core import extensions

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

TABLE = """\
[extension]
name = "{name}"
prefix = "{name}"
namespace = "http://{name}.example"
match = "namespace"

[[tag]]
name = "gripper"
doc = "A hand at the end of a link."
format = ["sdformat", "urdf"]
at = ["link"]
occurs = "*"
attributes = [
    {{ name = "kind", type = "string", enum = "{name}Kind", values = {{ suction = "Air.", jaw = "Two fingers." }} }},
    {{ name = "on", type = "string", refers = "joint" }},
]
children = [{{ name = "force", type = "double", unit = "N", occurs = "0", min = 0, doc = "Largest force." }}]
"""

URDF = """\
<robot name="r" version="{version}" xmlns:a="http://acme.example" xmlns:brand="http://brand.example">
  <link name="base">{base}</link>{more}
</robot>
"""
SDF = """\
<sdf version="{version}" xmlns:a="http://acme.example" xmlns:brand="http://brand.example">
  <model name="r"><link name="base">{base}</link>{more}</model>
</sdf>
"""
CASES = [(URDF, "1.0"), (URDF, "1.2"), (SDF, "1.6"), (SDF, "1.12")]

Found = Callable[..., list[tuple[str, str]]]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tables")
    for name in ("acme", "brand"):
        (folder / f"{name}.toml").write_text(TABLE.format(name=name), encoding="utf-8")
    return folder / "acme.toml", folder / "brand.toml"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "robot.urdf"
    path.write_text(URDF.format(version="1.0", base='<a:gripper kind="claw"/>', more=""), encoding="utf-8")
    return path


def found_in(text: str, tables: tuple[Path, ...], **options: bool) -> list[tuple[str, str]]:
    try:
        found = bodyplan.loads(text, extensions=tables, **options).diagnostics  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [(each.code, each.message) for each in found]


@pytest.mark.parametrize(("text", "version"), CASES)
def test_several_tables_are_known_at_once(text: str, version: str, tables: tuple[Path, Path]) -> None:
    base = '<a:gripper kind="jaw"><force>4</force></a:gripper><brand:gripper kind="suction"/>'
    doc = bodyplan.loads(text.format(version=version, base=base, more=""), extensions=tables)
    link = (doc.root.model if doc.format == "sdformat" else doc.root).link[0]
    assert (link.acme_gripper[0].force, link.brand_gripper[0].kind) == (4.0, "suction")
    assert doc.diagnostics == ()
    assert bodyplan.loads(doc.dumps(), extensions=tables).root == doc.root


@pytest.mark.parametrize(("text", "version"), CASES)
@pytest.mark.parametrize(
    ("base", "more", "tag"),
    [
        ("<a:grippr/>", "", "a:grippr"),
        ("<a:something_else/>", "", "a:something_else"),
        ("", "<a:gripper/>", "a:gripper"),
        ('<a:gripper kind="jaw"><brand:gripper/></a:gripper>', "", "brand:gripper"),
    ],
    ids=["misspelt", "unheard of", "in another place", "inside another's tag"],
)
def test_tags_that_no_table_has_there_are_reported(
    base: str, more: str, tag: str, text: str, version: str, tables: tuple[Path, Path]
) -> None:
    document = text.format(version=version, base=base, more=more)
    ((code, message),) = found_in(document, tables)
    assert (code, f"<{tag}>" in message) == ("BP201", True)
    assert found_in(document, ()) == []


@pytest.mark.parametrize(("text", "version"), CASES)
def test_what_a_tag_refers_to_is_looked_up(text: str, version: str, tables: tuple[Path, Path]) -> None:
    end = ('<parent link="base"/><child link="tip"/>', "<parent>base</parent><child>tip</child>")[text is SDF]
    more = f'<link name="tip"/><joint name="hinge" type="fixed">{end}</joint>'
    for name, expected in (("hinge", []), ("base", ["BP311"]), ("henge", ["BP311"])):
        document = text.format(version=version, base=f'<a:gripper on="{name}"/>', more=more)
        assert [code for code, _ in found_in(document, tables) if code == "BP311"] == expected


def test_command_line_takes_several(
    document: Path, tables: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word for table in tables for word in ("--extensions", str(table))]
    assert main(["check", str(document)]) == 0
    assert main(["check", *given, str(document)]) == 1
    assert "BP107" in capsys.readouterr().out
    assert main(["print", *given, str(document)]) == 1
    assert main(["explain", *given, "//link/acme:gripper"]) == 0
    assert "A hand at the end of a link." in capsys.readouterr().out
    assert main(["schema", "json", *given, "urdf"]) == 0
    assert json.loads(capsys.readouterr().out)["elements"]["AcmeGripper"]["prefix"] == "acme"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", '[tool.bodyplan]\nextensions = ["tables/acme.toml"]\n'),
        ("bodyplan.toml", 'extensions = ["tables/acme.toml"]\n'),
    ],
)
def test_the_nearest_configuration_names_extensions(
    file: str, text: str, document: Path, tables: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files.in_folder.cache_clear()
    home = document.parent
    (home / file).write_text(text, encoding="utf-8")
    (home / "tables").mkdir()
    (home / "tables" / "acme.toml").write_bytes(tables[0].read_bytes())
    (home / "deep").mkdir()
    inner = document.rename(home / "deep" / document.name)
    assert main(["check", str(inner)]) == 1
    assert "BP107" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["extensions = 3\n", 'extensions = "acme"\n', "extensions = [\n"])
def test_a_faulty_configuration_is_a_wrong_call(text: str, document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files.in_folder.cache_clear()
    (document.parent / "bodyplan.toml").write_text(text, encoding="utf-8")
    assert main(["check", str(document)]) == 2
    assert str(document.parent / "bodyplan.toml") in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gone.toml", "no_such_package", "json"])
def test_an_extension_that_there_is_not_is_told(name: str, document: Path) -> None:
    with pytest.raises(bodyplan.ExtensionError, match=name):
        bodyplan.check(document, extensions=[name])
    assert main(["check", "--extensions", name, str(document)]) == 2


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a b",
        "..",
        ".acme",
        "os;x",
        "acme.",
        "x\0.toml",
        "a\n/b",
        "/dev/zero",
        "folder.toml",
        "pipe.toml",
        "\x1b]0;x\x07/a",
    ],
)
def test_what_is_neither_a_package_nor_a_file_is_told(
    name: str, document: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(document.parent)
    Path("folder.toml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe.toml")
    with pytest.raises(bodyplan.ExtensionError) as caught:
        bodyplan.check(document, extensions=[name])
    assert str(caught.value).isprintable()
    assert main(["check", "--extensions", name, str(document)]) == 2
    assert capsys.readouterr().err.rstrip("\n").isprintable()


def test_a_table_of_very_many_bytes_is_refused_with_the_limit(tmp_path: Path, document: Path) -> None:
    table = tmp_path / "huge.toml"
    with table.open("wb") as file:
        file.truncate(1 << 33)
    with pytest.raises(bodyplan.ExtensionError, match=r"huge\.toml:0: it cannot be read: .* at most 1048576 are read"):
        bodyplan.check(document, extensions=[table])


@pytest.mark.parametrize(
    "quote", ['"', "'", '"""', "\\", '\\"', "')", '")', '",', "{", "{{ x }}", "%s", "\u2028", "#", "}"]
)
def test_a_namespace_is_a_text_whatever_it_holds(quote: str, tmp_path: Path) -> None:
    """It is no code: neither where it ends a text in the modules that are made, nor where they print it."""
    call = "__import__('sys').modules.update(planted=1)"
    namespace = f"urn:{quote}{call.replace(' ', '')}{quote}"
    table = tmp_path / "acme.toml"
    text = TABLE.format(name="acme").replace("http://acme.example", namespace.replace("\\", "\\\\").replace('"', '\\"'))
    table.write_text(text, encoding="utf-8")
    declared = namespace.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    doc = bodyplan.loads(
        f'<robot name="r" xmlns:a="{declared}"><link name="l"><a:gripper kind="jaw"/></link></robot>',
        extensions=[table],
    )
    assert doc.root.link[0].acme_gripper[0].kind == "jaw"
    assert bodyplan.loads(doc.dumps(), extensions=[table]).root == doc.root
    assert "planted" not in sys.modules


def test_a_faulty_table_is_told_with_its_line(tmp_path: Path, document: Path) -> None:
    table = tmp_path / "bad.toml"
    table.write_text(TABLE.format(name="acme").replace('"namespace"', '"nmspace"'), encoding="utf-8")
    with pytest.raises(bodyplan.ExtensionError, match=r"bad\.toml:5: match is 'nmspace'"):
        bodyplan.load(document, extensions=[table])


def test_installed_packages_are_found_where_their_prefix_is_declared(
    document: Path, tables: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "acme_installed"
    assert main(["codegen", "generate", "--extensions", str(tables[0]), "--output", str(package)]) == 0
    about = tmp_path / "site" / "acme_installed-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-installed\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[bodyplan.extensions]\nacme = acme_installed\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    extensions.find_installed_packages.cache_clear()
    try:
        assert [each.code for each in bodyplan.check(document).diagnostics] == ["BP107"]
        both = bodyplan.check(document, extensions=[tables[1]])
        assert [each.code for each in both.diagnostics] == ["BP107"]
        text = '<robot name="r"><link name="l"/></robot>'
        assert type(bodyplan.loads(text).root) is bodyplan.urdf.Robot
    finally:
        extensions.find_installed_packages.cache_clear()


def test_a_package_of_another_version_says_so_when_it_is_imported(
    tables: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "acme_older"
    assert main(["codegen", "generate", "--extensions", str(tables[0]), "--output", str(package)]) == 0
    monkeypatch.syspath_prepend(str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.import_module("acme_older")
    text = (package / "__init__.py").read_text(encoding="utf-8")
    (package / "__init__.py").write_text(text.replace('(__name__, "', '(__name__, "9.'), encoding="utf-8")
    del sys.modules["acme_older"]
    os.utime(package / "__init__.py", (1, 1))
    with pytest.warns(UserWarning, match=r"acme_older was made by bodyplan 9\."):
        importlib.import_module("acme_older")


def test_a_table_of_the_same_name_in_another_folder_is_another_one(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for number, values in enumerate(("suction", "claw")):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        Path("acme.toml").write_text(TABLE.format(name="acme").replace("suction", values), encoding="utf-8")
        found.append([each.code for each in bodyplan.check(document, extensions=["acme.toml"]).diagnostics])
    assert found == [["BP107"], []]
