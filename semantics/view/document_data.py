"""One document of a page: its first world, and what was found in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from math import hypot, inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.float_errors import silent
from ..document.location import LocationIndex
from ..ir.scoped_names import SEPARATOR, WORLD
from ..scene.links import Link
from ..scene.scene import get_kinematics, get_world
from ..spatial.inertia import principal_axes
from ..spatial.transform import Transform
from .findings import FindingLinks, finding_data
from .geometries import geometry_data
from .json_data import IDENTITY_POSE, number, pose, sizes
from .marks import frames, lights, marks
from .materials import MaterialTable
from .source_locations import SourceFileTable
from .tree_data import Bodies, Joints, gearboxes, link_places, loops, tendons

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ..kinematics.configuration import Configuration
    from ..scene.links import Shape
    from ..scene.scene import Scene
    from .meshes import MeshTable


UP = [0.0, 0.0, 1.0]
"""Where up is in documents that do not say where gravity pulls."""
FORMATS = {"dmd": "directives"}
"""Formats that are called otherwise in a page."""


@silent
def document_data(
    name: str,
    format: str,
    scene: Scene | None,
    findings: Sequence[Diagnostic],
    meshes: MeshTable,
    q: Configuration | None = None,
) -> dict[str, Any]:
    """A document as Scene JSON has it.

    Args:
        name: as it is shown.
        format: its format.
        scene: what it means; None where that could not be told.
        findings: what was found in it.
        meshes: receives its meshes.
        q: where its joints are; None: where the document says that they start.

    Raises:
        KeyError: ``q`` names a joint that there is not.
        ValueError: ``q`` holds several configurations, or numbers of the wrong shape.
    """
    head = {"name": os.path.basename(name) or name, "format": FORMATS.get(format, format)}
    if scene is None:
        places = SourceFileTable(None)
        rows = {
            "up": UP,
            "links": [_world(None)],
            "findings": finding_data(findings, places, None),
            "files": places.files,
        }
        return {**head, **dict.fromkeys(_PARTS, ()), **rows, "meshes": meshes.rows}
    return {**head, **_Writer(scene, meshes).data(findings, q), "meshes": meshes.rows}


_PARTS = (
    "joints",
    "coordinates",
    "couplings",
    "loops",
    "gearboxes",
    "tendons",
    "frames",
    "marks",
    "lights",
    "materials",
)


def _world(place: dict[str, Any] | None) -> dict[str, Any]:
    """The link that stands for the world."""
    return {
        "name": WORLD,
        "short": WORLD,
        "model": "",
        "place": place,
        "parent": None,
        "joint": None,
        "pose": IDENTITY_POSE,
        "mass": 0.0,
        "com": [0.0, 0.0, 0.0],
        "inertia_pose": IDENTITY_POSE,
        "inertia_box": None,
        "visuals": [],
        "collisions": [],
        "static": True,
    }


def _up(scene: Scene) -> list[float]:
    """The direction against gravity."""
    x, y, z = sizes(scene.gravity or ())[:3] or (0.0, 0.0, 0.0)
    length = hypot(x, y, z)
    return [-x / length + 0.0, -y / length + 0.0, -z / length + 0.0] if 0.0 < length < inf else UP


class _Writer:
    def __init__(self, scene: Scene, meshes: MeshTable) -> None:
        self._scene = scene
        self._meshes = meshes
        self._kinematics = get_kinematics(scene)
        description = get_world(scene).description
        self._spots = LocationIndex(description.sources)
        self._places = SourceFileTable(self._spots)
        if description.sources:  # the document itself is the first
            self._places.at(description.sources[0].name, 0)
        self._bodies = Bodies(self._kinematics)
        self._joints = Joints(scene)
        self._materials = MaterialTable(meshes)
        names = [*(link.name for link in description.links), *(joint.name for joint in description.joints)]
        self._short = NameShortener(names)
        self._static = {model.name for model in description.models if model.static}

    def data(self, findings: Sequence[Diagnostic], q: Configuration | None) -> dict[str, Any]:
        scene, places = self._scene, self._places
        values = scene.vector(scene.default_configuration if q is None else q)
        if values.ndim != 1:
            raise ValueError("q holds many configurations; a picture shows one")
        rows = {
            "up": _up(scene),
            "links": self._links(),
            "joints": [self._joint(number) for number in self._joints.numbers],
            "coordinates": self._joints.coordinates(self._short, values),
            "couplings": self._joints.couplings(),
            "loops": [
                {**loop, "place": places.of(self._element_of(loop["name"]))}
                for loop in loops(scene, self._bodies, self._joints)
            ],
            "gearboxes": gearboxes(scene, self._bodies),
            "tendons": tendons(scene, self._joints),
            "frames": frames(scene, self._bodies, places, self._short),
            "marks": marks(scene, self._bodies, places),
            "lights": lights(scene, self._bodies, places),
            "findings": finding_data(findings, places, self._index_links() if findings else None),
            "materials": self._materials.rows,
        }
        return {**rows, "files": places.files}

    def _element_of(self, name: str) -> Any:
        joint = self._kinematics.joint_numbers.get(name)
        return None if joint is None else self._kinematics.connections[joint].record.element

    def _links(self) -> list[dict[str, Any]]:
        kinematics = self._kinematics
        records = kinematics.graph.records
        by_name: dict[str, list[Link]] = {}
        for i, said in enumerate(kinematics.description.links):
            by_name.setdefault(said.name, []).append(Link(kinematics, i))
        rows = []
        for body, placed in zip(self._bodies.vertices, link_places(kinematics, self._bodies, self._joints)):
            record = records[body]
            row = _world(self._places.of(record.element))
            row |= {"name": record.name, "short": self._short(record.name), **placed}
            own = by_name.get(record.name) if record.kind == "link" else None
            if own:
                # of several links of one name each is there
                link = own.pop(0)
                row |= {"model": record.scope, "static": record.scope in self._static, **mass_data(link)}
                row["visuals"] = self._shapes(link, link.visuals, is_seen=True)
                row["collisions"] = self._shapes(link, link.collisions, is_seen=False)
            rows.append(row)
        return rows

    def _shapes(self, link: Link, shapes: Sequence[Shape], *, is_seen: bool) -> list[dict[str, Any]]:
        rows = []
        for shape in shapes:
            element: Any = shape.element
            beside = self._places.file_of(element)
            geometry, inside = geometry_data(shape.geometry, self._meshes, beside)
            placed = pose(shape.pose @ inside)
            if placed is None:
                continue
            plain = link.name.rpartition(SEPARATOR)[2]
            transparency = number(getattr(element, "transparency", 0.0) or 0.0) if is_seen else 0.0
            rows.append(
                {
                    "name": shape.name,
                    "place": self._places.of(element),
                    "pose": placed,
                    "material": self._materials.add(shape, plain, beside) if is_seen else None,
                    "transparency": min(max(transparency or 0.0, 0.0), 1.0),
                    "geometry": geometry,
                }
            )
        return rows

    def _joint(self, number: int) -> dict[str, Any]:
        kinematics = self._kinematics
        connection = kinematics.connections[number]
        record = connection.record
        return {
            "name": record.name,
            "short": self._short(record.name),
            "place": self._places.of(record.element),
            "type": str(getattr(record.type, "value", record.type)),
            "parent": self._bodies.number(connection.parent),
            "child": self._bodies.number(connection.child),
            "closes_loop": number in kinematics.tree.loops,
            "X_PF": pose(kinematics.x_pf[number]) or IDENTITY_POSE,
            "X_BM": pose(kinematics.x_bm[number]) or IDENTITY_POSE,
            "motion": self._joints.motion(number),
        }

    def _index_links(self) -> FindingLinks:
        kinematics = self._kinematics
        records = kinematics.graph.records
        things = [(records[body].element, i) for i, body in enumerate(self._bodies.vertices) if i]
        for connection in kinematics.connections:
            if connection.child >= 0:
                things.append((connection.record.element, self._bodies.number(connection.child)))
        for vertex, record in enumerate(records):
            if record.kind == "frame":
                things.append((record.element, self._bodies.on_link(vertex)[0]))
        return FindingLinks(self._spots, things)


SLACK = 1e-6
"""By which part of the largest moment one may be larger than the sum of the others, as rounding leaves it."""


@silent
def mass_data(link: Link) -> dict[str, Any]:
    """Mass, centre of mass, principal axes and box of a link."""
    com = link.com
    found: dict[str, Any] = {
        "mass": number(link.mass),
        "com": sizes(com),
        "inertia_pose": [*sizes(com), *IDENTITY_POSE[3:]],
        "inertia_box": None,
    }
    inertia = link.inertia
    if not (np.isfinite(inertia).all() and np.isfinite(com).all() and 0 < link.mass < np.inf):
        return found
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    principal, axes = principal_axes((xx, yy, zz, xy, xz, yz))
    moments = np.array(principal)
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = np.transpose(axes), com
    if np.linalg.det(placed) < 0:
        placed[:3, 2] *= -1
    squares = 6 / link.mass * (moments.sum() - 2 * moments)
    largest = float(np.abs(moments).max())
    axes_pose = pose(Transform(placed))
    if axes_pose is not None and np.all(squares >= -6 / link.mass * SLACK * largest):
        found["inertia_pose"] = axes_pose
        found["inertia_box"] = sizes(np.sqrt(np.maximum(squares, 0.0)))
    return found


class NameShortener:
    """Drops what all names begin with.

    Args:
        names: scoped names of links and joints.
    """

    def __init__(self, names: Iterable[str]) -> None:
        shared: list[str] | None = None
        for name in names:
            if name == WORLD:
                continue
            parts = name.split(SEPARATOR)[:-1]
            if shared is None:
                shared = parts
            else:
                same = next((i for i, (a, b) in enumerate(zip(shared, parts)) if a != b), min(len(shared), len(parts)))
                shared = shared[:same]
        self._prefix = "".join(part + SEPARATOR for part in shared or ())

    def __call__(self, name: str) -> str:
        """The name as it is shown."""
        return name.removeprefix(self._prefix)
