"""BP71 to BP74: what Drake refuses or warns about and what takes more than a table to express."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

DRAKE: Final = "Drake multibody parsing"

NOT_FINITE: Final = declare(
    "BP710",
    "drake-not-finite",
    "error",
    "{what} is {text!r}; Drake takes finite numbers only",
    spec=DRAKE,
    hint="leave it out where there is no limit",
    fix=fix_kinds.REMOVED_AT_RISK,
)
EMPTY_NAME: Final = declare(
    "BP713",
    "drake-empty-name",
    "error",
    "<{tag}> has an empty name, which Drake refuses",
    spec=DRAKE,
    fix=fix_kinds.ADD_NAME,
    hint="give it a name, or remove it",
)
UNUSABLE_INERTIA: Final = declare(
    "BP719",
    "drake-inertia-replaced",
    "warning",
    "no body has the inertia of link {name!r} ({why}); Drake takes a ball of water of {mass:g} kg instead",
    spec=DRAKE,
    hint="correct mass and moments of inertia",
)
LOOP: Final = declare(
    "BP720",
    "drake-loop",
    "error",
    "joint {name!r} closes a loop of joints, which Drake does not model",
    spec=DRAKE,
    hint="leave the joint out and close the loop with a constraint such as drake:ball_constraint",
)
SAME_PAIR: Final = declare(
    "BP721",
    "drake-joint-between-same-links",
    "error",
    "joint {name!r} connects the same two links as joint {other!r}",
    spec=DRAKE,
    hint="remove one of them",
)
LIMIT_ORDER: Final = declare(
    "BP722",
    "drake-limit-order",
    "error",
    "the lower limit {lower:g} of joint {name!r} is above its upper limit {upper:g}",
    spec=DRAKE,
    fix=fix_kinds.EXCHANGE,
    hint="exchange the two",
)
AXES_NOT_ORTHOGONAL: Final = declare(
    "BP724",
    "drake-axes-not-orthogonal",
    "error",
    "the two axes of universal joint {name!r} are not perpendicular",
    spec=DRAKE,
    hint="turn one of them until they are",
)
UNKNOWN_NAME: Final = declare(
    "BP726",
    "drake-unknown-name",
    "error",
    "<{tag}> names {reference!r}, which is no {kind} that Drake finds from here",
    spec=DRAKE,
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
DEFORMABLE: Final = declare(
    "BP727",
    "drake-deformable-link",
    "note",
    "link {name!r} deforms; Drake makes no rigid body of it, and leaves it out where no geometry is loaded",
    spec=DRAKE,
)
TABS: Final = declare(
    "BP728",
    "drake-scale-without-blanks",
    "error",
    "only tabs stand between the numbers of 'scale', which Drake takes for one number",
    spec=DRAKE,
    hint="put blanks between them",
    fix=fix_kinds.BLANKS,
)
REVERSED: Final = declare(
    "BP729",
    "drake-joint-reversed",
    "error",
    "the parent of joint {name!r} is below its child; Drake turns round fixed, revolute and prismatic joints only",
    spec=DRAKE,
    hint="exchange parent and child",
    fix=fix_kinds.SWAP_PARENT_CHILD,
)
