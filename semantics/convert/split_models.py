"""The models of a description, one by one."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import replace
from ..ir.scoped_names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ..ir.frames import ModelRecord
    from ..ir.world import WorldIR

_HELD = {
    **dict.fromkeys(("models", "frames", "links", "joints"), attrgetter("name")),
    **dict.fromkeys(("constraints", "actuators", "collision_groups"), attrgetter("scope")),
    "attachments": attrgetter("owner"),
}
"""What is in models, with what tells in which."""


def select_model(description: WorldIR, scope: str) -> WorldIR:
    """What is in one model."""
    if scope == WORLD:
        return description

    def is_inside(name: str) -> bool:
        return name == scope or name.startswith(scope + SEPARATOR)

    inside: dict[str, Any] = {
        kind: [each for each in getattr(description, kind) if is_inside(name_of(each))]
        for kind, name_of in _HELD.items()
    }
    inside["frames"] = description.frames
    inside["links"] = [each for each in description.links if is_inside(each.name) or each.scope == each.name == WORLD]
    inside["collision_groups"] = [
        each
        for each in description.collision_groups
        if is_inside(each.scope) or (each.scope == WORLD and all(map(is_inside, each.members)))
    ]
    return replace(description, **inside)


def split_models(description: WorldIR) -> Iterator[tuple[ModelRecord, WorldIR]]:
    """Every model that is in no other, with what is in it alone; all of them are parted in one go."""
    models = {each.name: each for each in description.models if each.scope == WORLD}
    parts: dict[str, dict[str, list[Any]]] = {}
    for kind, name_of in _HELD.items():
        for each in getattr(description, kind):
            top = _top(name_of(each), models)
            parts.setdefault(top, {held: [] for held in _HELD})[kind].append(each)
    everywhere = parts.get(WORLD, {})
    for model in models.values():
        own: dict[str, Any] = {kind: [*each, *everywhere.get(kind, ())] for kind, each in parts[model.name].items()}
        yield model, replace(description, **own)


def _top(name: str, models: Container[str]) -> str:
    """The outermost model that something is in; the name of a skeleton may have separators of its own."""
    steps = name.split(SEPARATOR)
    inner_first = (SEPARATOR.join(steps[:count]) for count in range(len(steps), 1, -1))
    return next((each for each in inner_first if each in models), steps[0])
