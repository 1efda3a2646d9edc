"""Robots and worlds as text, an element a line, in each format."""

from __future__ import annotations

import random
from collections.abc import Iterable

from .robots import Part, Robot

XML = '<?xml version="1.0"?>\n'


def lay_out(lines: Iterable[str]) -> str:
    """Lines with each indented by the elements that it is in."""
    depth, laid = 0, []
    for line in lines:
        if line.startswith("</"):
            depth -= 1
        laid.append("  " * depth + line)
        if line.startswith("<") and not line.startswith(("</", "<!", "<?")) and "</" not in line and "/>" not in line:
            depth += 1
    return XML + "\n".join(laid) + "\n"


def numbers(*values: float) -> str:
    """Numbers side by side."""
    return " ".join(f"{value:.6g}" for value in values)


# URDF


def urdf_geometry(part: Part) -> str:
    if part.shape == "box":
        return f'<box size="{numbers(*part.size)}"/>'
    if part.shape == "cylinder":
        return f'<cylinder radius="{numbers(part.size[0])}" length="{numbers(part.size[1])}"/>'
    return f'<sphere radius="{numbers(*part.size)}"/>'


def urdf_part(part: Part, material: str, mesh: str = "") -> list[str]:
    origin = f'<origin xyz="{numbers(*part.center)}" rpy="{numbers(*part.turned)}"/>'
    xx, yy, zz = (f"{moment:.6g}" for moment in part.moments)
    lines = [
        f'<link name="{part.name}">',
        "<inertial>",
        origin,
        f'<mass value="{part.mass:.6g}"/>',
        f'<inertia ixx="{xx}" ixy="0" ixz="0" iyy="{yy}" iyz="0" izz="{zz}"/>',
        "</inertial>",
        f'<visual name="{part.name}_look">',
        origin,
        "<geometry>",
        f'<mesh filename="{mesh}" scale="1 1 1"/>' if mesh else urdf_geometry(part),
        "</geometry>",
        f'<material name="{material}"/>',
        "</visual>",
        f'<collision name="{part.name}_hull">',
        origin,
        "<geometry>",
        urdf_geometry(part),
        "</geometry>",
        "</collision>",
        "</link>",
    ]
    if part.parent:
        lines += [
            f'<joint name="{part.joint}" type="{part.joint_type}">',
            f'<origin xyz="{numbers(*part.origin)}" rpy="0 0 0"/>',
            f'<parent link="{part.parent}"/>',
            f'<child link="{part.name}"/>',
        ]
        if part.joint_type != "fixed":
            lines.append(f'<axis xyz="{numbers(*part.axis)}"/>')
        if part.joint_type in ("revolute", "prismatic"):
            low, high = part.limits
            lines.append(f'<limit lower="{low:.6g}" upper="{high:.6g}" effort="40" velocity="2.5"/>')
        elif part.joint_type == "continuous":
            lines.append('<limit effort="20" velocity="6"/>')
        if part.joint_type != "fixed":
            lines.append('<dynamics damping="0.2" friction="0.05"/>')
        if part.joint_type == "revolute":
            low, high = part.limits
            lines.append(
                f'<safety_controller soft_lower_limit="{low * 0.9:.4g}" soft_upper_limit="{high * 0.9:.4g}"'
                ' k_position="20" k_velocity="10"/>'
            )
        if part.mimic is not None:
            lines.append(f'<mimic joint="{part.mimic[0]}" multiplier="{part.mimic[1]:.6g}" offset="0"/>')
        lines.append("</joint>")
    return lines


