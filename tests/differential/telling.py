"""Which differences between a document and what it became were told."""

from __future__ import annotations

import re
from collections.abc import Iterable

import bodyplan

NAMED = re.compile(r"(?:[a-z]+_[a-z_]+|limits|actuator)(?: of |: \(')([^':]+)")
"""The joint that a difference is of, which what tells it has to name."""
WORDS = {
    "bodies with shapes": "<collision>|<geometry>|deformable",
    "pairs that cannot touch": "<collision>|collision_filter",
    "friction": "mu_static|mu_dynamic|<collision>|<mu|mu1|friction|<surface>|<ode>|compliance|proximity",
    "constraints": "constraint|bushing|mimic|tendon",
    "velocity of": "constraint|bushing|mimic|tendon|spring",
    "position_": "limit|lower|upper|type",
    "limits of": "limit|lower|upper|type",
    "velocity_": "limit|velocity",
    "acceleration_": "limit|acceleration",
    "default_damping": "damping|dynamics",
    "actuator": "transmission|actuator|motor|effort|screw",
    "mass": "<inertia|<mass|mass is|moments|<drake:deformable|kg",
    "bodies that are gone": "deformable",
}
"""What a finding that tells a difference speaks of, by the beginning of the difference."""


def verdict(
    found: Iterable[str], made: bodyplan.Conversion, same: str, known: Iterable[bodyplan.Diagnostic] = ()
) -> str:
    """The first difference that was not told; otherwise ``told`` with the first of all, or the word for none.

    Args:
        found: the differences.
        made: tells losses and changes.
        same: the word for none.
        known: what is told of the document itself: its reader may pass over what is in what it became.
    """
    first = None
    for each in found:
        words = next((words for kind, words in WORDS.items() if each.startswith(kind)), None)
        findings = (*made.losses, *made.changes, *known) if words is not None else ()
        joint = NAMED.match(each)
        name = "" if joint is None else f"'{joint[1]}'"
        told = next((str(one) for one in findings if re.search(words or "", one.message) and name in one.message), None)
        if told is None:
            return each
        first = first or f"told: {each} ({told})"
    return first or same
