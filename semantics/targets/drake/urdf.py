"""What Drake makes of a URDF document, beyond what its table says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...formats.urdf.adapter import UrdfAdapter
from ...resources.resolver import Finder
from ...spatial.raw_pose import NO_ROTATION
from ..predicates import numbers
from .geometry_names import BLANKS
from .numbers import check_numbers
from .water_ball import find_water_ball

_QUOTED = re.compile(r"""[^"']*(["'])(.*?)\1""", re.DOTALL)

if TYPE_CHECKING:
    from ....diagnostics.rule import Severity
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...ir.links import InertialRecord
    from ..apply_table import AppliedTable


class DrakeUrdf(UrdfAdapter):
    """Where Drake differs from ROS."""

    free_types = frozenset({"", "floating"})
    checks_loose_joints = False
    has_world = True
    owns_world_frames = False
    knows_acceleration = False
    nonnegative_limits = ("velocity",)  # Drake looks at the effort where a transmission makes use of it
    reports_whole_inertial = True  # so does Drake, and its warning is to be found at the same place
    has_default_sizes = True

    def replace_impossible(self, record: InertialRecord) -> None:
        """Puts a ball of water of the same mass at the same place."""
        record.mass, record.moments = find_water_ball(record.mass)
        record.pose = (record.pose[0], record.pose[1], record.pose[2], *NO_ROTATION)

    def ignores_mimic(self, count: int, has_leader: bool) -> bool:
        """Drake looks at every mimic."""
        return False

    def severity_of_mimic(self, type: str, count: int, leader_count: int) -> Severity | None:
        """Drake refuses a mimic between different numbers of coordinates, and ignores one between equal ones."""
        return "error" if count != leader_count and type != "floating" else None

    def severity_of_size(self, tag: str, value: float) -> Severity | None:
        """Drake takes a sphere without a radius for a point."""
        return None if tag == "sphere" and value == 0 else "error"

    def severity_of_driven(self, tag: str, *, is_simple: bool) -> Severity | None:
        """Drake looks at the joint of a simple transmission, and at no other."""
        return None if is_simple and tag == "joint" else "warning"

    def severity_of_motion(self, count: int) -> Severity | None:
        """Drake refuses an actuator that would drive several coordinates."""
        return "error" if count else None


ADAPTER = DrakeUrdf()


def check_urdf(document: AppliedTable, sink: Sink, options: Options) -> None:
    """Reports what is in one URDF document."""
    check_numbers(document, sink)
    robot = document.root
    folder = Path(document.source.name).parent if document.source.name is not None else options.base_dir
    finder = Finder(options.search_paths, fetch=options.fetch, files=options.files)
    for material in document.iter_read_children(robot, "material"):
        for texture in document.iter_read_children(material, "texture"):
            if texture.get("filename"):
                finder.find(str(texture.get("filename")), [folder] if folder is not None else [], sink, texture)
    if robot.get("name") == "":
        sink.report(rules.DRAKE_EMPTY_NAME, robot, attribute="name", tag="robot")
    _check_scales(document, sink)
    for link in document.iter_read_children(robot, "link"):
        for kind in ("visual", "collision"):
            for shape in document.iter_read_children(link, kind):
                name = shape.get("name")
                if name is not None and not name.strip(BLANKS):
                    sink.report(rules.DRAKE_EMPTY_NAME, shape, attribute="name", tag=kind)


def _check_scales(document: AppliedTable, sink: Sink) -> None:
    """Drake tells one number from three by the blanks that are written, before XML makes blanks of tabs."""
    for mesh in document.root.iter("mesh"):
        if len(numbers(mesh.get("scale") or "")) != 3 or document.is_left_out(mesh):
            continue
        start = document.source.offset(*document.source.position(mesh, "scale"))
        written = _QUOTED.match(document.source.text, start)
        if written is not None and " " not in written[2]:
            sink.report(rules.TABS, mesh, attribute="scale")
