"""Typed document to description: blocks are links, what stands on something is fixed to it."""

from __future__ import annotations

from bodyplan.runtime.sink import Sink
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.parsed import ParsedDocument, Pipeline
from bodyplan.semantics.ir.joints import Motion
from bodyplan.semantics.ir.links import InertialRecord
from bodyplan.semantics.ir.world import WorldIR

from .wall import Wall


def describe(parsed: ParsedDocument[Wall], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    wall = parsed.root
    description = WorldIR("brick", element=wall.element)
    description.add_model(wall.name, element=wall.element)
    for block in wall.block:
        inertial = InertialRecord(block.mass, moments=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
        description.add_link(block.name, scope=wall.name, inertial=inertial, element=block.element)
    for block in wall.block:
        if block.on is not None:
            description.add_joint(
                f"{block.name}_on_{block.on}",
                scope=wall.name,
                type="fixed",
                motion=Motion.FIXED,
                parent=block.on,
                child=block.name,
                element=block.element,
            )
    return (description,)
