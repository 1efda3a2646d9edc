"""Findings about what a text does not have, where it is not complete: they say nothing of what it is to become."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.families import STRUCTURE, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.markup import Markup

LACKING_CODES = frozenset({rules.MISSING_ELEMENT.code, rules.REQUIRED_WHEN.code, rules.CHOICE.code})
"""What an element lacks that may still be written."""
ABSENCE_CODES = frozenset(
    {
        rules.UNKNOWN_RELATIVE_TO.code,
        rules.UNKNOWN_ATTACHED_TO.code,
        rules.UNKNOWN_CANONICAL_LINK.code,
        rules.UNKNOWN_PLACEMENT_FRAME.code,
        rules.UNKNOWN_REFERENCE.code,
        rules.UNKNOWN_PARENT.code,
        rules.UNKNOWN_CHILD.code,
        rules.UNKNOWN_AXIS_FRAME.code,
        rules.UNKNOWN_LEADER.code,
        rules.UNKNOWN_GEARBOX_BODY.code,
        rules.UNKNOWN_CONSTRAINT_FRAME.code,
        rules.UNKNOWN_CONSTRAINT_JOINT.code,
        rules.UNKNOWN_GROUP_MEMBER.code,
        rules.UNKNOWN_GROUP.code,
        rules.UNKNOWN_FRAME_LINK.code,
        rules.TRANSMISSION_JOINT_UNKNOWN.code,
        rules.GAZEBO_REFERENCE.code,
        rules.SENSOR_PARENT.code,
        rules.ROS2_CONTROL_JOINT.code,
        rules.MATERIAL_UNDEFINED.code,
        rules.MODEL_WITHOUT_LINK.code,
        rules.NOTHING_IN_DOCUMENT.code,
        rules.SECOND_ROOT.code,
        rules.ORPHAN_LINK.code,
        rules.NO_LINK.code,
        rules.LOOP.code,
        rules.TWO_PARENTS.code,
        rules.MASS_IN_GRAMS.code,
        rules.FREE_BODY.code,
        rules.NO_WORLD.code,
        rules.EMPTY_SKELETON.code,
        rules.NO_INERTIA.code,
        rules.UNDEFINED.code,
        rules.UNKNOWN_MACRO.code,
        rules.UNUSED_PARAMETER.code,
        rules.UNUSED_PROPERTY.code,
        rules.UNUSED_MACRO.code,
        rules.UNDECLARED_ARGUMENT.code,
    }
)
"""What is said where something is in no place of a document: that may be what could not be read."""


def drop_absence_findings(findings: Iterable[Diagnostic], name: str | None, markup: Markup) -> tuple[Diagnostic, ...]:
    """The findings of a text without those that its completion may answer.

    Args:
        findings: with the places of the text as it is written.
        name: what they call the text.
        markup: what could be read of it.
    """
    return tuple(each for each in findings if not _is_about_absence(each, name, markup))


def _is_about_absence(finding: Diagnostic, name: str | None, markup: Markup) -> bool:
    if finding.code == rules.XML_SYNTAX.code:
        return False
    if markup.is_incomplete and finding.code in ABSENCE_CODES:
        return True
    if finding.file != name or not 0 < finding.line <= len(markup.line_starts) or not markup.cut:
        return False
    offset = markup.line_starts[finding.line - 1] + finding.column - 1
    number = bisect_left(markup.starts, offset)
    if number == len(markup.starts) or markup.starts[number] != offset:
        return False
    if number not in markup.cut:
        return False
    return finding.code in LACKING_CODES or finding.family not in (STRUCTURE, VALUES)
