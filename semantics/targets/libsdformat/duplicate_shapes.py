"""One mistake in a robot is one finding, though the robot and the document that is made of it are both looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..facts import facts_of
from ..registry import LIBSDFORMAT

if TYPE_CHECKING:
    from ....runtime.pending_finding import PendingFinding
    from ....runtime.sink import Sink

_PREDICATE = r"""(?:\[(?:@name=(?:"[^"]*"|'[^']*')|\d+)\])?"""
_PART = re.compile(rf"/robot{_PREDICATE}/(?:link|joint){_PREDICATE}")
"""The link or joint of a robot in a path."""


def drop_duplicate_findings(sink: Sink) -> None:
    """Takes out what is said about a link or joint after the same was said about it."""
    same = facts_of(LIBSDFORMAT.name).own["same"]
    concerned = {*same, *(name for names in same.values() for name in names)}
    about: dict[tuple[str | None, str, str], PendingFinding] = {}
    twins: list[tuple[PendingFinding, PendingFinding]] = []
    for finding in sink.found:
        name = finding.row.rpartition("/")[2] or finding.name
        if name not in concerned:
            continue
        part = _PART.match(finding.xpath)
        if part is None:
            continue
        known = (about.get((finding.file, part[0], each)) for each in same.get(name, ()))
        before = next((other for other in known if other is not None), None)
        if before is not None:
            twins.append((before, finding))
        else:
            about.setdefault((finding.file, part[0], name), finding)
    if twins:
        sink.deduplicate(twins)
