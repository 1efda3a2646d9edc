"""What the joints of a skeleton connect, and the order in which it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tokens import format_enum
from .tree import DART_UNBUILT_TYPES, BuildOrder, TreeJoint, build_order

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ....skel import newest as skel


def order_of(skeleton: skel.Skeleton, bodies: Iterable[str], *, by_dart: bool) -> BuildOrder:
    """The order in which a skeleton is built from bodies of these names."""
    names = dict.fromkeys(bodies)
    joints = tree_joints(skeleton.joint, names, by_dart=by_dart)
    return build_order(joints, names, stop_at=DART_UNBUILT_TYPES if by_dart else ())


def tree_joints(joints: Iterable[skel.Joint], bodies: Container[str], *, by_dart: bool) -> list[TreeJoint]:
    """What joints connect.

    Blanks around a name count where there is a body of that very name, and for DART always.
    """
    found = []
    for joint in joints:
        written = joint.__dict__
        parent, child = written.get("parent"), written.get("child")
        if not by_dart:
            if parent is not None and parent not in bodies:
                parent = parent.strip()
            if child is not None and child not in bodies:
                child = child.strip()
        found.append(TreeJoint(format_enum(joint.type), parent, child))
    return found
