"""Links and joints of which the records of two scenes of different formats say the same: no things have to be made of them.

So it is with most of what a document and its conversion describe. Records are compared as they are, joints by the poses that
lead over them from link to link, which takes no arrays of all frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..scene.scene import get_world
from .facts import NONE_PASSED, PassedNames, read_axis
from .materials import find_named_material

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ir.links import LinkRecord, ShapeRecord
    from ..ir.source_ref import Place
    from ..scene.scene import Scene
    from ..spatial.raw_pose import RawPose
    from .facts import LocalNames

SHARED_PROPERTIES = {"diffuse": any, "friction": any, "specular": all, "emissive": all}
"""What front ends find out of shapes in the terms of all formats: compared where any of two documents says it, or all do."""


def find_equal_records(
    scenes: tuple[Scene, Scene], names: tuple[LocalNames, LocalNames]
) -> tuple[PassedNames, PassedNames]:
    """Full names in each scene of links and joints of which both say the same, in elements that are not compared themselves.

    Args:
        scenes: of two formats.
        names: by which things of each are matched.
    """
    one, other = (_RecordsByName(scene, own) for scene, own in zip(scenes, names))
    if not (one.are_plain and other.are_plain):
        return NONE_PASSED, NONE_PASSED
    links = [
        (link.name, twin.name)
        for name, link in one.links.items()
        if (twin := other.links.get(name)) is not None
        and one.find_place(link) == other.find_place(twin)
        and _are_equal_links(link, twin, names)
    ]
    joints = [
        (joint.record.name, other.joints[name].record.name)
        for name, joint in one.joints.items()
        if name in other.joints
        and type(joint.record.element) is not type(other.joints[name].record.element)
        and (basis := one.find_basis(name)) is not None
        and basis == other.find_basis(name)
    ]
    passed = [PassedNames({pair[side] for pair in links}, {pair[side] for pair in joints}) for side in (0, 1)]
    return passed[0], passed[1]


def find_passed_elements(scene: Scene, passed: PassedNames) -> Iterator[Place]:
    """The elements of links and joints that were passed, and of their shapes."""
    description = get_world(scene).description
    for link in description.links:
        if link.name in passed.links:
            yield link.element
            yield from (shape.element for shape in (*link.visuals, *link.collisions))
    yield from (joint.element for joint in description.joints if joint.name in passed.joints)


class _RecordsByName:
    """The records of a scene by the names that things are matched by."""

    def __init__(self, scene: Scene, names: LocalNames) -> None:
        world = get_world(scene)
        description, connections = world.description, world.connections
        self._graph, self._names = world.graph, names
        self.links = {names(link.name): link for link in description.links}
        self.joints = {names.of_joint(joint.record.name): joint for joint in connections}
        self._children = {joint.child for joint in connections}
        has_own_names = len(self.links) == len(description.links) and len(self.joints) == len(connections)
        # joints with frames of their own move links from where they are written to be
        self.are_plain = has_own_names and not any(joint.own_frames for joint in description.joints)

    def find_place(self, link: LinkRecord) -> RawPose | None:
        """Where a link is that no joint leads to."""
        vertex = self._graph.index[link.name]
        return None if vertex in self._children else self._graph.pose_of(vertex)

    def find_basis(self, name: str) -> tuple[Any, ...] | None:
        """What all that is said of a joint follows from; None where poses lead over it in another way than from link to link."""
        graph, joint = self._graph, self.joints[name]
        record, vertex, child = joint.record, joint.vertex, joint.child
        is_between = joint.valid and graph.relative[vertex] == joint.parent and graph.relative[child] == vertex
        if not is_between or graph.inverted[vertex] or graph.inverted[child]:
            return None
        if not joint.on_parent == joint.on_child == vertex or any(frame != vertex for frame in joint.axis_frames):
            return None
        return (
            record.motion,
            self._names(graph.body_name(joint.parent)),
            self._names(graph.body_name(child)),
            graph.poses[vertex],
            graph.poses[child],
            record.turned,
            [(axis.xyz, axis.reference, read_axis(axis)) for axis in record.axes],
            record.pitch,
            record.curve,
            record.axis_order,
            record.default_position,
        )


def _are_equal_links(one: LinkRecord, other: LinkRecord, names: tuple[LocalNames, LocalNames]) -> bool:
    inertials = one.inertial, other.inertial
    return (
        type(one.element) is not type(other.element)
        and inertials[0].relative_to is None
        and inertials[1].relative_to is None
        and inertials[0].mass == inertials[1].mass
        and inertials[0].pose == inertials[1].pose
        and inertials[0].moments == inertials[1].moments
        and _are_equal_shapes("visual", (one.name, other.name), one.visuals, other.visuals, names)
        and _are_equal_shapes("collision", (one.name, other.name), one.collisions, other.collisions, names)
    )


def _are_equal_shapes(
    kind: str,
    links: tuple[str, str],
    shapes: Sequence[ShapeRecord],
    others: Sequence[ShapeRecord],
    names: tuple[LocalNames, LocalNames],
) -> bool:
    """Whether two links have equal shapes of one kind, in one order."""
    return len(shapes) == len(others) and all(
        names[0].of_shape(kind, links[0], one.name) == names[1].of_shape(kind, links[1], other.name)
        and type(one.element) is not type(other.element)
        and one.relative_to is None
        and other.relative_to is None
        and one.pose == other.pose
        and one.geometry == other.geometry
        and _have_equal_properties(one, other)
        for one, other in zip(shapes, others)
    )


def _have_equal_properties(one: ShapeRecord, other: ShapeRecord) -> bool:
    """Whether what is compared of the properties of two shapes is the same, and no two names of materials have to be."""
    said, twin = one.find_properties(), other.find_properties()
    for name, suffices in SHARED_PROPERTIES.items():
        if said.get(name) != twin.get(name) and suffices((name in said, name in twin)):
            return False
    return find_named_material(other.element) is None or find_named_material(one.element) is None
