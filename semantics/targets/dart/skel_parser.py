"""A SKEL document as DART reads it: its texts by DART's rules, without what DART passes over.

DART reads a tree of names, attributes and texts of its own making. Here a copy of the document's tree is brought to
what DART takes from it, text by text, and decoded like any document; the front end then sees nothing but what DART
sees. What makes DART give up comes back as faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from math import isfinite
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.numbers import C_NUMBER, INTEGER, overflows, to_float, underflows
from ....runtime.parser import correct_xml, parser_options
from ....runtime.sink import Sink
from ....runtime.source import Source, literal_tag
from ....runtime.values import format_double
from ...core.bindings import bindings_of
from ...formats.skel.joints import AXES, AXES_READ, DIRECTIONS
from ...formats.skel.tree import JOINT_DOFS
from ..facts import facts_of
from ..registry import DART

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...core.parsed import ParsedDocument

ACTUATORS = frozenset({"force", "passive", "servo", "acceleration", "velocity", "locked"})
SEVERAL = frozenset({"solids", "soft_solids"})
"""Kinds of what is read that are no element of their own."""
MOST_DIGITS = 20
"""Of a whole number; it takes no more to be larger than any that is kept."""

Fault = tuple["_Element", str, dict[str, str]]
"""What ends DART's reading: where, the id of what it says, and its arguments."""


class DartValueError(Exception):
    """A text that ends DART's reading: the id of what it says, and its arguments."""

    def __init__(self, says: str, **arguments: str) -> None:
        super().__init__(says, arguments)
        self.says = says
        self.arguments = arguments


def read_again(parsed: ParsedDocument[Any]) -> tuple[Any, list[Fault]]:
    """The typed root of what DART takes from a document, and the faults that end its reading."""
    bindings = bindings_of("skel")
    copy = _copy_tree(parsed, bindings)
    faults: list[Fault] = []
    _Document(faults).read_root(copy)
    origins = parsed.source.origins
    placed = [(origins.get(element, element), says, arguments) for element, says, arguments in faults]
    return bindings.decode(copy, Sink(), silent=True), placed


@cache
def never_read() -> dict[str, set[str]]:
    """Elements that DART passes over, by what they are in."""
    found: dict[str, set[str]] = {}
    for path in (path for row in facts_of(DART.name).rules if row["says"] == "never-read" for path in row["path"]):
        around, _, name = path.partition("/")
        found.setdefault(around, set()).add(name)
    return found


def _copy_tree(parsed: ParsedDocument[Any], bindings: Any) -> _Element:
    """A tree of the document with its comments, whose elements have the places of the document's own."""
    source = parsed.source
    as_read = source.root
    copy = None
    if as_read is not None and (
        not parsed.may_have_changed or bindings.decode(as_read, Sink(), silent=True) == parsed.root
    ):
        copy = _parse_with_comments(correct_xml(source.data), source)
    if copy is None or as_read is None:
        copy = _parse_with_comments(bindings.encode(parsed.root), Source(None, ""))
        assert copy is not None, "what was just written can be parsed"
        return copy
    copied, own = list(copy.iter(etree.Element)), list(as_read.iter(etree.Element))
    if len(copied) == len(own):
        for element, origin in zip(copied, own):
            if element.tag != origin.tag:  # a name that was read may be one that cannot be given
                element.tag = origin.tag
            source.origins[element] = origin
        source.put_right(copy)
    return copy


def _parse_with_comments(text: str | bytes, source: Source) -> _Element | None:
    """The root of a text, None where the parser makes nothing of it as it is."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    options = {**parser_options(source, recover=True), "remove_comments": False, "remove_blank_text": False}
    try:
        root: _Element | None = etree.fromstring(data, etree.XMLParser(**options), base_url=source.key)
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
        DartValueError: there is none, or it is out of range.
    """
    match = C_NUMBER.match(text)
    if match is None:
        raise DartValueError("not-a-number", text=text.strip())
    token = match[1].lower()
    value = to_float(token)
    if overflows(value, token) or underflows(value, token):
        raise DartValueError("out-of-range", text=token)
    return value


@lru_cache(maxsize=4096)
def _read_number(text: str) -> str:
    """A number as DART has it; documents write the same few thousands of times.

    Raises:
        DartValueError: see ``number``.
    """
    return format_double(number(text))


