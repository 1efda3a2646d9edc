"""``lump_fixed``: what blocks say of links that become part of others, as libsdformat has it."""

from __future__ import annotations

import bodyplan
import pytest

LINK = """
<link name="{name}">
  <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <collision><geometry><sphere radius="0.1"/></geometry></collision>
</link>
"""
TEXT = """
<robot name="r">
  {base}{tool}
  <joint name="j" type="fixed"><parent link="base"/><child link="tool"/><origin xyz="0.5 0 0"/></joint>
  <gazebo reference="base">{of_base}</gazebo>
  <gazebo reference="tool">{of_tool}</gazebo>
</robot>
"""


def lump(of_base: str, of_tool: str) -> tuple[bodyplan.Conversion, bodyplan.Conversion]:
    text = TEXT.format(base=LINK.format(name="base"), tool=LINK.format(name="tool"), of_base=of_base, of_tool=of_tool)
    doc = bodyplan.loads(text)
    return tuple(bodyplan.convert(doc, "sdformat", lump_fixed=True, target=each) for each in (None, "gazebo"))


def test_settings_of_a_lumped_link_are_those_of_the_other() -> None:
    for made in lump("", "<selfCollide>true</selfCollide><turnGravityOff>true</turnGravityOff>"):
        (link,) = made.document.root.model.link
        assert (link.self_collide, link.gravity) == (True, False)
        assert not made.losses
        assert {"<selfCollide> of gazebo 'tool'", "<turnGravityOff> of gazebo 'tool'"} <= {
            each.arguments["what"] for each in made.changes
        }


def test_of_two_settings_the_inner_one_counts() -> None:
    for made in lump("<selfCollide>false</selfCollide>", "<selfCollide>true</selfCollide>"):
        assert made.document.root.model.link[0].self_collide is True
        (lost,) = made.losses
        assert lost.arguments["what"] == "<selfCollide> of gazebo 'base'"
        assert "'tool'" in lost.arguments["reason"]
        assert not [each for each in made.changes if each.code == "BP928"]


def test_part_that_is_there_once_is_not_doubled() -> None:
    decay = "<velocity_decay><linear>{}</linear></velocity_decay>"
    for made in lump(decay.format(0.25), decay.format(0.5)):
        assert made.document.root.model.link[0].velocity_decay.linear == 0.25
        assert [each.arguments["what"] for each in made.losses] == ["<velocity_decay> of gazebo 'tool'"]


def lump_chain(plugins: str, *, of_end: str = "") -> bodyplan.Conversion:
    """A chain base, middle, end of fixed links with blocks."""
    origins = {"middle": '<origin xyz="1 2 3" rpy="0 0 0.5"/>', "end": '<origin xyz="0.1 0.2 0.3" rpy="0.3 0 0"/>'}
    joints = "".join(
        f'<joint name="to_{child}" type="fixed"><parent link="{parent}"/><child link="{child}"/>{origins[child]}</joint>'
        for parent, child in (("base", "middle"), ("middle", "end"))
    )
    links = "".join(LINK.format(name=name) for name in ("base", "middle", "end"))
    blocks = f'<gazebo>{plugins}</gazebo><gazebo reference="end">{of_end}</gazebo>'
    return bodyplan.convert(
        bodyplan.loads(f'<robot name="r">{links}{joints}{blocks}</robot>'), "sdformat", lump_fixed=True, target="gazebo"
    )


# what libsdformat 12.3 makes of the same robot
@pytest.mark.parametrize(
    ("inside", "becomes"),
    [
        (
            "<bodyName>end</bodyName>",
            {"bodyName": "base", "xyzOffset": "0.991873 2.22346 3.3", "rpyOffset": "0.3 0 0.5"},
        ),
        (
            "<frameName>middle</frameName><xyzOffset>0 0 1</xyzOffset><rpyOffset>0 0.1 0</rpyOffset>",
            {"frameName": "base", "xyzOffset": "1 2 4", "rpyOffset": "0 0.1 0.5"},
        ),
        (
            "<bodyName>end</bodyName><frameName>middle</frameName>",
            {"bodyName": "base", "frameName": "base", "xyzOffset": "0.804467 4.4268 6.3"},
        ),
        ('<bodyName value=" end "/><link_name>end</link_name>', {"bodyName": "base", "link_name": "end"}),
        ("<bodyName>base</bodyName>", {"bodyName": "base"}),
        ("<frameName>world</frameName><rpyOffset>1 2</rpyOffset>", {"frameName": "world", "rpyOffset": "1 2"}),
    ],
)
def test_plugin_names_the_body_and_the_offset_there(inside: str, becomes: dict[str, str]) -> None:
    made = lump_chain(f'<plugin name="p" filename="p.so">{inside}</plugin>')
    (plugin,) = made.document.root.model.plugin
    assert plugin.source_element is not None
    texts = {each.tag: each.text for each in plugin.source_element}
    assert {name: texts.get(name) for name in becomes} == becomes
    assert ("xyzOffset" in texts) is ("xyzOffset" in becomes or becomes.get("link_name") == "end")
    assert not [each for each in made.losses if each.code == "BP928"]


def test_projector_stands_where_it_stood() -> None:
    made = lump_chain("", of_end='<projector name="p"><texture>t.png</texture></projector>')
    (link,) = made.document.root.model.link
    assert link.projector[0].pose.relative_to == "end"


def test_joint_inside_of_one_body_is_lost() -> None:
    made = lump_chain('<joint name="x" type="fixed"><parent>middle</parent><child>end</child></joint>')
    (lost,) = made.losses
    assert lost.arguments["what"] == "<joint> 'x'"
    assert lost.arguments["reason"] == "both of its ends become part of link 'base'"
    assert not made.document.root.model.joint


def test_plugin_of_a_link_is_lost_as_links_have_none() -> None:
    made = lump_chain("", of_end='<plugin name="p" filename="p.so"/>')
    (lost,) = (each for each in made.losses if each.code == "BP920")
    assert lost.arguments["reason"] == "links and joints of SDFormat have no plugins"


def test_setting_of_a_chain_is_reported_once_with_the_body() -> None:
    made = lump_chain("", of_end="<selfCollide>true</selfCollide>")
    (said,) = (each for each in made.changes if each.arguments.get("what") == "<selfCollide> of gazebo 'end'")
    assert "'base'" in said.message
