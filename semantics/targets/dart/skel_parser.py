"""A SKEL document as DART reads it: its texts by DART's rules, without what DART passes over.

DART reads a tree of names, attributes and texts of its own making. Here a twin of the document's tree is brought to
what DART takes from it, text by text, and decoded like any document; the front end then sees nothing but what DART
sees. What makes DART give up comes back as faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.numbers import C_NUMBER, INTEGER, overflows, to_float, underflows
from ....runtime.parser import correct_xml, parser_options
from ....runtime.sink import Sink
from ....runtime.source import Source, literal_tag
from ....runtime.values import format_double
from ...core.bindings import bindings_of
from ...formats.skel.joints import AXES_READ, DIRECTIONS
from ...formats.skel.shapes import DART_ORDER
from ...formats.skel.tree import JOINT_DOFS
from ..facts import facts_of
from ..registry import DART

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...core.parsed import ParsedDocument

DETECTORS = frozenset({"fcl", "fcl_mesh", "dart", "bullet", "ode"})
ACTUATORS = frozenset({"force", "passive", "servo", "acceleration", "velocity", "locked"})
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
SIZES: dict[str, tuple[str, ...]] = {
    "sphere": ("radius",),
    "cylinder": ("radius", "height"),
    "capsule": ("radius", "height"),
    "cone": ("radius", "height"),
    "pyramid": ("base_width", "base_depth", "height"),
}
MOST_DIGITS = 20
"""Of a whole number; it takes no more to be larger than any that is kept."""
SOFT_ORDER = ("sphere", "box", "ellipsoid", "cylinder")

TextCheck = Callable[["_Element", str], str]
"""Answers a text as DART has it, or raises ``Unreadable``."""

Fault = tuple["_Element", str, dict[str, str]]
"""What ends DART's reading: where, the id of what it says, and its arguments."""


class DartValueError(Exception):
    """A text that ends DART's reading: the id of what it says, and the text."""

    def __init__(self, says: str, text: str) -> None:
        super().__init__(says, text)
        self.says = says
        self.text = text


@dataclass(slots=True)
class AsDart:
    """What DART takes from a document."""

    root: Any
    """The typed root."""
    faults: list[Fault] = field(default_factory=list)


def as_dart_reads(parsed: ParsedDocument[Any]) -> ParsedDocument[Any]:
    """A document as DART reads it; those of other formats stay what they are."""
    return replace(parsed, root=read_as_dart(parsed).root) if parsed.format == "skel" else parsed


def read_as_dart(parsed: ParsedDocument[Any]) -> AsDart:
    """What DART takes from a document, as it is now."""
    bindings = bindings_of("skel")
    twin = _copy_tree(parsed, bindings)
    faults: list[Fault] = []
    _Document(faults).skel(twin)
    origins = parsed.source.origins
    placed = [(origins.get(element, element), says, arguments) for element, says, arguments in faults]
    return AsDart(bindings.decode(twin, Sink(), silent=True), placed)


@cache
def never_read() -> dict[str, list[str]]:
    """Elements that DART passes over, by what they stand in."""
    found: dict[str, list[str]] = {}
    for row in facts_of(DART.name).rules:
        if row["says"] == "never-read":
            for path in row["path"]:
                parent, tag = path.split("/")
                found.setdefault(parent, []).append(tag)
    return found


def _copy_tree(parsed: ParsedDocument[Any], bindings: Any) -> _Element:
    """A tree of the document with its comments, whose elements have the places of the document's own."""
    source = parsed.source
    as_read = source.root
    if as_read is None or bindings.decode(as_read, Sink(), silent=True) != parsed.root:
        return _encode_tree(parsed, bindings)
    twin = _tree(correct_xml(source.data), source)
    if twin is None:
        return _encode_tree(parsed, bindings)
    theirs, ours = list(twin.iter(etree.Element)), list(as_read.iter(etree.Element))
    if len(theirs) == len(ours):
        for element, origin in zip(theirs, ours):
            if element.tag != origin.tag:  # a name that was read may be one that cannot be given
                element.tag = origin.tag
            source.origins[element] = origin
        source.put_right(twin)
    return twin


def _encode_tree(parsed: ParsedDocument[Any], bindings: Any) -> _Element:
    twin = _tree(bindings.encode(parsed.root), Source(None, ""))
    assert twin is not None, "what was just written can be parsed"
    return twin


