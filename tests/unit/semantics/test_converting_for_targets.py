"""What a target reads in the result of a conversion: as the source says it, or reported with both values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.convert.target_comparison import read_as
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.targets.registry import find_target

CAR = """<sdf version="1.12">
  <model name="car">
    <self_collide>true</self_collide>
    <link name="base">
      <inertial><mass>5</mass></inertial>
      <collision name="body">
        <geometry><box><size>1 1 0.2</size></box></geometry>
        <surface>
          <friction><ode><mu>0.7</mu><mu2>0.6</mu2></ode></friction>
          <bounce><restitution_coefficient>0.4</restitution_coefficient></bounce>
        </surface>
      </collision>
      <visual name="look">
        <geometry><sphere><radius>1</radius></sphere></geometry>
        <material><ambient>0.1 0 0 1</ambient><diffuse>0.5 0 0 1</diffuse><specular>0.2 0.2 0.2 1</specular></material>
      </visual>
    </link>
    <link name="mast">
      <pose>0 0 0.3 0 0 0</pose>
      <inertial><mass>0.5</mass></inertial>
      <collision name="bumper"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
      <sensor name="imu" type="imu"><update_rate>50</update_rate></sensor>
      <sensor name="bump" type="contact"><contact><collision>bumper</collision></contact></sensor>
    </link>
    <joint name="mount" type="fixed">
      <parent>base</parent><child>mast</child>
      <sensor name="ft" type="force_torque"><update_rate>100</update_rate></sensor>
    </joint>
  </model>
</sdf>
"""
TURNED = """<sdf version="1.12"><model name="m"><link name="a"><inertial><mass>1</mass></inertial>
  <collision name="a_tube">
    <pose>0 0 0 0 1.57 0</pose><geometry><cylinder><radius>1</radius><length>2</length></cylinder></geometry>
  </collision>
</link></model></sdf>"""
INERTIA = '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'


def link(name: str, *inside: str, mass: float | None = 1.0) -> str:
    inertial = "" if mass is None else f'<inertial><mass value="{mass}"/>{INERTIA}</inertial>'
    return f'<link name="{name}">{inertial}{"".join(inside)}</link>'


def as_gazebo_reads(document: bodyplan.AnyDocument) -> Any:
    """The model in a document, as Gazebo's converter has it."""
    found = read_as(document, Options(target=find_target("libsdformat")))
    assert found is not None
    return found.document.root.model


def differences(made: bodyplan.Conversion[Any]) -> list[str]:
    return [each.message for each in made.changes if each.code == "BP928"]


def test_gazebo_has_of_the_result_what_it_has_of_the_source() -> None:
    made = bodyplan.convert(bodyplan.loads(CAR), "urdf", target="gazebo")
    assert made.losses == ()
    assert differences(made) == []
    model = as_gazebo_reads(made.document)
    base, mast = model.link
    surface, material = base.collision[0].surface, base.visual[0].material
    assert model.self_collide is True
    assert (surface.friction.ode.mu, surface.friction.ode.mu2) == (0.7, 0.6)
    assert surface.bounce.restitution_coefficient == 0.4
    assert (material.ambient[0], material.diffuse[0], material.specular[0]) == (0.1, 0.5, 0.2)
    assert [each.name for each in mast.sensor] == ["imu", "bump"]
    assert mast.sensor[1].contact.collision == mast.collision[0].name
    assert [(joint.name, joint.type, joint.sensor[0].name) for joint in model.joint] == [("mount", "fixed", "ft")]


def test_a_name_that_gazebo_gives_by_itself_is_left_out() -> None:
    look = '<visual name="a_visual"><geometry><sphere><radius>1</radius></sphere></geometry></visual>'
    source = bodyplan.loads(f'<sdf version="1.9"><model name="m"><link name="a">{look}</link></model></sdf>')
    made = bodyplan.convert(source, "urdf", target="gazebo")
    assert made.document.root.link[0].visual[0].name is None
    assert [each.message for each in made.changes if "visual" in each.message] == [
        "attribute 'name' of <visual> 'a_visual' becomes no name: Gazebo calls it 'a_visual' by itself"
    ]


def test_without_a_target_joints_stay_whose_sensors_gazebo_would_move() -> None:
    plain = CAR.replace('<sensor name="imu" type="imu"><update_rate>50</update_rate></sensor>', "")
    without = plain.replace(
        '<sensor name="bump" type="contact"><contact><collision>bumper</collision></contact></sensor>', ""
    )
    without = without.replace('<sensor name="ft" type="force_torque"><update_rate>100</update_rate></sensor>', "")
    assert "preserveFixedJoint" in bodyplan.convert(bodyplan.loads(CAR), "urdf").document.dumps()
    assert "preserveFixedJoint" not in bodyplan.convert(bodyplan.loads(without), "urdf").document.dumps()


def test_what_the_target_reads_otherwise_is_reported_with_both_values() -> None:
    document = bodyplan.loads(TURNED)
    (found,) = [each for each in bodyplan.convert(document, "urdf", target="gazebo").changes if each.code == "BP928"]
    assert (
        found.message
        == "to Gazebo, pose of collision 'a::a_tube_collision' is rpy [0 1.57079633 0], not rpy [0 1.57 0]"
    )
    assert found.line == 3
    assert differences(bodyplan.convert(document, "urdf", target="drake")) == []
    assert differences(bodyplan.convert(document, "urdf")) == []


