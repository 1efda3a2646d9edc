"""Renaming: all that refers follows, the rest of the text stays, and names that cannot be are refused."""

from __future__ import annotations

import re
from pathlib import Path

import bodyplan
import pytest
from bodyplan import sdformat, urdf
from bodyplan.cli.scene_json import scene_text
from bodyplan.semantics.core.references import NamesIn

NEW = "zz_new"

ROBOT = """<?xml version="1.0"?>
<robot name="r" xmlns:drake="http://drake.mit.edu">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base"><visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual></link>
  <link name="arm"/> <!-- arm -->
  <link name="tip"/>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint>
  <joint name="k" type="continuous"><parent link="arm"/><child link="tip"/><mimic joint="j"/></joint>
  <gazebo reference="arm"><mu1>1</mu1></gazebo>
  <gazebo reference="j"/>
  <gazebo><plugin name="p" filename="p.so"><joint_name>j</joint_name><bodyName> arm </bodyName></plugin></gazebo>
  <transmission name="t"><type>SimpleTransmission</type><joint name="j"/><actuator name="m"/></transmission>
  <ros2_control name="c" type="system"><joint name="j"/></ros2_control>
  <drake:collision_filter_group name="g"><drake:member link="arm"/></drake:collision_filter_group>
  <frame name="tool" link="arm" xyz="0 0 1" rpy="0 0 0"/>
</robot>
"""

WORLD = """<sdf version="1.10">
  <world name="w">
    <model name="m">
      <frame name="f" attached_to="in::a"><pose relative_to="l">0 0 1 0 0 0</pose></frame>
      <link name="l">
        <collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
        <sensor name="s" type="contact"><contact><collision>c</collision></contact></sensor>
      </link>
      <model name="in"><link name="a"/></model>
      <joint name="j" type="revolute">
        <parent>l</parent> <child>in::a</child> <axis><xyz expressed_in="f">0 0 1</xyz></axis>
      </joint>
      <gripper name="g"><gripper_link>l</gripper_link><palm_link>in::a</palm_link></gripper>
      <plugin name="p" filename="p.so"><joint_name>j</joint_name><link_name>in::a</link_name></plugin>
    </model>
    <frame name="outer" attached_to="m::in::a"/>
    <joint name="outside" type="fixed"><parent>m::l</parent><child>outer</child></joint>
    <state world_name="w"/>
  </world>
</sdf>
"""


@pytest.mark.parametrize(
    ("text", "tag", "old", "count"),
    [
        (ROBOT, "link", "arm", 7),
        (ROBOT, "joint", "j", 6),
        (ROBOT, "material", "red", 2),
        (ROBOT, "drake:collision_filter_group", "g", 1),
        (WORLD, "link", "l", 5),
        (WORLD, "link", "a", 6),
        (WORLD, "model", "in", 6),
        (WORLD, "model", "m", 3),
        (WORLD, "joint", "j", 2),
        (WORLD, "frame", "f", 2),
        (WORLD, "frame", "outer", 2),
        (WORLD, "collision", "c", 2),
        (WORLD, "world", "w", 2),
    ],
)
def test_what_refers_follows_and_nothing_else_changes(text: str, tag: str, old: str, count: int) -> None:
    doc = bodyplan.loads(text)
    element = next(each for each in bodyplan.find_all(doc) if getattr(each, "name", "") == old and tag in _tag(each))
    assert bodyplan.rename(doc, element, NEW) == (doc,)
    after = doc.dumps()
    assert after.count(NEW) == count
    assert after.replace(NEW, old) == text
    assert doc.check().ok


