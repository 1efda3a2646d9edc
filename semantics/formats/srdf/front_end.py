"""Front end of SRDF: a document describes no world; what it says of a robot is checked against that robot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.world import WorldIR
from .groups import PlanningGroups
from .references import has_all, report_not_adjacent, report_repeated, report_unknown, report_unknown_groups
from .robot_search import find_namesakes, find_robots

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ....srdf.newest import Robot
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline


def describe(parsed: ParsedDocument[Robot], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """A world without anything in it; reports what is wrong with what is said of the robot."""
    root = parsed.root
    description = WorldIR("srdf", element=root)
    groups = PlanningGroups(root, sink)
    groups.report_repeated_names()
    groups.report_cycles()
    report_unknown_groups(root, sink)
    report_repeated(root, sink)
    file = parsed.source.name
    found = find_robots(root.name.strip(), None if file is None else Path(file).absolute(), options, pipeline)
    if options.with_ is not None and not found.robots:
        sink.report(rules.ROBOT_WITH_ERRORS, root, attribute="name", path=Path(options.with_).name)
    robots = found.robots
    if file is not None and len(robots) == 1 and found.named_by == robots[0].path and not has_all(root, robots[0]):
        # variants of a robot share its name, and the document may be about any of them
        others = find_namesakes(robots[0], Path(file).absolute(), options, pipeline)
        robots = (next((each for each in others if has_all(root, each)), robots[0]),)
    if robots:
        report_unknown(root, robots, sink)
    if len(robots) == 1:  # of several robots with its name it is not known which one is meant
        robot = robots[0]
        if found.named_by is not None and robot.name != root.name.strip():
            sink.report(
                rules.OTHER_ROBOT,
                root,
                attribute="name",
                name=root.name.strip(),
                note=Path(found.named_by).name,
                other=robot.name,
            )
        groups.check(robot)
        report_not_adjacent(root, robot, sink)
    return (description,)
