"""Mass, centre of mass and moments of bodies: those written, or those of their geoms.

Spec: MJCF reference, ``body/inertial``, ``body/geom``, ``compiler``: ``inertiafromgeom``, ``inertiagrouprange``, ``boundmass``,
``boundinertia``, ``balanceinertia``, ``settotalmass``.
"""

from __future__ import annotations

from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ...ir.geometry import Box
from ...ir.links import InertialRecord
from ...ir.solids import SolidMass, combine_solids, solid_of, transform_solid
from ...spatial.inertia import Moments, combine_principal, principal_axes
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, Vector, compose
from .extents import LENGTHS, describe, refuse
from .geoms import OF_MESHES, PRIMITIVES
from .orientation import pose_in_body
from .principal_axes import sort_principal_axes
from .shells import shell_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...ir.links import Inertial
    from .geoms import Geom, Geoms
    from .meshes import Meshes
    from .model import MjcfBody, MjcfPart
    from .settings import CompilerSettings

LEAST = 1e-15
"""Mass, kg, and moments, kg m², of a body that moves have to reach this."""
SMALL = 1e-14
"""Volumes and masses of geoms that are not larger count for nothing, and moments about axes to be found have to reach it."""
PLAIN_LENGTHS = (1e-3, 1e2)
PLAIN_MASSES = (1e-6, 1e9)
PLAIN_DENSITIES = (1e2, 1e9)
FARTHEST = 1e2
"""Half lengths, m, masses, kg, and densities, kg/m³, of geoms, and the sum of the coordinates of where they are: what is within
these has more than ``SMALL`` moments, however many there are, and rounding changes nothing about that."""
DISCARDED = "is discarded by discardvisual, and the mass of its body has to come from it by inertiafromgeom"
NO_PLACE: Vector = (0.0, 0.0, 0.0)
NO_MOMENTS: Moments = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Mass(NamedTuple):
    """What a body weighs before MuJoCo looks whether it may."""

    mass: float
    pose: RawPose
    """Of the inertial frame in the body."""
    moments: Moments
    """About its origin, along its axes."""


class _PlacedSolid(NamedTuple):
    """A geom as a solid of its body."""

    solid: SolidMass
    frame: RawPose
    """Its principal axes."""


NO_SOLID = SolidMass(0.0, NO_PLACE, NO_MOMENTS)
NOTHING = Mass(0.0, IDENTITY, NO_MOMENTS)


