"""Constraints between coordinates of joints: mimic, coupling, gearbox, tendon."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import dataclass
from ..spatial.so3 import twists
from .base import Constraint, ConstraintState

if TYPE_CHECKING:
    from ..spatial.so3 import Array


@dataclass(frozen=True, slots=True)
class MimicConstraint(Constraint):
    """A coordinate follows another: ``q = multiplier · (q_leader - reference) + offset``.

    The residual is the left side less the right side, shape (1,), in ``unit``.

    Attributes:
        joint: scoped name of the joint that follows.
        leader: that of the joint that is followed.
        multiplier: ``unit`` for each rad or m of the leader.
        offset: in ``unit``.
        reference: rad or m of the leader; 0 but in SDFormat.
        axis: which coordinate of the joint that follows, from 0.
        leader_axis: which coordinate of the leader.
        unit: ``"rad"`` or ``"m"``, of the coordinate that follows.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Spec: SDFormat proposal for a mimic constraint, "Details of //mimic"; URDF ``<joint>``, ``<mimic>``; Drake's notes on
    parsing, ``drake:mimic``.

    Example:
        >>> (mimic,) = bodyplan.load("examples/arm.urdf").scene.constraints
        >>> mimic.joint, mimic.leader, mimic.multiplier, mimic.unit
        ('arm::right_slide', 'arm::left_slide', 1.0, 'm')
    """

    joint: str
    leader: str
    multiplier: float
    offset: float
    reference: float
    axis: int
    leader_axis: int
    unit: str
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """One number, in the unit of the coordinate that follows."""
        return (self.unit,)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        value, index = state.coordinate(self.joint, self.axis)
        leader, leader_index = state.coordinate(self.leader, self.leader_axis)
        residual = value - (self.multiplier * (leader - self.reference) + self.offset)
        jacobian = state.zeros(1)
        jacobian[:, 0, index] += 1
        jacobian[:, 0, leader_index] -= self.multiplier
        return residual[:, None], jacobian


@dataclass(frozen=True, slots=True)
class GearboxConstraint(Constraint):
    """Two links turn in step about axes of a third: ``angle of child = -ratio · angle of parent``.

    Both angles are those from the reference body, about the gearbox joint's axes as they are in it at the zero
    configuration. Where one hinge about its axis connects each link to the reference body, the angles are the
    coordinates of these hinges (and count whole turns); otherwise they are within ±π. The residual is
    ``angle of child + ratio · angle of parent``, shape (1,), rad.

    Attributes:
        joint: scoped name of the gearbox joint itself.
        parent: that of the link that drives.
        child: that of the link that is driven.
        reference_body: that of the third.
        ratio: of the angles.
        parent_axis: unit vector in the frame of the reference body.
        child_axis: likewise a unit vector.
        parent_hinge: the hinge between reference body and parent, and the sign with which its coordinate is the angle,
            rad; None: there is none.
        child_hinge: that between reference body and child, rad.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Spec: SDFormat ``//joint/gearbox_ratio`` and ``//joint/gearbox_reference_body``.

    Example:
        >>> joint = "<joint name='{}' type='{}'><parent>{}</parent><child>{}</child><axis><xyz>0 0 1</xyz></axis>{}</joint>"
        >>> doc = bodyplan.loads(
        ...     "<sdf version='1.12'><model name='m'><link name='box'/><link name='small'/><link name='large'/>"
        ...     + joint.format("j", "revolute", "box", "small", "") + joint.format("k", "revolute", "box", "large", "")
        ...     + joint.format("gears", "gearbox", "small", "large", "<gearbox_ratio>0.5</gearbox_ratio>"
        ...                    "<gearbox_reference_body>box</gearbox_reference_body>") + "</model></sdf>")
        >>> doc.scene.expand({"m::j": 1.0})["m::k"]
        -0.5
    """

    joint: str
    parent: str
    child: str
    reference_body: str
    ratio: float
    parent_axis: tuple[float, float, float]
    child_axis: tuple[float, float, float]
    parent_hinge: tuple[str, float] | None = None
    child_hinge: tuple[str, float] | None = None
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """One angle."""
        return ("rad",)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        parent, parent_jacobian = self._angle(state, self.parent, self.parent_axis, self.parent_hinge)
        child, child_jacobian = self._angle(state, self.child, self.child_axis, self.child_hinge)
        return (child + self.ratio * parent)[:, None], (child_jacobian + self.ratio * parent_jacobian)[:, None]

    def _angle(
        self, state: ConstraintState, link: str, axis: tuple[float, float, float], hinge: tuple[str, float] | None
    ) -> tuple[Array, Array]:
        if hinge is not None:
            value, index = state.displacement(hinge[0])
            jacobian = state.zeros()
            jacobian[:, index] = hinge[1]
            return hinge[1] * value, jacobian
        rotation, _, relative = state.relative(self.reference_body, link)
        index_of = state.kinematics.graph.index
        world = state.kinematics.world
        rest = world[index_of[self.reference_body], :3, :3].T @ world[index_of[link], :3, :3]
        direction = np.array(axis)
        angle = twists(rotation @ rest.T, direction)
        return angle, np.einsum("i,nic->nc", direction, relative[:, 3:])


@dataclass(frozen=True, slots=True)
class TendonConstraint(Constraint):
    """``lower <= sum of a_i q_i + offset <= upper``.

    The residual is by how much the sum is above ``upper`` (positive) or below ``lower`` (negative), zero in between;
    shape (1,), m.

    Attributes:
        joints: scoped names of the joints, each with one coordinate q_i.
        coefficients: a_i, m for each rad or m.
        offset: m.
        lower: m.
        upper: m.
        stiffness: N/m; infinite: the bounds are kept exactly.
        damping: N s/m.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Spec: Drake's notes on parsing, ``drake:tendon_constraint``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> cable = bodyplan.TendonConstraint(("arm::shoulder", "arm::elbow"), (0.1, 0.2), upper=0.25)
        >>> cable.residual(scene, {"arm::shoulder": 1.0, "arm::elbow": [0.5, 1.0]}).round(3).tolist()
        [[0.0], [0.05]]
    """

    joints: tuple[str, ...]
    coefficients: tuple[float, ...]
    offset: float = 0.0
    lower: float = -inf
    upper: float = inf
    stiffness: float = inf
    damping: float = 0.0
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """One length of tendon."""
        return ("m",)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        length = np.full(state.count, self.offset)
        jacobian = state.zeros(1)
        for joint, coefficient in zip(self.joints, self.coefficients):
            value, index = state.coordinate(joint)
            length = length + coefficient * value
            jacobian[:, 0, index] += coefficient
        residual = length - np.clip(length, self.lower, self.upper)
        jacobian[residual == 0] = 0
        return residual[:, None], jacobian


Coefficients = tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class CouplingConstraint(Constraint):
    """A coordinate is a polynomial of another: ``q - q0 = a0 + a1 x + a2 x² + a3 x³ + a4 x⁴``, ``x = q_leader - x0``.

    Straight lines are ``MimicConstraint``. The residual is the left side less the right side, shape (1,), in ``unit``.

    Attributes:
        joint: scoped name of the joint that follows.
        leader: that of the joint that is followed; None: x is zero.
        coefficients: a0 to a4.
        references: q0 and x0, rad or m.
        unit: ``"rad"`` or ``"m"``, of the coordinate that follows.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> bend = bodyplan.CouplingConstraint("arm::elbow", "arm::shoulder", (0.1, 0, 2.0, 0, 0), (0, 0), "rad")
        >>> bend.residual(scene, {"arm::shoulder": 0.5, "arm::elbow": 1.0}).round(3).tolist()
        [0.4]
    """

    joint: str
    leader: str | None
    coefficients: Coefficients
    references: tuple[float, float]
    unit: str
    active: bool = True

    @property
    def multiplier(self) -> float:
        """a1, what the coordinate follows by near ``references``; ``unit`` for each rad or m of the leader."""
        return self.coefficients[1]

    @property
    def units(self) -> tuple[str, ...]:
        """One number, in the unit of the coordinate that follows."""
        return (self.unit,)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        leaders = () if self.leader is None else ((self.leader, 1.0),)
        return _evaluate_polynomial(state, ((self.joint, 1.0),), leaders, self.coefficients, self.references)


@dataclass(frozen=True, slots=True)
class TendonCoupling(Constraint):
    """The length of a tendon is a polynomial of that of another: as ``CouplingConstraint``, with sums for q and q_leader.

    The residual is the left side less the right side, shape (1,), m.

    Attributes:
        joints: scoped names of joints and their factors, whose sum is the length that follows.
        leaders: joints and factors whose sum is the length that is followed; none: x is zero.
        coefficients: a0 to a4.
        references: lengths q0 and x0, m.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> both = (("arm::shoulder", 0.1), ("arm::elbow", 0.2))
        >>> bodyplan.TendonCoupling(both, ()).residual(scene, {"arm::shoulder": 1.0, "arm::elbow": 0.5}).round(3).tolist()
        [0.2]
    """

    joints: tuple[tuple[str, float], ...]
    leaders: tuple[tuple[str, float], ...]
    coefficients: Coefficients = (0.0, 1.0, 0.0, 0.0, 0.0)
    references: tuple[float, float] = (0.0, 0.0)
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """One length."""
        return ("m",)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        return _evaluate_polynomial(state, self.joints, self.leaders, self.coefficients, self.references)


def _evaluate_polynomial(
    state: ConstraintState,
    joints: tuple[tuple[str, float], ...],
    leaders: tuple[tuple[str, float], ...],
    coefficients: Coefficients,
    references: tuple[float, float],
) -> tuple[Array, Array]:
    """Residual and Jacobian of one sum of coordinates as a polynomial of another."""
    length, jacobian = _add_up(state, joints)
    if leaders:
        leader, slope = _add_up(state, leaders)
        x = leader - references[1]
    else:
        x, slope = np.zeros(state.count), state.zeros()
    a0, a1, a2, a3, a4 = coefficients
    value = a0 + x * (a1 + x * (a2 + x * (a3 + x * a4)))
    rate = a1 + x * (2 * a2 + x * (3 * a3 + x * 4 * a4))
    residual = length - references[0] - value
    return residual[:, None], (jacobian - rate[:, None] * slope)[:, None]


def _add_up(state: ConstraintState, terms: tuple[tuple[str, float], ...]) -> tuple[Array, Array]:
    """A sum of coordinates, shape (n,), and its Jacobian, shape (n, velocities)."""
    total, jacobian = np.zeros(state.count), state.zeros()
    for joint, coefficient in terms:
        value, index = state.coordinate(joint)
        total = total + coefficient * value
        jacobian[:, index] += coefficient
    return total, jacobian
