"""Models at any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .drake_parts import add_drake_tags
from .interface_models import add_interface_model
from .joints import describe_joint
from .links import describe_link, siblings_in
from .name_checks import effective_frame_names
from .order import in_document_order
from .poses import written_pose
from .shapes import shape_maker

if TYPE_CHECKING:
    from .context import SdformatContext
    from .elements import Frame, Model
    from .name_checks import FramedMember

MEMBERS = ("link", "joint", "frame", "model")
"""What is in a model and has a frame."""


def describe_model(context: SdformatContext, model: Model, name: str, scope: str, is_static: bool) -> None:
    """Adds a model and all that is in it to the description.

    Args:
        context: where findings go; its file is that of what the model is in.
        model: the typed model.
        name: what it is called.
        scope: full name of what it is in, or ``"world"``.
        is_static: whether that is static, which makes this one static too.
    """
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
    describe_contents(context, model, record.name, static)
    context.file = outer


def describe_contents(context: SdformatContext, model: Model, scope: str, is_static: bool) -> None:
    """Adds what is in a model: links, joints, frames, nested models."""
    # most lists are not there: asking what is written makes no empty ones
    written = vars(model)
    links, joints, frames, models = map(written.get, MEMBERS)
    members: list[FramedMember] = [("model", nested) for nested in models] if models else []
    if links:
        members.extend([("link", link) for link in links])
    if joints:
        members.extend([("joint", joint) for joint in joints])
    if frames:
        members.extend([("frame", frame) for frame in frames])
    renamed = effective_frame_names(context, members, siblings_in(model))
    if models or joints or frames:
        members = in_document_order(model, members, context.provenance.included)
    maker = shape_maker(context)
    is_nested = "::" in scope
    since = (len(context.description.links), len(context.description.joints))
    for member in members:
        element = member[1]
        name = renamed.get(id(element), element.name) if renamed else element.name
        if name is None:
            continue
        if member[0] == "link":
            describe_link(context, member[1], name, scope, is_static, maker)
        elif member[0] == "joint":
            describe_joint(context, member[1], name, scope, is_nested)
        elif member[0] == "model":
            describe_model(context, member[1], name, scope, is_static)
        else:
            describe_frame(context, member[1], name, scope)
    add_drake_tags(context.description, model, scope, since, maker.locate, context.has_drake_tags)
    if context.provenance.other_formats:
        for include in written.get("include", ()):
            add_interface_model(context, include, scope, is_static)


def describe_frame(context: SdformatContext, frame: Frame, name: str, scope: str) -> None:
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
