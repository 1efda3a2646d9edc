"""``lump_fixed``: what blocks say of links that become part of others, as libsdformat has it."""

from __future__ import annotations

import bodyplan

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
