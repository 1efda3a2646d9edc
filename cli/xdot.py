"""A picture of ``bodyplan graph`` in the language in which Graphviz takes drawings that are laid out already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
FONT, NARROWER = "Helvetica", 0.88
"""The font, and the part of its size that has room where the program takes one of the wide ones in its place."""
CORNER = 3
"""Points of a rounded corner."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STEP = re.compile(r"([MLHVCmlhvc])([^MLHVCmlhvc]*)")
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "font-size")


def xdot(picture: str) -> str:
    """The text of a graph without edges whose background is the picture; for the engine ``neato`` with ``-n2``.

    Args:
        picture: an SVG document of those that ``semantics.diagrams.svg`` makes.
    """
    root = ElementTree.fromstring(picture)
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    drawn = _draw_operations(root, {"fill": "#000000", "stroke": "none"}, high)
    # a string may hold 16,384 letters and be added to others
    background = "+".join('"{} "'.format(each.replace("\\", "\\\\").replace('"', '\\"')) for each in drawn)
    corners = "".join(
        f'  {name} [pos="{x:g},{y:g}!", shape=point, style=invis, width=0, height=0, label=""];\n'
        for name, x, y in (("low", 0, 0), ("high", wide, high))
    )
    return f"graph {{\n  graph [margin=0, pad=0, _background={background}];\n{corners}}}\n"


def _draw_operations(parent: Element, around: Mapping[str, str], high: float) -> Iterator[str]:
    """The operations that draw what stands in an element; y goes upwards from the bottom."""
    waiting = [(element, around) for element in reversed(parent)]
    while waiting:
        element, outer = waiting.pop()
        style = {**outer, **{name: element.attrib[name] for name in _INHERITED if name in element.attrib}}
        kind = element.tag.removeprefix(SVG)
        if kind == "g":
            waiting += [(inner, style) for inner in reversed(element)]
        elif kind == "text":
            yield from _text(element, style, high)
        elif kind in ("rect", "circle", "polygon"):
            yield from _style(style)
            points = [(x, high - y) for x, y in _outline(kind, element)]
            yield f"{'p' if style['fill'] == 'none' else 'P'} {_format_points(points)}"
        elif kind == "path":
            yield from _style(style)
            for curved, points in _pieces(element.get("d", "")):
                yield f"{'B' if curved else 'L'} {_format_points([(x, high - y) for x, y in points])}"


def _style(style: Mapping[str, str]) -> Iterator[str]:
    fill = style["fill"]
    stroke = fill if style["stroke"] == "none" else style["stroke"]
    dashes = style.get("stroke-dasharray", "")
    yield _string("C", fill if fill != "none" else stroke)
    yield _string("c", stroke)
    yield _string("S", "dotted" if dashes.startswith("0") else "dashed" if dashes else "solid")
    yield _string("S", f"setlinewidth({style.get('stroke-width', '1')})")


def _text(element: Element, style: Mapping[str, str], high: float) -> Iterator[str]:
    text = element.text or ""
    x, y, wide = (float(element.get(name) or 0) for name in ("x", "y", "textLength"))
    yield f"F {NARROWER * float(style['font-size']):g} {_bytes(FONT)} -{FONT}"
    yield _string("c", style["fill"])
    yield f"T {x:g} {high - y:g} -1 {wide:g} {_bytes(text)} -{text}"


def _outline(kind: str, element: Element) -> list[tuple[float, float]]:
    """Corners of a closed shape; round ones as many points."""

    def number(name: str) -> float:
        return float(element.get(name) or 0)

    if kind == "polygon":
        numbers = [float(each) for each in _NUMBER.findall(element.get("points", ""))]
        return list(zip(numbers[::2], numbers[1::2]))
    if kind == "circle":
        angles = [2 * pi * step / 24 for step in range(24)]
        return [(number("cx") + number("r") * cos(a), number("cy") + number("r") * sin(a)) for a in angles]
    left, top, wide, down = (number(name) for name in ("x", "y", "width", "height"))
    r = min(number("rx"), wide / 2, down / 2)
    middles = (
        (left + wide - r, top + down - r),
        (left + r, top + down - r),
        (left + r, top + r),
        (left + wide - r, top + r),
    )
    return [
        (x + r * cos(angle), y + r * sin(angle))
        for corner, (x, y) in enumerate(middles)
        for angle in (pi / 2 * (corner + step / CORNER) for step in range(CORNER + 1))
    ]


def _pieces(path: str) -> Iterator[tuple[bool, list[tuple[float, float]]]]:
    """Lines and curves of a path, with whether it is a curve."""
    line: list[tuple[float, float]] = []
    for step, rest in _STEP.findall(path):
        numbers = [float(each) for each in _NUMBER.findall(rest)]
        x, y = line[-1] if line else (0.0, 0.0)
        if step == "M":
            if len(line) > 1:
                yield False, line
            line = [(numbers[0], numbers[1])]
        elif step == "C":
            yield True, [(x, y), *zip(numbers[::2], numbers[1::2])]
        else:
            first = numbers[0]
            ends = {"L": (first, numbers[-1]), "V": (x, first), "v": (x, y + first), "h": (x + first, y)}
            line.append(ends[step])
    if len(line) > 1:
        yield False, line


def _format_points(points: list[tuple[float, float]]) -> str:
    return f"{len(points)} " + " ".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _string(operation: str, text: str) -> str:
    return f"{operation} {_bytes(text)} -{text}"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8"))
