"""Documents that hold one part each, with different values, in all surroundings that may matter to it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from enum import Enum
from itertools import islice
from typing import Any

from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import FieldPart, parts_of
from bodyplan.runtime.values import Doubles, Integers
from lxml import etree

from ...fuzz.grammar import SIZES
from .parts import Place, kind_of

NAMES = ("new", "a", "q2", "f")
WORDS = ("b", "blue", "1", "SimpleTransmission")
INERTIA = "<inertia><ixx>1</ixx><iyy>1.1</iyy><izz>1.2</izz><ixy>0.01</ixy><ixz>0.02</ixz><iyz>0.03</iyz></inertia>"
SDF_LINK = (
    "<link name='{0}'><pose>{1} 0.2 0.3 0.1 0.2 0.3</pose><inertial><mass>2</mass>" + INERTIA + "</inertial>"
    "<visual name='{0}_visual'><geometry><box><size>1 2 3</size></box></geometry></visual>"
    "<collision name='{0}_collision'><geometry><box><size>1 2 3</size></box></geometry></collision></link>"
)
SDF_MODEL = (
    "<model name='m'>"
    + "".join(SDF_LINK.format(name, x) for name, x in (("a", 1), ("b", 2), ("c", 3)))
    + "<frame name='f' attached_to='a'/>"
    "<joint name='q' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>"
    "<limit><lower>-1</lower><upper>1</upper><effort>5</effort></limit></axis></joint>"
    "<joint name='q2' type='revolute'><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint></model>"
)
URDF_LINK = (
    "<link name='{0}'><inertial><mass value='2'/><inertia ixx='1' iyy='1.1' izz='1.2' ixy='0.01' ixz='0.02' iyz='0.03'/>"
    "</inertial><visual name='{0}_visual'><geometry><box size='1 2 3'/></geometry><material name='blue'/></visual>"
    "<collision name='{0}_collision'><geometry><box size='1 2 3'/></geometry></collision></link>"
)
URDF = (
    "<robot name='m'><material name='blue'><color rgba='0 0 1 1'/></material>"
    + "".join(map(URDF_LINK.format, "abc"))
    + "<joint name='q' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='1' effort='5' velocity='6'/></joint>"
    "<joint name='q2' type='revolute'><parent link='b'/><child link='c'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='1' effort='5' velocity='6'/></joint></robot>"
)
SKEL_BODY = (
    "<body name='{0}'><transformation>{1} 0 0 0 0 0</transformation><inertia><mass>2</mass><moment_of_inertia>"
    + INERTIA[9:-10]
    + "</moment_of_inertia></inertia>"
    "<visualization_shape><geometry><box><size>1 2 3</size></box></geometry></visualization_shape>"
    "<collision_shape><geometry><box><size>1 2 3</size></box></geometry></collision_shape></body>"
)
SKEL = (
    "<world name='w'><physics/><skeleton name='m'>"
    + "".join(SKEL_BODY.format(name, x) for x, name in enumerate("abc"))
    + "<joint type='free' name='root'><parent>world</parent><child>a</child></joint>"
    "<joint type='revolute' name='q'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
    "<joint type='revolute' name='q2'><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint>"
    "</skeleton></world>"
)
MJCF_BODY = (
    "<body name='{0}' pos='{1} 0.2 0.3'><inertial pos='0 0 0' mass='2' diaginertia='1 1.1 1.2'/>{2}"
    "<geom name='{0}_geom' type='box' size='1 2 3'/><site name='{0}_site'/>"
)
MJCF = (
    "<mujoco model='m'><default><default class='k'/></default>"
    "<asset><mesh name='mesh' file='part.obj'/><material name='blue' rgba='0 0 1 1'/></asset><worldbody>"
    + MJCF_BODY.format("a", 1, "")
    + MJCF_BODY.format("b", 2, "<joint name='q' axis='0 0 1' range='-40 40'/>")
    + MJCF_BODY.format("c", 3, "<joint name='q2' axis='0 1 0'/>")
    + "</body></body></body></worldbody><actuator><motor name='act' joint='q'/></actuator></mujoco>"
)
JOINTS = {
    "mjcf": ("hinge", "slide", "ball"),
    "sdformat": ("revolute", "prismatic", "continuous", "fixed", "ball", "universal", "screw", "revolute2", "gearbox"),
    "urdf": ("revolute", "prismatic", "continuous", "fixed", "floating", "planar"),
    "skel": ("revolute", "prismatic", "weld", "free", "ball", "universal", "screw", "euler", "translational", "planar"),
}
SHAPES: dict[str, tuple[str, ...]] = {
    "sdformat": ("<sphere><radius>0.5</radius></sphere>", "<mesh><uri>part.obj</uri></mesh>"),
    "urdf": ("<sphere radius='0.5'/>", "<mesh filename='part.obj'/>"),
    "skel": ("<sphere><radius>0.5</radius></sphere>",),
}
MJCF_SHAPES = (
    {"type": "sphere", "size": "0.5"},
    {"type": "capsule", "size": "0.5 1"},
    {"type": "mesh", "mesh": "mesh"},
)
MJCF_CONTENT = {
    "fixed": "<x name='t'><joint joint='q' coef='2'/></x>",
    "spatial": "<x name='t'><site site='a_site'/><site site='b_site'/></x>",
    "connect": "<x body1='a' body2='c' anchor='1 0 0'/>",
    "weld": "<x body1='a' body2='c'/>",
    "equality/joint": "<x joint1='q' joint2='q2'/>",
    "exclude": "<x body1='a' body2='c'/>",
    "pair": "<x geom1='a_geom' geom2='c_geom'/>",
    "geom": "<x type='box' size='1 2 3'/>",
    "asset/mesh": "<x name='other' file='other.obj'/>",
    "key": "<x name='k' qpos='0.1 0.2'/>",
    "frame": "<x pos='0 0 1'><geom type='box' size='1 2 3'/></x>",
    "replicate": "<x count='2' offset='0 0 1'><geom type='box' size='1 2 3'/></x>",
}
"""What elements of MJCF need to hold so that readers look at the rest of them."""
CONTENT = {
    "transmission": "<x name='t'><type>SimpleTransmission</type><joint name='q'/><actuator name='act'/></x>",
    "mimic": "<x joint='q2'/>",
    "color": "<x rgba='0.1 0.2 0.3 1'/>",
    "material": "<x name='own'><color rgba='0.1 0.2 0.3 1'/></x>",
    "dynamics": "<x damping='0.1' friction='0.1'/>",
    "safety_controller": "<x k_velocity='1'/>",
}
"""What elements of URDF need to hold so that readers look at the rest of them."""
NEWER = ("capsule", "capsule/@radius", "capsule/@length", "quat_xyzw", "@acceleration", "@deceleration", "@jerk")
"""Parts that only a robot of a newer version of URDF has."""
FILLED_DEPTH = 7

Text = str
Variants = list[Text]


def base(format: str, place: Place) -> Any:
    """The document that a part is put into."""
    if format == "urdf":
        return etree.fromstring(URDF)
    if format == "mjcf":
        return etree.fromstring(MJCF)
    if format == "skel":
        return etree.fromstring(f"<skel version='1.0'>{SKEL}</skel>")
    inner = SDF_MODEL.replace("'__model__'", "'m'")
    first = place.chain[0].name
    root = {"1.0": "gazebo"}.get(place.version, "sdf")
    if first == "world":
        inner = f"<world name='w'>{inner}</world>"
    elif first not in ("model",) and place.chain[0].kind == "Element":
        inner = ""
    return etree.fromstring(f"<{root} version='{place.version}'>{inner}</{root}>")


def surroundings(format: str, place: Place) -> Iterator[Any]:
    """The base, and what it is changed to where that may decide whether the part is looked at."""
    document = base(format, place)
    yield document
    if format == "mjcf":
        yield from _mjcf_surroundings(document, [part.name for part in place.chain])
        return
    if format == "urdf" and place.path.endswith(NEWER):
        other = deepcopy(document)
        other.set("version", place.version)
        yield other
    if format == "urdf" and place.path.startswith("robot/joint/limit"):
        other = deepcopy(document)
        etree.SubElement(other, "transmission").extend(etree.fromstring(CONTENT["transmission"]))
        yield other
    if format == "urdf" and place.path.startswith("robot/link"):
        other = deepcopy(document)
        etree.SubElement(etree.SubElement(other, "mujoco"), "compiler").set("discardvisual", "false")
        yield other
    tags = [part.name for part in place.chain]
    if "joint" in tags or "drake:joint" in tags or "transmission" in tags or tags[:2] == ["robot", "sensor"]:
        for word in JOINTS[format][1:]:
            other = deepcopy(document)
            joint = next(each for each in other.iter("joint") if each.get("name") == "q")
            joint.set("type", word)
            yield other
    holds_shapes = not {"collision", "visual", "collision_shape", "visualization_shape"}.isdisjoint(tags)
    if holds_shapes and ("geometry" not in tags or tags[-1] == "geometry"):
        for shape in SHAPES[format]:
            other = deepcopy(document)
            for geometry in list(other.iter("geometry")):
                geometry.clear()
                geometry.append(etree.fromstring(shape))
            yield other


def _mjcf_surroundings(document: Any, tags: list[str]) -> Iterator[Any]:
    if tags[0] == "compiler":
        for name, value in (("euler", "10 20 30"), ("pos", "1 2 3")):
            other = deepcopy(document)
            for body in other.iter("body"):
                body.set(name, value)
            yield other
    if "freejoint" in tags:
        other = deepcopy(document)
        for joint in [*other.iter("joint"), *other.iter("motor")]:
            joint.getparent().remove(joint)
        yield other
    if "joint" in tags or "actuator" in tags:
        for word in JOINTS["mjcf"][1:]:
            other = deepcopy(document)
            next(each for each in other.iter("joint") if each.get("name") == "q").set("type", word)
            yield other
    if "geom" in tags or "mesh" in tags or "material" in tags or "compiler" in tags:
        for shape in MJCF_SHAPES:
            other = deepcopy(document)
            for geom in other.iter("geom"):
                for name in ("type", "size"):
                    geom.attrib.pop(name, None)
                geom.attrib.update(shape)
            for inertial in list(other.iter("inertial")):
                inertial.getparent().remove(inertial)
            yield other


def values(part: FieldPart) -> list[str]:
    """Texts that the part may hold, different ones."""
    kind = kind_of(part)
    if issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    if issubclass(kind, bool):
        return ["true", "false"]
    if issubclass(kind, int):
        return ["3", "5"]
    if issubclass(kind, float):
        if part.name in ("ixy", "ixz", "iyz"):
            return ["0.03", "0.05"]
        if part.name in ("ixx", "iyy", "izz"):
            return ["1.3", "1.4"]
        return ["0.25", "0.75", "-0.5"]
    if ".mjcf." in part.owner.__module__ and kind in (Doubles, Integers):
        return _some_numbers(part, "1", "3") if kind is Integers else _some_numbers(part, "0.25", "0.75", "1.5")
    if kind in SIZES:
        size = SIZES[kind]
        if part.name in ("xyz", "gravity"):
            return ["0 1 0", "1 0 0"]
        return [" ".join(islice(numbers, size)) for numbers in (_numbers(0.1), _numbers(0.3))]
    if part.name in ("filename", "uri"):
        return ["part.obj", "other.obj"]
    if part.name in ("rpy", "xyz", "scale", "rgba", "size", "offset"):
        size = 4 if part.name == "rgba" else 3
        return [" ".join(islice(numbers, size)) for numbers in (_numbers(0.1), _numbers(0.3))]
    if ".mjcf." in part.owner.__module__:
        if part.name == "file":
            return ["part.obj", "other.obj"]
        return ["new", "a", "q2", "k", "blue", "mesh", "a_geom", "c_site", "c", "act", "zyx", "."]
    return [*NAMES, *(WORDS if ".urdf." in part.owner.__module__ else ()), "0.5"]


def _some_numbers(part: FieldPart, *choices: str) -> list[str]:
    """As few and as many numbers as may be there."""
    least, most = part.owner._specs[part.field].metadata.get("count", (1, None))
    counts = sorted({max(least, 1), most or max(least, 6)})
    return [" ".join([number] * count) for count in counts for number in choices]


def _numbers(start: float) -> Iterator[str]:
    number = start
    while True:
        yield f"{number:g}"
        number = round(number + 0.1, 3) if number < 0.8 else 0.15


def with_part(document: Any, place: Place, text: str | None, *, full: bool = False) -> Any:
    """A copy of a document with the part in it; the value is that of ``text``; everything in it, if it is to be full."""
    copy = deepcopy(document)
    element = _start(copy, place)
    for part in place.chain[:-1]:
        element = _entered(element, part)
    last = place.chain[-1]
    if last.kind == "Attribute":
        element.set(_plain(last.name), text or "")
        return copy
    kind = kind_of(last)
    found = element.find(_plain(last.name))
    is_new = found is None or (last.repeats and full)
    if is_new:
        found = _made(element, last)
    if not issubclass(kind, Element):
        found.text = text
    elif full:
        _fill_all(found, kind, 0, frozenset([kind]))
    elif text is not None:
        found.text = text
    return copy


def without_part(document: Any, place: Place) -> Any:
    """A copy of a document without the part, but with all around it."""
    copy = deepcopy(document)
    element = _start(copy, place)
    for part in place.chain[:-1]:
        element = _entered(element, part)
    last = place.chain[-1]
    if element.tag == "geometry":  # one shape takes the place of another
        del element[:]
    if last.kind == "Attribute":
        element.attrib.pop(_plain(last.name), None)
    else:
        for child in element.findall(_plain(last.name)):
            element.remove(child)
    return copy


def written(document: Any) -> bytes:
    """The text of a document."""
    text = etree.tostring(document, encoding="unicode").replace("drake_._", "drake:")
    return text.replace(f"<{document.tag}", f"<{document.tag} xmlns:drake='http://drake.mit.edu'", 1).encode()


def has_text(place: Place) -> bool:
    """Whether what stands there is a class with a text."""
    kind = kind_of(place.chain[-1])
    if place.chain[-1].kind != "Element" or not issubclass(kind, Element):
        return False
    return any(part.kind == "Text" for part in parts_of(kind).by_field.values())


def text_part(place: Place) -> FieldPart:
    """The part that the text of an element is."""
    kind = kind_of(place.chain[-1])
    return next(part for part in parts_of(kind).by_field.values() if part.kind == "Text")


def _plain(name: str) -> str:
    # lxml makes no undeclared prefixes
    return name.replace(":", "_._")


def _start(document: Any, place: Place) -> Any:
    """The element that the first part of a chain is in: bodies are described where they are not read."""
    if document.tag == "mujoco" and place.chain[0].name in ("body", "frame", "replicate"):
        return document.find("worldbody")
    return document


def _entered(element: Any, part: FieldPart) -> Any:
    found = element.find(_plain(part.name))
    if part.name == "material" and element.tag == "visual" and ".urdf." in part.owner.__module__:
        for child in element.findall("material"):
            element.remove(child)
        found = None
    usual = {"joint": "q", "link": "b", "body": "b"}.get(part.name)  # a link that moves
    if part.name == "body" and next(element.iter("joint"), None) is None:
        usual = "a"
    near = element.iter(part.name) if ".mjcf." in part.owner.__module__ else element.findall(part.name)
    found = next((each for each in near if each.get("name") == usual), found) if usual else found
    return found if found is not None else _made(element, part)


def _made(parent: Any, part: FieldPart) -> Any:
    if parent.tag == "geometry":
        for child in list(parent):
            parent.remove(child)
    made = etree.SubElement(parent, _plain(part.name))
    if parent.tag == "mujoco":  # some readers need settings before what they are about
        parent.insert(0, made)
    kind = kind_of(part)
    content = MJCF_CONTENT.get(f"{parent.tag}/{part.name}") or MJCF_CONTENT.get(part.name)
    if content and ".mjcf." in part.owner.__module__ and parent.tag not in ("default", "fixed", "spatial"):
        example = etree.fromstring(content)
        made.attrib.update(example.attrib)
        made.extend(example)
    elif parent.tag in ("actuator", "sensor"):
        made.set("joint", "q")
        if parent.tag == "sensor":
            _fill(made, kind, 0)
    elif part.name in CONTENT and ".urdf." in part.owner.__module__:
        content = etree.fromstring(CONTENT[part.name])
        made.attrib.update(content.attrib)
        made.extend(content)
    elif issubclass(kind, Element):
        _fill(made, kind, 0)
    else:
        made.text = values(part)[0]
    return made


def _fill(element: Any, cls: Any, depth: int) -> None:
    """Puts in what has to be there."""
    for part in parts_of(cls).by_field.values():
        is_needed = cls._specs[part.field].metadata.get("required") or part.field == "name" or part.kind == "Text"
        if is_needed:
            _put(element, part, depth, lambda child, kind: _fill(child, kind, depth + 1))


def _fill_all(element: Any, cls: Any, depth: int, around: frozenset[Any]) -> None:
    """Puts in everything that may be there."""
    if depth >= FILLED_DEPTH:
        return
    for part in parts_of(cls).by_field.values():
        kind = kind_of(part)
        if part.kind == "Element" and issubclass(kind, Element) and kind in around:
            continue
        _put(element, part, depth, lambda child, kind: _fill_all(child, kind, depth + 1, around | {kind}))


def _put(element: Any, part: FieldPart, depth: int, inside: Any) -> None:
    kind = kind_of(part)
    if part.kind == "Attribute":
        if part.field == "name":
            element.set("name", f"n_{element.tag}_{sum(1 for _ in element.getroottree().getroot().iter())}")
        elif _plain(part.name) not in element.attrib:
            element.set(_plain(part.name), _chosen(part))
    elif part.kind == "Text":
        element.text = element.text or _chosen(part)
    elif depth < FILLED_DEPTH and element.find(_plain(part.name)) is None:
        child = etree.SubElement(element, _plain(part.name))
        if issubclass(kind, Element):
            inside(child, kind)
        else:
            child.text = _chosen(part)


def _chosen(part: FieldPart) -> str:
    if "joint" in part.name:
        return "q"
    if "child" in part.owner.__name__.lower() + part.name:
        return "b"
    return values(part)[0]
