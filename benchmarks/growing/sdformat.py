"""Large documents of SDFormat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .making import DRAKE, Files, Shape, each, nested

BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
LINK = '<link name="l{i}"/>'
JOINT = (
    '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><xyz>0 0 1</xyz></axis></joint>'
)
FIXED = '<joint name="j{i}" type="fixed"><parent>%s</parent><child>%s</child></joint>'
INERTIAL = (
    "<inertial><mass>%s</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>%s</izz>"
    "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"
)
FRAME = '<frame name="f{i}" attached_to="%s"/>'
MODEL = '<model name="m{i}"><link name="l"/></model>'


def sdf(inner: str, version: str = "1.12", more: str = "") -> str:
    """A document, a part on each line."""
    inner = inner.replace("><link", ">\n<link").replace("><joint", ">\n<joint").replace("><frame", ">\n<frame")
    return f'<?xml version="1.0"?>\n<sdf version="{version}"{more}>{inner}</sdf>\n'


def model(inner: str, version: str = "1.12", more: str = "", name: str = "m") -> str:
    """A document with one model."""
    return sdf(f'<model name="{name}">{inner}</model>', version, more)


def world(inner: str, version: str = "1.12", more: str = "") -> str:
    """A document with one world."""
    return sdf(f'<world name="w">{inner}</world>', version, more)


def many(template: str, wrap: Callable[[str], str] = model, before: str = "") -> Callable[[int], str]:
    """As many of a template as the size is."""
    return lambda size: wrap(before + each(template, size))


def in_link(template: str) -> Callable[[int], str]:
    """As many of a template in one link as the size is."""
    return many(template, lambda inner: model(f'<link name="l">{inner}</link>'))


def links(template: str, count: int = 1) -> Callable[[int], str]:
    """As many of a template as the size is, and links ``l0`` and on for each."""
    return lambda size: model(each(LINK, size + count) + each(template, size, count))


older = partial(model, version="1.5")
oldest = partial(model, version="1.0")
drake = partial(model, more=f" {DRAKE}")
L = '<link name="l"/>'


def scoped(size: int) -> str:
    """A reference of as many parts as models are nested."""
    name = "::".join([f"m{i}" for i in range(size)] + ["l"])
    return model(nested('<model name="m{i}">', L, "</model>", size) + f'<frame name="f" attached_to="{name}"/>')


def scoped_twice(size: int) -> str:
    """References of half as many parts as there are of them."""
    depth = min(size // 2, 60)
    name = "::".join([f"m{i}" for i in range(depth)] + ["l"])
    frames = f'<frame name="f{{i}}" attached_to="{name}"/>'
    return model(nested('<model name="m{i}">', L, "</model>", depth) + each(frames, size))


def parts_of_nothing(size: int) -> str:
    """A reference of many parts, none of which is there."""
    return model(L + f'<frame name="f" attached_to="{"::".join(["x"] * size)}"/>')


def flat_names(size: int) -> str:
    """A flattened model of version 1.7, with ``::`` in names."""
    return model(each('<link name="a{i}::l"/><frame name="a{i}::__model__" attached_to="a{i}::l"/>', size), "1.7")


def chained_flat_names(size: int) -> str:
    """A link whose name has as many parts as the size is."""
    return model(f'<link name="{"::".join(f"a{i}" for i in range(size))}"/>', "1.7")


def groups(inner: str) -> Callable[[int], str]:
    """Collision filter groups, each with ``inner``."""
    group = f'<drake:collision_filter_group name="g{{i}}"><drake:member>l{{i}}</drake:member>{inner}</drake:collision_filter_group>'
    end = '<drake:collision_filter_group name="g{i}"><drake:member>l0</drake:member></drake:collision_filter_group>'
    return lambda size: drake(each(LINK, size) + each(end, 1, -1) + each(group, size) + each(end, 1, size))


def all_ignored(size: int) -> str:
    """One group that ignores all others."""
    ignored = each("<drake:ignored_collision_filter_group>g{i}</drake:ignored_collision_filter_group>", size)
    group = '<drake:collision_filter_group name="g{i}"><drake:member>l{i}</drake:member></drake:collision_filter_group>'
    one = f'<drake:collision_filter_group name="one"><drake:member>l0</drake:member>{ignored}</drake:collision_filter_group>'
    return drake(each(LINK, size) + each(group, size) + one)


def members(size: int) -> str:
    """One group with many members."""
    inner = each("<drake:member>l{i}</drake:member>", size)
    group = f'<drake:collision_filter_group name="g">{inner}<drake:ignored_collision_filter_group>g</drake:ignored_collision_filter_group></drake:collision_filter_group>'
    return drake(each(LINK, size) + group)


def namespaces(size: int) -> str:
    """Namespaces, each declared at the root and used once."""
    declared = "".join(f' xmlns:n{i}="urn:n{i}"' for i in range(size))
    return model(L + each('<n{i}:part a="1"/>', size), more=declared)


def namespaces_inside(size: int) -> str:
    """Namespaces, each declared where it is used."""
    return model(L + each('<n{i}:part xmlns:n{i}="urn:n{i}" n{i}:a="1"/>', size))


def nested_namespaces(size: int) -> str:
    """Namespaces declared inside of each other."""
    return model(
        L
        + nested('<n{i}:part xmlns:n{i}="urn:n{i}">', "", "", size)
        + "".join(f"</n{i}:part>" for i in reversed(range(size)))
    )


def undeclared(size: int) -> str:
    """Prefixes that nothing declares."""
    return model(L + each('<n{i}:part n{i}:a="1"/>', size))


def included(template: str, before: str = "") -> Callable[[int], Files]:
    """A world that includes a model many times."""
    return lambda size: {
        "world.sdf": world(before + each(template, size)),
        "part/model.sdf": model(each(LINK, 3) + each(JOINT, 2, 1)),
        "part/model.config": "<model><name>part</name><sdf version='1.12'>model.sdf</sdf></model>",
    }


def including_each(size: int) -> Files:
    """A world that includes many files."""
    parts: Files = {f"part{i}.sdf": model(L, name=f"p{i}") for i in range(size)}
    return {"world.sdf": world(each("<include><uri>part{i}.sdf</uri></include>", size)), **parts}


def including_chain(size: int) -> Files:
    """Files that include each other in a chain."""
    parts: Files = {
        f"part{i}.sdf": model(L + f"<include><uri>part{i + 1}.sdf</uri></include>", name=f"p{i}") for i in range(size)
    }
    return {"world.sdf": world("<include><uri>part0.sdf</uri></include>"), **parts, f"part{size}.sdf": model(L)}


def including_large(size: int) -> Files:
    """A world that includes one large model, merged."""
    return {
        "world.sdf": model('<include merge="true"><uri>part.sdf</uri></include>'),
        "part.sdf": model(each(LINK, size) + each(JOINT, size - 1, 1)),
    }


def placed_large(size: int) -> Files:
    """An include that overrides a part for each link."""
    params = each('<link element_id="l{i}" action="modify"><gravity>0</gravity></link>', size)
    return {
        "world.sdf": world(
            f"<include><uri>part.sdf</uri><experimental:params>{params}</experimental:params></include>",
            more=' xmlns:experimental="http://sdformat.org/schemas/experimental"',
        ),
        "part.sdf": model(each(LINK, size)),
    }


def utf16(size: int) -> bytes:
    """A document in UTF-16 with findings."""
    text = model(each('<link name="l{i}" nmae="x"/>\n', size)).replace(
        'version="1.0"?', 'version="1.0" encoding="UTF-16"?'
    )
    return text.encode("utf-16")


def misspelt_references(size: int) -> str:
    """References to links, each with a letter missing."""
    return model(each('<link name="wheel_{i}"/>', size) + each(FRAME % "whel_{i}", size))


def long_names(size: int) -> str:
    """Few links whose names are long."""
    names = ["l" * size * 4 + str(i) for i in range(20)]
    return model(
        "".join(f'<link name="{name}"/>' for name in names)
        + "".join(f'<frame name="f{i}" attached_to="{name}"/>' for i, name in enumerate(names))
    )


def close_names(size: int) -> str:
    """Long names that differ at their ends, with references that miss."""
    stem = "a_rather_long_name_of_a_link_" * 3
    return model(each(f'<link name="{stem}{{i}}"/>', size) + each(FRAME % f"{stem}x{{i}}", size))


def one_line(size: int) -> str:
    """Findings on one line."""
    return model(each('<link name="l{i}" x="1"/>', size)).replace("\n", "")


def states(size: int) -> str:
    """A state of a world with many models."""
    inner = each(
        '<model name="m{i}"><pose>0 0 0 0 0 0</pose><link name="l"><pose>0 0 0 0 0 0</pose></link></model>', size
    )
    return world(each(MODEL, size) + f'<state world_name="w">{inner}</state>')


SHAPES_BY_NAME: dict[str, Callable[[int], str | bytes | Files]] = {
    "links": many(LINK),
    "links of 1.5": many(LINK, older),
    "links of 1.0": many('<link name="l{i}"><origin pose="0 0 0 0 0 0"/></link>', oldest),
    "links one pose each": many('<link name="l{i}"><pose>{i} 0 0 0 0 0</pose></link>'),
    "models": many(MODEL, world),
    "models of 1.4": many(MODEL, partial(world, version="1.4")),
    "models in a model": many(MODEL),
    "worlds": many('<world name="w{i}"><model name="m"><link name="l"/></model></world>', sdf),
    "visuals": in_link(f'<visual name="v{{i}}">{BOX}</visual>'),
    "collisions": in_link(f'<collision name="c{{i}}">{BOX}</collision>'),
    "meshes not found": in_link(
        '<visual name="v{i}"><geometry><mesh><uri>model://none/m{i}.dae</uri></mesh></geometry></visual>'
    ),
    "lights": many('<light name="s{i}" type="point"><diffuse>1 1 1 1</diffuse></light>', world),
    "sensors": in_link('<sensor name="s{i}" type="imu"><imu/></sensor>'),
    "cameras": in_link('<sensor name="s{i}" type="camera"><camera><image><width>1</width></image></camera></sensor>'),
    "plugins": many('<plugin name="p{i}" filename="f"><a>1</a></plugin>', before=L),
    "elements of one plugin": many(
        "<a{i} b='1'>text</a{i}>", lambda inner: model(f'{L}<plugin name="p" filename="f">{inner}</plugin>')
    ),
    "attributes of one plugin": many(
        " a{i}='1'", lambda inner: model(f'{L}<plugin name="p" filename="f"><a{inner}/></plugin>')
    ),
    "materials": in_link(f'<visual name="v{{i}}">{BOX}<material><diffuse>1 0 0 1</diffuse></material></visual>'),
    "inertials": many(f'<link name="l{{i}}">{INERTIAL % (1, 1)}</link>'),
    "automatic inertias": many(
        f'<link name="l{{i}}"><inertial auto="true"/><collision name="c"><density>2</density>{BOX}</collision></link>'
    ),
    "polylines": in_link(
        '<visual name="v{i}"><geometry><polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline></geometry></visual>'
    ),
    "points of one polyline": many(
        "<point>{i} 0</point>",
        lambda inner: model(
            f'<link name="l"><visual name="v"><geometry><polyline>{inner}<height>1</height></polyline></geometry></visual></link>'
        ),
    ),
    "frames": many(FRAME % "l", before=L),
    "frames chained by attached_to": lambda n: model('<link name="f0"/>' + each(FRAME % "f{j}", n, 1)),
    "frames chained backwards": lambda n: model(each(FRAME % "f{k}", n) + f'<link name="f{n}"/>'),
    "frames in a cycle": lambda n: model(L + each(FRAME % "f{k}", n) + f'<frame name="f{n}" attached_to="f0"/>'),
    "frames that lead to a cycle": lambda n: model(
        L + each(FRAME % "f{k}", n) + f'<frame name="f{n}" attached_to="f{n}"/>'
    ),
    "frames chained by relative_to": lambda n: model(
        '<link name="l0"/>' + each('<link name="l{i}"><pose relative_to="l{j}">1 0 0 0 0 0</pose></link>', n, 1)
    ),
    "relative_to in a cycle": lambda n: model(
        each('<link name="l{i}"><pose relative_to="l{k}">1 0 0 0 0 0</pose></link>', n)
        + f'<link name="l{n}"><pose relative_to="l0"/></link>'
    ),
    "relative_to of models": lambda n: world(
        MODEL.replace("{i}", "0")
        + each('<model name="m{i}"><pose relative_to="m{j}">1 0 0 0 0 0</pose><link name="l"/></model>', n, 1)
    ),
    "frames unknown": many(FRAME % "nowhere{i}", before=L),
    "joints chained": links(JOINT),
    "joints chained in 1.6": lambda n: model(each(LINK, n + 1) + each(JOINT, n, 1), "1.6"),
    "joints of one parent": links(FIXED % ("l0", "l{i}")),
    "joints of one child": links(FIXED % ("l{i}", "l0")),
    "joints in a ring": lambda n: model(
        each(LINK, n + 1) + each(JOINT, n, 1) + (FIXED % (f"l{n}", "l0")).replace("{i}", "x")
    ),
    "joints between the same": many(
        '<joint name="j{i}" type="fixed"><parent>a</parent><child>b</child></joint>',
        before='<link name="a"/><link name="b"/>',
    ),
    "joints of a tree": lambda n: model(
        each(LINK, n + 1)
        + "".join((FIXED % (f"l{(i - 1) // 2}", f"l{i}")).replace("{i}", str(i)) for i in range(1, n + 1))
    ),
    "joints chained by frames": lambda n: model(
        each(LINK, n + 1)
        + each(
            '<joint name="j{i}" type="revolute"><pose relative_to="l{j}"/><parent>l{j}</parent><child>l{i}</child><axis><xyz expressed_in="l{j}">0 0 1</xyz></axis></joint>',
            n,
            1,
        )
    ),
    "joints without links": many(FIXED % ("x{i}", "y{i}"), before=L),
    "joints without ends": many('<joint name="j{i}" type="fixed"/>', before=L),
    "joints of a wrong type": links(
        '<joint name="j{i}" type="revolut"><parent>l{j}</parent><child>l{i}</child></joint>'
    ),
    "axes of no length": links(
        '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><xyz>0 0 0</xyz></axis></joint>'
    ),
    "mimics chained": lambda n: model(
        each(LINK, n + 2)
        + JOINT.replace("{i}", "1").replace("{j}", "0")
        + each(
            '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><mimic joint="j{j}"><multiplier>1</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint>',
            n,
            2,
        )
    ),
    "mimics of one": lambda n: model(
        each(LINK, n + 2)
        + JOINT.replace("{i}", "1").replace("{j}", "0")
        + each(
            '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><mimic joint="j1"><multiplier>1</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint>',
            n,
            2,
        )
    ),
    "mimics in a cycle": lambda n: model(
        each(LINK, n + 2)
        + "".join(
            f'<joint name="j{i}" type="revolute"><parent>l{i}</parent><child>l{i + 1}</child><axis><mimic joint="j{(i + 1) % n}"><multiplier>1</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint>'
            for i in range(n)
        )
    ),
    "gearboxes": links(
        '<joint name="j{i}" type="gearbox"><parent>l{j}</parent><child>l{i}</child><gearbox_ratio>2</gearbox_ratio><gearbox_reference_body>l0</gearbox_reference_body><axis><xyz>0 0 1</xyz></axis></joint>'
    ),
    "grippers": many('<gripper name="g{i}"><gripper_link>l</gripper_link><palm_link>l</palm_link></gripper>', before=L),
    "models nested": lambda n: model(nested('<model name="m{i}">', L, "</model>", n)),
    "models nested with links": lambda n: model(nested('<model name="m{i}"><link name="l"/>', "", "</model>", n)),
    "reference through nested models": scoped,
    "references through nested models": scoped_twice,
    "reference of many parts": parts_of_nothing,
    "flattened names": flat_names,
    "flattened name of many parts": chained_flat_names,
    "filter groups": groups(""),
    "filter groups chained": groups("<drake:member_group>g{k}</drake:member_group>"),
    "filter groups chained backwards": groups("<drake:member_group>g{j}</drake:member_group>"),
    "filter groups ignored each": groups(
        "<drake:ignored_collision_filter_group>g{k}</drake:ignored_collision_filter_group>"
    ),
    "filter group that ignores all": all_ignored,
    "filter group of many": members,
    "drake bushings": lambda n: drake(
        each(LINK, n + 1)
        + each(
            "<drake:linear_bushing_rpy><drake:bushing_frameA>l{j}</drake:bushing_frameA><drake:bushing_frameC>l{i}</drake:bushing_frameC>"
            + "".join(
                f"<drake:bushing_{kind}>1 1 1</drake:bushing_{kind}>"
                for kind in ("torque_stiffness", "torque_damping", "force_stiffness", "force_damping")
            )
            + "</drake:linear_bushing_rpy>",
            n,
            1,
        )
    ),
    "drake tags unknown": many("<drake:no{i}/>", drake, L),
    "drake tags undeclared": many("<drake:linear_bushing_rpy/>", before=L),
    "namespaces": namespaces,
    "namespaces inside": namespaces_inside,
    "namespaces nested": nested_namespaces,
    "prefixes undeclared": undeclared,
    "prefix undeclared": many('<n:part n:a="1"/>', before=L),
    "unknown elements": many("<part/>", before=L),
    "unknown elements of different names": many("<part{i}/>", before=L),
    "unknown elements inside each other": lambda n: model(
        L + nested("<part{i}>", "", "", n) + "".join(f"</part{i}>" for i in reversed(range(n)))
    ),
    "misspelt elements": many('<lnk name="l{i}"/>', before=L),
    "unknown attributes": many(" a{i}='1'", lambda inner: model(f'<link name="l"{inner}/>')),
    "unknown attributes of many": many('<link name="l{i}" a="1"/>'),
    "unknown attributes of a leaf": many(
        " a{i}='1'", lambda inner: model(f'<link name="l"><gravity{inner}>1</gravity></link>')
    ),
    "elements in a leaf": many("<a{i}/>", lambda inner: model(f'<link name="l"><gravity>{inner}</gravity></link>')),
    "attributes of a namespace": many(
        " d:a{i}='1'", lambda inner: model(f'<link name="l"{inner}/>', more=' xmlns:d="urn:d"')
    ),
    "repeated elements": many("<gravity>1</gravity>", lambda inner: model(f'<link name="l">{inner}</link>')),
    "elements newer than the version": many(FRAME % "l", partial(model, version="1.4"), L),
    "stray texts": many('text<link name="l{i}"/>'),
    "stray texts inside": many('<link name="l{i}">text</link>'),
    "text of many pieces": many("<!-- -->text", lambda inner: model(f"{L}<static>{inner}</static>")),
    "comments": many("<!-- a comment -->", before=L),
    "processing instructions": many("<?a b?>", before=L),
    "comments with hyphens": many("<!-- a -- b -->\n", before=L),
    "ampersands": many('<plugin name="p{i}" filename="a & b"/>\n', before=L),
    "entities unknown": many('<plugin name="p{i}" filename="&a{i};"/>\n', before=L),
    "entities in texts": many("&lt;", lambda inner: model(f'{L}<plugin name="p" filename="f">{inner}</plugin>')),
    "numbers that are none": many("<link name='l{i}'><gravity>x</gravity><pose>a b c 0 0 0</pose></link>"),
    "numbers with trailing text": many("<link name='l{i}'><pose>1x 0 0 0 0 0</pose></link>"),
    "vectors too short": many("<link name='l{i}'><pose>1 0</pose></link>"),
    "vectors too long": many("<link name='l{i}'><pose>1 0 0 0 0 0 7 8</pose></link>"),
    "a long vector": lambda n: model(f"<link name='l'><pose>{'1 ' * n}</pose></link>"),
    "a long number": lambda n: model(f"<link name='l'><pose>{'1' * n} 0 0 0 0 0</pose></link>"),
    "a long blank": lambda n: model(f"<link name='l'><pose>{' ' * n}0 0 0 0 0 0</pose></link>"),
    "colours out of range": many(
        '<link name="l{i}"><visual name="v"><geometry><empty/></geometry><material><diffuse>2 0 0 1</diffuse></material></visual></link>'
    ),
    "masses negative": many(f'<link name="l{{i}}">{INERTIAL % (-1, 1)}</link>'),
    "inertias impossible": many(f'<link name="l{{i}}">{INERTIAL % (1, 9)}</link>'),
    "names twice": many('<link name="l"/>'),
    "names twice of all kinds": many('<link name="l{i}"/><frame name="l{i}"/>'),
    "names empty": many('<link name=""/>'),
    "names missing": many("<link/>"),
    "names reserved": many('<link name="__l{i}__"/>'),
    "names with a delimiter": many('<link name="a::l{i}"/>'),
    "names misspelt in references": misspelt_references,
    "names that are long": long_names,
    "names nearly equal": close_names,
    "findings on one line": one_line,
    "findings in UTF-16": utf16,
    "findings in Windows lines": lambda n: model(each('<link name="l{i}" a="1"/>\r\n', n)),
    "findings on long lines": many('<link\nname="l{i}"\na="1"\n/>'),
    "a default namespace": many('<link name="l{i}" a="1"/>', partial(model, more=' xmlns="urn:sdf"')),
    "a document type": lambda n: model(each('<link name="l{i}" a="1"/>', n)).replace(
        "<sdf", "<!DOCTYPE sdf [<!ENTITY a 'b'>]>\n<sdf", 1
    ),
    "models without links": many('<model name="m{i}"/>', world),
    "models static": many('<model name="m{i}"><static>1</static></model>', world),
    "populations": many(
        '<population name="p{i}"><model name="m"><link name="l"/></model><pose>0 0 0 0 0 0</pose><box><size>1 1 1</size></box><model_count>2</model_count><distribution><type>random</type></distribution></population>',
        world,
    ),
    "actors": many(
        '<actor name="a{i}"><skin><filename>f</filename></skin><script><trajectory id="0" type="t"><waypoint><time>0</time><pose>0 0 0 0 0 0</pose></waypoint></trajectory></script></actor>',
        world,
    ),
    "waypoints": many(
        "<waypoint><time>{i}</time><pose>0 0 0 0 0 0</pose></waypoint>",
        lambda inner: world(
            f'<actor name="a"><skin><filename>f</filename></skin><script><trajectory id="0" type="t">{inner}</trajectory></script></actor>'
        ),
    ),
    "states of models": states,
    "roads": many('<road name="r{i}"><width>1</width><point>0 0 0</point><point>1 0 0</point></road>', world),
    "physics": many('<physics name="p{i}" type="ode"><max_step_size>1</max_step_size></physics>', world),
    "joints of 1.2": lambda n: model(
        each(LINK, n + 1)
        + each(
            '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><xyz>0 0 1</xyz></axis></joint>',
            n,
            1,
        ),
        "1.2",
    ),
    "axes in the model's frame": lambda n: model(
        each(LINK, n + 1)
        + each(
            '<joint name="j{i}" type="revolute"><parent>l{j}</parent><child>l{i}</child><axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis></joint>',
            n,
            1,
        ),
        "1.6",
    ),
    "includes of one file": included("<include><name>p{i}</name><uri>part</uri></include>"),
    "includes placed in a chain": included(
        '<include><name>p{k}</name><uri>part</uri><pose relative_to="p{i}">1 0 0 0 0 0</pose></include>',
        "<include><name>p0</name><uri>part</uri></include>",
    ),
    "includes of many files": including_each,
    "include of a large file merged": including_large,
    "include that changes a large file": placed_large,
    "includes not found": many("<include><name>p{i}</name><uri>model://none{i}</uri></include>", world),
    "includes without a URI": many("<include/>", world),
}
DEEP: dict[str, Callable[[int], str | bytes | Files]] = {
    "includes in a chain": including_chain,
}
DEEP_NAMES = frozenset(
    {
        "flattened name of many parts",
        "models nested",
        "models nested with links",
        "reference through nested models",
        "namespaces nested",
        "unknown elements inside each other",
    }
)

SHAPES = [Shape("sdformat", name, make, name in DEEP_NAMES) for name, make in SHAPES_BY_NAME.items()]
SHAPES += [Shape("sdformat", name, make, True) for name, make in DEEP.items()]
