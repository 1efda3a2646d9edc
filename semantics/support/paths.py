"""The paths that elements are known by: ``model/link/collision/surface/friction/ode/mu``."""

from __future__ import annotations

from collections.abc import Sequence

ENVELOPES = frozenset({"sdf", "gazebo", "skel"})
"""Roots that only hold the document, and stand in no path."""

NESTED = frozenset({("world", "model"), ("model", "model"), ("world", "skeleton")})
"""What means the same inside of the other as alone."""


def path_of(steps: Sequence[str]) -> str:
    """The path of an element or attribute, by the tags that lead to it, the root first.

    A model means the same wherever it stands, in a world or in another model: its path starts with itself, as that of a
    skeleton does.
    """
    first = 1 if len(steps) > 1 and steps[0] in ENVELOPES and steps[1][0] != "@" else 0
    while tuple(steps[first : first + 2]) in NESTED:
        first += 1
    return "/".join(steps[first:])
