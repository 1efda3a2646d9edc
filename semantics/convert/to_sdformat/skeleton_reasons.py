"""Why parts of SKEL have no place in SDFormat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from ..coverage.ledger import UncoveredNode

PARTS = {
    "mobile": "in SDFormat a model that does not move is static, and its joints with it",
    "immobile": "in SDFormat a model that does not move is static, and its joints with it",
    "init_pos": "in SDFormat joints start at zero",
    "init_vel": "in SDFormat joints start at rest",
    "marker": "SDFormat has no markers",
    "collidable": "a shape of SDFormat is seen or touched",
    "soft_shape": "SDFormat has no soft bodies",
    "collision_detector": "SDFormat names others",
    "joint": "it is no part of the tree that DART builds",
    "body": "it is no part of the tree that DART builds",
}
"""By tag."""


def why_not(left: UncoveredNode, format: str) -> str:
    """Why something was left over."""
    otherwise = f"nothing in {format} says that"
    return otherwise if left.attribute is not None else PARTS.get(literal_tag(left.element), otherwise)
