"""What is in the links of a robot (URDF): masses and shapes, from records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frames.graph import NO_INDEX, ROOT
from ...ir.geometry import Empty
from ...spatial.raw_pose import IDENTITY
from ..mass_properties import LEAST, LIGHT
from ..to_sdformat.shapes import unfit
from .shapes import ROUND, WITHOUT, Geometries, Looks, look_of, places_of

if TYPE_CHECKING:
    from ...ir.links import LinkRecord, ShapeRecord
    from ..workspace import RobotWorkspace
    from .origins import Origins


class LinkParts:
    """Makes what is in links.

    Attributes:
        shapes: pairs of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: RobotWorkspace, origins: Origins) -> None:
        self.shapes: list[tuple[Any, Any]] = []
        self._work = work
        self._origins = origins
        self._geometries = Geometries(work)
        self._looks = Looks(work.make)

    def write_materials(self, robot: Any) -> None:
        """Writes what visuals look like."""
        self._looks.write(robot)

    def inertial(self, record: LinkRecord, body: int) -> Any:
        """Mass and moments; None where nothing has to be said."""
        inertial, make = record.inertial, self._work.make
        if inertial.mass == 0.0 and not any(inertial.moments) and inertial.pose == IDENTITY:
            if inertial.element is not None:
                self._work.takings.of(inertial.element).inertial(inertial)
                self._work.ledger.report_representation(
                    inertial.element, "nothing: a link of URDF that says nothing has no mass"
                )
            return None
        ixx, iyy, izz, ixy, ixz, iyz = inertial.moments
        is_light = not inertial.mass and inertial.may_be_massless
        if is_light:
            self._work.takings.of(inertial.element).mark_corrected_inertial(inertial, LIGHT)
        made = make("Inertial", mass=make("Mass", value=LEAST if is_light else inertial.mass))
        made.inertia = make("Inertia", ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz)
        taking = self._work.takings.of(inertial.element)
        base = body
        if inertial.relative_to is not None:
            base = max(self._work.graph.find(inertial.relative_to, record.scope), ROOT)
        made.origin = self._origins.place_origin(body, base, inertial.pose, taking.written_inertial_pose(inertial))
        if inertial.element is None or inertial.element is record.element:
            self._work.ledger.report_representation(
                record.element,
                f"a link that says that it has {inertial.mass:g} kg: in URDF one that says nothing has none",
            )
        else:
            taking.inertial(inertial)
        return made

    def add_shape(self, link: Any, tag: str, shape: ShapeRecord, record: LinkRecord, body: int) -> None:
        """Adds a visual or collision to a link, which a body is; more than one where URDF has no such shape."""
        element: Any = shape.element
        reason = None if isinstance(shape.geometry, Empty) else unfit(shape.geometry)
        pieces = self._geometries.pieces(shape.geometry) if reason is None else []
        if not pieces:
            if element is not None and element.source_element is not None:
                self._work.ledger.mark_rejected(element.source_element, reason or WITHOUT[type(shape.geometry)])
            return
        base = self._work.graph.index[record.name]
        if shape.relative_to is not None:
            found = self._work.graph.find(shape.relative_to, record.scope)
            base = base if found == NO_INDEX else found
        taking = self._work.takings.of(element)
        taking.shape(shape)
        name = getattr(element, "name", None) or None
        place = element if shape.pose_element is None and hasattr(element, "transformation") else shape.pose_element
        look = look_of(shape) if tag == "visual" else None
        if len(pieces) > 1:
            self._work.ledger.report_representation(
                element, "a cylinder with two spheres: this version of URDF has no capsules"
            )
        if type(shape.geometry) in ROUND and pieces[0].geometry.sphere is not None and len(pieces) == 1:
            self._work.ledger.report_representation(element, "a sphere, as round as it is")
        for number, (piece, pose) in enumerate(zip(pieces, places_of(pieces, shape.pose))):
            made = self._work.make(tag.capitalize(), name=name if not number else name and f"{name}_{number}")
            made.origin = self._origins.place_origin(body, base, pose, place)
            made.geometry = piece.geometry
            getattr(link, tag).append(made)
            self.shapes.append((element, made))
            if look is not None and any(look):
                self._looks.add(made, look, name or link.name)
        if look is not None and any(look):
            taking.look(shape)
