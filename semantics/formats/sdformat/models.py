"""Models at any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .drake_parts import add_drake_tags
from .foreign import describe_foreign
from .joints import describe_joint
from .links import describe_link
from .names import settle_frame_names
from .order import in_document_order
from .poses import posed

if TYPE_CHECKING:
    from .names import Member
    from .reader import Reader

MEMBERS = ("link", "joint", "frame", "model")
"""What stands in a model and has a frame."""


def describe_model(reader: Reader, model: Any, name: str, scope: str, is_static: bool) -> None:
    """Adds a model and all that is in it to the description.

    Args:
        reader: where findings go; its file is that of what the model stands in.
        model: the typed model.
        name: what it is called.
        scope: full name of what it stands in, or ``"world"``.
        is_static: whether that is static, which makes this one static too.
    """
    included = reader.included.get(id(model))
    outer, place = reader.file, model
    if included is not None:
        place = included.include
    pose, relative_to, pose_place = posed(model, reader)
    static = bool(model.static) or is_static
    record = reader.description.add_model(
        name,
        scope=scope,
        pose=pose,
        relative_to=relative_to,
        placement_frame=model.placement_frame or None,
        static=static,
        canonical_link=model.canonical_link or None,
        element=place,
        pose_element=pose_place,
        canonical_element=model,
    )
    record.element = model
    written = vars(model)
    record.needs_link = not (written.get("model") or written.get("include"))
    if included is not None:
        reader.file = included.file
    describe_contents(reader, model, record.name, static)
    reader.file = outer


def describe_contents(reader: Reader, model: Any, scope: str, is_static: bool) -> None:
    """Adds what is in a model: links, joints, frames, nested models."""
    # most lists are not there: asking what is written makes no empty ones
    written = vars(model)
    links, joints, frames, models = map(written.get, MEMBERS)
    members: list[Member] = [("model", nested) for nested in models] if models else []
    if links:
        members += [("link", link) for link in links]
    if joints:
        members += [("joint", joint) for joint in joints]
    if frames:
        members += [("frame", frame) for frame in frames]
    grippers = written.get("gripper")
    others: list[Member] = [("gripper", gripper) for gripper in grippers] if grippers else []
    settled = settle_frame_names(reader, members, others)
    if models or joints or frames:
        members = in_document_order(model, members, reader.included)
    maker = reader.shape_maker()
    is_nested = "::" in scope
    since = (len(reader.description.links), len(reader.description.joints))
    for kind, element in members:
        name = settled.get(id(element), element.name) if settled else element.name
        if name is None:
            continue
        if kind == "link":
            describe_link(reader, element, name, scope, is_static, maker)
        elif kind == "joint":
            describe_joint(reader, element, name, scope, is_nested)
        elif kind == "model":
            describe_model(reader, element, name, scope, is_static)
        else:
            describe_frame(reader, element, name, scope)
    add_drake_tags(reader.description, model, scope, since, maker.locate, reader.has_drake_tags)
    if reader.foreign:
        for include in written.get("include", ()):
            describe_foreign(reader, include, scope, is_static)


def describe_frame(reader: Reader, frame: Any, name: str, scope: str) -> None:
    """Adds a frame."""
    pose, relative_to, place = posed(frame, reader)
    reader.description.add_frame(
        name,
        scope=scope,
        attached_to=frame.attached_to.strip() or None,
        pose=pose,
        relative_to=relative_to,
        element=frame,
        pose_element=place,
    )
