"""What Drake makes of an MJCF document, beyond what its table says.

Spec: Drake's parser of MJCF, which is not documented; by trying it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.patterns import compile_pattern
from ...formats.mjcf.adapter import MjcfAdapter
from ...ir.constraints import BallRecord
from ...ir.joints import Motion
from ...ir.scoped_names import make_scoped_name, plain_name
from ...spatial.raw_pose import IDENTITY
from ..facts import facts
from ..registry import DRAKE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....diagnostics.rule import Severity
    from ....mjcf.newest import Mujoco
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ...ir.world import WorldIR

ADAPTER = MjcfAdapter(
    left_out=frozenset({"frame", "replicate", "attach", "light"}),
    name_virtual_link=lambda body, number: f"{body}{number - 1}",
    reduces=False,
)
"""Where Drake differs from MuJoCo."""


UNREAD = compile_pattern(
    r"/mujoco(\[.*?\])?/(custom|deformable|extension|keyframe|sensor|size|statistic|tendon|visual)\b"
    r"|/(attach|composite|flexcomp|frame|light|plugin|replicate|site)\b"
)
"""Paths of what Drake does not look into, whatever is wrong with it."""
REFERRING = frozenset({"connect", "exclude", "motor", "position"})
"""Elements whose references to bodies and joints Drake follows."""


def check_mjcf(root: Mujoco, descriptions: Iterable[WorldIR], sink: Sink) -> None:
    """Reports what only Drake refuses of a model, and makes less of what it does not look at."""
    says = facts(DRAKE).says
    if not root.model:
        sink.report(says["mjcf-unnamed"], root)
    for description in descriptions:
        motions = {joint.name: joint.motion for joint in description.joints}
        for actuator in description.actuators:
            motion = motions.get(make_scoped_name(actuator.joint, actuator.scope)) if actuator.joint else None
            if motion in (Motion.BALL_QUATERNION, Motion.FREE_QUATERNION):
                sink.report(says["actuator-of-several-degrees"], actuator.element, attribute="joint")
        _check_names(description, sink)
    sink.map_severity(_severity_of)


def _check_names(description: WorldIR, sink: Sink) -> None:
    """Reports bodies that have the name of a link that Drake puts between the joints of another."""
    links = {link.name: link for link in description.links}
    virtual = {name for name, link in links.items() if link.virtual}
    behind: dict[str, str] = {}
    for joint in description.joints:
        behind[make_scoped_name(joint.parent, joint.scope)] = make_scoped_name(joint.child, joint.scope)
    for joint in description.joints:
        name = make_scoped_name(joint.child, joint.scope)
        if name not in virtual or make_scoped_name(joint.parent, joint.scope) in virtual:
            continue
        between: list[str] = []
        while name in virtual and name in behind and name not in between:
            between.append(name)
            name = behind[name]
        if name in virtual:  # the joint that leads on has an error
            continue
        for number, made in enumerate(between):
            other = links.get(f"{name}{number}")
            if other is not None and other.name != made:
                about: dict[str, Any] = {"name": plain_name(other.name), "body": plain_name(name)}
                sink.report(facts(DRAKE).says["mjcf-name-taken"], other.element, attribute="name", **about)


def _move_virtual_links(description: WorldIR, sink: Sink) -> None:
    frames = {frame.name: frame for frame in description.frames}
    virtual = {link.name for link in description.links if link.virtual}
    for joint in description.joints:
        name = make_scoped_name(joint.child, joint.scope)
        if name not in virtual:
            continue
        x, y, z, _, *turn = frames[name].pose
        moves_otherwise = any(turn) or (joint.motion is not Motion.PRISMATIC and any((x, y, z)))
        if moves_otherwise:
            sink.report(facts(DRAKE).says["mjcf-joint-in-parent"], joint.element, joint=plain_name(joint.name))
        frames[name].pose = IDENTITY


def _severity_of(finding: LazyFinding) -> Severity | None:
    if finding.severity != "error":
        return None
    if finding.code == rules.RANGE_REFUSED.code:
        return None if finding.arguments["lower"] > finding.arguments["upper"] else "warning"
    tag = re.split(r"[\[/]", finding.xpath.partition("/@")[0].rpartition("/")[2])[0]
    if finding.code == rules.NAMED_FILE_MISSING.code:
        return None if tag == "mesh" else "warning"
    if finding.code == rules.UNKNOWN_REFERENCE.code and tag not in REFERRING:
        return "warning"
    return "warning" if UNREAD.search(finding.xpath) else None


def as_drake_reads(description: WorldIR, sink: Sink) -> None:
    """Takes out of the description what Drake does not read: sites, keyframes, and all constraints but connect.

    Of several joints of a body Drake places all but the last, with the links between them, in the frame of the parent.
    """
    _move_virtual_links(description, sink)
    description.sites.clear()
    description.keyframes.clear()
    description.constraints[:] = [each for each in description.constraints if isinstance(each, BallRecord)]
