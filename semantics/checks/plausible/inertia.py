"""Whether mass, centre of mass and moments go together with the shapes of a link, and with the other links."""

from __future__ import annotations

from collections import defaultdict
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from ....diagnostics import rules
from ....runtime.float_errors import silent
from ...frames.graph import ROOT
from ...ir.graph_search import DisjointSets
from ...ir.joints import Motion
from ...ir.scoped_names import plain_name
from ...ir.solids import rotate_moments
from ...spatial.inertia import find_inertia_fault, principal_axes
from .comparison import solid_of_shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ....diagnostics.rule import Severity
    from ...ir.joints import JointRecord
    from ...ir.links import LinkRecord
    from ...spatial.inertia import Moments
    from ..context import CheckContext
    from .bodies import Bodies, Body

    Array = NDArray[np.float64]

INERTIA_SLACK = 1.05
"""By what factor a moment may exceed the largest possible one: authors round, and describe bodies a little smaller."""
COM_SLACK = 0.2
"""How far outside of the shapes a centre of mass may be, as part of the diagonal of the box around them: parts such as motors are
often left out of pictures."""
PLACEHOLDER_MASS, PLACEHOLDER_SIZE = 0.01, 0.005
"""kg, m: up to either a link that is fixed to another one stands for a place rather than for a body."""
DEFAULT_MASS = 1.0
"""kg: what authors write, and formats put in, before a mass is known."""
LEAST_SPREAD = 3.0
"""By what factor the sizes of bodies have to differ, as seen from mass and inertia, before one tensor is no longer right for all."""
LEAST_DENSITY, MOST_DENSITY = 20.0, 23_000.0
"""kg/m³: lighter than nearly all that is built, as far as it is solid, and heavier than any metal."""
MOST_MASS_RATIO = 1000.0
STEPS = 200
"""Of the search for a plane between a point and shapes."""


def check_inertia(context: CheckContext, bodies: Bodies) -> None:
    """Looks at each link that is not fixed to the world, and at the links of each model together."""
    welded = _weld(context)
    static, held = _static_scopes(context), welded.find(ROOT)
    parts: dict[int, list[Body]] = defaultdict(list)
    for body in bodies.bodies:
        if body.link.scope not in static:
            parts[welded.find(context.world.graph.index[body.link.name])].append(body)
    parts.pop(held, None)
    moving = [body for members in parts.values() for body in members]
    whole = [body for body in moving if body.is_written and _is_possible(body)]
    placeholders = {
        body.link.name for members in parts.values() if len(members) > 1 for body in members if _is_small(body)
    }
    copied = _check_copied_inertia(context, [body for body in whole if body.link.name not in placeholders])
    others = {body.link.name: members for members in parts.values() if len(members) > 1 for body in members}
    suspect: set[str] = set()
    for body in whole:
        severity: Severity | None = "note" if body.link.name in placeholders else None
        around = others.get(body.link.name, ())
        if _check_body(context, body, severity, around, is_copied=body.link.name in copied) and severity is None:
            suspect.add(body.link.name)
    weighed = any(body.is_written and body.inertial.mass > 0 for body in bodies.bodies)
    _check_chains(context, parts, welded, suspect, weighed=weighed)


def _weld(context: CheckContext) -> DisjointSets[int]:
    """Bodies that fixed joints make one."""
    welded = DisjointSets[int]()
    for each in context.world.connections:
        if each.valid and each.record.motion is Motion.FIXED:
            welded.join(each.parent, each.child)
    return welded


def _static_scopes(context: CheckContext) -> set[str]:
    return {model.name for model in context.description.models if model.static}


def _is_possible(body: Body) -> bool:
    """Whether the numbers are a body's; what is impossible whatever the shapes are is found elsewhere."""
    inertial = body.inertial
    return 0 < inertial.mass < inf and find_inertia_fault(inertial.mass, inertial.moments, 1.0) is None


def _is_small(body: Body) -> bool:
    return body.inertial.mass <= PLACEHOLDER_MASS or 0 < _size(body) <= PLACEHOLDER_SIZE


def _check_body(
    context: CheckContext, body: Body, severity: Severity | None, around: Sequence[Body], *, is_copied: bool
) -> bool:
    """Whether the mass of a body, or what it has to do with the moments, is reported.

    ``around`` are the links that fixed joints make one with it.
    """
    outline = body.outline
    room = None if outline is None or severity else join_outlines(body, around)
    if outline is not None and _check_com(context, body, outline, severity, room):
        return False
    # moments that are too large for a mass that cannot be right may be right themselves
    if body.inertial.mass > PLACEHOLDER_MASS and _check_density(context, body, severity):
        return True
    if outline is not None and not is_copied and _check_moments(context, body, outline, severity, room):
        return True
    return body.inertial.mass <= PLACEHOLDER_MASS and _check_density(context, body, severity)


