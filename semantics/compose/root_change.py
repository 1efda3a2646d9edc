"""Another link as the root of a robot (URDF): the joints between the two roots turn round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.bindings import bindings_of
from ..core.references import NamesIn
from ..document.document import Document, DocumentOrPath
from ..document.loader import open_document
from ..edit.insertion import insert_after
from ..formats.registry import FORMATS
from ..ir.scoped_names import WORLD
from ..spatial.raw_pose import IDENTITY, inverse
from .attachment import link_named
from .origins import place_origin, pose_of_origin
from .transplant import copy_of, find_unused_name, refuse_errors

if TYPE_CHECKING:
    from ...urdf.newest import Robot

TURNABLE = ("fixed", "revolute", "continuous", "prismatic")
"""Types of joints that are the same seen from the other link, about the opposite axis."""
OLD_AXIS = (1.0, 0.0, 0.0)
"""That of a joint which says none."""


def reroot(doc: DocumentOrPath, link: str) -> Document[Robot]:
    """Makes another link the root of a robot (URDF); all links stay where they are, at any configuration.

    The joints between the two roots name their links the other way round, and turn about the opposite axis: every coordinate
    means what it did. In URDF a link stands where the joint is that holds it, so that a link without mass comes between where
    such a joint moves and its links are apart.

    Args:
        doc: the document, which is changed; of a path the document that is answered, and not the file.
        link: the new root.

    Returns:
        The document; nothing is written before ``save``.

    Raises:
        LoadError: there is no sound document at the path.
        NameNotFound: (a ``KeyError``) there is no such link.
        TypeError: ``doc`` is neither a document nor a path.
        ValueError: it is no robot, the world holds it, or a joint on the way cannot be turned round; nothing was changed.

    Example:
        >>> arm = bodyplan.reroot("examples/arm.urdf", "forearm")
        >>> [(joint.parent.link, joint.child.link) for joint in arm.root.joint][:2]
        [('upper_arm', 'shoulder_frame'), ('shoulder_frame', 'base')]
    """
    doc = open_document(doc, "reroot")
    if FORMATS[doc.format].composition != "links":
        raise ValueError("only robots (URDF) have a root that can be another")
    _, name = link_named(NamesIn(doc.root), link)
    joints = [*doc.root.joint, *(vars(doc.root).get("drake_joint") or ())]
    holding = {joint.child.link: joint for joint in joints if joint.child is not None}
    chain: list[Any] = []
    while name in holding and len(chain) <= len(holding):
        chain.append(holding[name])
        name = chain[-1].parent.link
    if name == WORLD:
        raise ValueError(f"the world holds the robot: {chain[-1].name!r} cannot be turned round")
    stuck = next((each for each in chain if each.type not in TURNABLE or each not in doc.root.joint), None)
    if stuck is not None:
        raise ValueError(f"joint {stuck.name!r} is {stuck.type}: it cannot be turned round")
    trial = copy_of(doc)
    turned = {joint.name for joint in chain}
    for joint in [each for each in trial.root.joint if each.name in turned]:
        _turn_round(trial, joint)
    refuse_errors(trial, lambda: None)
    for joint in chain:
        _turn_round(doc, joint)
    return doc


def _turn_round(doc: Document[Any], joint: Any) -> None:
    """Lets a joint hold its parent on its child."""
    types = bindings_of("urdf").types
    pose = pose_of_origin(joint.origin)
    parent, child = joint.parent.link, joint.child.link
    joint.parent.link, joint.child.link = child, parent
    if joint.type == "fixed":
        place_origin(joint, inverse(pose))
        return
    place_origin(joint, IDENTITY)
    axis = OLD_AXIS if joint.axis is None else tuple(joint.axis.xyz)
    turned = tuple(0.0 - each for each in axis)
    if joint.axis is None:
        joint.axis = types["Axis"](xyz=turned)
    else:
        joint.axis.xyz = turned
    if pose == IDENTITY:
        return
    names = NamesIn(doc.root)
    between = find_unused_name(names, "link", f"{joint.name}_frame")
    joint.child.link = between
    weld = types["Joint"](
        name=find_unused_name(names, "joint", f"{joint.name}_mount"),
        type="fixed",
        parent=types["JointParent"](link=between),
        child=types["Child"](link=parent),
    )
    place_origin(weld, inverse(pose))
    insert_after(joint, weld)
    insert_after(joint, types["Link"](name=between))
