"""A picture of times side by side: bars by reader, on a logarithmic scale, in plain SVG."""

from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape

LEFT, RIGHT, BAR, GAP, TITLE = 150, 110, 15, 4, 30
WIDTH = 720
OURS, OTHERS = "#1f6f54", "#9aa5b1"


def picture(run: dict[str, Any]) -> str:
    """One group of bars for each file; each bar says how many times a bare parse it took."""
    groups = [
        (f"{found['file']} ({found['bytes'] / 1000:.0f} kB)", [t for t in found["timings"] if t["seconds"]])
        for found in run["files"].values()
    ]
    ratios = [timing["ratio"] for _, timings in groups for timing in timings]
    most = math.log10(max([10.0, *ratios]))
    least = math.log10(min([1.0, *ratios]))
    parts: list[str] = []
    y = 10
    for title, timings in groups:
        parts.append(f'<text x="{LEFT}" y="{y + 18}" font-weight="bold">{escape(title)}</text>')
        y += TITLE
        for timing in timings:
            length = (math.log10(timing["ratio"]) - least) / (most - least) * (WIDTH - LEFT - RIGHT)
            colour = OURS if timing["reader"].startswith("bodyplan") else OTHERS
            middle = y + BAR - 3
            parts.append(f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{escape(timing["reader"])}</text>')
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{max(length, 2):.1f}" height="{BAR}" fill="{colour}"/>')
            label = f"{timing['ratio']:.1f} × · {1e3 * timing['seconds']:.3g} ms"
            parts.append(f'<text x="{LEFT + max(length, 2) + 6:.1f}" y="{middle}">{label}</text>')
            y += BAR + GAP
        y += 8
    y += 12
    parts.append(f'<text x="{LEFT}" y="{y}" fill="#555">times a bare lxml parse of the same file, logarithmic</text>')
    height = y + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )
