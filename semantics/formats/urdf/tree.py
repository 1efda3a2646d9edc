"""The tree that the joints of a robot have to make of its links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import dataclass, field
from ....runtime.spelling import SpellingIndex
from ...ir.graph_search import NO_EDGE, DisjointSets, begin_at_first, find_cycles
from ...ir.scoped_names import WORLD
from ..leniency import refuse_nameless
from .context import is_stated

if TYPE_CHECKING:
    from .context import AnyJoint, UrdfContext


@dataclass(slots=True)
class RobotTree:
    """What holds what."""

    root: str | None = None
    """The root link; None where there is no link."""
    parent_joint: dict[str, AnyJoint] = field(default_factory=dict)
    """Of each link the joint that it is attached to; of several the first. One joint of every loop is left out."""
    connected: list[AnyJoint] = field(default_factory=list)
    """The joints whose parent and child are there."""


def tree_of(joints: Iterable[AnyJoint], context: UrdfContext) -> RobotTree:
    """The tree that all ``joints`` in document order make; reports every joint and link that is against its rules."""
    tree = RobotTree()
    links = context.links
    holding: set[str] = set()
    hanging: set[str] = set()
    lost: list[str] = []
    above: dict[str, str] = {}
    for joint in joints:
        parent, child = joint.parent.link, joint.child.link
        holding.add(parent)
        hanging.add(child)
        if not (parent in links and child in links):
            has_parent, has_child = _is_there(joint, "parent", context), _is_there(joint, "child", context)
            if not has_child:
                lost.append(child)
            if not (has_parent and has_child):
                continue
        tree.connected.append(joint)
        if parent == child:
            continue
        above.setdefault(child, parent)
        first = tree.parent_joint.setdefault(child, joint)
        if first is not joint:
            context.sink.report(
                rules.TWO_PARENTS,
                joint.child,
                attribute="link",
                related=(("the joint that it hangs on", first.child),),
                name=child,
                joint=joint.name,
                first=first.name,
            )
    _cut_loops(tree, above, context)
    roots = [name for name in links if name not in hanging]
    if len(roots) == 1 and (WORLD in links or WORLD not in holding):
        tree.root = roots[0]
    else:
        _check_roots(tree, roots, above, holding | hanging, lost, context)
    return tree


def _is_there(joint: AnyJoint, end: str, context: UrdfContext) -> bool:
    """Whether the parent or child of a joint is a link of the robot; what is not written has been reported before."""
    place = joint.parent if end == "parent" else joint.child
    name = place.link
    if name in context.links:
        return True
    if name == WORLD and end == "parent":
        if not context.adapter.has_world:
            context.sink.report(rules.WORLD_UNDECLARED, place, attribute="link", name=joint.name)
        return True
    if name or is_stated(place, "link"):
        context.sink.report(
            rules.UNKNOWN_PARENT if end == "parent" else rules.UNKNOWN_CHILD,
            place,
            attribute="link",
            name=joint.name,
            reference=name,
            scope="the robot",
            advice=context.link_names.advise_later(name),
        )
    return False


def _cut_loops(tree: RobotTree, above: dict[str, str], context: UrdfContext) -> None:
    """Reports loops of joints, and takes one joint of each out: of the tree and of ``above``, the parent of each link."""
    links = list(context.links)
    numbers = {name: number for number, name in enumerate(links)}
    edges = [numbers.get(above[name], NO_EDGE) if name in above else NO_EDGE for name in links]
    for cycle in map(begin_at_first, find_cycles(edges)):
        loop = [links[number] for number in (cycle[0], *reversed(cycle[1:]))]
        joints = [tree.parent_joint[name] for name in [*loop[1:], loop[0]]]
        context.sink.report(
            rules.KINEMATIC_LOOP,
            joints[-1].child,
            attribute="link",
            related=tuple((f"joint {joint.name!r} is part of the loop", joint) for joint in joints[:-1]),
            path=" -> ".join([*loop, loop[0]]),
        )
        del tree.parent_joint[loop[0]], above[loop[0]]


def _without_lost(others: list[str], lost: list[str]) -> list[str]:
    """Links without a parent, without one for each child that was not found: the one that was meant, else the first."""
    left, names = dict.fromkeys(others), SpellingIndex(others)
    unplaced = 0
    for reference in lost:
        near = names.nearest(reference)
        if near in left:
            del left[near]
        else:
            unplaced += 1
    return list(left)[unplaced:]


def _check_roots(
    tree: RobotTree, roots: list[str], above: dict[str, str], named: set[str], lost: list[str], context: UrdfContext
) -> None:
    """Finds the root, the one with the most below it, and reports the other ``roots``, which are no joint's child.

    Of those, one is left out for each child that was not found (``lost``): that was meant, most likely. ``named`` are
    the parents and children of joints, whether they are there or not.
    """
    sizes = Counter(map(DisjointSets(above).find, context.links))
    if not roots:
        tree.root = next(iter(context.links), None)
        return
    # A link called world is the root wherever it is one: nothing is further up.
    tree.root = WORLD if WORLD in roots else max(roots, key=lambda name: sizes[name])
    if WORLD in named and WORLD not in context.links:
        # The world is a root too, though no <link> declares it; a link apart from it is apart from the robot.
        tree.root = None
    others = [name for name in roots if name != tree.root]
    for name in _without_lost(others, lost):
        if not name and refuse_nameless(context.links[name], context.sink):
            continue
        context.sink.report(
            rules.SECOND_ROOT if name in named else rules.ORPHAN_LINK,
            context.links[name],
            attribute="name",
            related=(("the root", context.links[tree.root]),) if tree.root is not None else (),
            name=name,
            first=tree.root or WORLD,
        )
