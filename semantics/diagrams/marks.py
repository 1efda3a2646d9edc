"""The shapes by which pictures tell kinds of joints apart."""

from __future__ import annotations

from math import cos, pi, sin

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
    """A mark as an SVG element, in the colours of the group that it is in.

    Args:
        mark: ``disc``, ``ring``, ``bar``, ``cross``, or the name of a polygon.
        x: middle, to the right.
        y: middle, downwards.
        upright: whether a bar stands, as it does across a line from the left.
    """
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
