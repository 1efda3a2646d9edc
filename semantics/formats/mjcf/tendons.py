"""Tendons: sums of joint coordinates, which are described, and paths through space, which are checked only.

Spec: MJCF reference, ``tendon``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.sink import xml_of
from ...ir.constraints import TendonRecord
from .context import MjcfTendon, describe, word_of
from .document_tree import tag_of
from .joints import report_value
from .limits import find_limits, range_of, report_range
from .name_uses import uses_in

if TYPE_CHECKING:
    from ....runtime.element import Element
    from .context import MjcfContext, MjcfJoint
    from .model import MjcfPart

WRAPS = ("site", "geom", "pulley", "joint")
WRAPPED_TYPES = ("sphere", "cylinder")
"""Types of geoms that a tendon can go around."""


def add_tendons(context: MjcfContext) -> None:
    """Finds all tendons, and adds the limits of the fixed ones."""
    for part in context.model.sections.get("tendon", ()):
        is_fixed = part.tag == "fixed"
        _check_values(part, is_fixed, context)
        steps = part.of(*WRAPS)
        joints = _sum_of(part, steps, context) if is_fixed else []
        if not is_fixed:
            _check_path(part, steps, context)
        tendon = MjcfTendon(part, joints, range_of(part, "range"))
        context.tendons[id(part)] = tendon
        limits = find_limits(part, "range", "limited", "tendon", context)
        if tendon.range[0] > tendon.range[1] and word_of(part, "limited") != "true":
            about = {"what": "the range", "owner": describe(part, "tendon")}
            lower, upper = tendon.range
            context.report(rules.ACTUATOR_RANGE_ORDER, part, "range", lower=lower, upper=upper, **about)
        if limits is not None and joints:
            terms = [(joint.label, coefficient) for joint, coefficient in joints]
            lower, upper = limits
            record = TendonRecord(context.scope, terms, lower=lower, upper=upper, element=part.element)
            context.description.constraints.append(record)


def _refuse(part: MjcfPart, step: Element | None, fault: str, context: MjcfContext) -> None:
    """Reports what is wrong with the path of a tendon, at one of its steps or at the tendon."""
    element = part.element if step is None else step
    context.sink.report(rules.TENDON_PATH, element, owner=describe(part, "tendon"), fault=fault)


def _check_values(part: MjcfPart, is_fixed: bool, context: MjcfContext) -> None:
    for field in ("armature", "springyield"):
        value = part.get(field)
        if value is not None and value < 0:
            report_value(part, field, value, "min", 0, context)
    width = None if is_fixed else part.get("width")
    if width is not None and width <= 0:
        report_value(part, "width", width, "above", 0, context)
    lengths = part.get("springlength")
    if lengths and lengths[0] > lengths[-1]:
        reason = "the first has to be at most the second"
        report_range(part, "springlength", "tendon", (lengths[0], lengths[-1]), reason, context)
    if part.is_written("actuatorfrcrange"):
        field = "actuatorfrcrange"
        forces = find_limits(part, field, "actuatorfrclimited", "tendon", context)
        if forces is not None and not forces[0] <= 0 <= forces[1]:
            report_range(part, field, "tendon", forces, "0 has to lie between them", context)


def _require(step: Element, field: str, context: MjcfContext) -> None:
    """Reports a step that does not say a number which it needs."""
    element = None if field in vars(step) else xml_of(step)
    if element is not None and element.get(field) is None:
        context.sink.report(rules.MISSING_ATTRIBUTE, element, parent=tag_of(step), part=f"@{field}")


def _find_things(part: MjcfPart, field: str, context: MjcfContext) -> dict[int, Any]:
    """What the steps of a path name in one of their fields, by the identity of the step's element."""
    model, things = context.model, {}
    for use in uses_in(part):
        if use.field == field:
            things[id(use.element)] = model.look_up(part, use)[1]
    return things


def _sum_of(part: MjcfPart, steps: list[Element], context: MjcfContext) -> list[tuple[MjcfJoint, float]]:
    """The joints of a fixed tendon, with their coefficients."""
    if not steps:
        _refuse(part, None, "has no joints", context)
    things = _find_things(part, "joint", context)
    found: dict[str, tuple[MjcfJoint, float]] = {}
    for step in steps:
        name, coefficient = step.joint, step.coef  # type: ignore[attr-defined]  # by its tag
        _require(step, "coef", context)
        joint = context.joints.get(id(things.get(id(step))))
        if joint is None:
            continue
        if not joint.is_scalar:
            _refuse(part, step, f"has the {joint.kind} joint {name!r}; only hinges and slides can be", context)
        elif joint.label in found:
            _refuse(part, step, f"has joint {name!r} twice", context)
        else:
            found[joint.label] = (joint, coefficient or 0.0)
    return list(found.values())


def _check_path(part: MjcfPart, steps: list[Element], context: MjcfContext) -> None:
    """Reports what is wrong with the order of sites, geoms and pulleys."""
    if len(steps) < 2:
        _refuse(part, None, f"has {len(steps)} steps, and needs two sites at least", context)
        return
    tags = ["pulley", *map(tag_of, steps), "pulley"]
    geoms = _find_things(part, "geom", context)
    is_stiff = (part.get("armature") or 0.0) > 0
    for at, step in enumerate(steps, 1):
        before, after = tags[at - 1], tags[at + 1]
        tag = tags[at]
        if tag == "pulley":
            _require(step, "divisor", context)
            divisor = step.divisor  # type: ignore[attr-defined]  # by its tag
            if divisor is not None and divisor <= 0:
                about = {"value": divisor, "case": "above", "limit": 0}
                context.sink.report(rules.OUT_OF_RANGE, step, attribute="divisor", severity="error", **about)
            if at > 1 and before == "pulley":
                _refuse(part, step, "has two pulleys in a row", context)
            elif at == len(steps):
                _refuse(part, step, "ends with a pulley", context)
        elif tag == "site":
            if before == after == "pulley":
                _refuse(part, step, "has a site with nothing to go to before the next pulley", context)
            elif after == "site" and step.site == steps[at].site:  # type: ignore[attr-defined]
                _refuse(part, steps[at], f"goes from site {step.site!r} to itself", context)  # type: ignore[attr-defined]
        elif before != "site" or after != "site":
            _refuse(part, step, "has a geom that is not between two sites", context)
        elif is_stiff:
            _refuse(part, step, "has a geom to go around, which its 'armature' does not allow", context)
        if tag == "geom":
            _check_wrap(part, step, geoms.get(id(step)), context)


def _check_wrap(part: MjcfPart, step: Element, geom: MjcfPart | None, context: MjcfContext) -> None:
    kind = "sphere" if geom is None else word_of(geom, "type")
    if geom is not None and kind not in WRAPPED_TYPES:
        _refuse(part, step, f"goes around geom {geom.name!r}, a {kind}; only spheres and cylinders can be", context)
