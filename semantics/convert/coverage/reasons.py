"""Why parts of a document have no place in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from .ledger import UncoveredNode

OF_URDF = {
    "transmission": "SDFormat has no transmissions; what drives a joint is a plugin of the simulator, or Drake's tags",
    "ros2_control": "SDFormat describes no hardware; the controller's plugin reads it from the URDF",
    "safety_controller": "SDFormat has no soft limits",
    "calibration": "SDFormat has no calibration of joints",
    "sensor": "sensors of URDF were never read by simulators, which know those in <gazebo> blocks",
    "mimic": "the joint that it follows, or it itself, has not one coordinate",
    "mujoco": "it is meant for MuJoCo's own reader of URDF",
    "material": "no visual uses it",
    "distance_constraint": "Drake knows it in URDF only",
    "surface_velocity_axis": "Drake knows it in URDF only",
    "frame": "there is no link for it",
    "contact": "it is meant for Bullet's own reader of URDF",
    "gazebo": "there is no link or joint of that name",
    "axis": "the joint does not move",
}
"""By tag, of SDFormat made of URDF."""
WORLD_LINK = "the world has no shape and no mass in a model"
DEFAULT_REASON = "nothing in {format} says that"


def reason_for(left: UncoveredNode, format: str) -> str:
    """Why something was left over."""
    tag = literal_tag(left.element)
    if left.attribute is not None:
        return DEFAULT_REASON.format(format=format)
    around = left.element.getparent()
    if around is not None and literal_tag(around) == "gazebo":
        return "Gazebo's converter makes nothing of it there"
    if around is not None and literal_tag(around) == "link" and around.get("name") == "world":
        return WORLD_LINK
    return OF_URDF.get(tag, DEFAULT_REASON.format(format=format))
