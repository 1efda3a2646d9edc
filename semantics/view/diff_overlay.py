"""What differs between two documents, link by link, for a page that shows both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ...runtime.patterns import compile_pattern
from ..diff.differences import Difference, compare_scenes
from ..diff.facts import find_outer_model
from ..ir.scoped_names import SEPARATOR, WORLD
from ..scene.scene import Scene
from ..spatial.transform import Transform

TOLERANCE = 1e-6
_BRACKETS = compile_pattern(r"\[([^]]*)\]")
"""What distinguishes elements of one name in the path of a part; of blocks of ``<gazebo>`` it is the link or joint that they are about."""


def mark_differences(
    one: dict[str, Any],
    other: dict[str, Any],
    scenes: tuple[Scene | None, Scene | None],
    found: Iterable[Difference] | None = None,
) -> None:
    """Adds to the data of two documents what differs, at the links that it concerns; nothing where one has no scene.

    ``found`` is what differs; where it is not known, what differs between the scenes. What concerns no link is at the world.
    """
    one["differences"], other["differences"] = [], []
    first, second = scenes
    if first is None or second is None:
        return
    sides = [_ComparedDocument(data, scene) for data, scene in ((one, first), (other, second))]
    if any(side.around is None for side in sides):
        for side in sides:
            side.around = None
    for difference in compare_scenes(first, second, TOLERANCE) if found is None else found:
        for side, is_there in zip(sides, (difference.change != "added", difference.change != "removed")):
            if is_there:
                side.add(difference)


class _ComparedDocument:
    def __init__(self, data: dict[str, Any], scene: Scene) -> None:
        self.around = find_outer_model(scene)
        self._rows: list[dict[str, Any]] = data["differences"]
        self._whole: dict[int, str] = {}
        """Links that only one of the documents has."""
        self._links = {link["name"]: number for number, link in enumerate(data["links"])}
        self._joints = {joint["name"]: joint["child"] for joint in data["joints"]}
        self._frames = {frame["name"]: frame["link"] for frame in data["frames"]}

    def add(self, difference: Difference) -> None:
        """Notes a difference at its link, if it has one."""
        link = next((found for found in self._find_links(difference) if found is not None), 0)
        if not self._links:
            return
        if difference.kind == "link" and difference.what is None:
            self._whole[link] = difference.change
        # a frame or shape that only one of them has makes the link another, and not one that only one of them has
        what = self._whole.get(link, "changed")
        self._rows.append({"link": link, "what": what, "text": _text(difference)})

    def _find_links(self, difference: Difference) -> Iterator[int | None]:
        prefix = "" if self.around is None else self.around + SEPARATOR
        name = difference.name if difference.name == WORLD else prefix + difference.name
        if difference.kind in ("visual", "collision"):
            name = name.rpartition(SEPARATOR)[0]
        tables = (self._links, self._joints, self._frames)
        if difference.kind not in ("link", "visual", "collision"):
            tables = tables[1:] + tables[:1]
        for table in tables:
            yield table.get(name)
        for part in _BRACKETS.findall(difference.what or ""):
            for table in tables:
                yield table.get(prefix + part)


def _text(difference: Difference) -> str:
    thing = f"{difference.kind} {difference.name}"
    if difference.what is None:
        return f"{thing}: {difference.change}"
    if difference.change != "changed":
        return f"{thing}: {difference.what}: {difference.change}"
    old, new = difference.old, difference.new
    if type(old) is type(new) and _is_record(old):
        changed = [part.name for part in fields(old) if getattr(old, part.name) != getattr(new, part.name)]
        return f"{thing}: {difference.what}: {_format_parts(old, changed)} -> {_format_parts(new, changed)}"
    return f"{thing}: {difference.what}: {_format_value(old)} -> {_format_value(new)}"


def _is_record(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _format_parts(record: Any, names: list[str]) -> str:
    """Fields of a record, without where files are on this machine if there is anything else."""
    shown = [name for name in names if name != "path"] or names
    return ", ".join(f"{name} {_format_value(getattr(record, name))}" for name in shown)


def _format_value(value: Any) -> str:
    if isinstance(value, Transform):
        return f"xyz {_format_value(value.translation)} rpy {_format_value(value.rpy)}"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(map(_format_value, value)) + "]"
    if _is_record(value):
        return f"{type(value).__name__.lower()} ({_format_parts(value, [part.name for part in fields(value)])})"
    return str(value)
