"""What the parts of the URDF front end share while one robot is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ....generated.urdf import DrakeJoint, Joint, Link
    from ....runtime.diagnostics.sink import Sink
    from ...options import Options
    from ...scene.description import Description

    AnyJoint = Joint | DrakeJoint

IGNORED = "true"
"""What ``drake_ignore`` has to say for its element to count as not written."""

MOST_OTHER_LETTERS = 3
"""Letters that only one of two similar names has."""


@dataclass(slots=True)
class Reading:
    """One robot while it is read."""

    description: Description
    scope: str
    """Full name of the robot's model."""
    version: str
    """Of URDF, as the document is read."""
    sink: Sink
    options: Options
    links: dict[str, Link] = field(default_factory=dict)
    """The first link of each name."""
    joints: dict[str, AnyJoint] = field(default_factory=dict)
    """The first joint of each name."""
    dofs: dict[str, int] = field(default_factory=dict)
    """Number of coordinates of each joint that is part of the description."""

    @property
    def for_drake(self) -> bool:
        """Whether the document is to be read as Drake reads it where it differs from ROS."""
        return self.options.target == "drake"

    def newer_than(self, version: str) -> bool:
        """Whether the document is of a later version than ``version``."""
        return self.version > version


def similar(reference: str, names: Iterable[str]) -> str:
    """A hint that names what was probably meant, or nothing."""
    letters = set(reference)
    # Comparing in full is slow; a slip of the pen changes few of the letters that a name is made of.
    candidates = [name for name in names if len(letters.symmetric_difference(name)) <= MOST_OTHER_LETTERS]
    near = get_close_matches(reference, candidates, 1, 0.75)
    return f"did you mean {near[0]!r}?" if near else ""
