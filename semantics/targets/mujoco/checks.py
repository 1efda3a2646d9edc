"""What MuJoCo makes of a document: whether it compiles a robot, and what of it has no effect.

Of MJCF, whose compiler it is, there is nothing to say beyond what the format's own checks find, which read the files of meshes for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....diagnostics.families import COMMAND_LINE, FILES
from ....runtime.patterns import compile_pattern
from ..apply_table import apply_tables
from ..children import child_of, children_of
from ..facts import facts
from ..registry import MUJOCO
from .compiler import RobotBody, RobotCompiler, has_one_coordinate, read_range
from .refusal import MujocoRefusal
from .robot_texts import is_robot, read_number, refuse_texts, refuse_tree
from .settings import RobotSettings, read_settings

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ....runtime.source import Source
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.world import WorldIR

SAME_FAULT = ("mesh-missing", "moments", "triangle", "size", "short-axis")
"""Refusals for what the format itself warns of at the same place."""

_PATH_ENDS = compile_pattern(r"[/\[]|$")


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports what MuJoCo refuses of a robot, and what it leaves out; no other finding is an error of one that it takes."""
    apply_tables(MUJOCO, sink)
    if parsed.format == "urdf":
        check_robot(parsed.source, sink, options)


def check_robot(source: Source, sink: Sink, options: Options) -> None:
    """The same of one that is URDF."""
    root = source.root
    if root is None:
        return
    if not is_robot(root):
        _report(MujocoRefusal(root, None, "root", {}), sink)
        return
    settings, refusals = read_settings(root, source)
    refusals += refuse_texts(root, shows=not settings.discardvisual)
    broken = list(refuse_tree(root))
    refusals += broken
    compiler = None
    if not broken:
        folder = Path(source.name).parent if source.name is not None else options.base_dir
        compiler = RobotCompiler(root, settings, options, folder, sink)
        refusals += compiler.refusals()
    _judge_others(refusals, settings, source, sink)
    if refusals:
        _report_refusals(refusals, source, sink)
        return
    for each in (*_losses_of(root, settings), *([] if compiler is None else _find_unions(compiler, settings))):
        _report(each, sink)


def _judge_others(refusals: Sequence[MujocoRefusal], settings: RobotSettings, source: Source, sink: Sink) -> None:
    """Makes warnings of the errors that are no reason for MuJoCo to refuse the robot."""
    refused = tuple(source.xpath(each.element) for each in refusals)

    def severity_of(finding: LazyFinding) -> Severity | None:
        if finding.severity != "error" or finding.family == COMMAND_LINE:
            return None
        if finding.family == FILES and not (settings.discardvisual and "/visual" in finding.xpath):
            return None
        return None if any(_is_at(finding.xpath, path) for path in refused) else "warning"

    sink.map_severity(severity_of)


def _is_at(path: str, element: str) -> bool:
    """Whether a path leads to an element, or into it."""
    return path.startswith(element) and path[len(element) : len(element) + 1] in ("", "/")


def _report_refusals(refusals: Sequence[MujocoRefusal], source: Source, sink: Sink) -> None:
    """Reports each once, and none where there is an error already, or inside of it."""
    faulty = {
        finding.xpath[: end.start()]
        for finding in sink.found
        if finding.severity == "error"
        for end in _PATH_ENDS.finditer(finding.xpath)
    }
    for refusal in {(each.element, each.attribute, each.says): each for each in reversed(refusals)}.values():
        if source.xpath(refusal.element) not in faulty:
            if refusal.says in SAME_FAULT:
                path = source.xpath(refusal.element, refusal.attribute)
                sink.drop([each for each in sink.found if each.severity == "warning" and each.xpath == path])
            _report(refusal, sink)


def _report(refusal: MujocoRefusal, sink: Sink) -> None:
    sink.report(facts(MUJOCO).says[refusal.says], refusal.element, attribute=refusal.attribute, **refusal.arguments)


def _losses_of(root: _Element, settings: RobotSettings) -> Iterator[MujocoRefusal]:
    """What MuJoCo reads otherwise than it is written."""
    joints = {joint.get("name"): joint for joint in reversed(list(children_of(root, "joint")))}
    for joint in children_of(root, "joint"):
        name, limit, mimic = joint.get("name") or "", child_of(joint, "limit"), child_of(joint, "mimic")
        kind = joint.get("type")
        if kind in ("revolute", "prismatic") and limit is not None:
            ends = read_range(joint)
            if ends is None or not ends[0] < ends[1]:
                yield MujocoRefusal(limit, None, "no-limit", {"joint": name})
        elif kind == "continuous" and limit is not None:
            ends = read_range(joint)
            if ends is not None and ends[0] < ends[1]:
                yield MujocoRefusal(limit, None, "limited", {"joint": name})
        if mimic is not None:
            what = _why_dropped(joint, joints.get(mimic.get("joint")))
            if what:
                yield MujocoRefusal(mimic, None, "mimic-dropped", {"what": what})
    visual = next((each for link in children_of(root, "link") for each in children_of(link, "visual")), None)
    if settings.discardvisual and visual is not None:
        yield MujocoRefusal(visual, None, "unseen", {})


def _why_dropped(joint: _Element, leader: _Element | None) -> str:
    if leader is None:
        return "it names no joint"
    for each in (joint, leader):
        if not has_one_coordinate(each):
            return f"joint {each.get('name')!r} is {each.get('type')}"
    return ""


def _find_unions(compiler: RobotCompiler, settings: RobotSettings) -> Iterator[MujocoRefusal]:
    """The links that MuJoCo holds, and the first joint that holds two links together."""
    for body in compiler.world.children:
        if body.link is not None and body.joint is None and _has_mass(body):
            yield MujocoRefusal(body.link, "name", "held", {"link": body.name})
    for body in compiler.bodies():
        is_fixed = body.joint is not None and not body.is_moving
        if settings.fusestatic and is_fixed and body.parent is not None and body.joint is not None:
            yield MujocoRefusal(body.joint, "name", "fused", {"parent": body.parent.name, "child": body.name})
            return


def _has_mass(body: RobotBody) -> bool:
    inertial = None if body.link is None else child_of(body.link, "inertial")
    return inertial is not None and bool(read_number(child_of(inertial, "mass"), "value"))
