"""Places in robots (URDF) made of SDFormat: points and frames on links that moved, and links of files that are included."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from tests.accounting import unaccounted

QUARTER = "1.5707963267948966"
BODY = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
HINGE = "<axis><xyz>0 0 1</xyz></axis>"


def text_of(tag: str, inside: dict[str, str]) -> str:
    """Two links, the second on a joint that is not where it is, and a tag of Drake's about both."""
    parts = "".join(f"<drake:{name}>{value}</drake:{name}>" for name, value in inside.items())
    return f"""<sdf version="1.9" xmlns:drake="http://drake.mit.edu"><model name="m">
<link name="a">{BODY}</link><link name="b"><pose>0.1 0.2 0.3 0.1 0.2 0.3</pose>{BODY}</link>
<joint name="j" type="revolute"><pose>0.5 0 0 0 0 {QUARTER}</pose><parent>a</parent><child>b</child>{HINGE}</joint>
<drake:{tag}>{parts}</drake:{tag}></model></sdf>"""


def ends(name: str) -> dict[str, str]:
    return {f"{name}_body_A": "a", f"{name}_p_AP": "1 2 3", f"{name}_body_B": "b", f"{name}_p_BQ": "4 5 6"}


POINTS = {
    "ball_constraint": {},
    "linear_spring_damper": {"free_length": "1", "stiffness": "2", "damping": "3"},
    "distance_constraint": {"distance": "1", "stiffness": "2", "damping": "3"},
}
BUSHING = {"bushing_frameA": "a", "bushing_frameC": "b"} | {
    f"bushing_{kind}_{of}": "1 2 3" for kind in ("torque", "force") for of in ("stiffness", "damping")
}


@pytest.mark.parametrize("target", ["drake", None])
@pytest.mark.parametrize("tag", POINTS)
def test_points_stay_where_they_are_on_a_link_that_moves(tag: str, target: str | None) -> None:
    text = text_of(tag, ends(tag) | {f"{tag}_{name}": value for name, value in POINTS[tag].items()})
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target=target)
    assert unaccounted(text, made) == []
    robot: Any = made.document.root
    found = vars(robot)[f"drake_{tag}"][0]
    assert tuple(getattr(found, f"drake_{tag}_p_ap").value) == (1, 2, 3)
    assert tuple(getattr(found, f"drake_{tag}_p_bq").value) == pytest.approx((5, -3.5, 6))
    assert [each for each in made.changes if f"{tag}_p_BQ" in each.message]


@pytest.mark.parametrize("target", ["drake", None])
def test_bushings_stay_where_they_are_on_a_link_that_moves(target: str | None) -> None:
    text = text_of("linear_bushing_rpy", BUSHING)
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target=target)
    assert unaccounted(text, made) == []
    robot: Any = made.document.root
    bushing = robot.drake_linear_bushing_rpy[0]
    assert (bushing.drake_bushing_frame_a.name, bushing.drake_bushing_frame_c.name) == ("a", "b_frame")
    place = robot.frame[0] if target else next(each for each in robot.joint if each.child.link == "b_frame").origin
    assert tuple(place.xyz) == pytest.approx((0, 0.5, 0))
    assert place.rpy[2] == pytest.approx(-float(QUARTER))
    assert [each for each in made.changes if "bushing_frameC" in each.message]


INCLUDED = """<robot name="part"><link name="A"/><link name="B"/><link name="C"/>
<joint name="k" type="revolute"><origin xyz="1 2 3"/><parent link="A"/><child link="B"/>
<limit lower="0" upper="1" effort="1" velocity="1"/></joint>
<joint name="f" type="fixed"><origin xyz="0 0 1"/><parent link="B"/><child link="C"/></joint></robot>"""
AROUND = f"""<sdf version="1.9"><model name="m"><include><uri>part.urdf</uri><name>arm</name></include>
<link name="D">{BODY}</link><joint name="j" type="revolute"><parent>arm::B</parent><child>D</child>{HINGE}</joint>
</model></sdf>"""


@pytest.mark.parametrize("loaded", [True, False])
def test_links_of_included_robots_are_where_the_reader_has_them(loaded: bool, tmp_path: Path) -> None:
    (tmp_path / "part.urdf").write_text(INCLUDED, encoding="utf-8")
    document = bodyplan.loads(AROUND, base_dir=tmp_path, target="drake" if loaded else None)
    made = bodyplan.convert(document, "urdf", target="drake")
    robot: Any = made.document.root
    # Drake has all links of a robot at the model's origin while it places what is relative to them
    hinge = next(each for each in robot.joint if each.name == "j")
    assert hinge.origin is None
    assert {each.name for each in robot.link} == {"D", "arm_A", "arm_B", "arm_C"}
    assert {Path(str(each.file)).name for each in made.changes if "arm_" in each.message} >= {"part.urdf"}


def test_types_are_told_as_they_are_written() -> None:
    text = text_of("ball_constraint", ends("ball_constraint"))
    told = [each.message for each in bodyplan.convert(bodyplan.loads(text), "urdf").changes]
    assert [each for each in told if re.search(r"type 'continuous'", each)]
    assert not [each for each in told if "JointType" in each]


def test_worlds_without_skeletons_and_parts_that_were_made_of_others_are_converted() -> None:
    empty = bodyplan.loads('<skel version="1.0"><world name="w"><physics/></world></skel>')
    made = bodyplan.convert(empty, "sdformat", keep=True).document.root
    assert made.world[0].name == "w"
    assert not made.world[0].model
    body = '<body name="{}"/>'
    twice = "".join(f'<skeleton name="s">{body.format(name)}</skeleton>' for name in "ab")
    document = bodyplan.loads(f'<skel version="1.0"><world name="w">{twice}</world></skel>', target="dart")
    assert len(bodyplan.convert(document, "sdformat").document.root.world[0].model) == 2


def test_comments_behind_the_last_line_that_lxml_knows_come_along() -> None:
    text = f"""<sdf version="1.9"><model name="m">{chr(10) * 70_000}<link name="a">{BODY}</link><!-- first -->
<link name="b">{BODY}</link>
<!-- third --><link name="c">{BODY}</link>
<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>
<joint name="k" type="fixed"><parent>b</parent><child>c</child></joint></model></sdf>"""
    made = bodyplan.convert(bodyplan.loads(text), "urdf").document.dumps()
    assert re.findall(r"<!-- (.*?) -->\s*<link name=\"(.*?)\"", made) == [("first", "a"), ("third", "c")]
