"""Large documents of URDF."""

from __future__ import annotations

from collections.abc import Callable

from .making import DRAKE, Files, Shape, each, nested

BOX = '<geometry><box size="1 1 1"/></geometry>'
LINK = '<link name="l{i}"/>\n'
JOINT = '<joint name="j{i}" type="%s"><parent link="%s"/><child link="%s"/>%s</joint>\n'
LIMIT = '<axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/>'
CHAINED = JOINT % ("fixed", "l{j}", "l{i}", "")
TURNING = JOINT % ("revolute", "l{j}", "l{i}", LIMIT)


def robot(inner: str, more: str = "") -> str:
    """A document."""
    return f'<?xml version="1.0"?>\n<robot name="r"{more}>\n{inner}</robot>\n'


def chain(template: str, more: str = "") -> Callable[[int], str]:
    """A chain of links by joints."""
    return lambda size: robot(each(LINK, size + 1) + each(template, size, 1), more)


def turning(inner: str) -> Callable[[int], str]:
    """A chain of links by turning joints, each with ``inner``."""
    return chain(JOINT % ("revolute", "l{j}", "l{i}", LIMIT + inner))


def beside(template: str, more: str = "") -> Callable[[int], str]:
    """A chain of links by joints, and a template for each."""
    return lambda size: robot(each(LINK, size + 1) + each(TURNING, size, 1) + each(template, size, 1), more)


def in_link(template: str) -> Callable[[int], str]:
    """As many of a template in one link as the size is."""
    return lambda size: robot(f'<link name="l">{each(template, size)}</link>')


def links(inner: str) -> Callable[[int], str]:
    """A chain of links, each with ``inner``."""
    return lambda size: robot(each(f'<link name="l{{i}}">{inner}</link>\n', size + 1) + each(CHAINED, size, 1))


def star(size: int) -> str:
    """One link that is the parent of all others."""
    return robot(each(LINK, size + 1) + each(JOINT % ("fixed", "l0", "l{i}", ""), size, 1))


def second_parents(size: int) -> str:
    """Links with two parents each."""
    second = each('<joint name="k{i}" type="fixed"><parent link="l0"/><child link="l{i}"/></joint>\n', size, 1)
    return robot(each(LINK, size + 1) + each(CHAINED, size, 1) + second)


def many_parents(size: int) -> str:
    """One link with many parents."""
    return robot(each(LINK, size + 1) + each(JOINT % ("fixed", "l{i}", "l0", ""), size, 1))


def ring(size: int) -> str:
    """Joints in a ring."""
    return robot(
        each(LINK, size)
        + each(CHAINED, size - 1, 1)
        + (JOINT % ("fixed", f"l{size - 1}", "l0", "")).replace("{i}", "x")
    )


def rings(size: int) -> str:
    """Many rings of two links."""
    pair = '<link name="a{i}"/><link name="b{i}"/><joint name="j{i}" type="fixed"><parent link="a{i}"/><child link="b{i}"/></joint><joint name="k{i}" type="fixed"><parent link="b{i}"/><child link="a{i}"/></joint>\n'
    return robot(each(pair, size))


def backwards(size: int) -> str:
    """A chain written from its end."""
    lines = (each(LINK, size + 1) + each(CHAINED, size, 1)).splitlines(keepends=True)
    return robot("".join(reversed(lines)))


def mimics(of: str, start: int) -> Callable[[int], str]:
    """A chain of links by joints that follow others, but for the first or last one."""
    joint = JOINT % ("revolute", "l{j}", "l{i}", LIMIT + f'<mimic joint="{of}"/>')

    def made(size: int) -> str:
        ends = each(TURNING, 1, 1 if start > 1 else size + 1)
        return robot(each(LINK, size + 2) + each(joint, size, start) + ends)

    return made


def mimics_cycle(size: int) -> str:
    """Mimics in a cycle."""
    joints = "".join(
        (JOINT % ("revolute", "l{j}", "l{i}", LIMIT + f'<mimic joint="j{i % size + 1}"/>'))
        .replace("{i}", str(i))
        .replace("{j}", str(i - 1))
        for i in range(1, size + 1)
    )
    return robot(each(LINK, size + 1) + joints)


def misspelt(size: int) -> str:
    """References to links, each with a letter missing."""
    return robot(
        each('<link name="wheel_{i}"/>\n', size + 1) + each(JOINT % ("fixed", "whel_{j}", "whel_{i}", ""), size, 1)
    )


def group(inner: str) -> Callable[[int], str]:
    """Collision filter groups of Drake, each with ``inner``."""
    template = f'<drake:collision_filter_group name="g{{i}}"><drake:member link="l{{i}}"/>{inner}</drake:collision_filter_group>\n'
    end = '<drake:collision_filter_group name="g{i}"><drake:member link="l0"/></drake:collision_filter_group>\n'

    def made(size: int) -> str:
        groups = each(end, 1, -1) + each(template, size) + each(end, 1, size)
        return robot(each(LINK, size + 1) + each(CHAINED, size, 1) + groups, f" {DRAKE}")

    return made


