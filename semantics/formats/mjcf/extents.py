"""Types, sizes and ends of geoms and sites, and what is wrong with them.

Spec: MJCF reference, ``body/geom``, ``body/site``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.element import unread_element
from ....runtime.values import format_double
from ...spatial.raw_pose import IDENTITY, RawPose, Vector, compose
from .context import numbers_in, word_of
from .orientation import pose_in_body, span_of

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from .model import MjcfPart

LENGTHS = {"sphere": 1, "capsule": 2, "ellipsoid": 3, "cylinder": 2, "box": 3, "plane": 3}
"""How many sizes each type needs."""
SPANNED = ("capsule", "cylinder", "box", "ellipsoid")
"""The types that ``fromto`` can say."""
THICK = ("box", "ellipsoid")
"""Those of them that are as thick as they are wide."""
FROM_TO = 6
"""How many numbers that are."""
NO_SIZE: Vector = (0.0, 0.0, 0.0)
SITE_SIZE: Vector = (0.005, 0.005, 0.005)
"""Of a site that says none."""
UNKNOWN: Vector = (1.0, 1.0, 1.0)
"""Sizes that stand for those that are unreadable or not there, which was reported."""


class Extent(NamedTuple):
    """Where a geom or site is in its body, and how large."""

    pose: RawPose
    size: Vector
    """Half lengths, as many as its type has, the others 0."""


def extent_of(part: MjcfPart, kind: str, sink: Sink) -> Extent:
    """Pose and size of a geom or site; reports ends that it cannot have."""
    count = LENGTHS.get(kind, 0)
    is_known = "size" in part.written or _is_size_known(part, kind, count, sink)
    built_in = SITE_SIZE if part.tag == "site" else NO_SIZE
    x, y, z = (numbers_in(part, "size", built_in) if is_known else UNKNOWN)[:3]
    size = (x if count > 0 else 0.0, y if count > 1 else 0.0, z if count > 2 else 0.0)
    if len(part.get("fromto") or ()) == FROM_TO:
        return _stretch(part, kind, size, sink)
    return Extent(pose_in_body(part, sink), size)


def _is_size_known(part: MjcfPart, kind: str, count: int, sink: Sink) -> bool:
    """Whether there is a size, or none is needed, of what says none itself; reports that there is none."""
    is_readable = not is_unreadable(part, "size")
    if part.tag != "geom" or not count or part.is_written("size") or part.get("mesh"):
        return is_readable
    if is_readable:
        report_size(part, f"the size of {describe(part)}, a {kind},", 0.0, sink)
    return False


def _stretch(part: MjcfPart, kind: str, size: Vector, sink: Sink) -> Extent:
    """Pose and size of what reaches from one point to another."""
    x, y, z = part.get("pos") or IDENTITY[:3]
    span = span_of(part)
    if kind not in SPANNED:
        refuse(part, f"is a {kind}, which fromto does not describe", "fromto", sink)
    elif part.is_written("mesh"):
        refuse(part, "is fitted to a mesh, which leaves nothing to fromto", "fromto", sink)
    elif x or y or z:
        refuse(part, "has pos and fromto, of which only one may be there", "fromto", sink)
    elif span is None:
        refuse(part, "has one point twice in fromto", "fromto", sink)
    if span is None or kind not in SPANNED:
        return Extent(IDENTITY, (size[0], *UNKNOWN[1:]))
    width, half = size[0], span.half_length
    pose = span.pose if part.frame == IDENTITY else compose(part.frame, span.pose)
    return Extent(pose, (width, width, half) if kind in THICK else (width, half, 0.0))


def place_site(part: MjcfPart, sink: Sink) -> RawPose:
    """The pose of a site in its body; reports a type or size that it cannot have."""
    kind = word_of(part, "type")
    if kind in ("plane", "hfield"):
        refuse(part, f"has the type {kind}, which no site has", "type", sink)
    elif kind in ("mesh", "sdf") and not part.get("mesh"):
        refuse(part, f"has the type {kind} and names no mesh", "type", sink)
    pose, size = extent_of(part, kind, sink)
    if kind != "plane" and not part.is_written("mesh"):
        for number, length in enumerate(size[: LENGTHS.get(kind, 0)]):
            if length <= 0:
                what = f"the half length {number + 1} of {describe(part)}"
                report_size(part, what, length, sink)
                break
    return pose


def describe(part: MjcfPart) -> str:
    """What a part is called in a message."""
    return f"{part.tag} {part.name!r}" if part.name else f"this {part.tag}"


def is_unreadable(part: MjcfPart, field: str) -> bool:
    """Whether an attribute is there whose text holds no value, which was reported."""
    if field in vars(part.element):
        return False
    xml = unread_element(part.element)
    return xml is not None and bool((xml.get(field) or "").strip())


def refuse(part: MjcfPart, reason: str, field: str, sink: Sink) -> None:
    """Reports what does not go together in a geom or site, at the attribute that is to blame, its own or its class's."""
    holder = part.holder(field)
    at, attribute = (part.element, None) if holder is None else (holder, field)
    sink.report(rules.GEOM_IMPOSSIBLE, at, attribute=attribute, what=describe(part), reason=reason)


def report_size(part: MjcfPart, what: str, length: float, sink: Sink) -> None:
    """Reports a size that is none, where it is written."""
    holder = part.holder("size")
    at, attribute = (part.element, None) if holder is None else (holder, "size")
    value = format_double(length)
    sink.report(rules.SHAPE_WITHOUT_SIZE, at, attribute=attribute, severity="error", what=what, value=value)
