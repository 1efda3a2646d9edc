"""Values in another unit than the one they are read in are reported where they are written, and no others."""

from __future__ import annotations

import math
from itertools import product

import pytest
from bodyplan import Diagnostic
from bodyplan.semantics.document.loader import check_bytes

URDF_JOINT = """<robot name="arm">
  <link name="base"/>
  <link name="fore"/>
  <joint name="elbow" type="{type}">
    <parent link="base"/>
    <child link="fore"/>
    <limit lower="{lower}" upper="{upper}" effort="30" velocity="2"/>
  </joint>
</robot>"""
SDF_JOINT = """<sdf version="1.12">
  <model name="arm">
    <link name="base"/>
    <link name="fore"/>
    <joint name="elbow" type="{type}">
      <parent>base</parent>
      <child>fore</child>
      <axis><xyz>0 0 1</xyz>
        <limit><lower>{lower}</lower>
          <upper>{upper}</upper></limit>
      </axis>
    </joint>
  </model>
</sdf>"""
SKEL_JOINT = """<skel version="1.0">
  <world name="w">
    <skeleton name="arm">
      <body name="base"/>
      <body name="fore"/>
      <joint name="root" type="weld"><parent>world</parent><child>base</child></joint>
      <joint name="elbow" type="{type}">
        <parent>base</parent>
        <child>fore</child>
        <axis><xyz>0 0 1</xyz>
          <limit><lower>{lower}</lower>
            <upper>{upper}</upper></limit></axis>
      </joint>
    </skeleton>
  </world>
</skel>"""
JOINTS = {"urdf": URDF_JOINT, "sdf": SDF_JOINT, "skel": SKEL_JOINT}


def findings(text: str) -> tuple[Diagnostic, ...]:
    """What is said of a text."""
    return tuple(check_bytes("document.xml", {}, data=text.encode()).diagnostics)


def found(text: str) -> list[Diagnostic]:
    """What is said of units."""
    return [finding for finding in findings(text) if finding.code.startswith("BP63")]


@pytest.mark.parametrize(
    ("format", "lower", "upper", "line", "said"),
    [
        (
            "urdf",
            "-90",
            "45",
            7,
            "from -90 to 45 rad, which looks like degrees; in radians from -1.5708 to 0.7854",
        ),
        ("sdf", "-90", "45", 9, "from -1.5708 to 0.7854"),
        ("skel", "-90", "45", 11, "from -1.5708 to 0.7854"),
        ("sdf", "0", "180", 10, "from 0 to 180 rad, which looks like degrees; in radians from 0 to 3.1416"),
        ("skel", "-1.5", "170", 12, "from -1.5 to 2.9671"),
        ("sdf", "-1e16", "67.5", 10, "to 67.5 rad, which looks like degrees; in radians to 1.1781"),
        ("urdf", "15", "20", 7, "from 0.2618 to 0.34907"),
        ("urdf", "-360", "360", 7, "from -6.2832 to 6.2832"),
        ("urdf", "-300", "300", 7, "from -5.236 to 5.236"),
    ],
)
def test_limits_in_degrees(format: str, lower: str, upper: str, line: int, said: str) -> None:
    (finding,) = found(JOINTS[format].format(type="revolute", lower=lower, upper=upper))
    assert (finding.code, finding.severity, finding.line) == ("BP631", "warning", line)
    assert finding.message.startswith("joint 'elbow' turns")
    assert said in finding.message


@pytest.mark.parametrize("format", sorted(JOINTS))
@pytest.mark.parametrize(
    ("type", "lower", "upper"),
    [
        ("revolute", "-3.14159", "3.14159"),
        ("revolute", "-6.2832", "6.2832"),
        ("revolute", "-6.98132", "6.98132"),
        ("revolute", "-9.42477", "9.42477"),
        ("revolute", "-10", "10"),
        ("revolute", "-20", "20"),
        ("revolute", "-100", "100"),
        ("revolute", "-174.532925", "174.532925"),
        ("revolute", "-1000", "1000"),
        ("revolute", "-1e16", "1e16"),
        ("revolute", "-inf", "inf"),
        ("prismatic", "-90", "45"),
    ],
)
def test_limits_of_real_robots_are_left_alone(format: str, type: str, lower: str, upper: str) -> None:
    assert found(JOINTS[format].format(type=type, lower=lower, upper=upper)) == []


def test_a_continuous_joint_has_no_limits_that_could_be_in_degrees() -> None:
    assert found(URDF_JOINT.format(type="continuous", lower="-180", upper="180")) == []


