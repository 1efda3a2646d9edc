"""Lights and planes that point nowhere are reported."""

from __future__ import annotations

import bodyplan
import pytest

WORLD = '<sdf version="1.11"><world name="w">\n{}\n</world></sdf>'
LIGHT = '<light name="l" type="{}"><direction>{}</direction></light>'
PLANE = '<model name="m"><static>true</static><link name="a"><{0} name="c"><geometry><plane>{1}</plane></geometry></{0}></link></model>'


def found(inside: str) -> list[tuple[str, int]]:
    report = bodyplan.loads(WORLD.format(inside)).diagnostics
    return [(each.severity, each.line) for each in report if each.code == "BP602"]


@pytest.mark.parametrize(
    ("inside", "is_found"),
    [
        (LIGHT.format("directional", "0 0 0"), True),
        (LIGHT.format("spot", "0 0 0"), True),
        (LIGHT.format("point", "0 0 0"), False),
        (LIGHT.format("directional", "0 0 -0.1"), False),
        ('<light name="l" type="directional"/>', False),
        (PLANE.format("collision", "<normal>0 0 0</normal>"), True),
        (PLANE.format("visual", "<normal>0 0 0</normal><size>1 1</size>"), True),
        (PLANE.format("collision", "<normal>0 0.2 0</normal>"), False),
        (PLANE.format("collision", "<size>1 1</size>"), False),
    ],
)
def test_what_points_nowhere_is_a_warning(inside: str, is_found: bool) -> None:
    assert found(inside) == ([("warning", 2)] if is_found else [])
