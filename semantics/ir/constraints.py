"""Records of equations between coordinates or bodies, and of springs and bushings between bodies."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass, field
from ..spatial.raw_pose import RawPose, Vector
from .source_ref import Place

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity


@dataclass(slots=True)
class MimicRecord:
    """One coordinate follows another: ``q = multiplier · (q_leader - reference) + offset``."""

    scope: str
    joint: str
    """Reference to the joint that follows."""
    leader: str
    """Reference to the joint that is followed."""
    multiplier: float = 1.0
    offset: float = 0.0
    reference: float = 0.0
    axis: int = 0
    """Which coordinate of the joint that follows."""
    leader_axis: int = 0
    element: Place = None
    reference_severity: Severity | None = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""
    is_equation: bool = field(default=False, kw_only=True)
    """Whether it is one equation among others: a second one for a coordinate, or a circle of them, is no fault then."""


@dataclass(slots=True)
class GearboxRecord:
    """A gearbox joint: ``angle of child = -ratio · angle of parent``, both seen from the reference body.

    The angle of the parent is about ``axes[0]`` of the joint, that of the child about ``axes[1]`` (``axes[0]`` where
    there is no second).
    """

    scope: str
    joint: str
    """Reference to the joint of motion GEARBOX."""
    reference_body: str
    """Reference to the frame that both angles are seen from."""
    ratio: float = 1.0
    element: Place = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class PointPairRecord:
    """Something between point P of body A and point Q of body B, each in the frame that its body names."""

    scope: str
    body_a: str
    point_a: Vector
    body_b: str
    point_b: Vector
    element: Place = field(default=None, kw_only=True)
    may_be_world: bool = field(default=False, kw_only=True)
    """Whether ``"world"`` is the root frame for its bodies, in any scope."""


@dataclass(slots=True)
class BallRecord(PointPairRecord):
    """Point P of body A stays on point Q of body B."""

    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class DistanceRecord(PointPairRecord):
    """Points P of A and Q of B stay ``distance`` apart; with a finite stiffness they may give."""

    distance: float
    """m"""
    stiffness: float = inf
    """N/m"""
    damping: float = 0.0
    """N s/m"""
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class TendonRecord:
    """``lower <= sum of a_i q_i + offset <= upper`` over coordinates of joints with one each."""

    scope: str
    joints: list[tuple[str, float]]
    """References and coefficients a_i."""
    offset: float = 0.0
    lower: float = -inf
    upper: float = inf
    stiffness: float = inf
    damping: float = 0.0
    element: Place = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class WeldRecord:
    """Frame B stays where it is in frame A. ``"world"`` is the root frame in any scope."""

    scope: str
    frame_a: str
    frame_b: str
    pose: RawPose | None = None
    """Of B in A; None: as the document places them."""
    anchor: Vector = (0.0, 0.0, 0.0)
    """The point of B at which it is held, in B."""
    element: Place = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class CouplingRecord:
    """``q - references[0] = a0 + a1 x + a2 x² + a3 x³ + a4 x⁴`` with ``x = q_leader - references[1]``.

    What ``MimicRecord`` can say is said by that: see ``WorldIR.add_coupling``.
    """

    scope: str
    joint: str
    """Reference to a joint with one coordinate."""
    leader: str | None
    """Reference to another; None: ``x`` is zero."""
    coefficients: tuple[float, float, float, float, float] = (0.0, 1.0, 0.0, 0.0, 0.0)
    references: tuple[float, float] = (0.0, 0.0)
    element: Place = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class TendonCouplingRecord:
    """As ``CouplingRecord``, between the lengths of two tendons, each a sum over coordinates of joints with one each."""

    scope: str
    joints: list[tuple[str, float]]
    """References and coefficients of the tendon that follows."""
    leaders: list[tuple[str, float]] = field(default_factory=list)
    """Those of the tendon that is followed; none: ``x`` is zero."""
    coefficients: tuple[float, float, float, float, float] = (0.0, 1.0, 0.0, 0.0, 0.0)
    references: tuple[float, float] = (0.0, 0.0)
    """Lengths, m."""
    element: Place = None
    active: bool = field(default=True, kw_only=True)
    """Whether it holds from the start."""


@dataclass(slots=True)
class BushingRecord:
    """A linear bushing between frames A and C, in roll, pitch, yaw and the translation along the axes half way."""

    scope: str
    frame_a: str
    frame_c: str
    torque_stiffness: Vector
    """N m/rad, about roll, pitch, yaw."""
    torque_damping: Vector
    force_stiffness: Vector
    """N/m"""
    force_damping: Vector
    element: Place = None


@dataclass(slots=True)
class SpringRecord(PointPairRecord):
    """A spring and damper between point P of A and point Q of B."""

    free_length: float
    """m"""
    stiffness: float
    """N/m"""
    damping: float
    """N s/m"""


ConstraintRecord = (
    MimicRecord
    | GearboxRecord
    | BallRecord
    | DistanceRecord
    | TendonRecord
    | WeldRecord
    | CouplingRecord
    | TendonCouplingRecord
)
ForceElementRecord = BushingRecord | SpringRecord
