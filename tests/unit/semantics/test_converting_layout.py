"""What conversions write, as people would before they commit it: no digit that is rounding, parts where others look for them."""

from __future__ import annotations

from math import isclose, pi, radians

import bodyplan
import pytest
from lxml import etree

ARM = """<mujoco model="arm"><compiler angle="radian"/><worldbody>
  <body name="upper"><joint name="a"/>
    <geom type="capsule" size="0.045" fromto="0 0 0 0.5 0 0"/><geom type="cylinder" size="0.1 0.05" rgba="1 0 0 1"/>
    <geom type="sphere" size="0.01" mass="1e-9" pos="0.3 {lean} 0"/>
    <light name="lamp" pos="0.1 0 0" dir="2 0 -1"/>
    <body name="wheel" pos="0.5 0 0" {turn}><joint name="b"/><geom type="sphere" size="0.1"/></body>
  </body></worldbody></mujoco>"""


def convert(to: str, *, lean: str = "0", turn: str = 'zaxis="0 1 0"') -> etree._Element:
    made = bodyplan.convert(bodyplan.loads(ARM.format(lean=lean, turn=turn)), to)
    return etree.fromstring(bodyplan.dumps(made.document).encode())


def products_of(root: etree._Element) -> list[float]:
    """Those that are written for the first link with moments."""
    inertia = root.find(".//link[@name='upper']/inertial/inertia")
    assert inertia is not None
    said = {str(name): str(value) for name, value in inertia.attrib.items()}
    said |= {str(each.tag): each.text or "" for each in inertia}
    return [float(said.get(name, "0")) for name in ("ixy", "ixz", "iyz")]


@pytest.mark.parametrize("to", ["urdf", "sdformat"])
def test_products_that_computing_left_behind_are_none(to: str) -> None:
    assert products_of(convert(to)) == [0, 0, 0]


@pytest.mark.parametrize("to", ["urdf", "sdformat"])
def test_products_of_the_least_shape_that_leans_are_kept(to: str) -> None:
    xy, *others = products_of(convert(to, lean="0.01"))
    assert isclose(xy, -1e-9 * 0.01 * (0.3 - 0.17), rel_tol=0.5)
    assert others == [0, 0]


@pytest.mark.parametrize(
    ("turn", "written"),
    [
        ('zaxis="0 1 0"', f"{-pi / 2} 0 0"),
        ('zaxis="0 -1 0"', f"{pi / 2} 0 0"),
        ('zaxis="0 0 -1"', f"{pi} 0 0"),
        ('zaxis="1 0 1"', f"0 {pi / 4} 0"),
        ('zaxis="1 0 -1"', f"{pi} {pi / 4} {pi}"),
        ('euler="1.5707963 0 0"', "1.5707963 0 0"),
        ('euler="1.57079632679490 0 0"', "1.57079632679490 0 0"),
    ],
)
def test_parts_of_a_turn_are_written_as_such_where_the_document_spells_none(turn: str, written: str) -> None:
    origin = convert("urdf", turn=turn).find("joint[@name='b']/origin")
    assert origin is not None
    assert origin.get("rpy") == written


@pytest.mark.parametrize("degrees", [89.9999999, 90.0000001, 45, 179.9999999])
def test_turns_that_are_nearly_such_stay_what_they_are(degrees: float) -> None:
    origin = convert("urdf", turn=f'axisangle="1 0 0 {radians(degrees)!r}"').find("joint[@name='b']/origin")
    assert origin is not None
    assert isclose(float(origin.get("rpy", "").split()[0]), radians(degrees), rel_tol=1e-13)


def test_lights_begin_with_where_they_are() -> None:
    light = convert("sdformat").find(".//light")
    assert light is not None
    assert light[0].tag == "pose"


def test_balls_at_the_ends_of_capsules_are_not_turned() -> None:
    ends = [
        origin.get("rpy")
        for shape in convert("urdf").iterfind("link[@name='upper']/visual")
        if (origin := shape.find("origin")) is not None and shape.find("geometry/sphere") is not None
    ]
    assert ends == [None, None]


def test_numbers_of_lights_contacts_and_steps_are_spelled_as_they_were() -> None:
    text = """<mujoco model="m"><option timestep=".005"/><worldbody>
      <light name="l" type="point" diffuse=".6 .6 .6" specular=".3 .3 .3" attenuation="1 .5 .25"/>
      <body name="b"><freejoint/><geom type="sphere" size=".1" friction=".75 .1 .1"/></body></worldbody></mujoco>"""
    root = etree.fromstring(bodyplan.dumps(bodyplan.convert(bodyplan.loads(text), "sdformat").document).encode())
    tags = ("max_step_size", "diffuse", "specular", "constant", "linear", "quadratic", "mu", "mu2")
    said = [root.findtext(f".//{tag}") for tag in tags]
    assert said == [".005", ".6 .6 .6 1", ".3 .3 .3 1", "1", ".5", ".25", ".75", ".75"]
