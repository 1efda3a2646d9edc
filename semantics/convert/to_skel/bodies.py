"""Bodies of skeletons: where links stand, what they weigh, how they look and what they touch with."""

from __future__ import annotations

import os
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...frames.graph import NO_INDEX
from ...ir import geometry as shapes
from ...ir.sizes import is_sound
from ...ir.solids import rotate_moments
from ...spatial.raw_pose import NO_ROTATION, compose, inverse
from ..element_builder import shown_color, tidy
from ..mass_properties import LEAST, NO_MASS, NO_MOMENTS, NOTHING, tidy_products
from ..to_urdf.links import look_of
from .workspace import make_transformation

if TYPE_CHECKING:
    from ...ir.links import LinkRecord, ShapeRecord
    from ...spatial.inertia import Moments
    from ...spatial.raw_pose import RawPose
    from .workspace import SkelWorkspace

MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
MASSLESS = f"a body of {LEAST:g} kg: to DART every body has a mass"
WITHOUT: dict[type[shapes.Geometry], str] = {
    shapes.Heightmap: "SKEL has no height fields",
    shapes.Image: "SKEL has no shapes of images",
    shapes.Polyline: "SKEL has no shapes drawn out of outlines",
    shapes.SoftMesh: "soft bodies of SKEL are others",
    shapes.Empty: "there is no shape in it",
}
"""Why a shape is lost."""
NO_SIZE = "DART refuses sizes that are not above 0"
NO_SUBMESH = "SKEL has no parts of meshes"
NOT_FOUND = "its file is not found, and DART stops without it"