def write_urdf(robot: Robot, extras: str = "", mesh: str = "") -> str:
    """A robot in URDF; ``extras`` are ``gazebo`` or ``control``, what other programs read of it."""
    lines = [f'<robot name="{robot.name}">']
    for name, color in (("steel", "0.4 0.4 0.45 1"), ("rubber", "0.1 0.1 0.1 1")):
        lines += [f'<material name="{name}">', f'<color rgba="{color}"/>', "</material>"]
    if robot.fixed_base:
        lines.append('<link name="world"/>')
        base = robot.parts[0].name
        lines += [
            '<joint name="mounting" type="fixed">',
            '<parent link="world"/>',
            f'<child link="{base}"/>',
            "</joint>",
        ]
    for number, part in enumerate(robot.parts):
        material = "rubber" if "wheel" in part.name else "steel"
        lines += urdf_part(part, material, mesh if number == 1 else "")
    moving = [part for part in robot.parts if part.joint_type != "fixed" and part.joint and part.mimic is None]
    if extras == "gazebo":
        lines += [
            f'<gazebo reference="{robot.parts[-1].name}">',
            "<mu1>0.8</mu1>",
            '<sensor name="eye" type="camera">',
            "<update_rate>30</update_rate>",
            "<camera>",
            "<horizontal_fov>1.2</horizontal_fov>",
            "<image>",
            "<width>640</width>",
            "<height>480</height>",
            "</image>",
            "<clip>",
            "<near>0.05</near>",
            "<far>50</far>",
            "</clip>",
            "</camera>",
            "</sensor>",
            "</gazebo>",
        ]
        for part in moving[:2]:
            lines += [
                f'<transmission name="{part.joint}_drive">',
                "<type>transmission_interface/SimpleTransmission</type>",
                f'<joint name="{part.joint}">',
                "<hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>",
                "</joint>",
                f'<actuator name="{part.joint}_motor">',
                "<mechanicalReduction>50</mechanicalReduction>",
                "</actuator>",
                "</transmission>",
            ]
    if extras == "control":
        lines += [
            '<ros2_control name="drives" type="system">',
            "<hardware>",
            "<plugin>mock_components/GenericSystem</plugin>",
            "</hardware>",
        ]
        for part in moving:
            lines += [
                f'<joint name="{part.joint}">',
                '<command_interface name="position"/>',
                '<state_interface name="position"/>',
                "</joint>",
            ]
        lines.append("</ros2_control>")
    return lay_out([*lines, "</robot>"])


def write_xacro(robot: Robot) -> str:
    """A robot in xacro: links by a macro, sizes by properties."""
    lines = [
        f'<robot name="{robot.name}" xmlns:xacro="http://www.ros.org/wiki/xacro">',
        '<xacro:arg name="prefix" default=""/>',
        '<xacro:property name="effort" value="40"/>',
        '<xacro:property name="speed" value="2.5"/>',
        '<material name="steel">',
        '<color rgba="0.4 0.4 0.45 1"/>',
        "</material>",
        '<xacro:macro name="part" params="name mass ixx iyy izz *origin *shape">',
        '<link name="$(arg prefix)${name}">',
        "<inertial>",
        '<xacro:insert_block name="origin"/>',
        '<mass value="${mass}"/>',
        '<inertia ixx="${ixx}" ixy="0" ixz="0" iyy="${iyy}" iyz="0" izz="${izz}"/>',
        "</inertial>",
        "<visual>",
        '<xacro:insert_block name="origin"/>',
        "<geometry>",
        '<xacro:insert_block name="shape"/>',
        "</geometry>",
        '<material name="steel"/>',
        "</visual>",
        "</link>",
        "</xacro:macro>",
        '<xacro:macro name="hinge" params="name parent child axis lower upper *place">',
        '<joint name="$(arg prefix)${name}" type="revolute">',
        '<xacro:insert_block name="place"/>',
        '<parent link="$(arg prefix)${parent}"/>',
        '<child link="$(arg prefix)${child}"/>',
        '<axis xyz="${axis}"/>',
        '<limit lower="${lower}" upper="${upper}" effort="${effort}" velocity="${speed}"/>',
        "</joint>",
        "</xacro:macro>",
    ]
    for part in robot.parts:
        xx, yy, zz = (f"{moment:.6g}" for moment in part.moments)
        lines += [
            f'<xacro:part name="{part.name}" mass="{part.mass:.6g}" ixx="{xx}" iyy="{yy}" izz="{zz}">',
            f'<origin xyz="{numbers(*part.center)}" rpy="{numbers(*part.turned)}"/>',
            urdf_geometry(part),
            "</xacro:part>",
        ]
        if part.parent:
            low, high = part.limits
            lines += [
                (
                    f'<xacro:hinge name="{part.joint}" parent="{part.parent}" child="{part.name}"'
                    f' axis="{numbers(*part.axis)}" lower="{low:.6g}" upper="{high:.6g}">'
                ),
                f'<origin xyz="{numbers(*part.origin)}" rpy="0 0 0"/>',
                "</xacro:hinge>",
            ]
    return lay_out([*lines, "</robot>"])


