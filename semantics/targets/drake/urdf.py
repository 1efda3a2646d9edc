"""What Drake refuses in a URDF document, beyond what its table and the front end say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules_drake as rules
from ...resources.resolver import Finder
from ..predicates import numbers
from .geometry_names import BLANKS
from .numbers import check_numbers

_QUOTED = re.compile(r"""[^"']*(["'])(.*?)\1""", re.DOTALL)

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ..apply_table import AppliedTable


def check_urdf(document: AppliedTable, sink: Sink, options: Options) -> None:
    """Reports what stands in one URDF document."""
    check_numbers(document, sink)
    robot = document.root
    folder = Path(document.source.name).parent if document.source.name is not None else options.base_dir
    finder = Finder(options.search_paths, fetch=options.fetch, files=options.files)
    for material in document.iter_read_children(robot, "material"):
        for texture in document.iter_read_children(material, "texture"):
            if texture.get("filename"):
                finder.find(str(texture.get("filename")), [folder] if folder is not None else [], sink, texture)
    if robot.get("name") == "":
        sink.report(rules.EMPTY_NAME, robot, attribute="name", tag="robot")
    _check_scales(document, sink)
    for link in document.iter_read_children(robot, "link"):
        for kind in ("visual", "collision"):
            for shape in document.iter_read_children(link, kind):
                name = shape.get("name")
                if name is not None and not name.strip(BLANKS):
                    sink.report(rules.EMPTY_NAME, shape, attribute="name", tag=kind)


def _check_scales(document: AppliedTable, sink: Sink) -> None:
    """Drake tells one number from three by the blanks that are written, before XML makes blanks of tabs."""
    for mesh in document.root.iter("mesh"):
        if len(numbers(mesh.get("scale") or "")) != 3 or document.is_left_out(mesh):
            continue
        start = document.source.offset(*document.source.position(mesh, "scale"))
        written = _QUOTED.match(document.source.text, start)
        if written is not None and " " not in written[2]:
            sink.report(rules.TABS, mesh, attribute="scale")
