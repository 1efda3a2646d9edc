"""A scene as a page numbers it: its links, joints, coordinates and source files."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import Any

from ..core.location import LocationIndex
from ..frames.graph import NO_INDEX
from ..ir.links import LinkRecord, ShapeRecord
from ..ir.scoped_names import SEPARATOR, shared_scope
from ..ir.source_ref import Place
from ..scene.scene import Scene, get_kinematics, get_layout
from ..scene.scene_object import express_pose
from ..spatial.transform import Transform
from .geometries import AT_ORIGIN
from .json_data import Pose, pose, pose_of_raw, pose_of_rows

TEXT = "<text>"
"""The name of a document that was read from no file."""


class PageScene:
    """A scene with the numbers that a page has for its parts.

    Attributes:
        scene: the scene.
        kinematics: how it moves.
        layout: how its coordinates follow each other.
        bodies: the body of each link of the page, the world first.
        joints: the number in the scene of each joint of the page; joints that join nothing are left out.
        joint_rows: by the numbers of these, their rows in the page.
        starts: by the same, the number of the joint's first coordinate in the page.
        locations: finds where elements are written.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene, self.kinematics, self.layout = scene, get_kinematics(scene), get_layout(scene)
        connections, tree = self.kinematics.connections, self.kinematics.tree
        self.joints = [number for number, connection in enumerate(connections) if connection.valid]
        self.joint_rows = {number: row for row, number in enumerate(self.joints)}
        dofs = (connections[number].dofs for number in self.joints)
        self.starts = dict(zip(self.joints, accumulate(dofs, initial=0)))
        moving = {body for body in tree.order if tree.inboard[body] != NO_INDEX}
        used = moving | {tree.towards[body] for body in moving}
        used |= {end for number in self.joints for end in (connections[number].parent, connections[number].child)}
        # a static model is a body too, but what is attached to it is in the world
        records = self.kinematics.graph.records
        self.bodies = [body for body in tree.order if body in used or records[body].kind != "model"]
        self._link_rows = {body: row for row, body in enumerate(self.bodies)}
        description = self.kinematics.description
        self.locations = LocationIndex(description.sources)
        self._files: dict[str, int] = {}
        for source in description.sources[:1]:  # the document itself is the first
            self.place_at(source.name, 0)
        shared = shared_scope([link.name for link in description.links] + [joint.name for joint in description.joints])
        self._prefix = f"{shared}{SEPARATOR}" if shared else ""

    @property
    def files(self) -> list[str]:
        """Names of the files that places are in, as they are shown."""
        return list(self._files)

    def short_name(self, name: str) -> str:
        """A scoped name without the scope that all links and joints share."""
        return name.removeprefix(self._prefix)

    def link_row(self, body: int) -> int:
        """The link that a body is, or that it is attached to."""
        return self._link_rows.get(body, 0)

    def place_frame(self, vertex: int) -> tuple[int, Transform]:
        """The link that a frame moves with, and its pose there."""
        row = self._link_rows.get(self.kinematics.graph.body[vertex])
        if row is None:
            return 0, Transform(self.kinematics.world[vertex])
        return row, Transform(self.kinematics.in_body[vertex])

    @cached_property
    def _frame_rows(self) -> list[list[list[float]]]:
        """The rows of the matrix of each frame's pose in its body, all at once."""
        rows: list[list[list[float]]] = self.kinematics.in_body.tolist()
        return rows

    def pose_on_link(self, vertex: int) -> tuple[int, Pose | None]:
        """The link that a frame moves with, and its pose there as a page has it."""
        row = self._link_rows.get(self.kinematics.graph.body[vertex])
        return (
            (0, pose(self.kinematics.world[vertex])) if row is None else (row, pose_of_rows(self._frame_rows[vertex]))
        )

    def place_on_link(self, frame: str, inside: Transform) -> tuple[int, Pose] | None:
        """The link that a frame moves with, and the pose there of what is at ``inside`` in the frame."""
        link, placed = self.place_frame(self.kinematics.graph.index.get(frame, 0))
        made = pose(placed @ inside)
        return None if made is None else (link, made)

    def place_in_link(self, shape: ShapeRecord, link: LinkRecord, inside: Transform) -> Pose | None:
        """The pose in its link of what is at ``inside`` in a shape."""
        if inside is AT_ORIGIN and not shape.relative_to:
            return pose_of_raw(shape.pose)
        holder = self.kinematics.graph.index[link.name]
        return pose(express_pose(self.kinematics, shape, link.scope, holder) @ inside)

    def place_of(self, element: Place) -> dict[str, Any] | None:
        """The file and line of an element."""
        return _as_row(self.find_place(element)[1])

    def find_place(self, element: Place) -> tuple[str | None, tuple[int, int] | None]:
        """The file that an element is written in, and the number of the file and the line of what an expansion was made of."""
        found = self.locations.find_line(element)
        if found is None:
            return None, None
        source, file, line = found
        number = self._files.get(file) if file else None
        return source, self._number_place(file, line) if number is None else (number, line)

    def place_at(self, file: str | None, line: int) -> dict[str, Any] | None:
        """A line of a file; None for no line."""
        return _as_row(self._number_place(file, line))

    def _number_place(self, file: str | None, line: int) -> tuple[int, int] | None:
        if not line and file is None:
            return None
        return self._files.setdefault(file or TEXT, len(self._files)), line


def _as_row(place: tuple[int, int] | None) -> dict[str, Any] | None:
    return None if place is None else {"file": place[0], "line": place[1]}
