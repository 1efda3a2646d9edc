"""Documents that mean something: links in a tree, joints between them, frames and poses that refer to each other."""

from __future__ import annotations

from random import Random

from bodyplan.semantics.core.bindings import versions_of

PARTS = {
    "part/model.config": '<model><name>part</name><sdf version="1.7">model.sdf</sdf></model>',
    "part/model.sdf": '<sdf version="1.7"><model name="part"><frame name="f"><pose>1 0 0 0 0 0</pose></frame>'
    '<link name="l"/><link name="k"/><joint name="j" type="revolute"><parent>l</parent><child>k</child>'
    "<axis><xyz>0 0 1</xyz></axis></joint></model></sdf>",
    "part/part.urdf": '<robot name="part"><link name="l"/><link name="k"/><joint name="j" type="fixed">'
    '<parent link="l"/><child link="k"/></joint></robot>',
    "part/part.xml": '<mujocoinclude><body name="part"><joint name="pj"/><geom size="1"/></body></mujocoinclude>',
    "part/loop.sdf": '<sdf version="1.9"><model name="loop"><include><uri>loop.sdf</uri></include></model></sdf>',
}
"""Files that documents may include, by their place beside the document."""

URIS = ("model://part", "part/model.sdf", "part/part.urdf") * 6 + (
    "part/loop.sdf",
    "missing.sdf",
    "model://missing",
    "",
)
SDF_JOINTS = ("revolute", "prismatic", "fixed", "ball", "universal", "screw", "revolute2", "gearbox", "continuous")
URDF_JOINTS = ("revolute", "prismatic", "fixed", "continuous", "floating", "planar")
SKEL_JOINTS = (
    "revolute",
    "prismatic",
    "weld",
    "ball",
    "universal",
    "screw",
    "free",
    "euler",
    "planar",
    "translational",
)
MJCF_JOINTS = ('range="-1 1"', 'type="slide" range="0 2"', 'class="c"')
GEOMS = (
    'size="1"', 'type="box" size="1 2 3"', 'type="capsule" fromto="0 0 0 0 0 1" size="0.1"', 'type="ellipsoid" size="1 2 3"',
    'type="cylinder" size="0.1 0.2" mass="2"', 'class="c" size="0.5" density="100"', 'size="2" mass="1"',
)  # fmt: skip
MJCF_CLASSES = (
    '<default><geom rgba="1 0 0 1"/><default class="c"><geom contype="0"/><joint damping="1"/></default></default>'
)
MJCF_SECTIONS = (
    '<actuator><motor name="a" joint="j0_0"/><position joint="j1_0" kp="2" class="c"/></actuator>',
    '<tendon><spatial name="t"><site site="s0"/><site site="s1"/></spatial></tendon>',
    '<equality><weld body1="l0" body2="l1"/><joint joint1="j1_0"/></equality>',
    '<contact><exclude body1="l0" body2="l1"/><pair geom1="g0_0" geom2="g1_0"/></contact>',
    '<sensor><framepos objtype="site" objname="s0"/><jointpos joint="j1_0"/></sensor>',
    '<keyframe><key name="home" time="1"/></keyframe>',
)
SHAPES = (
    "<box><size>1 2 3</size></box>",
    "<sphere><radius>1</radius></sphere>",
    "<cylinder><radius>1</radius><length>2</length></cylinder>",
    "<mesh><uri>model://part/m.obj</uri><scale>1 1 1</scale></mesh>",
    "<plane><normal>0 0 1</normal><size>1 1</size></plane>",
)


def robot(random: Random) -> tuple[str, str]:
    """A document that is sound as it is, or nearly so, and the ending of its name."""
    return random.choice((sdf, sdf, urdf, skel, mjcf, dmd))(random)


def _numbers(random: Random, count: int) -> str:
    return " ".join(str(random.choice((0, 1, -1, 0.5, round(random.uniform(-3, 3), 3)))) for _ in range(count))


def _tree(random: Random) -> list[int]:
    """The parent of each link; that of the first is none."""
    return [-1, *(random.randrange(n) for n in range(1, random.choice((2, 3, 5, 8))))]


