"""Front end of Drake model directives (``*.dmd.yaml``): models of other files, put together in one world."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...frames import graph as frame_graph
from ...ir.joints import JointRecord, Motion
from ...ir.scoped_names import WORLD
from ...ir.world import WorldIR
from ...kinematics.connections import Connections
from ...resources.resolver import finder_for
from .assembly import Assembly
from .drake_frames import is_drake_joint

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline
    from .directives import Directives


def describe(
    parsed: ParsedDocument[Directives], sink: Sink, options: Options, pipeline: Pipeline
) -> tuple[WorldIR, ...]:
    """The directives carried out, as one description; reports what is wrong with them and with the files they name."""
    directives = parsed.root
    description = WorldIR("dmd", element=directives.element)
    finder = finder_for(options)
    assembly = Assembly(description, sink, options, finder, pipeline)
    own = parsed.source.name
    if own is not None:
        assembly.running.append(Path(options.files.real(own)))
    assembly.run_directives(directives, "")
    assembly.finish()
    _drop_poses_of_held_bodies(description)
    return (description,)


def _drop_poses_of_held_bodies(description: WorldIR) -> None:
    """Drops default poses in the world of bodies that are not free, since something else holds them.

    Of a body that a joint of its document sets free, only the default pose stays.
    """
    if not any(map(_is_free, description.joints)):
        return
    connections = Connections(description, frame_graph.build(description))
    held = {
        connection.child
        for connection in connections
        if is_drake_joint(connection.record) and not _is_free(connection.record)
    }
    placed = {connection.child for connection in connections if _is_free(connection.record)}
    dropped = {
        id(connection.record)
        for connection in connections
        if (_is_free(connection.record) and connection.record.parent == WORLD and connection.child in held)
        or (not is_drake_joint(connection.record) and connection.child in placed)
    }
    description.joints[:] = [joint for joint in description.joints if id(joint) not in dropped]


def _is_free(joint: JointRecord) -> bool:
    """Whether a joint stands for the default pose of a body."""
    return joint.motion is Motion.FLOATING_RPY and joint.own_frames
