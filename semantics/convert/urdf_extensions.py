"""What SDFormat says of a robot in names of URDF, so that the way back makes of it what it was: names, moments, lumped joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.source import literal_tag
from ...runtime.unknown_elements import any_element, is_generic
from ..formats.extension_names import URDF
from ..ir.scoped_names import plain_name
from ..spatial.inertia import nearest_physical_inertia
from .coverage.ledger import xml_of
from .sdformat_extensions import join_name, read_full_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ..spatial.inertia import Moments
    from .coverage.ledger import Ledger

NAME = URDF.qualify("name")
"""The attribute that says how a joint, a link or the material of a visual is called in URDF."""
FIXED_JOINTS, LUMPED = URDF.qualify("fixed_joints"), "lumped"
"""The attribute by which a model says that Gazebo makes one link of those that its fixed joints join, but where a block says otherwise."""
STAYS = "preserveFixedJoint"
INERTIA = URDF.qualify("inertia")
"""What a robot says of moments that no body has."""
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
SAME = 1e-9
"""How far moments may be from those that others become, in parts of the largest."""


def name_parts(pairs: Iterable[tuple[Any, Any]]) -> None:
    """Says in parts of SDFormat how they are called in URDF, where that is otherwise."""
    for element, made in pairs:
        written = getattr(element, "name", None)
        full = read_full_name(element)
        usual = written if full is not None and made.name in (plain_name(full), join_name(full)) else made.name
        if type(element).__name__ == type(made).__name__ and isinstance(written, str) and written != usual:
            made.any_attributes[NAME] = written


def read_name(element: Any) -> str | None:
    """How a part of SDFormat is called in URDF; None where it does not say that."""
    there = xml_of(element)
    return None if there is None else there.get(NAME)


def find_links_with_mass(robot: Any) -> set[str]:
    """The names of the links of a robot that weigh anything: Gazebo keeps only these on fixed joints."""
    return {link.name for link in robot.link if link.inertial is not None and link.inertial.mass.value > 0}


def mark_lumped_joints(robot: Any, model: Any) -> list[_Element]:
    """Says in a model that its fixed joints stay in Gazebo only where a block says so, as in a robot; unless all of them would.

    Such are joints between links with mass of which something is said in blocks: the way back lets these stay by itself.

    Returns:
        What says that joints stay, where the way back says it by itself.
    """
    heavy = find_links_with_mass(robot)
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


def is_made_up(name: str, visual: str) -> bool:
    """Whether a material has the name that is made up for the one of a visual, or that with a number."""
    made_up = make_material_name(visual)
    return name.startswith(made_up) and name.removeprefix(made_up).strip("_0123456789") == ""
