"""What ``<mujoco>`` in a robot says of how MuJoCo is to compile it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....diagnostics.families import VALUES
from ....diagnostics.records import dataclass
from ....diagnostics.rules import REPEATED_ELEMENT
from ....runtime.sink import Sink
from ...core.bindings import bindings_of
from ...formats.tokens import format_enum
from ..children import child_of, children_of
from .refusal import MujocoRefusal

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.source import Source


@dataclass(slots=True)
class RobotSettings:
    """Those of ``compiler`` that matter for a robot; others than for MJCF hold where nothing is written."""

    fusestatic: bool = True
    discardvisual: bool = True
    strippath: bool = False
    autolimits: bool = True
    balanceinertia: bool = False
    boundmass: float = 0.0
    boundinertia: float = 0.0
    inertiafromgeom: str = "auto"
    inertiagrouprange: tuple[int, int] = (0, 5)
    folder: str = ""
    """In which meshes are, as it is written."""


def read_settings(root: _Element, source: Source) -> tuple[RobotSettings, list[MujocoRefusal]]:
    """What a robot says, and which of its values MuJoCo refuses; names that it does not know it passes over."""
    settings, refusals = RobotSettings(), list[MujocoRefusal]()
    block = child_of(root, "mujoco")
    if block is None:
        return settings, refusals
    sink = Sink()
    sink.add_source(source)
    typed = bindings_of("mjcf").decode(block, sink)
    refusals += _refuse_values(sink)
    for compiler in vars(typed).get("compiler", ()):
        written = vars(compiler)
        for name in RobotSettings.__slots__:
            if name in written:
                value: Any = written[name]
                setattr(settings, name, format_enum(value) if name == "inertiafromgeom" else value)
        settings.folder = written.get("meshdir", written.get("assetdir")) or ""
        if format_enum(written.get("coordinate")) == "global":
            about = {"what": "it knows no global coordinates any more"}
            refusals.extend(
                MujocoRefusal(each, "coordinate", "setting", about) for each in children_of(block, "compiler")
            )
    return settings, refusals


def _refuse_values(sink: Sink) -> Iterator[MujocoRefusal]:
    for finding in sink.found:
        element = finding.xml
        is_minded = finding.family == VALUES or finding.code == REPEATED_ELEMENT.code
        if finding.severity == "error" and is_minded and element is not None and _is_read(element):
            yield MujocoRefusal(element, finding.attribute or None, "setting", {"what": finding.message})


def _is_read(element: _Element) -> bool:
    """Whether an element is one that MuJoCo reads in a robot, or is in one."""
    around = [element, *element.iterancestors()]
    return any(each.tag in ("compiler", "option", "size") for each in around)
