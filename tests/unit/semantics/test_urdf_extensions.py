"""What only URDF says comes back from SDFormat without anything being kept; so do frames, blocks of Gazebo and colours."""

from __future__ import annotations

import bodyplan
import pytest

MASS = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
SPHERE = "<geometry><sphere radius='1'/></geometry>"
RED = '<color rgba="1 0 0 1"/>'


def joint(inside: str = "", type: str = "revolute", attributes: str = "", name: str = "j") -> str:
    limit = '<limit lower="-1" upper="1" effort="5" velocity="2"/>' if type == "revolute" else ""
    ends = '<parent link="a"/><child link="b"/>'
    return f'<joint name="{name}" type="{type}"{attributes}>{ends}<axis xyz="0 0 1"/>{limit}{inside}</joint>'


def robot(*parts: str, a: str = "", b: str = "") -> str:
    links = f'<link name="a">{MASS}{a}</link><link name="b">{MASS}{b}</link>'
    return f'<robot name="r">{links}{"".join(parts)}</robot>'


def visual(material: str) -> str:
    return f"<visual>{SPHERE}{material}</visual>"


ROBOTS = {
    "soft limits": robot(joint('<safety_controller k_velocity="10" soft_upper_limit="0.5"/>')),
    "calibration": robot(joint('<calibration rising="0.25"/>')),
    "a transmission": robot(
        joint(),
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="j">'
        '<hardwareInterface>E</hardwareInterface></joint><actuator name="m"><mechanicalReduction>50</mechanicalReduction>'
        "</actuator></transmission>",
    ),
    "the axis of a joint that is fixed": robot(joint('<dynamics damping="3"/>', "fixed")),
    "attributes of others": robot(joint('<dynamics damping="3" mu_viscous="2"/>', attributes=' extra="x"')),
    "moments that no body has": robot(
        joint(),
        '<link name="c"><inertial><mass value="1"/>'
        '<inertia ixx="1e-6" ixy="1e-6" ixz="1e-6" iyy="1e-6" iyz="1e-6" izz="1e-6"/></inertial></link>'
        '<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>',
    ),
    "limits of a joint without end": robot(
        joint('<limit lower="-1" upper="1" effort="5" velocity="2"/>', "continuous")
    ),
    "a joint and a link of one name": robot(joint(name="b")),
    "sensors of one name": robot(
        joint(),
        '<gazebo reference="a"><sensor name="s" type="imu"><update_rate>1</update_rate></sensor>'
        '<sensor name="s" type="imu"><update_rate>2</update_rate></sensor></gazebo>',
    ),
    "a fixed joint that Gazebo lumps": robot(
        joint(type="fixed"), '<gazebo reference="b"><sensor name="s" type="imu"/></gazebo>'
    ),
    "a fixed joint that Gazebo keeps": robot(
        joint(type="fixed"),
        '<gazebo reference="b"><sensor name="s" type="imu"/></gazebo>'
        '<gazebo reference="j"><preserveFixedJoint>true</preserveFixedJoint></gazebo>',
    ),
    "a joint that is not to be lumped": robot(joint(type="fixed", attributes=' dont_collapse="true"')),
    "a material without use": robot(joint(), f'<material name="red">{RED}</material>'),
    "a material of a collision": robot(joint(), a=f'<collision>{SPHERE}<material name="red"/></collision>'),
    "materials by name": robot(
        joint(),
        f'<material name="red">{RED}</material>',
        a=visual('<material name="red"/>'),
        b=visual('<material name="red"/>') + visual('<material name="blue"><color rgba="0 0 1 1"/></material>'),
    ),
    "materials of one name": robot(
        joint(),
        a=visual(f'<material name="x">{RED}</material>'),
        b=visual('<material name="x"><color rgba="0 0 1 1"/></material>'),
    ),
    "a material without a name": robot(joint(), a=visual(f'<material name="">{RED}</material>')),
    "a material of Gazebo's": robot(
        joint(),
        '<gazebo reference="a"><material>Gazebo/Green</material></gazebo>',
        a=visual(f'<material name="g">{RED}</material>'),
    ),
    "several blocks": robot(
        joint(),
        '<gazebo><plugin name="p" filename="f"/></gazebo><gazebo><plugin name="q" filename="g"/></gazebo>',
        '<gazebo reference="a"><turnGravityOff>true</turnGravityOff></gazebo><gazebo reference="a"><foo>3</foo></gazebo>',
    ),
    "a link that is a frame": '<robot name="r"><link name="a"/><link name="b"/>'
    + joint(type="fixed", name="b")
    + "</robot>",
    "no mass": '<robot name="r"><link name="a"><inertial><mass value="0"/>'
    '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link></robot>',
}
MODELS = {
    "a frame": '<link name="a"/><frame name="f" attached_to="a"><pose>0 0 1 0 0 0</pose></frame>',
    "colours that are dark without light": '<link name="a"><visual name="v"><geometry><sphere><radius>1</radius></sphere>'
    "</geometry><material><diffuse>1 0 0 1</diffuse></material></visual></link>",
    "a material of its name": '<link name="a"><visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>'
    "<material><ambient>1 0 0 1</ambient><diffuse>1 0 0 1</diffuse></material></visual></link>",
    "a static model": '<static>true</static><link name="a"/>',
    "usual mass": '<link name="a"><inertial><mass>1</mass></inertial></link>',
}


