"""A scene in space as SVG: every frame as three coloured axes where it stands, seen from above one side.

Needs nothing but Python and what the scene itself needs.
"""

from __future__ import annotations

from math import cos, sin
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import numpy as np

from ...runtime.diagnostics.render.printable import printable
from ...runtime.float_errors import silent
from ..description.names import WORLD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..joints.configuration import Configuration
    from ..scene.scene import Scene

    Array = NDArray[np.float64]

WIDTH, HEIGHT, MARGIN = 960, 720, 90
COLOURS = ("#c0392b", "#27ae60", "#2f6fb5")
"""Of the x, y and z axes."""
NAMED = 120
"""Frames up to which each has its name beside it; with more, only links have, and with many more none."""


@silent
def svg(scene: Scene, q: Configuration | None = None, *, azimuth: float = -0.9, elevation: float = 0.45) -> str:
    """A picture of all frames.

    Thin grey lines lead from each frame to the one that its pose is relative to, heavy ones from parent to child link.

    Args:
        scene: what is drawn.
        q: one configuration; None for the zero configuration.
        azimuth: direction that is looked from, rad about z.
        elevation: height that is looked from, rad above the xy plane.

    Returns:
        An SVG document.
    """
    names = list(scene.frames)
    matrices = np.stack([scene.pose(name, q=q).matrix for name in names])
    view = _view(azimuth, elevation)
    origins = matrices[:, :3, 3] @ view.T
    finite = np.isfinite(matrices.sum(axis=(1, 2)))
    span = float(np.ptp(origins[finite], axis=0).max()) if finite.any() else 0.0
    size = 0.06 * span if span > 0 else 1.0
    tips = (matrices[:, :3, 3, None] + size * matrices[:, :3, :3]).transpose(0, 2, 1) @ view.T
    everything = np.concatenate([origins[finite], tips[finite].reshape(-1, 2)]) if finite.any() else np.zeros((1, 2))
    low, high = everything.min(axis=0), everything.max(axis=0)
    extent = np.maximum(high - low, 1e-9)
    scale = float(min((WIDTH - 2 * MARGIN) / extent[0], (HEIGHT - 2 * MARGIN) / extent[1]))
    middle = (low + high) / 2

    def on_page(point: Array) -> tuple[float, float]:
        x, y = (point - middle) * scale
        return WIDTH / 2 + float(x), HEIGHT / 2 - float(y)

    place = {name: on_page(origins[i]) for i, name in enumerate(names) if finite[i]}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        '<g stroke="#bbbbbb" stroke-width="1" stroke-dasharray="3 3">',
    ]
    for name, frame in scene.frames.items():
        if name != WORLD:
            lines += _line(place, name, frame.relative_to)
    lines += ["</g>", '<g stroke="#666666" stroke-width="2.5">']
    for joint in scene.joints.values():
        lines += _line(place, joint.parent, joint.child)
    lines += ["</g>", '<g stroke-width="2">']
    for i, name in enumerate(names):
        if name in place:
            x, y = place[name]
            for tip, colour in zip(tips[i], COLOURS):
                u, v = on_page(tip)
                lines.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" stroke="{colour}"/>')
    lines += ["</g>", '<g font-family="Helvetica, Arial, sans-serif" font-size="10" fill="#222222">']
    lines += _labels(scene, place)
    lines += ["</g>", "</svg>"]
    return "\n".join(lines) + "\n"


def _view(azimuth: float, elevation: float) -> Array:
    """Rows: right and up of the page, in the root frame."""
    right = [-sin(azimuth), cos(azimuth), 0.0]
    up = [-cos(azimuth) * sin(elevation), -sin(azimuth) * sin(elevation), cos(elevation)]
    return np.array([right, up])


def _line(place: dict[str, tuple[float, float]], start: str, end: str) -> list[str]:
    if start not in place or end not in place or place[start] == place[end]:
        return []
    (x, y), (u, v) = place[start], place[end]
    return [f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"/>']


def _labels(scene: Scene, place: dict[str, tuple[float, float]]) -> list[str]:
    """One text for each place; names of frames that stand on one spot share it."""
    shown = list(place)
    if len(shown) > NAMED:
        shown = [name for name in shown if scene.frames[name].kind == "link"]
    if len(shown) > 4 * NAMED:
        return []
    spots: dict[tuple[int, int], list[str]] = {}
    for name in shown:
        x, y = place[name]
        spots.setdefault((round(x / 6), round(y / 6)), []).append(name)
    lines = []
    for at_one_spot in spots.values():
        x, y = place[at_one_spot[0]]
        names = list(map(printable, at_one_spot))
        short = [name.rsplit("::", 1)[-1] for name in names]
        text = ", ".join(dict.fromkeys(short[:3])) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        title = escape("\n".join(names))
        lines.append(f'<text x="{x + 6:.1f}" y="{y - 6:.1f}">{escape(text)}<title>{title}</title></text>')
    return lines
