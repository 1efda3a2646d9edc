"""Constraints and bushings between the poses of two frames: weld, linear bushing, and the joints that close loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...diagnostics.records import dataclass
from ..ir.joints import Motion
from ..kinematics.motion import Curve
from ..spatial.so3 import (
    X,
    Y,
    Z,
    components,
    inverse_left_jacobians,
    left_jacobians,
    logarithms,
    plane_axes,
    rotate_vectors,
    rotation_vectors,
    skews,
    twists,
)
from .base import Constraint, ConstraintState, ForceElement

if TYPE_CHECKING:
    from ..spatial.raw_pose import Vector
    from ..spatial.so3 import Array
    from ..spatial.transform import Transform


@dataclass(frozen=True, slots=True)
class WeldConstraint(Constraint):
    """Frame B stays where it is in frame A.

    The residual is, along the axes that B should have: how far the anchor on B is off (m), then the rotation vector that
    takes B from where it should be to where it is (rad); shape (6,).

    Attributes:
        frame_a: scoped name of A.
        frame_b: scoped name of B.
        pose: of B in A, as it is kept.
        anchor: the point of B at which it is held, m, in the frame B.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> goal = scene.pose("arm::tool", q={"arm::shoulder": 0.5, "arm::elbow": -0.3})
        >>> solution = scene.solve(constraints=[bodyplan.WeldConstraint("world", "arm::tool", goal)])
        >>> solution.converged, round(solution.q["arm::elbow"], 6)
        (True, -0.3)
    """

    frame_a: str
    frame_b: str
    pose: Transform
    anchor: Vector = (0.0, 0.0, 0.0)
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """Three lengths, three angles."""
        return ("m", "m", "m", "rad", "rad", "rad")

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        rotation, position, jacobian = state.relative(self.frame_a, self.frame_b)
        back = self.pose.rotation.T
        moves = jacobian[:, :3]
        if any(self.anchor):
            lever = rotation @ np.array(self.anchor)
            moves = moves - skews(lever) @ jacobian[:, 3:]
            position = position + lever - self.pose.rotation @ np.array(self.anchor)
        position, rotation = rotate_vectors(back, position - self.pose.translation), back @ rotation
        moves, turns = back @ moves, back @ jacobian[:, 3:]
        off = logarithms(rotation)
        return (
            np.concatenate([position, off], axis=1),
            np.concatenate([moves, inverse_left_jacobians(off) @ turns], axis=1),
        )


@dataclass(frozen=True, slots=True)
class LinearBushing(ForceElement):
    """A bushing between frames A and C that resists roll, pitch, yaw and translation, each by its own stiffness.

    Its deformation is roll, pitch, yaw of C in A (rad), then the vector from A's origin to C's along the axes of frame B,
    which is turned half way from A to C (m). The force is the stiffness times that, reversed: N m, then N. Both have
    shape (6,).

    Attributes:
        frame_a: scoped name of A.
        frame_c: scoped name of C.
        torque_stiffness: for roll, pitch, yaw, N m/rad.
        torque_damping: N m s/rad.
        force_stiffness: along the axes of B, N/m.
        force_damping: N s/m.

    Spec: Drake's notes on parsing, ``drake:linear_bushing_rpy``; its class ``LinearBushingRollPitchYaw``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> zero, hard = (0.0, 0.0, 0.0), (100.0, 100.0, 100.0)
        >>> bushing = bodyplan.LinearBushing("arm::base", "arm::upper_arm", (1.0, 1.0, 2.0), zero, hard, zero)
        >>> bushing.force(scene, {"arm::shoulder": 0.5})[[2, 5]].round(3).tolist()
        [-1.0, -30.0]
    """

    frame_a: str
    frame_c: str
    torque_stiffness: Vector
    torque_damping: Vector
    force_stiffness: Vector
    force_damping: Vector

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array, Array]:
        """See ``ForceElement``."""
        rotation, position, jacobian = state.relative(self.frame_a, self.frame_c)
        moves, turns = jacobian[:, :3], jacobian[:, 3:]
        roll = np.arctan2(rotation[:, 2, 1], rotation[:, 2, 2])
        across = np.hypot(rotation[:, 2, 1], rotation[:, 2, 2])
        pitch = np.arctan2(-rotation[:, 2, 0], across)
        yaw = np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0])
        # Rates of roll, pitch, yaw from the angular velocity along A's axes; singular where pitch is a quarter turn.
        cosine = np.where(np.abs(across) > 1e-12, across, 1e-12)
        sy, cy, zero = np.sin(yaw), np.cos(yaw), np.zeros_like(yaw)
        tangent = np.sin(pitch) / cosine
        rows = [cy / cosine, sy / cosine, zero, -sy, cy, zero, cy * tangent, sy * tangent, zero + 1]
        rates = np.stack(rows, axis=1).reshape(-1, 3, 3)
        vector = logarithms(rotation)
        half = rotation_vectors(vector.T / 2).transpose(2, 0, 1)
        back = np.swapaxes(half, 1, 2)
        half_turns = left_jacobians(vector.T / 2).transpose(2, 0, 1) @ inverse_left_jacobians(vector) @ turns / 2
        deformation = np.concatenate([np.stack([roll, pitch, yaw], 1), np.einsum("nij,nj->ni", back, position)], axis=1)
        change = np.concatenate([rates @ turns, back @ (moves + skews(position) @ half_turns)], axis=1)
        stiffness = np.array([*self.torque_stiffness, *self.force_stiffness])
        return deformation, change, -stiffness * deformation


@dataclass(frozen=True, slots=True)
class LoopJointConstraint(Constraint):
    """A joint between two bodies that other joints connect already.

    The residual holds what the joint does not leave free: 6 less its degrees of freedom, all zero where the loop is
    closed, whatever the joint's own coordinates are. Rows, along the axes of the joint frame F on the parent: lengths
    by which M is off (m), then sines of angles, or rotation vectors, by which it is turned (rad).

    Attributes:
        joint: scoped name of the joint.
        parent: that of the link that F is on, or ``"world"``.
        child: that of the link that M is on.
        motion: how the joint moves.
        on_parent: pose of F on the parent.
        on_child: pose of M on the child.
        axes: unit vectors in F.
        pitch: of a screw, m per revolution.
        curve: of a curvilinear joint; None for others.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Example:
        >>> joint = "<joint name='{}' type='revolute'><parent>{}</parent><child>{}</child><axis><xyz>0 0 1</xyz></axis></joint>"
        >>> joints = joint.format("j", "world", "a") + joint.format("k", "world", "b") + joint.format("l", "a", "b")
        >>> scene = bodyplan.loads(
        ...     f"<sdf version='1.12'><model name='m'><link name='a'/><link name='b'/>{joints}</model></sdf>").scene
        >>> (loop,) = scene.constraints
        >>> loop.joint, loop.units, loop.residual(scene, {"m::j": 0.3, "m::k": -0.2}).shape
        ('m::l', ('m', 'm', 'm', 'rad', 'rad'), (5,))
    """

    is_loop_joint: ClassVar[bool] = True
    joint: str
    parent: str
    child: str
    motion: Motion
    on_parent: Transform
    on_child: Transform
    axes: tuple[tuple[float, float, float], ...]
    pitch: float = 0.0
    curve: Curve | None = None
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """Lengths first, then angles; how many depends on the motion."""
        if self.motion is Motion.CURVILINEAR:
            return ("m", "m", "m", "rad", "rad", "rad")
        directions, cosines, is_aligned = self._find_fixed()
        lengths = len(directions) + (self.motion is Motion.SCREW)
        return ("m",) * lengths + ("rad",) * (3 if is_aligned else len(cosines))

    def measure(self, state: ConstraintState) -> Array | None:
        """The joint's coordinate as the bodies stand, shape (n,), for one axis to turn about or slide along."""
        rotation, position, _ = self._relative(state)
        axis = np.array(self.axes[0]) if self.axes else np.array([0.0, 0.0, 1.0])
        if self.motion is Motion.PRISMATIC:
            return components(position, axis)
        if self.motion in (Motion.REVOLUTE, Motion.SCREW):
            return twists(rotation, axis)
        return None

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        rotation, position, jacobian = self._relative(state)
        moves, turns = jacobian[:, :3], jacobian[:, 3:]
        if self.motion is Motion.CURVILINEAR and self.curve is not None:
            return self._on_curve(self.curve, state, rotation, position, moves, turns)
        directions, cosines, is_aligned = self._find_fixed()
        rows = [(components(position, each), np.einsum("i,nic->nc", each, moves)) for each in directions]
        if self.motion is Motion.SCREW:
            axis, rate = np.array(self.axes[0]), self.pitch / (2 * np.pi)
            change = np.einsum("i,nic->nc", axis, moves - rate * turns)
            rows.append((components(position, axis) - rate * twists(rotation, axis), change))
        for fixed, moving, cosine in cosines:
            carried = rotation @ moving
            change = np.einsum("ni,nic->nc", np.cross(carried, fixed), turns)
            rows.append((components(carried, fixed) - cosine, change))
        if is_aligned:
            vector = logarithms(rotation)
            rates = inverse_left_jacobians(vector) @ turns
            rows += [(vector[:, i], rates[:, i]) for i in range(3)]
        if not rows:
            return np.zeros((state.count, 0)), state.zeros(0)
        return np.stack([value for value, _ in rows], axis=1), np.stack([rate for _, rate in rows], axis=1)

    def _find_fixed(self) -> tuple[list[Array], list[tuple[Array, Array, float]], bool]:
        """Directions in which M cannot slide, axes of F and of M whose cosine is fixed, and whether M cannot turn."""
        motion, axes = self.motion, [np.array(axis) for axis in self.axes]
        if motion in (Motion.REVOLUTE, Motion.PRISMATIC, Motion.SCREW):
            _, *sides = plane_axes([axes[0], np.eye(3)[np.argmin(np.abs(axes[0]))]])
            if motion is Motion.PRISMATIC:
                return sides, [], True
            return [X, Y, Z] if motion is Motion.REVOLUTE else sides, [(side, axes[0], 0.0) for side in sides], False
        if motion in (Motion.PLANAR, Motion.TRANSLATIONAL_2D):
            first, second, normal = plane_axes(axes)
            if motion is Motion.TRANSLATIONAL_2D:
                return [normal], [], True
            return [normal], [(first, normal, 0.0), (second, normal, 0.0)], False
        if motion is Motion.UNIVERSAL:
            return [X, Y, Z], [(axes[0], axes[1], float(axes[0] @ axes[1]))], False
        is_centred = motion in (
            Motion.FIXED,
            Motion.EULER,
            Motion.BALL_RPY,
            Motion.BALL_ROTATION_VECTOR,
            Motion.BALL_QUATERNION,
        )
        return [X, Y, Z] if is_centred else [], [], motion in (Motion.FIXED, Motion.TRANSLATIONAL)

    def _relative(self, state: ConstraintState) -> tuple[Array, Array, Array]:
        """M in F: rotation, position, Jacobian along the axes of F."""
        rotation, position, jacobian = state.relative(self.parent, self.child)
        back = self.on_parent.rotation.T
        lever = rotation @ self.on_child.translation
        moves = jacobian[:, :3] - skews(lever) @ jacobian[:, 3:]
        position = rotate_vectors(back, position + lever - self.on_parent.translation)
        jacobian = np.concatenate([back @ moves, back @ jacobian[:, 3:]], axis=1)
        return back @ rotation @ self.on_child.rotation, position, jacobian

    def _on_curve(
        self, curve: Curve, state: ConstraintState, rotation: Array, position: Array, moves: Array, turns: Array
    ) -> tuple[Array, Array]:
        """How far M is from where the joint's coordinate puts it on the curve; six rows."""
        length, index = state.displacement(self.joint)
        x, y, heading, curvature = curve.at(length)
        cos, sin, zero = np.cos(heading), np.sin(heading), np.zeros_like(heading)
        local = np.stack([cos, -sin, zero, sin, cos, zero, zero, zero, zero + 1], axis=1).reshape(-1, 3, 3)
        wanted = curve.frame @ local
        off = position - rotate_vectors(curve.frame, np.stack([x, y, zero], 1))
        moves, turns = moves.copy(), turns.copy()
        moves[:, :, index] -= wanted[:, :, 0]
        vector = logarithms(np.swapaxes(wanted, 1, 2) @ rotation)
        turns[:, :, index] -= curve.frame[:, 2] * curvature[:, None]
        rates = inverse_left_jacobians(vector) @ np.swapaxes(wanted, 1, 2) @ turns
        return np.concatenate([off, vector], axis=1), np.concatenate([moves, rates], axis=1)