def sdf(random: Random) -> tuple[str, str]:
    """SDFormat of any version: a model, in a world or by itself."""
    version = random.choice(tuple(versions_of("sdformat")))
    new = tuple(map(int, version.split("."))) >= (1, 7)
    body = _sdf_model(random, "m", new, random.choice((0, 0, 1, 2)))
    if random.random() < 0.4:
        extra = '<light name="sun" type="point"><pose>0 0 5 0 0 0</pose></light><gravity>0 0 -9.8</gravity>'
        body = f'<world name="w">{extra}{body}{_include(random)}</world>'
    return f'<?xml version="1.0"?>\n<sdf version="{version}" xmlns:drake="http://drake.mit.edu">{body}</sdf>\n', ".sdf"


def _include(random: Random) -> str:
    pose = f"<pose>{_numbers(random, 6)}</pose>" if random.random() < 0.5 else ""
    merge = ' merge="true"' if random.random() < 0.3 else ""
    return f"<include{merge}><uri>{random.choice(URIS)}</uri><name>i{random.randrange(30)}</name>{pose}</include>"


def _pose(random: Random, names: list[str], new: bool) -> str:
    if random.random() < 0.4:
        return ""
    relative = f' relative_to="{random.choice(names)}"' if new and names and random.random() < 0.5 else ""
    return f"<pose{relative}>{_numbers(random, 6)}</pose>"


def _sdf_model(random: Random, name: str, new: bool, depth: int) -> str:
    parents = _tree(random)
    names: list[str] = []
    body = ""
    for number in range(len(parents)):
        shape = f"<geometry>{random.choice(SHAPES)}</geometry>" if random.random() < 0.9 else ""
        body += (
            f'<link name="l{number}">{_pose(random, names, new)}<inertial><mass>1.5</mass><inertia><ixx>1</ixx><iyy>1</iyy>'
            f'<izz>1</izz></inertia></inertial><visual name="v">{shape}<material><diffuse>1 0 0 1</diffuse></material>'
            f'</visual><collision name="c">{shape}</collision></link>'
        )
        names.append(f"l{number}")
    for number, parent in enumerate(parents[1:], 1):
        axis = f"<axis><xyz>{random.choice(('0 0 1', '1 0 0', '0 2 1'))}</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
        second = axis.replace("axis>", "axis2>") if random.random() < 0.3 else ""
        body += (
            f'<joint name="j{number}" type="{random.choice(SDF_JOINTS)}">{_pose(random, names, new)}'
            f"<parent>l{parent}</parent><child>l{number}</child>{axis}{second}</joint>"
        )
        names.append(f"j{number}")
    if new:
        body += f'<frame name="f{depth}" attached_to="{random.choice(names)}">{_pose(random, names, new)}</frame>'
    if depth:
        body += _sdf_model(random, f"n{depth}", new, depth - 1) + _include(random)
    if random.random() < 0.3:
        body += '<plugin name="p" filename="f.so"><a b="1">text<c/>tail</a></plugin><drake:note>x</drake:note>'
    return f'<model name="{name}">{body}</model>'


def urdf(random: Random) -> tuple[str, str]:
    """A URDF robot."""
    parents = _tree(random)
    body = '<material name="red"><color rgba="1 0 0 1"/></material>'
    for number in range(len(parents)):
        origin = f'<origin xyz="{_numbers(random, 3)}" rpy="{_numbers(random, 3)}"/>' if random.random() < 0.5 else ""
        shape = random.choice(
            ('<box size="1 2 3"/>', '<sphere radius="1"/>', '<mesh filename="package://part/m.obj"/>')
        )
        body += (
            f'<link name="l{number}"><inertial>{origin}<mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"'
            f' izz="1"/></inertial><visual>{origin}<geometry>{shape}</geometry><material name="red"/></visual></link>'
        )
    for number, parent in enumerate(parents[1:], 1):
        mimic = f'<mimic joint="j{number - 1}" multiplier="2"/>' if number > 1 and random.random() < 0.2 else ""
        body += (
            f'<joint name="j{number}" type="{random.choice(URDF_JOINTS)}"><origin xyz="{_numbers(random, 3)}"/>'
            f'<parent link="l{parent}"/><child link="l{number}"/><axis xyz="0 0 1"/>'
            f'<limit lower="-1" upper="1" effort="1" velocity="1"/>{mimic}</joint>'
        )
    if random.random() < 0.4:
        body += '<gazebo reference="l0"><mu1>1</mu1><x:y xmlns:x="http://x.example">t</x:y></gazebo>'
        body += '<transmission name="t"><type>s</type><joint name="j1"/><actuator name="a"/></transmission>'
    return f'<robot name="r">{body}</robot>\n', ".urdf"


