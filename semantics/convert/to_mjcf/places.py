"""What else has a place on bodies (MJCF): sites of frames and sensors, cameras and lights."""

from __future__ import annotations

from math import degrees, pi
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...formats.tokens import format_enum
from ...frames.graph import NO_INDEX
from ...ir.scoped_names import SEPARATOR, is_reserved
from ...spatial.raw_pose import compose, rotate
from ..camera_views import LOOKING_BACK, stretch_angle
from ..element_builder import tidy
from ..to_urdf.origins import OF_OTHERS
from .workspace import place_of

if TYPE_CHECKING:
    from ...ir.frames import AttachmentRecord, FrameRecord
    from ...spatial.raw_pose import RawPose
    from .bodies import BodyWriter
    from .workspace import MjcfWorkspace

SENSORS = {
    "imu": ("accelerometer", "gyro"),
    "magnetometer": ("magnetometer",),
    "force_torque": ("force", "torque"),
}
"""What sensors measure at their place, as MJCF calls that."""
CAMERAS = ("camera", "depth", "depth_camera", "rgbd_camera", "rgbd", "wideanglecamera")
WIDEST = 179.0
"""Of the angles that a camera sees, degrees."""


class PlaceWriter:
    """Makes what has a place on bodies.

    Attributes:
        frames: pairs of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: MjcfWorkspace, bodies: BodyWriter) -> None:
        self.frames: list[tuple[Any, Any]] = []
        self._work = work
        self._bodies = bodies
        self._sensors = work.make("Sensor")

    def write(self, root: Any) -> None:
        """Adds all of it to a document."""
        for frame in self._work.description.frames:
            self._add_frame(frame)
        for record in self._work.description.attachments:
            self._add_attachment(record)
        if vars(self._sensors).keys() - {"_origin"}:
            root.sensor.append(self._sensors)

    def _add_frame(self, frame: FrameRecord) -> None:
        """A frame of the document's own becomes a site."""
        vertex = self._work.graph.index.get(frame.name, NO_INDEX)
        if (
            frame.kind != "frame"
            or frame.element is None
            or type(frame.element).__name__ in OF_OTHERS
            or getattr(frame.element, "tag", None) == "add_weld"
            or vertex == NO_INDEX
            or self._work.graph.records[vertex] is not frame
            or is_reserved(frame.name.rpartition(SEPARATOR)[2])
        ):
            return
        body = self._work.graph.body[vertex]
        if body not in self._bodies.made:
            return
        pose, written = self._work.places.compute_pose(vertex, body)
        wanted = self._work.names.inner(frame.name).replace(SEPARATOR, "_")
        site = self._work.make("Site", name=self._work.new_name("site", wanted), **place_of(pose, written))
        self._bodies.made[body].site.append(site)
        self.frames.append((frame.element, site))
        self._work.takings.of(frame.element).mark("frame", frame.element)
        self._work.ledger.report_representation(frame.element, f"site {site.name!r}")

    def _add_attachment(self, record: AttachmentRecord) -> None:
        owner = self._work.graph.index.get(record.owner, NO_INDEX)
        if owner == NO_INDEX or not isinstance(record.element, Element):
            return
        body = self._work.graph.body[owner]
        base = owner
        if record.relative_to:
            found = self._work.graph.find(record.relative_to, record.scope)
            base = owner if found == NO_INDEX else found
        if body not in self._bodies.made:
            return
        element: Any = record.element
        name = record.name.rpartition(SEPARATOR)[2]
        kind = format_enum(element.type) if getattr(element, "type", None) is not None else ""
        outer = self._work.places.compute_pose(base, body)[0]
        if record.kind == "sensor" and kind in SENSORS:
            self._add_sensor(record, body, base, name, kind)
        elif record.kind == "sensor" and kind in CAMERAS:
            self._add_camera(record, body, compose(outer, record.pose), name)
        elif record.kind == "light":
            self._add_light(record, body, compose(outer, record.pose), name, kind)

    def _add_sensor(self, record: AttachmentRecord, body: int, base: int, name: str, kind: str) -> None:
        said = self._work.compute_place(body, base, record.pose, record.pose_element)
        site = self._work.make("Site", name=self._work.new_name("site", name), **said)
        self._bodies.made[body].site.append(site)
        for tag in SENSORS[kind]:
            own = self._work.new_name("sensor", name if len(SENSORS[kind]) == 1 else f"{name}_{tag}")
            getattr(self._sensors, tag).append(self._work.make(tag.capitalize(), name=own, site=site.name))
        self._work.takings.of(record.element).mark("sensor", record.element)
        self._work.ledger.report_representation(
            record.element, f"site {site.name!r} with {' and '.join(f'<{tag}>' for tag in SENSORS[kind])}"
        )

    def _add_camera(self, record: AttachmentRecord, body: int, pose: RawPose, name: str) -> None:
        seen: Any = getattr(record.element, "camera", None)
        if seen is None:
            return
        image = seen.image
        width, height = (image.width, image.height) if image is not None else (0, 0)
        wide = float(seen.horizontal_fov)
        high = stretch_angle(min(wide, pi - 1e-3), height / width) if width and height else wide
        made = self._work.make("Camera", name=self._work.new_name("camera", name))
        made.fovy = min(tidy(degrees(high)), WIDEST)
        if width and height:
            made.resolution = (int(width), int(height))
        for field, value in place_of(compose(pose, LOOKING_BACK), None).items():
            setattr(made, field, value)
        self._bodies.made[body].camera.append(made)
        self._work.takings.of(record.element).mark("camera", record.element)

    def _add_light(self, record: AttachmentRecord, body: int, pose: RawPose, name: str, kind: str) -> None:
        light: Any = record.element
        made = self._work.make("Light", name=self._work.new_name("light", name), type=kind if kind in KINDS else None)
        x, y, z = map(tidy, pose[:3])
        made.pos = (x, y, z)
        direction = getattr(light, "direction", None)
        if direction is not None and kind != "point":
            dx, dy, dz = map(tidy, rotate(pose[3:], tuple(direction)))
            made.dir = (dx, dy, dz)
        for field in ("diffuse", "specular"):
            if field in vars(light):
                setattr(made, field, tuple(getattr(light, field))[:3])
        if not light.cast_shadows:
            made.castshadow = False
        faded = light.attenuation
        if faded is not None:
            made.attenuation = (faded.constant, faded.linear, faded.quadratic)
            made.range = faded.range
        spot = getattr(light, "spot", None)
        if spot is not None and kind == "spot":
            made.cutoff = tidy(degrees(float(spot.outer_angle)) / 2)
            made.exponent = spot.falloff
        self._bodies.made[body].light.append(made)
        self._work.takings.of(record.element).mark("light", record.element)


KINDS = ("point", "spot", "directional")
"""Of lights that MJCF calls the same."""
