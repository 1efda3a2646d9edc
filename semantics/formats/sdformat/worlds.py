"""Worlds, and documents whose root is a model, an actor or a light: those stand in a world of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ...description.names import WORLD
from .foreign import describe_foreign
from .inertials import compute_inertials
from .joints import describe_joint
from .links import attach
from .models import describe_frame, describe_model
from .names import check_name, check_siblings, settle_frame_names
from .order import in_document_order
from .postured import Postured

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.diagnostics.rule import Severity
    from ...description.description import Description
    from .names import Member
    from .reader import Reader

ROOTS = ("model", "actor", "light")


def describe_root(reader: Reader, root: Any) -> tuple[Description, ...]:
    """One description for each world of the document."""
    worlds = root.world
    alone = _lone_elements(reader, root)
    if not worlds:
        return (_describe_lone(reader, root, alone),)
    check_siblings(reader, [("world", world) for world in worlds])
    return tuple(_describe_world(reader, world) for world in worlds)


def _lone_elements(reader: Reader, root: Any) -> list[tuple[str, Any]]:
    found = [(kind, element) for kind in ROOTS if (element := getattr(root, kind)) is not None]
    written: list[_Element] = []
    if len(found) + len(root.world) > 1 or root.any_elements:
        source = root.source_element
        written = [child for child in source if child.tag in ROOTS] if source is not None else []
    first = "world" if root.world else None
    for child in written:
        if first is None:
            first = str(child.tag)
        else:
            # with worlds, what is beside them is left out
            severity: Severity | None = "warning" if first == "world" else None
            reader.sink.report(rules.SEVERAL_ROOTS, child, severity=severity, tag=child.tag, first=first)
    if not found and not root.world:
        reader.sink.report(rules.NOTHING_IN_DOCUMENT, root)
    return found


def _describe_lone(reader: Reader, root: Any, found: list[tuple[str, Any]]) -> Description:
    reader.description = Postured("sdformat", element=root)
    for kind, element in found[:1]:
        check_name(reader, kind, element)
        if kind != "model":
            attach(reader, kind, [element], scope=WORLD, owner=WORLD)
            continue
        if element.name == WORLD:
            continue
        pose = element.pose
        if pose is not None and pose.relative_to:
            reader.sink.report(
                rules.TOP_LEVEL_RELATIVE_TO,
                pose,
                attribute="relative_to",
                name=element.name,
                reference=pose.relative_to,
            )
            continue
        describe_model(reader, element, element.name, WORLD, False)
    compute_inertials(reader)
    return reader.description


def _describe_world(reader: Reader, world: Any) -> Description:
    gravity = world.gravity
    reader.description = Postured("sdformat", world.name or WORLD, (gravity.x, gravity.y, gravity.z), element=world)
    models, joints, frames, lights, actors = world.model, world.joint, world.frame, world.light, world.actor
    members: list[Member] = [("model", model) for model in models]
    members += [("joint", joint) for joint in joints]
    members += [("frame", frame) for frame in frames]
    others: list[Member] = [("light", light) for light in lights]
    others += [("actor", actor) for actor in actors]
    others += [("physics", physics) for physics in world.physics if physics.name]
    others += [("road", road) for road in world.road]
    others += [("population", population) for population in world.population]
    settled = settle_frame_names(reader, members, others)
    if joints or frames:
        members = in_document_order(world, members, reader.included)
    for kind, element in members:
        name = settled.get(id(element), element.name) if settled else element.name
        if name is None or name == WORLD:
            continue
        if kind == "model":
            describe_model(reader, element, name, WORLD, False)
        elif kind == "joint":
            describe_joint(reader, element, name, WORLD, False)
        else:
            describe_frame(reader, element, name, WORLD)
    attach(reader, "light", lights, scope=WORLD, owner=WORLD)
    attach(reader, "actor", actors, scope=WORLD, owner=WORLD)
    if reader.foreign:
        for include in world.include:
            describe_foreign(reader, include, WORLD, False)
    compute_inertials(reader)
    return reader.description
