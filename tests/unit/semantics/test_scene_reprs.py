"""Objects of a scene say in one line what they are."""

from __future__ import annotations

from pathlib import Path

import bodyplan


def test_each_object_says_what_it_is(checkout: Path) -> None:
    scene = bodyplan.load(checkout / "examples" / "arm.sdf").scene
    assert repr(scene) == "<Scene of sdformat: 5 links, 4 joints, 12 frames>"
    assert repr(scene.links["arm::forearm"]) == "<Link arm::forearm: 0.6 kg>"
    assert repr(scene.joints["arm::elbow"]) == "<Joint arm::elbow: revolute, arm::upper_arm -> arm::forearm>"
    assert repr(scene.joints["arm::elbow"].axes[0]) == "<Axis (0, 1, 0): from -2 to 2>"
    assert repr(scene.frames["arm::tool"]) == "<Frame arm::tool: frame, attached to arm::forearm>"
    assert repr(scene.frames["arm::base"]) == "<Frame arm::base: link frame>"
    assert repr(scene.models["arm"]) == "<Model arm: 5 links, 4 joints>"
    assert repr(scene.links["arm::forearm"].collisions[0]).endswith(": Box>")
    assert repr(scene.models) == "<1 model: arm>"
    assert repr(scene.links).startswith("<5 links: arm::base, ")
    assert repr(scene.forward_kinematics()) == "<Poses of 12 frames at 1 configuration>"


def test_a_mapping_of_many_names_the_first_and_an_empty_one_none() -> None:
    links = "".join(f'<link name="l{i}"/>' for i in range(7))
    scene = bodyplan.loads(f'<sdf version="1.12"><model name="m">{links}</model></sdf>').scene
    assert repr(scene.links) == "<7 links: m::l0, m::l1, m::l2, m::l3, m::l4, …>"
    assert repr(scene.joints) == "<0 joints>"


def test_filters_attachments_nested_models_and_documents_say_what_they_are() -> None:
    inner = '<model name="i"><link name="k"><sensor name="s" type="imu"/></link></model>'
    joints = '<joint name="j" type="fixed"><parent>l</parent><child>i::k</child></joint>'
    document = bodyplan.loads(
        f'<sdf version="1.12"><model name="m"><static>true</static><link name="l"/>{inner}{joints}</model></sdf>'
    )
    assert repr(document) == "<Document from text: sdformat 1.12>"
    scene = document.scene
    assert repr(scene.models["m"]) == "<Model m: static, 1 link, 1 joint, 1 nested model>"
    assert repr(scene.attachments["m::i::k::s"]) == "<Attachment m::i::k::s: sensor on m::i::k>"
    assert repr(scene.collision_filter) == "<CollisionFilter: 1 jointed pair, 1 welded set, 0 group pairs>"
