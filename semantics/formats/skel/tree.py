"""How a SKEL skeleton is put together: which joint holds which body, in which order, under which names.

Nothing is reported here: what is wrong with a skeleton is returned as data, and the SKEL front end makes diagnostics of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple, dataclass
from ...ir.graph_search import NO_EDGE, find_cycles
from ..tokens import format_enum

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ....skel import newest as skel
    from .context import SkelAdapter

WORLD = "world"
"""The word for the world in ``parent``, unless a body bears it as its name."""

JOINT_DOFS: Mapping[str, int] = MappingProxyType(
    {
        "weld": 0,
        "revolute": 1,
        "prismatic": 1,
        "screw": 1,
        "universal": 2,
        "translational2d": 2,
        "ball": 3,
        "euler": 3,
        "translational": 3,
        "planar": 3,
        "free": 6,
    }
)
"""Every joint type and its number of coordinates."""


class TreeJoint(NamedTuple):
    """What the tree needs to know of a joint: its words as written, None where the element is absent."""

    type: str | None
    parent: str | None
    child: str | None


class UnusedReason(Enum):
    """Why a joint is not in the tree."""

    UNKNOWN_TYPE = "unknown type"
    UNKNOWN_PARENT = "unknown parent"
    UNKNOWN_CHILD = "unknown child"
    SECOND_FOR_CHILD = "second for child"
    IN_LOOP = "in loop"
    BELOW_LOOP = "below loop"
    AFTER_STOP = "after stop"


class BuildStep(NamedTuple):
    """One body, built under one joint."""

    body: str
    parent: str | None
    """Name of the parent body; None is the world."""
    joint: int | None
    """Index of the joint in the file; None is a free joint that is not written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrder:
    """A skeleton's bodies in the order in which they are built, each after its parent."""

    steps: tuple[BuildStep, ...]
    unused: Mapping[int, UnusedReason]
    """The joints that are left out, by index in the file."""
    unbuilt: tuple[str, ...]
    """The bodies that are left out, in file order."""
    loops: tuple[tuple[int, ...], ...]
    """The joints of each loop: each one's parent is the child of the next."""
    stopped_at: int | None
    """Index of the joint that ended the building."""


def build_order(
    joints: Sequence[TreeJoint], bodies: Iterable[str], *, stop_at: Collection[str] = frozenset()
) -> BuildOrder:
    """Order of bodies and joints.

    The earliest unused joint of the file is next, after the joint of its parent body where that is not built yet. A
    parent body without a joint is built under a free joint. Bodies that no usable joint names are left out. The building
    ends at joints of the types ``stop_at``: DART has some that it reads and cannot build.
    """
    names = dict.fromkeys(bodies)
    usable, unused = _usable_steps(joints, names)
    joint_of: dict[str | None, int] = {step.body: index for index, step in usable.items()}
    above = [
        joint_of.get(usable[index].parent, NO_EDGE) if index in usable else NO_EDGE for index in range(len(joints))
    ]
    loop_of = {index: tuple(cycle) for cycle in find_cycles(above) for index in cycle}
    built: dict[str, BuildStep] = {}
    loops: list[tuple[int, ...]] = []
    stopped_at: int | None = None

    for first, step in usable.items():
        if first in unused or step.body in built:
            continue
        path, index = [], first
        while index != NO_EDGE and index not in loop_of and index not in unused and usable[index].body not in built:
            path.append(index)
            index = above[index]
        if index in loop_of or index in unused:
            if index not in unused:
                loops.append(loop_of[index])
                unused.update(dict.fromkeys(loop_of[index], UnusedReason.IN_LOOP))
            unused.update(dict.fromkeys(path, UnusedReason.BELOW_LOOP))
            continue
        root = usable[path[-1]].parent
        if root is not None and root not in built:
            built[root] = BuildStep(root, None, None)
        if stop_at:
            stopped_at = next((index for index in reversed(path) if joints[index].type in stop_at), None)
        for index in reversed(path):
            if index == stopped_at:
                break
            built[usable[index].body] = usable[index]
        if stopped_at is not None:
            left = {index: UnusedReason.AFTER_STOP for index, step in usable.items() if step.body not in built}
            unused = left | unused
            break

    return BuildOrder(
        steps=tuple(built.values()),
        unused=MappingProxyType(dict(sorted(unused.items()))),
        unbuilt=tuple(name for name in names if name not in built),
        loops=tuple(loops),
        stopped_at=stopped_at,
    )


def unique_names(names: Iterable[str], *, empty: str = "default") -> list[str]:
    """The names with ``(1)``, ``(2)`` … appended to those already taken, in the order in which they are given out."""
    taken: set[str] = set()
    counts: dict[str, int] = {}
    given = []
    for name in names:
        candidate = base = name or empty
        while candidate in taken:
            counts[base] = counts.get(base, 0) + 1
            candidate = f"{base}({counts[base]})"
        taken.add(candidate)
        given.append(candidate)
    return given


def _usable_steps(
    joints: Sequence[TreeJoint], names: Collection[str]
) -> tuple[dict[int, BuildStep], dict[int, UnusedReason]]:
    """The joints that can be built, as the step that each one stands for, and those that cannot."""
    usable: dict[int, BuildStep] = {}
    unused: dict[int, UnusedReason] = {}
    placed: set[str] = set()
    for index, (type, parent, child) in enumerate(joints):
        to_world = parent is None or (parent == WORLD and WORLD not in names)
        if type not in JOINT_DOFS:
            unused[index] = UnusedReason.UNKNOWN_TYPE
        elif not to_world and parent not in names:
            unused[index] = UnusedReason.UNKNOWN_PARENT
        elif child is None or child not in names:
            unused[index] = UnusedReason.UNKNOWN_CHILD
        elif child in placed:
            unused[index] = UnusedReason.SECOND_FOR_CHILD
        else:
            usable[index] = BuildStep(child, None if to_world else parent, index)
            placed.add(child)
    return usable, unused


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