def skel(random: Random) -> tuple[str, str]:
    """A SKEL world with one skeleton."""
    parents = _tree(random)
    bodies = "".join(
        f'<body name="l{number}"><transformation>{_numbers(random, 6)}</transformation><inertia><mass>1</mass>'
        f"</inertia><visualization_shape><geometry>{SHAPES[0]}</geometry></visualization_shape></body>"
        for number in range(len(parents))
    )
    joints = "".join(
        f'<joint type="{random.choice(SKEL_JOINTS)}" name="j{number}"><parent>{f"l{parent}" if number else "world"}</parent>'
        f"<child>l{number}</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2><plane type='xy'/>"
        "<axis_order>xyz</axis_order></joint>"
        for number, parent in enumerate(parents)
    )
    physics = "<physics><time_step>0.001</time_step><gravity>0 -9.81 0</gravity></physics>"
    body = f'<world name="w">{physics}<skeleton name="s">{bodies}{joints}</skeleton></world>'
    return f'<?xml version="1.0"?>\n<skel version="1.0">{body}</skel>\n', ".skel"


def mjcf(random: Random) -> tuple[str, str]:
    """A model of MJCF: bodies in bodies, with joints, shapes and what moves them."""
    parents = _tree(random)
    inside: list[list[str]] = [[] for _ in parents]
    for number in reversed(range(len(parents))):
        joints = "".join(
            f'<joint name="j{number}_{each}" {random.choice(MJCF_JOINTS)} axis="0 0 1"/>'
            for each in range(random.choice((1, 1, 1, 2)))
        )
        place = random.choice(('quat="1 1 0 0"', 'euler="90 0 0"', 'zaxis="0 1 1"', 'childclass="c"', ""))
        geoms = "".join(
            f'<geom name="g{number}_{each}" {random.choice(GEOMS)}/>' for each in range(random.choice((1, 2)))
        )
        body = (
            f'<body name="l{number}" pos="{_numbers(random, 3)}" {place}>{joints}{geoms}<site name="s{number}"/>'
            f"{''.join(inside[number])}</body>"
        )
        around = random.choice(("{}",) * 6 + ('<frame pos="1 0 0" axisangle="0 0 1 90">{}</frame>',))
        if parents[number] >= 0:
            inside[parents[number]].append(around.format(body))
    extra = random.choice(
        ("",) * 3 + ('<include file="part/part.xml"/>', '<replicate count="2" offset="1 0 0"><site/></replicate>')
    )
    extra += random.choice(("",) * 19 + ('<geom type="mesh" mesh="missing"/>',))
    more = MJCF_CLASSES + "".join(each for each in MJCF_SECTIONS if random.random() < 0.4)
    angle = random.choice(("degree", "radian"))
    return (
        f'<mujoco model="r">\n<compiler angle="{angle}"/>\n<worldbody>{body}{extra}</worldbody>\n{more}</mujoco>\n',
        ".mjcf",
    )


def dmd(random: Random) -> tuple[str, str]:
    """Model directives of Drake that put models together."""
    lines = ["directives:"]
    for number in range(random.choice((1, 2, 3))):
        uri = random.choice(("package://part/model.sdf",) * 4 + ("package://part/part.urdf", "file:///missing.urdf"))
        lines += ["- add_model:", f"    name: m{number}", f"    file: {uri}"]
        if random.random() < 0.4:
            lines += ["    default_joint_positions:", "      j: [0.5]"]
        if random.random() < 0.6:
            lines += [
                "- add_weld:",
                f"    parent: {random.choice(('world', 'f0', 'm0::k'))}",
                f"    child: m{number}::l",
            ]
    if random.random() < 0.6:
        lines += ["- add_frame:", "    name: f0", "    X_PF:", "      base_frame: m0::k"]
        lines += ["      translation: [1, 2, 3]", "      rotation: !Rpy {deg: [90, 0, 0]}"]
    return "\n".join(lines) + "\n", ".dmd.yaml"