def posed(format: str, numbers: str, attributes: str = "") -> str:
    """A document with a pose on line 4, where a joint's or a link's is not the only one: a shape has one too."""
    if format == "urdf":
        return f"""<robot name="arm">
  <link name="base">
    <visual>
      <origin xyz="0 0 0.3" rpy="{numbers}"/>
      <geometry><sphere radius="0.1"/></geometry>
    </visual>
  </link>
</robot>"""
    if format == "skel":
        return f"""<skel version="1.0">
  <world name="w">
    <skeleton name="arm">
      <transformation>0 0 0.3 {numbers}</transformation>
      <body name="base"/>
      <joint name="root" type="weld"><parent>world</parent><child>base</child></joint>
    </skeleton>
  </world>
</skel>"""
    return f"""<sdf version="1.12">
  <model name="arm">
    <link name="base"><sensor name="s" type="imu">
      <pose{attributes}>0 0 0.3 {numbers}</pose></sensor></link>
  </model>
</sdf>"""


@pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
@pytest.mark.parametrize(
    ("numbers", "meant"),
    [
        ("0 0 90", "0 0 1.570796"),
        ("-45 0 180", "-0.785398 0 3.141593"),
        ("22.5 5 0", "0.392699 0.087266 0"),
        ("1.5708 0 360", "1.5708 0 6.283185"),
    ],
)
def test_angles_in_degrees(format: str, numbers: str, meant: str) -> None:
    (finding,) = found(posed(format, numbers))
    assert (finding.code, finding.severity, finding.line) == ("BP630", "warning", 4)
    assert f"turns by {numbers!r}, which looks like degrees; in radians it is {meant!r}" in finding.message
    assert finding.arguments["radians"] == pytest.approx([float(word) for word in meant.split()], abs=1e-6)


@pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
@pytest.mark.parametrize(
    "numbers", ["0 0 6.2832", "6 5 4", "0 0 -11.78112", "6.597345 0 7.225663", "0 0 1e9", "0 0 36000"]
)
def test_angles_in_radians_are_left_alone(format: str, numbers: str) -> None:
    assert found(posed(format, numbers)) == []


def test_a_pose_may_say_that_it_is_in_degrees_or_be_a_quaternion() -> None:
    assert found(posed("sdf", "0 0 90", ' degrees="true"')) == []
    assert found(posed("sdf", "0 0 90", ' degrees=" 1 "')) == []
    assert len(found(posed("sdf", "0 0 90", ' degrees="false"'))) == 1
    assert found(posed("sdf", "0 0 90 1", ' rotation_format="quat_xyzw"')) == []


def test_angles_that_were_a_position_before_are_looked_at_again_and_each_time() -> None:
    twice = """<robot name="arm">
  <link name="base">
    <visual><origin xyz="0 0 90" rpy="0 0 90"/><geometry><sphere radius="0.1"/></geometry></visual>
    <visual><origin xyz="0 0 90" rpy="0 0 90"/><geometry><sphere radius="0.1"/></geometry></visual>
  </link>
</robot>"""
    assert [finding.line for finding in found(twice)] == [3, 4]


def test_an_angle_of_a_sensor_in_degrees() -> None:
    lidar = """<sdf version="1.12"><model name="m"><link name="l"><sensor name="s" type="gpu_lidar"><lidar>
      <scan><horizontal><samples>10</samples><resolution>1</resolution>
        <min_angle>-90</min_angle>
        <max_angle>1.5708</max_angle>
      </horizontal></scan><range><min>0.1</min><max>10</max></range></lidar></sensor></link></model></sdf>"""
    (finding,) = found(lidar)
    assert (finding.code, finding.line, finding.arguments["radians"]) == ("BP630", 3, (pytest.approx(-math.pi / 2),))


def massive(format: str, mass: str, moments: tuple[str, str, str], size: str = "0.1 0.1 0.4") -> str:
    """A link with its mass on line 4 and its moments on line 5, as large as a box of 0.1 m x 0.1 m x 0.4 m."""
    xx, yy, zz = moments
    if format == "urdf":
        return f"""<robot name="arm">
  <link name="fore">
    <inertial>
      <mass value="{mass}"/>
      <inertia ixx="{xx}" ixy="0" ixz="0" iyy="{yy}" iyz="0" izz="{zz}"/>
    </inertial>
    <collision><geometry><box size="{size}"/></geometry></collision>
  </link>
</robot>"""
    if format == "skel":
        return f"""<skel version="1.0"><world name="w"><skeleton name="arm">
  <body name="fore">
    <inertia>
      <mass>{mass}</mass>
      <moment_of_inertia><ixx>{xx}</ixx><iyy>{yy}</iyy><izz>{zz}</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></moment_of_inertia>
    </inertia>
    <collision_shape><geometry><box><size>{size}</size></box></geometry></collision_shape>
  </body>
  <joint name="root" type="free"><parent>world</parent><child>fore</child></joint>
</skeleton></world></skel>"""
    return f"""<sdf version="1.12"><model name="arm">
  <link name="fore">
    <inertial>
      <mass>{mass}</mass>
      <inertia><ixx>{xx}</ixx><iyy>{yy}</iyy><izz>{zz}</izz></inertia>
    </inertial>
    <collision name="c"><geometry><box><size>{size}</size></box></geometry></collision>
  </link>
</model></sdf>"""


FORMATS = pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
OWN = ("0.0212", "0.0212", "0.0025")
"""Moments of 1.5 kg."""


