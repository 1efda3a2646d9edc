"""A vendor's own tags: a table compiles into a package of the vendor's, and documents that use them are typed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

from bodyplan.codegen import sync

TABLE = """\
[extension]
name = "acme"
prefix = "acme"
namespace = "http://acme.example/robots"
match = "namespace"

[[tag]]
name = "gripper"
doc = "A hand at the end of a link."
format = ["sdformat", "urdf"]
at = ["link"]
occurs = "*"
attributes = [
    { name = "kind", type = "string", required = "1", enum = "GripperKind", values = { suction = "Air.", jaw = "Two." } },
    { name = "name", type = "string", required = "0" },
]
children = [{ name = "force", type = "double", unit = "N", occurs = "1", min = 0, doc = "Largest force." }]

[[tag]]
name = "pad"
doc = "What touches."
format = ["sdformat", "urdf"]
at = ["acme:gripper"]
occurs = "0"
text = { type = "vector3", unit = "m", default = "0 0 0" }

[[tag]]
name = "warmup"
doc = "Time before the joint may move."
format = ["sdformat", "urdf"]
at = ["joint"]
occurs = "0"
text = { type = "double", unit = "s", default = "2.5", above = 0 }
deprecated = "use acme:gripper"

[[tag]]
name = "serial"
kind = "attribute"
doc = "Number on the plate."
format = ["sdformat", "urdf"]
at = ["model", "robot"]
occurs = "0"
text = { type = "unsigned int" }
"""

HEAD = 'xmlns:{prefix}="http://acme.example/robots"'
LINK = """\
<link name="l">
  <{p}:gripper kind="jaw" name="g"><force>{force}</force><{p}:pad>1 2 3</{p}:pad></{p}:gripper>
  <{p}:gripper kind="suction"><force>1</force></{p}:gripper>
