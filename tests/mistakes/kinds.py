"""Kinds of mistakes that people make in descriptions, each with a function that plants one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from .text import HERE, Node, Text

Plant: TypeAlias = Callable[[Text, Random], bool]
"""Changes a text and says whether it has a place for the mistake."""
Place: TypeAlias = tuple[str, str]
"""Elements by the end of their path, and the attribute that has the value; empty for the text of the element."""

ENDINGS = {
    "urdf": ".urdf",
    "xacro": ".xacro",
    "sdformat": ".sdf",
    "skel": ".skel",
    "directives": ".yaml",
    "mjcf": ".xml",
}
XML = ("urdf", "sdformat", "skel")
ALL_XML = (*XML, "xacro")


class Kind(NamedTuple):
    """A kind of mistake."""

    name: str
    room: str
    plant: Plant
    formats: tuple[str, ...] = XML
    plausible: bool = False
    """Whether ``--plausible`` is what looks for it."""


KINDS: list[Kind] = []


def kind(name: str, room: str, formats: Sequence[str] = XML, plausible: bool = False) -> Callable[[Plant], Plant]:
    """Adds a function to the kinds."""

    def add(plant: Plant) -> Plant:
        KINDS.append(Kind(name, room, plant, tuple(formats), plausible))
        return plant

    return add


def value(
    name: str,
    room: str,
    places: Sequence[Place],
    new: str | Callable[[str], str],
    *,
    formats: Sequence[str] = XML,
    plausible: bool = False,
) -> None:
    """Adds a mistake that is another value in one of the places."""

    def plant(text: Text, chance: Random) -> bool:
        found = [
            (node, attribute)
            for pattern, attribute in places
            for node in text.all(pattern)
            if (attribute in node.attributes if attribute else not node.children and text.inner(node).strip())
        ]
        if not found:
            return False
        node, attribute = chance.choice(found)
        was = text.value(node, attribute) if attribute else text.inner(node)
        made = new if isinstance(new, str) else new(was)
        if made == was:
            return False
        text.set(node, attribute, made)
        return True

    KINDS.append(Kind(name, room, plant, tuple(formats), plausible))


def tag(name: str, room: str, pattern: str, new: str, formats: Sequence[str] = XML) -> None:
    """Adds a mistake that is another tag."""

    def plant(text: Text, chance: Random) -> bool:
        if not (found := text.all(pattern)):
            return False
        text.rename(chance.choice(found), new)
        return True

    KINDS.append(Kind(name, room, plant, tuple(formats)))


def attribute(name: str, room: str, pattern: str, old: str, new: str, formats: Sequence[str] = XML) -> None:
    """Adds a mistake that is another name of an attribute; an empty one takes it away."""

    def plant(text: Text, chance: Random) -> bool:
        found = [node for node in text.all(pattern) if old in node.attributes]
        if not found:
            return False
        node = chance.choice(found)
        if new:
            text.rename_attribute(node, old, new)
        else:
            text.drop_attribute(node, old)
        return True

    KINDS.append(Kind(name, room, plant, tuple(formats)))


def missing(name: str, room: str, pattern: str, formats: Sequence[str] = XML) -> None:
    """Adds a mistake that is the lack of an element."""

    def plant(text: Text, chance: Random) -> bool:
        if not (found := text.all(pattern)):
            return False
        text.remove(chance.choice(found))
        return True

    KINDS.append(Kind(name, room, plant, tuple(formats)))


def swapped(text: str) -> str:
    """A word with two letters in the wrong order."""
    return text[:-3] + text[-2] + text[-3] + text[-1:]


def first(change: Callable[[str], str]) -> Callable[[str], str]:
    """Changes the first of several numbers."""
    return lambda was: " ".join([change(was.split()[0]), *was.split()[1:]])


def scaled(factor: float) -> Callable[[str], str]:
    """Multiplies all numbers."""
    return lambda was: " ".join(f"{float(each) * factor:.10g}" for each in was.split())


def negative(was: str) -> str:
    """The first number with the other sign."""
    return first(lambda number: number[1:] if number.startswith("-") else f"-{number}")(was)


def last_three(was: str, angles: str) -> str:
    """A pose with other angles."""
    return " ".join([*was.split()[:3], angles])


# typing errors

tag("<mass> misspelt", "typos", "inertial/mass|inertia/mass", "mas")
tag("<inertial> misspelt", "typos", "link/inertial", "intertial")
tag("<visual> misspelt", "typos", "link/visual", "visaul")
tag("<collision> misspelt", "typos", "link/collision", "colision")
tag("<link> misspelt", "typos", "link", "lnik", ("urdf", "sdformat"))
tag("<body> misspelt", "typos", "body", "bdoy", ("skel",))
tag("<joint> misspelt", "typos", "(?:robot|model|skeleton)/joint", "jiont")
tag("<geometry> misspelt", "typos", "geometry", "geomtry")
tag("<cylinder> misspelt", "typos", "cylinder", "cylnder")
tag("<limit> misspelt", "typos", "joint/limit|axis/limit", "limits")
tag("<child> misspelt", "typos", "joint/child", "chlid")
tag("<axis> misspelt", "typos", "joint/axis", "axes")
tag("<pose> misspelt", "typos", "link/pose", "pos", ("sdformat",))
tag("<update_rate> misspelt", "typos", "sensor/update_rate", "updaterate", ("sdformat",))
tag("a tag with a capital letter", "typos", "inertial|visual|collision", "Visual", ("urdf", "sdformat"))
tag("a part of a sensor misspelt", "typos", "camera/horizontal_fov", "horizontal_fow", ("sdformat",))
tag("<friction> of the surface misspelt", "typos", "surface/friction", "fricton", ("sdformat",))
tag("<origin> misspelt", "typos", "joint/origin", "orgin", ("urdf",))
tag("a tag of another format", "typos", "inertial/pose", "origin", ("sdformat",))
tag("a tag of a newer habit", "typos", "robot/joint/origin", "pose", ("urdf",))
attribute("name misspelt", "typos", "link|joint|model|body|visual", "name", "nmae")
attribute("relative_to misspelt", "typos", "pose", "relative_to", "relatve_to", ("sdformat",))
attribute("attached_to misspelt", "typos", "frame", "attached_to", "atached_to", ("sdformat",))
attribute("expressed_in misspelt", "typos", "xyz", "expressed_in", "expresed_in", ("sdformat",))
attribute("rpy misspelt", "typos", "origin", "rpy", "ryp", ("urdf",))
attribute("xyz misspelt", "typos", "origin", "xyz", "xzy", ("urdf",))
attribute("ixx misspelt", "typos", "inertia", "ixx", "Ixx", ("urdf",))
attribute("upper misspelt", "typos", "limit", "upper", "uper", ("urdf",))
attribute("velocity misspelt", "typos", "limit", "velocity", "velocty", ("urdf",))
attribute("filename misspelt", "typos", "mesh", "filename", "file", ("urdf",))
attribute("damping misspelt", "typos", "dynamics", "damping", "dampin", ("urdf",))
attribute("rgba misspelt", "typos", "color", "rgba", "rbga", ("urdf",))
value("joint type misspelt", "typos", [("(?:robot|model|skeleton)/joint", "type")], swapped)
# libsdformat takes these in any case
value(
    "joint type with a capital letter",
    "typos",
    [("(?:robot|skeleton)/joint", "type")],
    str.capitalize,
    formats=("urdf", "skel"),
)
value("sensor type misspelt", "typos", [("sensor", "type")], "camrea", formats=("sdformat",))
value("light type misspelt", "typos", [("light", "type")], "directionl", formats=("sdformat",))
value("a truth value that is none", "typos", [("static|cast_shadows|shadows|always_on", "")], "ture")
value("pixel format misspelt", "typos", [("image/format", "")], "RBG8", formats=("sdformat",))
value("collision detector misspelt", "typos", [("collision_detector", "")], "fclmesh", formats=("skel",))

# what is left out

attribute("link or body without name", "missing", "link|body", "name", "")
attribute("joint without name", "missing", "(?:robot|model)/joint", "name", "")
attribute("model or robot without name", "missing", "model|robot", "name", "", ("urdf", "sdformat"))
attribute("joint without type", "missing", "(?:robot|model|skeleton)/joint", "type", "")
missing("joint without parent", "missing", "joint/parent", ("urdf", "sdformat"))
missing("joint without child", "missing", "joint/child")
missing("axis without direction", "missing", "axis/xyz", ("sdformat", "skel"))
missing("collision without geometry", "missing", "collision/geometry", ("urdf", "sdformat"))
missing("visual without geometry", "missing", "visual/geometry", ("urdf", "sdformat"))
missing("sphere without radius", "missing", "sphere/radius", ("sdformat", "skel"))
missing("cylinder without length", "missing", "cylinder/length|cylinder/height", ("sdformat", "skel"))
missing("box without size", "missing", "box/size", ("sdformat", "skel"))
attribute("shape without its size", "missing", "box|sphere", "size", "", ("urdf",))
attribute("cylinder without its length", "missing", "cylinder", "length", "", ("urdf",))
attribute("mesh without file", "missing", "mesh", "filename", "", ("urdf",))
missing("mesh without URI", "missing", "mesh/uri", ("sdformat",))
missing("include without URI", "missing", "include/uri", ("sdformat",))
attribute("plugin without filename", "missing", "plugin", "filename", "", ("sdformat",))
attribute("sensor without type", "missing", "sensor", "type", "", ("sdformat",))
attribute("light without type", "missing", "light", "type", "", ("sdformat",))
attribute("no version", "missing", "sdf", "version", "", ("sdformat",))
missing("inertial without mass", "missing", "inertial/mass", ("urdf",))
missing("inertial without inertia", "missing", "inertial/inertia", ("urdf",))
attribute("inertia without a moment", "missing", "inertia", "iyy", "", ("urdf",))


@kind("revolute joint without limit", "missing", ["urdf"])
def _(text: Text, chance: Random) -> bool:
    limits = [node for node in text.all("joint/limit") if "lower" in node.attributes]
    text.remove(chance.choice(limits))
    return True


attribute("limit without effort", "missing", "limit", "effort", "", ("urdf",))
attribute("mimic without joint", "missing", "mimic", "joint", "")
attribute("mass without value", "missing", "mass", "value", "", ("urdf",))

# wrong references

value("parent of a joint unknown", "references", [("joint/parent", "link"), ("joint/parent", "")], "nowhere")
value("child of a joint unknown", "references", [("joint/child", "link"), ("joint/child", "")], "nothing")
value("child of a joint misspelt", "references", [("joint/child", "link"), ("joint/child", "")], swapped)
value("relative_to unknown", "references", [("pose", "relative_to")], "nowhere", formats=("sdformat",))
value("attached_to unknown", "references", [("frame", "attached_to")], "nowhere", formats=("sdformat",))
value("expressed_in unknown", "references", [("xyz", "expressed_in")], "nowhere", formats=("sdformat",))
value("mimic follows an unknown joint", "references", [("mimic", "joint")], "finger")
value("material unknown", "references", [("visual/material", "name")], "stel", formats=("urdf",))
value("transmission of an unknown joint", "references", [("transmission/joint", "name")], "motor", formats=("urdf",))
value("ros2_control of an unknown joint", "references", [("ros2_control/joint", "name")], "motor", formats=("urdf",))
value("gazebo block about an unknown link", "references", [("gazebo", "reference")], "camera_link", formats=("urdf",))
value(
    "bushing at an unknown frame",
    "references",
    [("drake:bushing_frameA|drake:bushing_frameC", "")],
    "nowhere",
    formats=("sdformat",),
)
value("unknown member of a filter group", "references", [("drake:member", "")], "nobody", formats=("sdformat",))


@kind("canonical link unknown", "references", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    models = [node for node in text.all("sdf/model|world/model") if node.child("frame")]
    if not models:
        return False
    text.add_attribute(chance.choice(models), "canonical_link", "trunk")
    return True


@kind("placement frame unknown", "references", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    includes = text.all("world/include/pose")
    if not includes or text.root is None or text.value(text.root, "version") == "1.7":
        return False
    text.insert_after(includes[0], "<placement_frame>grip</placement_frame>")
    return True


# twice


def _twice(name: str, pattern: str, formats: Sequence[str] = XML, room: str = "twice") -> None:
    """Adds a mistake that is a copy of an element behind it, with its name."""

    def plant(text: Text, chance: Random) -> bool:
        if not (found := text.all(pattern)):
            return False
        node = chance.choice(found)
        text.insert_after(node, text.outer(node))
        return True

    KINDS.append(Kind(name, room, plant, tuple(formats)))


_twice("link or body twice", "(?:robot|model|skeleton)/(?:link|body)")
_twice("frame twice", "model/frame", ["sdformat"])
_twice("model twice", "world/model", ["sdformat"])
_twice("light twice", "world/light", ["sdformat"])
_twice("sensor twice", "link/sensor", ["sdformat"])
_twice("visual twice", "link/visual", ["sdformat"])
_twice("collision twice", "link/collision", ["sdformat"])
_twice("material twice", "robot/material", ["urdf"])
_twice("a value twice", "inertial/mass|inertia/mass|joint/child")
_twice("skeleton twice", "world/skeleton", ["skel"])
_twice("transmission twice", "robot/transmission", ["urdf"])


@kind("name of another joint", "twice")
def _(text: Text, chance: Random) -> bool:
    names = {"left_finger_joint", "mounting"}  # what others refer to keeps its name
    joints = [node for node in text.all("(?:robot|model|skeleton)/joint") if text.value(node, "name") not in names]
    if len(joints) < 3:
        return False
    number = chance.randrange(1, len(joints))
    text.set(joints[number], "name", text.value(joints[number - 1], "name"))
    referring = [node for node in text.all("mimic") if "joint" in node.attributes]
    return not any(
        text.value(node, "joint") in [text.value(joints[each], "name") for each in (number, number - 1)]
        for node in referring
    )


@kind("name of another link", "twice")
def _(text: Text, chance: Random) -> bool:
    # one was copied and its name was not changed, though joints have the new one
    links = text.all("(?:robot|model|skeleton)/(?:link|body)")
    links = [each for each in links if text.value(each, "name") not in ("world", "floor")]
    number = chance.randrange(1, len(links))
    one, other = links[number], links[number - 1]
    if one.parent is not other.parent:
        return False
    text.set(one, "name", text.value(other, "name"))
    return True


@kind("frame with the name of a link", "twice", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    frames, links = text.all("model/frame"), text.all("model/link")
    if not frames:
        return False
    text.set(frames[-1], "name", text.value(links[-1], "name"))
    return True


@kind("an attribute twice", "twice", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("link|joint|body") if "name" in node.attributes]
    if not found:
        return False
    text.add_attribute(chance.choice(found), "name", "again")
    return True


# numbers that cannot be

MASS: list[Place] = [("inertial/mass", "value"), ("inertial/mass|inertia/mass", "")]
SIZES: list[Place] = [
    ("cylinder|sphere", "radius"),
    ("cylinder", "length"),
    ("(?:cylinder|sphere)/radius", ""),
    ("cylinder/(?:length|height)", ""),
]
POSES: list[Place] = [("origin", "xyz"), ("pose|transformation", "")]


def _limits(room: str, name: str, make: Callable[[float, float], tuple[str, str]], **options: bool) -> None:
    """Adds a mistake that is a pair of other limits."""

    def plant(text: Text, chance: Random) -> bool:
        found = []
        for node in text.all("limit"):
            joint = node.above("joint")
            if joint is None or text.value(joint, "type") not in ("revolute", "prismatic"):
                continue
            low, high = node.child("lower"), node.child("upper")
            if "lower" in node.attributes:
                pair = text.value(node, "lower"), text.value(node, "upper")
            elif low is not None and high is not None:
                pair = text.inner(low), text.inner(high)
            else:
                continue
            found.append((node, low, high, float(pair[0]), float(pair[1]), text.value(joint, "type")))
        if options.get("revolute"):
            found = [each for each in found if each[5] == "revolute" and abs(each[3]) > 0.5 and abs(each[4]) > 0.5]
        if not found:
            return False
        node, low, high, was_low, was_high, _ = chance.choice(found)
        new_low, new_high = make(was_low, was_high)
        if low is not None and high is not None:
            text.set(low, "", new_low)
            text.set(high, "", new_high)
        else:
            text.set(node, "lower", new_low)
            text.set(node, "upper", new_high)
        if (joint := node.above("joint")) is not None and (safety := joint.child("safety_controller")) is not None:
            # what follows from the limits is left out, and the mistake is one
            text.replace(safety.start, safety.end, "", here=False)
        return True

    KINDS.append(Kind(name, room, plant, XML, options.get("plausible", False)))


_limits("numbers", "limits swapped", lambda low, high: (f"{max(high, 0.5):g}", f"{min(low, -0.5):g}"))
_limits("units", "limits in degrees", lambda low, high: ("-90", "120"), revolute=True)
value("negative radius or length", "numbers", SIZES, negative)
value("negative side of a box", "numbers", [("box", "size"), ("box/size", "")], negative)
value("radius of zero", "numbers", SIZES, "0")
value("side of zero", "numbers", [("box", "size"), ("box/size", "")], first(lambda _: "0"))
value("negative mass", "numbers", MASS, negative)
value("mass of zero", "numbers", MASS, "0")
value("negative damping", "numbers", [("dynamics", "damping"), ("dynamics/damping", "")], negative)
value(
    "negative joint friction",
    "numbers",
    [("dynamics", "friction"), ("dynamics/friction", "")],
    negative,
    formats=("urdf", "sdformat"),
)
value("negative effort", "numbers", [("limit", "effort")], negative, formats=("urdf",))
value("negative velocity", "numbers", [("limit", "velocity")], negative, formats=("urdf",))
value("negative coefficient of friction", "numbers", [("ode/mu|ode/mu2", "")], negative, formats=("sdformat",))
value("axis of zero", "numbers", [("axis", "xyz"), ("axis/xyz", "")], "0 0 0")
value("scale of zero", "numbers", [("mesh", "scale"), ("mesh/scale", "")], "0 0 0")
value("word instead of a number", "numbers", [*MASS, *SIZES], "ten")
value("word instead of a limit", "numbers", [("limit", "effort"), ("limit/effort", "")], "max")
value("pose with too few numbers", "numbers", POSES, lambda was: " ".join(was.split()[:2]))
value("pose with too many numbers", "numbers", POSES, lambda was: f"{was} 1.0")
value("commas between numbers", "numbers", POSES, lambda was: ", ".join(was.split()))
value("decimal comma", "numbers", MASS, lambda was: was.replace(".", ",") if "." in was else f"{was},5")
value("unit behind a number", "numbers", [*MASS, *SIZES], lambda was: f"{was} m")
value("letter O for a zero", "numbers", POSES, first(lambda _: "O.1"))
value("empty number", "numbers", MASS, "")
value("not a number", "numbers", [*MASS, *SIZES], "nan")
value("infinite pose", "numbers", POSES, first(lambda _: "inf"))
value("size with two numbers", "numbers", [("box", "size"), ("box/size", "")], lambda was: " ".join(was.split()[:2]))
value("axis with two numbers", "numbers", [("axis", "xyz"), ("axis/xyz", "")], "0 1")
value("two points in a number", "numbers", MASS, "1.2.5")
value("colour with two numbers", "numbers", [("color", "rgba"), ("diffuse|color", "")], "0.4 0.4")

# sensors and worlds

S = ("sdformat",)
value("negative update rate", "sensors", [("sensor/update_rate", "")], "-20", formats=S)
value("field of view in degrees", "sensors", [("horizontal_fov", "")], "60", formats=S)
value("field of view of zero", "sensors", [("horizontal_fov", "")], "0", formats=S)
value("near clip behind the far one", "sensors", [("clip/near", "")], "500", formats=S)
value("negative near clip", "sensors", [("clip/near", "")], "-0.1", formats=S)
value("range that ends before it begins", "sensors", [("range/min", "")], "25", formats=S)
value("scan that ends before it begins", "sensors", [("horizontal/min_angle", "")], "2.5", formats=S)
value("no samples", "sensors", [("horizontal/samples", "")], "0", formats=S)
value("image of no width", "sensors", [("image/width", "")], "0", formats=S)
value("negative noise", "sensors", [("noise/stddev", "")], "-0.1", formats=S)
value("time step of zero", "sensors", [("physics/max_step_size", ""), ("physics/time_step", "")], "0", formats=XML)
value("negative time step", "sensors", [("physics/max_step_size", ""), ("physics/time_step", "")], "-0.001")
value("negative range of a light", "sensors", [("attenuation/range", "")], "-20", formats=S)
value("spot with the inner angle outside", "sensors", [("spot/inner_angle", "")], "1.2", formats=S)
value("gravity with one number", "sensors", [("gravity", "")], "-9.81", formats=("sdformat", "skel"))
value("light with a direction of zero", "sensors", [("light/direction", "")], "0 0 0", formats=S)

# units

value("rpy in degrees", "units", [("origin", "rpy")], "0 0 90", formats=("urdf",))
value(
    "angles of a pose in degrees",
    "units",
    [("link/pose|inertial/pose|visual/pose|model/pose|transformation", "")],
    lambda was: last_three(was, "0 90 0"),
    formats=("sdformat", "skel"),
)
value(
    "colour in 0 to 255",
    "units",
    [("color", "rgba"), ("ambient|diffuse", "")],
    "180 180 190 255",
    formats=("urdf", "sdformat"),
)
value("mass in grams", "units", MASS, scaled(1000))


def _moments(name: str, room: str, change: Callable[[list[float]], list[float]], *, plausible: bool = False) -> None:
    """Adds a mistake that is three other moments of inertia."""

    def plant(text: Text, chance: Random) -> bool:
        if not (found := text.all("inertial/inertia|inertia/moment_of_inertia")):
            return False
        node = chance.choice(found)
        words = ("ixx", "iyy", "izz")
        if "ixx" in node.attributes:
            new = change([float(text.value(node, word)) for word in words])
            for word, number in zip(words, new, strict=True):
                text.set(node, word, f"{number:.8g}")
        else:
            children = [child for word in words if (child := node.child(word)) is not None]
            new = change([float(text.inner(child)) for child in children])
            for child, number in zip(children, new, strict=True):
                text.set(child, "", f"{number:.8g}")
            text.point(node.start)
        return True

    KINDS.append(Kind(name, room, plant, XML, plausible))


_moments("a negative moment", "numbers", lambda was: [-was[0], *was[1:]])
_moments("moments in g mm²", "units", lambda was: [each * 1e9 for each in was])
_moments("moments in kg mm²", "units", lambda was: [each * 1e6 for each in was])
_moments("a moment above the sum of the others", "physics", lambda was: [was[0], was[1], 2.5 * (was[0] + was[1])])
_moments("moments of a larger body", "physics", lambda was: [each * 60 for each in was], plausible=True)
value("size in millimetres", "units", SIZES, scaled(1000))

# physics

value("ten times as heavy as gold", "physics", MASS, scaled(300), plausible=True)


@kind("light as air", "physics", plausible=True)
def _(text: Text, chance: Random) -> bool:
    # what is fixed to the world is not judged
    joints = [joint for joint in text.all(JOINTS) if text.value(joint, "type") in ("fixed", "weld")]
    held = {_said(text, ends[1]) for joint in joints if (ends := _ends(text, joint))}
    masses = []
    for pattern, where in MASS:
        for node in text.all(pattern):
            link = node.above("link") or node.above("body")
            if link is not None and text.value(link, "name") in held:
                continue
            said = text.value(node, where) if where else text.inner(node)
            if said and float(said) > 3:
                masses.append((node, where, float(said)))
    node, where, mass = chance.choice(masses)
    text.set(node, where, f"{mass / 280:.4g}")
    return True


value(
    "centre of mass outside the body",
    "physics",
    [("inertial/origin", "xyz"), ("inertial/pose", ""), ("inertia/offset", "")],
    first(lambda _: "3.5"),
    plausible=True,
)


@kind("moving link without inertial", "physics", ["urdf", "sdformat"], plausible=True)
def _(text: Text, chance: Random) -> bool:
    moved = set()
    for joint in text.all("(?:robot|model)/joint"):
        child = joint.child("child")
        if child is not None and text.value(joint, "type") != "fixed":
            moved.add(text.value(child, "link") or text.inner(child))
    links = [node for node in text.all("link") if text.value(node, "name") in moved]
    inertial = chance.choice(links).child("inertial")
    assert inertial is not None
    text.remove(inertial)
    return True


value("no effort", "physics", [("limit", "effort")], "0", formats=("urdf",), plausible=True)
value("no velocity", "physics", [("limit", "velocity")], "0", formats=("urdf",), plausible=True)
value("no velocity in SDFormat", "physics", [("limit/velocity", "")], "0", formats=S, plausible=True)
_limits("physics", "zero outside of the limits", lambda low, high: ("0.4", "0.9"), revolute=True, plausible=True)
_limits("physics", "limits of many turns", lambda low, high: ("-25.3", "27.1"), revolute=True, plausible=True)
value("soft limit beyond the limit", "physics", [("safety_controller", "soft_upper_limit")], "4.5", formats=("urdf",))
value("follower beyond its limits", "physics", [("mimic", "multiplier"), ("mimic/multiplier", "")], "5", plausible=True)


@kind("shapes of two links inside each other", "physics", ["urdf", "sdformat"], plausible=True)
def _(text: Text, chance: Random) -> bool:
    # a second hull of the right foot stands where the left one is
    for link in text.all("model/link|robot/link"):
        if text.value(link, "name") == "right_thigh":
            hull = link.child("collision")
            assert hull is not None
            origin = hull.child("origin") or hull.child("pose")
            assert origin is not None
            text.set(
                origin,
                "xyz" if origin.tag == "origin" else "",
                "0 0.2 -0.2" + ("" if origin.tag == "origin" else " 0 0 0"),
            )
            text.point(hull.start)
            text.point(link.start)
            return True
    return False


@kind("the same tensor in all links", "physics", ["urdf"], plausible=True)
def _(text: Text, chance: Random) -> bool:
    inertias = text.all("link/inertial/inertia")
    if len(inertias) < 4:
        return False
    for node in inertias:
        text.replace(node.start, node.end, '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>')
    return True


# files

value(
    "mesh that is not there",
    "files",
    [("mesh", "filename"), ("mesh/uri", "")],
    lambda was: swapped(was[:-4]) + was[-4:],
)
value(
    "mesh in a package that is not there",
    "files",
    [("mesh", "filename"), ("mesh/uri", "")],
    lambda was: was.replace("workcell", "workcel"),
)
value(
    "mesh with a wrong ending",
    "files",
    [("mesh", "filename"), ("mesh/uri", "")],
    lambda was: was.replace(".obj", ".stl"),
)
value("include of a model that is not there", "files", [("include/uri", "")], "model://gest", formats=S)
value(
    "mesh by a folder of someone's machine",
    "files",
    [("mesh", "filename"), ("mesh/uri", "")],
    "/home/anna/ws/cover.obj",
)


# XML


@kind("element that is not closed", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all(".*") if node.children and node.parent is not None]
    node = chance.choice(found)
    text.replace(node.close, node.end, "", here=False)
    text.point(node.start)
    return True


@kind("value that is not closed", "xml", ("sdformat", "skel"))
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("mass|pose|size|child") if node.close < node.end]
    node = chance.choice(found)
    text.replace(node.close, node.end, "", here=False)
    text.point(node.start)
    return True


@kind("empty element without its slash", "xml", ("urdf",))
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all(".*") if node.close == node.end]
    node = chance.choice(found)
    text.replace(node.end - 2, node.end, ">")
    return True


@kind("end tag of another name", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("visual|collision|link|body|axis|inertial") if node.close < node.end]
    if not found:
        return False
    node = chance.choice(found)
    text.replace(node.close, node.end, f"</{swapped(node.tag)}>")
    text.point(node.start)
    return True


@kind("end tags in the wrong order", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [
        node
        for node in text.all("geometry")
        if node.parent is not None and not text.text[node.end : node.parent.close].strip()
    ]
    if not found:
        return False
    node = chance.choice(found)
    outer = node.parent
    assert outer is not None
    text.replace(node.close, node.end, f"</{outer.tag}>")
    text.replace(outer.close, outer.end, f"</{node.tag}>")
    text.point(node.start)
    return True


@kind("quotation mark forgotten", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [(node, name) for node in text.all("link|joint|body|mesh|visual") for name in node.attributes]
    if not found:
        return False
    node, name = chance.choice(found)
    end = node.attributes[name][1]
    text.replace(end, end + 1, "")
    return True


@kind("tag without its bracket", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("link|joint|body|visual|inertial") if node.close < node.end]
    node = chance.choice(found)
    text.replace(node.open_end - 1, node.open_end, "")
    return True


@kind("end tag too many", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    node = chance.choice([each for each in text.all("link|joint|body|visual") if each.close < each.end])
    text.insert_after(node, f"</{node.tag}>")
    return True


@kind("words between elements", "xml", ("urdf", "sdformat", "skel"))
def _(text: Text, chance: Random) -> bool:
    node = chance.choice(text.all("(?:model|robot|skeleton)/(?:link|joint|body)"))
    text.insert_after(node, "the gripper comes here")
    return True


@kind("comment that is not closed", "xml", ALL_XML)
def _(text: Text, chance: Random) -> bool:
    node = chance.choice(text.all("(?:model|robot|skeleton)/(?:link|joint|body)"))
    text.insert_after(node, "<!-- the gripper comes here")
    return True


# wrong places


def _moved(name: str, pattern: str, into: Callable[[Node], Node | None], formats: Sequence[str]) -> None:
    """Adds a mistake that is an element inside of another than its own."""

    def plant(text: Text, chance: Random) -> bool:
        found = [(node, target) for node in text.all(pattern) if (target := into(node)) is not None]
        if not found:
            return False
        node, target = chance.choice(found)
        text.replace(node.start, node.end, "", here=False)
        if target.close < target.end:
            text.insert_into(target, text.outer(node))
        else:
            text.replace(target.end - 2, target.end, f">\n{HERE}{text.outer(node)}\n</{target.tag}>", here=False)
        return True

    KINDS.append(Kind(name, "nesting", plant, tuple(formats)))


def _sibling(word: str) -> Callable[[Node], Node | None]:
    return lambda node: None if node.parent is None else node.parent.child(word)


def _grandparent(node: Node) -> Node | None:
    return None if node.parent is None else node.parent.parent


_moved("<limit> inside <axis>", "joint/limit", _sibling("axis"), ["urdf"])
_moved("<limit> outside of <axis>", "axis/limit", _grandparent, ["sdformat", "skel"])
_moved("<origin> inside <geometry>", "(?:visual|collision)/origin", _sibling("geometry"), ["urdf"])
_moved("<pose> inside <geometry>", "(?:visual|collision)/pose", _sibling("geometry"), ["sdformat"])
_moved("<material> inside <geometry>", "visual/material", _sibling("geometry"), ["urdf", "sdformat"])
_moved("<mass> outside of <inertial>", "inertial/mass", _grandparent, ["sdformat"])
_moved("<inertia> outside of <inertial>", "inertial/inertia", _grandparent, ["sdformat"])
_moved("<dynamics> inside <limit>", "joint/dynamics|axis/dynamics", _sibling("limit"), ["urdf", "sdformat"])
_moved("<geometry> outside of <collision>", "collision/geometry", _grandparent, ["urdf", "sdformat"])
_moved("<child> inside <parent>", "joint/child", _sibling("parent"), ["urdf"])
_moved("<sensor> outside of <link>", "link/sensor", _grandparent, ["sdformat"])


@kind("joint inside of a link", "nesting", ["urdf", "sdformat"])
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all("(?:model|robot)/joint") if text.value(node, "name") == "mounting"]
    links = text.all("(?:model|robot)/link")
    wide = [node for node in links if node.close < node.end]
    joints = joints or text.all("(?:model|robot)/joint")[-1:]
    if not joints or not wide:
        return False
    text.replace(joints[-1].start, joints[-1].end, "", here=False)
    text.insert_into(wide[-1], text.outer(joints[-1]))
    return True


@kind("link inside of a link", "nesting", ["sdformat", "urdf"])
def _(text: Text, chance: Random) -> bool:
    links = [node for node in text.all("(?:model|robot)/link") if node.close < node.end]
    if len(links) < 2:
        return False
    text.insert_into(links[0], '<link name="inner"/>')
    return True


SHAPES = "box|cylinder|sphere"


@kind("two shapes in one geometry", "nesting")
def _(text: Text, chance: Random) -> bool:
    node = chance.choice(text.all("geometry"))
    shape = node.children[0]
    urdf = bool(shape.attributes)
    extra = '<sphere radius="0.04"/>' if urdf else "<sphere><radius>0.04</radius></sphere>"
    if shape.tag == "sphere":
        extra = '<box size="0.1 0.1 0.1"/>' if urdf else "<box><size>0.1 0.1 0.1</size></box>"
    text.insert_after(shape, extra)
    text.point(node.start)
    return True


@kind("no shape in a geometry", "nesting")
def _(text: Text, chance: Random) -> bool:
    node = chance.choice(text.all("geometry"))
    text.remove(node.children[0])
    return True


# cycles and trees


def _ends(text: Text, joint: Node) -> tuple[tuple[Node, str], tuple[Node, str]] | None:
    """Where a joint names its parent and child."""
    parent, child = joint.child("parent"), joint.child("child")
    if parent is None or child is None:
        return None
    where = "link" if "link" in parent.attributes else ""
    return (parent, where), (child, where)


def _said(text: Text, place: tuple[Node, str]) -> str:
    return text.value(*place) if place[1] else text.inner(place[0])


JOINTS = "(?:robot|model|skeleton)/joint"


@kind("child is the parent", "trees")
def _(text: Text, chance: Random) -> bool:
    ends = _ends(text, chance.choice(text.all(JOINTS)))
    if ends is None or _said(text, ends[0]) == "world":
        return False
    text.set(*ends[1], _said(text, ends[0]))
    joint = ends[1][0].parent
    assert joint is not None
    text.point(joint.start)
    text.point(ends[0][0].start)
    return True


@kind("child is the world", "trees", ["sdformat", "skel"])
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all(JOINTS) if text.value(node, "type") != "fixed"]
    ends = _ends(text, chance.choice(joints))
    if ends is None:
        return False
    if _said(text, ends[0]) == "world":
        return False
    text.set(*ends[1], "world")
    return True


def _joint_twice(text: Text, joint: Node) -> str:
    return text.outer(joint).replace(f'name="{text.value(joint, "name")}"', f'name="{HERE}second_one"', 1)


@kind("child of two joints", "trees", ["urdf", "skel"])
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all(JOINTS) if (ends := _ends(text, node)) and _said(text, ends[0]) != "world"]
    if len(joints) < 3:
        return False
    joint = joints[-1]
    ends, other = _ends(text, joint), _ends(text, joints[0])
    assert ends is not None
    assert other is not None
    new = _joint_twice(text, joint)
    was, parent = _said(text, ends[0]), _said(text, other[0])
    if was == parent:
        return False
    for form in ('parent link="{}"', "<parent>{}"):
        new = new.replace(form.format(was), form.format(parent))
    new = re.sub(r"<mimic[^>]*/>", "", new).replace("<child", f"{HERE}<child")
    text.insert_after(joint, new, here=False)
    return True


@kind("two joints between the same links", "trees", ["urdf", "skel"])
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all(JOINTS) if (ends := _ends(text, node)) and _said(text, ends[0]) != "world"]
    joint = chance.choice(joints)
    new = re.sub(r"<mimic[^>]*/>", "", _joint_twice(text, joint)).replace("<child", f"{HERE}<child")
    text.insert_after(joint, new, here=False)
    return True


@kind("joints in a loop", "trees", ["urdf", "skel"])
def _(text: Text, chance: Random) -> bool:
    # the joint that holds the second part hangs it on its own last follower
    joints = [node for node in text.all(JOINTS) if (ends := _ends(text, node)) and _said(text, ends[0]) != "world"]
    pairs = {_said(text, ends[1]): (node, _said(text, ends[0])) for node in joints if (ends := _ends(text, node))}
    leaf = chance.choice([name for name in pairs if name not in {parent for _, parent in pairs.values()}])
    top = leaf
    while pairs[top][1] in pairs:
        top = pairs[top][1]
    if top == leaf:
        return False
    ends = _ends(text, pairs[top][0])
    assert ends is not None
    text.set(*ends[0], leaf)
    name = leaf
    while True:
        joint, parent = pairs[name]
        text.point(joint.start)
        for place in _ends(text, joint) or ():
            text.point(place[0].start)
        if name == top:
            return True
        name = parent


@kind("link that no joint connects", "trees", ["urdf"])
def _(text: Text, chance: Random) -> bool:
    links = text.all("robot/link")
    shape = "<visual><geometry><sphere radius='0.02'/></geometry></visual>"
    text.insert_after(links[-1], f'<link name="forgotten">{shape}</link>')
    return True


@kind("poses relative to each other", "cycles", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    poses = [node for node in text.all("link/pose") if "relative_to" in node.attributes]
    if not poses:
        return False
    names = {text.value(node.parent, "name"): node for node in poses if node.parent}
    for node in poses:
        other = names.get(text.value(node, "relative_to"))
        if other is not None and node.parent is not None and other.parent is not None:
            text.set(other, "relative_to", text.value(node.parent, "name"))
            for each in (node, node.parent, other.parent):
                text.point(each.start)
            return True
    return False


@kind("pose relative to itself", "cycles", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    poses = [node for node in text.all("link/pose") if "relative_to" in node.attributes]
    if not poses:
        return False
    node = chance.choice(poses)
    assert node.parent is not None
    text.set(node, "relative_to", text.value(node.parent, "name"))
    return True


@kind("frame attached to itself", "cycles", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    frames = [node for node in text.all("model/frame") if "attached_to" in node.attributes]
    if not frames:
        return False
    node = chance.choice(frames)
    text.set(node, "attached_to", text.value(node, "name"))
    return True


@kind("frames attached to each other", "cycles", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    frames = [node for node in text.all("model/frame") if "attached_to" in node.attributes]
    if len(frames) < 2:
        return False
    text.set(frames[0], "attached_to", text.value(frames[1], "name"))
    text.set(frames[1], "attached_to", text.value(frames[0], "name"))
    return True


@kind("joint follows itself", "cycles", ["urdf", "sdformat"])
def _(text: Text, chance: Random) -> bool:
    found = text.all("mimic")
    if not found:
        return False
    joint = found[0].above("joint")
    assert joint is not None
    text.set(found[0], "joint", text.value(joint, "name"))
    return True


@kind("joints follow each other", "cycles", ["urdf", "sdformat"])
def _(text: Text, chance: Random) -> bool:
    found = text.all("mimic")
    if not found:
        return False
    follower = found[0].above("joint")
    leader = next(node for node in text.all(JOINTS) if text.value(node, "name") == text.value(found[0], "joint"))
    assert follower is not None
    copy = text.outer(found[0]).replace(text.value(found[0], "joint"), text.value(follower, "name"))
    at = leader.child("limit")
    if at is None:
        axis = leader.child("axis")
        assert axis is not None
        at = axis.children[-1]
    text.insert_after(at, copy)
    for node in (found[0], follower, leader):
        text.point(node.start)
    return True


@kind("model that includes itself", "cycles", ["sdformat"])
def _(text: Text, chance: Random) -> bool:
    models = text.all("sdf/model")
    if not models:
        return False
    text.insert_after(models[0].children[0], f"<include>\n{HERE}<uri>THIS_FILE</uri>\n</include>")
    return True


# versions and roots

value("a version that never was", "versions", [("sdf", "version")], "1.67", formats=S)
value("a version that is to come", "versions", [("sdf", "version")], "2.0", formats=S)
value("a version that is a word", "versions", [("sdf", "version")], "latest", formats=S)
tag("another root", "versions", "sdf|robot|skel", "robots")
tag("root with a capital letter", "versions", "sdf|robot|skel", "Robot")

# SKEL

K = ("skel",)


@kind("more starting positions than coordinates", "skel", K)
def _(text: Text, chance: Random) -> bool:
    found = text.all("joint/init_pos")
    text.set(chance.choice(found), "", "0 0 0")
    return True


@kind("joint of an old type", "skel", K)
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all("skeleton/joint") if text.value(node, "type") == "revolute"]
    if not joints:
        return False
    text.set(chance.choice(joints), "type", "hinge")
    return True


@kind("dof beyond the coordinates", "skel", K)
def _(text: Text, chance: Random) -> bool:
    joints = [node for node in text.all("skeleton/joint") if text.value(node, "type") in ("revolute", "prismatic")]
    if not joints:
        return False
    text.insert_after(chance.choice(joints).children[-1], '<dof local_index="3"/>')
    return True


missing("no world in a skeleton's document", "skel", "skel/world", K)

# xacro

X = ("xacro",)
value("property that is not defined", "xacro", [("limit", "effort")], "${efort}", formats=X)
value(
    "argument that is not declared",
    "xacro",
    [("macro/link|xacro:macro/link", "name")],
    "$(arg prefx)${name}",
    formats=X,
)
value("expression without its end", "xacro", [("mass", "value")], "${mass", formats=X)
value("expression that has no value", "xacro", [("mass", "value")], "${mass / 0}", formats=X)
tag("macro that is not defined", "xacro", "xacro:hinge", "xacro:hing", X)
attribute("parameter misspelt in a call", "xacro", "xacro:hinge", "lower", "lowr", X)
attribute("parameter left out of a call", "xacro", "xacro:hinge", "upper", "", X)
value("parameter with a word for a number", "xacro", [("xacro:part", "mass")], "heavy", formats=X)
value("parent misspelt in a call", "xacro", [("xacro:hinge", "parent")], "pelvs", formats=X)


# directives


def line(name: str, room: str, pattern: str, new: str) -> None:
    """Adds a mistake in a line of directives; in ``new``, HERE is where the finding belongs unless it is the line itself."""

    def plant(text: Text, chance: Random) -> bool:
        found = list(re.finditer(pattern, text.text, re.MULTILINE))
        if not found:
            return False
        match = chance.choice(found)
        text.replace(match.start(), match.end(), match.expand(new), here=HERE not in new)
        return True

    KINDS.append(Kind(name, room, plant, ("directives",)))


line("weld to an unknown frame", "directives", r"parent: place_\d", "parent: plaze_1")
line("weld of an unknown model", "directives", r"child: (\w+)::", "child: lost::")
line("weld of an unknown link", "directives", r"(child: \w+)::\w+", r"\1::trunk")
line("frame on an unknown base", "directives", r"base_frame: world", "base_frame: wrld")
line("position of an unknown joint", "directives", r"shoulder_joint:", "shouldr_joint:")
line("too many positions of a joint", "directives", r"\[0\.3\]", "[0.3, 0.4]")
line("directive misspelt", "directives", r"add_(frame|weld):", r"ad_\1:")
line("key misspelt", "directives", r"^    file:", "    fil:")
line("key of a transform misspelt", "directives", r"translation:", "translaton:")
line("transform with two numbers", "directives", r"translation: \[([^,]+), ([^,]+), [^\]]+\]", r"translation: [\1, \2]")
line("word in a transform", "directives", r"translation: \[[^,]+", "translation: [one")
line("file that is not there", "directives", r"file: package://workcell/\w+", "file: package://workcell/lost")
line("package that is not there", "directives", r"file: package://workcell", "file: package://workcel")
line("the same model twice", "directives", r"name: (cart|crane)$", "name: left")
line("no name for a model", "directives", r"- add_model:\n    name: \w+$", HERE + "- add_model:")
line("unknown member of a group", "directives", r"- left::\w+", "- left::trunk")
line("a bracket left open", "directives", r"(translation: \[[^\]]+)\]", r"\1")
line("a tabulator", "directives", r"^    name:", "\tname:")
line("a colon forgotten", "directives", r"name: (\w+)$", r"name \1")
line("a wrong indentation", "directives", r"^    (child|parent): (.*)\n", rf"{HERE}     \1: \2\n{HERE}")
line("rotation of an unknown kind", "directives", r"!Rpy", "!Rpx")
line("the frame instead of its model", "directives", r"child: (\w+)::\w+", r"child: \1")
