"""The readers that a document may be made for, and what is written otherwise for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A reader of SDFormat.

    Attributes:
        consumer: who judges the result; None: no reader in particular.
        speaks_drake: whether it has its own tags for mimics and textures, gives a joint an actuator by its effort, and
            refuses a second coefficient of friction that is larger than the first. It mends moments that no body has
            itself, which others refuse.
    """

    consumer: str | None = None
    speaks_drake: bool = False


ANY = Target()
TARGETS = {
    "libsdformat": Target(consumer="libsdformat"),
    "gazebo": Target(consumer="libsdformat"),
    "drake": Target(consumer="drake", speaks_drake=True),
}
"""By the names that users give."""
