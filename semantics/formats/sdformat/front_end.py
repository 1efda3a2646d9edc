"""Front end of SDFormat: typed document to descriptions, or to the plain document that includes amount to.

A document whose root is a model, an actor or a light is described as a world of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import is_written
from ...core.parsed import ExpandedDocument, Pipeline
from ...core.rare_elements import FILES_OF_SDFORMAT
from ...ir.scoped_names import WORLD
from ...ir.world import WorldIR
from ..unknown_parts import add_references
from .file_checks import check_files
from .includes import Expander, context_of
from .inertials import compute_inertials
from .interface_models import add_interface_models
from .models import attach, describe_members, describe_model
from .poses import refuse_relative_pose
from .sibling_names import check_name, check_siblings, with_unique_names

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from .context import SdformatContext
    from .elements import Sdf, World
    from .sibling_names import Member

ROOTS = ("model", "actor", "light")


def describe(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """See ``Format.describe``; reports BP3, BP4, BP5 and BP6 findings that the frame graph does not see."""
    context = context_of(parsed, sink, options, pipeline)
    expander = Expander(context, parsed)
    root = expander.expand(parsed.root)
    expander.report_unfetched()
    names_no_file = not parsed.may_have_changed and parsed.source.absent.issuperset(FILES_OF_SDFORMAT)
    check_files(context, [*(() if names_no_file else ((parsed.root, context.file),)), *context.included])
    alone = _lone_elements(context, root)
    if not root.world:
        return (_describe_lone(context, root, alone),)
    check_siblings(context, [("world", world) for world in root.world])
    return tuple(_describe_world(context, world) for world in root.world)


def expand(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> ExpandedDocument:
    """See ``Format.expand``: includes of files of other formats stay. Reports family BP4."""
    context = context_of(parsed, sink, options, pipeline)
    root = with_unique_names(context, Expander(context, parsed, leaves_unresolved=True).expand(parsed.root))
    anchors = {
        number: element
        for number, included in context.provenance.included.items()
        if (element := included.include.source_element) is not None
    }
    return ExpandedDocument(root, anchors, context.provenance)


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
    context.description.allows_loops = True
    compute_inertials(context)
    add_references(context.description, root, context.sink, severity=context.adapter.unchecked_severity)
    return context.description
