"""Small pictures as SVG: frames in space, text of a terminal. Text is text; light or dark as the reader has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import product

import numpy as np
from bodyplan import Scene

STYLE = """\
  <style>
    .card { fill: #ffffff; stroke: #d1d9e0 } .ink { fill: #1f2328 } .soft { fill: #59636e } .way { stroke: #818b98 }
    .x { stroke: #cf222e } .y { stroke: #1a7f37 } .z { stroke: #0969da } .turn { stroke: #bc4c00 } .turns { fill: #bc4c00 }
    .red { fill: #cf222e } .yellow { fill: #9a6700 } .blue { fill: #0969da }
    text { font-family: -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 13px;
           paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round }
    .small { font-size: 11px } .mono { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px }
    .bold { font-weight: 600 }
    @media (prefers-color-scheme: dark) {
      text { stroke: #151b23 } .card { fill: #151b23; stroke: #3d444d } .ink { fill: #f0f6fc } .soft { fill: #9198a1 } .way { stroke: #656c76 }
      .x { stroke: #ff7b72 } .y { stroke: #3fb950 } .z { stroke: #58a6ff } .turn { stroke: #f0883e } .turns { fill: #f0883e }
      .red { fill: #ff7b72 } .yellow { fill: #d29922 } .blue { fill: #58a6ff }
    }
  </style>"""
VIEW = np.array([[1.0, 0.38, 0.0], [0.0, 0.27, 1.0]])
"""Right and up of the page: x to the right, y into it, z up."""
AXIS = 26
"""Length of an axis, in pixels."""


def card(width: float, height: float, title: str, lines: Iterable[str]) -> str:
    """A picture with a frame of its own, so that it can be read on any ground."""
    size = f'width="{width:g}" height="{height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {size} role="img">',
            f"  <title>{escape(title)}</title>",
            STYLE,
            f'  <rect class="card" x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>',
            *(f"  {line}" for line in lines),
            "</svg>\n",
        ]
    )


def space(
    scene: Scene,
    title: str,
    *,
    shown: Iterable[str] | None = None,
    q: Mapping[str, float] | None = None,
    notes: Mapping[str, str] | None = None,
    axes: bool = False,
    size: tuple[int, int] = (334, 290),
) -> str:
    """Frames where they stand: x red, y green, z blue; a broken line leads to what the pose is relative to.

    Args:
        scene: what is drawn.
        title: stands at the top.
        shown: names of frames; all but the world without it.
        q: configuration.
        notes: words under a frame's name; "relative to …" without it.
        axes: whether joints have their axes drawn, in orange.
        size: width and height, pixels.
    """
    width, height = size
    names = [name for name in scene.frames if name in shown] if shown else [n for n in scene.frames if n != "world"]
    names = [name for name in scene.frames if name in set(names)]
    matrices = {name: scene.pose(name, q=q).matrix for name in names}
    flat = np.array([VIEW @ matrix[:3, 3] for matrix in matrices.values()])
    low, high = flat.min(axis=0), flat.max(axis=0)
    room = np.array([width - 150, height - 130])
    scale = float(min(room / np.maximum(high - low, 1e-6)))
    middle = (low + high) / 2

    def on_page(point: np.ndarray) -> tuple[float, float]:
        u, v = (VIEW @ point - middle) * scale
        return width / 2 - 25 + float(u), height / 2 + 15 - float(v)

    lines = [f'<text class="ink bold" x="14" y="24">{escape(title)}</text>']
    for name in names:
        if (other := scene.frames[name].relative_to) in matrices:
            lines.append(_line("way", on_page(matrices[other][:3, 3]), on_page(matrices[name][:3, 3]), "3 4", 1.2))
    taken: list[tuple[float, float, float, float]] = [(0, 0, width, 32)]
    for name in names:
        start = on_page(matrices[name][:3, 3])
        for letter, column in zip("xyz", matrices[name][:3, :3].T):
            u, v = VIEW @ column * AXIS
            lines.append(_line(letter, start, (start[0] + float(u), start[1] - float(v)), width=2))
        taken.append((start[0] - 4, start[1] - AXIS, start[0] + AXIS, start[1] + 4))
    if axes:
        for joint in scene.joints.values():
            frame = scene.pose(joint.name, q=q).matrix
            for axis in joint.axes if len(joint.axes) == 1 else ():
                start, along = on_page(frame[:3, 3]), VIEW @ (frame[:3, :3] @ axis.xyz)
                tip = (start[0] + 52 * float(along[0]), start[1] - 52 * float(along[1]))
                lines.append(_line("turn", start, tip, width=3))
                lines.append(f'<circle class="turns" cx="{tip[0]:.1f}" cy="{tip[1]:.1f}" r="4"/>')
                taken.append(
                    (min(start[0], tip[0]), min(start[1], tip[1]), max(start[0], tip[0]), max(start[1], tip[1]))
                )
    spots: dict[tuple[int, int], list[str]] = {}
    for name in names:
        x, y = on_page(matrices[name][:3, 3])
        spots.setdefault((round(x / 3), round(y / 3)), []).append(name)
    for together in spots.values():
        words = [(_short(name), _note(scene, name, notes)) for name in together]
        lines += _label(on_page(matrices[together[0]][:3, 3]), words, taken, (width, height))
    return card(width, height, title, lines)


def _note(scene: Scene, name: str, notes: Mapping[str, str] | None) -> str:
    if notes is not None:
        return notes.get(name, "")
    frame = scene.frames[name]
    return "" if frame.relative_to == "world" else f"relative to {_short(frame.relative_to)}"


def _label(
    at: tuple[float, float],
    words: list[tuple[str, str]],
    taken: list[tuple[float, float, float, float]],
    page: tuple[float, float],
) -> list[str]:
    """Names with their notes, where they cover least of what is there."""
    rows = [(text, kind) for name, note in words for text, kind in ((name, "ink bold"), (note, "soft small")) if text]
    wide = max(len(text) * (7.3 if kind.startswith("ink") else 5.9) for text, kind in rows)
    high = 14 * len(rows)

    def box(dx: float, dy: float) -> tuple[float, float, float, float]:
        return at[0] + dx, at[1] + dy, at[0] + dx + wide, at[1] + dy + high

    offers = [box(dx, dy) for dx, dy in product((8, -wide - 8, -wide / 2), (6, -high - 6, -high - 30, -high / 2, 16))]
    best = min(offers, key=lambda offer: sum(_shared(offer, other) for other in taken) + 9 * _beyond(offer, page))
    taken.append(best)
    return [
        f'<text class="{kind}" x="{best[0]:.1f}" y="{best[1] + 12 + 14 * row:.1f}">{escape(text)}</text>'
        for row, (text, kind) in enumerate(rows)
    ]


def _shared(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    return max(0.0, min(one[2], other[2]) - max(one[0], other[0])) * max(
        0.0, min(one[3], other[3]) - max(one[1], other[1])
    )


def _beyond(box: tuple[float, float, float, float], page: tuple[float, float]) -> float:
    return 100 * sum(max(0.0, each) for each in (6 - box[0], 6 - box[1], box[2] - page[0] + 6, box[3] - page[1] + 6))


COLOURS = {"31": "red", "33": "yellow", "34": "blue"}


def terminal(command: str, printed: str, columns: int = 112) -> str:
    """What a terminal shows after a command, with its ANSI colours."""
    rows = [[("$ " + command, "ink")]]
    kind = "ink"
    for line in printed.splitlines():
        row: list[tuple[str, str]] = []
        room = columns
        for piece in re.split(r"(\x1b\[[\d;]*m)", line):
            if code := re.fullmatch(r"\x1b\[([\d;]*)m", piece):
                last = code[1].split(";")[-1]
                kind = f"{COLOURS[last]} bold" if last in COLOURS else "ink"
                continue
            while len(piece) > room:
                row.append((piece[:room], kind))
                rows.append(row)
                piece, row, room = piece[room:], [], columns
            if piece:
                row.append((piece, kind))
                room -= len(piece)
        rows.append(row)
    dots = "".join(f'<circle class="soft" cx="{18 + 16 * i}" cy="17" r="5"/>' for i in range(3))
    lines = [dots]
    for number, row in enumerate(rows):
        spans = "".join(f'<tspan class="{kind}">{escape(text, quote=False)}</tspan>' for text, kind in row)
        lines.append(f'<text class="mono" xml:space="preserve" x="14" y="{48 + 17 * number}">{spans}</text>')
    return card(28 + 7.25 * columns, 62 + 17 * len(rows), command, lines)


def _line(kind: str, start: tuple[float, float], end: tuple[float, float], dashes: str = "", width: float = 1.5) -> str:
    broken = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke-width="{width:g}" stroke-linecap="round"{broken}/>'
    )


def _short(name: str) -> str:
    return name.rpartition("::")[2]
