"""States that have names: keyframes of a document, and group states of an SRDF document about it."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2
from typing import Any

from ..document.document import Document
from .json_data import number
from .page_scene import PageScene


def has_group_states(document: Document[Any]) -> bool:
    """Whether a document is of the kind that gives groups of joints their states."""
    return hasattr(document.root, "group_state")


def keyframe_states(page: PageScene) -> Iterator[dict[str, Any]]:
    """Those that the document itself has, as all of its coordinates."""
    starts = page.kinematics.starts
    columns = [starts[joint] + axis for joint in page.joints for axis in range(page.kinematics.connections[joint].dofs)]
    for count, keyframe in enumerate(page.scene.keyframes, 1):
        q = [number(value) for value in keyframe.qpos]
        values = [[row, q[at]] for row, at in enumerate(columns) if at < len(q) and q[at] is not None]
        if values:
            yield {"name": keyframe.name or f"#{count}", "group": "", "values": values}


def group_states(document: Document[Any], rows: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those of an SRDF document, by the coordinates in the data of a page; joints that it does not have are left out."""
    columns: dict[str, list[int]] = {}
    for column, coordinate in enumerate(rows["coordinates"]):
        name = rows["joints"][coordinate["joint"]]["name"]
        columns.setdefault(name.rpartition("::")[2], []).append(column)
    for state in document.root.group_state:
        values: list[list[float]] = []
        for joint in state.joint:
            own, given = columns.get(joint.name.strip(), []), [float(value) for value in joint.value]
            if len(own) == 1 and len(given) == 2:  # cosine and sine of an angle without limits
                given = [atan2(given[1], given[0])]
            if len(own) == len(given) and None not in map(number, given):
                values += [[column, value] for column, value in zip(own, given)]
        if values:
            yield {"name": state.name.strip(), "group": state.group.strip(), "values": values}