@FORMATS
@pytest.mark.parametrize(
    ("moments", "unit"), [(("21200", "21200", "2500"), "kg mm²"), (("2.12e7", "2.12e7", "2.5e6"), "g mm²")]
)
def test_moments_in_other_units(format: str, moments: tuple[str, str, str], unit: str) -> None:
    (finding,) = found(massive(format, "1.5", moments))
    assert (finding.code, finding.severity, finding.line) == ("BP632", "warning", 5)
    assert finding.message.startswith("link 'fore' has a moment of ")
    assert finding.message.endswith(f"in {unit} it is 0.0212")


@FORMATS
def test_a_mass_in_grams(format: str) -> None:
    (finding,) = found(massive(format, "1500", OWN))
    assert (finding.code, finding.severity, finding.line) == ("BP633", "warning", 4)
    assert finding.message.endswith("in grams it is 1.5 kg")


@FORMATS
@pytest.mark.parametrize(
    ("mass", "moments"),
    [
        ("1.5", OWN),
        ("1", ("1", "1", "1")),
        ("0.001", ("1", "1", "1")),  # stands for some number
        ("1e-05", ("1.2", "1.2", "1.2")),  # a body as good as none
        ("1.5", ("0.2", "0.2", "0.03")),  # ten times too much is no other unit
        ("31", OWN),  # of lead
        ("1500", ("0", "0", "0")),
        ("1500", ("1e-20", "1e-20", "1e-20")),
        ("1500", ("21.2", "21.2", "2.5")),  # heavy all over: a mass that somebody wanted
    ],
)
def test_masses_and_moments_of_bodies_are_left_alone(format: str, mass: str, moments: tuple[str, str, str]) -> None:
    assert found(massive(format, mass, moments)) == []


@FORMATS
@pytest.mark.parametrize("size", ["1e308 1e308 1e308", "1e-300 1e-300 1e-300", "0 0 0", "-1 -1 -1", "nan 1 1"])
def test_any_number_is_looked_at_without_harm(format: str, size: str) -> None:
    for mass, moment in product(
        ("1e308", "1e-300", "inf", "nan", "-5", "1e200"), ("1e308", "1e-300", "inf", "nan", "0")
    ):
        codes = {finding.code for finding in found(massive(format, mass, (moment, moment, moment), size))}
        assert codes <= {"BP632", "BP633"}


def test_a_mass_in_grams_is_known_by_the_other_links() -> None:
    """Of a link that is small beside the steps of its model, more than its own density has to speak."""

    def robot(mass: float) -> str:
        links = "".join(
            f'<link name="l{number}"><inertial><mass value="{mass if number == 2 else 0.02}"/>'
            '<inertia ixx="0.00002" ixy="0" ixz="0" iyy="0.00002" iyz="0" izz="0.00002"/></inertial></link>'
            for number in range(4)
        )
        joints = "".join(
            f'<joint name="j{number}" type="fixed"><parent link="l{number}"/><child link="l{number + 1}"/>'
            '<origin xyz="0 0 0.3"/></joint>'
            for number in range(3)
        )
        return f'<robot name="r">{links}{joints}</robot>'

    assert [finding.code for finding in found(robot(20))] == ["BP633"]
    assert found(robot(0.2)) == []


@pytest.mark.parametrize(
    ("format", "colour", "meant"),
    [
        ("urdf", "255 0 0 1", "1 0 0 1"),
        ("urdf", "200 100 50 255", "0.784 0.392 0.196 1"),
        ("sdf", "255 128 0", "1 0.502 0"),
        ("sdf", "255 128 0 0.5", "1 0.502 0 0.5"),
        ("urdf", "1.5 0.2 0.3 1", None),
        ("sdf", "-1 255 0 1", None),
        ("sdf", "300 0 0 1", None),
    ],
)
def test_a_colour_to_255_is_one_finding_that_says_what_it_is(format: str, colour: str, meant: str | None) -> None:
    urdf = f'<robot name="r"><link name="l"/><material name="m"><color rgba="{colour}"/></material></robot>'
    sdf = (
        '<sdf version="1.12"><model name="m"><link name="l"><visual name="v"><geometry><sphere><radius>1</radius></sphere>'
        f"</geometry><material><diffuse>{colour}</diffuse></material></visual></link></model></sdf>"
    )
    (finding,) = findings(urdf if format == "urdf" else sdf)
    assert finding.code == "BP111"
    assert ("out of 255" in finding.message) == (meant is not None)
    assert meant is None or finding.message.endswith(f"it would be {meant!r}")


def test_a_colour_to_255_does_not_differ_from_the_same_material_elsewhere() -> None:
    text = """<robot name="r"><link name="l">
      <visual><geometry><sphere radius="1"/></geometry><material name="red"><color rgba="1 0 0 1"/></material></visual>
      <visual><geometry><sphere radius="1"/></geometry><material name="red"><color rgba="255 0 0 1"/></material></visual>
    </link></robot>"""
    assert [finding.code for finding in findings(text)] == ["BP111"]
