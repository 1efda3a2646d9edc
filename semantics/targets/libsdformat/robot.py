"""A robot as urdfdom hands it to libsdformat: links in a tree, each with what urdfdom could read of it.

Inside a link urdfdom stops at the first fault and keeps what came before. Links and joints hang together by name;
children stand in the order of their joints' names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple, dataclass, field
from ....runtime.source import literal_tag
from ...spatial.inertia import Moments
from ...spatial.raw_pose import IDENTITY, RawPose, Vector
from ..children import child_of, children_of
from ..urdfdom.links import find_inertial_fault, find_shape_fault, is_mass_read
from ..urdfdom.values import Values
from .angles import format_number, format_numbers, rotation_by_urdfdom

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ....runtime.source import Source

Color = tuple[float, ...]

WORLD = "world"
"""The link that is the world itself where it is the root."""
SHAPES = {
    "box": ("size",),
    "cylinder": ("length", "radius"),
    "sphere": ("radius",),
    "mesh": ("scale", "filename"),
}
"""The shapes that urdfdom knows, with what it reads of each."""
BLACK: Color = (0.0, 0.0, 0.0, 1.0)
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
NO_MOMENTS: Moments = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(slots=True)
class Inertial:
    """Mass, where its centre is, and the moments about that in the axes of ``pose``."""

    mass: float = 0.0
    pose: RawPose = IDENTITY
    moments: Moments = NO_MOMENTS
    element: _Element | None = None


class UrdfdomGeometry(NamedTuple):
    """A box, cylinder, sphere or mesh."""

    element: _Element
    parts: tuple[tuple[str, str], ...]
    """What the element of its name has in SDFormat, with the texts."""


@dataclass(slots=True)
class UrdfdomShape:
    """A visual or a collision."""

    element: _Element
    geometry: UrdfdomGeometry
    name: str
    pose: RawPose
    color: Color | None = None
    material: str = ""


@dataclass(slots=True)
class UrdfdomJoint:
    """A joint."""

    element: _Element
    name: str
    type: str
    pose: RawPose
    """In the link that is its parent after lumping."""


@dataclass(slots=True)
class UrdfdomLink:
    """A link, which gets what is lumped into it."""

    element: _Element
    name: str
    inertial: Inertial | None = None
    visuals: list[UrdfdomShape] = field(default_factory=list)
    collisions: list[UrdfdomShape] = field(default_factory=list)
    joint: UrdfdomJoint | None = None
    """The one that it is attached to."""
    parent: UrdfdomLink | None = None
    """The link that ``joint`` hangs on after lumping."""
    children: list[UrdfdomLink] = field(default_factory=list)

    @property
    def is_massless(self) -> bool:
        """Whether libsdformat finds no mass in it."""
        return self.inertial is None or self.inertial.mass <= 0


@dataclass(slots=True)
class Robot:
    """The robot."""

    element: _Element
    name: str
    root: UrdfdomLink
    links: dict[str, UrdfdomLink]
    joints: dict[str, UrdfdomLink]
    """The child of each joint."""


def read_robot(source: Source, values: Values | None = None) -> Robot:
    """The robot in a document that urdfdom takes, whose ``values`` are read where the caller has none."""
    root = source.root
    assert root is not None
    return _RobotParser(values or Values(source)).robot(root)


def has_second_parent(values: Values) -> bool:
    """Whether a link is the child of two joints."""
    children = [values.ends_of(joint)[1] for joint in values.tops("joint")]
    return len(children) != len(set(children))


def _read_vector(text: str | None, absent: Vector = (0.0, 0.0, 0.0)) -> Vector:
    if text is None:
        return absent
    x, y, z = map(float, text.split())
    return x, y, z


class _RobotParser:
    def __init__(self, values: Values) -> None:
        self._values = values
        self._colors: dict[str, Color] = {}
        self._poses: dict[tuple[object, object], RawPose] = {}
        """By the texts of an origin, or the values that a decoder has for them: a robot writes many of them several times."""

    def robot(self, root: _Element) -> Robot:
        for material in self._values.tops("material"):
            name = material.get("name") or ""
            self._colors.setdefault(name, (self._color(material) if name else None) or BLACK)
        links = {link.name: link for link in map(self._link, self._values.tops("link"))}
        joints: dict[str, UrdfdomLink] = {}
        for element in sorted(self._values.tops("joint"), key=lambda element: element.get("name") or ""):
            sound = self._values.sound_joints.get(element)
            pose = self._pose(element) if sound is None else self._sound_pose(sound)
            joint = UrdfdomJoint(element, element.get("name") or "", element.get("type") or "", pose)
            above, below = self._values.ends_of(element)
            parent, child = links[above], links[below]
            child.joint, child.parent = joint, parent
            parent.children.append(child)
            joints[joint.name] = child
        top = next(link for link in links.values() if link.joint is None)
        return Robot(root, root.get("name") or "", top, links, joints)

    def _link(self, element: _Element) -> UrdfdomLink:
        sound = self._values.sound_links.get(element)
        if sound is not None:
            return self._sound_link(element, sound)
        link = UrdfdomLink(element, element.get("name") or "")
        if element.get("name") is None:
            return link
        inertial = self._values.parts(element).get("inertial")
        if inertial is not None:
            link.inertial = Inertial(element=inertial)
            if not self._read_inertial(inertial, link.inertial):
                return link
        for tag, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for child in children_of(element, tag):
                shape = self._shape(child)
                if shape is None:
                    self._assign_colors(link)
                    return link
                shapes.append(shape)
        self._assign_colors(link)
        return link

    def _sound_link(self, element: _Element, read: Any) -> UrdfdomLink:
        """A link that urdfdom reads to its end, by its typed element."""
        link, fields = UrdfdomLink(element, read.name), read.__dict__
        inertial = fields.get("inertial")
        if inertial is not None:
            of = inertial.inertia
            moments = of.ixx, of.iyy, of.izz, of.ixy, of.ixz, of.iyz
            pose = self._sound_pose(inertial)
            link.inertial = Inertial(inertial.mass.value, pose, moments, inertial.source_element)
        link.visuals = [self._sound_shape(each) for each in fields.get("visual", ())]
        link.collisions = [self._sound_shape(each) for each in fields.get("collision", ())]
        if link.visuals:
            self._assign_colors(link)
        return link

    def _sound_shape(self, read: Any) -> UrdfdomShape:
        fields = read.__dict__
        (geometry,) = [each for name, each in fields["geometry"].__dict__.items() if name in SHAPES]
        there = geometry.source_element
        parts = _parts_of_geometry(there.tag, geometry.__dict__)
        shape = UrdfdomShape(
            read.source_element, UrdfdomGeometry(there, parts), fields.get("name", ""), self._sound_pose(read)
        )
        material = fields.get("material")
        if material is not None:
            shape.material = material.name
            if "color" in material.__dict__ or "texture" in material.__dict__:
                shape.color = self._color(material.source_element)
        return shape

    def _sound_pose(self, element: Any) -> RawPose:
        origin = element.__dict__.get("origin")
        if origin is None:
            return IDENTITY
        xyz, rpy = origin.xyz, origin.rpy
        # not the values themselves, among which those that differ in the sign of a zero are one
        key = id(xyz), id(rpy)
        pose = self._poses.get(key)
        if pose is None:
            pose = self._poses[key] = *xyz, *rotation_by_urdfdom(*rpy)
        return pose

    def _read_inertial(self, element: _Element, inertial: Inertial) -> bool:
        fault = find_inertial_fault(element, self._values)
        if fault is not None and literal_tag(fault.element) == "origin":
            return False
        inertial.pose = self._pose(element)
        if fault is not None and not is_mass_read(fault):
            return False
        parts = self._values.parts(element)
        inertial.mass = float(parts["mass"].get("value", ""))
        if fault is not None:
            return False
        inertia = parts["inertia"]
        ixx, iyy, izz, ixy, ixz, iyz = (float(inertia.get(name, "")) for name in MOMENTS)
        inertial.moments = ixx, iyy, izz, ixy, ixz, iyz
        return True

    def _shape(self, element: _Element) -> UrdfdomShape | None:
        parts = self._values.parts(element)
        holder = parts.get("geometry")
        if holder is None or find_shape_fault(element, self._values) is not None:
            return None
        there = holder[0]
        geometry = UrdfdomGeometry(there, _parts_of_geometry(literal_tag(there), _read_geometry(there)))
        shape = UrdfdomShape(element, geometry, element.get("name") or "", self._pose(element))
        material = parts.get("material") if literal_tag(element) == "visual" else None
        if material is not None:
            shape.material, shape.color = material.get("name") or "", self._color(material)
        return shape

    def _assign_colors(self, link: UrdfdomLink) -> None:
        """A material of that name that came before counts more than the visual's own."""
        for visual in link.visuals:
            if not visual.material:
                continue
            known = self._colors.get(visual.material)
            if known is not None:
                visual.color = known
            elif visual.color is not None:
                self._colors[visual.material] = visual.color

    def _color(self, material: _Element) -> Color | None:
        """Red, green, blue and alpha of a material that is defined there."""
        color, texture = child_of(material, "color"), child_of(material, "texture")
        if color is not None and color.get("rgba") is not None and self._values.is_vector(color, "rgba", 4):
            return tuple(map(float, color.get("rgba", "").split()))
        return BLACK if texture is not None and texture.get("filename") is not None else None

    def _pose(self, element: _Element) -> RawPose:
        """The pose in the ``<origin>`` of something, which is known to be readable."""
        origin = self._values.parts(element).get("origin")
        if origin is None:
            return IDENTITY
        texts = origin.get("xyz"), origin.get("rpy")
        pose = self._poses.get(texts)
        if pose is None:
            xyz, rpy = map(_read_vector, texts)
            pose = self._poses[texts] = *xyz, *rotation_by_urdfdom(*rpy)
        return pose


def _read_geometry(geometry: _Element) -> dict[str, Any]:
    """The values of a shape that urdfdom reads, as a decoder has them."""
    return {
        name: text if name == "filename" else _read_vector(text) if name in ("size", "scale") else float(text)
        for name, text in geometry.items()
        if name in SHAPES[literal_tag(geometry)]
    }


def _parts_of_geometry(tag: str, read: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    if tag == "box":
        return (("size", format_numbers(*read["size"])),)
    if tag == "mesh":
        scale = format_numbers(*read.get("scale", (1.0, 1.0, 1.0)), digits=6)
        return ("scale", scale), ("uri", read["filename"].replace("package://", "model://", 1))
    return tuple([(name, format_number(read[name])) for name in SHAPES[tag]])
