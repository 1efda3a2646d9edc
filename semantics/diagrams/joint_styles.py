"""Kinds of joints as pictures tell them apart: by a shape and by a colour that people who see fewer colours can tell as well.

The colours are those of Okabe and Ito (2008), and no two families share shape or colour.
"""

from __future__ import annotations

from math import cos, isinf, pi, sin

from ...diagnostics.records import dataclass
from ..ir.joints import Motion
from ..scene.joints import Joint


@dataclass(frozen=True, slots=True)
class Family:
    """How one kind of joint looks."""

    name: str
    colour: str
    dark: str
    """The colour on a dark ground."""
    mark: str
    """Shape of its mark; see ``outline``."""
    arrow: str
    """Arrow head of Graphviz, like the mark."""
    terminal: str
    """ANSI code of its colour."""


FIXED = Family("fixed", "#595959", "#a6a6a6", "bar", "tee", "2")
REVOLUTE = Family("revolute", "#0072b2", "#56a9dd", "disc", "dot", "34")
CONTINUOUS = Family("continuous", "#56b4e9", "#8fd0f5", "ring", "odot", "36")
PRISMATIC = Family("prismatic", "#d55e00", "#f58a3c", "diamond", "diamond", "31")
SCREW = Family("screw", "#e69f00", "#f2bd4a", "triangle", "inv", "33")
ROTATIONAL = Family("ball, universal", "#009e73", "#2fc79c", "hexagon", "odiamond", "32")
PLANAR = Family("planar", "#cc79a7", "#e3a3c6", "square", "box", "35")
FREE = Family("free", "#000000", "#ffffff", "cross", "crow", "1")
OTHER = Family("other", "#8a6d00", "#f0e442", "pentagon", "obox", "33")
FAMILIES = (FIXED, REVOLUTE, CONTINUOUS, PRISMATIC, SCREW, ROTATIONAL, PLANAR, FREE, OTHER)
"""In the order of the legend."""

_BY_MOTION = {
    Motion.FIXED: FIXED,
    Motion.REVOLUTE: REVOLUTE,
    Motion.PRISMATIC: PRISMATIC,
    Motion.TRANSLATIONAL_2D: PRISMATIC,
    Motion.TRANSLATIONAL: PRISMATIC,
    Motion.SCREW: SCREW,
    Motion.UNIVERSAL: ROTATIONAL,
    Motion.BALL_RPY: ROTATIONAL,
    Motion.BALL_ROTATION_VECTOR: ROTATIONAL,
    Motion.EULER: ROTATIONAL,
    Motion.PLANAR: PLANAR,
    Motion.FLOATING_RPY: FREE,
    Motion.FREE_ROTATION_VECTOR: FREE,
    Motion.BALL_QUATERNION: ROTATIONAL,
    Motion.FREE_QUATERNION: FREE,
}


def family_of(joint: Joint) -> Family:
    """The family of a joint; hinges that nothing limits are continuous, whatever the document calls them."""
    family = _BY_MOTION.get(joint.motion, OTHER)
    if family is REVOLUTE and all(isinf(axis.lower) and isinf(axis.upper) for axis in joint.axes):
        return CONTINUOUS
    return family


R = 4.6
"""Radius of a mark."""

_CORNERS = {
    "diamond": (4, 0.0, 1.15),
    "triangle": (3, 0.5, 1.15),
    "square": (4, 0.25, 1.25),
    "pentagon": (5, 0.0, 1.1),
    "hexagon": (6, 0.0, 1.1),
}
"""Number of corners, turn in parts of the angle between two, and size."""


def outline(mark: str, x: float, y: float, *, upright: bool = False) -> str:
    """A mark around (x, y) as an SVG element, in the colours of its group; a bar across a line from the left is upright."""
    if mark == "disc":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{R:g}"/>'
    if mark == "ring":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{R - 1:g}" class="hollow" fill="#ffffff" stroke-width="2.4"/>'
    if mark == "bar" and upright:
        return f'<rect x="{x - 1.6:g}" y="{y - R:g}" width="3.2" height="{2 * R:g}"/>'
    if mark == "bar":
        return f'<rect x="{x - R:g}" y="{y - 1.6:g}" width="{2 * R:g}" height="3.2"/>'
    if mark == "cross":
        return f'<path d="M{x - R:g} {y:g}h{2 * R:g}M{x:g} {y - R:g}v{2 * R:g}" stroke-width="2.6"/>'
    corners, turn, size = _CORNERS[mark]
    angles = [2 * pi * (corner + turn) / corners - pi / 2 for corner in range(corners)]
    points = " ".join(f"{x + size * R * cos(a):.1f},{y + size * R * sin(a):.1f}" for a in angles)
    return f'<polygon points="{points}"/>'
