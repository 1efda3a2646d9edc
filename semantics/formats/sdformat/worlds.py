"""Worlds, and documents whose root is a model, an actor or a light: those are in a world of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import is_written
from ...ir.scoped_names import WORLD
from ...ir.world import WorldIR
from ..unknown_parts import add_references
from .inertials import compute_inertials
from .interface_models import add_interface_models
from .links import attach
from .models import describe_members, describe_model
from .name_checks import check_name, check_siblings
from .poses import refuse_relative_pose

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from .context import SdformatContext
    from .elements import Sdf, World
    from .name_checks import Member

ROOTS = ("model", "actor", "light")


def describe_root(context: SdformatContext, root: Sdf) -> tuple[WorldIR, ...]:
    """One description for each world of the document."""
    worlds = root.world
    alone = _lone_elements(context, root)
    if not worlds:
        return (_describe_lone(context, root, alone),)
    check_siblings(context, [("world", world) for world in worlds])
    return tuple(_describe_world(context, world) for world in worlds)


def _lone_elements(context: SdformatContext, root: Sdf) -> list[Member]:
    found: list[Member] = [(kind, element) for kind in ROOTS if (element := getattr(root, kind)) is not None]
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


def _describe_lone(context: SdformatContext, root: Sdf, found: list[Member]) -> WorldIR:
    context.description = WorldIR("sdformat", element=root)
    for kind, element in found[:1]:
        check_name(context, kind, element)
        if kind != "model":
            attach(context, kind, [element], scope=WORLD, owner=WORLD)
        elif element.name != WORLD and not refuse_relative_pose(context, element):
            describe_model(context, element, element.name, WORLD, False)
    return _finish(context, root)


def _describe_world(context: SdformatContext, world: World) -> WorldIR:
    gravity = world.gravity
    context.description = WorldIR("sdformat", world.name or WORLD, (gravity.x, gravity.y, gravity.z), element=world)
    describe_members(context, world, WORLD, False)
    for kind in ("light", "actor"):
        attach(context, kind, vars(world).get(kind, ()), scope=WORLD, owner=WORLD)
    add_interface_models(context, world, WORLD, False)
    return _finish(context, world)


def _finish(context: SdformatContext, root: Sdf | World) -> WorldIR:
    compute_inertials(context)
    add_references(context.description, root, context.sink, severity=context.adapter.unchecked_severity)
    return context.description
