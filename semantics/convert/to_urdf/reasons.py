"""Why parts of other formats have no place in URDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from ..coverage.ledger import UncoveredNode

PARTS = {
    "light": "URDF has no lights outside of links",
    "scene": "URDF says nothing of the world",
    "physics": "URDF says nothing of the world",
    "gravity": "URDF says nothing of the world",
    "atmosphere": "URDF says nothing of the world",
    "magnetic_field": "URDF says nothing of the world",
    "wind": "URDF says nothing of the world",
    "spherical_coordinates": "URDF says nothing of the world",
    "audio": "URDF says nothing of the world",
    "gui": "URDF says nothing of the world",
    "road": "URDF says nothing of the world",
    "population": "URDF says nothing of the world",
    "state": "URDF says nothing of the world",
    "actor": "URDF has no actors",
    "gripper": "Gazebo reads it in no block",
    "include": "it is another model",
    "model": "it is another model",
    "skeleton": "it is another model",
    "joint": "a link of URDF hangs on one joint, and this one would close a loop",
    "surface": "blocks say it of all collisions of a link alike",
    "max_contacts": "blocks say it of all collisions of a link alike",
    "laser_retro": "blocks say it of all collisions of a link alike",
    "mobile": "in URDF all that hangs on joints moves",
    "immobile": "in URDF all that hangs on joints moves",
    "init_pos": "in URDF joints start at zero",
    "init_vel": "in URDF joints start at rest",
    "marker": "URDF has no markers",
    "collidable": "a shape of URDF is seen or touched",
    "soft_shape": "URDF has no soft bodies",
    "submesh": "URDF has no parts of meshes",
    "acceleration": "only version 1.2 of URDF has limits of it, and Drake",
    "mimic": "what it relates has not one coordinate of its own in URDF",
}
"""By tag."""
DEFAULT_REASON = "nothing in URDF says that"
OF_MATERIAL = "a colour is all that URDF has; blocks say more only where a link has one visual"


def why_not(left: UncoveredNode) -> str:
    """Why something was left over.

    Args:
        left: the element or attribute.
    """
    element = left.element
    if left.attribute is not None:
        return DEFAULT_REASON
    around = element.getparent()
    tag = literal_tag(element)
    if tag == "material" or (around is not None and literal_tag(around) == "material"):
        return OF_MATERIAL
    return PARTS.get(tag, DEFAULT_REASON)
