"""Springs and dampers of joints that are said by the time in which they settle, and how much they swing.

Spec: MJCF reference, ``joint/springdamper``. What a joint moves is seen from the joint alone, all others being free to move,
in the pose that the document describes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.joints import AxisRecord
from ...ir.scoped_names import make_scoped_name
from ...ir.solids import SolidMass, combine_solids, transform_solid
from ...spatial.raw_pose import NO_ROTATION, RawPose, Vector, compose, cross, dot, rotate, unit
from .joints import Z, find_anchor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import MjcfContext, MjcfJoint, MjcfTendon

LEAST = 1e-15
AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NONE: Vector = (0.0, 0.0, 0.0)
NOTHING = SolidMass(0.0, NONE, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))

Twist = tuple[Vector, Vector]
"""Angular velocity, and velocity of the point at the origin of the world, for one coordinate moving at 1."""


def add_springs(context: MjcfContext) -> None:
    """Sets stiffness and damping of joints that say a time constant and a damping ratio; after all joints."""
    asked = [joint for joint in context.all_joints if min(joint.record.properties.get("springdamper", (0.0,))) > 0]
    if not asked or not context.adapter.reduces:
        return
    heavy = [tendon for tendon in context.tendons.values() if tendon.part.get("armature")]
    if any(not tendon.joints for tendon in heavy):
        for joint in asked:
            what = "attribute 'springdamper' of <joint>"
            why = "a tendon through space has armature"
            context.report(rules.LEFT_OUT_OF_SCENE, joint.part, "springdamper", what=what, why=why, severity="warning")
        return
    tree = _Tree(context, heavy)
    for joint in asked:
        time, ratio = joint.record.properties["springdamper"]
        first, count = tree.coordinates[id(joint)]
        inverse = sum(tree.inverse_inertia(number) for number in range(first, first + count))
        inertia = count / max(LEAST, inverse)
        if not joint.record.axes:
            joint.record.axes = [AxisRecord(element=joint.part.element) for _ in range(count)]
        for axis in joint.record.axes:
            axis.stiffness = inertia / max(LEAST, (time * ratio) ** 2)
            axis.damping = 2 * inertia / max(LEAST, time)


class _Tree:
    """The inertia of all coordinates against each other, in the form ``Lᵀ D L``, which has zeros but along each chain."""

    def __init__(self, context: MjcfContext, tendons: Sequence[MjcfTendon]) -> None:
        """Takes fixed tendons that have armature."""
        self._context = context
        self.coordinates: dict[int, tuple[int, int]] = {}
        """Of each joint, by identity, the number of its first coordinate and how many it has."""
        self._above: list[int] = []
        """Of each coordinate that which moves it, -1 for none."""
        self._rows: list[dict[int, float]] = []
        self._diagonal: list[float] = []
        self._assemble()
        for tendon in tendons:
            self._add_tendon(tendon)
        self._factorize()

    def inverse_inertia(self, number: int) -> float:
        """The acceleration of a coordinate by a force of 1 along it."""
        ahead, found = {number: 1.0}, 0.0
        current = number
        while current >= 0:
            value = ahead.get(current, 0.0)
            found += value * value / self._diagonal[current]
            for other, factor in self._rows[current].items():
                ahead[other] = ahead.get(other, 0.0) - factor * value
            current = self._above[current]
        return found

    def _assemble(self) -> None:
        context = self._context
        solids = self._gather_solids()
        joints: dict[int, list[MjcfJoint]] = {}
        for joint in context.all_joints:
            joints.setdefault(id(joint.body), []).append(joint)
        last: dict[int, int] = {}
        twists: list[Twist] = []
        for body in context.all_bodies:
            above = -1 if body.parent is None else last.get(id(body.parent), -1)
            solid = solids[id(body)]
            for joint in joints.get(id(body), ()):
                moves = list(_twists_of(joint, context.pose_of_body(body)))
                self.coordinates[id(joint)] = len(twists), len(moves)
                for number, twist in enumerate(moves):
                    twists.append(twist)
                    self._above.append(above)
                    above = len(twists) - 1
                    self._add_row(twists, solid, _armature_of(joint, number))
            last[id(body)] = above

    def _add_row(self, twists: Sequence[Twist], solid: SolidMass, armature: float) -> None:
        number = len(twists) - 1
        angular, linear = _momentum(solid, twists[number])
        row: dict[int, float] = {}
        current = number
        while current >= 0:
            turning, moving = twists[current]
            row[current] = dot(turning, angular) + dot(moving, linear)
            current = self._above[current]
        self._diagonal.append(row.pop(number) + armature)
        self._rows.append(row)

    def _add_tendon(self, tendon: MjcfTendon) -> None:
        """Adds armature where the joints of a tendon move each other; to MuJoCo others have nothing in common."""
        armature = tendon.part.get("armature")
        terms = [(self.coordinates[id(joint)][0], coefficient) for joint, coefficient in tendon.joints]
        for number, coefficient in terms:
            self._diagonal[number] += armature * coefficient * coefficient
            for other, factor in terms:
                if other in self._rows[number]:
                    self._rows[number][other] += armature * coefficient * factor

    def _gather_solids(self) -> dict[int, SolidMass]:
        """What each body moves: itself and all that is in it, in the world."""
        context = self._context
        links = {link.name: link for link in context.description.links}
        parts: dict[int, list[SolidMass]] = {id(body): [] for body in context.all_bodies}
        found = {}
        for body in reversed(context.all_bodies):
            own = parts[id(body)]
            if body.part is not None:
                inertial = links[make_scoped_name(body.label, context.scope)].inertial
                pose = compose(context.pose_of_body(body), inertial.pose)
                own.append(transform_solid(SolidMass(inertial.mass, NONE, inertial.moments), pose))
            together = found[id(body)] = combine_solids(own) or (own[0] if own else NOTHING)
            if body.parent is not None:
                parts[id(body.parent)].append(together)
        return found

    def _factorize(self) -> None:
        for number in range(len(self._rows) - 1, -1, -1):
            row, pivot = self._rows[number], max(LEAST, self._diagonal[number])
            self._diagonal[number] = pivot
            others = list(row)  # the nearest first
            for place, other in enumerate(others):
                factor = row[other] / pivot
                self._diagonal[other] -= factor * row[other]
                target = self._rows[other]
                for further in others[place + 1 :]:
                    target[further] -= factor * row[further]
            for other in others:
                row[other] /= pivot


def _momentum(solid: SolidMass, twist: Twist) -> Twist:
    """Angular momentum about the origin of the world, and momentum, of a solid that moves so."""
    turning, moving = twist
    mass, centre = solid.mass, solid.com
    xx, yy, zz, xy, xz, yz = solid.moments
    velocity = _add(moving, cross(turning, centre))
    linear = (mass * velocity[0], mass * velocity[1], mass * velocity[2])
    x, y, z = turning
    own = (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)
    return _add(own, cross(centre, linear)), linear


def _twists_of(joint: MjcfJoint, pose: RawPose) -> Iterator[Twist]:
    """How each coordinate of a joint moves its body, which stands at ``pose``."""
    rotation = pose[3:]
    x, y, z = pose[:3] if joint.kind == "free" else compose(pose, (*find_anchor(joint.part), *NO_ROTATION))[:3]
    place: Vector = (x, y, z)
    if joint.is_scalar:
        axis = unit(rotate(rotation, joint.record.axes[0].xyz or Z))
        yield (NONE, axis) if joint.kind == "slide" else (axis, cross(place, axis))
        return
    if joint.kind == "free":
        yield from ((NONE, axis) for axis in AXES)
    for axis in AXES:
        turned = rotate(rotation, axis)
        yield turned, cross(place, turned)


def _armature_of(joint: MjcfJoint, number: int) -> float:
    axes = joint.record.axes
    return axes[number].armature if number < len(axes) else 0.0


def _add(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
