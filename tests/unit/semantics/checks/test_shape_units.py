"""Simple shapes in millimetres are reported, in every format; large things and the ground are not."""

from __future__ import annotations

from collections.abc import Sequence

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

URDF = """<robot name="arm"><link name="base">{base}</link>
<joint name="j" type="fixed"><origin xyz="0 0 {offset}"/><parent link="base"/><child link="fore"/></joint>
<link name="fore">{fore}</link></robot>"""
SDFORMAT = """<sdf version="1.12"><model name="arm"><link name="base"/><link name="fore"><pose>0 0 0.5 0 0 0</pose>
<visual name="v"><geometry>{}</geometry></visual></link></model></sdf>"""


def shape(written: str, kind: str = "collision") -> str:
    return f"<{kind}><geometry>{written}</geometry></{kind}>"


def check(text: str) -> Sequence[Diagnostic]:
    return [each for each in bodyplan.loads(text).check().diagnostics if each.code == "BP635"]


def check_robot(base: str, fore: str = "", offset: float = 0.5) -> Sequence[Diagnostic]:
    return check(URDF.format(base=base, fore=fore, offset=offset))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('<box size="200 50 30"/>', "its size is 0.2 0.05 0.03"),
        ('<sphere radius="40"/>', "its radius is 0.04"),
        ('<cylinder radius="10.5" length="80"/>', "its radius is 0.0105"),
    ],
)
def test_shapes_in_millimetres_are_reported(written: str, meant: str) -> None:
    (found,) = check_robot(shape(written))
    assert found.message.endswith(f"the rest 0.5 m; from millimetres, {meant}")
    assert (found.severity, found.line) == ("warning", 1)


def test_one_link_is_one_finding() -> None:
    box = '<box size="200 50 30"/>'
    (found,) = check_robot(shape(box, "visual") + shape(box))
    assert [each.message for each in found.related] == ["so is this"]


def test_sdformat_has_it_too() -> None:
    (found,) = check(SDFORMAT.format("<capsule><radius>20</radius><length>300</length></capsule>"))
    assert (found.line, "capsule of link 'fore'" in found.message) == (2, True)


def test_other_shapes_say_how_large_the_model_is() -> None:
    assert check_robot(shape('<box size="200 50 30"/>'), shape('<box size="0.3 0.3 0.3"/>'), 0.0)
    assert not check_robot(shape('<box size="200 50 30"/>'), "", 0.0)


@pytest.mark.parametrize(
    "written",
    [
        '<box size="30 0.05 0.05"/>',  # a rail
        '<box size="100 100 1"/>',  # the ground
        '<box size="4 2 1.5"/>',  # a car
        '<sphere radius="0.04"/>',
        '<box size="2e5 2e5 3e4"/>',  # a planet: in millimetres, it would still be far too large
    ],
)
def test_other_shapes_are_not(written: str) -> None:
    assert not check_robot(shape(written))


def test_a_thing_of_one_link_may_have_any_size() -> None:
    hall = shape('<box size="60 40 9"/>') + shape('<box size="0.5 0.5 0.5"/>')
    assert not check(f'<robot name="r"><link name="hall">{hall}</link></robot>')
    assert not check_robot(shape('<box size="60 40 9"/>'), shape('<box size="12 9 8"/>'), 20.0)