def _tree(text: str | bytes, source: Source) -> _Element | None:
    """A text with its comments, None where the parser makes nothing of it as it stands."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    parser = etree.XMLParser(
        **{**parser_options(source, recover=True), "remove_comments": False, "remove_blank_text": False}
    )
    try:
        root: _Element | None = etree.fromstring(data, parser, base_url=source.key)
    except etree.XMLSyntaxError:
        return None
    return root


def text_of(element: _Element) -> str | None:
    """The text that DART sees in an element: from its start to the first comment or element; None where it is blank.

    Comments in front of it do not count.
    """
    text = element.text
    for child in element:
        if text and not text.isspace():
            return text
        if not isinstance(child, etree._Comment):
            return None
        text = child.tail
    return text if text and not text.isspace() else None


def number(text: str) -> float:
    """The longest leading number of a text.

    Raises:
        Unreadable: there is none, or it is out of range.
    """
    match = C_NUMBER.match(text)
    if match is None:
        raise DartValueError("not-a-number", text.strip())
    token = match[1].lower()
    value = to_float(token)
    if overflows(value, token) or underflows(value, token):
        raise DartValueError("out-of-range", token)
    return value


def _read_number(element: _Element, text: str) -> str:
    return format_double(number(text))


def _read_unsigned(element: _Element, text: str) -> str:
    match = INTEGER.match(text)
    if match is None:
        raise DartValueError("not-a-whole-number", text.strip())
    value = _integer(match[1])
    if value < 0:
        raise DartValueError("endless-count", match[1])
    return str(min(value, 2**32 - 1))


def _integer(token: str) -> int:
    """A whole number; one of more digits than any that counts is as good as another of that many."""
    value = int(token.lstrip("+-0")[:MOST_DIGITS] or "0")
    return -value if token.startswith("-") else value


def _read_bool(element: _Element, text: str) -> str:
    return "true" if text.lower() in ("1", "true") else "false"


def _read_switch(element: _Element, text: str) -> str:
    return "true" if number(text) != 0 else "false"


def _read_text(element: _Element, text: str) -> str:
    return text


def _read_vector(count: int) -> TextCheck:
    """Reads numbers; DART takes what is missing from memory that was never written, which counts as 0 here."""

    def read_components(element: _Element, text: str) -> str:
        values = [number(piece) for piece in text.split()[:count]]
        return " ".join(map(format_double, [*values, *[0.0] * (count - len(values))]))

    return read_components


def _read_color(element: _Element, text: str) -> str:
    values = [number(piece) for piece in text.split()]
    return " ".join(map(format_double, values if len(values) in (3, 4) else (0.5, 0.5, 1.0, 1.0)))


def _read_one_of(words: tuple[str, ...], otherwise: str) -> TextCheck:
    return lambda element, text: text if text in words else otherwise


class _Document:
    """Walks a tree and leaves in it what DART takes."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults

    def lacks(self, element: _Element, part: str) -> None:
        """Notes that an element has no part that DART needs."""
        self.faults.append((element, "element-missing", {"tag": literal_tag(element), "part": part}))

    def value(self, parent: _Element, tag: str, read: TextCheck, *, required: bool = False) -> str | None:
        """Reads the text of the first child of that name, and leaves it there as DART has it."""
        child = parent.find(tag)
        if child is None:
            if required:
                self.lacks(parent, tag)
            return None
        text = text_of(child)
        if text is None:
            self.faults.append((child, "text-missing", {"tag": tag}))
            parent.remove(child)
            return None
        try:
            value = read(child, text)
        except DartValueError as error:
            self.faults.append((child, error.says, {"tag": tag, "text": error.text}))
            parent.remove(child)
            return None
        for inner in list(child):
            child.remove(inner)
        child.text = value
        return value

    def drop(self, parent: _Element) -> None:
        """Removes what DART passes over."""
        for tag in never_read().get(literal_tag(parent), ()):
            for child in parent.findall(tag):
                parent.remove(child)

    def skel(self, root: _Element) -> None:
        """Reads the first world, and nothing beside it."""
        self.drop(root)
        world = root.find("world")
        if world is None:
            self.lacks(root, "world")
            return
        physics = world.find("physics")
        if physics is not None:
            self.value(physics, "time_step", _read_number)
            self.value(physics, "gravity", _read_vector(3))
            self.value(physics, "collision_detector", _read_one_of(tuple(DETECTORS), "fcl"))
        for skeleton in world.findall("skeleton"):
            self.skeleton(skeleton)

    def skeleton(self, skeleton: _Element) -> None:
        """Reads its bodies, then its joints."""
        self.drop(skeleton)
        self.value(skeleton, "mobile", _read_bool)
        self.value(skeleton, "transformation", _read_vector(6))
        bodies = skeleton.findall("body")
        for body in bodies:
            self.body(body)
        names = {body.get("name", "") for body in bodies} - {""}
        for joint in skeleton.findall("joint"):
            self.joint(joint, names)

    def body(self, body: _Element) -> None:
        """Reads a body with its inertia, shapes, skin and markers."""
        self.drop(body)
        self.value(body, "gravity", _read_bool)
        self.value(body, "transformation", _read_vector(6))
        inertia = body.find("inertia")
        if inertia is not None:
            self.drop(inertia)
            self.value(inertia, "mass", _read_number, required=True)
            self.value(inertia, "offset", _read_vector(3))
            moment = inertia.find("moment_of_inertia")
            if moment is not None:
                for tag in MOMENTS:
                    self.value(moment, tag, _read_number, required=True)
        for shape in body.findall("visualization_shape"):
            self.value(shape, "color", _read_color)
            self.shape(shape)
        for shape in body.findall("collision_shape"):
            self.value(shape, "collidable", _read_switch)
            self.shape(shape)
        soft = body.find("soft_shape")
        if soft is not None:
            self.soft(soft)
        for marker in body.findall("marker"):
            self.value(marker, "offset", _read_vector(3))

    def shape(self, shape: _Element) -> None:
        """Reads a shape; of several in one geometry only one is looked at."""
        self.drop(shape)
        self.value(shape, "transformation", _read_vector(6))
        geometry = shape.find("geometry")
        if geometry is None:
            self.lacks(shape, "geometry")
            return
        solid = _first(geometry, DART_ORDER)
        if solid is None:
            return
        self.drop(solid)
        tag = literal_tag(solid)
        for size in SIZES.get(tag, ()):
            self.value(solid, size, _read_number, required=True)
        if tag in ("box", "ellipsoid"):
            self.value(solid, "size", _read_finite_size, required=True)
        elif tag == "plane":
            self.value(solid, "normal", _read_vector(3), required=True)
            if self.value(solid, "offset", _read_number) is None:
                self.value(solid, "point", _read_vector(3))
        elif tag == "multi_sphere":
            for ball in solid.findall("sphere"):
                self.value(ball, "radius", _read_number, required=True)
                self.value(ball, "position", _read_vector(3), required=True)
        elif tag == "mesh":
            self.value(solid, "file_name", _read_text, required=True)
            self.value(solid, "scale", _read_vector(3), required=True)

    def soft(self, soft: _Element) -> None:
        """Reads the skin of a soft body."""
        self.drop(soft)
        self.value(soft, "total_mass", _read_number, required=True)
        self.value(soft, "transformation", _read_vector(6))
        for tag in ("kv", "ke", "damp"):
            self.value(soft, tag, _read_number)
        geometry = soft.find("geometry")
        if geometry is None:
            self.lacks(soft, "geometry")
            return
        rest = _first(geometry, SOFT_ORDER)
        if rest is None:
            return
        tag = literal_tag(rest)
        sizes = {"sphere": ("radius",), "cylinder": ("radius", "height")}.get(tag, ())
        for size in sizes:
            self.value(rest, size, _read_number, required=True)
        if tag in ("box", "ellipsoid"):
            self.value(rest, "size", _read_vector(3), required=True)
        if tag == "box":
            self.value(rest, "frags", _read_vector(3), required=True)
        count = _read_count if tag == "cylinder" else _read_unsigned
        counts = {"box": (), "cylinder": ("num_slices", "num_stacks", "num_rings")}.get(
            tag, ("num_slices", "num_stacks")
        )
        for name in counts:
            self.value(rest, name, count, required=True)

    def joint(self, joint: _Element, bodies: set[str]) -> None:
        """Reads a joint of a known type: what it is about first, then where it is."""
        kind = joint.get("type")
        dofs = JOINT_DOFS.get(kind or "")
        if kind is None or dofs is None:
            return
        if joint.get("actuator", "force") not in ACTUATORS:
            del joint.attrib["actuator"]
        for number_, tag in enumerate(("axis", "axis2", "axis3")):
            axis = joint.find(tag)
            if axis is not None and number_ >= AXES_READ.get(kind, dofs):
                joint.remove(axis)
            elif axis is not None:
                self.axis(axis, with_direction=number_ < DIRECTIONS.get(kind, 0))
        if kind == "euler":
            self.value(joint, "axis_order", _read_one_of(("xyz", "zyx"), "xyz"), required=True)
        if kind in ("planar", "translational2d"):
            self.plane(joint)
        if dofs:
            for tag in ("init_pos", "init_vel"):
                self.value(joint, tag, _read_vector(dofs))
            for dof in joint.findall("dof"):
                self.dof(dof, joint, dofs)
        self.place(joint, bodies)

    def place(self, joint: _Element, bodies: set[str]) -> None:
        """Reads what a joint connects; its place counts where both ends are known."""
        parent = self.value(joint, "parent", _read_text)
        if parent is not None and parent not in bodies and parent != "world":
            return
        child = self.value(joint, "child", _read_text)
        if child in bodies:
            self.value(joint, "transformation", _read_vector(6))

    def axis(self, axis: _Element, *, with_direction: bool) -> None:
        """Reads an axis; its direction only where the joint has one."""
        if with_direction:
            self.value(axis, "xyz", _read_vector(3), required=True)
        self.value(axis, "damping", _read_number)
        self.value(axis, "pitch", _read_number)
        dynamics, limit = axis.find("dynamics"), axis.find("limit")
        if dynamics is not None:
            self.drop(dynamics)
            for tag in ("damping", "friction", "spring_rest_position", "spring_stiffness"):
                self.value(dynamics, tag, _read_number)
        if limit is not None:
            self.drop(limit)
            for tag in ("lower", "upper"):
                self.value(limit, tag, _read_number)

    def plane(self, joint: _Element) -> None:
        """Reads the plane of a joint; its axes only where the plane is an arbitrary one."""
        plane = joint.find("plane")
        if plane is None:
            return
        if plane.get("type") not in ("xy", "yz", "zx", "arbitrary"):
            plane.attrib.pop("type", None)
        for tag in ("translation_axis1", "translation_axis2"):
            axis = plane.find(tag)
            if plane.get("type") != "arbitrary":
                if axis is not None:
                    plane.remove(axis)
            elif axis is None:
                self.lacks(plane, tag)
            else:
                self.value(axis, "xyz", _read_vector(3), required=True)

    def dof(self, dof: _Element, joint: _Element, dofs: int) -> None:
        """Reads a coordinate; one that the joint does not have is passed over."""
        match = INTEGER.match(dof.get("local_index", ""))
        index = _integer(match[1]) if match else -1
        if index < -1:
            self.faults.append((dof, "negative-index", {"text": dof.get("local_index", "")}))
        if index == -1:
            dof.attrib.pop("local_index", None)
        else:
            dof.set("local_index", str(min(index, 2**31 - 1)))
        if index >= dofs or (index == -1 and dofs > 1):
            joint.remove(dof)
            return
        for tag in ("position", "velocity", "acceleration", "force"):
            bounds = dof.find(tag)
            if bounds is not None:
                for name in ("lower", "upper", "initial"):
                    _read_attribute(bounds, name)
        for tag in ("damping", "friction", "spring_rest_position", "spring_stiffness"):
            self.value(dof, tag, _read_number)


def _read_attribute(element: _Element, name: str) -> None:
    """Leaves the number that an attribute begins with; one without a number is as if it were not there."""
    text = element.get(name)
    if text is None:
        return
    try:
        element.set(name, format_double(number(text)))
    except DartValueError:
        del element.attrib[name]


def _read_finite_size(element: _Element, text: str) -> str:
    """Three lengths; infinite ones count as 0 does, which is no length either."""
    values = [number(piece) for piece in text.split()[:3]]
    values += [0.0] * (3 - len(values))
    return " ".join(format_double(value if isfinite(value) else 0.0) for value in values)


def _read_count(element: _Element, text: str) -> str:
    value = number(text)
    if not value > -1:
        raise DartValueError("endless-count", f"{value:g}")
    return format_double(value)


def _first(geometry: _Element, tags: tuple[str, ...]) -> _Element | None:
    """The shape that counts; the others are removed."""
    found: Iterator[_Element] = (shape for tag in tags if (shape := geometry.find(tag)) is not None)
    first = next(found, None)
    for child in list(geometry):
        if child is not first:
            geometry.remove(child)
    return first
