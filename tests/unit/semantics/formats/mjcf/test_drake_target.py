"""What Drake makes of MJCF documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest

BODY = '<body name="b"><joint name="j"/><geom name="g" size="0.1"/></body>'


def document(inside: str = BODY, rest: str = "", name: str = ' model="m"') -> str:
    return f"<mujoco{name}>\n<worldbody>{inside}</worldbody>\n{rest}\n</mujoco>"


def check(text: str, folder: Path) -> bodyplan.Report:
    file = folder / "m.xml"
    file.write_text(text, encoding="utf-8")
    return bodyplan.check(file, target="drake")


def errors(text: str, folder: Path) -> list[str]:
    return [each.message for each in check(text, folder).diagnostics if each.severity == "error"]


def test_plain_model_is_read(tmp_path: Path) -> None:
    assert errors(document(), tmp_path) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (document(name=""), "name"),
        (document(BODY.replace('name="g"', 'type="sdf"')), "sdf"),
        (document(rest='<compiler coordinate="global"/>'), "coordinate"),
        (document(rest='<equality><connect body1="b" body2="world" anchor="0 0 0"/></equality>'), "world"),
        (document(BODY.replace('name="j"', 'name="j" limited="true" range="2 1"')), "less than"),
        (document(BODY.replace('name="j"', 'name="j" range="2 1"')), "upper limit"),
        (
            document(BODY.replace('name="j"', 'name="j" type="ball"'), '<actuator><motor joint="j"/></actuator>'),
            "one degree",
        ),
        (document('<body name="b0"/>' + BODY.replace("<geom", '<joint name="k"/><geom')), "'b0'"),
        (document(rest='<asset><mesh name="t" file="t.stl"/></asset>'), "OBJ"),
    ],
)
def test_refusal(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "t.stl").write_bytes(b"")
    assert any(says in message for message in errors(text, tmp_path))


@pytest.mark.parametrize(
    "rest",
    [
        '<sensor><touch site="nowhere"/></sensor>',
        '<tendon><fixed name="t"><joint joint="nowhere" coef="1"/></fixed></tendon>',
        '<option timestep="0.1" solver="CG"/>',
        '<actuator><velocity joint="j"/></actuator>',
    ],
)
def test_parts_that_are_left_out_are_no_errors(rest: str, tmp_path: Path) -> None:
    assert errors(document(rest=rest), tmp_path) == []


def test_joints_of_one_body_have_numbered_links_between() -> None:
    inside = '<body name="b"><joint name="x"/><joint name="y" axis="0 1 0"/><joint name="z"/><geom size="0.1"/></body>'
    scene = bodyplan.loads(document(inside), target="drake").scene
    assert list(scene.links) == ["m::b", "m::b0", "m::b1"]


@pytest.mark.parametrize("tag", ["frame", 'replicate count="2"'])
def test_bodies_in_what_is_left_out_are_not_there(tag: str, tmp_path: Path) -> None:
    inside = f'{BODY}<{tag}><body name="c"><geom size="0.1"/></body></{tag.split()[0]}>'
    report = check(document(inside), tmp_path)
    assert report.ok
    assert [each.line for each in report.diagnostics if tag.split()[0] in each.message] == [2]
    assert list(bodyplan.loads(document(inside), target="drake").scene.links) == ["m::b"]


def test_only_connect_constrains() -> None:
    rest = '<equality><weld body1="b" body2="c"/><connect body1="b" anchor="0 0 0"/><joint joint1="j"/></equality>'
    inside = BODY + '<body name="c"><geom size="0.1"/></body>'
    scene = bodyplan.loads(document(inside, rest), target="drake").scene
    assert [type(each).__name__ for each in scene.constraints] == ["BallConstraint"]


def test_joints_before_the_last_are_in_the_frame_of_the_parent(tmp_path: Path) -> None:
    body = (
        '<body name="b" pos="1 2 3"><joint name="j" axis="1 0 0"/>\n<joint name="k" type="slide"/>\n<joint name="l"/>'
    )
    text = document(f'{body}<geom size="0.1"/></body>')
    scene = bodyplan.loads(text, target="drake").scene
    poses = {name.rpartition("::")[2]: scene.pose(name).translation.tolist() for name in scene.links}
    assert poses == {"b": [1, 2, 3], "b0": [0, 0, 0], "b1": [0, 0, 0]}
    # seen in pydrake 1.51.1
    turned = scene.pose("m::b", q={"m::j": 1.0}).translation
    assert turned.tolist() == pytest.approx([1, 2 * 0.5403023 - 3 * 0.8414710, 2 * 0.8414710 + 3 * 0.5403023])
    said = [(each.line, each.row) for each in check(text, tmp_path).diagnostics if each.severity == "warning"]
    assert said == [(2, "drake/mjcf-joint-in-parent")]
    at_once = document(f'{body.replace(" pos=", " user=")}<geom size="0.1"/></body>'.replace('user="1 2 3"', ""))
    assert check(at_once, tmp_path).diagnostics == ()


@pytest.mark.parametrize("target", ["drake", "drake1.40"])
def test_a_body_with_joints_that_exclude_each_other_is_looked_at(target: Any, tmp_path: Path) -> None:
    file = tmp_path / "m.xml"
    file.write_text(document('<body name="b"><freejoint/><freejoint/><geom size="0.1"/></body>'), encoding="utf-8")
    assert not bodyplan.check(file, target=target).ok