def _read_whole_number(text: str) -> tuple[int, str]:
    """A whole number and its digits; one of more digits than any that counts is as good as another of that many."""
    match = INTEGER.match(text)
    if match is None:
        raise DartValueError("not-a-whole-number", text=text.strip())
    value = int(match[1].lstrip("+-0")[:MOST_DIGITS] or "0")
    return -value if match[1].startswith("-") else value, match[1]


def _read_unsigned(text: str) -> str:
    value, digits = _read_whole_number(text)
    if value < 0:
        raise DartValueError("endless-count", text=digits)
    return str(min(value, 2**32 - 1))


def _read_count(text: str) -> str:
    value = number(text)
    if not value > -1:
        raise DartValueError("endless-count", text=f"{value:g}")
    return format_double(value)


def read_vector(count: int, text: str) -> str:
    """Reads numbers; DART takes what is missing from memory that was never written, which counts as 0 here."""
    values = [_read_number(piece) for piece in text.split()[:count]]
    return " ".join([*values, *["0"] * (count - len(values))])


def _read_lengths(text: str) -> str:
    """Three lengths; infinite ones count as 0 does, which is no length either."""
    return " ".join(piece if isfinite(float(piece)) else "0" for piece in read_vector(3, text).split())


def _read_color(text: str) -> str:
    values = [number(piece) for piece in text.split()]
    return " ".join(map(format_double, values if len(values) in (3, 4) else (0.5, 0.5, 1.0, 1.0)))


READERS: dict[str, Callable[[str], str]] = {
    "number": _read_number,
    "unsigned": _read_unsigned,
    "count": _read_count,
    "vector": partial(read_vector, 3),
    "pose": partial(read_vector, 6),
    "lengths": _read_lengths,
    "color": _read_color,
    "bool": lambda text: "true" if text.lower() in ("1", "true") else "false",
    "switch": lambda text: "true" if number(text) != 0 else "false",
    "text": str,
    "detector": lambda text: text if text in ("fcl_mesh", "dart", "bullet", "ode") else "fcl",
    "axis_order": lambda text: "zyx" if text == "zyx" else "xyz",
}
"""What makes of a text what DART has, or raises ``DartValueError``, by the words of ``[own]`` in its table."""


