"""What writers took of a source, in the words of its format: they know records, and a row per format knows the elements."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...ir.constraints import MimicRecord
    from ...ir.frames import FrameRecord, ModelRecord
    from ...ir.joints import ActuatorRecord, JointRecord
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord
    from .ledger import Ledger

BY_ROOT = {
    "robot": (".urdf", "UrdfCoverage"),
    "directives_file": (".dmd", "DirectivesCoverage"),
    "sdf": (".sdformat", "SdformatCoverage"),
    "skel": (".skel", "SkelCoverage"),
}
"""Module and class of what takes elements, by the root of the document that they stand in."""


MOTORLESS = "a joint of effort 0: to Drake it has no actuator"
_STEP = re.compile(r"(?:\{[^}]*\})?[^/]+")
"""A tag in a path, with its namespace."""


class CoverageMarker:
    """Tells the ledger which elements a record was written from. What a format does not have, it does not take.

    Args:
        ledger: learns what has its place.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def model(self, record: ModelRecord) -> None:
        """A model has its name and says whether it moves; where it stands is asked for by itself."""

    def frame(self, record: FrameRecord) -> None:
        """A frame has its name, its place and what it is attached to."""

    def link(self, record: LinkRecord) -> None:
        """A link has its name and its place."""

    def inertial(self, record: InertialRecord) -> None:
        """Mass, moments and their frame are said."""

    def mark_corrected_inertial(self, record: InertialRecord, how: str) -> None:
        """Mass or moments are not those that are said."""
        self.ledger.approximate(record.element, how)

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """The typed element that the pose of an inertial frame is written in; None where there is none."""
        return None

    def shape(self, record: ShapeRecord) -> None:
        """A visual or collision has its name, its place and its geometry."""

    def left_out(self, record: ShapeRecord, reason: str) -> None:
        """A visual or collision is not made."""
        element: Any = record.element
        there = element.source_element if isinstance(element, Element) else element
        if there is not None:
            self.ledger.mark_rejected(there, reason)

    def look(self, record: ShapeRecord) -> None:
        """A visual has its colour and texture."""

    def ends(self, record: JointRecord) -> None:
        """A joint has its name, its type, its place, parent and child."""

    def axes(self, record: JointRecord) -> None:
        """The axes of a joint that moves are said, with what limits and resists them."""

    def acceleration(self, record: JointRecord) -> None:
        """The limits of acceleration are said."""

    def springs(self, record: JointRecord) -> None:
        """The springs of a joint are said."""

    def actuator(self, record: ActuatorRecord) -> None:
        """The motor of a joint is said."""

    def motorless(self, record: JointRecord) -> None:
        """A joint gets effort 0, by which Drake knows that it has no motor."""
        self.ledger.report_representation(record.element, MOTORLESS)

    def no_motor(self, record: JointRecord) -> None:
        """Effort 0 is not said, since no transmission gives the joint a motor."""

    def mark_unused_axes(self, record: JointRecord) -> None:
        """What a joint that does not move says of its axes is of no use."""

    def pitch(self, record: JointRecord, becomes: str = "") -> None:
        """The pitch of a screw is said; ``becomes``: what in another way."""

    def path(self, record: JointRecord) -> None:
        """The axes of a joint of Drake's are said; its own tags are carried by themselves."""

    def mimic(self, record: MimicRecord) -> None:
        """What a joint follows is said."""


def mark_paths(ledger: Ledger, element: Any, *paths: str) -> None:
    """Notes that parts of an element have their place.

    Args:
        ledger: learns it.
        element: typed or of XML; None for what is not written.
        paths: tags from the element down, such as ``limit/lower``, each of which is taken; ``**`` at the end takes all that
            stands inside, ``@name`` an attribute.
    """
    there: _Element | None = element.source_element if isinstance(element, Element) else element
    if there is None:
        return
    ledger.mark(there)
    for path in paths:
        ahead = [there]
        for step in _STEP.findall(path):
            if step == "**":
                for each in ahead:
                    ledger.mark_subtree(each)
            elif step.startswith("@"):
                for each in ahead:
                    ledger.mark(each, step[1:])
            else:
                ahead = [child for each in ahead for child in each.iterchildren(step)]
                for each in ahead:
                    ledger.mark(each)


class CoverageMarkers:
    """What takes elements, each by the document that it stands in: one may include others of other formats.

    Args:
        ledger: learns what has its place.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._made: dict[str, CoverageMarker] = {}

    def of(self, element: Any) -> CoverageMarker:
        """That of an element; one that takes nothing for what is not written."""
        there: _Element | None = element.source_element if isinstance(element, Element) else element
        tag = "" if there is None else literal_tag(there.getroottree().getroot())
        known = self._made.get(tag)
        if known is None:
            module, name = BY_ROOT.get(tag, (".markers", "CoverageMarker"))
            known = getattr(import_module(module, __package__), name)(self._ledger)
            self._made[tag] = known
        return known