# SDFormat


def sdf_geometry(part: Part, tag: str = "") -> list[str]:
    if part.shape == "box":
        inside = [f"<size>{numbers(*part.size)}</size>"]
    elif part.shape == "cylinder":
        inside = [f"<radius>{numbers(part.size[0])}</radius>", f"<length>{numbers(part.size[1])}</length>"]
    else:
        inside = [f"<radius>{numbers(*part.size)}</radius>"]
    return ["<geometry>", f"<{part.shape}>", *inside, f"</{part.shape}>", "</geometry>"]


SENSORS = {
    "camera": [
        "<camera>",
        "<horizontal_fov>1.047</horizontal_fov>",
        "<image>",
        "<width>640</width>",
        "<height>480</height>",
        "<format>R8G8B8</format>",
        "</image>",
        "<clip>",
        "<near>0.1</near>",
        "<far>100</far>",
        "</clip>",
        "</camera>",
    ],
    "lidar": [
        "<ray>",
        "<scan>",
        "<horizontal>",
        "<samples>640</samples>",
        "<resolution>1</resolution>",
        "<min_angle>-1.57</min_angle>",
        "<max_angle>1.57</max_angle>",
        "</horizontal>",
        "</scan>",
        "<range>",
        "<min>0.08</min>",
        "<max>10</max>",
        "<resolution>0.01</resolution>",
        "</range>",
        "</ray>",
    ],
    "imu": [
        "<imu>",
        "<angular_velocity>",
        "<x>",
        '<noise type="gaussian">',
        "<mean>0</mean>",
        "<stddev>0.0002</stddev>",
        "</noise>",
        "</x>",
        "</angular_velocity>",
        "</imu>",
    ],
}


def sdf_sensor(kind: str, name: str, pose: str) -> list[str]:
    said = "ray" if kind == "lidar" else kind
    return [
        f'<sensor name="{name}" type="{said}">',
        pose,
        "<update_rate>20</update_rate>",
        "<always_on>true</always_on>",
        *SENSORS[kind],
        "</sensor>",
    ]


def sdf_part(part: Part, new: bool, at: tuple[float, float, float], sensor: str = "", mesh: str = "") -> list[str]:
    xx, yy, zz = (f"{moment:.6g}" for moment in part.moments)
    inner = f"<pose>{numbers(*part.center, *part.turned)}</pose>"
    pose = f"<pose>{numbers(*at)} 0 0 0</pose>"
    if new and part.parent:
        pose = f'<pose relative_to="{part.parent}">{numbers(*part.origin)} 0 0 0</pose>'
    look = (
        ["<geometry>", "<mesh>", f"<uri>{mesh}</uri>", "<scale>1 1 1</scale>", "</mesh>", "</geometry>"]
        if mesh
        else sdf_geometry(part)
    )
    lines = [
        f'<link name="{part.name}">',
        pose,
        "<inertial>",
        inner,
        f"<mass>{part.mass:.6g}</mass>",
        "<inertia>",
        f"<ixx>{xx}</ixx>",
        "<ixy>0</ixy>",
        "<ixz>0</ixz>",
        f"<iyy>{yy}</iyy>",
        "<iyz>0</iyz>",
        f"<izz>{zz}</izz>",
        "</inertia>",
        "</inertial>",
        f'<visual name="{part.name}_look">',
        inner,
        *look,
        "<material>",
        "<ambient>0.3 0.3 0.3 1</ambient>",
        "<diffuse>0.7 0.7 0.7 1</diffuse>",
        "</material>",
        "</visual>",
        f'<collision name="{part.name}_hull">',
        inner,
        *sdf_geometry(part),
        "<surface>",
        "<friction>",
        "<ode>",
        "<mu>0.9</mu>",
        "<mu2>0.9</mu2>",
        "</ode>",
        "</friction>",
        "</surface>",
        "</collision>",
    ]
    if sensor:
        lines += sdf_sensor(sensor, f"{part.name}_{sensor}", "<pose>0.05 0 0.05 0 0 0</pose>")
    lines.append("</link>")
    if part.parent:
        lines += [
            f'<joint name="{part.joint}" type="{part.joint_type}">',
            f"<parent>{part.parent}</parent>",
            f"<child>{part.name}</child>",
        ]
        if part.joint_type != "fixed":
            expressed = ' expressed_in="__model__"' if new and part.joint_type == "prismatic" else ""
            lines += ["<axis>", f"<xyz{expressed}>{numbers(*part.axis)}</xyz>"]
            if part.joint_type in ("revolute", "prismatic"):
                low, high = part.limits
                lines += [
                    "<limit>",
                    f"<lower>{low:.6g}</lower>",
                    f"<upper>{high:.6g}</upper>",
                    "<effort>40</effort>",
                    "<velocity>2.5</velocity>",
                    "</limit>",
                ]
            lines += ["<dynamics>", "<damping>0.2</damping>", "<friction>0.05</friction>", "</dynamics>"]
            lines.append("</axis>")
        lines.append("</joint>")
    return lines