class _Document:
    """Walks a tree and leaves in it what DART takes."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults

    def find(self, parent: _Element, tag: str) -> _Element | None:
        """The first child of that name, which DART needs; it is noted where there is none."""
        child = parent.find(tag)
        if child is None:
            self.faults.append((parent, "element-missing", {"tag": literal_tag(parent), "part": tag}))
        return child

    def read_value(self, parent: _Element, tag: str, kind: str, count: int = 0) -> str | None:
        """Reads the text of the first child of that name, and leaves it there as DART has it.

        ``kind`` is one of ``READERS``, with ``!`` behind it where DART needs the child; a vector may have a ``count``.
        """
        child = self.find(parent, tag) if kind[-1] == "!" else parent.find(tag)
        if child is None:
            return None
        text = text_of(child)
        try:
            if text is None:
                raise DartValueError("text-missing")
            value = read_vector(count, text) if count else READERS[kind.rstrip("!")](text)
        except DartValueError as error:
            self.faults.append((child, error.says, {"tag": tag, **error.arguments}))
            parent.remove(child)
            return None
        if len(child):
            for inner in list(child):
                child.remove(inner)
        child.text = value
        return value

    def read(self, element: _Element, kinds: Mapping[str, str] | None = None) -> None:
        """Removes what DART passes over in an element, and reads the texts in it."""
        tag = literal_tag(element)
        unread = never_read().get(tag)
        if unread is not None:
            for child in list(element):
                if child.tag in unread:
                    element.remove(child)
        own = facts_of(DART.name).own
        there = set(map(literal_tag, element))
        for name, kind in (own["reads"].get(tag, {}) if kinds is None else kinds).items():
            if name not in there and kind[-1] != "!" and kind not in SEVERAL:
                continue
            if kind in ("first", "all"):
                for child in element.findall(name)[: 1 if kind == "first" else None]:
                    self.read(child)
            elif kind in SEVERAL:
                self.read_solid(element, own[kind])
            else:
                self.read_value(element, name, kind)

    def read_root(self, root: _Element) -> None:
        """Reads the first world, and nothing beside it."""
        self.read(root)
        world = self.find(root, "world")
        if world is None:
            return
        self.read(world)
        for skeleton in world.findall("skeleton"):
            self.read(skeleton)
            names = {body.get("name", "") for body in skeleton.findall("body")} - {""}
            for joint in skeleton.findall("joint"):
                self.read_joint(joint, names)

    def read_solid(self, shape: _Element, solids: Mapping[str, Mapping[str, str]]) -> None:
        """Reads the geometry of a shape; of several solids in it only one is looked at, and the others are removed."""
        geometry = self.find(shape, "geometry")
        if geometry is None:
            return
        solid = next((found for tag in solids if (found := geometry.find(tag)) is not None), None)
        for child in list(geometry):
            if child is not solid:
                geometry.remove(child)
        if solid is None:
            return
        tag = literal_tag(solid)
        self.read(solid, solids[tag])
        if tag == "plane" and self.read_value(solid, "offset", "number") is None:
            self.read_value(solid, "point", "vector")
        elif tag == "multi_sphere":
            for ball in solid.findall("sphere"):
                self.read(ball, {"radius": "number!", "position": "vector!"})

    def read_joint(self, joint: _Element, bodies: set[str]) -> None:
        """Reads a joint of a known type: what it is about first, then where it is."""
        kind = joint.get("type")
        dofs = JOINT_DOFS.get(kind or "")
        if kind is None or dofs is None:
            return
        if joint.get("actuator", "force") not in ACTUATORS:
            del joint.attrib["actuator"]
        for count, tag in enumerate(AXES):
            axis = joint.find(tag)
            if axis is not None and count >= AXES_READ.get(kind, dofs):
                joint.remove(axis)
            elif axis is not None:
                if count < DIRECTIONS.get(kind, 0):
                    self.read_value(axis, "xyz", "vector!")
                self.read(axis)
        if kind == "euler":
            self.read_value(joint, "axis_order", "axis_order!")
        if kind in ("planar", "translational2d"):
            self.read_plane(joint)
        if dofs:
            for tag in ("init_pos", "init_vel"):
                self.read_value(joint, tag, "vector", dofs)
            for dof in joint.findall("dof"):
                self.read_coordinate(dof, joint, dofs)
        # its place counts where both ends are known
        parent = self.read_value(joint, "parent", "text")
        is_known = parent is None or parent in bodies or parent == "world"
        if is_known and self.read_value(joint, "child", "text") in bodies:
            self.read_value(joint, "transformation", "pose")

    def read_plane(self, joint: _Element) -> None:
        """Reads the plane of a joint; its axes only where the plane is an arbitrary one."""
        plane = joint.find("plane")
        if plane is None:
            return
        if plane.get("type") not in ("xy", "yz", "zx", "arbitrary"):
            plane.attrib.pop("type", None)
        is_arbitrary = plane.get("type") == "arbitrary"
        for tag in ("translation_axis1", "translation_axis2"):
            axis = self.find(plane, tag) if is_arbitrary else plane.find(tag)
            if axis is not None and is_arbitrary:
                self.read_value(axis, "xyz", "vector!")
            elif axis is not None:
                plane.remove(axis)

    def read_coordinate(self, dof: _Element, joint: _Element, dofs: int) -> None:
        """Reads a coordinate; one that the joint does not have is passed over."""
        text = dof.get("local_index", "")
        index = -1
        with suppress(DartValueError):
            index = _read_whole_number(text)[0]
        if index < -1:
            self.faults.append((dof, "negative-index", {"text": text}))
        if index == -1:
            dof.attrib.pop("local_index", None)
        else:
            dof.set("local_index", str(min(index, 2**31 - 1)))
        if index >= dofs or (index == -1 and dofs > 1):
            joint.remove(dof)
            return
        for tag in ("position", "velocity", "acceleration", "force"):
            if (bounds := dof.find(tag)) is not None:
                _read_attributes(bounds)
        self.read(dof)


def _read_attributes(element: _Element) -> None:
    """Leaves the numbers that attributes begin with; one without a number is as if it were not there."""
    for name, text in element.items():
        try:
            element.set(name, format_double(number(str(text))))
        except DartValueError:
            del element.attrib[name]
