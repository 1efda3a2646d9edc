"""Points that Drake's constraints and springs have on links, and frames of its bushings, where links are not where they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frames.graph import NO_INDEX, ROOT
from ...ir.scoped_names import SEPARATOR
from ...spatial.raw_pose import IDENTITY, compose

if TYPE_CHECKING:
    from ...spatial.raw_pose import RawPose
    from ..coverage.ledger import Ledger
    from .writer import RobotWriter

POINTS = (("body_a", "p_ap"), ("body_b", "p_bq"))
"""How names of fields end that name a link, and that have a point on it."""
FRAMES = ("drake_bushing_frame_a", "drake_bushing_frame_c")


def move_points(source: Any, made: Any, scope: str, robot: Any, writer: RobotWriter, ledger: Ledger) -> None:
    """Gives points of a tag of a model where they are on the links of the robot, and bushings frames that are there."""
    fields = set(vars(made))
    for body, point in POINTS:
        for name in [each for each in fields if each.endswith(f"_{body}")]:
            other = f"{name.removesuffix(body)}{point}"
            shift = _shift(writer, scope, getattr(made, name).name)
            if shift == IDENTITY or other not in fields:
                continue
            held = getattr(made, other)
            x, y, z = held.value
            held.value = compose(shift, (x, y, z, *IDENTITY[3:]))[:3]
            _report_change(
                source,
                other,
                f"{' '.join(f'{each:g}' for each in held.value)}: where it is in its link of URDF",
                ledger,
            )
    for name in FRAMES:
        if name in fields and (shift := _shift(writer, scope, getattr(made, name).name)) != IDENTITY:
            link = getattr(made, name).name
            getattr(made, name).name = frame = writer.add_place(robot, f"{scope}{SEPARATOR}{link}", shift)
            _report_change(source, name, f"frame {frame!r}, where that of its link was", ledger)


def _shift(writer: RobotWriter, scope: str, name: str) -> RawPose:
    """Where the own frame of a link is in the robot; the identity for anything else."""
    body = writer.work.graph.index.get(f"{scope}{SEPARATOR}{name}", NO_INDEX)
    is_link = writer.link_named(f"{scope}{SEPARATOR}{name}") is not None
    return writer.shift(body) if is_link and body not in (NO_INDEX, ROOT) else IDENTITY


def _report_change(source: Any, field: str, what: str, ledger: Ledger) -> None:
    there = source.source_element
    for child in () if there is None else there.iterchildren("*"):
        if child.tag.rpartition("}")[2].lower() == field.removeprefix("drake_").replace("frame_", "frame"):
            ledger.report_representation(child, what)
