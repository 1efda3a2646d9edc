"""Another link as the root of a robot."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

ARM = Path(__file__).parents[3] / "examples" / "arm.urdf"


def robot(
    kind: str = "revolute", *, origin: str = 'xyz="1 2 3" rpy="0.1 0.2 0.3"', axis: str = "", tag: str = "joint"
) -> str:
    limit = '<limit lower="-1" upper="2" effort="1" velocity="1"/>' if kind in ("revolute", "prismatic") else ""
    return (
        '<robot name="r" version="1.2" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/><link name="c"/>'
        f'<{tag} name="i" type="{kind}"><origin {origin}/><parent link="a"/><child link="b"/>{axis}{limit}</{tag}>'
        '<joint name="j" type="fixed"><origin xyz="0.1 0.2 0.3" rpy="0 1 0"/><parent link="b"/><child link="c"/></joint></robot>'
    )


@pytest.mark.parametrize(
    "text",
    [
        ARM.read_text(encoding="utf-8"),
        robot(),
        robot("prismatic", axis='<axis xyz="0 0.6 0.8"/>'),
        robot("continuous", axis='<axis xyz="0 0 -1"/>'),
        robot("fixed"),
        robot(origin='xyz="1 2 3" quat_xyzw="0 0.6 0 0.8"'),
    ],
)
def test_all_links_stay_where_they_are_at_any_configuration(text: str) -> None:
    before = bodyplan.loads(text).scene
    for root in before.links:
        doc = bodyplan.reroot(bodyplan.loads(text), root)
        after = bodyplan.loads(doc.dumps()).scene
        assert root not in {joint.child for joint in after.joints.values()}
        for seed in range(5):
            q = before.random_configuration(seed)
            one, other = before.forward_kinematics(q), after.forward_kinematics(q)
            for link in before.links:
                seen = [np.linalg.inv(each[root]) @ each[link] for each in (one, other)]
                assert np.abs(seen[0] - seen[1]).max() < 1e-12, (root, link)
        assert np.isclose(
            sum(link.mass for link in before.links.values()), sum(link.mass for link in after.links.values()), atol=0
        )


def test_there_and_back_no_more_links_come() -> None:
    doc = bodyplan.loads(robot("fixed"))
    again = bodyplan.reroot(bodyplan.reroot(doc, "c"), "a")
    assert [link.name for link in again.root.link] == ["a", "b", "c"]
    assert [(joint.parent.link, joint.child.link) for joint in again.root.joint] == [("a", "b"), ("b", "c")]


def test_the_root_stays_the_root() -> None:
    doc = bodyplan.loads(robot())
    before = doc.dumps()
    assert bodyplan.reroot(doc, "a").dumps() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (robot("floating"), "joint 'i' is floating"),
        (robot("planar"), "joint 'i' is planar"),
        (robot(tag="drake:joint", kind="ball"), "joint 'i' is ball"),
        (robot().replace('"a"', '"world"'), "the world holds the robot"),
        ('<sdf version="1.9"><model name="m"><link name="c"/></model></sdf>', "only robots"),
    ],
)
def test_what_cannot_be_turned_round_is_refused(text: str, said: str) -> None:
    doc = bodyplan.loads(text)
    before = doc.dumps()
    with pytest.raises(ValueError, match=said):
        bodyplan.reroot(doc, "c")
    assert doc.dumps() == before


def test_a_link_that_is_not_there_is_told() -> None:
    with pytest.raises(bodyplan.NameNotFound, match="it has a, b, c"):
        bodyplan.reroot(bodyplan.loads(robot().replace('name="r"', 'name=""')), "d")
