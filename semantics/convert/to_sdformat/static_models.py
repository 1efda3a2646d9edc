"""Models that a block calls static: joints that say the same to readers of URDF are none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import unset
from ...ir.scoped_names import MODEL_FRAME, WORLD

if TYPE_CHECKING:
    from ..coverage.ledger import Ledger
    from .model_writer import ModelWriter


def drop_world_joints(model: Any, writer: ModelWriter, ledger: Ledger) -> None:
    """Places what a static model has fixed to the world, by joints of the names that ``to_urdf`` makes up, without these."""
    links: dict[str, Any] = {link.name: link for link in model.link}
    fixed: list[tuple[Any, Any]] = [(joint, links.get(joint.child)) for joint in model.joint if joint.parent == WORLD]
    if not model.static or not all(_is_made_up(joint, link) for joint, link in fixed):
        return
    for joint, link in fixed:
        link.pose = joint.pose if _is_placed(joint) else None
        if link.pose is not None:
            unset(link.pose, "relative_to")
        model.joint.remove(joint)
        at = next(number for number, (_, made) in enumerate(writer.joints) if made is joint)
        element, _ = writer.joints[at]
        writer.joints[at] = element, link  # where its comments go
        ledger.report_representation(element, "nothing: the model is static")
    if len(fixed) == 1 and not _is_placed(model):
        model.pose, fixed[0][1].pose = fixed[0][1].pose, None


def _is_made_up(joint: Any, link: Any) -> bool:
    return (
        link is not None
        and (joint.type, joint.name) == ("fixed", f"{WORLD}_{link.name}")
        and (joint.pose is None or joint.pose.relative_to in (None, MODEL_FRAME))
        and (link.pose is not None and link.pose.relative_to == joint.name and not _is_placed(link))
    )


def _is_placed(holder: Any) -> bool:
    return holder.pose is not None and any(holder.pose.value or ())