@silent
def _check_com(
    context: CheckContext, body: Body, outline: Array, severity: Severity | None, whole: Array | None
) -> bool:
    """Whether the centre of mass is outside of the shapes, which is reported: as a note where it is inside all that is fixed to them."""
    diagonal = float(np.linalg.norm(np.ptp(outline, axis=0)))
    distance = find_distance(body.com, outline)
    if not (isfinite(distance) and distance > COM_SLACK * diagonal > 0):
        return False
    if severity is None and (whole is None or find_distance(body.com, whole) <= COM_SLACK * diagonal):
        severity = "note"
    said: dict[str, Any] = {"name": plain_name(body.link.name), "distance": distance, "diagonal": diagonal}
    context.report(rules.COM_OUTSIDE, body.inertial.element, "inertial.pose", severity=severity, **said)
    return True


@silent
def _check_moments(
    context: CheckContext, body: Body, outline: Array, severity: Severity | None, whole: Array | None
) -> bool:
    """Whether a moment is larger than the mass in the shapes can have, which is reported, likewise."""
    inertia, mass = body.inertia, body.inertial.mass
    if not np.isfinite(inertia).all():
        return False
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    axes = np.concatenate((np.eye(3), principal_axes((xx, yy, zz, xy, xz, yz))[1]))
    most = largest_moments(mass, body.com, outline, axes)
    moments = np.einsum("ni,ij,nj->n", axes, inertia, axes)
    ratios = moments / most
    worst = int(np.argmax(np.where(most > 0, ratios, -inf)))
    if not (most[worst] > 0 and ratios[worst] > INERTIA_SLACK):
        return False
    if severity is None and (
        whole is None or moments[worst] <= INERTIA_SLACK * largest_moments(mass, body.com, whole, axes)[worst]
    ):
        severity = "note"
    said: dict[str, Any] = {
        "name": plain_name(body.link.name),
        "mass": mass,
        "moment": float(moments[worst]),
        "most": float(most[worst]),
    }
    if (filled := moments_of_shapes(body)) is not None:
        said["of_shapes"] = filled
    context.report(rules.INERTIA_TOO_LARGE, body.inertial.element, "inertial.moments", severity=severity, **said)
    return True


def largest_moments(mass: float, com: Array, outline: Array, axes: Array) -> Array:
    """What a mass can have at most about axes through a point: all of it at the points that are farthest from the axis.

    Args:
        mass: kg.
        com: shape (3,), m.
        outline: points between which the mass is, shape (n, 3).
        axes: unit vectors, shape (k, 3).
    """
    arms = outline - com
    squares = np.einsum("ni,ni->n", arms, arms)[:, None] - (arms @ axes.T) ** 2
    found: Array = mass * squares.max(axis=0)
    return found


def moments_of_shapes(body: Body) -> Moments | None:
    """Those that the mass of a link has where it fills the shapes evenly, about its centre, along the axes of the inertial frame."""
    found, (w, x, y, z) = solid_of_shapes(body), body.inertial.pose[3:]
    if found is None:
        return None
    solid = found[1].scale_density(body.inertial.mass / found[1].mass)
    return rotate_moments(solid.moments, (w, -x, -y, -z))


def join_outlines(body: Body, around: Sequence[Body]) -> Array | None:
    """The points of all shapes of links that are one body, in the frame of one of them; None where those of a link are not known."""
    parts = []
    for other in around or (body,):
        if other.outline is not None:
            parts.append(body.move_here(other, other.outline))
        elif other.visuals or other.collisions:
            return None
    return np.concatenate(parts)


def find_distance(point: Array, outline: Array) -> float:
    """How far a point is outside of the convex hull of others, at least; 0 where no plane is found between them.

    By Gilbert's method: each step looks for the farthest point along the direction from the nearest one so far, and a
    plane at right angles to it proves the distance.
    """
    nearest = outline[np.argmin(((outline - point) ** 2).sum(axis=1))]
    proved = 0.0
    for _ in range(STEPS):
        gap = point - nearest
        length = float(np.linalg.norm(gap))
        if not length > 0:
            return 0.0
        normal = gap / length
        support = outline[np.argmax(outline @ normal)]
        proved = max(proved, float(normal @ (point - support)))
        step = support - nearest
        square = float(step @ step)
        if length - proved <= 1e-3 * length or square == 0:
            break
        nearest = nearest + min(1.0, max(0.0, float(gap @ step) / square)) * step
    return proved


def _check_density(context: CheckContext, body: Body, severity: Severity | None) -> bool:
    """Whether the mass over the volume, with the volume as small, or as large, as the shapes allow, is reported."""
    mass, kinds = body.inertial.mass, (body.visuals, body.collisions)
    # of shapes that overlap the largest one is the least that they fill, and their sum the most
    least = [max(each.solid.mass for each in shapes if each.solid) for shapes in kinds if any(s.solid for s in shapes)]
    most = [sum(each.hull.mass for each in shapes if each.hull) for shapes in kinds if shapes]
    are_closed = all(each.solid is not None for shapes in kinds for each in shapes)
    are_known = all(each.hull is not None for shapes in kinds for each in shapes)
    filled = min(least, default=0.0)
    said: dict[str, Any] = {"name": plain_name(body.link.name), "mass": mass}
    if filled > 0 and are_closed and mass / filled < LEAST_DENSITY:
        said |= {"volume": filled, "density": mass / filled, "case": "light"}
        severity = "note" if mass <= PLACEHOLDER_MASS or mass == DEFAULT_MASS else severity
    elif most and are_known and mass / max(most) > MOST_DENSITY:
        said |= {"volume": max(most), "density": mass / max(most), "case": "dense"}
        severity = "note" if mass == DEFAULT_MASS else severity
    else:
        return False
    context.report(rules.DENSITY, body.inertial.element, "inertial.mass", severity=severity, **said)
    return True


