"""Models at any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.scoped_names import WORLD
from ..text_order import in_document_order
from .drake_parts import add_drake_tags
from .interface_models import add_interface_models
from .joints import describe_joint
from .links import describe_link
from .poses import written_pose
from .sibling_names import FRAMED, effective_frame_names, members_in, siblings_in

if TYPE_CHECKING:
    from .context import SdformatContext
    from .elements import Frame, Model, World


def describe_model(context: SdformatContext, model: Model, name: str, scope: str, is_static: bool) -> None:
    """Adds a model and all that is in it; ``context.file`` is the file of what the model is in."""
    included = context.provenance.included.get(id(model))
    outer = context.file
    pose, relative_to, pose_place = written_pose(model, context)
    static = bool(model.static) or is_static
    record = context.description.add_model(
        name,
        scope=scope,
        pose=pose,
        relative_to=relative_to,
        placement_frame=model.placement_frame or None,
        static=static,
        canonical_link=model.canonical_link or None,
        element=model if included is None else included.include,
        pose_element=pose_place,
        canonical_element=model,
    )
    record.element = model
    written = vars(model)
    record.needs_link = not (written.get("model") or written.get("include"))
    if included is not None:
        context.file = included.file
    _describe_contents(context, model, record.name, static)
    context.file = outer


def _describe_contents(context: SdformatContext, model: Model, scope: str, is_static: bool) -> None:
    """Adds what is in a model: links, joints, frames, nested models."""
    since = (len(context.description.links), len(context.description.joints))
    describe_members(context, model, scope, is_static)
    add_drake_tags(context, model, scope, since)
    add_interface_models(context, model, scope, is_static)


def describe_members(context: SdformatContext, owner: Model | World, scope: str, is_static: bool) -> None:
    """Adds what is in a model or world and has a frame, each under the name that it goes by."""
    members = members_in(owner, FRAMED)
    renamed = effective_frame_names(context, members, siblings_in(owner))
    most = "model" if scope == WORLD else "link"
    if any(kind != most for kind, _ in members):
        members = in_document_order(owner, members, context.place)
    is_nested = "::" in scope
    for kind, element in members:
        name = renamed.get(id(element), element.name) if renamed else element.name
        if name is None or name == scope == WORLD:
            continue
        if kind == "link":
            describe_link(context, element, name, scope, is_static)
        elif kind == "joint":
            describe_joint(context, element, name, scope, is_nested)
        elif kind == "model":
            describe_model(context, element, name, scope, is_static)
        else:
            _describe_frame(context, element, name, scope)


def _describe_frame(context: SdformatContext, frame: Frame, name: str, scope: str) -> None:
    """Adds a frame."""
    pose, relative_to, place = written_pose(frame, context)
    context.description.add_frame(
        name,
        scope=scope,
        attached_to=frame.attached_to.strip() or None,
        pose=pose,
        relative_to=relative_to,
        element=frame,
        pose_element=place,
    )