def come_back(text: str) -> str:
    document = bodyplan.loads(text)
    to, of = ("sdformat", "urdf") if document.format == "urdf" else ("urdf", "sdformat")
    return bodyplan.convert(bodyplan.loads(bodyplan.convert(document, to).document.dumps()), of).document.dumps()


@pytest.mark.parametrize("text", ROBOTS.values(), ids=ROBOTS)
def test_robots_come_back(text: str) -> None:
    assert bodyplan.diff(bodyplan.loads(text), bodyplan.loads(come_back(text))) == ()


@pytest.mark.parametrize("inside", MODELS.values(), ids=MODELS)
def test_models_come_back(inside: str) -> None:
    text = f'<sdf version="1.12"><model name="m">{inside}</model></sdf>'
    assert bodyplan.diff(bodyplan.loads(text), bodyplan.loads(come_back(text))) == ()
    assert "urdf" not in come_back(text)


def test_what_stands_in_names_of_urdf_is_reported_with_them() -> None:
    made = bodyplan.convert(bodyplan.loads(ROBOTS["soft limits"]), "sdformat")
    (lost,) = made.losses
    assert lost.code == "BP920"
    assert lost.hint == "see <urdf:safety_controller>"
    assert '<urdf:safety_controller k_velocity="10" soft_upper_limit="0.5"/>' in made.document.dumps()
    assert made.document.diagnostics == ()


def test_readers_that_warn_of_such_names_get_none() -> None:
    for options in ({"target": "drake"}, {"keep": True}, {"lump_fixed": True}):
        made = bodyplan.convert(bodyplan.loads(ROBOTS["soft limits"]), "sdformat", **options)
        assert "urdf:" not in made.document.dumps()


def test_what_was_changed_in_sdformat_stays() -> None:
    text = bodyplan.convert(bodyplan.loads(ROBOTS["materials by name"]), "sdformat").document.dumps()
    changed = text.replace("<diffuse>0 0 1 1</diffuse>", "<diffuse>0 1 0 1</diffuse>")
    robot = bodyplan.convert(bodyplan.loads(changed), "urdf").document.root
    materials = {
        each.name: each.color and each.color.rgba
        for link in robot.link
        for visual in link.visual
        for each in [visual.material]
    }
    assert materials["blue"] == (0, 1, 0, 1)


def test_a_part_whose_link_is_gone_is_lost() -> None:
    text = bodyplan.convert(bodyplan.loads(ROBOTS["several blocks"]), "sdformat").document.dumps()
    robot = bodyplan.convert(bodyplan.loads(text), "urdf").document
    assert '<gazebo reference="a">' in robot.dumps()
    assert "<foo>3</foo>" in robot.dumps()


def test_a_link_that_something_names_is_no_frame() -> None:
    block = '<gazebo reference="b"><selfCollide>true</selfCollide></gazebo>'
    text = ROBOTS["a link that is a frame"].replace("</robot>", f"{block}</robot>")
    names = [link.name for link in bodyplan.convert(bodyplan.loads(text), "sdformat").document.root.model.link]
    assert names == ["a", "b"]


def test_moments_that_were_changed_since_stay() -> None:
    text = ROBOTS["moments that no body has"]
    there = bodyplan.convert(bodyplan.loads(text), "sdformat").document
    (link,) = [each for each in there.root.model.link if each.name == "c"]
    link.inertial.inertia.ixx = 3e-06
    back = bodyplan.convert(bodyplan.loads(there.dumps()), "urdf").document
    assert next(each for each in back.root.link if each.name == "c").inertial.inertia.ixx == 3e-06


def test_no_reader_gets_moments_that_it_refuses() -> None:
    there = bodyplan.convert(bodyplan.loads(ROBOTS["moments that no body has"]), "sdformat").document
    for target in ("gazebo", "mujoco"):
        back = bodyplan.convert(there, "urdf", target=target).document
        assert 'ixy="1e-06"' not in back.dumps()


def test_gazebo_keeps_joints_that_sensors_are_on_whatever_the_robot_said_before() -> None:
    there = bodyplan.convert(bodyplan.loads(ROBOTS["a fixed joint that Gazebo lumps"]), "sdformat").document
    assert 'urdf:fixed_joints="lumped"' in there.dumps()
    assert "preserveFixedJoint" in bodyplan.convert(there, "urdf", target="gazebo").document.dumps()


def test_what_the_way_back_says_by_itself_is_not_written() -> None:
    there = bodyplan.convert(bodyplan.loads(ROBOTS["a fixed joint that Gazebo keeps"]), "sdformat").document
    assert "Joint" not in there.dumps()
    assert "fixed_joints" not in there.dumps()