class SkelBodyWriter:
    """Makes bodies.

    Attributes:
        pairs: of the typed element that a body was made of, and what was made.
        shapes: likewise of shapes.
    """

    def __init__(self, work: SkelWorkspace) -> None:
        self.pairs: list[tuple[Any, Any]] = []
        self.shapes: list[tuple[Any, Any]] = []
        self._work = work

    def write(self, record: LinkRecord, name: str, place: RawPose, written: Any) -> Any:
        """The body of a link.

        Args:
            record: the link.
            name: of the body.
            place: where it is in its skeleton.
            written: the typed element that says so, if there is one.
        """
        work = self._work
        body = work.make("Body", name=name, transformation=make_transformation(place, written))
        taking = work.takings.of(record.element)
        taking.link(record)
        taking.mark("gravity", record.element)
        if not record.properties.get("gravity", getattr(record.element, "gravity", True)):
            body.gravity = False
        body.inertia = self._inertia(record)
        for kind, field, found in (
            ("VisualizationShape", "visualization_shape", record.visuals),
            ("CollisionShape", "collision_shape", record.collisions),
        ):
            for shape in found:
                made = self._shape(kind, shape, record)
                if made is not None:
                    getattr(body, field).append(made)
                    self.shapes.append((shape.element, made))
        self.pairs.append((record.element, body))
        return body

    def _inertia(self, record: LinkRecord) -> Any:
        inertial, work = record.inertial, self._work
        taking, (mass, moments, how) = work.takings.of(inertial.element), _make_possible(record)
        is_said = inertial.element is not None and inertial.element is not record.element
        if how in (NO_MASS, NO_MOMENTS):
            taking.mark_corrected_inertial(inertial, how)
        elif how is not None:
            work.ledger.approximate(inertial.element if is_said else record.element, how)
        if is_said:
            taking.inertial(inertial)
        pose = self._in_link(inertial.pose, inertial.relative_to, record)
        if pose[3:] != NO_ROTATION and any(moments):
            moments = tidy_products(rotate_moments(moments, pose[3:]))
        offset = tuple(map(tidy, pose[:3]))
        return work.make(
            "Inertia",
            mass=mass,
            offset=offset if any(offset) else None,
            moment_of_inertia=work.make("MomentOfInertia", **dict(zip(MOMENTS, moments))),
        )

    def _in_link(self, pose: RawPose, relative_to: str | None, record: LinkRecord) -> RawPose:
        """A pose as it is seen from the link, where it is said of another frame."""
        if relative_to is None:
            return pose
        graph, body = self._work.graph, self._work.graph.index[record.name]
        found = graph.find(relative_to, record.scope)
        if found in (NO_INDEX, body):
            return pose
        return compose(self._work.places.compute_pose(found, body)[0], pose)

    def _shape(self, kind: str, record: ShapeRecord, link: LinkRecord) -> Any:
        work, element = self._work, record.element
        geometry = self._geometry(record.geometry)
        if isinstance(geometry, str):
            there = getattr(element, "source_element", None)
            if there is not None:
                work.ledger.mark_rejected(there, geometry)
            return None
        taking = work.takings.of(element)
        taking.shape(record)
        place = element if record.pose_element is None and hasattr(element, "transformation") else record.pose_element
        pose, at = record.pose, _placement(record.geometry)
        if at is not None or record.relative_to is not None:
            place, pose = None, self._in_link(pose if at is None else compose(pose, at), record.relative_to, link)
        made = work.make(kind, transformation=make_transformation(pose, place), geometry=geometry)
        look = look_of(record) if kind == "VisualizationShape" else None
        if look is not None and look.color is not None:
            if look.texture is None:
                taking.look(record)
            else:
                taking.mark("colour", element)
            made.color = shown_color(look.color)
        return made

    def _geometry(self, shape: shapes.Geometry) -> Any:
        """The geometry of a shape, or why there is none."""
        make = self._work.make
        if isinstance(shape, shapes.Mesh):
            if shape.path is None:
                return NOT_FOUND
            if shape.submesh is not None:
                return NO_SUBMESH
            return make("Geometry", mesh=make("Mesh", file_name=self._file_of(shape), scale=shape.scale))
        if not is_sound(shape):
            return NO_SIZE
        if isinstance(shape, shapes.Box):
            return make("Geometry", box=make("Box", size=shape.size))
        if isinstance(shape, shapes.Sphere):
            return make("Geometry", sphere=make("Sphere", radius=shape.radius))
        if isinstance(shape, shapes.Cylinder):
            return make("Geometry", cylinder=make("Cylinder", radius=shape.radius, height=shape.length))
        if isinstance(shape, shapes.Capsule):
            return make("Geometry", capsule=make("Capsule", radius=shape.radius, height=shape.length))
        if isinstance(shape, shapes.Cone):
            return make("Geometry", cone=make("Cone", radius=shape.radius, height=shape.length))
        if isinstance(shape, shapes.Pyramid):
            said = {"base_width": shape.base_width, "base_depth": shape.base_depth, "height": shape.height}
            return make("Geometry", pyramid=make("Pyramid", **said))
        if isinstance(shape, shapes.Ellipsoid):
            a, b, c = shape.radii
            return make("Geometry", ellipsoid=make("Ellipsoid", size=(2 * a, 2 * b, 2 * c)))
        if isinstance(shape, shapes.Plane):
            return make("Geometry", plane=make("Plane", normal=shape.normal, offset=shape.offset or None))
        if isinstance(shape, shapes.MultiSphere):
            balls = [make("MultiSphereSphere", radius=radius, position=place) for radius, place in shape.spheres]
            return make("Geometry", multi_sphere=make("MultiSphere", sphere=balls))
        return WITHOUT.get(type(shape), WITHOUT[shapes.Empty])

    def _file_of(self, mesh: Any) -> str:
        """The file of a mesh, as DART looks for it: beside the document."""
        folder = self._work.folder
        path = os.fspath(mesh.path)
        try:
            return Path(os.path.abspath(path) if folder is None else os.path.relpath(path, folder)).as_posix()
        except ValueError:  # another drive
            return Path(path).as_posix()


def _placement(shape: shapes.Geometry) -> RawPose | None:
    """Where a mesh is in its shape, if not in its origin."""
    return None if not isinstance(shape, shapes.Mesh) else shape.placement


def _make_possible(record: LinkRecord) -> tuple[float, Moments, str | None]:
    """Mass and moments that DART takes, and what was done to them; None where nothing was."""
    mass, moments = record.inertial.mass, record.inertial.moments
    if not isfinite(mass) or mass < 0:
        return LEAST, NOTHING, NO_MASS
    if not all(map(isfinite, moments)):
        return mass or LEAST, NOTHING, NO_MOMENTS
    return (mass, moments, None) if mass else (LEAST, moments, MASSLESS)


def place_after(parent: RawPose, on_parent: RawPose, on_child: RawPose) -> RawPose:
    """Where a body is whose frame of a joint is that of its parent.

    Args:
        parent: where the parent is.
        on_parent, on_child: the frame of the joint on each of the two bodies.
    """
    return compose(compose(parent, on_parent), inverse(on_child))
