"""Composite cables, which MuJoCo knew until 3.12, as the bodies, joints, geoms and sites that they stood for.

Spec: MJCF reference of 3.12, ``composite``; what was made of them, by compiling documents with that release.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.saving.origin_marks import MARK
from ...core.bindings import bindings_of
from ...spatial.raw_pose import (
    Vector,
    cross,
    dot,
    multiply,
    quaternion_from_axis_angle,
    quaternion_from_matrix,
    rotate,
    unit,
)
from ..tokens import format_enum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ...spatial.raw_pose import Quaternion
    from ...upgrade.xml_tree import Editor

PLUGIN = "mujoco.elasticity.cable"
MOST_POINTS = 200
"""Bodies of a cable are nested, and elements cannot be nested deeper by far."""
SHORTEST = 1e-14
"""Square of the length of a vector that has a direction."""
OWN_OF_JOINTS = ("kind", "type", "axis", "solreffix", "solimpfix", "limited")
"""Attributes of a cable's joint that its joints never had: they are ball joints."""
RESISTANCE = ("damping", "armature", "frictionloss")
"""What a free joint at the beginning of a cable did not have."""


def expand_cables(tree: _Element, editor: Editor, sink: Sink) -> None:
    """Puts the bodies of each cable in its place; what a cable cannot be made into, stays."""
    cables = [each for each in tree.iter("composite") if each.get("type") == "cable"]
    contacts: list[tuple[str, str]] = []
    for cable in cables:
        points = _points_of(cable)
        if points is None or len(points) > MOST_POINTS:
            continue
        if any(each.get("plugin") == PLUGIN for each in cable.iterchildren("plugin")):
            what = "the elasticity of a cable, whose joints can be given a stiffness instead,"
            sink.report(rules.DEPRECATED_PLACE, cable, path=what, version="MuJoCo 4.0")
        _expand(cable, points, editor, contacts)
    if contacts:
        holder = next(tree.iterchildren("contact"), None)
        if holder is None:
            holder = editor.make(tree, "contact", cables[0])
        for first, second in contacts:
            exclude = editor.make(holder, "exclude", cables[0])
            exclude.set("body1", first)
            exclude.set("body2", second)
    if cables and next(tree.iter("composite"), None) is None:
        _remove_plugin(tree, editor)


def _points_of(cable: _Element) -> list[Vector] | None:
    """Where the segments of a cable meet; None where that cannot be said."""
    try:
        written = _numbers(cable.get("vertex", ""))
        for holder, name in ((cable, "offset"), *((geom, "size") for geom in cable.iterchildren("geom"))):
            _numbers(holder.get(name, ""))
        if len(written) > 3:
            return [(x, y, z) for x, y, z in zip(written[0::3], written[1::3], written[2::3])]
        count = [int(text) for text in cable.get("count", "").split()]
        size = [*_numbers(cable.get("size", "1")), 0.0, 0.0][:3]
        quat = _numbers(cable.get("quat", "1 0 0 0"))
    except ValueError:
        return None
    if not count or not 2 <= count[0] <= MOST_POINTS or len(quat) != 4:
        return None
    curve = [*cable.get("curve", "").split(), "0", "0", "0"][:3]
    found: list[Vector] = []
    for number in range(count[0]):
        share = number / (count[0] - 1)
        along = {
            "s": share * size[0],
            "cos(s)": size[1] * cos(pi * share * size[2]),
            "sin(s)": size[1] * sin(pi * share * size[2]),
            "0": 0.0,
        }
        if not along.keys() >= set(curve):
            return None
        x, y, z = (along[word] for word in curve)
        found.append(rotate((quat[0], quat[1], quat[2], quat[3]), (x, y, z)))
    return found


def _numbers(text: str) -> list[float]:
    return [float(each) for each in text.split()]


def _expand(cable: _Element, points: Sequence[Vector], editor: Editor, contacts: list[tuple[str, str]]) -> None:
    """Writes the bodies of a cable, each in the one before it."""
    prefix, parent = cable.get("prefix", ""), cable.getparent()
    assert parent is not None, "a composite is in a body"
    last = len(points) - 2
    names = ["B_first", *(f"B_{number}" for number in range(1, last)), "B_last"]
    offset = [*_numbers(cable.get("offset", "0 0 0")), 0.0, 0.0, 0.0]
    initial = cable.get("initial", "ball")
    holder, place = parent, parent.index(cable)
    normal: Vector = (0.0, 1.0, 0.0)
    before: Quaternion = (1.0, 0.0, 0.0, 0.0)
    for number in range(last + 1):
        edge = _difference(points[number + 1], points[number])
        length = dot(edge, edge) ** 0.5
        normal = _next_normal(points, number, normal)
        tangent = _direction(edge)
        binormal = _direction(cross(tangent, normal)) if number else _first_binormal(points, tangent)
        turned = quaternion_from_matrix(tuple(zip(tangent, normal, binormal)))
        body = editor.make(holder, "body", cable, place)
        body.set("name", prefix + names[number])
        if number:
            w, x, y, z = before
            back = _difference(points[number], points[number - 1])
            body.set("pos", _text((dot(back, back) ** 0.5, 0.0, 0.0)))
            body.set("quat", _text(multiply((w, -x, -y, -z), turned)))
        else:
            body.set("pos", _text([offset[axis] + points[0][axis] for axis in range(3)]))
            body.set("quat", _text(turned))
        _add_joint(cable, body, prefix + "J" + names[number][1:], initial if not number else "ball", editor)
        _add_geom(cable, body, f"{prefix}G{number}", length, editor)
        if number in (0, last):
            _add_site(cable, body, prefix + "S" + names[number][1:], length if number == last else 0.0, editor)
        if number < last:
            contacts.append((prefix + names[number], prefix + names[number + 1]))
        holder, place, before = body, None, turned  # type: ignore[assignment]  # the others are the last in theirs
    editor.delete(cable)


