"""What only URDF says, in SDFormat: elements and attributes of a namespace of URDF's own, which readers of SDFormat pass over.

SDFormat has such names for what its words do not say, as URDF has ``<gazebo>`` for what SDFormat says. They are written as they
were, inside what was made of the element around them; on the way back they are parts of that again.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.element import Element
from ...runtime.source import literal_tag
from ...runtime.unknown_elements import any_element, is_generic
from ..formats.extension_names import NAMESPACE, PREFIX
from ..spatial.inertia import nearest_physical_inertia
from .coverage.ledger import xml_of
from .prefixed_tree import PREFIX_OF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ..spatial.inertia import Moments
    from .coverage.ledger import Ledger, UncoveredNode
    from .prefixed_tree import PrefixedTree

EXTENSIONS = {NAMESPACE: PREFIX}
"""How the namespace is called where nothing says how."""
IDENTITY = ("name", "reference")
"""Attributes that distinguish elements of one tag."""
NAME = f"{{{NAMESPACE}}}name"
"""The attribute that says how a joint, a link or the material of a visual is called in URDF."""
FIXED_JOINTS, LUMPED = f"{{{NAMESPACE}}}fixed_joints", "lumped"
"""The attribute by which a model says that Gazebo makes one link of those that its fixed joints join, but where a block says otherwise."""
STAYS = "preserveFixedJoint"
INERTIA = f"{{{NAMESPACE}}}inertia"
"""What a robot says of moments that no body has."""
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
SAME = 1e-9
"""How far moments may be from those that others become, in parts of the largest."""


def name_parts(pairs: Iterable[tuple[Any, Any]]) -> None:
    """Says in parts of SDFormat how they are called in URDF, where that is otherwise."""
    for element, made in pairs:
        written = getattr(element, "name", None)
        if type(element).__name__ == type(made).__name__ and isinstance(written, str) and written != made.name:
            made.any_attributes[NAME] = written


def read_name(element: Any) -> str | None:
    """How a part of SDFormat is called in URDF; None where it does not say that."""
    there = xml_of(element)
    return None if there is None else there.get(NAME)


def mark_lumped_joints(robot: Any, model: Any) -> list[_Element]:
    """Says in a model that its fixed joints stay in Gazebo only where a block says so, as in a robot; unless all of them would.

    Such are joints between links with mass of which something is said in blocks: the way back lets these stay by itself.

    Returns:
        What says that joints stay, where the way back says it by itself.
    """
    heavy = {link.name for link in robot.link if link.inertial is not None and link.inertial.mass.value > 0}
    said: dict[str, _Element] = {}
    spoken: set[str] = set()
    for block in robot.gazebo:
        there = block.source_element
        for child in there.iterchildren("*"):
            if literal_tag(child) != STAYS:
                spoken |= {block.reference, *((each.text or "").strip() for each in child.iter("*"))}
            elif block.preserve_fixed_joint is not None and block.preserve_fixed_joint.value:
                said[block.reference] = child
    joints = [
        joint
        for joint in robot.joint
        if joint.type == "fixed"
        and {joint.parent.link, joint.child.link} <= heavy
        and {joint.name, joint.child.link} & spoken
    ]
    if all(joint.name in said for joint in joints):
        return [said[joint.name] for joint in joints]
    model.any_attributes[FIXED_JOINTS] = LUMPED
    return []


def are_joints_lumped(model: Any, ledger: Ledger) -> bool:
    """Whether a model says that of its fixed joints."""
    there = xml_of(model)
    if there is None or there.get(FIXED_JOINTS) is None:
        return False
    ledger.mark(there, FIXED_JOINTS)
    return bool(there.get(FIXED_JOINTS) == LUMPED)


def keep_moments(inertial: Any, made: Any) -> None:
    """Says in an inertial element of SDFormat which moments it has in URDF."""
    there = xml_of(inertial)
    written = None if there is None else there.find("inertia")
    if written is not None:
        made.any_elements.append(any_element(etree.Element(INERTIA, dict(written.attrib))))


def read_moments(inertial: Any, moments: Moments, ledger: Ledger) -> Moments | None:
    """The moments that an inertial element has in URDF, where those that it has are what these become; else None."""
    there = xml_of(inertial)
    written = None if there is None else there.find(INERTIA)
    if written is None:
        return None
    ledger.mark_subtree(written)
    try:
        ixx, iyy, izz, ixy, ixz, iyz = (float(written.get(name, "0")) for name in MOMENTS)
    except ValueError:
        return None
    raised = nearest_physical_inertia((ixx, iyy, izz, ixy, ixz, iyz))
    if raised is None or max(abs(a - b) for a, b in zip(raised, moments)) > SAME * max(map(abs, raised)):
        return None  # they were changed since
    return ixx, iyy, izz, ixy, ixz, iyz


def name_materials(shapes: Iterable[tuple[Any, Any]]) -> None:
    """Says in the materials of visuals of SDFormat how they are called in URDF, unless the way back calls them so by itself.

    Args:
        shapes: typed shapes of the robot with what was made of them.
    """
    named: dict[str, list[Any]] = {}
    for element, made in shapes:
        written = getattr(element, "material", None)
        if type(made).__name__ == "Visual" and written is not None and written.name is not None:
            named.setdefault(written.name, []).append(made)
    for name, visuals in named.items():
        if not is_made_up(name, visuals[0].name):
            for visual in visuals:
                _name_material(visual, name)


def _name_material(visual: Any, name: str) -> None:
    if vars(visual).get("material") is not None:
        visual.material.any_attributes[NAME] = name
    for extra in vars(visual).get("any_elements", ()):
        if is_generic(extra) and extra.qname == "material":  # a block has said it as a whole
            extra.attributes[NAME] = name


def make_material_name(visual: str) -> str:
    """How the material of a visual is called of which nothing says that."""
    return f"{visual}_material"


def read_material_name(visual: Any, ledger: Ledger) -> str | None:
    """How the material of a visual of SDFormat is called in URDF; None where that says nothing of it."""
    there = xml_of(visual)
    material = None if there is None else there.find("material")
    if material is None or material.get(NAME) is None:
        return None
    ledger.mark(material, NAME)
    return str(material.get(NAME))


def write_extensions(left: Iterable[UncoveredNode], pairs: Iterable[tuple[Any, Any]]) -> dict[UncoveredNode, str]:
    """Gives elements of SDFormat what of a robot has no place in their format.

    Args:
        left: what has none.
        pairs: typed elements of the robot with what was made of them.

    Returns:
        What is in one of these now, with its name there.
    """
    writer = _ExtensionWriter(pairs)
    found = {each: name for each in left if (name := writer.place(each)) is not None}
    writer.write()
    return found


def is_made_up(name: str, visual: str) -> bool:
    """Whether a material has the name that is made up for the one of a visual, or that with a number."""
    made_up = make_material_name(visual)
    return name.startswith(made_up) and name.removeprefix(made_up).strip("_0123456789") == ""


class _ExtensionWriter:
    def __init__(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        self._made = {xml_of(element): made for element, made in reversed(list(pairs)) if xml_of(element) is not None}
        self._copies: dict[_Element, _Element] = {}
        self._tops: list[tuple[Any, _Element]] = []

    def place(self, left: UncoveredNode) -> str | None:
        """Finds a place for an element or attribute, and answers its name there; None where nothing was made of what is around it."""
        if left.attribute is not None and left.element in self._made:
            holder = self._made[left.element]
            if not _is_plain(left.attribute):
                return None
            holder.any_attributes[f"{{{NAMESPACE}}}{left.attribute}"] = left.element.get(left.attribute)
            return f"{PREFIX}:{left.attribute}"
        path: list[_Element] = []
        at: _Element | None = left.element
        while at is not None and at not in self._made:
            path.append(at)
            at = at.getparent()
        if at is None or not path or not all(_is_plain(str(step.tag)) for step in path):
            return None
        above: _Element | None = None
        for step in reversed(path):
            copy = self._copies.get(step)
            if copy is None:
                copy = self._copies[step] = self._copy(step, is_whole=step is left.element and left.attribute is None)
                if above is None:
                    self._tops.append((self._made[at], copy))
                else:
                    above.append(copy)
            above = copy
        if left.attribute is not None and above is not None:
            above.set(left.attribute, left.element.get(left.attribute) or "")
        return f"<{PREFIX}:{literal_tag(path[-1])}>"

    def _copy(self, element: _Element, *, is_whole: bool) -> _Element:
        if is_whole:
            copy = deepcopy(element)
            copy.tail = None
            return copy
        return etree.Element(
            element.tag, {name: element.get(name) or "" for name in IDENTITY if name in element.attrib}
        )

    def write(self) -> None:
        """Puts all that has a place there."""
        for holder, copy in self._tops:
            part = any_element(copy)
            part.qname = f"{{{NAMESPACE}}}{part.qname}"
            holder.any_elements.append(part)


def _is_plain(name: str) -> bool:
    return name[:1] != "{" and ":" not in name


def carry_extensions(pairs: Iterable[tuple[Any, Any]], ledger: Ledger) -> None:
    """Gives elements of a robot what of URDF is in those of SDFormat that they were made of.

    Args:
        pairs: typed elements of SDFormat with what was made of them.
        ledger: learns what was taken.
    """
    seen: set[_Element] = set()
    for element, made in pairs:
        there = element.source_element if isinstance(element, Element) else None
        if there is None or there in seen:
            continue
        seen.add(there)
        for name, value in there.attrib.items():
            if str(name).startswith(f"{{{NAMESPACE}}}") and name != FIXED_JOINTS:
                made.any_attributes[str(name)] = str(value)
                ledger.mark(there, str(name))
        for child in there.iterchildren(f"{{{NAMESPACE}}}*"):
            copy = deepcopy(child)
            copy.tail = None
            made.any_elements.append(any_element(copy))
            ledger.mark_subtree(child)


def merge_extensions(tree: PrefixedTree) -> None:
    """Makes what of URDF came along in SDFormat part of a robot, in which it needs no prefix."""
    spaces = {PREFIX_OF + prefix for prefix, uri in tree.prefixes.items() if uri == NAMESPACE}
    if not spaces:
        return
    for node in list(tree.root.iter("*")):
        for name, value in node.attrib.items():
            if etree.QName(name).namespace in spaces:
                del node.attrib[name]
                _set_missing(node, etree.QName(name).localname, str(value))
        holder = node.getparent()
        if etree.QName(node).namespace in spaces and holder is not None:
            holder.remove(node)
            node.tag = etree.QName(node).localname
            _merge(holder, node)
    tree.prefixes = {prefix: uri for prefix, uri in tree.prefixes.items() if uri != NAMESPACE}
    tree.admit(())


def _merge(holder: _Element, part: _Element) -> None:
    """Makes an element part of another; where that has such a one, what it says already stays."""
    twin = next((each for each in holder.iterchildren(str(part.tag)) if _identity(each) == _identity(part)), None)
    if twin is None:
        holder.append(part)
        return
    for name, value in part.attrib.items():
        _set_missing(twin, str(name), str(value))
    for child in list(part):
        if isinstance(child.tag, str):
            _merge(twin, child)
        else:
            twin.append(child)


def _set_missing(element: _Element, name: str, value: str) -> None:
    if element.get(name) is None:
        element.set(name, value)


def _identity(element: _Element) -> list[str | None]:
    return [element.get(name) for name in IDENTITY]