def sdf_model(
    robot: Robot,
    new: bool,
    *,
    sensors: bool = False,
    drake: bool = False,
    mesh: str = "",
    plugin: bool = False,
    mimic: bool = False,
    pose: str = "0 0 0 0 0 0",
) -> list[str]:
    places: dict[str, tuple[float, float, float]] = {}
    lines = [f'<model name="{robot.name}">', f"<pose>{pose}</pose>"]
    if new:
        base = robot.parts[0].name
        lines += [
            '<frame name="mark" attached_to="' + base + '">',
            "<pose>0 0 0.5 0 0 0</pose>",
            "</frame>",
            '<frame name="tool" attached_to="' + robot.parts[-1].name + '">',
            "<pose>0 0 0.1 0 0 0</pose>",
            "</frame>",
            '<frame name="view">',
            '<pose relative_to="mark">0.2 0 0 0 0 0</pose>',
            "</frame>",
        ]
    kinds = ["camera", "lidar", "imu"]
    for number, part in enumerate(robot.parts):
        x, y, z = places.get(part.parent, (0.0, 0.0, 0.0))
        at = places[part.name] = (x + part.origin[0], y + part.origin[1], z + part.origin[2])
        sensor = kinds[number] if sensors and number < 3 else ""
        lines += sdf_part(part, new, at, sensor, mesh if number == 1 else "")
    if robot.fixed_base:
        lines += [
            '<joint name="mounting" type="fixed">',
            "<parent>world</parent>",
            f"<child>{robot.parts[0].name}</child>",
            "</joint>",
        ]
    if mimic:
        for part in robot.parts:
            if part.mimic is not None:
                at_axis = lines.index(f'<joint name="{part.joint}" type="{part.joint_type}">') + 3
                lines[at_axis + 2 : at_axis + 2] = [
                    f'<mimic joint="{part.mimic[0]}">',
                    f"<multiplier>{part.mimic[1]:.6g}</multiplier>",
                    "<offset>0</offset>",
                    "<reference>0</reference>",
                    "</mimic>",
                ]
    if drake:
        names = [part.name for part in robot.parts]
        lines += [
            "<drake:linear_bushing_rpy>",
            f"<drake:bushing_frameA>{names[0]}</drake:bushing_frameA>",
            f"<drake:bushing_frameC>{names[-1]}</drake:bushing_frameC>",
            "<drake:bushing_torque_stiffness>10 10 10</drake:bushing_torque_stiffness>",
            "<drake:bushing_torque_damping>1 1 1</drake:bushing_torque_damping>",
            "<drake:bushing_force_stiffness>100 100 100</drake:bushing_force_stiffness>",
            "<drake:bushing_force_damping>10 10 10</drake:bushing_force_damping>",
            "</drake:linear_bushing_rpy>",
            '<drake:collision_filter_group name="body">',
            *(f"<drake:member>{name}</drake:member>" for name in names[:3]),
            "<drake:ignored_collision_filter_group>body</drake:ignored_collision_filter_group>",
            "</drake:collision_filter_group>",
        ]
    if plugin:
        lines += [
            '<plugin name="gz::sim::systems::JointStatePublisher" filename="gz-sim-joint-state-publisher-system">',
            "</plugin>",
        ]
    return [*lines, "</model>"]


