"""Kinds of mistakes that people make in MJCF documents."""

from __future__ import annotations

from random import Random

from .kinds import Plant, attribute, kind, swapped, tag, value
from .text import Text

MJCF = ("mjcf",)
BODIES = "body/body"
"""Bodies that are not the first."""


def give(name: str, room: str, places: list[tuple[str, str]], new: str) -> None:
    """Adds a mistake that is another value."""
    value(name, room, places, new, formats=MJCF)


def unknown(name: str, pattern: str, field: str) -> None:
    """Adds a name that nothing has."""
    value(name, "references", [(pattern, field)], swapped, formats=MJCF)


def add(name: str, room: str, pattern: str, field: str, new: str) -> None:
    """Adds a mistake that is an attribute more."""

    def plant(text: Text, chance: Random) -> bool:
        found = [node for node in text.all(pattern) if field not in node.attributes]
        if not found:
            return False
        text.add_attribute(chance.choice(found), field, new)
        return True

    kind(name, room, MJCF)(plant)


def insert(name: str, room: str, pattern: str, new: str) -> None:
    """Adds a mistake that is an element more."""

    def plant(text: Text, chance: Random) -> bool:
        found = [node for node in text.all(pattern) if node.children]
        if not found:
            return False
        text.insert_into(chance.choice(found), new)
        return True

    kind(name, room, MJCF)(plant)


def append(name: str, room: str, pattern: str, new: str) -> None:
    """Adds a mistake that is an element more, behind the others."""

    def plant(text: Text, chance: Random) -> bool:
        found = [node for node in text.all(pattern) if node.children]
        if not found:
            return False
        text.insert_after(chance.choice(found).children[-1], new)
        return True

    kind(name, room, MJCF)(plant)


def repeat_name(pattern: str) -> Plant:
    """A name that another element of the kind has already."""

    def plant(text: Text, chance: Random) -> bool:
        found = [node for node in text.all(pattern) if "name" in node.attributes]
        # what others refer to by its name would be missed there
        rest = [node for node in found[1:] if text.text.count(f'"{text.value(node, "name")}"') == 1]
        if not rest:
            return False
        node = chance.choice(rest)
        text.set(node, "name", text.value(found[found.index(node) - 1], "name"))
        return True

    return plant


# Names that nothing has

unknown("mjcf-joint-of-motor-unknown", "actuator/motor", "joint")
unknown("mjcf-joint-of-servo-unknown", "actuator/position", "joint")
unknown("mjcf-equality-joint-unknown", "equality/joint", "joint2")
unknown("mjcf-tendon-joint-unknown", "fixed/joint", "joint")
unknown("mjcf-excluded-body-unknown", "exclude", "body2")
unknown("mjcf-sensor-joint-unknown", "jointpos", "joint")
unknown("mjcf-sensor-site-unknown", "accelerometer", "site")
unknown("mjcf-material-unknown", "geom", "material")
unknown("mjcf-texture-unknown", "asset/material", "texture")
unknown("mjcf-class-unknown", "geom", "class")
unknown("mjcf-mesh-unknown", "geom", "mesh")
add("mjcf-childclass-unknown", "references", BODIES, "childclass", "lok")
add("mjcf-camera-target-unknown", "references", "camera", "target", "nobody")

# Names that are there twice

kind("mjcf-body-twice", "names", MJCF)(repeat_name(BODIES))
kind("mjcf-geom-twice", "names", MJCF)(repeat_name("body/geom"))
kind("mjcf-actuator-twice", "names", MJCF)(repeat_name("actuator/motor"))
append("mjcf-class-twice", "names", "mujoco/default", '<default class="look"/>')
append("mjcf-material-twice", "names", "asset", '<material name="ground"/>')

# Words and numbers

value("mjcf-joint-type-misspelt", "values", [("body/joint", "type")], swapped, formats=MJCF)
value("mjcf-geom-type-misspelt", "values", [("body/geom", "type")], swapped, formats=MJCF)
value("mjcf-integrator-misspelt", "values", [("option", "integrator")], swapped, formats=MJCF)
give("mjcf-angle-misspelt", "values", [("compiler", "angle")], "degrees")
give("mjcf-limited-one", "values", [("tendon/fixed", "limited")], "1")
value(
    "mjcf-comma", "values", [("body", "pos"), ("inertial", "pos")], lambda text: text.replace(" ", ", "), formats=MJCF
)
value(
    "mjcf-letter", "values", [("body", "pos"), ("geom", "size")], lambda text: text.replace("0", "O", 1), formats=MJCF
)
value(
    "mjcf-number-less",
    "values",
    [("body", "pos"), ("joint", "axis")],
    lambda text: text.rpartition(" ")[0],
    formats=MJCF,
)
value("mjcf-number-more", "values", [("body", "pos"), ("joint", "axis")], lambda text: f"{text} 0", formats=MJCF)
value("mjcf-unit", "values", [("inertial", "mass"), ("body/joint", "damping")], lambda text: f"{text}kg", formats=MJCF)
give("mjcf-colour-of-three", "values", [("asset/material", "rgba")], "0.4 0.4 0.5")
give("mjcf-gravity-of-two", "values", [("option", "gravity")], "0 -9.81")
give("mjcf-timestep-zero", "values", [("option", "timestep")], "0")
give("mjcf-condim-two", "values", [("default/geom", "condim")], "2")
give("mjcf-fovy-too-wide", "values", [("camera", "fovy")], "200")
give("mjcf-light-nowhere", "values", [("light", "dir")], "0 0 0")

