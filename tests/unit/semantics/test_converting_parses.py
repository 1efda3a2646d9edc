"""A conversion reads the text of its source once and what it made once; between these its stages pass objects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from lxml import etree
from ruamel.yaml import YAML

ROBOT = """<?xml version="1.0"?>
<!-- above -->
<robot name="r">
  <!-- of the base -->
  <link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="revolute">
    <parent link="base"/><child link="tip"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <gazebo reference="tip">
    <mu1>0.5</mu1>
    <sensor name="s" type="imu"><update_rate>10</update_rate></sensor>
    <plugin name="p" filename="p.so"><!-- inside --><link>base</link></plugin>
  </gazebo>
  <gazebo><plugin name="q" filename="q.so"/></gazebo>
</robot>
"""
WORLD = """<?xml version="1.0"?>
<skel version="1.0">
  <!-- of the world -->
  <world name="w">
    <skeleton name="s">
      <body name="b"><transformation>0 0 1 0 0 0</transformation><inertia><mass>1</mass></inertia></body>
      <joint name="j" type="weld"><parent>world</parent><child>b</child></joint>
    </skeleton>
  </world>
</skel>
"""
MODEL = '<sdf version="1.12"><model name="m"><link name="b"/></model></sdf>'
DIRECTIVES = "directives:\n- add_model: {name: m, file: package://pkg/m.sdf}\n"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Texts that are parsed, but for those of schemas and of included files."""
    found: list[Any] = []
    parse, compose = etree.fromstring, YAML.compose

    def parse_text(text: Any, parser: Any = None, **options: Any) -> Any:
        found.append(text)
        return parse(text, parser, **options)

    def compose_text(self: YAML, stream: Any) -> Any:
        found.append(stream)
        return compose(self, stream)

    monkeypatch.setattr(etree, "fromstring", parse_text)
    monkeypatch.setattr(YAML, "compose", compose_text)
    return found


def documents(folder: Path) -> dict[str, bodyplan.Document]:
    package = folder / "pkg"
    package.mkdir()
    (package / "package.xml").write_text('<package format="3"><name>pkg</name></package>')
    (package / "m.sdf").write_text(MODEL)
    (folder / "d.dmd.yaml").write_text(DIRECTIVES)
    robot = bodyplan.loads(ROBOT)
    return {
        "urdf": robot,
        "sdformat": bodyplan.loads(bodyplan.convert(robot, "sdformat").document.dumps()),
        "skel": bodyplan.loads(WORLD),
        "dmd": bodyplan.load(folder / "d.dmd.yaml", search_paths=[folder]),
    }


@pytest.mark.parametrize("target", [None, "drake", "libsdformat"])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize(
    ("of", "to"), [("urdf", "sdformat"), ("sdformat", "urdf"), ("skel", "sdformat"), ("dmd", "sdformat")]
)
def test_stages_of_a_conversion_parse_no_texts(
    of: str, to: Any, keep: bool, target: Any, tmp_path: Path, texts: list[Any]
) -> None:
    document = documents(tmp_path)[of]
    bodyplan.convert(document, to, keep=keep, target=target)  # what is kept of schemas is read by now
    texts.clear()
    made = bodyplan.convert(document, to, keep=keep, target=target)
    read = [each for each in texts if each not in (MODEL, MODEL.encode(), b"<directives_file/>")]
    assert len(read) <= (3 if keep else 2)
    assert made.document.dumps() in [each.decode() if isinstance(each, bytes) else each for each in read[-1:]]


def test_a_document_that_was_changed_is_read_from_its_text(texts: list[Any]) -> None:
    document = bodyplan.loads(ROBOT, format="urdf")
    document.root.name = "other"
    texts.clear()
    made = bodyplan.convert(document, "sdformat")
    assert made.document.scene.models["other"].name == "other"
    assert [text for text in texts if b"other" in (text if isinstance(text, bytes) else text.encode())] != []


def test_a_document_is_as_it_was_after_its_conversion() -> None:
    document = bodyplan.loads(ROBOT)
    bodyplan.convert(document, "sdformat", keep=True)
    assert document.dumps() == ROBOT
    assert document.root == bodyplan.loads(ROBOT).root


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("inner", ["<a:b:c/>", '<q :x="1"/>', '<q a:b:c="1"/>'])
def test_names_that_no_tree_can_have_stay_as_they_are(inner: str, keep: bool) -> None:
    plugin = f'<plugin name="p" filename="f">{inner}</plugin>'
    text = f'<sdf version="1.12"><model name="m"><link name="a">{plugin}</link></model></sdf>'
    made = bodyplan.convert(bodyplan.loads(text), "urdf", keep=keep).document.dumps()
    assert inner in made


@pytest.mark.parametrize("keep", [False, True])
def test_comments_above_the_root_keep_their_order(keep: bool) -> None:
    text = ROBOT.replace("<!-- above -->", "<!-- 1 -->\n<!-- 2 -->\n<!-- 3 -->").replace(
        "</robot>", "<!-- end -->\n</robot>"
    )
    written = bodyplan.convert(bodyplan.loads(text), "sdformat", keep=keep).document.dumps()
    places = [written.index(f"<!-- {each} -->") for each in (1, 2, 3, "end")]
    assert places == sorted(places)