def _next_normal(points: Sequence[Vector], number: int, normal: Vector) -> Vector:
    """The normal of a segment: that of the one before, turned as the cable turns where they meet."""
    tangent = _direction(_difference(points[number + 1], points[number]))
    if number == 0:
        return _direction(cross(_first_binormal(points, tangent), tangent))
    previous = _direction(_difference(points[number], points[number - 1]))
    about = cross(previous, tangent)
    turn = dot(about, about)
    angle = atan2(turn**0.5 if turn >= SHORTEST else 0.0, dot(previous, tangent))
    return _direction(rotate(quaternion_from_axis_angle(_direction(about), angle), normal))


def _first_binormal(points: Sequence[Vector], tangent: Vector) -> Vector:
    following = _direction(_difference(points[2], points[1])) if len(points) > 2 else (0.0, 0.0, 0.0)
    return _direction(cross(tangent, following))


def _add_joint(cable: _Element, body: _Element, name: str, kind: str, editor: Editor) -> None:
    if kind == "none":
        return
    left_out = OWN_OF_JOINTS if kind != "free" else (*OWN_OF_JOINTS, *RESISTANCE)
    given = {"name": name, "type": "free" if kind == "free" else "ball", "group": "3"}
    joint = _add_part(cable, body, "joint", given, left_out, editor)
    if kind == "free":
        for each in RESISTANCE:
            joint.attrib.pop(each, None)


def _add_geom(cable: _Element, body: _Element, name: str, length: float, editor: Editor) -> None:
    geom = _add_part(cable, body, "geom", {"name": name}, (), editor)
    if geom.get("type") == "box":
        geom.set("pos", _text((length / 2, 0.0, 0.0)))
        geom.set("size", _text((length / 2, *_numbers(geom.get("size", "0"))[1:])))
    else:
        geom.set("fromto", _text((0.0, 0.0, 0.0, length, 0.0, 0.0)))


def _add_site(cable: _Element, body: _Element, name: str, at: float, editor: Editor) -> None:
    _add_part(cable, body, "site", {"name": name, "group": "3", "pos": _text((at, 0.0, 0.0))}, (), editor)


def _add_part(
    cable: _Element, body: _Element, tag: str, given: dict[str, str], left_out: tuple[str, ...], editor: Editor
) -> _Element:
    """A part of a body with what the cable says of all such parts; no class of defaults ever counted for it."""
    written = next(cable.iterchildren(tag), None)
    part = editor.make(body, tag, cable if written is None else written)
    for key, value in given.items():
        part.set(key, value)
    for key, value in () if written is None else written.attrib.items():
        if key not in left_out and key != MARK:
            part.set(key, value)
    built_in = bindings_of("mjcf").types[tag.capitalize()]
    for key in _defaults_around(cable, tag):
        text = _text_of(getattr(built_in, key.replace("class", "class_"), None))
        if part.get(key) is None and text is not None:
            part.set(key, text)
    return part


def _defaults_around(cable: _Element, tag: str) -> list[str]:
    """Names of the attributes that elements of a tag get from classes where the cable stands."""
    named = next((each.get("childclass") for each in cable.iterancestors() if each.get("childclass")), None)
    root = cable.getroottree().getroot()
    classes = [each for each in root.iter("default") if named is not None and each.get("class") == named]
    if not classes:
        classes = list(root.iterchildren("default"))
    around = {holder for each in classes for holder in (each, *each.iterancestors("default"))}
    found = [key for holder in around for part in holder.iterchildren(tag) for key in part.attrib]
    return sorted({str(key) for key in found if key not in (MARK, "class")})


def _text_of(value: object) -> str | None:
    """The text of a value that holds where none is written; None where there is none."""
    if value is None or value == ():
        return None
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return format_enum(value)


def _remove_plugin(tree: _Element, editor: Editor) -> None:
    """Takes out the extension that only cables used."""
    for plugin in [each for each in tree.iter("plugin") if each.get("plugin") == PLUGIN]:
        holder = plugin.getparent()
        editor.delete(plugin)
        if holder is not None and holder.tag == "extension" and len(holder) == 0:
            editor.delete(holder)


def _difference(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _direction(vector: Vector) -> Vector:
    """A unit vector; one that is too short to have a direction stays, as in a straight cable, which has no normal."""
    return unit(vector) if dot(vector, vector) >= SHORTEST else vector


def _text(numbers: Sequence[float]) -> str:
    return " ".join(format(number + 0.0, ".12g") for number in numbers)
