"""MJCF's grammar is taken over from MuJoCo's own files, element by element and attribute by attribute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.grammar import SchemaNode
from bodyplan.codegen.mjcf.descriptions import describe_grammar, merge_facts, overlay_facts, unite_words, write_overlay
from bodyplan.codegen.mjcf.grammar import MjcfAttribute, MjcfChild, MjcfElement, MjcfGrammar
from bodyplan.codegen.mjcf.release_table import grammar_of_release, rows_of
from bodyplan.codegen.mjcf.schema_file import parse_schema
from bodyplan.codegen.mjcf.units import anchors_of, parse_units, spell_units
from bodyplan.codegen.readers.description import read_version, version_folders
from bodyplan.codegen.readers.toml import read_toml

SCHEMA = """
# What a rig is.
enum kind : mjtKind {   # in words
  slow = mjK_SLOW
  "2d" = mjK_2D
}
enum bit {
  a = 0
  b = 1
}
group turn variant {
  quat : double[4] = {1, 0, 0, 0}
  euler : double[3]
}
element mujoco {
  model : string
  child default R
  child rig *
}
element default {
  class : id<default>
  child default R
  child rig ?
}
element rig : mjsRig (xml=rig) {
  name   : id<rig>
  class  : ref<default>
  type   : enum<kind> = slow (reading=custom)
  bits   : flags<bit>
  size   : double[1..mjNREF] (required)
  rgba   : float[4]
  mass   : double (positive)
  group  : int (min=0, max=5)
  data   : double[]
  target : ref<rig> (nodefault)
  tag    : chars[3] (pattern="[a,b]{3}")
  use turn
  set type = mjK_SLOW
  exclusive mass target+tag
  child plugin *
}
element plugin {
  plugin : string
}
element worldbody (alias=body) {
}
element body {
}
"""


@pytest.fixture
def grammar() -> MjcfGrammar:
    return parse_schema(SCHEMA, "toy.schema")


def test_schema_file_becomes_descriptions(grammar: MjcfGrammar) -> None:
    made = describe_grammar(grammar)
    assert made["rig.sdf"].splitlines() == [
        '<element name="rig" required="*">',
        '  <attribute name="name" type="string" required="0" nodefault="true"/>',
        '  <attribute name="class" type="string" required="0" nodefault="true"/>',
        '  <attribute name="type" type="string" default="slow" required="0"/>',
        '  <attribute name="bits" type="string" required="0"/>',
        '  <attribute name="size" type="double" count="1..2" required="1"/>',
        '  <attribute name="rgba" type="vector4" required="0"/>',
        '  <attribute name="mass" type="double" above="0" required="0"/>',
        '  <attribute name="group" type="int" min="0" max="5" required="0"/>',
        '  <attribute name="data" type="double" count="0.." required="0"/>',
        '  <attribute name="target" type="string" required="0" nodefault="true"/>',
        '  <attribute name="tag" type="string" required="0"/>',
        '  <attribute name="quat" type="vector4" default="1 0 0 0" required="0"/>',
        '  <attribute name="euler" type="vector3" required="0"/>',
        '  <element name="plugin" ref="plugin" required="*" nodefault="true"/>',
        '  <element name="include" ref="include" required="*"/>',
        "</element>",
    ]
    assert '<element name="rig" ref="rig" required="0" projects="true"/>' in made["default.sdf"]


def test_what_descriptions_cannot_say_is_in_the_overlay(grammar: MjcfGrammar) -> None:
    facts = overlay_facts(grammar, {"kind": "RigKind", "bit": "RigBit"})["rig"]
    assert facts["rig"] == {"exclusive": ["quat euler", "mass target+tag"]}
    assert facts["rig/@type"] == {"enum": "RigKind", "values": {"slow": "", "2d": ""}}
    assert facts["rig/@bits"] == {"enum": "RigBit", "values": {"a": "", "b": ""}, "several_words": True}
    assert facts["rig/@name"] == {"defines": "rig"}
    assert facts["rig/@target"] == {"refers": "rig"}


def test_importing_again_keeps_what_people_wrote() -> None:
    known = {
        "rig/@type": {"doc": "How it moves.", "enum": "RigKind", "values": {"slow": "Slowly."}},
        "rig": {"doc": "A rig."},
    }
    merged = merge_facts(known, {"rig/@type": {"enum": "RigKind", "values": {"slow": "", "fast": ""}}})
    assert merged["rig/@type"]["doc"] == "How it moves."
    assert merged["rig/@type"]["values"] == {"slow": "Slowly.", "fast": ""}
    files = {"rig": merged, "other": {"other/@type": {"enum": "RigKind", "values": {"late": "Late."}}}}
    unite_words(files)
    assert files["other"]["other/@type"]["values"] == files["rig"]["rig/@type"]["values"]
    text = write_overlay(files["rig"])
    assert text.startswith('["rig/@type"]\ndoc = "How it moves."\n')


def test_overlay_is_written_as_it_is_read(checkout: Path) -> None:
    for path in sorted((checkout / "schemas" / "mjcf" / "docs").glob("*.toml")):
        assert write_overlay(read_toml(path)) == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("element x", "opens no block"),
        ("element x {\n  a ; b\n}", "no line of an element"),
        ("element x {\n  a : tensor\n}", "'tensor' is no type"),
        ("element x {\n  a : enum<none>\n}", "no enumeration 'none'"),
        ("element x {\n  a : double[1..mjNONE]\n}", "is no number of values"),
        ("enum x {\n  a\n}", "no word of an enumeration"),
        ("element mujoco {\n  child none *\n}", "which is not described"),
    ],
)
def test_faults_of_a_schema_file_are_reported(line: str, said: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(said)):
        parse_schema(line, "toy.schema")


TABLE = """mujoco (!)                    model
   default (R)                class
      rig (?)                 euler quat
         plugin (*)           plugin
   rig (*)                    name class size quat
                              euler speed
      plugin (*)              plugin
