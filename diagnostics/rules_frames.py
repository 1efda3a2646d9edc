"""BP3: poses and frames. What the composition proposal asks of the kinematics of a model and of a world."""

from __future__ import annotations

from typing import Final

from . import fix_kinds, message_format
from .rule import declare

MODEL: Final = "SDFormat model composition proposal, 1.6.1"
WORLD: Final = "SDFormat model composition proposal, 1.6.2"

POSE_RELATIVE_TO_CYCLE: Final = declare(
    "BP301",
    "pose-relative-to-cycle",
    "error",
    "the pose of {name!r} is relative to itself: {path}",
    spec=f"{MODEL} phase 8.6 and 1.6.2 phase 7.5",
    hint="let one of them be relative to a frame outside of this circle",
)
ATTACHED_TO_CYCLE: Final = declare(
    "BP302",
    "attached-to-cycle",
    "error",
    "{name!r} is attached to itself: {path}",
    spec=f"{MODEL} phase 6.7 and 1.6.2 phase 5.4",
    hint="attach one of them to a link",
)
UNKNOWN_RELATIVE_TO: Final = declare(
    "BP303",
    "unknown-relative-to",
    "error",
    "the pose of {kind} {name!r} is relative to {reference!r}, which is no frame of {scope}",
    spec=f"{MODEL} phase 7 and 1.6.2 phase 6",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
UNKNOWN_ATTACHED_TO: Final = declare(
    "BP304",
    "unknown-attached-to",
    "error",
    "frame {name!r} is attached to {reference!r}, which is no frame of {scope}",
    spec=f"{MODEL} phase 5 and 1.6.2 phase 4",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
RELATIVE_TO_ITSELF: Final = declare(
    "BP305",
    "pose-relative-to-itself",
    "error",
    "the pose of {kind} {name!r} is relative to the {kind} itself",
    spec=f"{MODEL} phase 8.6 and 1.6.2 phase 7.5",
    fix=fix_kinds.REMOVED_AT_RISK,
    hint="name another frame, or remove relative_to",
)
ATTACHED_TO_ITSELF: Final = declare(
    "BP306",
    "frame-attached-to-itself",
    "error",
    "frame {name!r} is attached to itself",
    spec=f"{MODEL} phase 5 and 1.6.2 phase 4",
    fix=fix_kinds.REMOVED_AT_RISK,
    hint="name a link or another frame, or remove attached_to",
)
UNKNOWN_CANONICAL_LINK: Final = declare(
    "BP307",
    "unknown-canonical-link",
    "error",
    "model {name!r} has no link {reference!r} to be its canonical link",
    spec=f"{MODEL} phase 4",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
DUPLICATE_FRAME_NAME: Final = declare(
    "BP308",
    "duplicate-frame-name",
    "error",
    "the {kind} {name!r} has the name of a {other} beside it",
    spec=f"{MODEL} phase 2 and 1.6.2 phase 2",
    hint="names are unique among siblings of any type",
    fix=fix_kinds.ANOTHER_NAME,
)
UNKNOWN_PLACEMENT_FRAME: Final = declare(
    "BP309",
    "unknown-placement-frame",
    "error",
    "model {name!r} has no frame {reference!r} to be placed by",
    spec="SDFormat model composition proposal, 1.4.4",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
MODEL_WITHOUT_LINK: Final = declare(
    "BP310",
    "model-without-link",
    "error",
    "model {name!r} is not static and has no link that its frame could move with",
    spec=f"{MODEL} phase 6.7",
    hint="give it a link or make it static",
)
UNKNOWN_REFERENCE: Final = declare(
    "BP311",
    "unknown-reference",
    "error",
    "{field} of <{tag}> is {reference!r}, which is no {kind} of {scope}",
    spec="what an element refers to: `refers` in schemas/<format>/docs and in extension tables",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
DEGENERATE_QUATERNION: Final = declare(
    "BP312",
    "degenerate-quaternion",
    "warning",
    "the quaternion of {what} is zero, which is no rotation",
    spec="unit quaternions: qx² + qy² + qz² + qw² = 1",
    hint="write 0 0 0 1",
    words=message_format.place,
    fix=fix_kinds.IDENTITY,
)
