"""The generated classes of Drake's tags in both formats, of the newest versions; for annotations only.

The fields of a tag have the same names in both: a part is an element with attributes in URDF, a value in SDFormat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ....sdformat import newest as sdformat
    from ....urdf import newest as urdf

    Holder: TypeAlias = sdformat.Model | urdf.Robot
    """What tags of constraints, force elements and collision filter groups stand in."""

    BallConstraint: TypeAlias = sdformat.DrakeBallConstraint | urdf.DrakeBallConstraint
    DistanceConstraint: TypeAlias = sdformat.DrakeDistanceConstraint | urdf.DrakeDistanceConstraint
    TendonConstraint: TypeAlias = sdformat.DrakeTendonConstraint | urdf.DrakeTendonConstraint
    LinearBushing: TypeAlias = sdformat.DrakeLinearBushingRpy | urdf.DrakeLinearBushingRpy
    LinearSpring: TypeAlias = sdformat.DrakeLinearSpringDamper | urdf.DrakeLinearSpringDamper
    CollisionFilterGroup: TypeAlias = sdformat.DrakeCollisionFilterGroup | urdf.DrakeCollisionFilterGroup
    ProximityProperties: TypeAlias = sdformat.DrakeProximityProperties | urdf.DrakeProximityProperties
    ControllerGains: TypeAlias = sdformat.DrakeControllerGains | urdf.DrakeControllerGains
    Curves: TypeAlias = sdformat.DrakeCurves | urdf.DrakeCurves
    CurvePiece: TypeAlias = (
        sdformat.DrakeLineSegment | sdformat.DrakeCircularArc | urdf.DrakeLineSegment | urdf.DrakeCircularArc
    )
    DrakeJoint: TypeAlias = sdformat.DrakeJoint | urdf.DrakeJoint
    Visual: TypeAlias = sdformat.Visual | urdf.Visual
