"""What is wrong with flexible things; they are not in scenes.

Spec: MJCF reference, ``flexcomp``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.budget import LIMITS
from ....runtime.contents import Contents
from ....runtime.files import Unreadable
from .files import path_of
from .gmsh import find_fault

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from .model import MjcfBody, MjcfModel, MjcfPart


def check_flexes(model: MjcfModel, sink: Sink, options: Options) -> None:
    """Reports flexible things that cannot be made."""
    for body in model.bodies():
        for part in body.flexcomps:
            _check(part, body, sink, options)


def _check(part: MjcfPart, body: MjcfBody, sink: Sink, options: Options) -> None:
    owner = f"flexcomp {part.name!r}"
    written = vars(part.element)
    carrier: MjcfBody | None = body
    while carrier is not None and not carrier.joints:
        carrier = carrier.parent
    if carrier is not None and not written.get("rigid") and not part.of("pin") and "dof" not in written:
        fault = "can move against its body, which has joints, and is pinned to it nowhere"
        sink.report(rules.ENTRY_REFUSED, part.element, owner=owner, fault=fault)
    if str(written.get("type")) == "gmsh":
        _check_file(part, owner, sink, options)


def _check_file(part: MjcfPart, owner: str, sink: Sink, options: Options) -> None:
    path = path_of(part)
    if path is None or not options.files.is_file(path):
        return
    try:
        data = Contents(sink.budget).read(str(path), LIMITS["bytes of one mesh"], options.files)
    except Unreadable:
        return
    fault = find_fault(data.decode("utf-8", "replace"))
    if fault is not None:
        sink.report(rules.ENTRY_REFUSED, part.element, attribute="file", owner=owner, fault=f"names a file {fault}")
