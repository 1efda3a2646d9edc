"""Parts of ``<gazebo>`` blocks about links that were lumped: they stand on other links now, and speak of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag
from ...spatial.raw_pose import IDENTITY, compose
from .angles import format_numbers, rpy_by_urdfdom
from .gazebo_blocks import pose_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...spatial.raw_pose import RawPose
    from .generated_source import GeneratedSource
    from .lumping import LumpedLinks

POSED = frozenset({"light", "projector", "sensor"})
"""What is moved with the link that it was on."""
NAMING = {"joint": ("parent", "child"), "gripper": ("gripper_link", "palm_link")}
"""What names links, and where."""
DIGITS = 6
"""Of poses that were moved."""


class MovedParts:
    """Copies parts into the model, as lumping leaves them."""

    def __init__(self, lumped: LumpedLinks, source: GeneratedSource) -> None:
        self._lumped = lumped
        self._source = source

    def copy(self, parent: _Element, part: _Element, from_link: str = "") -> None:
        """Copies a part of a block about ``from_link``, or about a joint or the robot."""
        made = self._source.copy(parent, part)
        tag = literal_tag(part)
        moved = self._lumped.pose.get(from_link)
        if moved is not None and tag in POSED:
            self._move(made, moved)
        for name in NAMING.get(tag, ()):
            end = made.find(name)
            into = self._lumped.into.get((end.text or "").strip()) if end is not None else None
            if end is not None and into is not None:
                end.text = into.name

    def _move(self, made: _Element, by: RawPose) -> None:
        written_pose = made.find("pose")
        pose = IDENTITY
        if written_pose is not None:
            if written_pose.get("relative_to") is not None:
                return
            there = pose_of(written_pose) if (written_pose.text or "").strip() else IDENTITY
            if there is None:
                return
            pose = there
        pose = compose(by, pose)
        origin = self._source.origins[made if written_pose is None else written_pose]
        text = format_numbers(*pose[:3], *rpy_by_urdfdom(pose[3:]), digits=DIGITS)
        self._source.replace_child(made, "pose", origin, text)
