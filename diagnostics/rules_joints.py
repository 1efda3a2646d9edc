"""BP5: joints, what couples and closes them, and what acts on them."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

MODEL: Final = "SDFormat model composition proposal, 1.6.1"

UNKNOWN_PARENT: Final = declare(
    "BP501",
    "unknown-joint-parent",
    "error",
    "the parent of joint {name!r} is {reference!r}, which is no frame of {scope}",
    spec=f"{MODEL} phase 3",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_CHILD: Final = declare(
    "BP502",
    "unknown-joint-child",
    "error",
    "the child of joint {name!r} is {reference!r}, which is no frame of {scope}",
    spec=f"{MODEL} phase 3",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
SAME_PARENT_AND_CHILD: Final = declare(
    "BP503",
    "joint-parent-is-child",
    "error",
    "joint {name!r} has {reference!r} as parent and as child",
    spec=f"{MODEL} phase 3",
    hint="name two different links",
)
SAME_LINK: Final = declare(
    "BP504",
    "joint-within-one-link",
    "error",
    "parent {parent!r} and child {child!r} of joint {name!r} are both part of {link!r}",
    spec=f"{MODEL} phase 6.8",
    hint="name frames of two different links",
)
WORLD_AS_CHILD: Final = declare(
    "BP505",
    "world-as-joint-child",
    "error",
    "joint {name!r} has the world as its child",
    spec=f"{MODEL} phase 3",
    hint="make the world its parent",
    fix=fix_kinds.SWAP_PARENT_CHILD,
)
ZERO_AXIS: Final = declare(
    "BP506",
    "zero-joint-axis",
    "error",
    "axis {number} of joint {name!r} has no direction",
    spec="SDFormat 1.12, joint/axis/xyz",
    hint="give it one, such as 0 0 1",
)
UNKNOWN_AXIS_FRAME: Final = declare(
    "BP507",
    "unknown-expressed-in",
    "error",
    "an axis of joint {name!r} is expressed in {reference!r}, which is no frame of {scope}",
    spec="SDFormat 1.12, joint/axis/xyz/@expressed_in",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_LEADER: Final = declare(
    "BP508",
    "unknown-mimic-joint",
    "error",
    "joint {name!r} follows {reference!r}, which is no joint of {scope}",
    spec="SDFormat 1.12, joint/axis/mimic/@joint",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
MIMIC_CYCLE: Final = declare(
    "BP509",
    "mimic-cycle",
    "error",
    "joint {name!r} follows itself: {path}",
    spec="SDFormat 1.12, joint/axis/mimic",
    nevertheless="A joint that follows itself has no position that could be computed; a silent reader does not "
    "follow it round.",
    cases=(("error", "a joint names itself, for Drake too"),),
    hint="remove the <mimic> of one of them",
)
MIMIC_CONFLICT: Final = declare(
    "BP510",
    "mimic-conflict",
    "error",
    "coordinate {number} of joint {name!r} follows two others",
    spec="bodyplan",
    hint="keep one of the two <mimic>",
)
MIMIC_WITHOUT_COORDINATE: Final = declare(
    "BP511",
    "mimic-without-coordinate",
    "error",
    "joint {name!r} has no coordinate {number} that could follow or be followed",
    spec="SDFormat 1.12, joint/axis/mimic/@axis",
    hint="name an axis that it has",
)
UNKNOWN_GEARBOX_BODY: Final = declare(
    "BP512",
    "unknown-gearbox-body",
    "error",
    "gearbox joint {name!r} is seen from {reference!r}, which is no frame of {scope}",
    spec="SDFormat 1.12, joint/gearbox_reference_body",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_CONSTRAINT_FRAME: Final = declare(
    "BP513",
    "unknown-constraint-frame",
    "error",
    "{what} names {reference!r}, which is no frame of {scope}",
    spec="Drake multibody parsing: constraints and force elements",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_CONSTRAINT_JOINT: Final = declare(
    "BP514",
    "unknown-constraint-joint",
    "error",
    "{what} names {reference!r}, which is no joint of {scope}",
    spec="Drake multibody parsing: constraints and actuators",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
SAME_BODY_TWICE: Final = declare(
    "BP515",
    "constraint-within-one-link",
    "error",
    "{what} is between {link!r} and itself",
    spec="Drake multibody parsing: constraints",
    cases=(("warning", "it is a spring, which is of no use there and does no harm"),),
    nevertheless="Both ends move together, so that it has no effect.",
    hint="name two different links",
)
UNKNOWN_GROUP_MEMBER: Final = declare(
    "BP516",
    "unknown-collision-group-member",
    "error",
    "collision filter group {name!r} has the member {reference!r}, which is no link of {scope}",
    spec="Drake multibody parsing: drake:member",
    hint="{advice}",
    nevertheless="Drake reads groups with the geometry only; then it refuses a member that is not there.",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_GROUP: Final = declare(
    "BP517",
    "unknown-collision-group",
    "error",
    "collision filter group {name!r} names the group {reference!r}, which is not there",
    spec="Drake multibody parsing: drake:ignored_collision_filter_group",
    hint="{advice}",
    nevertheless="Drake reads groups with the geometry only; then it refuses a group that is not there.",
    fix=fix_kinds.REFERENCE,
)
JOINT_NAMED_TWICE: Final = declare(
    "BP529",
    "constraint-joint-twice",
    "error",
    "{what} names joint {name!r} twice",
    spec="Drake multibody parsing: drake:tendon_constraint_joint",
    hint="add up the two weights",
)