def _tag(element: bodyplan.Element) -> str:
    return ":".join(filter(None, ("drake" if "Drake" in type(element).__name__ else "", type(element).Meta.name)))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "cls", "old", "new", "why"),
    [
        (ROBOT, urdf.Link, "arm", "base", "taken"),
        (ROBOT, urdf.Link, "arm", "world", "meaning of its own"),
        (ROBOT, urdf.Link, "arm", "tool", "has the name of"),
        (ROBOT, urdf.Joint, "j", "arm", "would change"),
        (ROBOT, urdf.Link, "arm", "", "empty"),
        (ROBOT, urdf.Link, "arm", " arm2", "blanks"),
        (WORLD, sdformat.Link, "l", "j", "taken"),
        (WORLD, sdformat.Link, "l", "a::b", "::"),
        (WORLD, sdformat.Link, "l", "__l__", "reserved"),
        (WORLD, sdformat.Model, "m", "outer", "taken"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_changes(
    text: str, cls: type[bodyplan.Element], old: str, new: str, why: str
) -> None:
    doc = bodyplan.loads(text)
    element = bodyplan.find(doc, cls, old)
    assert element is not None
    with pytest.raises(bodyplan.BadName, match=re.escape(why)):
        bodyplan.rename(doc, element, new)
    assert doc.dumps() == text


def test_the_same_name_changes_nothing() -> None:
    doc = urdf.loads(ROBOT)
    assert bodyplan.rename(doc, doc.root.link[1], "arm") == ()
    assert doc.dumps() == ROBOT


def test_only_what_stands_in_the_document_and_has_a_name_is_renamed() -> None:
    doc = urdf.loads(ROBOT)
    with pytest.raises(bodyplan.NotInDocument):
        bodyplan.rename(doc, urdf.Link(name="x"), "y")
    with pytest.raises(ValueError, match="no name"):
        bodyplan.rename(doc, doc.root.joint[0].parent, "y")


@pytest.mark.parametrize("version", ["1.6", "1.10"])
def test_states_of_simulations_follow_their_models(version: str) -> None:
    text = (
        f'<sdf version="{version}"><world name="w"><model name="m"><link name="l"/><model name="n"><link name="l"/></model></model>'
        '<state world_name="w"><model name="m"><link name="l"/><model name="n"><link name="l"/></model></model></state>'
        "</world></sdf>"
    )
    for number, path in enumerate(("m", "m::l", "m::n::l")):
        doc = sdformat.loads(text)
        element = bodyplan.find_all(doc, path if "::" in path else sdformat.Model)[0]
        bodyplan.rename(doc, element, NEW)
        after, old = doc.dumps(), path.rpartition("::")[2]
        assert (after.count(NEW), after.replace(NEW, old)) == (2, text), number


FILES = {
    "arm.sdf": '<sdf version="1.10"><model name="arm"><link name="base"/><model name="in"><link name="x"/></model></model></sdf>',
    "mid.sdf": '<sdf version="1.10"><model name="mid"><include><uri>arm.sdf</uri><name>left</name></include>'
    '<frame name="k" attached_to="left::base"/><frame name="base" attached_to="left::in::x"/></model></sdf>',
    "w.sdf": '<sdf version="1.10"><world name="w"><include><uri>mid.sdf</uri></include><include><uri>arm.sdf</uri></include>'
    '<frame name="f" attached_to="mid::left::base"/><frame name="g" attached_to="arm::base"/>'
    '<model name="whole"><include merge="true"><uri>arm.sdf</uri></include><frame name="h" attached_to="base"/></model>'
    "</world></sdf>",
    "d.dmd.yaml": "directives:\n- add_model:\n    name: one\n    file: file://{folder}/arm.sdf\n"
    "    default_free_body_pose: {base: {base_frame: world}}\n- add_weld:\n    parent: world\n    child: one::base  # base\n",
}


@pytest.mark.parametrize(
    ("old", "changes"),
    [
        (
            "base",
            {"mid.sdf": ["left::{}"], "w.sdf": ["mid::left::{}", "arm::{}", '"{}"'], "d.dmd.yaml": ["{}:", "one::{}"]},
        ),
        ("x", {"mid.sdf": ["left::in::{}"]}),
        ("arm", {"w.sdf": ["{}::base"]}),
    ],
)
def test_files_that_include_the_document_are_changed_where_asked(
    tmp_path: Path, old: str, changes: dict[str, list[str]]
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.replace("{folder}", tmp_path.as_posix()), encoding="utf-8")
    doc = bodyplan.load(tmp_path / "arm.sdf")
    element = bodyplan.find(doc, None, old)
    assert element is not None
    changed = bodyplan.rename(doc, element, NEW, files=[tmp_path / name for name in FILES if name != "arm.sdf"])
    assert [Path(each.path or "").name for each in changed] == ["arm.sdf", *changes]
    for each in changed[1:]:
        name, after = Path(each.path or "").name, each.dumps()
        assert after.count(NEW) == len(changes[name])
        assert all(part.format(NEW) in after for part in changes[name])
    for each in changed:
        each.save()
    for name in changes:
        assert bodyplan.check(tmp_path / name).ok


@pytest.mark.slow
def test_all_names_of_the_corpus_can_be_changed(corpus_files: tuple[Path, ...]) -> None:
    count = 0
    for path in corpus_files[::23]:
        if path.stat().st_size > 40_000:
            continue
        try:
            doc = bodyplan.load(path)
            before = _plain(doc)
        except bodyplan.LoadError:
            continue
        for number, definition in list(enumerate(NamesIn(doc.root).definitions))[::7]:
            twin = bodyplan.load(path)
            meant = NamesIn(twin.root).definitions[number]
            if (
                not bodyplan.is_written(meant.element, meant.field)
                or meant.name == "world"
                or not meant.name.isidentifier()
            ):
                continue
            text = twin.dumps()
            bodyplan.rename(twin, meant.element, NEW)
            for line, was in zip(twin.dumps().splitlines(), text.splitlines(), strict=True):
                assert line == was or line.replace(NEW, definition.name) == was, path
            word = re.compile(rf"\b({re.escape(definition.name)}|{NEW})\b")
            assert sorted(word.sub("@", _plain(twin))) == sorted(word.sub("@", before)), path
            count += 1
    assert count > 50


def _plain(doc: bodyplan.AnyDocument) -> str:
    """What a document means, without names that are made of others."""
    return re.sub(r'"name": "[^"]*", "pose"', '"pose"', scene_text(doc.scene))


def test_models_and_frames_of_directives_are_renamed(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(FILES["arm.sdf"], encoding="utf-8")
    text = (
        FILES["d.dmd.yaml"].replace("{folder}", tmp_path.as_posix())
        + "- add_frame: {name: tip, X_PF: {base_frame: one::base}}\n"
    )
    (tmp_path / "d.dmd.yaml").write_text(text, encoding="utf-8")
    doc = bodyplan.dmd.load(tmp_path / "d.dmd.yaml")
    bodyplan.rename(doc, doc.root.directives[0], NEW)
    assert doc.dumps() == text.replace("name: one", f"name: {NEW}").replace("one::", f"{NEW}::")
    with pytest.raises(bodyplan.BadName, match="'tip'"):
        bodyplan.rename(doc, doc.root.directives[0], "tip")


def test_frames_of_directives_that_are_named_in_a_model_follow_it(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(FILES["arm.sdf"], encoding="utf-8")
    text = (
        FILES["d.dmd.yaml"].replace("{folder}", tmp_path.as_posix())
        + "- add_frame: {name: one::tip, X_PF: {base_frame: one::base}}\n- add_weld: {parent: world, child: one::tip}\n"
    )
    (tmp_path / "d.dmd.yaml").write_text(text, encoding="utf-8")
    doc = bodyplan.dmd.load(tmp_path / "d.dmd.yaml")
    bodyplan.rename(doc, doc.root.directives[0], NEW)
    assert doc.dumps() == text.replace("name: one", f"name: {NEW}").replace("one::", f"{NEW}::")


def test_frames_that_drake_names_after_a_joint_follow_it(tmp_path: Path) -> None:
    hinge = (
        '<joint name="hinge" type="revolute"><pose>0 0 1 0 0 0</pose><parent>base</parent><child>tip</child>'
        "<axis><xyz>0 0 1</xyz></axis></joint>"
    )
    arm = tmp_path / "arm.sdf"
    arm.write_text(f'<sdf version="1.11"><model name="arm"><link name="base"/><link name="tip"/>{hinge}</model></sdf>')
    text = f"""directives:
- add_model: {{name: one, file: file://{arm.as_posix()}, default_joint_positions: {{hinge: [0.5]}}}}
- add_frame: {{name: on_base, X_PF: {{base_frame: one::hinge_parent}}}}
- add_frame: {{name: on_tip, X_PF: {{base_frame: one::hinge_child}}}}
"""
    (tmp_path / "d.dmd.yaml").write_text(text, encoding="utf-8")
    _, directives = bodyplan.rename(arm, "hinge", NEW, files=[tmp_path / "d.dmd.yaml"])
    assert directives.dumps() == text.replace("hinge", NEW)