class Inertials:
    """Mass properties of the bodies of one model."""

    def __init__(self, geoms: Geoms, meshes: Meshes, sink: Sink) -> None:
        self._geoms = geoms
        self._meshes = meshes
        self._sink = sink
        self._found: dict[int, InertialRecord | None] = {}
        """By number of the body; None: not known, or at fault for another reason that was reported."""
        self._weighing: dict[int, list[_PlacedSolid]] = {}
        """By number of the body, the geoms that it has its mass from."""

    def inertial_of(self, body: MjcfBody, geoms: Sequence[Geom], *, may_wait: bool) -> Inertial:
        """Mass properties of a body that is not the world; reports what MuJoCo refuses.

        Args:
            body: the body.
            geoms: what is in it.
            may_wait: whether those of which nothing can be wrong may be found out when they are first needed.
        """
        if may_wait and not body.inertials and _settings_of(body).get("inertiafromgeom") != "false":
            weighing = _find_weighing(body, geoms)
            if weighing and all(map(_is_plain, weighing)):
                return partial(self.make, body, geoms)
        return self.make(body, geoms)

    def make(self, body: MjcfBody, geoms: Sequence[Geom], _link: object = None) -> InertialRecord:
        """The same, now."""
        written = body.inertials[-1] if body.inertials else None
        settings = _settings_of(body)
        place = None if written is None else written.element
        use = str(settings.get("inertiafromgeom"))
        found = None if written is None else self._read(written)
        if written is not None and found is not None:
            has_mass = "mass" in vars(written.element)  # otherwise that was reported
            if not has_mass or self._is_no_inertia(written, found, body):
                return self._give_up(body, found)
        if written is None or use == "true":
            weighing = _find_weighing(body, geoms)
            signs = [self._has_sign(geom) for geom in weighing]
            solids = [] if use == "false" else self._weigh(weighing)
            if solids is None or any(signs):
                return self._give_up(body, found)
            if solids:
                self._weighing[body.number] = solids
                found, place = _combine([solid for solid, _ in solids]), None
                if len(solids) > 1 and min(_principal(found.moments)) < SMALL and body.part is not None:
                    self._report_light(body, found.mass, found.moments, body.part.element, "")
                    return self._give_up(body, found)
        is_computed = place is None and found is not None
        found = self._raise_to_bounds(found or NOTHING, body)
        record = InertialRecord(
            found.mass, found.pose, None, found.moments, place, is_computed=is_computed, may_be_massless=True
        )
        self._found[body.number] = record
        return record

    def principal_frame_of(self, body: MjcfBody) -> RawPose:
        """The frame that MuJoCo gives the moments of a body: its centre of mass, and its principal axes in an order of MuJoCo's."""
        solids = self._weighing.get(body.number, ())
        if len(solids) == 1:
            return solids[0].frame
        record = self._found.get(body.number)
        if record is None:
            return IDENTITY
        if not any(record.moments[3:]) and body.number not in self._weighing:
            return record.pose
        return compose(record.pose, (*NO_PLACE, *sort_principal_axes(record.moments)[1]))

    def check_moving(self, bodies: Sequence[MjcfBody]) -> None:
        """Reports bodies with joints that have no mass, nor anything that is welded to them."""
        for body in bodies:
            if body.joints and not self._is_heavy(body):
                self._report_moving(body)

    def forget(self, body: MjcfBody) -> None:
        """Leaves a body out of what follows, that is part of another."""
        self._found.pop(body.number, None)

    def report_discarded(self, geoms: Sequence[Geom], body: MjcfBody) -> None:
        """Reports geoms that are to be discarded, and that the mass of a body has to come from all the same."""
        settings = _settings_of(body)
        if str(settings.get("inertiafromgeom")) != "true":
            return
        for geom in _find_weighing(body, geoms):
            placed = self._solid_of(geom)
            if placed is not None and placed.solid.mass > SMALL:
                refuse(geom.part, DISCARDED, "contype", self._sink)
                return

    def scale_total(self, total: float) -> None:
        """Scales all masses so that they add up to ``total``."""
        records = [record for record in self._found.values() if record is not None]
        mass = sum(record.mass for record in records)
        if len(records) < len(self._found) or not mass > 0:
            return
        factor = max(total / mass, LEAST)
        for record in records:
            record.mass *= factor
            record.moments = _scale(record.moments, factor)

    def _give_up(self, body: MjcfBody, found: Mass | None) -> InertialRecord:
        """The record of a body whose mass is not known, or is none, which was reported."""
        self._found[body.number] = None
        mass, pose, moments = found or NOTHING
        return InertialRecord(mass, pose, None, moments, None, may_be_massless=True)

    def _read(self, written: MjcfPart) -> Mass:
        """What ``inertial`` says."""
        element = written.element
        pose = pose_in_body(written, self._sink)
        diagonal, full, mass = written.get("diaginertia"), written.get("fullinertia"), vars(element).get("mass", 0.0)
        if full is None or len(full) != len(NO_MOMENTS):
            x, y, z = diagonal or (0.0, 0.0, 0.0)
            # MuJoCo raises what is below zero without a word
            return Mass(mass, pose, (max(x, 0.0), max(y, 0.0), max(z, 0.0), 0.0, 0.0, 0.0))
        xx, yy, zz, xy, xz, yz = full
        return Mass(mass, pose, (xx, yy, zz, xy, xz, yz))

    def _is_no_inertia(self, written: MjcfPart, found: Mass, body: MjcfBody) -> bool:
        """Reports ``fullinertia`` that is given beside ``diaginertia``, or is not above zero about each axis."""
        element = written.element
        full = written.get("fullinertia")
        if full is None or len(full) != len(NO_MOMENTS):
            return False
        if any(written.get("diaginertia") or ()):
            parts = ("@fullinertia", "@diaginertia")
            names = (("fullinertia",), ("diaginertia",))
            about: dict[str, Any] = {"parent": "inertial", "written": parts, "bundles": names, "case": "exclusive"}
            self._sink.report(rules.EXCLUSIVE_PARTS, element, attribute="diaginertia", **about)
            return True
        if min(_principal(found.moments)) < SMALL:
            self._report_light(body, found.mass, found.moments, element, "fullinertia")
            return True
        return False

    def _weigh(self, geoms: Sequence[Geom]) -> list[_PlacedSolid] | None:
        """The solids that geoms are, those without mass left out; None where one is not known."""
        solids = []
        for geom in geoms:
            placed = self._solid_of(geom)
            if placed is None:
                return None
            if placed.solid.mass > SMALL:
                solids.append(placed)
        return solids

    def _solid_of(self, geom: Geom) -> _PlacedSolid | None:
        """What a geom weighs, in the body; None where that depends on a mesh that is not known."""
        mass, density = _mass_of(geom), geom.get("density")
        if mass == 0 or (mass is None and density == 0) or geom.kind == "plane":
            return _PlacedSolid(NO_SOLID, geom.pose)
        if geom.kind in OF_MESHES:
            mesh = None if geom.mesh is None else self._meshes.solid_of(geom.mesh)
            if mesh is None:
                return None
            solid = mesh.weigh(density * mesh.amount if mass is None else mass)
            frame = compose(geom.pose, (*mesh.centre, *mesh.rotation))
            return _PlacedSolid(transform_solid(solid, geom.pose), frame)
        placed = self._geoms.fit_to_mesh(geom)
        if placed is None or not all(length > 0 for length in placed.size[: LENGTHS.get(placed.kind, 0)]):
            if placed is not None and geom.is_fitted:
                refuse(geom.part, f"has no size left as a {geom.kind} that is fitted to its mesh", "mesh", self._sink)
            return None  # other sizes that are none are reported
        one = shell_of(placed.kind, _half_lengths(placed)) if geom.get("shellinertia") else _solid_at_one(placed)
        if one is None or not one.mass > (0.0 if mass is None else SMALL):
            return _PlacedSolid(NO_SOLID, geom.pose)
        solid = one.scale_density(density if mass is None else mass / one.mass)
        return _PlacedSolid(transform_solid(solid, placed.pose), placed.pose)

    def _has_sign(self, geom: Geom) -> bool:
        """Reports a mass or density below zero."""
        mass = _mass_of(geom)
        name, value = ("density", geom.get("density")) if mass is None else ("mass", mass)
        holder = geom.part.holder(name) if value < 0 else None
        if holder is None:
            return False
        what = describe(geom.part)
        self._sink.report(rules.GEOM_MASS_NEGATIVE, holder, attribute=name, what=what, quantity=name, value=value)
        return True

    def _raise_to_bounds(self, found: Mass, body: MjcfBody) -> Mass:
        """Raises mass and moments to their bounds, and makes equal moments of those that no body can have, if that is asked for."""
        settings = _settings_of(body)
        mass = max(found.mass, settings.get("boundmass") or 0.0)
        least, balances = settings.get("boundinertia") or 0.0, settings.get("balanceinertia")
        if not least and not balances:
            return found._replace(mass=mass)
        principal, axes = principal_axes(found.moments)
        a, b, c = (max(moment, least) for moment in principal)
        if balances and a + b < c:
            a = b = c = (a + b + c) / 3
        moments = combine_principal((a, b, c), axes) if (a, b, c) != principal else found.moments
        return Mass(mass, found.pose, moments)

    def _is_heavy(self, body: MjcfBody) -> bool:
        record = self._found.get(body.number)
        if record is None:
            return True
        if record.mass >= LEAST and min(_principal(record.moments)) >= LEAST:
            return True
        return any(self._is_heavy(inner) for inner in body.bodies if not inner.joints)

    def _report_moving(self, body: MjcfBody) -> None:
        """Reports a body that moves without mass where that is written: at ``inertial``, or at a geom that has little."""
        record = self._found[body.number]
        if record is None or body.part is None:
            return
        record.element = None  # a mass of zero is no fault more
        if body.inertials:
            at: Element = body.inertials[-1].element
            moments = "fullinertia" if "fullinertia" in vars(at) else "diaginertia"
            attribute = moments if record.mass >= LEAST else "mass"
        else:
            said = [part.holder(name) for part in body.geoms for name in ("mass", "density")]
            at = next((holder for holder in said if holder is not None), body.part.element)
            attribute = "mass" if "mass" in vars(at) else "density"
        self._report_light(body, record.mass, record.moments, at, attribute)

    def _report_light(self, body: MjcfBody, mass: float, moments: Moments, at: Element, attribute: str) -> None:
        low, middle, high = _principal(moments)
        about: dict[str, Any] = {"name": body.label, "mass": mass, "low": low, "middle": middle, "high": high}
        place = attribute if attribute in vars(at) else None
        self._sink.report(rules.BODY_TOO_LIGHT, at, attribute=place, **about)


