"""Large documents of SKEL, and of Drake's model directives."""

from __future__ import annotations

from collections.abc import Callable

from .making import Files, Shape, each

BODY = '<body name="b{i}"><transformation>0 0 0 0 0 0</transformation>%s</body>\n'
JOINT = '<joint type="%s" name="j{i}"><parent>%s</parent><child>b{i}</child>%s</joint>\n'
FREE = JOINT % ("free", "world", "")
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
GRAVITY = "<physics><time_step>0.001</time_step><gravity>0 0 -9.81</gravity></physics>"


def skel(inner: str) -> str:
    """A document."""
    return f'<?xml version="1.0"?>\n<skel version="1.0"><world name="w">{GRAVITY}\n{inner}</world></skel>\n'


def skeleton(inner: str) -> str:
    """A document with one skeleton."""
    return skel(f'<skeleton name="s">\n{inner}</skeleton>\n')


def bodies(inner: str) -> Callable[[int], str]:
    """Bodies with ``inner``, each free."""
    return lambda size: skeleton(each(BODY % inner, size) + each(FREE, size))


def joints(template: str) -> Callable[[int], str]:
    """Bodies, the first one free, and a joint for each other."""
    return lambda size: skeleton(each(BODY % "", size + 1) + FREE.replace("{i}", "0") + each(template, size, 1))


def ring(size: int) -> str:
    """Joints in a ring."""
    return skeleton(
        each(BODY % "", size + 1)
        + each(JOINT % ("weld", "b{k}", ""), size)
        + (JOINT % ("weld", "b0", "")).replace("{i}", str(size))
    )


SKEL_SHAPES: dict[str, Callable[[int], str | bytes | Files]] = {
    "bodies": bodies("<inertia><mass>1</mass></inertia>"),
    "bodies of one name": lambda n: skeleton('<body name="b"/>\n' * n),
    "bodies without names": lambda n: skeleton("<body/>\n" * n),
    "bodies without joints": lambda n: skeleton(each(BODY % "", n)),
    "masses bad": bodies("<inertia><mass>-1</mass></inertia>"),
    "inertias impossible": bodies(
        "<inertia><mass>1</mass><moment_of_inertia><ixx>1</ixx><iyy>1</iyy><izz>9</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></moment_of_inertia></inertia>"
    ),
    "shapes": bodies(f"<visualization_shape>{BOX}</visualization_shape><collision_shape>{BOX}</collision_shape>"),
    "shapes of one body": lambda n: skeleton(
        (BODY % (f"<visualization_shape>{BOX}</visualization_shape>" * n)).replace("{i}", "0")
        + FREE.replace("{i}", "0")
    ),
    "shapes without a size": bodies("<visualization_shape><geometry><box/></geometry></visualization_shape>"),
    "joints chained": joints(JOINT % ("revolute", "b{j}", AXIS)),
    "joints chained, bodies after": lambda n: skeleton(
        FREE.replace("{i}", "0") + each(JOINT % ("weld", "b{j}", ""), n, 1) + each(BODY % "", n + 1)
    ),
    "joints of one parent": joints(JOINT % ("weld", "b0", "")),
    "joints of one child": lambda n: skeleton(
        each(BODY % "", n)
        + each('<joint type="weld" name="j{i}"><parent>b{i}</parent><child>b0</child></joint>\n', n, 1)
    ),
    "joints in a ring": ring,
    "joints of unknown bodies": joints(JOINT % ("weld", "x{i}", "")),
    "joints of unknown types": joints(JOINT % ("wield", "b{j}", "")),
    "joints of one name": joints('<joint type="weld" name="j"><parent>b{j}</parent><child>b{i}</child></joint>\n'),
    "joints without axes": joints(JOINT % ("revolute", "b{j}", "")),
    "joints with limits": joints(
        JOINT
        % (
            "revolute",
            "b{j}",
            "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit><dynamics><damping>1</damping></dynamics></axis><init_pos>0</init_pos>",
        )
    ),
    "joints free": bodies(""),
    "joints of many coordinates": joints(JOINT % ("ball", "b{j}", "<init_pos>0 0 0</init_pos>")),
    "joints with positions too long": joints(JOINT % ("revolute", "b{j}", AXIS + "<init_pos>0 0 0</init_pos>")),
    "spheres of one shape": lambda n: skeleton(
        '<body name="b0"><visualization_shape><geometry><multi_sphere>'
        + each("<sphere><radius>1</radius><position>{i} 0 0</position></sphere>", n)
        + "</multi_sphere></geometry></visualization_shape></body>"
        + FREE.replace("{i}", "0")
    ),
    "meshes not found": bodies(
        "<visualization_shape><geometry><mesh><file_name>m{i}.dae</file_name></mesh></geometry></visualization_shape>"
    ),
    "worlds": lambda n: (
        '<skel version="1.0">'
        + each('<world name="w{i}"><skeleton name="s"><body name="b"/></skeleton></world>\n', n)
        + "</skel>"
    ),
    "skeletons": lambda n: skel(
        each(
            '<skeleton name="s{i}"><body name="b"/><joint type="free" name="j"><parent>world</parent><child>b</child></joint></skeleton>\n',
            n,
        )
    ),
    "skeletons of one name": lambda n: skel(
        '<skeleton name="s"><body name="b"/><joint type="free" name="j"><parent>world</parent><child>b</child></joint></skeleton>\n'
        * n
    ),
    "unknown elements": lambda n: skeleton(each("<part{i}/>\n", n)),
    "unknown attributes": lambda n: skeleton('<body name="b"' + each(" a{i}='1'", n) + "/>"),
    "numbers that are none": bodies("<inertia><mass>x</mass><offset>a b c</offset></inertia>"),
    "repeated elements": lambda n: skeleton('<body name="b">' + "<gravity>1</gravity>" * n + "</body>"),
}

PART = '<sdf version="1.12"><model name="m"><link name="l"/><link name="k"/><joint name="j" type="revolute"><parent>l</parent><child>k</child><axis/></joint></model></sdf>'
PACKAGE = "<package><name>things</name></package>"
ADD = "- add_model:\n    name: m{i}\n    file: package://things/part.sdf\n"
WELD = "- add_weld:\n    parent: %s\n    child: m{i}::l\n"


def directives(inner: str, more: Files | None = None) -> Files:
    """A document with the model that it adds, in a package."""
    files: Files = {"all.dmd.yaml": f"directives:\n{inner}", "part.sdf": PART, "package.xml": PACKAGE, **(more or {})}
    return {f"things/{name}": content for name, content in files.items()}


def chain_of_files(size: int) -> Files:
    """Files that add each other in a chain."""
    parts: Files = {
        f"d{i}.dmd.yaml": f"directives:\n- add_directives:\n    file: package://things/d{i + 1}.dmd.yaml\n"
        for i in range(size)
    }
    parts[f"d{size}.dmd.yaml"] = "directives:\n" + ADD.replace("{i}", "0")
    return directives("- add_directives:\n    file: package://things/d0.dmd.yaml\n", parts)


DMD_SHAPES: dict[str, Callable[[int], str | bytes | Files]] = {
    "models": lambda n: directives(each(ADD, n)),
    "models welded in a chain": lambda n: directives(each(ADD, n + 1) + each(WELD % "m{j}::k", n, 1)),
    "models welded to the world": lambda n: directives(each(ADD + WELD % "world", n)),
    "models of one name": lambda n: directives(ADD.replace("{i}", "") * n),
    "frames": lambda n: directives(
        ADD.replace("{i}", "0") + each("- add_frame:\n    name: f{i}\n    X_PF:\n      base_frame: m0::l\n", n)
    ),
    "frames chained": lambda n: directives(
        ADD.replace("{i}", "0")
        + "- add_frame:\n    name: f0\n    X_PF:\n      base_frame: m0::l\n"
        + each("- add_frame:\n    name: f{i}\n    X_PF:\n      base_frame: f{j}\n", n, 1)
    ),
    "frames unknown": lambda n: directives(
        each("- add_frame:\n    name: f{i}\n    X_PF:\n      base_frame: x{i}\n", n)
    ),
    "instances": lambda n: directives(each("- add_model_instance:\n    name: i{i}\n", n)),
    "filter groups": lambda n: directives(
        ADD.replace("{i}", "0")
        + each(
            "- add_collision_filter_group:\n    name: g{i}\n    members: [m0::l]\n    ignored_collision_filter_groups: [g{i}]\n",
            n,
        )
    ),
    "filter groups chained": lambda n: directives(
        ADD.replace("{i}", "0")
        + each("- add_collision_filter_group:\n    name: g{i}\n    members: [m0::l]\n    member_groups: [g{k}]\n", n)
    ),
    "keys unknown": lambda n: directives(
        "- add_model:\n    name: m\n    file: package://things/part.sdf\n" + each("    k{i}: 1\n", n)
    ),
    "keys repeated": lambda n: directives("- add_model:\n    file: package://things/part.sdf\n" + "    name: m\n" * n),
    "welds of unknown frames": lambda n: directives(each(ADD + WELD % "x{i}::l", n)),
    "welds of unknown children": lambda n: directives(each("- add_weld:\n    parent: world\n    child: x{i}::l\n", n)),
    "frames of one name": lambda n: directives(
        ADD.replace("{i}", "0") + "- add_frame:\n    name: f\n    X_PF:\n      base_frame: m0::l\n" * n
    ),
    "filter groups of unknown members": lambda n: directives(
        each("- add_collision_filter_group:\n    name: g{i}\n    members: [x{i}::l]\n", n)
    ),
    "members of one filter group": lambda n: directives(
        each(ADD, n)
        + "- add_collision_filter_group:\n    name: g\n    ignored_collision_filter_groups: [g]\n    members:\n"
        + each("    - m{i}::l\n", n)
    ),
    "positions of unknown joints": lambda n: directives(
        each(ADD + "    default_joint_positions:\n      x{i}: [0]\n", n)
    ),
    "values of a wrong type": lambda n: directives(each("- add_model:\n    name: [m{i}]\n    file: 1\n", n)),
    "directives unknown": lambda n: directives(each("- add_modle:\n    name: m{i}\n", n)),
    "files not found": lambda n: directives(
        each("- add_model:\n    name: m{i}\n    file: package://things/none{i}.sdf\n", n)
    ),
    "directives that add the same": lambda n: directives(
        each(
            "- add_model_instance:\n    name: i{i}\n- add_directives:\n    file: package://things/one.dmd.yaml\n    model_namespace: i{i}\n",
            n,
        ),
        {"one.dmd.yaml": "directives:\n" + ADD.replace("{i}", "")},
    ),
    "directives that add each other": chain_of_files,
    "default positions": lambda n: directives(
        "- add_model:\n    name: m\n    file: package://things/part.sdf\n    default_joint_positions:\n"
        + each("      j{i}: [1]\n", n)
    ),
}
DEEP_NAMES = frozenset({"directives that add each other"})

SHAPES = [Shape("skel", name, make) for name, make in SKEL_SHAPES.items()]
SHAPES += [Shape("dmd", name, make, name in DEEP_NAMES) for name, make in DMD_SHAPES.items()]
