"""What the joints of a skeleton connect, and the order in which it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tokens import format_enum
from .tree import BuildOrder, TreeJoint, build_order

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ....skel import newest as skel
    from .context import SkelAdapter


def order_of(skeleton: skel.Skeleton, bodies: Iterable[str], adapter: SkelAdapter) -> BuildOrder:
    """The order in which a skeleton is built from bodies of these names."""
    names = dict.fromkeys(bodies)
    joints = tree_joints(skeleton.joint, names, adapter)
    return build_order(joints, names, stop_at=adapter.unbuilt_types)


def tree_joints(joints: Iterable[skel.Joint], bodies: Container[str], adapter: SkelAdapter) -> list[TreeJoint]:
    """What joints connect.

    Blanks around a name count where there is a body of that very name; some targets never strip them.
    """
    found = []
    for joint in joints:
        written = joint.__dict__
        parent, child = written.get("parent"), written.get("child")
        if adapter.strips_names:
            if parent is not None and parent not in bodies:
                parent = parent.strip()
            if child is not None and child not in bodies:
                child = child.strip()
        found.append(TreeJoint(format_enum(joint.type), parent, child))
    return found
