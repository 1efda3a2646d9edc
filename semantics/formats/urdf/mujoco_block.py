"""What is written in ``<mujoco>`` of a robot, which MuJoCo reads as in MJCF and all other readers pass over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.sink import Sink
from ...core.bindings import bindings_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.source import Source
    from ....urdf.newest import Robot

BLOCK = "mujoco"
SECTIONS = ("compiler", "option", "size")
"""What MuJoCo reads in a robot; it passes over all else without a word."""


def check_mujoco_blocks(robot: Robot, source: Source, sink: Sink) -> None:
    """Reports names and values that MuJoCo passes over or refuses in its part of a robot."""
    if not robot.mujoco or source.root is None:
        return
    for block in source.root.iterchildren(BLOCK):
        _check_block(block, source, sink)


def _check_block(block: _Element, source: Source, sink: Sink) -> None:
    own = Sink()
    own.add_source(source)
    bindings_of("mjcf").decode(block, own)
    own.map_severity(lambda finding: "warning")
    for finding in own.found:
        at = finding.xml
        if at is not None and (_is_read(at) or _is_unknown(finding)):
            sink.add(finding)
    for child in block:
        if isinstance(child.tag, str) and child.tag not in SECTIONS and not _was_reported(child, own):
            sink.report(rules.UNKNOWN_ELEMENT, child, parent=BLOCK, tag=child.tag, case="in-leaf")


def _is_read(element: _Element) -> bool:
    return any(each.tag in SECTIONS for each in (element, *element.iterancestors()))


def _is_unknown(finding: Any) -> bool:
    """Whether a finding is about a part of the block itself."""
    return finding.code in (rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code) and BLOCK in (
        finding.xml.tag,
        finding.xml.getparent().tag,
    )


def _was_reported(child: _Element, sink: Sink) -> bool:
    return any(finding.xml is child for finding in sink.found)