</link>
"""
SDF = '<sdf version="{version}" {head}><model name="m" {p}:serial="7">' + LINK + "{more}</model></sdf>"
URDF = '<robot name="r" version="{version}" {head} {p}:serial="7">' + LINK + "{more}</robot>"


def document(text: str, *, version: str, prefix: str = "acme", force: str = "5", more: str = "") -> str:
    return text.format(version=version, head=HEAD.format(prefix=prefix), p=prefix, force=force, more=more)


@pytest.fixture(scope="module")
def acme(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("acme")
    table = folder / "acme.toml"
    table.write_text(TABLE, encoding="utf-8")
    sync.write(sync.render_extension(checkout / "schemas", table), folder / "site" / "acme_robots")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "site"))
        yield importlib.import_module("acme_robots")


def link_of(doc: bodyplan.Document) -> Any:
    return (doc.root.model if doc.format == "sdformat" else doc.root).link[0]


CASES = [(SDF, "1.12"), (SDF, "1.9"), (SDF, "1.4"), (URDF, "1.2"), (URDF, "1.0")]


@pytest.mark.parametrize("prefix", ["acme", "a"])
@pytest.mark.parametrize(("text", "version"), CASES)
def test_documents_are_typed_whatever_their_version_and_prefix(
    text: str, version: str, prefix: str, acme: ModuleType
) -> None:
    doc = bodyplan.loads(document(text, version=version, prefix=prefix), bindings=acme)
    first, second = link_of(doc).acme_gripper
    enums = importlib.import_module(f"acme_robots.{doc.format}")
    assert (first.kind, first.name, first.force, first.acme_pad) == (enums.GripperKind.JAW, "g", 5.0, (1.0, 2.0, 3.0))
    assert (second.kind, second.name, second.acme_pad) == ("suction", None, (0.0, 0.0, 0.0))
    assert (doc.root.model if doc.format == "sdformat" else doc.root).acme_serial == 7
    assert [finding for finding in doc.diagnostics if "acme" in finding.message] == []


@pytest.mark.parametrize(("text", "version"), CASES)
def test_faults_in_the_vendors_tags_are_reported_once_and_where_they_stand(
    text: str, version: str, acme: ModuleType
) -> None:
    more = (
        '\n<joint name="j" type="fixed"><parent link="l"/><child link="k"/><acme:warmup>-1</acme:warmup></joint>'
        '\n<link name="k"><acme:gripper kind="claw"><acme:pad>1 2</acme:pad></acme:gripper>'
        "\n<acme:gripper/></link>"
    )
    if text is SDF:
        more = more.replace('<parent link="l"/><child link="k"/>', "<parent>l</parent><child>k</child>")
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(document(text, version=version, force="-5", more=more), bindings=acme)
    found = [
        (finding.code, finding.line)
        for finding in caught.value.diagnostics
        if "acme" in f"{finding.message} {finding.xpath}"
    ]
    assert sorted(found, key=lambda entry: (entry[1], entry[0])) == [
        ("BP106", 2),
        ("BP106", 6),
        ("BP206", 6),
        ("BP103", 7),
        ("BP107", 7),
        ("BP203", 7),
        ("BP203", 8),
        ("BP204", 8),
    ]


@pytest.mark.parametrize(("text", "version"), CASES)
def test_round_trip_holds(text: str, version: str, acme: ModuleType) -> None:
    doc = bodyplan.loads(document(text, version=version), bindings=acme)
    again = bodyplan.loads(doc.dumps(), bindings=acme)
    assert again.root == doc.root
    assert again.version == doc.version
    newest = bodyplan.loads(doc.dumps(version="1.12" if text is SDF else None), bindings=acme)
    assert newest.root.link if text is URDF else newest.root.model.link == doc.root.model.link


def test_documents_can_be_made_in_python(acme: ModuleType) -> None:
    doc = bodyplan.loads(document(SDF, version="1.12"), bindings=acme)
    types = importlib.import_module("acme_robots.sdformat")
    doc.root.model.link[0].acme_gripper.append(types.AcmeGripper(kind="jaw", force=3.0))
    doc.root.model.link.append(types.Link(name="new", acme_gripper=[types.AcmeGripper(kind="suction", force=1.0)]))
    again = bodyplan.loads(doc.dumps(), bindings=acme)
    assert [gripper.force for gripper in link_of(again).acme_gripper] == [5.0, 1.0, 3.0]
    assert again.root == doc.root


def test_without_the_package_the_tags_are_kept_without_a_word() -> None:
    doc = bodyplan.loads(document(SDF, version="1.12"))
    assert [finding for finding in doc.diagnostics if "acme" in finding.message] == []
    assert bodyplan.loads(doc.dumps()).root == doc.root
    assert "acme:gripper" in doc.dumps()


def test_formats_that_the_table_does_not_extend_are_read_as_ever(acme: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads("<skel/>", bindings=acme)
    assert caught.value.diagnostics


def test_the_meaning_of_an_extended_document_is_that_of_the_plain_one(acme: ModuleType) -> None:
    text = document(SDF, version="1.9", more='<link name="k"><pose>1 0 0 0 0 0</pose></link>')
    assert bodyplan.loads(text, bindings=acme).scene.links.keys() == bodyplan.loads(text).scene.links.keys()


def test_the_command_writes_the_same_package(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "acme.toml"
    table.write_text(TABLE, encoding="utf-8")
    target = tmp_path / "out" / "acme_robots"
    assert main(["codegen", "generate", "--extensions", str(table), "--output", str(target)]) == 0
    files = sync.render_extension(checkout / "schemas", table)
    assert {p.relative_to(target).as_posix() for p in target.rglob("*.*")} == set(files)
    assert sync.differences(files, target) == ""
    assert main(["codegen", "generate", "--extensions", str(table), "--output", str(target)]) == 0
    assert capsys.readouterr().err.endswith("0 files changed\n")


def test_what_does_not_differ_is_taken_from_the_library(acme: ModuleType) -> None:
    own = importlib.import_module("acme_robots.sdformat")
    assert own.Box is bodyplan.sdformat.Box
    assert own.Link is not bodyplan.sdformat.Link
    assert own.NEWEST == bodyplan.sdformat.NEWEST
