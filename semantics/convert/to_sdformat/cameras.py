"""Cameras of MJCF, as sensors of links."""

from __future__ import annotations

from math import pi, radians
from typing import TYPE_CHECKING, Any

from ...formats.tokens import format_enum
from ...spatial.raw_pose import compose, inverse
from ..camera_views import LOOKING_BACK, stretch_angle
from ..coverage.ledger import xml_of
from ..element_builder import make_pose

if TYPE_CHECKING:
    from ...ir.frames import AttachmentRecord
    from ..workspace import Workspace

PICTURE = (640, 480)
"""Columns and rows of what a camera takes that does not say them."""
UNSAID = (1, 1)
"""A resolution that is none."""
FIXED = "fixed"
PERSPECTIVE = "perspective"


def make_camera(work: Workspace, record: AttachmentRecord, name: str) -> Any:
    """A sensor that sees what a camera sees; None for one that turns to something, or that sees otherwise.

    What its class gives it is not looked at, and so is among what has no place.
    """
    element: Any = record.element
    reason = _find_obstacle(element)
    if reason is not None:
        there = xml_of(element)
        if there is not None:
            work.ledger.mark_rejected(there, reason)
        return None
    make = work.make
    written = tuple(element.resolution)
    columns, rows = written if min(written) > 0 and written != UNSAID else PICTURE
    wide = stretch_angle(radians(element.fovy), columns / rows)
    seen = make("Camera", horizontal_fov=wide, image=make("CameraImage", width=columns, height=rows))
    pose = make_pose(compose(record.pose, inverse(LOOKING_BACK)), None)
    work.takings.of(element).mark("camera", element)
    if written == UNSAID:
        work.ledger.report_representation(
            element, f"a camera of {columns} by {rows} pixels: SDFormat has none without a resolution"
        )
    return make("Sensor", name=name, type="camera", pose=pose, camera=seen)


def _find_obstacle(element: Any) -> str | None:
    if element.mode is not None and format_enum(element.mode) != FIXED:
        return "cameras of SDFormat are fixed to their links"
    said = vars(element)
    if "projection" in said and format_enum(element.projection) != PERSPECTIVE:
        return "it sees without perspective"
    if "sensorsize" in said or not 0 < radians(element.fovy) < pi:
        return "how far it sees is said by its lens"
    return None
