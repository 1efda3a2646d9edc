"""Rules about what a person wrote to bodyplan itself (BP9)."""

from __future__ import annotations

from typing import Final

from .rule import declare

UNUSED_SUPPRESSION: Final = declare(
    "BP901",
    "unused-suppression",
    "warning",
    "nothing is found that {codes} would keep from being shown",
    spec="bodyplan",
    hint="remove it from the comment",
)
ODD_SUPPRESSION: Final = declare(
    "BP902",
    "odd-suppression",
    "warning",
    "this comment keeps nothing from being shown: {reason}",
    spec="bodyplan",
    hint="write ignore[BP301] and a reason, or ignore-file[BP301]",
)
UNTRUSTED_SETTING: Final = declare(
    "BP927",
    "untrusted-setting",
    "warning",
    "{key!r} has no effect for {refused}",
    spec="bodyplan",
    strict="warning",
    hint="to allow it, run bodyplan trust {place}, or give --trust",
)