"""
REFERENCE = """
.. _rig-speed:

:at:`speed`: :at-val:`[slow, fast], "fast"`
   How fast.
"""


def test_table_of_a_release_decides_what_there_is(grammar: MjcfGrammar) -> None:
    del grammar.elements["worldbody"]
    grammar.elements["worldbody"] = grammar.elements["body"].copy()
    made = grammar_of_release(TABLE + "   (world)body (R)            name\n", REFERENCE, grammar, "table.txt")
    assert dict(made.places()) == dict(rows_of(TABLE + "   (world)body (R)            name\n", "table.txt"))
    speed = made.elements["rig"].attributes["speed"]
    assert (made.enums[speed.words or ""], speed.default) == (("slow", "fast"), "fast")
    assert made.elements["rig"].attributes["size"].is_unprojected
    assert made.elements["rig"].presence == [("exclusive", "quat euler")]
    assert not made.elements["rig"].children[0].is_unprojected
    with pytest.raises(SchemaError, match="no table"):
        grammar_of_release("nothing", "", grammar, "table.txt")


@pytest.mark.parametrize(
    ("dimension", "unit"),
    [
        ("1", "1"),
        (r"L\,T^{-2}", "m/s²"),
        (r"M\,L\,T^{-2}", "N"),
        (r"F\,Q^{-1}", "N/m or N·m/rad"),
        (r"1,\ 1,\ L", "1, 1, m"),
        (r"L,\ L,\ L", "m"),
        (r"A\,T^{-1}", "deg/s or rad/s"),
        (r"M\,L^{-1}\,T^{-1}", "kg/(m·s)"),
    ],
)
def test_dimensions_are_spelled_as_units(dimension: str, unit: str) -> None:
    assert spell_units(dimension) == unit


PLACES = {"3.3": (165, 1390), "3.7": (174, 1797), "3.12": (178, 1911), "4.0": (171, 1894)}
"""Elements and attributes in the table of each release: of 3.3.0, 3.7.0, 3.12.0, 4.0.0."""


def described(folder: Path) -> MjcfGrammar:
    """The places of a version as its description files have them."""
    made = MjcfGrammar()
    for stem, node in read_version(folder).items():
        key = "mujoco" if stem == "root" else stem
        element = made.elements[key] = MjcfElement(key=key, tag=node.name)
        for child in node.children:
            assert isinstance(child, SchemaNode)
            if child.kind == "attribute":
                element.attributes[child.name] = MjcfAttribute(name=child.name, is_unprojected=child.unprojected)
            elif child.ref != "include":
                element.children.append(MjcfChild(child.ref or "", "*", child.unprojected))
    return made


def test_versions_have_as_many_places_as_the_tables_of_their_releases(checkout: Path) -> None:
    found = {}
    for folder in version_folders(checkout / "schemas" / "mjcf"):
        places = list(described(folder).places())
        found[folder.name] = len(places), sum(len(attributes) for _, attributes in places)
    assert found == PLACES


@pytest.mark.oracle
def test_newest_version_has_the_places_of_the_release_itself(checkout: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    if not mujoco.__version__.startswith("4.0."):
        pytest.skip(f"MuJoCo {mujoco.__version__} is installed, not 4.0")
    table = mujoco.mj_printSchema(False, False)
    assert dict(described(checkout / "schemas" / "mjcf" / "4.0").places()) == dict(rows_of(table, "mj_printSchema"))


def test_anchors_of_the_reference_lead_to_attributes(grammar: MjcfGrammar) -> None:
    assert anchors_of(grammar)["rig-size"] == ("rig", "size")
    assert parse_units(
        "   * - :ref:`rig/size<rig-size>`\n     - :math:`L`\n   * - :ref:`x<rig-x>`\n     - *other*\n"
    ) == {"rig-size": "m"}