def test_friction_beside_a_surface_of_a_block_counts() -> None:
    block = (
        '<gazebo reference="a"><mu1>0.3</mu1><collision><surface><contact><ode><kp>2</kp></ode></contact></surface>'
        "</collision></gazebo>"
    )
    shape = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    made = bodyplan.convert(
        bodyplan.loads(f'<robot name="r">{link("a", shape)}{block}</robot>'), "sdformat", target="gazebo"
    )
    surface = made.document.root.model.link[0].collision[0].surface
    assert (surface.friction.ode.mu, surface.contact.ode.kp) == (0.3, 2.0)
    assert (made.losses, differences(made)) == ((), [])


def test_colours_of_robots_are_as_gazebo_shows_them() -> None:
    visual = '<visual><geometry><box size="1 1 1"/></geometry><material name="m"><color rgba="0.4 0.9 0 1"/></material></visual>'
    robot = bodyplan.loads(f'<robot name="r">{link("a", visual)}</robot>')
    for target, shown in (("gazebo", (0.5, 1.0, 0.0, 1.0)), (None, (0.4, 0.9, 0.0, 1.0))):
        made = bodyplan.convert(robot, "sdformat", target=target)  # type: ignore[call-overload]
        assert tuple(made.document.root.model.link[0].visual[0].material.diffuse) == shown
        assert differences(made) == []


@pytest.mark.parametrize("mass", [None, 0.0])
def test_a_robot_without_mass_is_lost_for_gazebo(mass: float | None) -> None:
    robot = bodyplan.loads(f'<robot name="r">{link("a", mass=mass)}</robot>')
    assert "none of its links has mass" in bodyplan.convert(robot, "sdformat", target="gazebo").losses[0].message
    assert bodyplan.convert(robot, "sdformat").losses == ()


def test_links_of_chains_have_a_mass_that_all_releases_of_gazebo_take() -> None:
    joint = '<joint name="j" type="universal"><parent>a</parent><child>b</child><axis2><xyz>0 1 0</xyz></axis2></joint>'
    links = "".join(f'<link name="{name}"><inertial><mass>1</mass></inertial></link>' for name in "ab")
    text = f'<sdf version="1.12"><model name="m">{links}{joint}</model></sdf>'
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target="gazebo")
    assert 1e-6 < min(each.inertial.mass.value for each in made.document.root.link) < 1e-5
    assert [each.message for each in made.changes if "2e-06 kg" in each.message] != []
    assert len(as_gazebo_reads(made.document).link) == 3


def test_files_are_named_for_ros_by_the_package_that_they_lie_in(tmp_path: Path) -> None:
    package = tmp_path / "pk"
    (package / "models" / "common").mkdir(parents=True)
    (package / "package.xml").write_text('<package format="3"><name>pk</name></package>')
    (package / "models" / "common" / "m.stl").write_text("solid a\nendsolid a\n")
    mesh = "<visual name='v'><geometry><mesh><uri>model://common/m.stl</uri></mesh></geometry></visual>"
    file = package / "models" / "r.sdf"
    file.write_text(f'<sdf version="1.12"><model name="r"><link name="a">{mesh}</link></model></sdf>')
    document = bodyplan.load(file, search_paths=[package / "models"])
    for options in ({"target": "ros"}, {"uris": "both"}, {"target": "gazebo", "uris": "both"}):
        made = bodyplan.convert(document, "urdf", **options)  # type: ignore[call-overload]
        assert made.document.root.link[0].visual[0].geometry.mesh.filename == "package://pk/models/common/m.stl"


MOVED = """<sdf version="1.12"><model name="m">
  <link name="base"><inertial><mass>1</mass></inertial></link>
  <link name="arm">
    <inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
    <visual name="v"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>
    <sensor name="imu" type="imu"><update_rate>50</update_rate></sensor>
  </link>
  <joint name="j" type="revolute"><pose>0 0 0.5 0 0 0</pose><parent>base</parent><child>arm</child>
    <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><velocity>-1</velocity></limit></axis>
    <physics><ode><implicit_spring_damper>true</implicit_spring_damper></ode></physics></joint>
</model></sdf>"""


def test_what_stands_on_a_link_with_another_frame_is_no_difference_of_its_own() -> None:
    made = bodyplan.convert(bodyplan.loads(MOVED), "urdf", target="gazebo")
    assert any("a link whose frame is that of the joint" in each.message for each in made.changes)
    assert differences(made) == []


@pytest.mark.parametrize("target", ["gazebo", "drake"])
def test_a_joint_with_the_name_of_a_link_is_followed_to_its_new_name(target: Any) -> None:
    joint = '<joint name="{}" type="revolute"><origin xyz="0 0 1"/><parent link="{}"/><child link="{}"/>{}</joint>'
    more = '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="0" velocity="1"/>'
    robot = (
        f'<robot name="r">{link("a")}{link("b")}{link("c")}{joint.format("b", "a", "b", more)}'
        f'{joint.format("j", "b", "c", more + """<mimic joint="b" multiplier="2"/>""")}</robot>'
    )
    made = bodyplan.convert(bodyplan.loads(robot), "sdformat", target=target)
    assert [each.name for each in made.document.root.model.joint] == ["b_joint", "j"]
    assert differences(made) == []