def included(size: int) -> Files:
    """A world of SDFormat that includes a large robot."""
    return {
        "world.sdf": '<sdf version="1.12"><world name="w"><include><uri>part.urdf</uri></include></world></sdf>',
        "part.urdf": robot(
            each(
                '<link name="l{i}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>',
                size + 1,
            )
            + each(TURNING, size, 1)
        ),
    }


SHAPES_BY_NAME: dict[str, Callable[[int], str | bytes | Files]] = {
    "joints chained": chain(TURNING),
    "joints chained, written backwards": backwards,
    "joints of one parent": star,
    "joints of one child": many_parents,
    "joints in a ring": ring,
    "joints in many rings": rings,
    "second parents": second_parents,
    "orphans": lambda n: robot(each(LINK, n)),
    "orphans of unknown parents": chain(JOINT % ("fixed", "x{i}", "l{i}", "")),
    "joints of unknown children": chain(JOINT % ("fixed", "l{i}", "x{i}", "")),
    "joints without ends": chain('<joint name="j{i}" type="fixed"/>\n'),
    "joints within one link": chain(JOINT % ("fixed", "l{i}", "l{i}", "")),
    "joints of a wrong type": chain(JOINT % ("fixd", "l{j}", "l{i}", "")),
    "joints floating": chain(JOINT % ("floating", "l{j}", "l{i}", "")),
    "joints twice": chain('<joint name="j" type="fixed"><parent link="l{j}"/><child link="l{i}"/></joint>\n'),
    "links twice": lambda n: robot('<link name="l"/>\n' * n),
    "links without names": lambda n: robot("<link/>\n" * n),
    "links with empty names": lambda n: robot('<link name=""/>\n' * n),
    "names misspelt in references": misspelt,
    "limits missing": chain(JOINT % ("revolute", "l{j}", "l{i}", "")),
    "limits crossed": chain(
        JOINT % ("revolute", "l{j}", "l{i}", '<limit lower="2" upper="1" effort="-1" velocity="1"/>')
    ),
    "limits of continuous joints": chain(JOINT % ("continuous", "l{j}", "l{i}", LIMIT)),
    "axes of no length": chain(
        JOINT % ("revolute", "l{j}", "l{i}", '<axis xyz="0 0 0"/><limit effort="1" velocity="1"/>')
    ),
    "mimics chained": mimics("j{j}", 2),
    "mimics chained forwards": mimics("j{k}", 1),
    "mimics of one": mimics("j1", 2),
    "mimics in a cycle": mimics_cycle,
    "mimics of nothing": turning('<mimic joint="x{i}"/>'),
    "dynamics": turning('<dynamics damping="1" friction="1"/><safety_controller soft_lower_limit="0" k_velocity="1"/>'),
    "visuals": in_link(f"<visual>{BOX}</visual>\n"),
    "visuals of one name": in_link(f'<visual name="v">{BOX}</visual>\n'),
    "collisions": in_link(f"<collision>{BOX}</collision>\n"),
    "inertials in one link": in_link('<inertial><mass value="1"/></inertial>\n'),
    "inertials impossible": links(
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/></inertial>'
    ),
    "masses negative": links(
        '<inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    ),
    "geometries in one visual": in_link(f"<visual>{BOX}{BOX}</visual>\n"),
    "geometries without a shape": in_link("<visual><geometry/></visual>\n"),
    "meshes not found": in_link('<visual><geometry><mesh filename="package://none/m{i}.stl"/></geometry></visual>\n'),
    "materials": lambda n: robot(
        '<link name="l"/>\n' + each('<material name="m{i}"><color rgba="1 0 0 1"/></material>\n', n)
    ),
    "materials of one name": lambda n: robot(
        '<link name="l"/>\n' + each('<material name="m"><color rgba="1 0 {i} 1"/></material>\n', n)
    ),
    "materials undefined": in_link(f'<visual>{BOX}<material name="m{{i}}"/></visual>\n'),
    "materials redefined": in_link(
        f'<visual>{BOX}<material name="m"><color rgba="0 0 {{i}} 1"/></material></visual>\n'
    ),
    "origins with two rotations": chain(
        JOINT % ("fixed", "l{j}", "l{i}", '<origin xyz="0 0 1" rpy="0 0 1" quat_xyzw="0 0 0 1"/>')
    ),
    "transmissions": beside(
        '<transmission name="t{i}"><type>x</type><joint name="j{i}"><hardwareInterface>e</hardwareInterface></joint><actuator name="a{i}"/></transmission>\n'
    ),
    "transmissions of nothing": beside(
        '<transmission name="t"><type>x</type><joint name="x{i}"/><actuator name="a"/></transmission>\n'
    ),
    "joints of one transmission": lambda n: robot(
        each(LINK, n + 1)
        + each(TURNING, n, 1)
        + "<transmission name='t'><type>x</type>"
        + each("<joint name='j{i}'/><actuator name='a{i}'/>", n, 1)
        + "</transmission>"
    ),
    "gazebo blocks": beside('<gazebo reference="l{i}"><material>m</material></gazebo>\n'),
    "gazebo blocks of one link": beside('<gazebo reference="l0"><material>m</material></gazebo>\n'),
    "gazebo blocks of nothing": beside('<gazebo reference="x{i}"/>\n'),
    "gazebo blocks without a reference": beside('<gazebo><plugin name="p{i}" filename="f"/></gazebo>\n'),
    "gazebo sensors": beside('<gazebo reference="l{i}"><sensor name="s" type="ray"><ray/></sensor></gazebo>\n'),
    "sensors": beside('<sensor name="s{i}" update_rate="1"><parent link="l{i}"/><camera/></sensor>\n'),
    "ros2_control": beside('<ros2_control name="c{i}" type="system"><joint name="x{i}"/></ros2_control>\n'),
    "ros2_control of many joints": lambda n: robot(
        each(LINK, n + 1)
        + each(TURNING, n, 1)
        + "<ros2_control name='c' type='system'>"
        + each("<joint name='j{i}'/>", n, 1)
        + "</ros2_control>"
    ),
    "frames of Drake": beside('<frame name="f{i}" link="l{i}" rpy="0 0 0" xyz="0 0 0"/>\n'),
    "frames of unknown links": beside('<frame name="f{i}" link="x{i}"/>\n'),
    "loop joints of Drake": beside(
        '<drake:ball_constraint><drake:ball_constraint_body_A name="l{j}"/><drake:ball_constraint_p_AP value="0 0 0"/><drake:ball_constraint_body_B name="l{i}"/><drake:ball_constraint_p_BQ value="0 0 0"/></drake:ball_constraint>\n',
        f" {DRAKE}",
    ),
    "unknown elements": beside("<part/>\n"),
    "unknown elements of different names": beside("<part{i}/>\n"),
    "unknown elements inside each other": lambda n: robot('<link name="l"/>' + nested("<part>", "", "</part>", n)),
    "misspelt elements": beside('<lnk name="x{i}"/>\n'),
    "unknown attributes": lambda n: robot('<link name="l"' + each(" a{i}='1'", n) + "/>"),
    "unknown attributes of many": lambda n: robot(
        '<link name="l"/>' + each('<material name="m{i}" a="1"><color rgba="1 1 1 1"/></material>\n', n)
    ),
    "attributes of a namespace": lambda n: robot('<link name="l"' + each(" d:a{i}='1'", n) + "/>", ' xmlns:d="urn:d"'),
    "namespaces": lambda n: robot(
        '<link name="l"/>' + each('<n{i}:a n{i}:b="1"/>\n', n), "".join(f' xmlns:n{i}="urn:{i}"' for i in range(n))
    ),
    "prefixes undeclared": lambda n: robot('<link name="l"/>' + each('<n{i}:a n{i}:b="1"/>\n', n)),
    "xacro left": lambda n: robot(
        '<link name="l"/>' + each('<xacro:part name="${x{i}}"/>\n', n), ' xmlns:xacro="http://www.ros.org/wiki/xacro"'
    ),
    "stray texts": lambda n: robot(each('text <link name="l{i}"/>\n', n + 1) + each(CHAINED, n, 1)),
    "numbers that are none": chain(JOINT % ("fixed", "l{j}", "l{i}", '<origin xyz="a b c" rpy="1 2"/>')),
    "filter groups": group(""),
    "filter groups chained": group('<drake:member_group name="g{k}"/>'),
    "filter groups chained backwards": group('<drake:member_group name="g{j}"/>'),
    "filter groups ignored each": group('<drake:ignored_collision_filter_group name="g{k}"/>'),
    "findings in UTF-16": lambda n: (
        robot(each('<link name="l" a="1"/>\n', n)).replace('"1.0"', '"1.0" encoding="UTF-16"', 1).encode("utf-16")
    ),
    "names that are long": lambda n: robot("".join(f'<link name="{"l" * n * 4}{i}"/>\n' for i in range(20))),
    "include of a large robot": included,
}
DEEP_NAMES = frozenset({"unknown elements inside each other"})

SHAPES = [
    Shape("sdformat" if name.startswith("include") else "urdf", name, make, name in DEEP_NAMES)
    for name, make in SHAPES_BY_NAME.items()
]
