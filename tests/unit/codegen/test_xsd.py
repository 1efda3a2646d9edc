"""XML Schemas say the bounds of numbers, the words of enumerations, and what tags of extensions hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.codegen import xsd
from bodyplan.sdformat import NEWEST
from lxml import etree

TABLE = """\
[extension]
name = "acme"
prefix = "acme"
namespace = "http://acme.example"
match = "namespace"

[[tag]]
name = "gripper"
doc = "A hand."
format = ["sdformat"]
at = ["link"]
occurs = "*"
attributes = [{ name = "kind", type = "string", required = "1", enum = "GripperKind", values = { jaw = "Two fingers." } }]
children = [{ name = "force", type = "double", occurs = "0", above = 0, doc = "Largest force." }]

[[tag]]
name = "pad"
doc = "What touches."
format = ["sdformat"]
at = ["acme:gripper"]
occurs = "0"
text = { type = "int", min = 1, max = 4 }
"""

CAMERA = """<sdf version="1.12"><model name="m"><link name="l"><sensor name="s" type="camera"><camera>
<horizontal_fov>{}</horizontal_fov></camera></sensor></link></model></sdf>"""

LINK = """<sdf version="1.12" xmlns:acme="http://acme.example" xmlns:drake="http://drake.mit.edu"><model name="m">
<link name="l">{}</link>{}</model></sdf>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schemas")
    table = folder / "acme.toml"
    table.write_text(TABLE, encoding="utf-8")
    for name, text in xsd.render_all([table]).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def schema(folder: Path) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(folder / f"sdformat-{NEWEST}.xsd"))


@pytest.mark.slow
def test_every_version_of_every_format_is_written(folder: Path) -> None:
    names = {path.name for path in folder.glob("*.xsd")}
    assert {
        "sdformat-1.0.xsd",
        f"sdformat-{NEWEST}.xsd",
        f"sdformat-{NEWEST}-acme.xsd",
        "urdf-1.2-drake.xsd",
        "skel-1.0.xsd",
    } <= names
    assert "urdf-1.2-acme.xsd" not in names
    for path in folder.glob("*.xsd"):
        etree.XMLSchema(etree.parse(path))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("1", True),
        ("1e-1", True),
        (" .5 ", True),
        ("6.283186", True),
        ("0", False),
        ("7", False),
        ("inf", False),
        ("x", False),
    ],
)
def test_numbers_have_their_bounds(text: str, holds: bool, schema: etree.XMLSchema) -> None:
    assert schema.validate(etree.fromstring(CAMERA.format(text))) == holds


@pytest.mark.parametrize(("text", "holds"), [("inf", True), ("-inf", False), ("INF", True), ("-1", False), ("0", True)])
def test_infinity_is_beyond_no_bound_that_is_not_there(text: str, holds: bool) -> None:
    schema = etree.XMLSchema(etree.fromstring(xsd.render("urdf").encode()))
    joint = (
        '<joint name="j" type="revolute"><parent link="l"/><child link="k"/><limit velocity="{}" effort="1"/></joint>'
    )
    text = f'<robot name="r"><link name="l"/><link name="k"/>{joint.format(text)}</robot>'
    assert schema.validate(etree.fromstring(text)) == holds


@pytest.mark.parametrize(
    ("inside", "beside", "holds"),
    [
        ('<acme:gripper kind="jaw"><force>1</force><acme:pad>2</acme:pad></acme:gripper>', "", True),
        ('<acme:gripper kind="claw"/>', "", False),
        ("<acme:gripper/>", "", False),
        ('<acme:gripper kind="jaw"><force>0</force></acme:gripper>', "", False),
        ('<acme:gripper kind="jaw"><fource>1</fource></acme:gripper>', "", False),
        ('<acme:gripper kind="jaw"><acme:pad>5</acme:pad></acme:gripper>', "", False),
        (
            "",
            "<drake:ball_constraint><drake:ball_constraint_p_AP>1 2 3</drake:ball_constraint_p_AP></drake:ball_constraint>",
            True,
        ),
        (
            "",
            "<drake:ball_constraint><drake:ball_constraint_p_AP>1 2 x</drake:ball_constraint_p_AP></drake:ball_constraint>",
            False,
        ),
        ('<other:tag xmlns:other="http://other.example">any</other:tag>', "", True),
    ],
)
def test_tags_of_extensions_are_checked(inside: str, beside: str, holds: bool, schema: etree.XMLSchema) -> None:
    assert schema.validate(etree.fromstring(LINK.format(inside, beside))) == holds


def test_words_and_parts_are_explained(folder: Path) -> None:
    text = (folder / f"sdformat-{NEWEST}.xsd").read_text(encoding="utf-8")
    word = text.partition('<xs:enumeration value="revolute">')[2]
    assert word.lstrip().startswith("<xs:annotation><xs:documentation>")
    field = text.partition('<xs:element name="horizontal_fov"')[2]
    assert "Unit: rad. Default: 1.047." in field[:400]