def _settings_of(body: MjcfBody) -> CompilerSettings:
    if body.part is None:
        raise ValueError("the world has no mass")
    return body.part.settings


def _find_weighing(body: MjcfBody, geoms: Sequence[Geom]) -> list[Geom]:
    """The geoms that a body may have its mass from."""
    low, high = _settings_of(body).get("inertiagrouprange")
    return [geom for geom in geoms if low <= (geom.part.get("group") or 0) <= high]


def _is_plain(geom: Geom) -> bool:
    """Whether a geom is a solid of a size, mass and place of which the sum is a body with moments about all axes."""
    part = geom.part
    if geom.mesh is not None or geom.kind not in PRIMITIVES or part.get("shellinertia"):
        return False
    lengths, mass = geom.size[: LENGTHS[geom.kind]], part.get("mass")
    (shortest, longest), (least, most) = PLAIN_LENGTHS, PLAIN_DENSITIES if mass is None else PLAIN_MASSES
    return (
        shortest <= min(lengths)
        and max(lengths) <= longest
        and least <= (part.get("density") if mass is None else mass) <= most
        and sum(map(abs, geom.pose)) <= FARTHEST
    )


def _combine(solids: Sequence[SolidMass]) -> Mass:
    """Solids of a body, each with a mass, as one."""
    together = combine_solids(solids)
    return NOTHING if together is None else Mass(together.mass, (*together.com, *NO_ROTATION), together.moments)


