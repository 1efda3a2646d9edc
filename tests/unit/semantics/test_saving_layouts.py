"""Whatever a text is laid out like, saving leaves what was not changed as it is."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Literal

import bodyplan
import pytest
from bodyplan import urdf
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.compose.transplant import detach_from_source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.parser import read

PLAIN = """<?xml version="1.0"?>
<!-- head -->
<robot name="r">
  <!-- above a -->
  <link name="a">
    <inertial>
      <mass value="1.50"/> <!-- kg -->
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>

  <!-- above b -->
  <link name="b"/>
  <joint name="j" type="fixed">
    <parent link="a"/>
    <child link="b"/>
  </joint>
  <!-- at the end -->
</robot>
<!-- tail -->
"""
HOSTILE = PLAIN.replace("<inertial>", "<inertial   >").replace("</inertial>", "</inertial\n >")

LAYOUTS: dict[str, bytes] = {
    "plain": PLAIN.encode(),
    "CRLF": PLAIN.replace("\n", "\r\n").encode(),
    "CR": PLAIN.replace("\n", "\r").encode(),
    "mixed line ends": PLAIN.replace("\n", "\r\n", 7).encode(),
    "byte order mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "UTF-16, little end first": PLAIN.replace('"1.0"?', '"1.0" encoding="UTF-16"?').encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + PLAIN.replace('"1.0"?', '"1.0" encoding="UTF-16"?').encode("utf-16-be"),
    "latin-1": PLAIN.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?').replace("head", "h\xe9\xe4d").encode("latin-1"),
    "UTF-8": PLAIN.replace("head", "h\xe9\u4e16d").encode(),
    "entities": PLAIN.replace("?>\n", '?>\n<!DOCTYPE robot [ <!ENTITY kg "kilo<gram>"> ]>\n', 1)
    .replace('name="r"', 'name="r&#x41;&amp;&quot;"')
    .encode(),
    "CDATA": PLAIN.replace('<link name="b"/>', '<link name="b"><x><![CDATA[ <mass value="9"/> ]]></x></link>').encode(),
    "instructions": PLAIN.replace("<!-- above b -->", "<?tool <link name='x'/> ?><!-- above b -->").encode(),
    "single quotes": PLAIN.replace('"', "'").encode(),
    "order of attributes": PLAIN.replace('name="j" type="fixed"', 'type="fixed" name="j"').encode(),
    "blanks inside tags": PLAIN.replace("<mass value=", "<mass\n\t value  =\n ").replace("/>", " \t/>").encode(),
    "end tags for empty elements": PLAIN.replace('<link name="b"/>', '<link name="b"></link>').encode(),
    "no newline at the end": PLAIN.rstrip("\n").encode(),
    "blank lines at the end": (PLAIN + "\n\n  \n").encode(),
    "tabs": PLAIN.replace("  ", "\t").encode(),
    "one line": PLAIN.replace("\n", "").encode(),
    "no indentation": "\n".join(line.strip() for line in PLAIN.splitlines()).encode(),
    "comments that look like elements": PLAIN.replace("above b", '<link name="b"> <mass value="2"/>').encode(),
    "several comments above": PLAIN.replace(
        "<!-- above b -->", "<!-- one -->\n  <!-- two\n       lines -->\n  <!--3-->"
    ).encode(),
    "a greater-than in a value": PLAIN.replace('name="r"', 'name="a>b"').encode(),
    "blanks before the end of a tag": HOSTILE.encode(),
    "an undeclared prefix": PLAIN.replace('<link name="b"/>', '<link name="b"/>\n  <xacro:arg name="x"/>').encode(),
    "namespaces": PLAIN.replace('name="r"', 'name="r" xmlns:x="u" x:y="z"').encode(),
    "text where none belongs": PLAIN.replace('<link name="b"/>', 'one <link name="b"/> two').encode(),
}


@pytest.fixture(params=LAYOUTS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "robot.urdf"
    path.write_bytes(LAYOUTS[request.param])
    return path


def read_again(text: str) -> object:
    """The root of a document, whatever may be wrong with what it means."""
    parsed = read(Source(None, text), Sink(), Options(), format="urdf")
    return parsed and parsed.root


def test_what_was_not_changed_keeps_every_byte(file: Path) -> None:
    before = file.read_bytes()
    document = urdf.load(file)
    document.save()
    assert file.read_bytes() == before
    for twin in (copy.copy(document), copy.deepcopy(document), pickle.loads(pickle.dumps(document))):
        twin.save(file)
        assert file.read_bytes() == before


def test_one_value_is_written_in_the_place_of_the_other(file: Path) -> None:
    before = file.read_bytes()
    document = urdf.load(file)
    inertial = document.root.link[0].inertial
    assert inertial is not None
    assert inertial.mass is not None
    inertial.mass.value = 2.25
    twins = [document, copy.deepcopy(document), pickle.loads(pickle.dumps(document))]
    wide = b"\0" in before
    old, new = ("1.50".encode("utf-16-le"), "2.25".encode("utf-16-le")) if wide else (b"1.50", b"2.25")
    if wide and before.startswith(b"\xfe\xff"):
        old, new = "1.50".encode("utf-16-be"), "2.25".encode("utf-16-be")
    for twin in twins:
        twin.save(file)
        assert file.read_bytes() == before.replace(old, new, 1)


def test_elements_are_added_and_taken_out_as_their_siblings_stand(file: Path) -> None:
    document = urdf.load(file)
    text = document.dumps()
    document.root.link.append(urdf.Link(name="new"))
    added = document.dumps()
    assert read_again(added) == document.root
    new = re.search(r"\s*<link name=[\"']new[\"']\s*/>", added)
    assert new is not None
    assert added[: new.start()] + added[new.end() :] == text
    assert new[0][: -len(new[0].lstrip())] in (
        re.findall(r"\s*(?=<link)", text) + re.findall(r"\s*(?=<!-- above)", text)
    )
    bodyplan.remove(document.root.link[2])
    assert document.dumps() == text
    bodyplan.remove(document.root.link[1])
    gone = document.dumps()
    assert read_again(gone) == document.root
    assert "above a" in gone
    assert "at the end" in gone


@pytest.mark.parametrize("zone", ["above", "inside", "behind"])
def test_a_comment_is_added_and_nothing_else(file: Path, zone: Literal["above", "inside", "behind"]) -> None:
    document = urdf.load(file)
    text = document.dumps()
    link = document.root.link[0]
    comments = bodyplan.comments(link, zone)
    comments.append("new")
    changed = document.dumps()
    new = re.search(r"<!-- new -->", changed)
    assert new is not None
    assert "".join((changed[: new.start()] + changed[new.end() :]).split()) == "".join(text.split())
    assert urdf.loads(changed).root == document.root
    again = urdf.loads(changed)
    if zone != "above" or len(text.splitlines()) > 1:  # in a single line what stands before something may be anything's
        assert bodyplan.comments(again.root.link[0]) == bodyplan.comments(link)
    comments.remove("new")
    assert document.dumps() == text


def test_characters_that_an_encoding_does_not_have_are_written_for_all_that(file: Path) -> None:
    document = urdf.load(file)
    document.root.name = "\u4e16 & <'\">"
    document.save()
    assert urdf.load(file).root == document.root


def test_canonical_texts_are_written_as_utf_8_with_the_layout_made_anew(file: Path, tmp_path: Path) -> None:
    document = urdf.load(file)
    document.save(tmp_path / "canonical.urdf", canonical=True)
    text = (tmp_path / "canonical.urdf").read_text(encoding="utf-8")
    assert text == document.dumps(canonical=True)
    assert "<!--" not in text
    assert urdf.loads(text).root == document.root


def test_the_prefix_of_a_tag_that_is_added_is_declared() -> None:
    text = "<robot name='r'>\n  <link name='l'>\n    <collision/>\n  </link>\n</robot>\n"
    doc = bodyplan.urdf.loads(
        text.replace("<collision/>", "<collision><geometry><sphere radius='1'/></geometry></collision>")
    )
    properties = bodyplan.urdf.DrakeProximityProperties(drake_mu_static=bodyplan.urdf.DrakeMuStatic(value=1))
    doc.root.link[0].collision[0].drake_proximity_properties = properties
    for canonical in (False, True):
        again = bodyplan.loads(doc.dumps(canonical=canonical))
        assert again.diagnostics == ()
        assert again.root == doc.root
    assert doc.dumps().startswith("<robot name='r' xmlns:drake='http://drake.mit.edu'>\n")


def test_a_text_of_blanks_alone_is_written_in_what_is_added() -> None:
    text = "<sdf version='1.12'>\n  <model name='m'>\n    <link name='l'>\n      <visual name='v'>\n        <pose/>\n"
    renderer = "        <drake:accepting_renderer> </drake:accepting_renderer>\n"
    geometry = "        <geometry><empty/></geometry>\n      </visual>\n    </link>\n  </model>\n</sdf>\n"
    doc = bodyplan.sdformat.loads(text + renderer + geometry)
    assert doc.root.model is not None
    twin = copy.deepcopy(doc.root.model.link[0])
    detach_from_source(twin)
    twin.name = "k"
    doc.root.model.link.append(twin)
    assert doc.dumps().count("<drake:accepting_renderer> </drake:accepting_renderer>") == 2
    assert bodyplan.loads(doc.dumps()).root == doc.root


def test_an_element_takes_its_comments_into_another_one() -> None:
    text = (
        "<sdf version='1.12'>\n  <world name='w'>\n    <model name='a'>\n      <link name='k'/>\n      <!-- above -->\n"
        "      <link name='l'>\n        <!-- inside -->\n        <pose>0 0 1 0 0 0</pose>\n      </link> <!-- behind -->\n"
        "    </model>\n    <model name='b'>\n      <link name='x'/>\n      <model name='n'>\n        <link name='y'/>\n"
        "      </model>\n    </model>\n  </world>\n</sdf>\n"
    )
    doc = bodyplan.sdformat.loads(text)
    a, b = doc.root.world[0].model
    moved = a.link.pop()
    b.model[0].link.append(moved)
    assert moved.pose is not None
    moved.pose.value = (0, 0, 2, 0, 0, 0)
    assert doc.dumps() == text.replace(
        "      <!-- above -->\n      <link name='l'>\n        <!-- inside -->\n        <pose>0 0 1 0 0 0</pose>\n"
        "      </link> <!-- behind -->\n",
        "",
    ).replace(
        "        <link name='y'/>\n",
        "        <link name='y'/>\n        <!-- above -->\n        <link name='l'>\n          <!-- inside -->\n"
        "          <pose>0 0 2 0 0 0</pose>\n        </link> <!-- behind -->\n",
    )
