"""Families of rules: the beginnings of their codes, and what each is about."""

from __future__ import annotations

from typing import Final

FILES: Final = "BP0"
VALUES: Final = "BP1"
STRUCTURE: Final = "BP2"
FRAMES: Final = "BP3"
INCLUDES: Final = "BP4"
JOINTS: Final = "BP5"
LINKS: Final = "BP6"
TARGETS: Final = "BP7"
VERSIONS: Final = "BP8"
COMMAND_LINE: Final = "BP9"

FAMILIES: Final = {
    FILES: "Files and XML",
    VALUES: "Values",
    STRUCTURE: "Structure",
    FRAMES: "Poses and frames",
    INCLUDES: "Includes",
    JOINTS: "Joints and constraints",
    LINKS: "Links, inertia and geometry",
    TARGETS: "Extensions and targets",
    VERSIONS: "Versions",
    COMMAND_LINE: "Command line and conversion",
}


def family_of(code: str) -> str:
    """The family of a rule's code."""
    return code[:3]
