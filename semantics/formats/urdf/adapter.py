"""Where targets differ about what a robot means; the front end reads the document once and asks here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ....diagnostics.rule import Severity
    from ...ir.links import InertialRecord


class UrdfAdapter:
    """The plain meaning, as ROS has it; a target's adapter says otherwise where it has to."""

    free_types: frozenset[str] = frozenset()
    """Types of joints that are no part of the description: their links are free."""
    checks_loose_joints = True
    """Whether a joint that is no part of the description is checked."""
    has_world = False
    """Whether a joint may name the world as its parent without a link of that name."""
    owns_world_frames = True
    """Whether a frame on the world is in the robot's scope."""
    knows_acceleration = True
    """Whether limits have an acceleration without a prefix from 1.2 on."""
    nonnegative_limits: tuple[str, ...] = ("effort", "velocity")
    """Limits that are reported where they are negative."""
    reports_whole_inertial = False
    """Whether what is wrong with mass properties is reported at ``inertial`` and not at its part."""
    has_default_sizes = False
    """Whether a length or file that a shape does not name counts as zero or empty; otherwise there is no shape."""

    def replace_impossible(self, record: InertialRecord) -> None:
        """Changes mass properties that no body can have into what the target puts in their place."""

    def ignores_mimic(self, count: int, has_leader: bool) -> bool:
        """Whether a mimic between joints that are there is passed over.

        Args:
            count: number of coordinates of the joint.
            has_leader: whether the joint that it follows is part of the description.
        """
        return count == 0 or not has_leader

    def severity_of_mimic(self, type: str, count: int, leader_count: int) -> Severity | None:
        """The severity of a mimic between joints of which one has not one coordinate; None: the rule's own."""
        return None

    def severity_of_size(self, tag: str, value: float) -> Severity | None:
        """The severity of a length that leaves nothing of a shape; None: the rule's own."""
        return None

    def severity_of_driven(self, tag: str, *, is_simple: bool) -> Severity | None:
        """The severity of a joint that a transmission names in ``tag`` and that is not there; None: the rule's own."""
        return None

    def severity_of_motion(self, count: int) -> Severity | None:
        """The severity of an actuator for a joint with that number of coordinates, not one; None: the rule's own."""
        return None


PLAIN = UrdfAdapter()
