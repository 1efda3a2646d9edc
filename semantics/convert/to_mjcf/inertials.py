"""Mass properties of bodies, as MuJoCo takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...formats.mjcf.principal_axes import sort_principal_axes
from ...frames.graph import ROOT
from ...ir.solids import rotate_moments
from ...spatial.raw_pose import multiply
from ..mass_properties import tidy_products
from ..mujoco_moments import make_acceptable, raise_above_rounding
from ..to_urdf.motions import ALMOST_NOTHING
from .workspace import place_of

if TYPE_CHECKING:
    from ...ir.links import LinkRecord
    from ...spatial.inertia import Moments
    from ...spatial.raw_pose import RawPose
    from .workspace import MjcfWorkspace

LEAST = 1e-15
"""Mass and moments below which MuJoCo lets no body move, kg and kg m²."""
LEAST_FULL = 1e-14
"""Moment below which it takes no matrix of moments."""


class InertialWriter:
    """Makes inertials, and adds the little that bodies need that move."""

    def __init__(self, work: MjcfWorkspace) -> None:
        self._work = work
        self._heavy: dict[int, bool] = {}
        """Whether a body has mass and moments enough to move."""

    def add(self, body: Any, vertex: int, record: LinkRecord) -> None:
        """Says the mass properties of a link."""
        inertial = record.inertial
        mass, moments, how = make_acceptable(inertial.mass, inertial.moments)
        taking = self._work.takings.of(inertial.element)
        if how is not None:
            taking.mark_corrected_inertial(inertial, how)
        base = vertex
        if inertial.relative_to is not None:
            base = max(self._work.graph.find(inertial.relative_to, record.scope), ROOT)
        self._heavy[vertex] = mass >= LEAST and sort_principal_axes(moments)[0][2] >= LEAST
        if not mass and not any(moments):
            if inertial.element is not None and not record.virtual:
                taking.inertial(inertial)
                self._work.ledger.report_representation(
                    inertial.element, "nothing: a body of MJCF that says nothing has no mass here"
                )
            return
        written = taking.written_inertial_pose(inertial)
        body.inertial = self._make(mass, moments, vertex, base, inertial.pose, written)
        if inertial.element is None or inertial.element is record.element:
            self._work.ledger.report_representation(
                record.element,
                f"a body that says that it has {inertial.mass:g} kg: in MJCF one that says nothing has none",
            )
        else:
            taking.inertial(inertial)

    def add_little(self, body: Any, vertex: int, record: LinkRecord, welded: list[int]) -> None:
        """Gives a body that moves the least that lets it, where neither it nor what is welded to it has as much."""
        if any(self._heavy.get(each) for each in (vertex, *welded)):
            return
        mass, moment = ALMOST_NOTHING
        made = body.inertial or self._work.make("Inertial", pos=(0.0, 0.0, 0.0))
        mass = made.mass = max(made.mass or 0.0, mass)
        if min(sort_principal_axes(_moments_of(made))[0]) < LEAST:
            made.diaginertia, made.fullinertia = (moment, moment, moment), None
        body.inertial = made
        self._work.ledger.approximate(
            record.element, f"a body of {mass:g} kg with moments: MuJoCo lets nothing move that has none"
        )

    def _make(self, mass: float, moments: Moments, vertex: int, base: int, pose: RawPose, written: Any) -> Any:
        made = self._work.make("Inertial", mass=mass)
        said = self._work.compute_place(vertex, base, pose, written)
        made.pos = said.get("pos", (0.0, 0.0, 0.0))
        xx, yy, zz, *products = moments
        if not any(products):
            made.diaginertia = (xx, yy, zz)
            _turn(made, said)
            return made
        outer, _ = self._work.places.compute_pose(base, vertex)
        rotation = multiply(outer[3:], pose[3:])
        if said.keys() - {"pos"}:
            moments = tidy_products(rotate_moments(moments, rotation))
        principal, axes = sort_principal_axes(moments)
        if principal[2] >= LEAST_FULL:
            made.fullinertia = raise_above_rounding(moments)
        else:
            made.diaginertia = principal
            _turn(made, place_of((0.0, 0.0, 0.0, *axes), None))
        return made


def _turn(made: Any, said: dict[str, tuple[float, ...]]) -> None:
    """Gives an inertial the orientation of a place."""
    for name in said.keys() - {"pos"}:
        setattr(made, name, said[name])


def _moments_of(inertial: Any) -> Moments:
    """Those that an inertial says."""
    xx, yy, zz, xy, xz, yz = inertial.fullinertia or (*(inertial.diaginertia or (0.0,) * 3), 0.0, 0.0, 0.0)
    return xx, yy, zz, xy, xz, yz
