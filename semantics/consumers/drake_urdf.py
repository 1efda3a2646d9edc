"""What Drake refuses in a URDF document, beyond what its table and the front end say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics import rules_drake as rules
from .drake_numbers import check_numbers

if TYPE_CHECKING:
    from ...runtime.diagnostics.sink import Sink
    from .applying import Applied


def check_urdf(document: Applied, sink: Sink) -> None:
    """Reports what stands in one URDF document."""
    check_numbers(document, sink)
    robot = document.root
    if robot.get("name") == "":
        sink.report(rules.EMPTY_NAME, robot, attribute="name", tag="robot")
    for link in document.kept(robot, "link"):
        for kind in ("visual", "collision"):
            for shape in document.kept(link, kind):
                name = shape.get("name")
                if name is not None and not name.strip():
                    sink.report(rules.EMPTY_NAME, shape, attribute="name", tag=kind)
