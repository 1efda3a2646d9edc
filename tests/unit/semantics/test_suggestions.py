"""What findings about unknown names advise: another name only where a person would have slipped."""

from __future__ import annotations

import bodyplan
import pytest

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" {} iyy="1" iyz="0" izz="1"/></inertial>'


def hints(text: str, code: str) -> list[str]:
    try:
        found = bodyplan.loads(text).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [finding.hint or "" for finding in found if finding.code == code]


def robot(inertia: str) -> str:
    return f'<robot name="r"><link name="a">{INERTIAL.format(inertia)}</link></robot>'


def test_an_attribute_is_not_suggested_beside_itself() -> None:
    assert hints(robot('ixy="0" ixz="0" izx="1"'), "BP202") == ["remove it, or put it in a namespace"]
    assert hints(robot('ixy="0" izx="0"'), "BP202") == ["did you mean 'ixz'?"]


def test_an_element_that_stands_once_is_not_suggested_when_it_is_there() -> None:
    twice = '<sdf version="1.9"><model name="m"><link name="l"/>{}<statik>1</statik></model></sdf>'
    assert hints(twice.format("<static>0</static>"), "BP201") == ["remove it, or put it in a namespace"]
    assert hints(twice.format(""), "BP201") == ["did you mean <static>?"]


def test_one_of_several_is_suggested_though_there_is_another() -> None:
    text = '<sdf version="1.9"><model name="m"><link name="l"/><lnik name="k"/></model></sdf>'
    assert hints(text, "BP201") == ["did you mean <link>?"]


@pytest.mark.parametrize(
    ("child", "hint"),
    [
        ("wall", "did you mean 'room::wall'?"),
        ("house::room::wall", "did you mean 'room::wall'?"),
        ("cellar::wall", ""),
        ("rom::wall", "did you mean 'room::wall'?"),
    ],
)
def test_a_link_of_another_model_is_not_what_was_meant(child: str, hint: str) -> None:
    joint = f'<joint name="j" type="fixed"><parent>l</parent><child>{child}</child></joint>'
    room = '<model name="room"><link name="wall"/></model>'
    text = f'<sdf version="1.9"><model name="m"><link name="l"/>{room}{joint}</model></sdf>'
    assert hints(text, "BP502") == [hint]


def test_what_is_written_is_never_suggested() -> None:
    drake = 'xmlns:drake="http://drake.mit.edu"'
    ends = '<drake:ball_constraint_body_A name="a"/><drake:ball_constraint_body_B name="world"/>'
    points = '<drake:ball_constraint_p_AP value="0 0 0"/><drake:ball_constraint_p_BQ value="0 0 0"/>'
    joint = '<joint name="j" type="fixed"><parent link="world"/><child link="a"/></joint>'
    constraint = f"<drake:ball_constraint>{ends}{points}</drake:ball_constraint>"
    text = f'<robot name="r" {drake}><link name="world"/><link name="a"/>{joint}{constraint}</robot>'
    (hint,) = hints(text, "BP513")
    assert "did you mean" not in hint
