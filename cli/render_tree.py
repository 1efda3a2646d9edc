"""What ``bodyplan tree`` prints: a line for each link, indented below that which a joint hangs it on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from ..diagnostics.records import NamedTuple
from ..diagnostics.render.printable import printable, printable_json
from ..runtime.spelling import format_count
from ..semantics.diagrams.joint_styles import family_of
from ..semantics.diagrams.joints import describe_mimics, find_constraint_edges
from ..semantics.diagrams.number_format import format_joint_type, format_limits_long, format_mass, format_mimic
from ..semantics.ir.scoped_names import plain_name

if TYPE_CHECKING:
    from ..semantics.diagrams.branches import TreeBranch
    from ..semantics.scene.scene import Scene

DEEPEST = 40
"""Levels that are drawn; what is further down begins with the number of those left out, so that lines stay short."""
WIDEST = 60
"""Columns that are lined up at most; what is longer moves the rest of its line."""
_PLAIN = str.maketrans({"…": "..", "°": " deg", "×": "*", "≤": "<=", "≥": ">="})


class TreeRow(NamedTuple):
    """A line: what stands before the link, the cells, and the ANSI code of each."""

    rail: str
    cells: tuple[str, ...]
    colours: tuple[str, ...]


def text(scene: Scene, branches: Sequence[TreeBranch], *, plain: bool, colours: bool) -> str:
    """The tree for a terminal.

    Args:
        scene: whose.
        branches: its rows.
        plain: whether to do with ASCII, but for what names hold.
        colours: whether to colour joints by their types, as pictures do.
    """
    rows = list(_rows(scene, branches, plain=plain))
    widths = [0] * 5
    for row in rows:
        for column, cell in enumerate(row.cells):
            needed = len(cell) + (0 if column else len(row.rail))
            widths[column] = max(widths[column], needed if needed <= WIDEST else 0)
    lines = [_head(scene), *(_line(row, widths, colours=colours) for row in rows)]
    lines += [f"{word} between {printable(a)} and {printable(b)}" for word, a, b in find_constraint_edges(scene)]
    return "\n".join(lines) + "\n"


def as_json(scene: Scene, branches: Iterable[TreeBranch]) -> str:
    """The rows as JSON, limits in rad or m; numbers that it does not have are texts."""
    followed = describe_mimics(scene)
    rows = []
    for branch in branches:
        joint = None if branch.joint is None else scene.joints[branch.joint]
        link = scene.links.get(branch.link)
        rows.append(
            {
                "link": branch.link,
                "depth": branch.depth,
                "mass": None if link is None else _number(link.mass),
                "joint": branch.joint,
                "type": None if joint is None else joint.type,
                "limits": [] if joint is None else [[_number(axis.lower), _number(axis.upper)] for axis in joint.axes],
                "mimics": [
                    {"joint": each.leader, "multiplier": _number(each.multiplier), "offset": _number(each.offset)}
                    for each in followed.get(branch.joint or "", ())
                ],
                "closes_loop": branch.closes,
            }
        )
    constraints = [{"what": word, "links": [a, b]} for word, a, b in find_constraint_edges(scene)]
    return printable_json(json.dumps({"tree": rows, "constraints": constraints}, indent=2, ensure_ascii=False)) + "\n"


def _rows(scene: Scene, branches: Iterable[TreeBranch], *, plain: bool) -> Iterable[TreeRow]:
    followed = describe_mimics(scene)
    through, tee, corner = ("|  ", "|- ", "`- ") if plain else ("│  ", "├─ ", "└─ ")
    above: list[str] = []
    for branch in branches:
        del above[max(branch.depth - 1, 0) :]
        left_out = max(len(above) - DEEPEST, 0)
        rail = "".join(above[left_out:]) + (corner if branch.last else tee) if branch.depth else ""
        if branch.depth:
            above.append("   " if branch.last else through)
        link = scene.links.get(branch.link)
        mass = "" if link is None or branch.closes else format_mass(link.mass)
        name = printable(f"({branch.label})" if branch.closes else branch.label)
        cells, coloured = [name, mass, "", "", ""], ["33" if branch.closes else "1", "", "", "", ""]
        notes = list(branch.notes)
        if branch.joint is not None:
            joint = scene.joints[branch.joint]
            cells[2:4] = [printable(plain_name(joint.name)), format_joint_type(joint)]
            coloured[3] = family_of(joint).terminal
            leaders = (format_mimic(each, printable(plain_name(each.leader))) for each in followed.get(joint.name, ()))
            notes = [*filter(None, (format_limits_long(joint),)), *leaders, *notes]
        cells[4] = ", ".join(notes)
        if plain:
            cells = [*cells[:1], *(cell.translate(_PLAIN) for cell in cells[1:])]
        yield TreeRow(f"{left_out}> {rail}" if left_out else rail, tuple(cells), tuple(coloured))


def _line(row: TreeRow, widths: Sequence[int], *, colours: bool) -> str:
    parts = []
    for column, (cell, width, colour) in enumerate(zip(row.cells, widths, row.colours)):
        if not width and not cell:  # no row has anything there
            continue
        before = row.rail if column == 0 else ""
        space = " " * (width - len(before) - len(cell))
        shown = f"\x1b[{colour}m{cell}\x1b[0m" if colours and colour and cell else cell
        parts.append(f"{space}{shown}" if column == 1 else f"{before}{shown}{space}")
    return "  ".join(parts).rstrip()


def _head(scene: Scene) -> str:
    name = next(iter(scene.models), "") if len(scene.models) == 1 else scene.world_name
    mass = format_mass(sum(link.mass for link in scene.links.values()))
    count = len(scene.velocities)
    freedom = "1 degree of freedom" if count == 1 else f"{count} degrees of freedom"
    return printable(
        f"{name}: {format_count(len(scene.links), 'link')}, {format_count(len(scene.joints), 'joint')}, {freedom}, {mass}"
    )


def _number(value: float) -> float | str:
    return value if isfinite(value) else repr(float(value))
