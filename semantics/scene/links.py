"""Links of a scene, their shapes, and the mass properties of several taken as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ...diagnostics.records import dataclass
from ...runtime.float_errors import silent
from ..kinematics.link_masses import LinkMasses, compute_spreads
from ..spatial.transform import Transform
from .scene_object import SceneObject, express_pose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..ir.geometry import Geometry
    from ..ir.links import LinkRecord, ShapeRecord
    from ..kinematics.forward_kinematics import Kinematics
    from ..spatial.so3 import Array


class Shape(SceneObject):
    """A visual or collision shape of a link.

    Spec: SDFormat ``//link/visual`` and ``//link/collision``; URDF ``<visual>`` and ``<collision>``, whose poses are in the
    frame of the link; SKEL ``<visualization_shape>`` and ``<collision_shape>``.

    Example:
        >>> (column,) = bodyplan.load("examples/arm.urdf").scene.links["arm::base"].visuals
        >>> column.name, column.geometry, column.pose.translation.tolist()
        ('column', Cylinder(radius=0.1, length=0.3), [0.0, 0.0, 0.15])
    """

    __slots__ = ("_kind", "_place")

    def __init__(self, kinematics: Kinematics, link: int, kind: Literal["visuals", "collisions"], place: int) -> None:
        super().__init__(kinematics, link)
        self._kind = kind
        self._place = place

    @property
    def _link(self) -> LinkRecord:
        return self._kinematics.description.links[self._number]

    @property
    def _record(self) -> ShapeRecord:
        shapes = self._link.visuals if self._kind == "visuals" else self._link.collisions
        return shapes[self._place]

    @property
    def pose(self) -> Transform:
        """In the link frame, at the zero configuration."""
        link = self._link
        return express_pose(self._kinematics, self._record, link.scope, self._kinematics.graph.index[link.name])

    @property
    def geometry(self) -> Geometry:
        """What it is: one of the classes of ``bodyplan.geometry``, lengths in m."""
        return self._record.geometry

    @property
    def properties(self) -> Mapping[str, object]:
        """What else the document says of it: colour, friction, stiffness, roles …"""
        return self._record.find_properties()

    def _summary(self) -> str:
        return type(self.geometry).__name__


class Link(SceneObject):
    """A rigid body.

    Spec: SDFormat ``//link`` and ``//link/inertial``, where a link that says nothing has 1 kg; URDF ``<link>`` and
    ``<inertial>``, where it has none; SKEL ``<body>`` and ``<inertia>``.

    Example:
        >>> forearm = bodyplan.load("examples/arm.urdf").scene.links["arm::forearm"]
        >>> forearm.mass, forearm.com.tolist(), forearm.inertia.diagonal().tolist()
        (0.6, [0.15, 0.0, 0.0], [0.00025, 0.004625, 0.004625])
    """

    __slots__ = ()

    @property
    def _record(self) -> LinkRecord:
        return self._kinematics.description.links[self._number]

    @property
    def mass(self) -> float:
        """Its mass, kg."""
        return self._record.inertial.mass

    @property
    @silent
    def com(self) -> Array:
        """Centre of mass in the link frame, shape (3,), m."""
        return self._inertial_pose().translation

    @property
    @silent
    def inertia(self) -> Array:
        """Moments and products of inertia about the centre of mass, along the axes of the link frame, shape (3, 3), kg m²."""
        xx, yy, zz, xy, xz, yz = self._record.inertial.moments
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=np.float64)
        if self._record.inertial.is_along_link:
            return matrix
        rotation = self._inertial_pose().rotation
        result: Array = rotation @ matrix @ rotation.T
        return result

    @property
    def visuals(self) -> tuple[Shape, ...]:
        """What is seen of it, in document order."""
        return tuple(Shape(self._kinematics, self._number, "visuals", i) for i in range(len(self._record.visuals)))

    @property
    def collisions(self) -> tuple[Shape, ...]:
        """What it touches with, in document order."""
        return tuple(
            Shape(self._kinematics, self._number, "collisions", i) for i in range(len(self._record.collisions))
        )

    @property
    def virtual(self) -> bool:
        """Whether the document has no such link: it is without mass between joints that act one after the other."""
        return self._record.virtual

    @property
    def properties(self) -> Mapping[str, object]:
        """What else the document says of it: whether gravity acts on it, damping …"""
        return self._record.properties

    def _inertial_pose(self) -> Transform:
        record = self._record
        return express_pose(self._kinematics, record.inertial, record.scope, self._kinematics.graph.index[record.name])

    def _summary(self) -> str:
        return f"{self.mass:g} kg"


@dataclass(frozen=True, slots=True)
class MassProperties:
    """Of some links at a configuration or at n, along the axes of a frame; see ``Scene.mass_properties``.

    Attributes:
        mass: kg.
        com: centre of mass, shape (3,) or (n, 3), m. Not a number where there is no mass.
        inertia: about the centre of mass, shape (3, 3) or (n, 3, 3), kg m².

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> whole = scene.mass_properties({"arm::elbow": [0.0, 0.5]})
        >>> round(whole.mass, 3), whole.com.shape, whole.inertia.shape
        (6.04, (2, 3), (2, 3, 3))
    """

    mass: float
    com: Array
    inertia: Array


def gather_masses(kinematics: Kinematics, links: Mapping[str, Link]) -> LinkMasses:
    """The masses of links by their scoped names, in order."""
    vertices = [kinematics.graph.index[name] for name in links]
    carried = kinematics.in_carrier[vertices]
    turned = carried[:, :3, :3]
    coms = np.array([link.com for link in links.values()], dtype=np.float64).reshape(-1, 3)
    inertias = np.array([link.inertia for link in links.values()], dtype=np.float64).reshape(-1, 3, 3)
    return LinkMasses(
        np.array([kinematics.slot[vertex] for vertex in vertices], dtype=np.intp),
        np.array([link.mass for link in links.values()], dtype=np.float64),
        np.matmul(turned, coms[..., None])[..., 0] + carried[:, :3, 3],
        turned @ inertias @ np.swapaxes(turned, 1, 2),
    )


def mass_properties(kinematics: Kinematics, links: LinkMasses, q: Array) -> MassProperties:
    """Of ``links`` in the world at n configurations ``q``, shape (coordinates, n); arrays begin with n."""
    n, total = q.shape[1], float(links.masses.sum())
    if not len(links.masses):
        return MassProperties(0.0, np.full((n, 3), np.nan), np.zeros((n, 3, 3)))
    centres, inertias = links.place(kinematics.rows(q))
    with np.errstate(invalid="ignore", divide="ignore"):
        com = np.einsum("b,bni->ni", links.masses, centres) / total
    levers = centres - np.where(np.isfinite(com), com, 0.0)
    return MassProperties(
        total, com, inertias.sum(axis=0) + np.einsum("b,bnij->nij", links.masses, compute_spreads(levers))
    )
