"""Sites, cameras and lights of bodies.

Spec: MJCF reference, ``body/site``, ``body/camera``, ``body/light``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.frames import AttachmentRecord
from ...ir.scoped_names import WORLD, make_scoped_name
from ...spatial.raw_pose import compose, shortest_rotation
from .context import MjcfSite, describe
from .extents import place_site
from .joints import report_value
from .orientation import pose_in_body

if TYPE_CHECKING:
    from ...spatial.raw_pose import RawPose, Vector
    from .context import MjcfContext
    from .model import MjcfBody, MjcfPart

ALONG: Vector = (0.0, 0.0, -1.0)
"""Direction of a light in its own frame."""
SHORTEST_SQUARED = 1e-14
LARGEST_ANGLE = 180
"""Of view, degrees."""
INTRINSIC = ("focal", "principal", "focalpixel", "principalpixel")


def add_sites(context: MjcfContext) -> None:
    """Adds all sites, those with a name as frames; after links, joints and their frames."""
    given: set[str] = set()
    for body in context.all_bodies:
        owner = context.label_of(body)
        for part in body.sites:
            pose = place_site(part, context.sink)
            site = context.sites[id(part)] = MjcfSite(part, body, pose)
            if part.name and part.name not in given:
                given.add(part.name)
                record = context.description.add_site(
                    part.name, scope=context.scope, owner=owner, pose=pose, element=part.element
                )
                site.reference = record.reference


def add_cameras_and_lights(context: MjcfContext) -> None:
    """Adds all cameras and lights."""
    count = 0
    for body in context.all_bodies:
        for part in body.cameras:
            _check_camera(part, context)
            _add(part, body, pose_in_body(part, context.sink), count, context)
            count += 1
        for part in body.lights:
            _add(part, body, _pose_of_light(part, context), count, context)
            count += 1


def _add(part: MjcfPart, body: MjcfBody, pose: RawPose, number: int, context: MjcfContext) -> None:
    name = make_scoped_name(part.name or f"#{part.tag}{number}", context.scope)
    owner = WORLD if body.part is None else make_scoped_name(body.label, context.scope)
    record = AttachmentRecord(name, part.tag, context.scope, owner, pose, element=part.element)
    context.description.attachments.append(record)


def _check_camera(part: MjcfPart, context: MjcfContext) -> None:
    angle = part.get("fovy")
    if angle is not None and angle >= LARGEST_ANGLE:
        report_value(part, "fovy", angle, "below", LARGEST_ANGLE, context)
    size = part.get("sensorsize")
    has_size = size is not None and min(size) > 0
    if not has_size:
        field = next((each for each in INTRINSIC if any(part.get(each) or ())), None)
        if field is not None:
            fault = f"has {field!r}, which needs a 'sensorsize' above 0"
            context.report(rules.VIEW_REFUSED, part, field, owner=describe(part, "camera"), fault=fault)
    elif min(part.get("resolution") or (1, 1)) <= 0:
        fault = "has a 'sensorsize', which needs a 'resolution' above 0"
        context.report(rules.VIEW_REFUSED, part, "resolution", owner=describe(part, "camera"), fault=fault)


def _pose_of_light(part: MjcfPart, context: MjcfContext) -> RawPose:
    x, y, z = part.get("dir")
    if x * x + y * y + z * z < SHORTEST_SQUARED:
        context.report(rules.VIEW_REFUSED, part, "dir", owner=describe(part, "light"), fault="shines in no direction")
        x, y, z = ALONG
    softness = part.get("softness") if hasattr(part.element, "softness") else None
    if softness is not None and not 0 <= softness <= 1:
        case, limit = ("min", 0) if softness < 0 else ("max", 1)
        report_value(part, "softness", softness, case, limit, context)
    px, py, pz = part.get("pos") or (0.0, 0.0, 0.0)
    return compose(part.frame, (px, py, pz, *shortest_rotation(ALONG, (x, y, z))))