# Elements and attributes

attribute("mjcf-damping-misspelt", "structure", "body/joint", "damping", "dampng", MJCF)
attribute("mjcf-size-misspelt", "structure", "body/site", "size", "sise", MJCF)
attribute("mjcf-pos-misspelt", "structure", BODIES, "pos", "position", MJCF)
attribute("mjcf-mass-missing", "structure", "inertial", "mass", "", MJCF)
attribute("mjcf-joint1-missing", "structure", "equality/joint", "joint1", "", MJCF)
tag("mjcf-geom-misspelt", "structure", "body/geom", "goem", MJCF)
tag("mjcf-servo-misspelt", "structure", "actuator/position", "postion", MJCF)
tag("mjcf-sensor-misspelt", "structure", "accelerometer", "accelerometre", MJCF)
insert("mjcf-joint-of-the-world", "structure", "worldbody", '<joint type="slide"/>')
insert("mjcf-geom-in-the-root", "structure", "mujoco", '<geom size="0.1"/>')
insert("mjcf-body-in-the-root", "structure", "mujoco", '<body name="lost"/>')
insert("mjcf-freejoint-inside", "structure", BODIES, "<freejoint/>")
add("mjcf-word-of-old-release", "structure", "option", "apirate", "100")


@kind("mjcf-two-orientations", "structure", MJCF)
def _turn_twice(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("inertial|body/geom") if "euler" in node.attributes]
    if not found:
        return False
    text.add_attribute(chance.choice(found), "quat", "1 0 0 0")
    return True


# Shapes and masses

value(
    "mjcf-size-zero",
    "shapes",
    [("body/geom", "size")],
    lambda text: f"0 {text.partition(' ')[2]}".strip(),
    formats=MJCF,
)
value("mjcf-size-negative", "shapes", [("body/geom", "size")], lambda text: f"-{text}", formats=MJCF)
attribute("mjcf-size-missing", "shapes", "body/geom", "size", "", MJCF)
give("mjcf-scale-zero", "shapes", [("asset/mesh", "scale")], "0 1 1")
give("mjcf-mesh-file-missing", "files", [("asset/mesh", "file")], "meshes/covers.obj")
insert("mjcf-include-missing", "files", "mujoco", '<include file="common/lights.xml"/>')


@kind("mjcf-fromto-beside-pos", "shapes", MJCF)
def _place_twice(text: Text, chance: Random) -> bool:
    places = ((node, text.value(node, "pos")) for node in text.all("body/geom"))
    found = [node for node, place in places if place not in ("", "0 0 0")]  # MuJoCo takes a place of zeros for none
    text.add_attribute(chance.choice(found), "fromto", "0 0 0 0 0 1")
    return True


give("mjcf-mass-negative", "mass", [("inertial", "mass")], "-1")
give("mjcf-mass-zero", "mass", [("body/body/inertial", "mass")], "0")


@kind("mjcf-density-negative", "mass", MJCF)
def _lift(text: Text, chance: Random) -> bool:
    found = [node for node in text.all("body/geom") if "density" in node.attributes]
    if text.all("inertial") or not found:  # where masses are written, it says nothing
        return False
    text.set(chance.choice(found), "density", "-900")
    return True


give("mjcf-moments-impossible", "mass", [("inertial", "diaginertia")], "0.1 0.1 0.5")


@kind("mjcf-moments-missing", "mass", MJCF)
def _empty_moments(text: Text, chance: Random) -> bool:
    moving = [node.parent for node in text.all("body/body/joint") if node.parent is not None]
    found = [child for child in (node.child("inertial") for node in moving) if child is not None]
    text.set(chance.choice(found), "diaginertia", "0 0 0")
    return True


@kind("mjcf-texture-missing", "references", MJCF)
def _remove_texture(text: Text, chance: Random) -> bool:
    text.remove(chance.choice(text.all("asset/texture")), at=text.all("asset/material")[0])
    return True


# Joints and what drives them

give("mjcf-axis-zero", "joints", [("body/joint", "axis")], "0 0 0")
value(
    "mjcf-range-reversed",
    "joints",
    [("body/joint", "range")],
    lambda text: " ".join(reversed(text.split())),
    formats=MJCF,
)
give("mjcf-damping-negative", "joints", [("body/joint", "damping")], "-0.2")
give("mjcf-friction-negative", "joints", [("body/joint", "frictionloss")], "-0.05")
add("mjcf-stiffness-negative", "joints", "body/joint", "stiffness", "-5")
give("mjcf-control-range-reversed", "actuators", [("actuator/motor", "ctrlrange")], "1 -1")
give("mjcf-force-range-reversed", "actuators", [("actuator/position", "forcerange")], "30 -30")
give("mjcf-gear-zero", "actuators", [("actuator/motor", "gear")], "0")
give("mjcf-gain-negative", "actuators", [("actuator/position", "kp")], "-40")
give("mjcf-rate-gain-negative", "actuators", [("actuator/position", "kv")], "-2")
attribute("mjcf-nothing-driven", "actuators", "actuator/motor", "joint", "", MJCF)
give("mjcf-tendon-range-reversed", "joints", [("tendon/fixed", "range")], "3 -3")
give("mjcf-polynomial-of-six", "joints", [("equality/joint", "polycoef")], "0 1 0 0 0 0")
value("mjcf-key-too-long", "keyframes", [("key", "qpos")], lambda text: f"{text} 0", formats=MJCF)
value("mjcf-controls-too-many", "keyframes", [("key", "ctrl")], lambda text: f"{text} 0", formats=MJCF)