def _mass_of(geom: Geom) -> float | None:
    """The mass that is written; to MuJoCo one that is no number is not."""
    mass: float | None = geom.get("mass")
    return None if mass is None or isnan(mass) else mass


def _solid_at_one(geom: Geom) -> SolidMass | None:
    """The solid that a primitive is at 1 kg/m³, in its own frame."""
    if geom.kind == "hfield":
        x, y, z = _half_lengths(geom)
        return solid_of(Box((2 * x, 2 * y, 2 * z)), 1.0)
    return None if geom.shape is None else solid_of(geom.shape, 1.0)


def _half_lengths(geom: Geom) -> Vector:
    """Those of the box that a height field weighs as much as; of other geoms their own."""
    if geom.kind != "hfield" or geom.hfield is None:
        return geom.size
    x, y, height, base = geom.hfield.get("size") or (0.0, 0.0, 0.0, 0.0)
    return (x, y, height / 4 + base / 2)


def _scale(moments: Moments, factor: float) -> Moments:
    xx, yy, zz, xy, xz, yz = (moment * factor for moment in moments)
    return (xx, yy, zz, xy, xz, yz)


def _principal(moments: Moments) -> Vector:
    a, b, c, *products = moments
    if not any(products):
        low, middle, high = sorted((a, b, c))
        return low, middle, high
    return principal_axes(moments)[0]
