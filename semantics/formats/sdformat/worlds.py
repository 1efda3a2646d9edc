"""Worlds, and documents whose root is a model, an actor or a light: those stand in a world of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ....diagnostics import rules
from ....runtime.element import is_written
from ...ir.scoped_names import WORLD
from ...ir.world import WorldIR
from ..unknown_parts import add_references
from .inertials import compute_inertials
from .interface_models import add_interface_model
from .joints import describe_joint
from .links import attach, siblings_in
from .models import describe_frame, describe_model
from .name_checks import check_name, check_siblings, effective_frame_names
from .order import in_document_order

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from .context import SdformatContext
    from .elements import Actor, Light, Model, Sdf, World
    from .name_checks import WorldMember

LoneMember: TypeAlias = (
    "tuple[Literal['model'], Model] | tuple[Literal['actor'], Actor] | tuple[Literal['light'], Light]"
)
"""What may be the root of a document in the place of worlds, and its kind."""

ROOTS = ("model", "actor", "light")


def describe_root(context: SdformatContext, root: Sdf) -> tuple[WorldIR, ...]:
    """One description for each world of the document."""
    worlds = root.world
    alone = _lone_elements(context, root)
    if not worlds:
        return (_describe_lone(context, root, alone),)
    check_siblings(context, [("world", world) for world in worlds])
    return tuple(_describe_world(context, world) for world in worlds)


def _lone_elements(context: SdformatContext, root: Sdf) -> list[LoneMember]:
    found: list[LoneMember] = []
    if root.model is not None:
        found.append(("model", root.model))
    if root.actor is not None:
        found.append(("actor", root.actor))
    if root.light is not None:
        found.append(("light", root.light))
    written: list[_Element] = []
    if len(found) + len(root.world) > 1 or is_written(root, "any_elements"):
        source = root.source_element
        written = [child for child in source if child.tag in ROOTS] if source is not None else []
    first = "world" if root.world else None
    for child in written:
        if first is None:
            first = str(child.tag)
        else:
            # with worlds, what is beside them is left out
            severity: Severity | None = "warning" if first == "world" else None
            context.sink.report(rules.SEVERAL_ROOTS, child, severity=severity, tag=child.tag, first=first)
    if not found and not root.world:
        context.sink.report(rules.NOTHING_IN_DOCUMENT, root)
    return found


def _describe_lone(context: SdformatContext, root: Sdf, found: list[LoneMember]) -> WorldIR:
    context.description = WorldIR("sdformat", element=root)
    for member in found[:1]:
        check_name(context, *member)
        if member[0] != "model":
            attach(context, member[0], [member[1]], scope=WORLD, owner=WORLD)
            continue
        element = member[1]
        if element.name == WORLD:
            continue
        pose = element.pose
        if pose is not None and pose.relative_to:
            context.sink.report(
                rules.TOP_LEVEL_RELATIVE_TO,
                pose,
                attribute="relative_to",
                name=element.name,
                reference=pose.relative_to,
            )
            continue
        describe_model(context, element, element.name, WORLD, False)
    compute_inertials(context)
    add_references(context.description, root, context.sink, severity=context.adapter.unchecked_severity)
    return context.description


def _describe_world(context: SdformatContext, world: World) -> WorldIR:
    gravity = world.gravity
    context.description = WorldIR("sdformat", world.name or WORLD, (gravity.x, gravity.y, gravity.z), element=world)
    models, joints, frames, lights, actors = world.model, world.joint, world.frame, world.light, world.actor
    members: list[WorldMember] = [("model", model) for model in models]
    members.extend([("joint", joint) for joint in joints])
    members.extend([("frame", frame) for frame in frames])
    # the engine's settings need no name
    others = [member for member in siblings_in(world) if member[0] != "physics" or member[1].name]
    renamed = effective_frame_names(context, members, others)
    if joints or frames:
        members = in_document_order(world, members, context.provenance.included)
    for member in members:
        element = member[1]
        name = renamed.get(id(element), element.name) if renamed else element.name
        if name is None or name == WORLD:
            continue
        if member[0] == "model":
            describe_model(context, member[1], name, WORLD, False)
        elif member[0] == "joint":
            describe_joint(context, member[1], name, WORLD, False)
        else:
            describe_frame(context, member[1], name, WORLD)
    attach(context, "light", lights, scope=WORLD, owner=WORLD)
    attach(context, "actor", actors, scope=WORLD, owner=WORLD)
    if context.provenance.other_formats:
        for include in world.include:
            add_interface_model(context, include, WORLD, False)
    compute_inertials(context)
    add_references(context.description, world, context.sink, severity=context.adapter.unchecked_severity)
    return context.description