def sdf_root(version: str, drake: bool = False) -> str:
    return f'<sdf version="{version}"' + (' xmlns:drake="drake.mit.edu">' if drake else ">")


def write_sdf(robot: Robot, version: str, **parts: bool | str) -> str:
    """A model in SDFormat."""
    new = tuple(map(int, version.split("."))) >= (1, 7)
    model = sdf_model(robot, new, **parts)  # type: ignore[arg-type]
    return lay_out([sdf_root(version, bool(parts.get("drake"))), *model, "</sdf>"])


def write_world(robots: list[Robot], version: str, chance: random.Random, include: str = "") -> str:
    """A world with ground, lights, physics, plugins and models, and one that it includes."""
    new = tuple(map(int, version.split("."))) >= (1, 7)
    step = chance.choice(["0.001", "0.002", "0.004"])
    lines = [
        sdf_root(version),
        '<world name="yard">',
        '<physics name="step" type="ode">',
        f"<max_step_size>{step}</max_step_size>",
        "<real_time_factor>1</real_time_factor>",
        "<real_time_update_rate>500</real_time_update_rate>",
        "</physics>",
        "<gravity>0 0 -9.81</gravity>",
        '<plugin name="gz::sim::systems::Physics" filename="gz-sim-physics-system">',
        "</plugin>",
        "<scene>",
        "<ambient>0.4 0.4 0.4 1</ambient>",
        "<background>0.7 0.7 0.7 1</background>",
        "<shadows>true</shadows>",
        "</scene>",
        '<light name="sun" type="directional">',
        "<pose>0 0 10 0 0 0</pose>",
        "<cast_shadows>true</cast_shadows>",
        "<diffuse>0.8 0.8 0.8 1</diffuse>",
        "<specular>0.2 0.2 0.2 1</specular>",
        "<direction>-0.5 0.1 -0.9</direction>",
        "</light>",
        '<light name="lamp" type="spot">',
        "<pose>2 2 3 0 0 0</pose>",
        "<diffuse>1 1 0.9 1</diffuse>",
        "<attenuation>",
        "<range>20</range>",
        "<constant>0.2</constant>",
        "<linear>0.01</linear>",
        "<quadratic>0.001</quadratic>",
        "</attenuation>",
        "<direction>0 0 -1</direction>",
        "<spot>",
        "<inner_angle>0.2</inner_angle>",
        "<outer_angle>0.6</outer_angle>",
        "<falloff>1</falloff>",
        "</spot>",
        "</light>",
        '<model name="ground">',
        "<static>true</static>",
        '<link name="floor">',
        '<collision name="surface">',
        "<geometry>",
        "<plane>",
        "<normal>0 0 1</normal>",
        "<size>50 50</size>",
        "</plane>",
        "</geometry>",
        "</collision>",
        "</link>",
        "</model>",
    ]
    for number, robot in enumerate(robots):
        lines += sdf_model(robot, new, sensors=number == 0, plugin=True, pose=f"{3 * number} 0 0.5 0 0 0")
    if include:
        lines += [
            "<include>",
            f"<uri>{include}</uri>",
            "<name>guest</name>",
            "<pose>0 5 0.5 0 0 0</pose>",
            "</include>",
        ]
    return lay_out([*lines, "</world>", "</sdf>"])


# SKEL


