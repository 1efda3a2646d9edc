"""Names in a model of SDFormat: those of the description, but for what SDFormat does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ...ir.joints import JointRecord
    from ...ir.world import WorldIR

OWNER = "__"
"""Stands between the name of a link and that of a shape that begins with it for Gazebo; the way back takes both off again."""


class UsedNames(set[str]):
    """Names that are taken, of which none becomes free again: numbers that were tried are not tried again."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__(names)
        self._numbers: dict[str, int] = {}

    def free(self, name: str) -> str:
        """See ``free_name``."""
        made, self._numbers[name] = _append_number(name, self, self._numbers.get(name, 0))
        return made


def free_name(name: str, taken: Container[str], first: int = 1) -> str:
    """A name, or the same with a number from ``first`` on, that is not taken."""
    return _append_number(name, taken, first)[0] if name in taken else name


def _append_number(name: str, taken: Container[str], number: int) -> tuple[str, int]:
    made = f"{name}_{number}" if number else name
    while made in taken:
        number += 1
        made = f"{name}_{number}"
    return made, number


class ModelNames:
    """The names of one model."""

    def __init__(self, description: WorldIR) -> None:
        self.scope = description.models[0].name
        self._description = description
        self._names = self._map_names()

    @property
    def used_names(self) -> set[str]:
        """All of them."""
        return set(self._names.values())

    def of(self, plain: str) -> str:
        """The name of what has a plain name in the description."""
        return self._names[plain]

    def plain(self, name: str) -> str:
        """A full name of the description without that of the model."""
        return name.removeprefix(self.scope + SEPARATOR)

    def _map_names(self) -> dict[str, str]:
        """Names in the model by those in the description: the same, but for what SDFormat does not take."""
        names: dict[str, str] = {}
        taken = UsedNames(self.plain(frame.name) for frame in self._description.frames if frame.scope == self.scope)
        beside = {
            joint.frame: self.plain(joint.name)
            for joint in self._description.joints
            if joint.frame not in ("", joint.name)
        }
        for frame in self._description.frames:
            plain = self.plain(frame.name)
            if frame.scope != self.scope or frame.kind == "model":
                continue
            joint = beside.get(frame.name)
            names[plain] = self.make_allowed(plain, taken) if joint is None else taken.free(f"{joint}_joint")
            taken.add(names[plain])
        return names

    def add(self, wanted: str) -> str:
        """A name for what the description has no frame for: the one that is wanted, or the same with a number."""
        name = free_name(self.make_allowed(wanted, set()), self.used_names)
        self._names[name] = name
        return name

    @staticmethod
    def make_allowed(name: str, taken: set[str]) -> str:
        """A name that SDFormat takes, as near to the one that there is as can be."""
        if (
            name.strip()
            and name == _without_blanks(name)
            and SEPARATOR not in name
            and name != WORLD
            and not (name.startswith("__") and name.endswith("__"))
        ):
            return name
        made = _without_blanks(name).replace(SEPARATOR, "_").strip("_ ") or "unnamed"
        made = f"{made}_" if made == WORLD else made
        return free_name(made, taken, 2)

    def resolve_reference(self, reference: str | None) -> str | None:
        """A reference to a frame by its name in the model; the world, which no pose may name there, by the model's frame."""
        if reference in (WORLD, MODEL_FRAME):
            return MODEL_FRAME
        return None if reference is None else self._names.get(reference, reference)

    def of_joint(self, record: JointRecord) -> str:
        """The joint's name in the model: that of its frame, so that no link or frame has it too."""
        return self._names[self.plain(record.frame or record.name)]


def _without_blanks(name: str) -> str:
    """A name as readers of SDFormat take it, for whom several blanks are one and those around are none."""
    return " ".join(name.split())