@silent
def _check_copied_inertia(context: CheckContext, bodies: list[Body]) -> set[str]:
    """Reports a tensor that several links of a model have though they are too different; answers their names."""
    groups: dict[tuple[Any, ...], list[Body]] = defaultdict(list)
    for body in bodies:
        if body.link.visuals or body.link.collisions:
            groups[body.link.scope, body.inertial.moments].append(body)
    found: set[str] = set()
    for (_, moments), members in groups.items():
        if len(members) < 3 or not max(moments[:3]) > 0:
            continue
        kinds = {(body.inertial.mass, _size(body)) for body in members}
        # a body of this inertia has mass times the square of its size in common with the others
        products = [mass * size * size for mass, size in kinds if size]
        if len(kinds) < 3 or len(products) < 3 or max(products) <= LEAST_SPREAD**2 * min(products):
            continue
        found |= {body.link.name for body in members}
        masses = sorted(mass for mass, _ in kinds)
        sizes = sorted(size for _, size in kinds if size)
        said: dict[str, Any] = {
            "name": plain_name(members[0].link.name),
            "other": plain_name(members[1].link.name),
            "count": len(members) - 2,
        }
        said |= {"lightest": masses[0], "heaviest": masses[-1], "smallest": sizes[0], "largest": sizes[-1]}
        related = tuple(("the same inertia", body.inertial.element) for body in members[1:])
        context.report(rules.COPIED_INERTIA, members[0].inertial.element, "inertial.moments", related=related, **said)
    return found


def _size(body: Body) -> float:
    """The diagonal of the box around the shapes; 0 where that is not known."""
    outline = body.outline
    return 0.0 if outline is None else round(float(np.linalg.norm(np.ptp(outline, axis=0))), 6)


def _check_chains(
    context: CheckContext, parts: dict[int, list[Body]], welded: DisjointSets[int], suspect: set[str], *, weighed: bool
) -> None:
    """Links that move and have no mass, and neighbours in a chain whose masses are too different.

    A ratio to a mass that is ``suspect`` says nothing else; ``weighed`` says whether any link has a mass that is written.
    """
    records = context.world.graph.records
    moved = [each for each in context.world.connections if each.valid and each.record.motion is not Motion.FIXED]
    masses = {part: sum(body.inertial.mass for body in members) for part, members in parts.items()}
    pairs = [
        (each.record, welded.find(each.parent), welded.find(each.child), records[each.child].name) for each in moved
    ]
    carried, carrying = {child for _, _, child, _ in pairs}, {parent for _, parent, _, _ in pairs}
    if weighed:
        _report_massless(context, {child: (name, joint) for joint, _, child, name in reversed(pairs)}, parts)
    told: set[int] = set()
    for joint, parent, child, _ in pairs:
        above, below = masses.get(parent, 0.0), masses.get(child, 0.0)
        light = parent if above < below else child
        if parent == child or light in told or not (0 < above < inf and 0 < below < inf):
            continue
        if any(body.link.name in suspect for part in (parent, child) for body in parts.get(part, ())):
            continue
        said: dict[str, Any] = {"name": plain_name(joint.name), "above": above, "below": below}
        if below > MOST_MASS_RATIO * above and parent in carried:
            told.add(light)
            context.sink.report(rules.MASS_RATIO, joint.element, ratio=below / above, **said)
        elif above > MOST_MASS_RATIO * below:
            told.add(light)
            # a light part at the end of a chain disturbs nothing but itself
            severity: Severity | None = None if child in carrying else "note"
            context.sink.report(rules.MASS_RATIO, joint.element, severity=severity, ratio=above / below, **said)


def _report_massless(
    context: CheckContext, moved: dict[int, tuple[str, JointRecord]], parts: dict[int, list[Body]]
) -> None:
    """Reports links that a joint moves and that say nothing of their mass, nor do those that are fixed to them."""
    for part, (name, joint) in moved.items():
        members = {body.link.name: body.link for body in parts.get(part, ())}
        # a mass of zero that is written is another mistake
        is_unsaid = all(_lacks_mass(link) for link in members.values())
        if name in members and is_unsaid:
            context.sink.report(
                rules.NO_INERTIA, members[name].element, name=plain_name(name), joint=plain_name(joint.name)
            )


def _lacks_mass(link: LinkRecord) -> bool:
    return link.inertial.element is None and not link.inertial.is_computed and not link.virtual