def write_skel(robot: Robot) -> str:
    """A world with one skeleton."""
    lines = [
        '<skel version="1.0">',
        f'<world name="{robot.name}_world">',
        "<physics>",
        "<time_step>0.001</time_step>",
        "<gravity>0 0 -9.81</gravity>",
        "<collision_detector>dart</collision_detector>",
        "</physics>",
        f'<skeleton name="{robot.name}">',
    ]
    places: dict[str, tuple[float, float, float]] = {}
    for part in robot.parts:
        x, y, z = places.get(part.parent, (0.0, 0.0, 0.0))
        at = places[part.name] = (x + part.origin[0], y + part.origin[1], z + part.origin[2])
        xx, yy, zz = (f"{moment:.6g}" for moment in part.moments)
        inner = f"<transformation>{numbers(*part.center, *part.turned)}</transformation>"
        if part.shape == "cylinder":
            shape = [f"<radius>{numbers(part.size[0])}</radius>", f"<height>{numbers(part.size[1])}</height>"]
        elif part.shape == "sphere":
            shape = [f"<radius>{numbers(part.size[0])}</radius>"]
        else:
            shape = [f"<size>{numbers(*part.size)}</size>"]
        geometry = ["<geometry>", f"<{part.shape}>", *shape, f"</{part.shape}>", "</geometry>"]
        lines += [
            f'<body name="{part.name}">',
            f"<transformation>{numbers(*at)} 0 0 0</transformation>",
            "<inertia>",
            f"<mass>{part.mass:.6g}</mass>",
            f"<offset>{numbers(*part.center)}</offset>",
        ]
        if not any(part.turned):
            lines += [
                "<moment_of_inertia>",
                f"<ixx>{xx}</ixx>",
                f"<iyy>{yy}</iyy>",
                f"<izz>{zz}</izz>",
                "<ixy>0</ixy>",
                "<ixz>0</ixz>",
                "<iyz>0</iyz>",
                "</moment_of_inertia>",
            ]
        lines += [
            "</inertia>",
            "<visualization_shape>",
            inner,
            *geometry,
            "<color>0.6 0.6 0.7</color>",
            "</visualization_shape>",
            "<collision_shape>",
            inner,
            *geometry,
            "</collision_shape>",
            "</body>",
        ]
    for part in robot.parts:
        if not part.parent:
            kind = "weld" if robot.fixed_base else "free"
            lines += [f'<joint type="{kind}" name="root_joint">', "<parent>world</parent>"]
            lines += [f"<child>{part.name}</child>", "</joint>"]
            continue
        kind = {"fixed": "weld", "continuous": "revolute"}.get(part.joint_type, part.joint_type)
        lines += [f'<joint type="{kind}" name="{part.joint}">', f"<parent>{part.parent}</parent>"]
        lines.append(f"<child>{part.name}</child>")
        if kind != "weld":
            lines += ["<axis>", f"<xyz>{numbers(*part.axis)}</xyz>"]
            if part.joint_type != "continuous":
                low, high = part.limits
                lines += ["<limit>", f"<lower>{low:.6g}</lower>", f"<upper>{high:.6g}</upper>", "</limit>"]
            lines += ["<dynamics>", "<damping>0.2</damping>", "</dynamics>", "</axis>"]
            lines.append("<init_pos>0</init_pos>")
        lines.append("</joint>")
    return lay_out([*lines, "</skeleton>", "</world>", "</skel>"])


# Drake's directives


def write_directives(name: str, models: list[tuple[str, str, str]], joint: tuple[str, str]) -> str:
    """Models, each (its name, its file, its base link), the first welded to the world, the others on frames of their own."""
    lines = ["directives:"]
    for number, (model, file, base) in enumerate(models):
        lines += ["- add_model:", f"    name: {model}", f"    file: package://workcell/{file}"]
        if number == 0:
            lines += ["    default_joint_positions:", f"      {joint[0]}: [{joint[1]}]"]
            lines += ["- add_weld:", "    parent: world", f"    child: {model}::{base}"]
        else:
            lines += [
                "- add_frame:",
                f"    name: place_{number}",
                "    X_PF:",
                "      base_frame: world",
                f"      translation: [{number + 1}.0, 0.5, 0.3]",
                "      rotation: !Rpy { deg: [0.0, 0.0, 90.0] }",
                "- add_weld:",
                f"    parent: place_{number}",
                f"    child: {model}::{base}",
                "    X_PC:",
                "      translation: [0.0, 0.0, 0.1]",
            ]
    first, last = models[0], models[-1]
    lines += [
        "- add_collision_filter_group:",
        f"    name: {name}_quiet",
        "    members:",
        f"    - {first[0]}::{first[2]}",
        f"    - {last[0]}::{last[2]}",
        "    ignored_collision_filter_groups:",
        f"    - {name}_quiet",
    ]
    return "\n".join(lines) + "\n"
