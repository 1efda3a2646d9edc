"""Mass properties of links beside those of their shapes, as ``bodyplan inertia`` shows them."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass
from ....runtime.budget import Budget
from ....runtime.float_errors import silent
from ...ir.solids import SolidMass, combine_solids
from ...spatial.inertia import principal_axes
from .bodies import Bodies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.files import Files
    from ...scene.validation import ValidatedWorld
    from ...spatial.inertia import Moments
    from .bodies import Body, PlacedShape

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ShapeInertia:
    """What a link would have if its mass filled its shapes evenly.

    Attributes:
        source: which shapes: ``visuals``, ``collisions``, ``hulls of visuals`` or ``hulls of collisions``.
        volume: of all of them, m³; where they overlap it counts twice.
        density: the mass of the link over that, kg/m³.
        com: centre of mass in the link frame, m.
        moments: principal moments about it, in rising order, kg m².

    Example:
        >>> forearm = bodyplan.load("examples/arm.urdf").inertia()[2].shapes
        >>> forearm.source, round(forearm.volume, 6), forearm.com
        ('visuals', 0.00075, (0.15, 0.0, 0.0))
    """

    source: str
    """Which shapes."""
    volume: float
    """m³."""
    density: float
    """kg/m³."""
    com: Vector
    """In the link frame, m."""
    moments: Vector
    """kg m²."""


@dataclass(frozen=True, slots=True)
class LinkInertia:
    """The mass properties of a link, and those of its shapes.

    Attributes:
        link: its scoped name.
        mass: kg.
        com: centre of mass in the link frame, m.
        moments: principal moments about it, in rising order, kg m².
        shapes: the same of its shapes; None where it has none that enclose anything, or one is not known.

    Example:
        >>> forearm = bodyplan.load("examples/arm.urdf").inertia()[2]
        >>> forearm.link, forearm.mass, forearm.com, [round(each, 6) for each in forearm.moments]
        ('arm::forearm', 0.6, (0.15, 0.0, 0.0), [0.00025, 0.004625, 0.004625])
    """

    link: str
    """Its scoped name."""
    mass: float
    """kg."""
    com: Vector
    """In the link frame, m."""
    moments: Vector
    """kg m²."""
    shapes: ShapeInertia | None
    """The same of its shapes."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data; numbers that JSON does not have are None."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def compare_inertia(world: ValidatedWorld, files: Files) -> tuple[LinkInertia, ...]:
    """The links of a world, in its order."""
    return tuple(_row(body) for body in Bodies(world, files, Budget()).bodies)


@silent
def _row(body: Body) -> LinkInertia:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia.tolist()
    x, y, z = body.com.tolist()
    mass, shapes = body.inertial.mass, None
    if (found := solid_of_shapes(body)) is not None:
        source, solid = found
        moments = _principal(solid.scale_density(mass / solid.mass).moments)
        shapes = ShapeInertia(source, solid.mass, mass / solid.mass, solid.com, moments)
    return LinkInertia(body.link.name, mass, (x, y, z), _principal((xx, yy, zz, xy, xz, yz)), shapes)


def _principal(moments: Moments) -> Vector:
    return principal_axes(moments)[0] if all(map(isfinite, moments)) else moments[:3]


def solid_of_shapes(body: Body) -> tuple[str, SolidMass] | None:
    """The shapes of a link as one solid of 1 kg/m³, and which shapes: what is seen, where that is closed, comes first.

    Of meshes that are not closed the convex hulls are taken, where neither visuals nor collisions do without.
    """
    kinds: tuple[tuple[str, Sequence[PlacedShape]], ...] = ("visuals", body.visuals), ("collisions", body.collisions)
    choices = [(kind, [each.solid for each in shapes]) for kind, shapes in kinds]
    choices += [(f"hulls of {kind}", [each.hull for each in shapes]) for kind, shapes in kinds]
    for source, solids in choices:
        known = [each for each in solids if each is not None]
        body_of_all = combine_solids(known) if len(known) == len(solids) else None
        if body_of_all is not None and all(map(isfinite, (body_of_all.mass, *body_of_all.com, *body_of_all.moments))):
            return source, body_of_all
    return None
