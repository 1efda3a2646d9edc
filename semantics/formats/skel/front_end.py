"""Front end of SKEL: a world of skeletons becomes one description.

A skeleton is a model of the world, a body a link that is placed relative to its skeleton, a joint relative to its child.
With DART as the target the document is one that DART's reader has been through, and everything is as DART builds it;
otherwise as the format's text says, and as DART does where the text is silent.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import is_written
from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument, Pipeline
from ...ir.scoped_names import WORLD
from ...ir.world import WorldIR
from ..text_order import child_element
from ..tokens import format_enum
from ..tree_decoder import decode_tree
from ..unknown_parts import add_references
from .context import PLAIN, SkelAdapter, SkelContext
from .skeletons import SkeletonModel
from .tree import unique_names

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....skel import newest as skel
    from ...core.options import Options

TIME_STEP = 0.001


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[skel.Skel]:
    """See ``Format.decode``."""
    bindings = bindings_of("skel", package=options.bindings)
    root: skel.Skel = decode_tree(bindings.decode, tree, source, sink, place)
    version = tree.get("version") or bindings.version
    return ParsedDocument(format="skel", version=version, read_as=bindings.version, root=root, source=source)


def describe(
    parsed: ParsedDocument[skel.Skel], sink: Sink, options: Options, pipeline: Pipeline
) -> tuple[WorldIR, ...]:
    """The world as one description; reports what is wrong with it. It names no document that needs ``pipeline``."""
    adapter = options.adapter("skel", PLAIN)
    root = parsed.root
    skeletons = _skeletons(root, sink, adapter)
    if skeletons is None:
        return ()
    world: skel.World = root.world
    described = world if is_written(root, "world") else root
    description = WorldIR("skel", world_name=world.name, element=described)
    context = SkelContext(description, sink, options, adapter)
    _add_physics(world.physics, context)
    names = unique_names((skeleton.name for skeleton in skeletons), empty="skeleton")
    for skeleton, name in zip(skeletons, names):
        if name == WORLD:
            name = f"{WORLD}(1)"
            sink.report(rules.RESERVED_NAME, skeleton, attribute="name", name=WORLD, given=name)
        elif name != skeleton.name and skeleton.name:
            sink.report(rules.RENAMED, skeleton, attribute="name", kind="skeleton", name=skeleton.name, given=name)
        SkeletonModel(skeleton, name, context).add()
    add_references(description, described, sink)
    return (description,)


def _skeletons(root: skel.Skel, sink: Sink, adapter: SkelAdapter) -> list[skel.Skeleton] | None:
    """The skeletons of the first world, or the one directly in the root; None where there is neither."""
    if is_written(root, "world"):
        return root.world.skeleton
    alone = root.skeleton
    advice = "put the skeleton into a <world>" if alone is not None else "add a <world>"
    # With a skeleton in its place it is clear what is meant, and DART has a call that reads it.
    severity: Severity | None = "warning" if alone is not None and adapter.has_unbuilt else None
    sink.report(rules.NO_WORLD, root, severity=severity, advice=advice)
    return None if alone is None or not adapter.has_unbuilt else [alone]


def _add_physics(physics: skel.Physics | None, context: SkelContext) -> None:
    description = context.description
    time_step, detector = TIME_STEP, "fcl"
    description.gravity = (0.0, 0.0, -9.81)
    if physics is not None:
        x, y, z = physics.gravity
        description.gravity = (x, y, z)
        time_step, detector = physics.time_step, format_enum(physics.collision_detector)
        if not (time_step > 0 and isfinite(time_step)):
            place = child_element(physics, "time_step")
            context.sink.report(rules.BAD_TIME_STEP, place, value=time_step, instead=TIME_STEP)
            time_step = TIME_STEP
    description.properties.update(time_step=time_step, collision_detector=detector)
