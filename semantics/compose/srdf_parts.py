"""What an SRDF document says of a robot that another one is mounted on, or of which a part is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BadName
from ...runtime.element import unset
from ..core.bindings import bindings_of
from ..edit.insertion import remove
from ..formats.srdf.references import iter_mentions
from ..formats.srdf.robot import RobotStructure
from ..scene.scene import get_world
from .transplant import append_copies, copy_of, keep_spelling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...srdf.newest import Robot
    from ..document.document import Document


def extract_srdf(about: Document[Robot], part: Document[Any], link: str) -> Document[Robot]:
    """What an SRDF document says of a part of its robot, as a document of its own, which has no path.

    Whatever names a link or joint that is gone goes, too; a chain that began above the part begins with its first link, and what
    tied the robot to the world ties that.

    Args:
        about: the SRDF document, which is not changed.
        part: the part, as ``extract`` makes it.
        link: the link that it begins with.
    """
    twin = copy_of(about)
    twin.path = None
    root = twin.root
    root.name = part.root.name
    links = {each.name for each in part.root.link}
    joints = {each.name for each in part.root.joint} | {each.name.strip() for each in root.virtual_joint}
    full = {id(group) for group in root.group if _holds_something(group)}
    for virtual in root.virtual_joint:
        if virtual.child_link.strip() not in links:
            virtual.child_link = link
    for group in root.group:
        for chain in group.chain:
            if chain.base_link.strip() not in links and chain.tip_link.strip() in links - {link}:
                chain.base_link = link
    gone = {"link": links, "joint": joints}
    for element in _unique(each.element for each in iter_mentions(root) if each.name not in gone[each.kind]):
        remove(element)
    _remove_empty(root, full)
    return twin


def attach_srdf(
    about: Document[Robot], other: Document[Robot] | None, doc: Document[Any], mounted: str, prefix: str
) -> None:
    """Adds what an SRDF document says of a robot to that of the robot which it was mounted on.

    Groups, states, end effectors and pairs get the prefix of the names that they speak of; what ties the mounted robot to the world
    is left out. The links on both sides of the new joint become an adjacent pair.

    Args:
        about: the SRDF document of ``doc``, which is changed.
        other: that of the mounted robot, which is not changed; None where it has none.
        doc: the robot, with the other one on it.
        mounted: the first link of what was mounted, as it is called in ``doc``.
        prefix: what was put before names.

    Raises:
        BadName: (a ``ValueError``) a group or end effector of that name is there already; nothing was changed.
    """
    parts: list[Any] = []
    if other is not None:
        twin = copy_of(other)
        _add_prefix(twin.root, prefix)
        _refuse_clashes(about.root, twin.root)
        root = twin.root
        for each in (
            *(root.group, root.group_state, root.end_effector, root.passive_joint, root.joint_property),
            *(root.link_sphere_approximation, root.disable_default_collisions, root.enable_collisions),
            root.disable_collisions,
        ):
            parts += each
        keep_spelling(parts, twin, about)
    parts += _adjacent_pairs(doc, mounted)
    append_copies(about.root, parts)


def _add_prefix(root: Robot, prefix: str) -> None:
    """Puts a prefix before every name, without what ties the robot to the world."""
    virtual = {each.name.strip() for each in root.virtual_joint}
    full = {id(group) for group in root.group if _holds_something(group)}
    for element in _unique(
        each.element for each in iter_mentions(root) if each.kind == "joint" and each.name in virtual
    ):
        remove(element)
    for each in list(root.virtual_joint):
        remove(each)
    _remove_empty(root, full)
    for mention in iter_mentions(root):
        setattr(mention.element, mention.attribute, prefix + mention.name)
    for group in root.group:
        group.name = prefix + group.name.strip()
        for inner in group.group:
            inner.name = prefix + inner.name.strip()
    for state in root.group_state:
        state.group = prefix + state.group.strip()
    for hand in root.end_effector:
        hand.name, hand.group = prefix + hand.name.strip(), prefix + hand.group.strip()
        if hand.parent_group is not None:
            hand.parent_group = prefix + hand.parent_group.strip()


def _refuse_clashes(root: Robot, other: Robot) -> None:
    kinds: tuple[tuple[str, Iterable[Any], Iterable[Any]], ...] = (
        ("group", root.group, other.group),
        ("end effector", root.end_effector, other.end_effector),
    )
    for kind, own, new in kinds:
        taken = {each.name.strip() for each in own} & {each.name for each in new}
        if taken:
            raise BadName(f"{min(taken)!r} is the name of a {kind} in both SRDF documents: a prefix tells them apart")


def _adjacent_pairs(doc: Document[Any], mounted: str) -> list[Any]:
    """Pairs of what was mounted with links that nothing solid is between."""
    robot = RobotStructure.of(get_world(doc.scene).description, doc.path or "")
    if robot is None:
        return []
    below = {link for link in robot.links if mounted in robot.path_up(link)}
    solid = [name for name, link in robot.links.items() if link.collisions]
    pair = bindings_of("srdf").types["DisableCollisions"]
    return [
        pair(link1=first, link2=second, reason="Adjacent")
        for first in solid
        if first not in below
        for second in solid
        if second in below and robot.are_adjacent(first, second)
    ]


def _remove_empty(root: Robot, full: set[int]) -> None:
    """Takes out what names a group that is gone, or states no position any more; groups that are empty now are gone."""
    while True:
        names = {group.name.strip() for group in root.group}
        lost: list[Any] = [group for group in root.group if id(group) in full and not _holds_something(group)]
        lost += [inner for group in root.group for inner in group.group if inner.name.strip() not in names]
        lost += [state for state in root.group_state if state.group.strip() not in names or not state.joint]
        lost += [hand for hand in root.end_effector if hand.group.strip() not in names]
        if not lost:
            break
        for each in lost:
            remove(each)
    for hand in root.end_effector:
        if hand.parent_group is not None and hand.parent_group.strip() not in names:
            unset(hand, "parent_group")


def _holds_something(group: Any) -> bool:
    return bool(group.link or group.joint or group.chain or group.group or group.passive_joint)


def _unique(elements: Iterable[Any]) -> list[Any]:
    return list({id(each): each for each in elements}.values())
